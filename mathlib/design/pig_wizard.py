"""Dials of Pig Wizard: how often the balls give a feature, and how many spins it brings.

Both dials are integer weights with a law of their own, so no search is needed. A round misses a
feature only when no locked symbol and neither ball gives it, and a ball's share of that is linear
in its own weight. Wizard Spins pay A / (1 - mu) with mu extra spins per spin, and retriggers move
mu alone. Only what the cap takes has no such law; it is small and is evaluated again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

from mathlib.core.errors import MathlibError
from mathlib.core.weights import WeightTable
from mathlib.design.strips import strip_from_counts
from mathlib.evaluation import evaluate
from mathlib.exact.pig_wizard.routes import routes
from mathlib.exact.pig_wizard.states import base_states
from mathlib.game.lines import Strip
from mathlib.game.pig_wizard import GROW, NONE, PigWizard

Ball = Literal["left", "right"]
Feature = Literal["mystic_money", "wizard_spins"]

PASSES = 6
"""Evaluations at most; the cap takes so little that two or three settle the weight."""


def reels(counts: Mapping[str, Sequence[int]], seed: int) -> tuple[Strip, ...]:
    """Return one strip per reel from a table of symbol counts.

    Parameters
    ----------
    counts : mapping
        Symbol to its stops on each reel; 0 where the reel does not have it.
    seed : int
        Of the first reel; the others follow.

    Returns
    -------
    tuple of Strip
        No symbol stands beside itself.

    Raises
    ------
    MathlibError
        When the rows of the table are not equally long.

    Examples
    --------
    >>> [len(strip.symbols) for strip in reels({"A": [2, 3], "K": [2, 2], "cash": [0, 1]}, seed=1)]
    [4, 6]
    """
    sizes = {symbol: len(row) for symbol, row in counts.items()}
    if len(set(sizes.values())) != 1:
        raise MathlibError(
            "symbol counts: every symbol needs one number per reel; their numbers are "
            + ", ".join(f"{symbol} {size}" for symbol, size in sizes.items())
        )
    columns = zip(*counts.values(), strict=True)
    return tuple(
        strip_from_counts({s: n for s, n in zip(counts, column, strict=True) if n}, seed + reel)
        for reel, column in enumerate(columns)
    )


def with_ball(game: PigWizard, ball: Ball, feature: Feature, weight: int) -> PigWizard:
    """Return the game with another weight of a feature on one ball; ``grow`` takes the rest.

    Parameters
    ----------
    game : PigWizard
    ball, feature : str
        Which ball, and what it gives.
    weight : int
        From 0; the total of the ball's table stays as it is.

    Raises
    ------
    MathlibError
        When the weight leaves nothing for ``grow``.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> dict(with_ball(example("pig_wizard"), "left", "mystic_money", 10).crystal_balls.left)
    {'grow': 90, 'mystic_money': 10}
    """
    table = getattr(game.crystal_balls, ball)
    others = {name: w for name, w in table.items() if name not in (GROW, feature)}
    rest = table.total - weight - sum(others.values())
    if weight < 0 or rest <= 0:
        raise MathlibError(
            f"{ball} ball: a weight of {weight} for {feature} is outside "
            f"0..{rest + weight - 1}, which leaves something for {GROW}"
        )
    # A name keeps its place in the table, for that is the order in which draws are assigned.
    names = dict.fromkeys([*table, feature])
    weights = others | {GROW: rest, feature: weight}
    changed = WeightTable({name: weights[name] for name in names if weights.get(name)})
    return game.model_copy(
        update={"crystal_balls": game.crystal_balls.model_copy(update={ball: changed})}
    )


def tune_ball(game: PigWizard, ball: Ball, feature: Feature, one_in: float) -> PigWizard:
    """Choose a ball's weight so that a feature comes once in so many game rounds.

    Parameters
    ----------
    game : PigWizard
    ball, feature : str
        The weight to choose; all other ways to the feature stay as they are.
    one_in : float
        Wanted game rounds per feature, whichever way it comes.

    Returns
    -------
    PigWizard
        With the integer weight whose chance is nearest.

    Raises
    ------
    MathlibError
        When the ball cannot bring it there, naming what it can reach.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> game = tune_ball(example("pig_wizard"), "left", "mystic_money", one_in=150)
    >>> dict(game.crystal_balls.left)
    {'grow': 93, 'mystic_money': 7}
    """
    base = base_states(game)
    table = getattr(game.crystal_balls, ball)
    most = table[GROW] + table.get(feature, 0) - 1
    low, high = (
        routes(with_ball(game, ball, feature, weight), base).feature[feature]
        for weight in (0, most)
    )
    share = (1 / Fraction(one_in) - low) / (high - low) if high > low else Fraction(-1)
    if not 0 <= share <= 1:
        rarest = f"1 in {float(1 / low):.1f}" if low else "never"
        often = f"1 in {float(1 / high):.1f}" if high else "never"
        raise MathlibError(
            f"{feature} cannot come 1 in {one_in:g} rounds by the {ball} ball alone, which "
            f"reaches from {rarest} to {often}; change the other ways to it first"
        )
    return with_ball(game, ball, feature, round(share * most))


def with_no_retrigger(game: PigWizard, weight: int) -> PigWizard:
    """Return the game with another weight of no retrigger after a Wizard Spin.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> dict(with_no_retrigger(example("pig_wizard"), 76).wizard_spins.retrigger)
    {'none': 76, 'one': 3, 'both': 1}
    """
    table = {**game.wizard_spins.retrigger, NONE: weight}
    spins = game.wizard_spins.model_copy(update={"retrigger": WeightTable(table)})
    return game.model_copy(update={"wizard_spins": spins})


def tune_retrigger(game: PigWizard, target: float) -> PigWizard:
    """Choose the weight of no retrigger that brings the total RTP nearest to a target.

    Parameters
    ----------
    game : PigWizard
        The game; large weights of one and both balls make a fine dial.
    target : float
        Wanted total RTP.

    Returns
    -------
    PigWizard

    Raises
    ------
    MathlibError
        When the game pays the target or more without any retrigger, or has none to move.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> game = tune_retrigger(example("pig_wizard"), target=1.0)
    >>> dict(game.wizard_spins.retrigger)
    {'none': 71, 'one': 3, 'both': 1}
    """
    for _ in range(PASSES):
        before, game = game, _retuned(game, target)
        if game == before:
            break
    return game


def _retuned(game: PigWizard, target: float) -> PigWizard:
    table, mu = game.wizard_spins.retrigger, game.wizard_spins.extra_per_spin
    if not mu:
        raise MathlibError("no retrigger has a weight, so its dial moves nothing; give it one")
    found = evaluate(game)
    bonus = found.figures["wizard_spins_rtp"].value
    rest, once = found.total.value - bonus, bonus * float(1 - mu)
    if target <= rest + once:
        raise MathlibError(
            f"without any retrigger the game pays {rest + once:.4%}, so retriggers cannot bring "
            f"the total down to {target:.4%}; lower other parts or choose a higher target"
        )
    wanted = 1 - once / (target - rest)
    return with_no_retrigger(game, round(float(mu) * table.total / wanted) - _some(table))


def _some(table: WeightTable[str]) -> int:
    return table.total - table.get(NONE, 0)
