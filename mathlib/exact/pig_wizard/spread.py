"""Mean and variance of what a base-game event wins: Cash Lock and the two modifiers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mathlib.exact.pig_wizard.means import Win, amount
from mathlib.exact.pig_wizard.solution import Solution
from mathlib.exact.pig_wizard.states import State
from mathlib.game.fields import LATTICE
from mathlib.game.pig_wizard import CASH_ADD, LINE_WIN, NONE, PigWizard


def event_wins(game: PigWizard, solution: Solution) -> dict[str, Win]:
    """Return what each event wins when it comes, before the cap; features apart.

    Parameters
    ----------
    game : PigWizard
    solution : Solution
        Of the game.

    Returns
    -------
    dict
        "cash_lock": cash of at least one locked symbol, on spins without a modifier;
        "cash_add" and "line_win": line wins and cash of a spin with that modifier. An event that
        cannot come is left out.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> game = example("pig_wizard")
    >>> wins = event_wins(game, evaluate(game).detail)
    >>> round(float(wins["cash_lock"].mean), 6)
    2.159692
    """
    out = {}
    plain = [s for s in solution.base if s.modifier == NONE and s.wizard and s.law.mean_landed]
    if plain:
        out["cash_lock"] = _cash_lock(game, plain)
    for name in (CASH_ADD, LINE_WIN):
        states = [state for state in solution.base if state.modifier == name]
        if states:
            out[name] = _modifier(game, states)
    return out


def locked_value(game: PigWizard) -> Win:
    """Return the cash value of one locked symbol; a feature counts as 0."""
    table = game.locked
    values = [(Fraction(x, LATTICE), n) for x, n in table.items() if isinstance(x, int)]
    mean = sum((x * n for x, n in values), Fraction(0)) / table.total
    second = sum((x * x * n for x, n in values), Fraction(0)) / table.total
    return Win(mean, second - mean**2)


def _cash_lock(game: PigWizard, states: Sequence[State]) -> Win:
    one = locked_value(game)
    chance, first, second = Fraction(0), Fraction(0), Fraction(0)
    for state in states:
        for landed, p in state.law.landed.items():
            if landed:
                chance += state.probability * p
                first += state.probability * p * landed * one.mean
                square = landed * one.variance + (landed * one.mean) ** 2
                second += state.probability * p * square
    mean = first / chance
    return Win(mean, second / chance - mean**2)


def _modifier(game: PigWizard, states: Sequence[State]) -> Win:
    """Return the win of a spin of these states.

    With l the line win, k landed and a added prizes, and their values independent, the second
    moment is E[(l + k m + a c)**2] + v E[k] + w E[a].
    """
    added = amount(game.modifiers.cash_add.cash)
    total = sum((state.probability for state in states), Fraction(0))
    first, second = Fraction(0), Fraction(0)
    for state in states:
        one = locked_value(game) if state.wizard else Win(Fraction(0), Fraction(0))
        scale = (Fraction(1, game.line_bets), one.mean, added.mean)
        law, share = state.law, state.probability / total

        def product(i: int, j: int, state: State = state) -> Fraction:
            return state.law.mean(lambda *x: x[i] * x[j])

        means = (law.mean_line * game.line_bets, law.mean_landed, law.mean_added)
        first += share * sum((a * b for a, b in zip(scale, means, strict=True)), Fraction(0))
        square = sum(
            (scale[i] * scale[j] * product(i, j) for i in range(3) for j in range(3)), Fraction(0)
        )
        second += share * (square + one.variance * means[1] + added.variance * means[2])
    return Win(first, second - first**2)
