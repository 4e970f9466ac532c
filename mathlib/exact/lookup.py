"""A law of a win as a table of integer weights, for engines that draw a win from a table.

With T the total, P(x) the chance of a win of at least x and W(x) = round(T P(x)), the weight of
a payout x is W(x) - W(next payout): remainders are carried along the payouts, so

- the weights add up to T, and every tail chance is right to within half of 1/T;
- a weight is its chance times T rounded down or up, so no payout with a chance of 1/T or more
  is lost, and rarer ones are gathered with their neighbours instead of being dropped.

Then single weights move between two payouts, so that the mean is the exact one to within the
gap of those payouts over T.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import ceil, log2

import numpy as np
import numpy.typing as npt

from mathlib.core.errors import MathlibError
from mathlib.core.figures import Figure
from mathlib.game.fields import LATTICE

Ints = npt.NDArray[np.int64]
MEAN_BOUND = 1e-9
"""Most that the mean of a table may differ from the exact mean, in total bets."""
MOST_BITS = 52
"""Largest total: 2**52, where chances known as floats still tell neighbouring weights apart."""
MOST_MOVED = 0.01
"""Most of a payout's weight that may move to put the mean right."""


@dataclass(frozen=True, eq=False)
class Law:
    """An exact law of a win, outcome by outcome.

    Parameters
    ----------
    payouts : array of int
        In tenths of the total bet; rising, but for special outcomes that follow.
    chances : array
        Of the same shape; they add up to 1.
    mean : Figure
        Exact mean, in total bets.
    error : float
        Bound on the error of each chance.
    names : mapping
        Index of an outcome to its name, such as "cap"; the others are plain wins.
    headlines : tuple of int
        Indices of outcomes that a table must not lose.
    """

    payouts: Ints
    chances: npt.NDArray[np.float64]
    mean: Figure
    error: float = 0.0
    names: Mapping[int, str] = field(default_factory=dict)
    headlines: tuple[int, ...] = ()


@dataclass(frozen=True)
class Row:
    """One outcome of a table: its name, payout in tenths of the total bet, and weight."""

    outcome: str
    payout: int
    weight: int


@dataclass(frozen=True)
class LookupTable:
    """Payouts with integer weights.

    Parameters
    ----------
    rows : tuple of Row
        Outcomes with a positive weight, in the order of the law.
    total : int
        Sum of the weights, a power of 2.
    exact_mean : Figure
        Mean of the law, in total bets.
    gathered : int
        Payouts with a chance below 1 / total: each keeps its place only if rounding gives it one.
    gathered_chance : float
        Chance of all those payouts together.
    moved : int
        Weights moved to put the mean right.
    """

    rows: tuple[Row, ...]
    total: int
    exact_mean: Figure
    gathered: int
    gathered_chance: float
    moved: int

    @property
    def mean(self) -> Fraction:
        """Mean of the table, in total bets."""
        return Fraction(sum(row.payout * row.weight for row in self.rows), self.total * LATTICE)


def lookup_table(law: Law, total: int) -> LookupTable:
    """Round a law to integer weights.

    Parameters
    ----------
    law : Law
    total : int
        Sum of the weights: a power of 2.

    Returns
    -------
    LookupTable

    Raises
    ------
    MathlibError
        When a headline payout would have the weight 0, when the mean cannot be put right, or
        when the total asks for more than the law knows.

    Examples
    --------
    >>> law = Law(np.array([0, 2, 3]), np.array([0.5, 0.3, 0.2]), Figure(0.12), headlines=(2,))
    >>> table = lookup_table(law, 2**32)
    >>> len(table.rows), sum(row.weight for row in table.rows) == 2**32
    (3, True)
    >>> abs(float(table.mean) - 0.12) < 1e-10
    True
    """
    bits = check_total(total)
    if law.error * total > 0.5:
        most = bits - ceil(log2(2 * law.error * total))
        raise MathlibError(
            f"a total of 2**{bits} is too large: the chances of this law are known to "
            f"{law.error:.1e} each; use 2**{most} or less"
        )
    tails = np.cumsum(law.chances[::-1].astype(np.longdouble))[::-1]
    above = np.rint(tails * total).astype(np.int64)
    above[0] = total
    weights = above - np.append(above[1:], 0)
    for at in law.headlines:
        if not weights[at]:
            raise MathlibError(_lost(law, at, bits))
    rare = (law.chances > 0) & (law.chances * total < 1)
    moved = _put_right(law.payouts, weights, law.mean.value, total)
    rows = tuple(
        Row(law.names.get(at, "win"), int(law.payouts[at]), int(weights[at]))
        for at in np.flatnonzero(weights).tolist()
    )
    chance = float(law.chances[rare].sum())
    return LookupTable(rows, total, law.mean, int(rare.sum()), chance, moved)


def _lost(law: Law, at: int, bits: int) -> str:
    chance = float(law.chances[at])
    least = ceil(-log2(chance)) if chance else MOST_BITS + 1
    remedy = f"use 2**{least} or more" if least <= MOST_BITS else "no table can hold it"
    return (
        f"a total of 2**{bits} is too small: the payout of {int(law.payouts[at]) / LATTICE:g}x, "
        f"with a chance of {chance:.3g}, would have the weight 0; {remedy}"
    )


def check_total(total: int) -> int:
    """Return k of a total of 2**k.

    Raises
    ------
    MathlibError
        When it is no power of 2, or out of range.

    Examples
    --------
    >>> check_total(2**32)
    32
    """
    bits = total.bit_length() - 1
    if total != 1 << max(bits, 0) or not 1 <= bits <= MOST_BITS:
        raise MathlibError(
            f"the total {total} is no power of 2 from 2**1 to 2**{MOST_BITS}; write it as 2**40"
        )
    return bits


def _put_right(payouts: Ints, weights: Ints, mean: float, total: int) -> int:
    """Move weights between two paying outcomes until the mean is right; return how many."""
    paid = [at for at in np.flatnonzero(weights).tolist() if payouts[at]]
    won = sum(int(payouts[at]) * int(weights[at]) for at in paid)
    off = Fraction(mean) * LATTICE * total - won
    bound = MEAN_BOUND * LATTICE * total
    for low, high in _pairs(paid, payouts, weights):
        gap = int(payouts[high] - payouts[low])
        move = round(off / gap)
        source, target = (low, high) if move > 0 else (high, low)
        if abs(off - move * gap) <= bound and abs(move) <= MOST_MOVED * int(weights[source]):
            weights[source] -= abs(move)
            weights[target] += abs(move)
            return abs(move)
    if abs(off) <= bound:
        return 0
    raise MathlibError(
        f"a total of 2**{total.bit_length() - 1} is too small: the mean cannot be put right to "
        f"{MEAN_BOUND:g}x without changing a payout's weight by more than {MOST_MOVED:.0%}; "
        "2**32 mostly does"
    )


def _pairs(paid: Sequence[int], payouts: Ints, weights: Ints) -> list[tuple[int, int]]:
    """Return neighbouring outcomes, nearest payouts first, of those the pair with most weight."""
    pairs = [(low, high) for low, high in pairwise(paid) if payouts[high] > payouts[low]]
    return sorted(
        pairs,
        key=lambda pair: (
            int(payouts[pair[1]] - payouts[pair[0]]),
            -min(int(weights[pair[0]]), int(weights[pair[1]])),
        ),
    )
