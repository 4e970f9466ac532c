"""The states of a spin: which modifier, whether the Pig Wizard stands, and the law given that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mathlib.exact.columns import Column, column, with_cell
from mathlib.exact.pig_wizard.state_law import StateLaw, at_least, plain, with_added
from mathlib.exact.pig_wizard.transfer import spin_law
from mathlib.game.fields import LATTICE
from mathlib.game.lines import Strip
from mathlib.game.pig_wizard import CASH, CASH_ADD, LAND, LINE_WIN, NONE, WIZARD, PigWizard


@dataclass(frozen=True, eq=False)
class State:
    """One kind of spin, with its chance.

    Parameters
    ----------
    modifier : str
        ``none``, ``cash_add`` or ``line_win``.
    wizard : bool
        Whether the Pig Wizard stands in the centre.
    probability : Fraction
        Chance of the state.
    law : StateLaw
        What the reels show given the state.
    """

    modifier: str
    wizard: bool
    probability: Fraction
    law: StateLaw


def held_columns(game: PigWizard, strips: Sequence[Strip]) -> list[Column]:
    """Return the reels with the Pig Wizard in the centre.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> game = example("pig_wizard")
    >>> held_columns(game, game.strips)[2].windows[0]
    ('10', 'wizard', 'Q')
    """
    columns = [column(strip, game.rows) for strip in strips]
    reel, row = game.centre
    columns[reel] = with_cell(columns[reel], row, WIZARD)
    return columns


def base_states(game: PigWizard) -> tuple[State, ...]:
    """Return the states of a base spin that have a chance; their chances add up to 1.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> [(state.modifier, state.wizard) for state in base_states(example("pig_wizard"))]
    [('none', False), ('none', True), ('cash_add', True), ('line_win', False), ('line_win', True)]
    """
    weights, bets, rules = game.modifiers.weights, game.line_bets, game.rules
    land = game.pig_wizard.probability(LAND)
    wanted = -(-game.modifiers.line_win.at_least * bets // LATTICE)
    columns = [column(strip, game.rows) for strip in game.strips]
    held = spin_law(held_columns(game, game.strips), rules, CASH, game.centre)
    without, with_it = plain(spin_law(columns, rules, CASH), bets), plain(held, bets)

    def states() -> Iterator[State]:
        for wizard, chance, law in ((False, 1 - land, without), (True, land, with_it)):
            yield State(NONE, wizard, weights.probability(NONE) * chance, law)
        if CASH_ADD in weights:
            law = with_added(held, game.modifiers.cash_add.added, game.other_cells, bets)
            yield State(CASH_ADD, True, weights.probability(CASH_ADD), law)
        for wizard, chance, law in ((False, 1 - land, without), (True, land, with_it)):
            if LINE_WIN in weights and chance:
                guaranteed = at_least(law, wanted)
                yield State(LINE_WIN, wizard, weights.probability(LINE_WIN) * chance, guaranteed)

    return tuple(state for state in states() if state.probability)


def bonus_states(game: PigWizard) -> tuple[State, ...]:
    """Return the states of one Wizard Spin; the Pig Wizard is held in all of them.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> [str(state.probability) for state in bonus_states(example("pig_wizard"))]
    ['9/10', '1/10']
    """
    rules = game.wizard_spins
    law = spin_law(held_columns(game, rules.strips), game.rules, CASH, game.centre)
    laws = {
        NONE: plain(law, game.line_bets),
        CASH_ADD: with_added(law, rules.cash_add.added, game.other_cells, game.line_bets),
    }
    weights = rules.cash_add.weights
    return tuple(
        State(name, True, weights.probability(name), laws[name]) for name in laws if name in weights
    )
