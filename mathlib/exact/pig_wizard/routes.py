"""How a base spin awards things: chances and expected numbers, as rational numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from mathlib.exact.pig_wizard.states import State
from mathlib.game.pig_wizard import GROW, MYSTIC_MONEY, WIZARD_SPINS, PigWizard

FEATURES = (MYSTIC_MONEY, WIZARD_SPINS)
BALLS = ("left", "right")


@dataclass(frozen=True)
class Routes:
    """Ways to the features, per game round.

    Parameters
    ----------
    wizard : Fraction
        Chance that the Pig Wizard is in view, placed ones included.
    cash_lock : Fraction
        Chance that locked symbols are unlocked, on spins with a modifier too.
    balls : mapping
        "left" and "right" to the chance that this ball is hit.
    route : mapping
        (route, outcome) to the chance that it comes at least once; routes are "left", "right"
        and "locked", outcomes the features and, for balls, "grow".
    feature : mapping
        Feature to the chance that a round awards it at least once.
    awards : mapping
        Feature to the expected number of awards in a round.
    numbers : mapping
        Law of the number of awards of Wizard Spins in a round that has one; a single award where
        none can come.
    """

    wizard: Fraction
    cash_lock: Fraction
    balls: Mapping[str, Fraction]
    route: Mapping[tuple[str, str], Fraction]
    feature: Mapping[str, Fraction]
    awards: Mapping[str, Fraction]
    numbers: Mapping[int, Fraction]


def routes(game: PigWizard, base: Sequence[State]) -> Routes:
    """Return the chances of every route.

    Parameters
    ----------
    game : PigWizard
    base : sequence of State
        States of a base spin.

    Examples
    --------
    >>> from mathlib.exact.pig_wizard.states import base_states
    >>> from mathlib.game.files import example
    >>> game = example("pig_wizard")
    >>> found = routes(game, base_states(game))
    >>> found.wizard, found.balls["left"] / found.wizard
    (Fraction(61, 600), Fraction(11, 20))
    """
    held = [state for state in base if state.wizard]
    landed: dict[int, Fraction] = {}
    for state in held:
        for count, chance in state.law.landed.items():
            landed[count] = landed.get(count, Fraction(0)) + state.probability * chance
    wizard = sum(landed.values(), Fraction(0))
    hits = game.crystal_balls.hits.probability
    hit = {ball: hits(ball) + hits("both") for ball in BALLS}
    tables = {"left": game.crystal_balls.left, "right": game.crystal_balls.right}
    route = {
        (ball, outcome): wizard * hit[ball] * tables[ball].probability(outcome)
        for ball in BALLS
        for outcome in (GROW, *FEATURES)
    }
    feature, awards = {}, {}
    for name in FEATURES:
        locked = game.locked.probability(name)
        none = sum((chance * (1 - locked) ** k for k, chance in landed.items()), Fraction(0))
        route["locked", name] = wizard - none
        feature[name] = wizard - none * _no_ball(game, name)
        by_locked = locked * sum((k * chance for k, chance in landed.items()), Fraction(0))
        awards[name] = by_locked + route["left", name] + route["right", name]
    return Routes(
        wizard=wizard,
        cash_lock=wizard - landed.get(0, Fraction(0)),
        balls={ball: wizard * chance for ball, chance in hit.items()},
        route=route,
        feature=feature,
        awards=awards,
        numbers=_numbers(game, landed),
    )


def _numbers(game: PigWizard, landed: Mapping[int, Fraction]) -> Mapping[int, Fraction]:
    """Return the law of the number of awards of Wizard Spins, given that there is one."""
    locked = game.locked.probability(WIZARD_SPINS)
    hits = game.crystal_balls.hits.probability
    left = game.crystal_balls.left.probability(WIZARD_SPINS)
    right = game.crystal_balls.right.probability(WIZARD_SPINS)
    two = hits("both") * left * right
    one = hits("left") * left + hits("right") * right
    one += hits("both") * (left * (1 - right) + right * (1 - left))
    out: dict[int, Fraction] = {}
    for k, chance in landed.items():
        for n in range(k + 1):
            by_locked = chance * comb(k, n) * locked**n * (1 - locked) ** (k - n)
            for balls, share in enumerate((1 - one - two, one, two)):
                if n + balls and by_locked * share:
                    out[n + balls] = out.get(n + balls, Fraction(0)) + by_locked * share
    total = sum(out.values(), Fraction(0))
    return {n: chance / total for n, chance in sorted(out.items())} or {1: Fraction(1)}


def _no_ball(game: PigWizard, name: str) -> Fraction:
    """Return the chance that the balls of one landing do not give a feature."""
    hits = game.crystal_balls.hits.probability
    left = 1 - game.crystal_balls.left.probability(name)
    right = 1 - game.crystal_balls.right.probability(name)
    return (
        hits("neither") + hits("left") * left + hits("right") * right + hits("both") * left * right
    )
