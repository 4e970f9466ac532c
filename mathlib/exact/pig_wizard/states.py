"""The states of a spin: which modifier, whether the Pig Wizard stands, and the law given that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mathlib.core.remember import remembered
from mathlib.core.weights import WeightTable
from mathlib.exact.columns import Column, column, with_cell
from mathlib.exact.pig_wizard.state_law import StateLaw, at_least, plain, with_added
from mathlib.exact.pig_wizard.transfer import SpinLaw, spin_law
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
    weights = game.modifiers.weights
    land = game.pig_wizard.probability(LAND)
    wizards = ((False, 1 - land), (True, land))

    def states() -> Iterator[State]:
        for wizard, chance in wizards:
            law = _plain(game, game.strips, wizard)
            yield State(NONE, wizard, weights.probability(NONE) * chance, law)
        if CASH_ADD in weights:
            law = _added(game, game.strips, game.modifiers.cash_add.added)
            yield State(CASH_ADD, True, weights.probability(CASH_ADD), law)
        for wizard, chance in wizards:
            if LINE_WIN in weights and chance:
                law = _guaranteed(game, wizard)
                yield State(LINE_WIN, wizard, weights.probability(LINE_WIN) * chance, law)

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
    weights = rules.cash_add.weights
    states = [State(NONE, True, weights.probability(NONE), _plain(game, rules.strips, True))]
    if CASH_ADD in weights:
        law = _added(game, rules.strips, rules.cash_add.added)
        states.append(State(CASH_ADD, True, weights.probability(CASH_ADD), law))
    return tuple(state for state in states if state.probability)


def reels_key(game: PigWizard, strips: Sequence[Strip], *others: object) -> tuple[object, ...]:
    """Return all that a law of the reels depends on, as a key to remember it by.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> game = example("pig_wizard")
    >>> reels_key(game, game.strips) == reels_key(game, game.strips, True)
    False
    """
    reels = (strip.model_dump_json() for strip in strips)
    return (*reels, game.rules.model_dump_json(), game.centre, *others)


def _spin(game: PigWizard, strips: Sequence[Strip], held: bool) -> SpinLaw:
    return _spin_law(reels_key(game, strips, held), game, strips, held)


@remembered(16)
def _spin_law(_: object, game: PigWizard, strips: Sequence[Strip], held: bool) -> SpinLaw:
    if held:
        return spin_law(held_columns(game, strips), game.rules, CASH, game.centre)
    return spin_law([column(strip, game.rows) for strip in strips], game.rules, CASH)


def _plain(game: PigWizard, strips: Sequence[Strip], held: bool) -> StateLaw:
    return _plain_law(reels_key(game, strips, held), game, strips, held)


@remembered(16)
def _plain_law(_: object, game: PigWizard, strips: Sequence[Strip], held: bool) -> StateLaw:
    return plain(_spin(game, strips, held), game.line_bets)


def _added(game: PigWizard, strips: Sequence[Strip], added: WeightTable[int]) -> StateLaw:
    return _added_law(reels_key(game, strips, added), game, strips, added)


@remembered(16)
def _added_law(
    _: object, game: PigWizard, strips: Sequence[Strip], added: WeightTable[int]
) -> StateLaw:
    return with_added(_spin(game, strips, True), added, game.other_cells, game.line_bets)


def _guaranteed(game: PigWizard, held: bool) -> StateLaw:
    wanted = -(-game.modifiers.line_win.at_least * game.line_bets // LATTICE)
    return _at_least_law(reels_key(game, game.strips, held, wanted), game, held, wanted)


@remembered(16)
def _at_least_law(_: object, game: PigWizard, held: bool, wanted: int) -> StateLaw:
    return at_least(_plain(game, game.strips, held), wanted)
