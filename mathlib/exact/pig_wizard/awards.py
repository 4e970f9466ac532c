"""How often a game round gives each advertised award at least once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from mathlib.core.figures import ZERO, Figure
from mathlib.exact.pig_wizard.points import UNIT, Bounded, Real
from mathlib.exact.pig_wizard.retrigger import Retrigger
from mathlib.exact.pig_wizard.solution import Solution
from mathlib.exact.pig_wizard.states import State
from mathlib.game.pig_wizard import (
    CASH_ADD,
    LINE_WIN,
    MYSTIC_MONEY,
    NONE,
    WIZARD_SPINS,
    PigWizard,
)


def award_odds(game: PigWizard, solution: Solution) -> dict[str, Figure]:
    """Return the chance per game round of every advertised award, rarest last.

    Parameters
    ----------
    game : PigWizard
    solution : Solution
        Of the game.

    Returns
    -------
    dict
        "locked cash", "added cash", "mystic cash", "bonus cash": the greatest value of each cash
        table, shown and paid; the names of features and modifiers; "ball feature" and "locked
        feature" for the routes that have a chance; and "cap".

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> game = example("pig_wizard")
    >>> odds = award_odds(game, evaluate(game).detail)
    >>> list(odds)[0], list(odds)[-1]
    ('cash_add', 'cap')
    """
    routes, rules = solution.routes, game.modifiers
    held = [state for state in solution.base if state.wizard]
    placed = [state for state in solution.base if state.modifier == CASH_ADD]
    values = [value for value in game.locked if isinstance(value, int)]
    locked = game.locked.probability(max(values)) if values else Fraction(0)
    mystic = game.mystic_money.cash.probability(max(game.mystic_money.cash))
    none = sum((p * (1 - mystic) ** n for n, p in solution.mystic_counts.items()), Fraction(0))
    chances = {
        "locked cash": _shown(held, locked, landed=True, added=False),
        "mystic cash": routes.feature[MYSTIC_MONEY] * (1 - none),
        MYSTIC_MONEY: routes.feature[MYSTIC_MONEY],
        WIZARD_SPINS: routes.feature[WIZARD_SPINS],
        **{f"{route} {outcome}": chance for (route, outcome), chance in routes.route.items()
           if chance and outcome in routes.feature},
    }  # fmt: skip
    if placed:
        top = rules.cash_add.cash.probability(max(rules.cash_add.cash))
        chances["added cash"] = _shown(placed, top, landed=False, added=True)
    for name in (CASH_ADD, LINE_WIN):
        if name in rules.weights:
            chances[name] = rules.weights.probability(name)
    odds = {name: Figure.rational(chance) for name, chance in chances.items()}
    odds["bonus cash"] = _bonus_cash(game, solution)
    if game.cap is not None:
        odds["cap"] = solution.round.at_least(game.cap)
    return dict(sorted(odds.items(), key=lambda item: -item[1].value))


def _shown(states: Sequence[State], top: Fraction, *, landed: bool, added: bool) -> Fraction:
    """Return the chance that one of these states comes and one of its prizes has the top value."""
    out = Fraction(0)
    for state in states:
        for prizes, chance in _prizes(state, landed=landed, added=added).items():
            out += state.probability * chance * (1 - (1 - top) ** prizes)
    return out


def _prizes(state: State, *, landed: bool, added: bool) -> Mapping[int, Fraction]:
    out: dict[int, Fraction] = {}
    for (in_view, number), (scale, wins) in state.law.slices.items():
        prizes = in_view * landed + number * added
        out[prizes] = out.get(prizes, Fraction(0)) + scale * sum(wins.values())
    return out


def _bonus_cash(game: PigWizard, solution: Solution) -> Figure:
    """Return the chance of a bonus that shows its greatest cash value.

    Spins without it are thinned spins: with s their chance per spin, an award without it has the
    chance T**spins, T the fixed point at w = s.
    """
    rules = game.wizard_spins
    top = rules.cash.probability(max(rules.cash))
    without = sum(
        (
            state.probability * chance * (1 - top) ** prizes
            for state in solution.bonus
            for prizes, chance in _prizes(state, landed=True, added=True).items()
        ),
        Fraction(0),
    )
    came = solution.routes.feature[WIZARD_SPINS]
    if not came or without == 1:
        return ZERO
    chances = rules.retrigger.probability
    none, one, both = (float(chances(name)) for name in (NONE, "one", "both"))
    point = Real(1.0)
    spin = Bounded(float(without), UNIT * float(without))
    award = point.power(point.root(Retrigger(rules.spins, (none, one, both)), spin), rules.spins)
    never = Bounded(0.0)
    for number, chance in solution.routes.numbers.items():
        never = never + award**number * float(chance)
    return Figure(1 - never.value, "exact", never.error + UNIT).times(float(came))
