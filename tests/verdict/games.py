"""Games in which everything happens often, simulated once; and evaluations that are wrong."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

from mathlib.core.figures import Figure
from mathlib.evaluation import evaluate
from mathlib.exact.evaluation import Evaluation
from mathlib.game.orb_respins import SETS
from mathlib.play.simulate import simulate
from mathlib.verdict import Verdict, verdict
from tests.play import orb_games, pig_games

ROUNDS = 1_000_000
STARTS = [(f"respins/sets/{name}/start", {"1": 3, "2": 1}) for name in SETS]


def orb_game():
    """Respins in half of the games, boards that fill now and then, and a cap that binds."""
    cap = (("cap", 100), ("respins/full_board_award", 100))
    return orb_games.forced(*cap, *STARTS, rows=1, often=50, none=1)


@cache
def played(kind):
    """Return the evaluation of a game, and its simulation."""
    game = orb_game() if kind == "orb" else pig_games.forced()
    return evaluate(game), simulate(game, ROUNDS, seed=11)


def judged(kind, change) -> Verdict:
    """Return the verdict on an evaluation that was changed."""
    evaluation, simulation = played(kind)
    return verdict(change(evaluation), simulation)


def off(value, factor):
    """Return a figure, number or fraction that is wrong by a factor."""
    if isinstance(value, Figure):
        if value.ratio is not None:
            return Figure.rational(off(value.ratio, factor))
        return replace(value, value=value.value * factor)
    return value * (Fraction(factor) if isinstance(value, Fraction) else factor)


def part(name, factor):
    """Return a change of one part of the RTP."""
    return lambda e: replace(e, parts={**e.parts, name: off(e.parts[name], factor)})


def figure(name, factor):
    """Return a change of one named figure."""
    return lambda e: replace(e, figures={**e.figures, name: off(e.figures[name], factor)})


def number(name, key, factor):
    """Return a change of one number of a set; of one of its numbers by name with a dot."""

    def change(e: Evaluation) -> Evaluation:
        numbers = dict(e.sets[name])
        key_, _, inner = key.partition(".")
        old = numbers[key_]
        numbers[key_] = {**old, inner: off(old[inner], factor)} if inner else off(old, factor)
        return replace(e, sets={**e.sets, name: numbers})

    return change
