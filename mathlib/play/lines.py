"""Reading the lines of a window: the lines are bits of words, and a reel leaves some of them.

For a paying symbol on reel 1, a reel keeps those lines on whose row it shows the symbol or a
wild; the lines that it drops end their run there. That is rule for rule what following each
line does, for 63 lines at a time. Most windows are done with sooner: a symbol that the first few
reels do not all show cannot have the shortest run that pays.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from mathlib.core.errors import MathlibError
from mathlib.core.jit import inlined, ones
from mathlib.game.fields import LATTICE
from mathlib.game.lines import LineRules
from mathlib.play.streams import Ints

WORD = 63
"""Lines in one word; the sign is not used."""


class Reader(NamedTuple):
    """Line rules and the windows that the reels can show, laid out for `read_lines`.

    Parameters
    ----------
    keeps : ndarray, shape (reels, stops, symbols, words)
        Lines on whose row this stop of this reel shows the symbol or a wild for it.
    shows : ndarray, shape (reels, stops)
        Paying symbols that this window shows, or a wild for them, as bits.
    least : int
        Shortest run that pays anything.
    pays : ndarray, shape (symbols, reels + 1)
        Pay, in tenths of the total bet, of a run: the highest of all counts up to its length.
    places : ndarray, shape (symbols, reels + 1)
        Entry of the win in the tally, of the count that pays.
    """

    keeps: Ints
    shows: Ints
    least: int
    pays: Ints
    places: Ints


def line_names(rules: LineRules) -> list[str]:
    """Return the tally names of all paid line wins, in paytable order.

    Examples
    --------
    >>> line_names(LineRules(rows=1, lines=((0, 0, 0),), pays={"A": (0, 2, 10)}))
    ['line.A.2.hits', 'line.A.3.hits']
    """
    return [
        f"line.{symbol}.{count}.hits"
        for symbol, row in rules.pays.items()
        for count, pay in enumerate(row, start=1)
        if pay
    ]


def reader(
    rules: LineRules, windows: Sequence[Sequence[Sequence[str]]], names: Sequence[str]
) -> Reader:
    """Lay out line rules for `read_lines`.

    Parameters
    ----------
    rules : LineRules
        Lines, pays and wilds. A wild on the first reel is not followed: these games have none.
    windows : sequence of sequence of sequence of str
        What each stop of each reel shows, top row first.
    names : sequence of str
        Names of the tally that line wins are counted in.

    Returns
    -------
    Reader

    Raises
    ------
    MathlibError
        When there are more paying symbols than bits in a word.
    """
    symbols = list(rules.pays)
    if len(symbols) > WORD:
        raise MathlibError(
            f"{len(symbols)} paying symbols; games of up to {WORD} can be played: "
            "take out those that the strips do not show"
        )
    most = max(map(len, windows))
    words = -(-len(rules.lines) // WORD)
    keeps = np.zeros((rules.reels, most, len(symbols), words), dtype=np.int64)
    shows = np.zeros((rules.reels, most), dtype=np.int64)
    for reel, stops in enumerate(windows):
        for (stop, window), (s, symbol) in product(enumerate(stops), enumerate(symbols)):
            rows = {row for row, shown in enumerate(window) if rules.matches(shown, symbol)}
            for line, path in enumerate(rules.lines):
                if path[reel] in rows:
                    keeps[reel, stop, s, line // WORD] |= 1 << line % WORD
            shows[reel, stop] |= bool(rows) << s
    pays, places = np.zeros((2, len(symbols), rules.reels + 1), dtype=np.int64)
    for s, symbol in enumerate(symbols):
        for run in range(1, rules.reels + 1):
            # Highest win per line: a longer run never pays less than the beginning of it.
            pay, count = max((rules.pays[symbol][c - 1], c) for c in range(1, run + 1))
            if pay:
                pays[s, run] = pay * LATTICE // len(rules.lines)
                places[s, run] = names.index(f"line.{symbol}.{count}.hits")
    least = int(min(np.argmax(row > 0) for row in pays))
    return Reader(keeps, shows, least, pays, places)


@inlined
def read_lines(lines: Any, stops: Any, tally: Any) -> int:
    """Return the win of all lines, in tenths of the total bet, and count each line win.

    Parameters
    ----------
    lines : Reader
        The rules.
    stops : ndarray of int64, shape (reels,)
        Where each reel stopped.
    tally : ndarray
        The tally.
    """
    live = lines.shows[0, stops[0]]
    for reel in range(1, lines.least):
        live &= lines.shows[reel, stops[reel]]
    total = 0
    while live != 0:
        lowest = live & -live
        live ^= lowest
        total += _read_symbol(lines, stops, ones(lowest - 1), tally)
    return total


@inlined
def _read_symbol(lines: Any, stops: Any, symbol: int, tally: Any) -> int:
    """Return the win of the lines that begin with a symbol."""
    reels = len(stops)
    total = 0
    for word in range(lines.keeps.shape[3]):
        running = lines.keeps[0, stops[0], symbol, word]
        for reel in range(1, lines.least):
            running &= lines.keeps[reel, stops[reel], symbol, word]
        run = lines.least
        while running != 0:
            left = lines.keeps[run, stops[run], symbol, word] if run < reels else 0
            ended = running & ~left
            if ended != 0 and lines.pays[symbol, run] > 0:
                count = ones(ended)
                total += count * lines.pays[symbol, run]
                tally[lines.places[symbol, run]] += count
            running &= left
            run += 1
    return total
