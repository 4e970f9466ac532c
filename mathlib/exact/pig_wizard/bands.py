"""The exact laws of wins cut into bands, and their quantiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf

import numpy as np

from mathlib.core.figures import ZERO, Figure
from mathlib.exact.pig_wizard.lattice import LatticeLaw
from mathlib.exact.pig_wizard.solution import Solution
from mathlib.game.fields import LATTICE


@dataclass(frozen=True)
class Band:
    """Rounds that win more than ``low`` and at most ``high``, in tenths of the total bet.

    Parameters
    ----------
    low, high : float
        ``low`` is below 0 for the band of no win; ``high`` is infinite where wins have no limit.
    chance : Figure
        Per game round.
    rtp : Figure
        What the band returns, in total bets per game round.
    """

    low: float
    high: float
    chance: Figure
    rtp: Figure


def edges(last: float) -> list[int]:
    """Return 1, 2, 5, 10, 20, 50, ... total bets, in tenths, below a highest win.

    Examples
    --------
    >>> edges(550)
    [10, 20, 50, 100, 200, 500]
    """
    out: list[int] = []
    step = LATTICE
    while step < last:
        out += [edge for edge in (step, 2 * step, 5 * step) if edge < last]
        step *= 10
    return out


def win_bands(solution: Solution, total: Figure) -> tuple[Band, ...]:
    """Return the bands of a whole game round under the cap; a win at the cap is in the last one.

    The last band has what the others leave of the chance 1 and of the total RTP, both of which
    are known better than the far tail of the distribution.

    Parameters
    ----------
    solution : Solution
    total : Figure
        Total RTP.

    Returns
    -------
    tuple of Band
        Rising, no win first.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> evaluation = evaluate(example("pig_wizard"))
    >>> bands = win_bands(evaluation.detail, evaluation.total)
    >>> len(bands), bands[-1].low, bands[-1].high
    (14, 50000, 55000)
    """
    capped = solution.round
    law = capped.law
    last = min(capped.highest, inf if capped.cap is None else capped.cap)
    bounds = edges(min(last, law.top))
    nothing = Figure(solution.nothing.value, "exact", solution.nothing.error)
    bands = [Band(-1, 0, nothing, ZERO)]
    for low, high in zip([0, *bounds], bounds, strict=False):
        wins = np.zeros(high + 1)
        wins[low + 1 :] = np.arange(low + 1, high + 1)
        value, error = law.measure(wins)
        rtp = Figure(value / LATTICE, "exact", error / LATTICE)
        bands.append(Band(low, high, capped.between(low + 1, high + 1), rtp))
    low = bounds[-1] if bounds else 0
    chance = capped.at_least(low + 1)
    rest = total - sum((band.rtp for band in bands), start=ZERO)
    bands.append(Band(low, last, chance, rest))
    return tuple(bands)


def quantile(law: LatticeLaw, share: Fraction) -> int | None:
    """Return the least win for which P(win at most that) is proven to reach a share.

    Parameters
    ----------
    law : LatticeLaw
        Of a win in tenths of the total bet.
    share : Fraction
        Above 0, below 1.

    Returns
    -------
    int or None
        None when it is beyond the lattice.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> quantile(evaluate(example("pig_wizard")).detail.laws.mystic, Fraction(1, 2))
    75
    """
    above = law.tail + law.tail_error
    found = np.flatnonzero(above[1:] <= float(1 - share))
    return int(found[0]) if len(found) else None


def drawable(law: LatticeLaw, points: int = 700) -> tuple[Sequence[float], Sequence[float]]:
    """Return wins in total bets and P(win at least that), at the points that a plot needs.

    Only chances above their proven bound are returned; every win of the law's beginning, then
    wins that are evenly apart on a logarithmic axis.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> wins, chances = drawable(evaluate(example("pig_wizard")).detail.laws.mystic)
    >>> wins[0], len(wins) == len(chances), min(chances) > 0
    (0.1, True, True)
    """
    at = np.unique(np.geomspace(1, max(law.top, 1), points).astype(np.int64))
    at = at[(at <= law.top) & (law.tail[at] > law.tail_error[at])]
    return (at / LATTICE).tolist(), law.tail[at].tolist()
