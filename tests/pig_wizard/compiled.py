"""The rounds of `tests.pig_wizard.naive`, draw for draw, compiled.

Both forms take the same integers from the same generator in the same order, so their rounds must
be identical.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

import numpy as np

from mathlib.core.jit import kernel
from mathlib.game.pig_wizard import PigWizard
from tests.pig_wizard.arrays import arrays_of
from tests.pig_wizard.draws import below, pick, state_of
from tests.pig_wizard.naive import COLUMNS, Outcome


@kernel
def _fill(state, g, strips, wizard, window):
    symbols, weights = strips
    for reel in range(len(symbols)):
        n = weights[reel, -2]
        draw = below(state, weights[reel, -1])
        stop = 0
        while draw >= weights[reel, stop]:
            draw -= weights[reel, stop]
            stop += 1
        for row in range(g.rows):
            window[reel, row] = symbols[reel, (stop + row) % n]
    if wizard:
        window[g.reel, g.row] = len(g.pays) + 1


@kernel
def _lines(g, window):
    won = 0
    wild = len(g.pays) + 1
    for line in range(len(g.lines)):
        first = window[0, g.lines[line, 0]]
        if first >= len(g.pays):
            continue
        run = 1
        while run < len(window):
            symbol = window[run, g.lines[line, run]]
            if symbol != first and symbol != wild:
                break
            run += 1
        won += g.pays[first, run - 1]
    return won


@kernel
def _cash_in(g, window):
    count = 0
    for reel in range(len(window)):
        for row in range(g.rows):
            count += window[reel, row] == len(g.pays)
    return count


@kernel
def _take(state, cells, left):
    """Draw one of the cells left, and close the gap."""
    place = below(state, left)
    cell = cells[place]
    for i in range(place, left - 1):
        cells[i] = cells[i + 1]
    return cell


@kernel
def _add(state, g, table, window, cells):
    free = 0
    for reel in range(len(window)):
        for row in range(g.rows):
            if window[reel, row] < len(g.pays):
                cells[free] = reel * g.rows + row
                free += 1
    n = min(pick(state, table), free)
    for i in range(n):
        cell = _take(state, cells, free - i)
        window[cell // g.rows, cell % g.rows] = len(g.pays)
    return n


@kernel
def _mystic(state, g, window, cells):
    left = 0
    for cell in range(window.size):
        if cell != g.reel * g.rows + g.row:
            cells[left] = cell
            left += 1
    n = pick(state, g.made)
    made = np.zeros(n, dtype=np.int64)
    for i in range(n):
        made[i] = _take(state, cells, left - i)
    _fill(state, g, g.mystic, True, window)
    for i in range(n):
        window[made[i] // g.rows, made[i] % g.rows] = len(g.pays)
    win = 0
    for _ in range(_cash_in(g, window)):
        win += pick(state, g.mystic_cash)
    return win


# Places in a row, in the order of the fields of Outcome.
(MODIFIER, SEEN, BASE_LINES, CASH_LOCK, ADDED, LINE_GIVEN, MYSTIC_BY, _, _, SPINS_BY, _, _, MYSTIC,
 MONEY, AWARDS, SPINS, SPINS_LINES, SPINS_CASH, BONUS, TOTAL, PAID) = range(21)  # fmt: skip


@kernel
def _base(state, g, row, window, cells):
    modifier = pick(state, g.modifiers)
    wizard = modifier == 1 or pick(state, g.wizard) == 1
    _fill(state, g, g.base, wizard, window)
    while modifier == 2 and _lines(g, window) < g.at_least:
        _fill(state, g, g.base, wizard, window)
    locked, added = _cash_in(g, window), 0
    if modifier == 1:
        added = _add(state, g, g.added, window, cells)
    lines, cash = _lines(g, window), 0
    if wizard:
        for _ in range(locked):
            outcome = pick(state, g.locked)
            row[MYSTIC_BY] += outcome == -1
            row[SPINS_BY] += outcome == -2
            cash += max(outcome, 0)
        for _ in range(added):
            cash += pick(state, g.added_cash)
        hit = pick(state, g.hits)
        for side in range(2):
            if hit >> side & 1:
                shown = pick(state, g.right if side else g.left)
                row[MYSTIC_BY + 1 + side] = shown == -1
                row[SPINS_BY + 1 + side] = shown == -2
    row[MODIFIER], row[SEEN] = modifier, wizard
    if modifier == 0:
        row[BASE_LINES], row[CASH_LOCK] = lines, cash
    else:
        row[CASH_LOCK + modifier] = lines + cash
    row[MYSTIC] = row[MYSTIC_BY] > 0 or row[MYSTIC_BY + 1] > 0 or row[MYSTIC_BY + 2] > 0
    row[AWARDS] = row[SPINS_BY] + row[SPINS_BY + 1] + row[SPINS_BY + 2]
    return lines + cash


@kernel
def _bonus(state, g, row, window, cells):
    left = row[AWARDS] * g.spins
    while left > 0:
        left -= 1
        row[SPINS] += 1
        modifier = pick(state, g.bonus_modifiers)
        _fill(state, g, g.bonus, True, window)
        if modifier == 1:
            _add(state, g, g.bonus_added, window, cells)
        row[SPINS_LINES] += _lines(g, window)
        for _ in range(_cash_in(g, window)):
            row[SPINS_CASH] += pick(state, g.bonus_cash)
        left += pick(state, g.retrigger) * g.spins
    return row[SPINS_LINES] + row[SPINS_CASH]


@kernel
def _many(state, g, rows):
    window = np.zeros((len(g.base[0]), g.rows), dtype=np.int64)
    cells = np.zeros(window.size, dtype=np.int64)
    for r in range(len(rows)):
        row = rows[r]
        base = _base(state, g, row, window, cells)
        if row[MYSTIC]:
            row[MONEY] = _mystic(state, g, window, cells)
        row[BONUS] = _bonus(state, g, row, window, cells)
        row[TOTAL] = base + row[MONEY] + row[BONUS]
        row[PAID] = row[TOTAL] if g.cap < 0 else min(row[TOTAL], g.cap)


def simulate(game: PigWizard, rounds: int, seed: int) -> Sample:
    """Play many rounds with the compiled form."""
    rows = np.zeros((rounds, len(COLUMNS)), dtype=np.int64)
    _many(state_of(seed), arrays_of(game), rows)
    return Sample(rows)


@dataclass(frozen=True)
class Sample:
    """Rounds played: one row of integers for each."""

    rows: np.ndarray

    def __getitem__(self, column: str) -> np.ndarray:
        """Return one field of `Outcome` for all rounds."""
        return self.rows[:, COLUMNS.index(column)]


def same(outcome: Outcome, row: np.ndarray) -> bool:
    """Tell whether a plain round equals a compiled one."""
    return astuple(outcome) == tuple(row.tolist())
