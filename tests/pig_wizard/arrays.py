"""A game of Pig Wizard as arrays, for the compiled rounds.

Symbols are numbers: the paytable's from 0, then Cash Prize, then Pig Wizard.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mathlib.game.pig_wizard import (
    CASH,
    CASH_ADD,
    GROW,
    LAND,
    LINE_WIN,
    MYSTIC_MONEY,
    NONE,
    WIZARD,
    WIZARD_SPINS,
    PigWizard,
)
from tests.pig_wizard.draws import table_of
from tests.pig_wizard.naive import BALLS


class Arrays(NamedTuple):
    """A game as arrays.

    Strips are padded; beside the symbols stand the stop weights, the length and the total weight.
    """

    rows: int
    reel: int
    row: int
    cap: int  # -1 for none
    lines: np.ndarray
    pays: np.ndarray  # tenths
    base: tuple[np.ndarray, np.ndarray]
    mystic: tuple[np.ndarray, np.ndarray]
    bonus: tuple[np.ndarray, np.ndarray]
    modifiers: np.ndarray
    wizard: np.ndarray
    at_least: int
    added: np.ndarray
    added_cash: np.ndarray
    locked: np.ndarray
    hits: np.ndarray
    left: np.ndarray
    right: np.ndarray
    made: np.ndarray
    mystic_cash: np.ndarray
    spins: int
    bonus_cash: np.ndarray
    bonus_modifiers: np.ndarray
    bonus_added: np.ndarray
    retrigger: np.ndarray


_LEFT, _RIGHT = 1, 2
_NUMBERS = {
    NONE: 0,
    CASH_ADD: 1,
    LINE_WIN: 2,
    LAND: 1,
    GROW: 0,
    MYSTIC_MONEY: -1,
    WIZARD_SPINS: -2,
    "left": _LEFT,
    "right": _RIGHT,
    "both": _LEFT | _RIGHT,
    "neither": 0,
}


def arrays_of(game: PigWizard) -> Arrays:
    """Turn a game into arrays."""
    names = [*game.paytable, CASH, WIZARD]

    def table(weights, numbers=_NUMBERS):
        return table_of([numbers.get(outcome, outcome) for outcome in weights], [*weights.values()])

    def strips(reels):
        longest = max(len(strip.symbols) for strip in reels)
        symbols = np.zeros((len(reels), longest), dtype=np.int64)
        weights = np.zeros((len(reels), longest + 2), dtype=np.int64)
        for i, strip in enumerate(reels):
            n = len(strip.symbols)
            symbols[i, :n] = [names.index(symbol) for symbol in strip.symbols]
            weights[i, :n] = strip.stop_weights
            weights[i, -2:] = n, strip.total
        return symbols, weights

    unit = 10 / len(game.lines)
    return Arrays(
        rows=game.rows,
        reel=game.centre[0],
        row=game.centre[1],
        cap=-1 if game.cap is None else game.cap,
        lines=np.array(game.lines, dtype=np.int64),
        pays=np.array([np.maximum.accumulate(row) * unit for row in game.paytable.values()])
        .round()
        .astype(np.int64),
        base=strips(game.strips),
        mystic=strips(game.mystic_money.strips),
        bonus=strips(game.wizard_spins.strips),
        modifiers=table(game.modifiers.weights),
        wizard=table(game.pig_wizard),
        at_least=game.modifiers.line_win.at_least,
        added=table(game.modifiers.cash_add.added),
        added_cash=table(game.modifiers.cash_add.cash),
        locked=table(game.locked),
        hits=table(game.crystal_balls.hits),
        left=table(game.crystal_balls.left),
        right=table(game.crystal_balls.right),
        made=table(game.mystic_money.made),
        mystic_cash=table(game.mystic_money.cash),
        spins=game.wizard_spins.spins,
        bonus_cash=table(game.wizard_spins.cash),
        bonus_modifiers=table(game.wizard_spins.cash_add.weights),
        bonus_added=table(game.wizard_spins.cash_add.added),
        retrigger=table(game.wizard_spins.retrigger, BALLS),
    )
