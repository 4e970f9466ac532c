"""One evaluation of a game: exact parts, and simulated figures where there is no exact one.

Only here do `exact` and `play` meet. What the cap takes from a Respins round without Multiply
is bounded by proof; with Multiply the round is played, because no exact law of its win is known
yet, and the figure says that it is simulated.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from mathlib.core.errors import MathlibError
from mathlib.core.figures import Figure
from mathlib.exact import orb_figures
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.orb_respins import OrbExact, solve
from mathlib.exact.respins.excess import excess_bound
from mathlib.exact.respins.solve import FLOOR
from mathlib.game.fields import LATTICE
from mathlib.game.files import Game, dumps, loads
from mathlib.game.orb_respins import SETS, OrbRespins
from mathlib.play.respins import round_wins

ROUNDS = 1 << 18
"""Rounds played for each modifier set with Multiply."""
SEED = 20260601
Z = 1.96
"""Normal quantile of the 95 % upper limits."""


def evaluate(
    game: Game, floor: float = FLOOR, rounds: int = ROUNDS, seed: int = SEED
) -> Evaluation:
    """Evaluate a game: RTP by part, frequencies, features, and what the cap costs.

    Parameters
    ----------
    game : Game
        Any game the suite knows.
    floor : float
        Smallest probability of a Respins state that is followed; larger is faster, and what is
        left out is in the error bounds.
    rounds, seed : int
        Rounds played per modifier set with Multiply, and the seed of their random numbers.

    Returns
    -------
    Evaluation
        Remembered for the last few games: the same file is never computed twice in a notebook.

    Raises
    ------
    MathlibError
        When the game cannot be evaluated, in words.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> evaluation = evaluate(example("orb_respins"))
    >>> evaluation.parts["lines"].kind, evaluation.parts["cap"].kind
    ('exact', 'simulated')
    """
    return _evaluate(dumps(game), floor, rounds, seed)


@lru_cache(maxsize=8)
def _evaluate(text: str, floor: float, rounds: int, seed: int) -> Evaluation:
    """Evaluate a game given by its canonical text, which is what its digest stands for."""
    game = loads(text)
    if isinstance(game, OrbRespins):
        exact = solve(game, floor)
        return orb_figures.evaluation(exact, cap_excess(exact, rounds, seed))
    raise MathlibError(f"no evaluation is known for a game of kind {game.kind}")


def cap_excess(exact: OrbExact, rounds: int = ROUNDS, seed: int = SEED) -> Mapping[str, Figure]:
    """Estimate or bound E[(line win + round win - cap)+] for each modifier set, in total bets.

    Parameters
    ----------
    exact : OrbExact
        The solved game.
    rounds, seed : int
        For the sets with Multiply.

    Returns
    -------
    dict
        Modifier set to a figure: "bounded" without Multiply, else "simulated" with ``error``
        one standard error, or, when that is larger, an upper limit on what the sample could
        not see.
    """
    out = {}
    for i, name in enumerate(SETS):
        law = {win: float(p) for win, p in exact.line_law(name).items()}
        if "M" not in name:
            out[name] = Figure(0.0, "bounded", excess_bound(exact.game, name, law))
            continue
        wins = round_wins(exact.game, name, rounds, seed + i)
        out[name] = _sampled_excess(wins, law, exact.game)
    return out


def _sampled_excess(
    wins: npt.NDArray[np.int64], line_law: Mapping[int, float], game: OrbRespins
) -> Figure:
    """Estimate the excess from rounds played, the line win averaged over its exact law.

    A sample that saw no win near the cap says nothing of rarer ones. The inequality
    (x - c)+ <= x^k (k-1)^(k-1) / (k^k c^(k-1)), with k the power that gives the least, limits
    them by moments that the sample does know.
    """
    cap = game.cap / LATTICE
    round_win = np.where(wins < 0, 0, wins) / LATTICE
    lines = np.array(list(line_law)) / game.line_bets
    chances = np.array(list(line_law.values()))
    excess = np.zeros(len(round_win))
    near = round_win + lines.max() > cap
    over = round_win[near, None] + lines[None, :] - cap
    excess[near] = np.maximum(over, 0.0) @ chances
    root = len(wins) ** 0.5
    most = round_win + lines.max()
    limits = []
    for k in (2, 3, 4):
        power = most**k * ((k - 1) ** (k - 1) / k**k / cap ** (k - 1))
        limits.append(power.mean() + Z * power.std(ddof=1) / root)
    unseen = min(limits) if not near.any() else 0.0
    error = max(float(excess.std(ddof=1)) / root, float(unseen) / Z)
    return Figure(float(excess.mean()), "simulated", error)
