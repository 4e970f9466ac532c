"""The record of one round of Orb Respins: everything that happened, for history and pictures.

Amounts are integers in tenths of the total bet. Reels, rows and lines count from 0; a cell of the
Respins board is ``row * reels + reel``, so cells read like text from the top left.
`dataclasses.asdict` gives plain data for JSON.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class LineWin:
    """A line that won: its number, what paid, how many of it, and the pay."""

    line: int
    symbol: str
    count: int
    pay: int


@dataclass(frozen=True)
class Landing:
    """What landed in a cell: "money" with its value, or an orb (value 0)."""

    cell: int
    what: str
    value: int = 0


@dataclass(frozen=True)
class Pick:
    """A blue orb that landed in ``cell`` and charges ``target`` from the next respin on.

    ``target`` is None when no Money was on the board: the orb is lost.
    """

    cell: int
    target: int | None


@dataclass(frozen=True)
class ChargeDraw:
    """One draw of a charge, added to the Money symbol in ``cell``."""

    cell: int
    value: int


@dataclass(frozen=True)
class Multiplied:
    """One Money symbol that a red orb chose: its multiplier, value before and after."""

    cell: int
    multiplier: int
    before: int
    after: int


@dataclass(frozen=True)
class RedOrb:
    """A red orb: the cell it landed in, the K it drew, and the Money symbols it multiplied."""

    cell: int
    drawn: int
    chosen: tuple[Multiplied, ...]


@dataclass(frozen=True)
class Reveal:
    """A golden orb: the name it revealed, how many of it are collected now, what it won.

    ``collected`` is 0 again when the jackpot was won.
    """

    cell: int
    name: str
    collected: int
    prize: int


@dataclass(frozen=True)
class Respin:
    """One respin, in the order in which it happens.

    Parameters
    ----------
    landed : tuple of Landing
        What landed.
    charged : tuple of ChargeDraw
        Draws of the charges of earlier respins.
    picks : tuple of Pick
        What this respin's blue orbs picked; empty when charges pick afresh every time.
    reds, reveals : tuple
        Red and golden orbs, one after another.
    values : tuple of int
        The board afterwards: the value in each cell, 0 for no Money.
    counter : int
        Respins left afterwards.
    """

    landed: tuple[Landing, ...]
    charged: tuple[ChargeDraw, ...]
    picks: tuple[Pick, ...]
    reds: tuple[RedOrb, ...]
    reveals: tuple[Reveal, ...]
    values: tuple[int, ...]
    counter: int


@dataclass(frozen=True)
class RespinsRecord:
    """The Respins round of a game.

    Parameters
    ----------
    modifiers : str
        The modifier set, such as "JM".
    reels, rows : int
        Size of the board.
    start : tuple of Landing
        Money symbols at the start.
    respins : tuple of Respin
        Every respin played, also those after the cap was reached: nothing decreases.
    full : bool
        Whether every cell holds Money at the end.
    money, charge : int
        Money values as drawn when they landed, and charges as drawn.
    multiply : int
        What multipliers added to both.
    jackpots : int
        All jackpots won.
    win : int
        What the round pays before the cap: the sum of these four, or the full-board award.
    """

    modifiers: str
    reels: int
    rows: int
    start: tuple[Landing, ...]
    respins: tuple[Respin, ...]
    full: bool
    money: int
    charge: int
    multiply: int
    jackpots: int
    win: int


@dataclass(frozen=True)
class OrbRecord:
    """One round of Orb Respins.

    Parameters
    ----------
    stops : tuple of int
        Where each reel stopped.
    window : tuple of tuple of str
        What each reel shows, top row first.
    line_wins : tuple of LineWin
        Lines that won.
    view : str
        Orb colours in view as modifier letters; "" for none.
    trigger : str
        What the trigger draw gave: a modifier set or "none"; "" when nothing was drawn.
    respins : RespinsRecord or None
        The Respins round, if one was triggered.
    line_win, respin_win : int
        The two totals of the game history, before the cap.
    capped : int
        What the cap takes off their sum; on a full board the line win that it replaces.
    total : int
        What the game pays: line win + Respins win - capped.
    """

    stops: tuple[int, ...]
    window: tuple[tuple[str, ...], ...]
    line_wins: tuple[LineWin, ...]
    view: str
    trigger: str
    respins: RespinsRecord | None
    line_win: int
    respin_win: int
    capped: int
    total: int
