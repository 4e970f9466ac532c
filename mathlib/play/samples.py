"""What a sample of Respins rounds shows: mean, spread, quantiles, and wins above the cap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mathlib.core.figures import Figure
from mathlib.core.remember import remembered
from mathlib.game.fields import LATTICE
from mathlib.game.orb_respins import OrbRespins
from mathlib.play.respins import FULL, round_wins

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
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
    mean : Figure
        Mean win before the cap.
    capped, square : Figure
        Mean and mean square of the win with the cap applied.
    game_square : Figure
        Mean square of line win plus round win, capped, the line win by its exact law.
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
    capped: Figure
    square: Figure
    game_square: Figure
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
    played = played_rounds(game, modifiers, rounds, seed)
    wins = played[played != FULL] / LATTICE
    cap = game.cap / LATTICE
    if len(wins) < 2:
        # Nearly every round fills the board: the sample knows no more than 0 <= win <= cap.
        none = [Figure(0.0, "simulated", cap), Figure(0.0, "simulated", cap**2)]
        quantiles = dict.fromkeys(QUANTILES, 0.0)
        return RoundSample(
            rounds, seed, len(played) - len(wins), none[0], none[0], none[1], none[1], quantiles,
            float(max(wins, default=0.0)), none[0],
        )  # fmt: skip
    paid = np.minimum(wins, cap)
    excess, square = _with_lines(wins, line_law, game)
    return RoundSample(
        rounds,
        seed,
        len(played) - len(wins),
        _mean(wins),
        _mean(paid),
        _mean(paid**2),
        _mean(square),
        {q: float(np.quantile(wins, q)) for q in QUANTILES},
        float(wins.max()),
        _excess(excess, wins + max(line_law) / game.line_bets, cap),
    )


def played_rounds(game: OrbRespins, modifiers: str, rounds: int, seed: int) -> Ints:
    """Return what rounds of one modifier set win, as `round_wins`; played once and remembered.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> played_rounds(example("orb_respins"), "C", 10, seed=3).shape
    (10,)
    """
    rules = game.respins.model_dump(exclude={"sets"}, mode="json")
    one = game.respins.sets[modifiers].model_dump_json()
    key = (modifiers, game.cells(modifiers), repr(rules), one, rounds, seed)
    return _played(key, game, modifiers, rounds, seed)


@remembered(16)
def _played(_: object, game: OrbRespins, modifiers: str, rounds: int, seed: int) -> Ints:
    return round_wins(game, modifiers, rounds, seed)


def _mean(values: Floats) -> Figure:
    error = float(values.std(ddof=1)) / len(values) ** 0.5
    return Figure(float(values.mean()), "simulated", error)


def _with_lines(
    wins: Floats, line_law: Mapping[int, float], game: OrbRespins
) -> tuple[Floats, Floats]:
    """Return, per round, the mean win above the cap and the mean square of the capped game."""
    cap = game.cap / LATTICE
    lines = np.array(list(line_law)) / game.line_bets
    chances = np.array(list(line_law.values()))
    first, second = chances @ lines, chances @ lines**2
    excess, square = np.zeros(len(wins)), wins**2 + 2 * wins * first + second
    for i in np.flatnonzero(wins + lines.max() > cap):
        total = wins[i] + lines
        excess[i] = chances @ np.maximum(total - cap, 0.0)
        square[i] = chances @ np.minimum(total, cap) ** 2
    return excess, square


def _excess(excess: Floats, most: Floats, cap: float) -> Figure:
    """Estimate the mean win above the cap from its values and the most each game could pay.

    A sample that saw no win near the cap says nothing of rarer ones. The inequality
    (x - c)+ <= x^k (k-1)^(k-1) / (k^k c^(k-1)), with k the power that gives the least, limits
    them by moments that the sample does know.
    """
    if most.max() > cap:
        return _mean(excess)
    limits = []
    for k in (2, 3, 4):
        bound = _mean(most**k * ((k - 1) ** (k - 1) / k**k / cap ** (k - 1)))
        limits.append(bound.value + Z * bound.error)
    return Figure(0.0, "simulated", min(limits) / Z)
