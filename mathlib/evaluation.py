"""One evaluation of a game: exact parts, and simulated figures where there is no exact one.

Only here do `exact` and `play` meet. What the cap takes from a Respins round without Multiply
is bounded by proof; with Multiply the round is played, because no exact law of its win is known
yet, and the figure says that it is simulated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from mathlib.core.figures import Figure
from mathlib.exact import orb_figures
from mathlib.exact.evaluation import Z90, Evaluation
from mathlib.exact.orb_respins import OrbExact, solve
from mathlib.exact.pig_wizard import evaluate_pig, quick_pig
from mathlib.exact.respins.excess import excess_bound
from mathlib.exact.respins.solve import FLOOR
from mathlib.game.fields import LATTICE
from mathlib.game.files import Game, dumps, loads
from mathlib.game.orb_respins import SETS
from mathlib.game.pig_wizard import PigWizard
from mathlib.play.samples import RoundSample, sample_rounds

QUICK = 1e-10
"""Floor of the class chains in `quick`."""
ROUNDS = 1 << 18
"""Rounds played for each modifier set."""
SEED = 20260601


@dataclass(frozen=True)
class OrbDetail:
    """Everything that an evaluation of Orb Respins rests on, for those who show it."""

    exact: OrbExact
    samples: dict[str, RoundSample]


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
        Rounds played per modifier set, and the seed of their random numbers.

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


def quick(game: Game, near: Evaluation, floor: float = QUICK) -> Evaluation:
    """Evaluate what can be had at once: the total, its parts, and the rates of the features.

    No full cycle, no law of a win, no round played. Chains that were followed before are used
    again, so a change of a reel or of a table takes milliseconds.

    Parameters
    ----------
    game : Game
        Any game the suite knows.
    near : Evaluation
        A full evaluation of a game of the same kind close by: what the cap costs there is taken
        over, and the error holds its whole amount.
    floor : float
        Smallest worth of a Respins state that is followed when its chain is new; what is left
        out is in the error.

    Returns
    -------
    Evaluation
        With fewer figures than `evaluate` gives.

    Raises
    ------
    MathlibError
        When the game cannot be evaluated, in words.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> game = example("orb_respins")
    >>> full = evaluate(game)
    >>> now = quick(game, full)
    >>> now.total.value == full.total.value, "line_hit_frequency" in now.figures
    (True, False)
    """
    if isinstance(game, PigWizard):
        return quick_pig(game, near)
    return orb_figures.quick_evaluation(solve(game, floor), near)


@lru_cache(maxsize=32)
def _evaluate(text: str, floor: float, rounds: int, seed: int) -> Evaluation:
    """Evaluate a game given by its canonical text, which is what its digest stands for."""
    game = loads(text)
    if isinstance(game, PigWizard):
        return evaluate_pig(game)
    exact = solve(game, floor)
    samples = sample_sets(exact, rounds, seed)
    figures = orb_figures.evaluation(exact, cap_excess(exact, samples))
    return with_samples(figures, exact, samples)


def sample_sets(exact: OrbExact, rounds: int = ROUNDS, seed: int = SEED) -> dict[str, RoundSample]:
    """Play the round of each modifier set that can be triggered.

    Parameters
    ----------
    exact : OrbExact
        The solved game: the line wins that go with each set come from its exact law.
    rounds, seed : int
        Rounds per set; set i of the seven has seed + i.

    Returns
    -------
    dict
        Modifier set to its sample.
    """
    return {
        name: sample_rounds(exact.game, name, _floats(exact.line_law(name)), rounds, seed + i)
        for i, name in enumerate(SETS)
        if exact.trigger[name]
    }


def cap_excess(exact: OrbExact, samples: Mapping[str, RoundSample]) -> dict[str, Figure]:
    """Return E[(line win + round win - cap)+] for each modifier set, in total bets.

    Parameters
    ----------
    exact : OrbExact
        The solved game.
    samples : mapping
        Rounds played, for the sets with Multiply.

    Returns
    -------
    dict
        Modifier set to a figure: bounded by proof without Multiply where the cap is far away,
        else simulated.
    """
    out = {}
    for name, sample in samples.items():
        # The sample speaks of rounds that do not fill the board; the cost counts them only.
        out[name] = sample.excess.times(1 - exact.rounds[name].p_full)
        if "M" not in name:
            bound = _bound(exact, name)
            # Where the cap binds often, a sample says more than the bound does.
            if bound <= out[name].error:
                out[name] = Figure(0.0, "bounded", bound)
    return out


def with_samples(
    evaluation: Evaluation, exact: OrbExact, samples: Mapping[str, RoundSample]
) -> Evaluation:
    """Add what only the samples know: spread and quantiles of the rounds, and of the game.

    The variance of a game adds up exactly but for the second moment of the rounds that do not
    fill the board: line wins without Respins, line wins with them, and full boards are exact.
    """
    award = exact.game.respins.full_board_award / LATTICE
    square = Figure.rational(exact.line_square(None))
    sets = dict(evaluation.sets)
    for name, sample in samples.items():
        one, chance = exact.rounds[name], exact.trigger[name]
        apart, filled = 1 - one.p_full, one.p_full * award**2
        played = sample.game_square.times(apart) + Figure(filled, "exact", filled * 1e-12)
        square += played.times(chance)
        mean = sample.capped.value * apart + one.p_full * award
        spread = sample.square.value * apart + filled - mean**2
        sets[name] = {
            **sets[name],
            "sd": max(spread, 0.0) ** 0.5,
            "median": sample.quantiles[0.5],
            "simulated_mean": sample.mean.value * apart + one.full_part,
            "simulated_error": sample.mean.error,
        }
    variance = max(square.value - evaluation.total.value**2, 0.0)
    # Near 0 the root is not linear: there the error is the root of the square's.
    slope = 2 * max(variance, square.error) ** 0.5
    sd = Figure(variance**0.5, square.kind, square.error / slope if slope else 0.0)
    figures = {**evaluation.figures, "sd": sd, "volatility_index": sd.times(Z90)}
    return replace(evaluation, figures=figures, sets=sets, detail=OrbDetail(exact, dict(samples)))


def _bound(exact: OrbExact, name: str) -> float:
    """Bound what the cap takes by proof; never by more than all that is won."""
    one = exact.rounds[name]
    won = one.mean_uncapped - one.full_part + float(exact.line_mean(name))
    return min(won, excess_bound(exact.game, name, _floats(exact.line_law(name))))


def _floats(law: Mapping[int, Fraction]) -> dict[int, float]:
    return {win: float(chance) for win, chance in law.items()}
