"""Parameters of Pig Wizard as arrays of integers, laid out for the kernel.

Symbols are codes: paying symbols in paytable order, then the Cash Prize, then the Pig Wizard.
A cell is ``reel * rows + row``. Every table of weights keeps the order of the parameter file,
because that is the order in which draws are assigned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from mathlib.core.weights import WeightTable
from mathlib.game.fields import LATTICE
from mathlib.game.pig_wizard import (
    CASH,
    CASH_ADD,
    GROW,
    LAND,
    LINE_WIN,
    MYSTIC_MONEY,
    NONE,
    WIZARD_SPINS,
    PigWizard,
)
from mathlib.play.streams import Ints, cumulative, wheel

NO_MODIFIER, ADDS, WINS = range(3)
"""Codes of the modifiers: none, cash add, line win."""
GROWS, GIVES_MYSTIC, GIVES_SPINS = -1, -2, -3
"""Codes of what a ball or a locked symbol gives; cash values are above 0."""
LEFT, RIGHT = 1, 2
"""Bits of the crystal balls that are hit."""
NO_CAP = 1 << 62
_MODIFIERS = {NONE: NO_MODIFIER, CASH_ADD: ADDS, LINE_WIN: WINS}
_GIVEN = {GROW: GROWS, MYSTIC_MONEY: GIVES_MYSTIC, WIZARD_SPINS: GIVES_SPINS}


def codes(first: int, last: int) -> Any:
    """Return constants for the kernel, from first to last.

    They are numpy integers, because for each Python constant that a compiled part is called
    with it would be compiled anew.

    Examples
    --------
    >>> codes(0, 2).tolist()
    [0, 1, 2]
    """
    return np.arange(first, last + 1)


MODIFIER, LANDS, LOCKED, HITS, LEFT_TABLE, RIGHT_TABLE, ADDED, ADDED_CASH = codes(0, 7)
MADE, MYSTIC_CASH, BONUS_MODIFIER, BONUS_ADDED, BONUS_CASH, RETRIGGER = codes(8, 13)
"""Places of the tables of weights in ``tables``."""
BASE, MYSTIC_STRIPS, BONUS_STRIPS = codes(0, 2)
"""Sets of strips: base game, Mystic Money, Wizard Spins."""
TOTAL, EVEN, FIRST, WEIGHTS, GUIDES, SHIFT = range(6)
"""Columns of ``reels``."""
REEL, ROW, LINES, NEXT, ENDS = range(5)
"""Columns of ``nodes``."""


class Layout(NamedTuple):
    """The whole game for the kernel; amounts in tenths of the total bet.

    Parameters
    ----------
    rows, cells, centre, cash, wizard : int
        Height of the window, number of cells, centre cell, codes of the two special symbols.
    cap, wanted, spins : int
        Win cap, least line win of the line-win modifier, spins of one award.
    line_rows : int
        Rows of the pay table.
    strips : ndarray
        Room for one window, then the symbols of every strip, its beginning repeated at its end
        so that a window needs no wrap.
    reels : ndarray, shape (3, reels, 6)
        Per set of strips and reel the total weight, whether all weights are 1, where the strip
        begins in ``strips``, and where its `Wheel` stands in ``wheels``.
    wheels : ndarray
        Cumulative weights and guides of all reels.
    tables : ndarray, shape (tables, outcomes, 2)
        Cumulative weight, and code or amount, of every outcome; short tables end in repetitions
        of their last outcome, which are never drawn.
    tops : ndarray, shape (4,)
        Greatest cash value of locked symbols, added prizes, Mystic Money and Wizard Spins.
    nodes : ndarray, shape (nodes, 5)
        The tree of the line chart's prefixes in preorder: reel, row, lines below, the node after
        the last descendant, whether it ends a line.
    pays : ndarray, shape (codes, reels + 1, 2)
        The highest pay of a run of a symbol, and its row among `line_rows` or -1.
    """

    rows: int
    cells: int
    centre: int
    cash: int
    wizard: int
    cap: int
    wanted: int
    spins: int
    line_rows: int
    strips: Ints
    reels: Ints
    wheels: Ints
    tables: Ints
    tops: Ints
    nodes: Ints
    pays: Ints


def layout(game: PigWizard) -> Layout:
    """Lay out a game for the kernel.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> laid = layout(example("pig_wizard"))
    >>> laid.cells, laid.centre, laid.nodes.shape, laid.tables.shape
    (15, 7, (40, 5), (14, 8, 2))
    """
    values = [outcome for outcome in game.locked if isinstance(outcome, int)]
    added = game.modifiers.cash_add.cash
    cash = (values, added, game.mystic_money.cash, game.wizard_spins.cash)
    strips, reels, wheels = _strips(game)
    return Layout(
        rows=game.rows,
        cells=game.reels * game.rows,
        centre=game.centre[0] * game.rows + game.centre[1],
        cash=len(game.paytable),
        wizard=len(game.paytable) + 1,
        cap=NO_CAP if game.cap is None else game.cap,
        wanted=game.modifiers.line_win.at_least,
        spins=game.wizard_spins.spins,
        line_rows=len(line_rows(game)),
        strips=strips,
        reels=reels,
        wheels=wheels,
        tables=_tables(game),
        tops=np.array([max(values, default=0) for values in cash]),
        nodes=_nodes(game.lines),
        pays=_pays(game),
    )


def line_rows(game: PigWizard) -> tuple[tuple[str, int], ...]:
    """Return every paid (symbol, count), in paytable order, fewest of a kind first.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> line_rows(example("pig_wizard"))[:4]
    (('chest', 3), ('chest', 4), ('chest', 5), ('hat', 3))
    """
    return tuple(
        (symbol, count)
        for symbol, pays in game.paytable.items()
        for count, pay in enumerate(pays, start=1)
        if pay
    )


def _pays(game: PigWizard) -> Ints:
    """Return the highest pay of every run; of equal pays the greatest count is named."""
    places = {row: place for place, row in enumerate(line_rows(game))}
    out = np.zeros((len(game.paytable) + 2, game.reels + 1, 2), dtype=np.int64)
    out[:, :, 1] = -1
    for code, (symbol, pays) in enumerate(game.paytable.items()):
        for run in range(1, game.reels + 1):
            pay, count = max((pays[n - 1], n) for n in range(1, run + 1))
            if pay:
                out[code, run] = pay * LATTICE // game.line_bets, places[symbol, count]
    return out


def _nodes(lines: Sequence[tuple[int, ...]]) -> Ints:
    nodes: list[list[int]] = []

    def grow(prefix: tuple[int, ...], below: Sequence[tuple[int, ...]]) -> None:
        reel = len(prefix)
        ends = reel + 1 == len(lines[0])
        for row in sorted({line[reel] for line in below}):
            further = [line for line in below if line[reel] == row]
            node = [reel, row, len(further), 0, int(ends)]
            nodes.append(node)
            if not ends:
                grow((*prefix, row), further)
            node[NEXT] = len(nodes)

    grow((), lines)
    return np.array(nodes, dtype=np.int64)


def _strips(game: PigWizard) -> tuple[Ints, Ints, Ints]:
    codes = {symbol: code for code, symbol in enumerate((*game.paytable, CASH))}
    symbols = [0] * (game.reels * game.rows)
    wheels: list[int] = []
    sets = (game.strips, game.mystic_money.strips, game.wizard_spins.strips)
    reels = np.zeros((len(sets), game.reels, 6), dtype=np.int64)
    for place, strips in enumerate(sets):
        for reel, strip in enumerate(strips):
            one, n = wheel(strip.stop_weights), len(strip.symbols)
            at = len(wheels)
            guide = at + len(one.cumulative)
            total = int(one.cumulative[-1])
            reels[place, reel] = total, one.even, len(symbols), at, guide, one.shift
            symbols += [codes[strip.symbols[i % n]] for i in range(n + game.rows - 1)]
            wheels += [*one.cumulative.tolist(), *one.guide.tolist()]
    return np.array(symbols), reels, np.array(wheels)


def _tables(game: PigWizard) -> Ints:
    modifiers, bonus, mystic = game.modifiers, game.wizard_spins, game.mystic_money
    balls, adds = game.crystal_balls, modifiers.cash_add
    tables: dict[Any, tuple[WeightTable[Any], Mapping[Any, int]]] = {
        MODIFIER: (modifiers.weights, _MODIFIERS),
        LANDS: (game.pig_wizard, {LAND: 1, NONE: 0}),
        LOCKED: (game.locked, _GIVEN),
        HITS: (balls.hits, {"left": LEFT, "right": RIGHT, "both": LEFT | RIGHT, "neither": 0}),
        LEFT_TABLE: (balls.left, _GIVEN),
        RIGHT_TABLE: (balls.right, _GIVEN),
        ADDED: (adds.added, {}),
        ADDED_CASH: (adds.cash, {}),
        MADE: (mystic.made, {}),
        MYSTIC_CASH: (mystic.cash, {}),
        BONUS_MODIFIER: (bonus.cash_add.weights, _MODIFIERS),
        BONUS_ADDED: (bonus.cash_add.added, {}),
        BONUS_CASH: (bonus.cash, {}),
        RETRIGGER: (bonus.retrigger, {NONE: 0, "one": 1, "both": 2}),
    }
    width = max(len(table) for table, _ in tables.values())
    out = np.zeros((len(tables), width, 2), dtype=np.int64)
    for place, (table, codes) in tables.items():
        out[place, :, 0] = table.total
        out[place, : len(table), 0] = cumulative(list(table.values()))
        out[place, : len(table), 1] = [codes.get(outcome, outcome) for outcome in table]
    return out
