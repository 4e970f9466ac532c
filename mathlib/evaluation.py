"""One evaluation of a game: exact parts, and simulated figures where there is no exact one.

Only here do `exact` and `play` meet. The win of a Respins round with Multiply and another
modifier has no known exact law: there the round is played, and the figure says that it is
simulated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np

from mathlib.core.errors import MathlibError
from mathlib.core.figures import Figure
from mathlib.exact import orb_figures
from mathlib.exact.evaluation import Z90, Evaluation
from mathlib.exact.orb_law import GameLaw, game_law
from mathlib.exact.orb_respins import OrbExact, solve
from mathlib.exact.pig_wizard import evaluate_pig, quick_pig
from mathlib.exact.respins.excess import excess_bound
from mathlib.exact.respins.law import EXACT_SETS, RoundLaw, round_law
from mathlib.exact.respins.solve import FLOOR
from mathlib.game.fields import LATTICE
from mathlib.game.files import Game, dumps, loads
from mathlib.game.orb_respins import SETS
from mathlib.game.pig_wizard import PigWizard
from mathlib.play.samples import QUANTILES, RoundSample, played_rounds, sample_rounds

QUICK = 3.6e-10
"""Largest error per Respins state left out, in total bets per game, in `quick`."""
ROUNDS = 1 << 18
"""Rounds played for each modifier set."""
SEED = 20260601


@dataclass(frozen=True)
class OrbDetail:
    """Everything that an evaluation of Orb Respins rests on, for those who show it.

    Parameters
    ----------
    exact : OrbExact
        The solved game.
    laws : dict
        Modifier set to the exact law of its round's win, where there is one.
    samples : dict
        Modifier set to rounds as played, for the others.
    law : GameLaw
        Law of the win of a whole game round.
    """

    exact: OrbExact
    laws: dict[str, RoundLaw]
    samples: dict[str, RoundSample]
    law: GameLaw

    def quantiles(self, modifiers: str) -> dict[float, float]:
        """Return share of a set's rounds that do not fill the board to their greatest win."""
        if modifiers in self.samples:
            return self.samples[modifiers].quantiles
        return {q: self.laws[modifiers].quantile(q) / LATTICE for q in QUANTILES}


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


def quick(game: Game, near: Evaluation, floor: float = FLOOR, width: float = QUICK) -> Evaluation:
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
    floor, width : float
        How far a chain of Respins states is followed when it is new: states are left out as soon
        as what is not known of their worth, in total bets per game, is less than ``width``; with
        0, when their chance is less than ``floor``. What is not known is in the error.

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
    return orb_figures.quick_evaluation(solve(game, floor, width=width), near)


@lru_cache(maxsize=32)
def _evaluate(text: str, floor: float, rounds: int, seed: int) -> Evaluation:
    """Evaluate a game given by its canonical text, which is what its digest stands for."""
    game = loads(text)
    if isinstance(game, PigWizard):
        return evaluate_pig(game)
    exact = solve(game, floor)
    laws = exact_laws(exact)
    samples = sample_sets(exact, [s for s in exact.reachable if s not in laws], rounds, seed)
    excess = cap_excess(exact, laws, samples)
    played = {s: played_rounds(game, s, one.rounds, one.seed) for s, one in samples.items()}
    law = game_law(exact, laws, played, {s: excess[s] for s in samples})
    figures = orb_figures.evaluation(exact, excess)
    return _with_laws(figures, OrbDetail(exact, laws, samples, law))


def exact_laws(exact: OrbExact) -> dict[str, RoundLaw]:
    """Return the exact laws of rounds that can be triggered, where there are any.

    Parameters
    ----------
    exact : OrbExact
        The solved game.

    Returns
    -------
    dict
        Modifier set to its law; a set on a board too large for it is left out.
    """

    def law(name: str) -> RoundLaw | None:
        with suppress(MathlibError):
            return round_law(exact.game, name)
        return None

    names = [name for name in EXACT_SETS[::-1] if name in exact.reachable]
    with ThreadPoolExecutor(exact.threads) as pool:
        found = dict(zip(names, pool.map(law, names), strict=True))
    return {name: one for name in SETS if (one := found.get(name)) is not None}


def sample_sets(
    exact: OrbExact, names: Sequence[str] = SETS, rounds: int = ROUNDS, seed: int = SEED
) -> dict[str, RoundSample]:
    """Play the round of modifier sets.

    Parameters
    ----------
    exact : OrbExact
        The solved game: the line wins that go with each set come from its exact law.
    names : sequence of str
        The sets.
    rounds, seed : int
        Rounds per set; set i of the seven has seed + i.

    Returns
    -------
    dict
        Modifier set to its sample.
    """
    return {
        name: sample_rounds(
            exact.game, name, _floats(exact.line_law(name)), rounds, seed + SETS.index(name)
        )
        for name in names
    }


def cap_excess(
    exact: OrbExact, laws: Mapping[str, RoundLaw], samples: Mapping[str, RoundSample]
) -> dict[str, Figure]:
    """Return E[(line win + round win - cap)+] for each modifier set, in total bets.

    Parameters
    ----------
    exact : OrbExact
        The solved game.
    laws, samples : mapping
        Exact laws of rounds, and rounds played.

    Returns
    -------
    dict
        Modifier set to a figure, counting rounds that do not fill the board: exact by the law;
        else simulated, or bounded by proof where there is no Multiply and the cap is far away.
    """
    lines = {name: _floats(exact.line_law(name)) for name in laws}
    out = {}
    for name, law in laws.items():
        out[name] = law.excess(lines[name], exact.game.line_bets)
        if "M" not in name and out[name].value <= out[name].error:
            # So far below the cap a proof by moments says more than a law can resolve.
            bound = _bound(exact, name)
            out[name] = min(out[name], Figure(0.0, "exact", bound), key=lambda one: one.error)
    for name, sample in samples.items():
        # The sample speaks of rounds that do not fill the board.
        out[name] = sample.excess.times(1 - exact.rounds[name].p_full)
        if "M" not in name:
            bound = _bound(exact, name)
            # Where the cap binds often, a sample says more than the bound does.
            if bound <= out[name].error:
                out[name] = Figure(0.0, "bounded", bound)
    return out


def _with_laws(evaluation: Evaluation, detail: OrbDetail) -> Evaluation:
    """Add what only the laws and samples know: spread of the rounds and of the game."""
    sets = dict(evaluation.sets)
    award = detail.exact.game.respins.full_board_award / LATTICE
    for name in detail.exact.reachable:
        one = detail.exact.rounds[name]
        apart, filled = 1 - one.p_full, one.p_full * award**2
        numbers = {"median": detail.quantiles(name)[0.5]}
        if name in detail.laws:
            mean, square = _capped(detail.laws[name])
        else:
            sample = detail.samples[name]
            mean, square = sample.capped.value * apart, sample.square.value * apart
            numbers["simulated_mean"] = sample.mean.value * apart + one.full_part
            numbers["simulated_error"] = sample.mean.error
        spread = square + filled - (mean + one.p_full * award) ** 2
        sets[name] = {**sets[name], "sd": max(spread, 0.0) ** 0.5, **numbers}
    sd = detail.law.sd
    figures = {**evaluation.figures, "sd": sd, "volatility_index": sd.times(Z90)}
    return replace(evaluation, figures=figures, sets=sets, detail=detail)


def _capped(law: RoundLaw) -> tuple[float, float]:
    """Return mean and mean square of a round's win under the cap, boards that fill left out."""
    wins = np.arange(len(law.chances)) / LATTICE
    over, cap = float(law.tail[law.cap]), law.cap / LATTICE
    return float(law.chances @ wins) + over * cap, float(law.chances @ wins**2) + over * cap**2


def _bound(exact: OrbExact, name: str) -> float:
    """Bound what the cap takes by proof; never by more than all that is won."""
    one = exact.rounds[name]
    won = one.mean_uncapped - one.full_part + float(exact.line_mean(name))
    return min(won, excess_bound(exact.game, name, _floats(exact.line_law(name))))


def _floats(law: Mapping[int, Fraction]) -> dict[int, float]:
    return {win: float(chance) for win, chance in law.items()}
