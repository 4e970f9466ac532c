"""Claims: figures of an evaluation, each with the entries of a tally that speak of it.

A claim is about independent events: game rounds, the rounds of one feature, or spins. It holds
what the theory says of one event: the figure, and where it is known the variance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf, sqrt
from typing import Literal, NamedTuple

import numpy as np

from mathlib.core.figures import Figure
from mathlib.core.weights import WeightTable
from mathlib.game.fields import LATTICE
from mathlib.play.tally import Tally

Kind = Literal["chance", "number", "mean", "spread"]
ROUNDS = ("rounds",)
ROUNDING = 1e-9
"""Relative error allowed to a figure that comes as a plain number."""


class Prize(NamedTuple):
    """A prize that is part of a figure.

    Parameters
    ----------
    often : float
        Expected number per game round.
    share : float
        What it returns, in total bets per game round.
    """

    often: float
    share: float


@dataclass(frozen=True)
class Claim:
    """A figure, and where a tally shows it.

    Parameters
    ----------
    part : str
        What it is called.
    exact : Figure
        The figure.
    names : tuple of str
        Entries of the tally that are counted (chances and numbers) or amounts, added up; no two
        of several amounts come in the same event.
    per : tuple of str
        Entries that count its events, added up.
    kind : {"chance", "number", "mean", "spread"}
        The chance that something happens, how often it happens where it may several times, the
        mean of an amount, or the standard deviation of an amount.
    scale : float
        What one tenth, or one count, is in the unit of the figure.
    rate : float
        Events per game round, by theory.
    worth : float or None
        RTP that one unit of the figure is worth; None when an error of it is none of the RTP.
    variance, skew : float or None
        Variance of one event in the unit of the figure squared, and skewness; for a standard
        deviation those of the squared distance from ``centre``. None: not known.
    centre : float
        Mean of the amount, for a standard deviation.
    less : tuple of str
        Entries that are taken away from the count of a chance.
    rare : tuple of float or None
        Chance per event and size of a full board, where the amount includes it; its size is
        squared for a standard deviation.
    prizes : tuple of Prize
        What the figure is made of, where it is a list.
    """

    part: str
    exact: Figure
    names: tuple[str, ...]
    per: tuple[str, ...] = ROUNDS
    kind: Kind = "mean"
    scale: float = 1 / LATTICE
    rate: float = 1.0
    worth: float | None = None
    variance: float | None = None
    skew: float | None = None
    bound: float | None = None
    centre: float = 0.0
    less: tuple[str, ...] = ()
    rare: tuple[float, float] | None = None
    prizes: tuple[Prize, ...] = ()

    def unseen(self, rounds: int, few: float) -> float:
        """Return the RTP of the prizes that so many rounds show fewer than ``few`` times."""
        return sum(prize.share for prize in self.prizes if prize.often * rounds < few)


class Seen(NamedTuple):
    """What a tally shows of a claim: events, sum and sum of squares, and how many were not 0."""

    events: int
    total: int
    square: int
    hits: int


def seen(claim: Claim, tally: Tally) -> Seen:
    """Read a claim's entries.

    Examples
    --------
    >>> claim = Claim("any win", Figure(0.3), ("win.hits",), kind="chance", scale=1)
    >>> seen(claim, {"rounds": 10, "win.hits": 4})
    Seen(events=10, total=4, square=4, hits=4)
    """
    events = sum(tally[name] for name in claim.per)
    if claim.kind in ("chance", "number"):
        count = sum(tally[name] for name in claim.names) - sum(tally[name] for name in claim.less)
        return Seen(events, count, count, count)
    return Seen(events, *(_added(claim, tally, end) for end in ("sum", "square", "hits")))


def _added(claim: Claim, tally: Tally, end: str) -> int:
    return sum(tally[f"{name}.{end}"] for name in claim.names)


def chance(
    part: str,
    exact: Figure | float,
    *names: str,
    per: tuple[str, ...] = ROUNDS,
    less: tuple[str, ...] = (),
    rate: float = 1.0,
    worth: float | None = None,
) -> Claim:
    """Return the claim that an event has a chance.

    Where it is worth no RTP, a chance per game round is judged in points of its own.

    Examples
    --------
    >>> chance("any win", 0.25, "win.hits").kind
    'chance'
    """
    if worth is None and per == ROUNDS:
        worth = 1.0
    return Claim(part, figure(exact), names, per, "chance", 1.0, rate, worth, less=less)


def figure(value: Figure | float) -> Figure:
    """Return a plain number as a figure that is exact but for rounding."""
    if isinstance(value, Figure):
        return value
    return Figure(float(value), "exact", ROUNDING * abs(float(value)))


def of_table(total: float, table: WeightTable[int]) -> tuple[Prize, ...]:
    """Return the values of a table of amounts as prizes that make up a part of the RTP.

    Parameters
    ----------
    total : float
        The part, in total bets per game round.
    table : WeightTable
        Amounts in tenths.

    Examples
    --------
    >>> of_table(0.5, WeightTable({10: 1, 30: 1}))
    (Prize(often=0.125, share=0.125), Prize(often=0.125, share=0.375))
    """
    mean = float(table.mean()) / LATTICE
    draws = total / mean if mean else 0.0
    often = {value: draws * float(table.probability(value)) for value in table}
    return tuple(Prize(many, many * value / LATTICE) for value, many in often.items())


class Spread(NamedTuple):
    """Variance and skewness of the squared distance of an amount from its mean."""

    variance: float
    skew: float


def spread_of(law: Mapping[float, float] | Iterable[tuple[float, float]], mean: float) -> Spread:
    """Return how the squared distance from the mean varies.

    Parameters
    ----------
    law : mapping or iterable of pairs
        Amount to chance.
    mean : float
        Mean of the amount.

    Examples
    --------
    >>> spread_of({0.0: 0.75, 2.0: 0.25}, 0.5)
    Spread(variance=0.75, skew=1.1547005383792515)
    """
    pairs = list(law.items()) if isinstance(law, Mapping) else list(law)
    amounts, chances = np.array(pairs, dtype=np.float64).T
    square = (amounts - mean) ** 2
    centre = float(chances @ square)
    variance = float(chances @ square**2) - centre**2
    third = float(chances @ (square - centre) ** 3)
    return Spread(variance, third / variance**1.5 if variance > 0 else 0.0)


def skew_limit(most: float, variance: float) -> float:
    """Return the greatest skewness of a positive amount with a variance and a greatest value.

    E[(Y - m)**3] is at most ``most`` times the variance.

    Examples
    --------
    >>> skew_limit(8.0, 4.0)
    4.0
    """
    return most / sqrt(variance) if variance > 0 else inf
