"""What a sample of Respins rounds shows: mean, spread, quantiles, and wins above the cap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mathlib.core.figures import Figure
from mathlib.game.fields import LATTICE
from mathlib.game.orb_respins import OrbRespins
from mathlib.play.respins import FULL, round_wins

Z = 1.96
"""Normal quantile of the 95 % upper limits."""
QUANTILES = (0.1, 0.5, 0.9, 0.99, 0.999)


@dataclass(frozen=True)
class RoundSample:
    """Rounds of one modifier set played from random numbers; amounts in total bets.

    All but ``full`` speak of the rounds that did not fill the board: a full board is so rare
    that a sample says nothing of it, and its chance and award are known exactly.

    Parameters
    ----------
    rounds, seed, full : int
        Rounds played, the seed, and how many filled the board.
    mean, square : Figure
        Mean win, and mean squared win with the cap applied.
    quantiles : dict
        Chance to the win not exceeded with that chance.
    greatest : float
        Greatest win seen.
    excess : Figure
        E[(line win + round win - cap)+], the line win averaged over its exact law. ``error`` is
        one standard error or, when larger, a limit on what the sample could not see.
    """

    rounds: int
    seed: int
    full: int
    mean: Figure
    square: Figure
    quantiles: dict[float, float]
    greatest: float
    excess: Figure


def sample_rounds(
    game: OrbRespins, modifiers: str, line_law: Mapping[int, float], rounds: int, seed: int
) -> RoundSample:
    """Play rounds of one modifier set and sum them up.

    Parameters
    ----------
    game : OrbRespins
        The game.
    modifiers : str
        The modifier set.
    line_law : mapping
        Law of the line win of the same game round, line bets to chance.
    rounds, seed : int
        How many rounds, from which random numbers.

    Returns
    -------
    RoundSample

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> sample = sample_rounds(example("orb_respins"), "C", {0: 1.0}, 2000, seed=3)
    >>> sample.rounds, sample.excess.value
    (2000, 0.0)
    """
    played = round_wins(game, modifiers, rounds, seed)
    wins = played[played != FULL] / LATTICE
    return RoundSample(
        rounds,
        seed,
        len(played) - len(wins),
        _mean(wins),
        _mean(np.minimum(wins, game.cap / LATTICE) ** 2),
        {q: float(np.quantile(wins, q)) for q in QUANTILES},
        float(wins.max()),
        _excess(wins, line_law, game),
    )


def _mean(values: npt.NDArray[np.float64]) -> Figure:
    error = float(values.std(ddof=1)) / len(values) ** 0.5
    return Figure(float(values.mean()), "simulated", error)


def _excess(
    wins: npt.NDArray[np.float64], line_law: Mapping[int, float], game: OrbRespins
) -> Figure:
    """Estimate the mean win above the cap.

    A sample that saw no win near the cap says nothing of rarer ones. The inequality
    (x - c)+ <= x^k (k-1)^(k-1) / (k^k c^(k-1)), with k the power that gives the least, limits
    them by moments that the sample does know.
    """
    cap = game.cap / LATTICE
    lines = np.array(list(line_law)) / game.line_bets
    chances = np.array(list(line_law.values()))
    most = wins + lines.max()
    near = most > cap
    if near.any():
        excess = np.zeros(len(wins))
        over = wins[near, None] + lines[None, :] - cap
        excess[near] = np.maximum(over, 0.0) @ chances
        return _mean(excess)
    limits = []
    for k in (2, 3, 4):
        bound = _mean(most**k * ((k - 1) ** (k - 1) / k**k / cap ** (k - 1)))
        limits.append(bound.value + Z * bound.error)
    return Figure(0.0, "simulated", min(limits) / Z)
