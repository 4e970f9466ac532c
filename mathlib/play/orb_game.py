"""The whole game of Orb Respins for the kernel: reels, lines, trigger, Respins, cap."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mathlib.core.jit import kernel, part
from mathlib.game.fields import LATTICE
from mathlib.game.orb_respins import NONE, ORBS, SETS, OrbRespins
from mathlib.play import respins as rounds
from mathlib.play.lines import Reader, line_names, read_lines, reader
from mathlib.play.orb_board import Board, board
from mathlib.play.respins import play_round
from mathlib.play.streams import Ints, Wheels, cumulative, pick, spin, wheels
from mathlib.play.tally import add, amount

PARTS = ("money", "charge", "multiply", "jackpots")
"""Parts of a Respins win, in the order of a round's result."""
TOPS = ("money", "multiplier", "charge")
HEAD = (
    "rounds", *amount("win"), *amount("line"), *amount("cap"), "line.up_to_bet.rounds",
    *(f"view.{view}.rounds" for view in SETS),
)  # fmt: skip
WIN, LINE, CAP, UP_TO_BET, VIEW = 1, 4, 7, 10, 11
"""Places of these entries in the tally; `orb_names` lays out the rest."""


class Layout(NamedTuple):
    """The game as arrays.

    Parameters
    ----------
    orbs : ndarray, shape (reels, stops)
        Orb colours in the window as bits, in the order of `ORBS`.
    views : ndarray, shape (8,)
        Place in `SETS` of a set of colours in view.
    trigger, outcomes : ndarray, shape (7, outcomes)
        Cumulative weights per view, and the set that each outcome plays, -1 for none.
    sets, width : int
        Where the entries of the first set begin in the tally, and how many each has.
    """

    wheels: Wheels
    lines: Reader
    orbs: Ints
    views: Ints
    trigger: Ints
    outcomes: Ints
    board: Board
    cap: int
    bet: int
    sets: int
    width: int


def orb_names(game: OrbRespins) -> tuple[str, ...]:
    """Return the names of the tally of a game.

    Per modifier set S: ``set.S.rounds``; ``set.S``, the win before the cap; on rounds that do
    not fill the board its parts ``money`` and ``charge`` as drawn, ``multiply`` (the rest),
    ``jackpots``, how often each ``jackpot.<name>`` was won, and ``excess``, what the line win
    and the round win exceed the cap by; ``full.rounds``; ``line``, the line win of these games;
    ``paid``, the round win alone, capped; the counts ``respins``, ``held`` (Money at the end),
    ``orbs.J``, ``orbs.M`` and ``orbs.C``; ``top.money``, ``top.multiplier`` and ``top.charge``,
    how often the greatest value came, on rounds that do not fill the board.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> names = orb_names(example("orb_respins"))
    >>> names[:2], names[-1]
    (('rounds', 'win.sum'), 'set.JMC.jackpot.grand.hits')
    """
    return (
        *HEAD,
        *line_names(game.rules),
        *(name for modifiers in SETS for name in _set_names(game, modifiers)),
    )


def _set_names(game: OrbRespins, modifiers: str) -> list[str]:
    own = [
        *PARTS,
        "respins",
        "held",
        *(f"orbs.{letter}" for letter in ORBS),
        *(f"top.{name}" for name in TOPS),
        *(f"jackpot.{name}" for name in game.respins.jackpots.names),
    ]
    begin = f"set.{modifiers}"
    head = [begin, f"{begin}.paid", f"{begin}.line", f"{begin}.excess"]
    amounts = [*head, *(f"{begin}.{name}" for name in own)]
    return [
        f"{begin}.rounds",
        f"{begin}.full.rounds",
        *(entry for name in amounts for entry in amount(name)),
    ]


def layout(game: OrbRespins) -> Layout:
    """Lay out a game for the kernel.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> layout(example("orb_respins")).orbs.shape
    (3, 12)
    """
    names = orb_names(game)
    windows = [strip.windows(game.rows) for strip in game.strips]
    orbs = np.zeros((game.reels, max(map(len, windows))), dtype=np.int64)
    for reel, stops in enumerate(windows):
        for stop, window in enumerate(stops):
            colours = [bit for bit, orb in enumerate(ORBS.values()) if orb in window]
            orbs[reel, stop] = sum(1 << bit for bit in colours)
    view = np.full(1 << len(ORBS), -1, dtype=np.int64)
    for place, name in enumerate(SETS):
        view[sum(1 << bit for bit, letter in enumerate(ORBS) if letter in name)] = place
    most = max(map(len, game.trigger.values()))
    trigger, outcomes = np.zeros((2, len(SETS), most), dtype=np.int64)
    for place, name in enumerate(SETS):
        table = game.trigger[name]
        # A shorter table is filled up with its total, which no draw reaches.
        trigger[place] = table.total
        trigger[place, : len(table)] = cumulative(list(table.values()))
        outcomes[place, : len(table)] = [-1 if s == NONE else SETS.index(s) for s in table]
    return Layout(
        wheels([strip.stop_weights for strip in game.strips]),
        reader(game.rules, windows, names),
        orbs,
        view,
        trigger,
        outcomes,
        board(game),
        game.cap,
        LATTICE,
        len(HEAD) + len(line_names(game.rules)),
        len(_set_names(game, SETS[0])),
    )


@kernel
def play_games(random: Any, game: Any, games: int, tally: Any, wins: Any) -> None:
    """Play rounds of the whole game.

    Parameters
    ----------
    random : Generator
        Asked for ``random()`` only.
    game : Layout
        The game.
    games : int
        How many rounds.
    tally : ndarray of float64
        Rounds are added to it.
    wins : ndarray of int64, shape (games,) or (0,)
        Filled with the win of each round, capped, in tenths, when there is room.
    """
    stops = np.zeros(len(game.orbs), dtype=np.int64)
    cells = np.zeros((5, max(game.board.cells)), dtype=np.int64)
    out = np.zeros(rounds.NAMES + len(game.board.prizes), dtype=np.int64)
    for i in range(games):
        seen = 0
        for reel in range(len(stops)):
            stops[reel] = spin(random, game.wheels, reel)
            seen |= game.orbs[reel, stops[reel]]
        won = line = read_lines(game.lines, stops, tally)
        if line > 0:
            add(tally, LINE, line)
            tally[UP_TO_BET] += line <= game.bet
        played = -1
        if seen != 0:
            view = game.views[seen]
            tally[VIEW + view] += 1
            played = game.outcomes[view, pick(random, game.trigger[view])]
        if played >= 0:
            play_round(random, game.board, played, cells, out)
            won = _count_round(game, played, line, out, tally)
        elif line > game.cap:
            add(tally, CAP, line - game.cap)
            won = game.cap
        add(tally, WIN, won)
        if len(wins) > 0:
            wins[i] = won
    tally[0] += games


@part
def _count_round(game: Any, played: int, line: int, out: Any, tally: Any) -> int:
    """Count a Respins round; return what the game pays, line win and cap included."""
    at = game.sets + played * game.width
    tally[at] += 1
    win = out[rounds.WIN]
    full = out[rounds.HELD] == game.board.cells[played]
    tally[at + 1] += full
    at += 2
    add(tally, at, win)
    add(tally, at + 3, min(win, game.cap))
    add(tally, at + 6, line)
    excess = 0 if full else max(line + win - game.cap, 0)
    add(tally, at + 9, excess)
    for place in range(rounds.MONEY, len(out)):
        add(tally, at + 12 + 3 * (place - rounds.MONEY), out[place])
    # A full board pays its award instead of the line win.
    lost = line if full else excess
    add(tally, CAP, lost)
    return int(line + win - lost)
