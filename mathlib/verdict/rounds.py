"""Respins rounds whose win has no exact law, as they were played, with intervals.

The round alone is played, given that it was triggered: a quarter of a million rounds of JMC are
what five billion games show. Intervals hold with 95 %: of a quantile those between two order
statistics, of a band's chance those of Clopper and Pearson, both by the binomial law alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt
from scipy.special import bdtr, bdtrik, betaincinv

from mathlib.core.figures import Figure
from mathlib.evaluation import OrbDetail
from mathlib.exact.evaluation import Evaluation
from mathlib.game.fields import LATTICE
from mathlib.game.orb_respins import OrbRespins
from mathlib.play.respins import FULL
from mathlib.play.samples import QUANTILES, played_rounds

OUTSIDE = 0.05
"""Chance that an interval does not hold the truth."""
EDGES = (0, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
"""Edges of the bands, in total bets; a win of exactly an edge is in the band below it."""


class Interval(NamedTuple):
    """An estimate, and between what the truth lies with 95 %."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class PlayedRound:
    """Rounds of one modifier set that do not fill the board, in total bets.

    Parameters
    ----------
    modifiers : str
        The modifier set.
    rounds, seed : int
        Rounds played, full boards included, and the seed.
    exact_mean, mean : float, Figure
        Mean win, by theory and as played.
    quantiles : dict
        Share of the rounds to the win that it does not exceed.
    bands : tuple of (float, float, Interval)
        Wins above the first and up to the second, with their chance.
    greatest : float
        Greatest win seen.
    cap : Figure
        What the cap takes from a round, full boards having no part in it.
    """

    modifiers: str
    rounds: int
    seed: int
    exact_mean: float
    mean: Figure
    quantiles: dict[float, Interval]
    bands: tuple[tuple[float, float, Interval], ...]
    greatest: float
    cap: Figure


def rounds_as_played(evaluation: Evaluation) -> tuple[PlayedRound, ...]:
    """Return what was played for the evaluation, of the sets whose win has no exact law.

    Parameters
    ----------
    evaluation : Evaluation
        Of any game; Pig Wizard has no such rounds.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> found = rounds_as_played(evaluate(example("orb_respins")))
    >>> [one.modifiers for one in found]
    ['JM', 'MC', 'JMC']
    >>> one = found[0]
    >>> one.quantiles[0.5].low <= one.quantiles[0.5].value <= one.quantiles[0.5].high
    True
    """
    if not isinstance(evaluation.detail, OrbDetail):
        return ()
    game, detail = cast(OrbRespins, evaluation.game), evaluation.detail
    out = []
    for name, sample in detail.samples.items():
        played = played_rounds(game, name, sample.rounds, sample.seed)
        wins = np.sort(played[played != FULL]) / LATTICE
        one, excess = detail.exact.rounds[name], evaluation.sets[name]["cap_excess"]
        out.append(
            PlayedRound(
                name,
                sample.rounds,
                sample.seed,
                (one.mean_uncapped - one.full_part) / (1 - one.p_full),
                sample.mean,
                {share: quantile(wins, share) for share in QUANTILES},
                _bands(wins, game.cap / LATTICE),
                sample.greatest,
                Figure(excess["value"], excess["kind"], excess["error"]),
            )
        )
    return tuple(out)


def quantile(wins: npt.NDArray[np.float64], share: float) -> Interval:
    """Return a quantile of sorted wins with its interval.

    The number of wins below the true quantile is binomial.

    Examples
    --------
    >>> quantile(np.arange(1.0, 101.0), 0.5)
    Interval(value=50.0, low=40.0, high=61.0)
    """
    n = len(wins)
    low, high = (_least_count(p, n, share) for p in (OUTSIDE / 2, 1 - OUTSIDE / 2))
    at = [max(-int(-n * share // 1), 1) - 1, max(low, 1) - 1, min(high + 1, n) - 1]
    return Interval(*(float(wins[i]) for i in at))


def _least_count(chance: float, n: int, share: float) -> int:
    """Return the least count that a binomial variable does not exceed with such a chance."""
    count = math.ceil(float(bdtrik(chance, n, share)))
    return count - int(count > 0 and bdtr(count - 1, n, share) >= chance)


def share(count: int, n: int) -> Interval:
    """Return a share with the interval of Clopper and Pearson.

    Examples
    --------
    >>> [round(x, 6) for x in share(0, 100)]
    [0.0, 0.0, 0.036217]
    """
    low = float(betaincinv(count, n - count + 1, OUTSIDE / 2)) if count else 0.0
    high = float(betaincinv(count + 1, n - count, 1 - OUTSIDE / 2)) if count < n else 1.0
    return Interval(count / n, low, high)


def _bands(wins: npt.NDArray[np.float64], cap: float) -> tuple[tuple[float, float, Interval], ...]:
    edges = [edge for edge in EDGES if edge < cap] + [max(cap, float(wins[-1]))]
    counts = np.searchsorted(wins, edges, "right")
    counts[0] = 0  # no win at all is in the first band
    found = zip(edges, edges[1:], np.diff(counts).tolist(), strict=False)
    return tuple((low, high, share(count, len(wins))) for low, high, count in found)
