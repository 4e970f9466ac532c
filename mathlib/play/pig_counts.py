"""Counting rounds of Pig Wizard: what the kernel adds to the tally."""

from __future__ import annotations

from typing import Any

from mathlib.core.jit import part
from mathlib.game.fields import LATTICE
from mathlib.play.pig_layout import ADDS, NO_MODIFIER, codes
from mathlib.play.pig_tally import FIXED, TABLES, place
from mathlib.play.tally import add

NO_TABLE, PLAIN_TABLE, HELD_TABLE, BONUS_TABLE = codes(-1, 2)
"""Places of the line tables in `TABLES`; spins with a modifier belong to none."""
WIN, LINE, CAP = place("win"), place("line"), place("cap")
BASE_LINES = place("part.base lines")
LOCK_AND_MYSTIC, MODIFIERS = place("rtp.cash_lock_and_mystic"), place("rtp.modifiers")
LINES, ROOM = place(f"lines.{TABLES[0]}"), place(f"lines.{TABLES[1]}") - place(f"lines.{TABLES[0]}")
PLAIN_SPINS, HELD_SPINS, BONUS_SPINS = (place(f"lines.{table}.spins.hits") for table in TABLES)
CASH_LOCK, CASH_LOCK_ROUNDS = place("set.cash_lock"), place("set.cash_lock.rounds")
CASH_ADD, CASH_ADD_ROUNDS = place("set.cash_add"), place("set.cash_add.rounds")
CASH_ADD_LINES = place("set.cash_add.lines")
CASH_ADD_LANDED, CASH_ADD_ADDED = place("set.cash_add.landed"), place("set.cash_add.added")
LINE_WIN, LINE_WIN_ROUNDS = place("set.line_win"), place("set.line_win.rounds")
LINE_WIN_LINES, LINE_WIN_LANDED = place("set.line_win.lines"), place("set.line_win.landed")
WITHOUT, WITH = place("set.line_win.without wizard"), place("set.line_win.with wizard")
WITHOUT_ROUNDS = place("set.line_win.without wizard.rounds")
WITH_ROUNDS = place("set.line_win.with wizard.rounds")
UNLOCKED, MODIFIER = place("event.cash_lock.rounds"), place("event.modifier.rounds")
IN_VIEW, IN_VAIN = place("event.wizard_in_view.rounds"), place("event.wizard_wins_nothing.rounds")
UP_TO_BET, BELOW_BET = place("event.win_up_to_bet.rounds"), place("event.disguised_loss.rounds")
ABOVE_BET, CAPPED = place("event.win_above_bet.rounds"), place("event.cap.rounds")


@part
def _count_rows(tally: Any, at: int, found: Any) -> None:
    """Add the line wins of a spin to a line table: hits, and squared hits of the spin."""
    for i in range(1, found[0, 0] + 1):
        row, lines = found[i, 0], found[i, 1]
        before = 0
        for j in range(1, i):
            if found[j, 0] == row:
                before += found[j, 1]
        tally[at + 2 * row] += lines
        tally[at + 2 * row + 1] += lines * (lines + 2 * before)


@part
def count_lines(tally: Any, table: int, win: int, rows: int, found: Any) -> None:
    """Add the line win of a spin to a line table, or of a base spin with a modifier to none."""
    if table != BONUS_TABLE:
        add(tally, LINE, win)
        for i in range(1, found[0, 0] + 1):
            tally[FIXED + found[i, 0]] += found[i, 1]
    if table != NO_TABLE:
        add(tally, LINES + ROOM * table, win)
        _count_rows(tally, FIXED + rows + 2 * rows * table, found)


@part
def count_base(
    tally: Any, modifier: int, wizard: bool, lines: int, cash: int, landed: int, added: int
) -> None:
    """Add a base spin with the Pig Wizard or a modifier to its set."""
    if wizard:
        tally[IN_VIEW] += 1
        if landed:
            tally[UNLOCKED] += 1
    if modifier == NO_MODIFIER:
        tally[HELD_SPINS] += 1
        add(tally, BASE_LINES, lines)
        if landed:
            tally[CASH_LOCK_ROUNDS] += 1
            add(tally, CASH_LOCK, cash)
        return
    tally[MODIFIER] += 1
    add(tally, MODIFIERS, lines + cash)
    adds = modifier == ADDS
    tally[CASH_ADD_ROUNDS if adds else LINE_WIN_ROUNDS] += 1
    add(tally, CASH_ADD if adds else LINE_WIN, lines + cash)
    add(tally, CASH_ADD_LINES if adds else LINE_WIN_LINES, lines)
    add(tally, CASH_ADD_LANDED if adds else LINE_WIN_LANDED, landed)
    add(tally, CASH_ADD_ADDED, added)
    if not adds:
        tally[WITH_ROUNDS if wizard else WITHOUT_ROUNDS] += 1
        add(tally, WITH if wizard else WITHOUT, lines + cash)


@part
def count_round(tally: Any, total: int, cap: int) -> int:
    """Add the whole round to the tally and return its win, capped."""
    win = min(total, cap)
    if win > 0:
        add(tally, WIN, win)
        add(tally, CAP, total - win)
        if win <= LATTICE:
            tally[UP_TO_BET] += 1
        else:
            tally[ABOVE_BET] += 1
        if win < LATTICE:
            tally[BELOW_BET] += 1
        if win == cap:
            tally[CAPPED] += 1
    return win
