"""A played round as scenes: what a board shows after each step, and what happened in words.

Scenes know neither games nor drawing: one module per game tells its rounds in them, and they are
drawn as SVG, set as HTML, or printed in a terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from mathlib.play.orb_record import LineWin
from mathlib.present.numbers import amount

FULL, HOLLOW = "\N{BLACK CIRCLE}", "\N{WHITE CIRCLE}"


@dataclass(frozen=True)
class Tile:
    """What stands in one cell.

    Parameters
    ----------
    kind : str
        How it looks: ``symbol``, ``special``, ``money``, ``pale``, ``golden``, ``red``, ``blue``
        or ``empty``.
    text : str
        What it shows.
    before : str
        Small above it: what the value was and what was done to it; or what it covers.
    after : str
        Small below it.
    mark : str
        ``new`` for what came in this step, ``changed`` for what was altered; or "".
    charges, times : int
        Charges that draw for it from now on, and how often it was multiplied.
    """

    kind: str
    text: str = ""
    before: str = ""
    after: str = ""
    mark: str = ""
    charges: int = 0
    times: int = 0


EMPTY = Tile("empty")


@dataclass(frozen=True)
class Link:
    """From an orb's cell to one that it works on; ``kind`` is the orb's colour."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True)
class Board:
    """Cells row by row from the top left, with lines through them.

    Parameters
    ----------
    reels, rows : int
        Width and height.
    tiles : tuple of Tile
        One per cell.
    lines : tuple of tuple of int
        The cells of each winning line, in order.
    links : tuple of Link
        What orbs work on.
    """

    reels: int
    rows: int
    tiles: tuple[Tile, ...]
    lines: tuple[tuple[int, ...], ...] = ()
    links: tuple[Link, ...] = ()


@dataclass(frozen=True)
class Scene:
    """One step of a round.

    Parameters
    ----------
    title : str
        What it is.
    board : Board
        What is seen after it.
    says : tuple of str
        What happened, in order.
    state : tuple of (str, str)
        What is carried on: counter, collected names, spins left.
    totals : tuple of (str, int)
        Running totals in tenths of the total bet; the last is that of the round.
    """

    title: str
    board: Board
    says: tuple[str, ...] = ()
    state: tuple[tuple[str, str], ...] = ()
    totals: tuple[tuple[str, int], ...] = ()


def pips(have: int, most: int) -> str:
    """Return a count as filled dots out of so many.

    Examples
    --------
    >>> pips(2, 3) == FULL + FULL + HOLLOW
    True
    """
    return FULL * have + HOLLOW * max(most - have, 0)


def line_words(wins: Iterable[LineWin]) -> tuple[str, ...]:
    """Say which lines won; lines count from 1, alike wins are told together.

    Examples
    --------
    >>> line_words([LineWin(0, "A", 3, 10), LineWin(4, "A", 3, 10)])
    ('3 A on lines 1 and 5: 1x each, 2x',)
    """
    ordered = sorted(wins, key=lambda win: (-win.pay, win.symbol, win.count, win.line))
    out = []
    for (pay, symbol, count), group in groupby(ordered, lambda w: (w.pay, w.symbol, w.count)):
        lines = [str(win.line + 1) for win in group]
        if len(lines) == 1:
            out.append(f"{count} {symbol} on line {lines[0]}: {amount(pay)}")
        else:
            total = amount(pay * len(lines))
            out.append(f"{count} {symbol} on lines {listed(lines)}: {amount(pay)} each, {total}")
    return tuple(out)


def line_cells(
    wins: Iterable[LineWin], lines: Sequence[Sequence[int]], reels: int
) -> tuple[tuple[int, ...], ...]:
    """Return the cells that each winning line pays for.

    Examples
    --------
    >>> line_cells([LineWin(1, "A", 2, 10)], [(0, 0, 0), (1, 0, 1)], 3)
    ((3, 1),)
    """
    return tuple(
        tuple(lines[win.line][reel] * reels + reel for reel in range(win.count)) for win in wins
    )


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence.

    Examples
    --------
    >>> listed(["1", "2", "3"])
    '1, 2 and 3'
    """
    return " and ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)
