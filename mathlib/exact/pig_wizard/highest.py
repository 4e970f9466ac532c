"""The highest win of a game round: the degree of its generating function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf

from mathlib.core.weights import WeightTable
from mathlib.exact.pig_wizard.states import State
from mathlib.game.pig_wizard import CASH_ADD, MYSTIC_MONEY, WIZARD_SPINS, PigWizard

Best = tuple[float, float]
"""Highest win without an award of Mystic Money and with one, -inf where there is none."""


def highest_win(
    game: PigWizard,
    base: Sequence[State],
    bonus: Sequence[State],
    mystic: Mapping[int, Fraction],
) -> float:
    """Return the highest total of a game round before the cap, in tenths of the total bet.

    Returns
    -------
    float
        Infinite when Wizard Spins can be awarded and retriggered.

    Examples
    --------
    >>> from mathlib.exact.pig_wizard.mystic import mystic_counts
    >>> from mathlib.exact.pig_wizard.states import base_states, bonus_states
    >>> from mathlib.game.files import example
    >>> game = example("pig_wizard")
    >>> highest_win(game, base_states(game), bonus_states(game), mystic_counts(game))
    inf
    """
    award = highest_award(game, bonus)
    money = max(mystic) * max(game.mystic_money.cash)
    locked = _outcome(game.locked, award)
    balls = _balls(game, award)
    best = -inf
    for state in base:
        added = max(game.modifiers.cash_add.cash) if state.modifier == CASH_ADD else 0
        for landed, number, tenths, _ in state.law.terms():
            total: Best = (max(tenths) + number * added, -inf)
            if state.wizard:
                for _ in range(landed):
                    total = _both(total, locked)
                total = _both(total, balls)
            best = max(best, total[0], _plus(total[1], money))
    return best


def highest_award(game: PigWizard, bonus: Sequence[State]) -> float:
    """Return the highest win of one award of Wizard Spins, in tenths of the total bet."""
    cash = max(game.wizard_spins.cash)
    spin = max(
        max(tenths) + (landed + number) * cash
        for state in bonus
        for landed, number, tenths, _ in state.law.terms()
    )
    if spin and game.wizard_spins.extra_per_spin:
        return inf
    return spin * game.wizard_spins.spins


def _outcome(table: WeightTable[str] | WeightTable[int | str], award: float) -> Best:
    without, with_it = -inf, -inf
    for outcome in table:
        if outcome == MYSTIC_MONEY:
            with_it = 0.0
        elif outcome == WIZARD_SPINS:
            without = max(without, award)
        else:
            without = max(without, outcome if isinstance(outcome, int) else 0)
    return without, with_it


def _both(a: Best, b: Best) -> Best:
    pairs = (a[1], b[0]), (a[0], b[1]), (a[1], b[1])
    return _plus(a[0], b[0]), max(_plus(x, y) for x, y in pairs)


def _plus(x: float, y: float) -> float:
    """Add, where what cannot happen stays impossible beside an infinite win."""
    return -inf if -inf in (x, y) else x + y


def _balls(game: PigWizard, award: float) -> Best:
    balls = game.crystal_balls
    left, right = _outcome(balls.left, award), _outcome(balls.right, award)
    ways = {"left": left, "right": right, "both": _both(left, right), "neither": (0.0, -inf)}
    found = [way for name, way in ways.items() if name in balls.hits]
    return max(way[0] for way in found), max(way[1] for way in found)
