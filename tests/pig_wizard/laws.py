"""Laws: what can come, with which chance; sent through rules branch by branch.

Chances are fractions until a bonus is unrolled spin by spin, which is done in floating point:
amounts are cut only at the limit asked for, and what is left of a bonus is followed until its
chance is below 1e-18.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

Law = dict[Any, Fraction]


def then(law: Law, rule: Callable[[Any], Iterable[tuple[Any, Fraction]]]) -> Law:
    """Send every state of a law through a rule."""
    out: Law = defaultdict(Fraction)
    for state, chance in law.items():
        for after, share in rule(state):
            out[after] += chance * share
    return dict(out)


def chances(table: Mapping[Any, int]) -> Law:
    """Return the law of one draw from a table of weights."""
    total = sum(table.values())
    return {outcome: Fraction(weight, total) for outcome, weight in table.items()}


def unrolled(spin: Law, extra: Law, start: int, limit: int) -> tuple[np.ndarray, np.ndarray]:
    """Follow a bonus spin by spin: spins left and what is won so far.

    Parameters
    ----------
    spin
        Law of the win of one spin, in tenths.
    extra
        Law of the extra spins after one spin.
    start
        Spins at the start.
    limit
        Wins of this many tenths and more are dropped.

    Returns
    -------
    wins, lengths
        P(the bonus wins w) for w below the limit; P(it lasts n spins) for as long as it may,
        whatever is won as long as it is below the limit.
    """
    wins = np.zeros(limit)
    lengths = []
    state = np.zeros((start + 1, limit))  # spins left, won so far
    state[start, 0] = 1.0
    while True:
        wins += state[0]
        lengths.append(state[0].sum())
        state[0] = 0.0
        if state.sum() < 1e-18:
            return wins, np.array(lengths)
        won = np.zeros_like(state)
        for win, chance in spin.items():
            if win < limit:
                won[:, win:] += float(chance) * state[:, : limit - win]
        state = np.zeros((len(won) + max(extra), limit))
        for more, chance in extra.items():
            state[more : more + len(won) - 1] += float(chance) * won[1:]
        while len(state) > 1 and state[-1].sum() < 1e-25:
            state = state[:-1]


def lengths(start: Law, extra: Law) -> np.ndarray:
    """P(a bonus lasts n spins) for n = 0, 1, ..., from the laws of first and extra spins."""
    laws = [
        float(share) * unrolled({0: Fraction(1)}, extra, first, 1)[1]
        for first, share in start.items()
    ]
    out = np.zeros(max(map(len, laws)))
    for law in laws:
        out[: len(law)] += law
    return out


def mean(law: Law) -> Fraction:
    """Mean of a law of numbers."""
    return sum((value * chance for value, chance in law.items()), Fraction(0))


def variance(law: Law) -> Fraction:
    """Variance of a law of numbers."""
    return mean({value: value * chance for value, chance in law.items()}) - mean(law) ** 2


def projected(law: Law, view: Callable[[Any], Any]) -> Law:
    """Law of something seen of the states."""
    return then(law, lambda state: [(view(state), Fraction(1))])


def branching(start: Law, extra: Law, worth: Law) -> tuple[float, float]:
    """Return mean and sd of what all spins of a bonus are worth together.

    One spin and all that follows from it is B = X + the sum of R independent copies of B, so
    E B = E X / (1 - E R) and Var B = (Var X + Var R (E B)^2) / (1 - E R).

    Parameters
    ----------
    start, extra
        Laws of the spins at the start, and of the extra spins R after each.
    worth
        Law of what one spin is worth, X.
    """
    share = 1 - mean(extra)
    one = mean(worth) / share
    spread = (variance(worth) + variance(extra) * one**2) / share
    return float(mean(start) * one), float(mean(start) * spread + variance(start) * one**2) ** 0.5
