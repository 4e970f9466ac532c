"""Parts of a spin of Pig Wizard, compiled: draws, reels, line wins, added Cash Prizes.

A window is not copied: ``shown[reel]`` is where the reel's window begins in ``strips``, the
layout's array of that name. Where a cell has to change, the window is first copied to the room
at the front of the array, which is the kernel's own copy.
"""

from __future__ import annotations

from typing import Any

from mathlib.core.jit import part
from mathlib.play.pig_layout import (
    ENDS,
    EVEN,
    FIRST,
    GUIDES,
    LINES,
    NEXT,
    REEL,
    ROW,
    SHIFT,
    TOTAL,
    WEIGHTS,
)
from mathlib.play.streams import below


@part
def draw(random: Any, tables: Any, table: int) -> int:
    """Draw the code or amount of an outcome of one table."""
    drawn = below(random, tables[table, -1, 0])
    place = 0
    while drawn >= tables[table, place, 0]:
        place += 1
    return int(tables[table, place, 1])


@part
def spin(random: Any, reels: Any, wheels: Any, which: int, shown: Any) -> None:
    """Draw a stop of every reel of a set of strips."""
    for reel in range(len(shown)):
        stop = below(random, reels[which, reel, TOTAL])
        if not reels[which, reel, EVEN]:
            drawn, at = stop, reels[which, reel, WEIGHTS]
            stop = wheels[reels[which, reel, GUIDES] + (drawn >> reels[which, reel, SHIFT])]
            while drawn >= wheels[at + stop]:
                stop += 1
        shown[reel] = reels[which, reel, FIRST] + stop


@part
def copy_window(strips: Any, rows: int, shown: Any) -> None:
    """Copy the window to the front of ``strips`` and show it there: cell = reel * rows + row."""
    cell = 0
    for reel in range(len(shown)):
        first, shown[reel] = shown[reel], cell
        for row in range(rows):
            strips[cell] = strips[first + row]
            cell += 1


@part
def line_win(
    nodes: Any, pays: Any, cash: int, wizard: int, strips: Any, shown: Any, found: Any
) -> int:
    """Return the total line win in tenths, and leave what was won in ``found``.

    The tree of prefixes is walked in preorder; where a run ends, all lines below end with it.

    Parameters
    ----------
    nodes, pays, cash, wizard, strips
        Of the layout.
    shown : ndarray of int64, shape (reels,)
        Where each reel's window begins in ``strips``.
    found : ndarray of int64, shape (1 + nodes, 2)
        Filled with the number of wins in ``found[0, 0]``, then (row of the pay table, lines).
    """
    win = wins = node = symbol = 0
    while node < len(nodes):
        reel = nodes[node, REEL]
        code = strips[shown[reel] + nodes[node, ROW]]
        if reel == 0:
            symbol = code
            matched = code < cash
        else:
            matched = code in (symbol, wizard)
        if matched and not nodes[node, ENDS]:
            node += 1
            continue
        run = reel + 1 if matched else reel
        pay = pays[symbol, run, 0]
        if pay:
            win += pay * nodes[node, LINES]
            wins += 1
            found[wins, 0] = pays[symbol, run, 1]
            found[wins, 1] = nodes[node, LINES]
        node = nodes[node, NEXT]
    found[0, 0] = wins
    return win


@part
def count_cash(cells: Any, number: int, cash: int) -> int:
    """Return how many of the first cells show a Cash Prize."""
    prizes = 0
    for cell in range(number):
        prizes += cells[cell] == cash
    return prizes


@part
def add_cash(random: Any, number: int, cells: Any, t: Any, free: Any) -> int:
    """Put Cash Prizes in random free cells, or in all of them, and return how many.

    A cell is free that shows neither a Cash Prize nor the Pig Wizard. The cells that were chosen
    are left at the front of ``free``, in the order of choice.
    """
    found = 0
    for cell in range(t.cells):
        if cells[cell] < t.cash:
            free[found] = cell
            found += 1
    added = min(number, found)
    choose(random, free, found, added)
    for i in range(added):
        cells[free[i]] = t.cash
    return added


@part
def choose(random: Any, cells: Any, number: int, chosen: int) -> None:
    """Bring a random choice of the first ``number`` cells to the front, every order alike."""
    for i in range(chosen):
        j = i + below(random, number - i)
        cells[i], cells[j] = cells[j], cells[i]
