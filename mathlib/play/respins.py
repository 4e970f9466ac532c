"""One Respins round of Orb Respins, played rule by rule.

A kernel that follows every cell of the board: landing, Charge, Multiply, Jackpots, until the
counter or the board is used up. Amounts are integers in tenths of the total bet. The same round
in plain Python is in `mathlib.play.orb_twin`.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from mathlib.core.jit import kernel, part
from mathlib.game.orb_respins import SETS, OrbRespins
from mathlib.play.orb_board import board
from mathlib.play.streams import BLOCK, Ints, below, find, pick, stream

FULL = -1
WIN, MONEY, CHARGE, MULTIPLY, JACKPOTS, RESPINS, HELD, ORBS, TOPS, NAMES = *range(8), 10, 13
"""Places in a round's result: the win and its parts, respins, Money held at the end, orbs of
the three colours, how often the greatest Money value, multiplier and charge came, and wins of
each jackpot. A full board shows respins, Money and orbs; its win is the award, its parts 0."""


def round_wins(game: OrbRespins, modifiers: str, rounds: int, seed: int, threads: int = 2) -> Ints:
    """Play rounds of one modifier set and return what each wins, uncapped.

    Parameters
    ----------
    game : OrbRespins
        The game.
    modifiers : str
        The modifier set, as if it had been triggered.
    rounds : int
        Number of rounds.
    seed : int
        Same seed, same rounds, whatever the number of threads.
    threads : int
        Threads that share the blocks.

    Returns
    -------
    ndarray of int64, shape (rounds,)
        Win in tenths of the total bet; -1 for a round that fills the board.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> wins = round_wins(example("orb_respins"), "M", 1000, seed=1)
    >>> len(wins), bool((wins == round_wins(example("orb_respins"), "M", 1000, 1, 1)).all())
    (1000, True)
    """
    table, which = board(game), SETS.index(modifiers)
    wins = np.empty(rounds, dtype=np.int64)

    def play(block: int) -> None:
        first = block * BLOCK
        _play_block(stream(seed, block), table, which, wins[first:][:BLOCK])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play, range(-(-rounds // BLOCK))))
    return wins


@kernel
def _play_block(random: Any, t: Any, which: int, wins: Any) -> None:
    cells = np.zeros((5, max(t.cells)), dtype=np.int64)
    out = np.zeros(NAMES + len(t.prizes), dtype=np.int64)
    for i in range(len(wins)):
        play_round(random, t, which, cells, out)
        wins[i] = FULL if out[HELD] == t.cells[which] else out[WIN]


@part
def play_round(random: Any, t: Any, which: int, cells: Any, out: Any) -> None:
    """Play one round of a modifier set.

    Parameters
    ----------
    random : Generator
        Asked for ``random()`` only.
    t : Board
        The rules.
    which : int
        Place of the modifier set in `SETS`.
    cells : ndarray of int64, shape (5, cells)
        Room to work in, of any content.
    out : ndarray of int64
        The result; see `WIN`.
    """
    size = t.cells[which]
    cells[:] = 0
    out[:] = 0
    value, times, charges, held, spare = cells  # held: cells with Money, in order of landing
    kinds = np.zeros(4, dtype=np.int64)
    counts = np.zeros(len(t.prizes), dtype=np.int64)
    money = blues = 0
    for _ in range(t.start[which][pick(random, t.start_weights[which])]):
        cell = below(random, size)
        while value[cell] > 0:
            cell = below(random, size)
        value[cell] = _money(random, t, out)
        held[money] = cell
        money += 1
    counter = t.counter
    while counter > 0 and money < size:
        counter -= 1
        out[RESPINS] += 1
        kinds[:] = 0
        landing = t.landing[which, money]
        for cell in range(size):
            if value[cell] == 0:
                draw = below(random, landing[4])
                if draw < landing[3]:
                    kind = find(landing, draw)
                    kinds[kind] += 1
                    counter = t.counter
                    if kind == 0:
                        value[cell] = _money(random, t, out)
                        held[money] = cell
                        money += 1
        # Charge: what was charged before this respin draws; this respin's orbs draw later.
        if money > 0:
            _charge(random, t, blues, value, charges, held[:money], out)
            if not t.repick:
                for _ in range(kinds[3]):
                    charges[held[below(random, money)]] += 1
        blues += kinds[3]
        for _ in range(kinds[2]):
            _multiply(random, t, value, times, held[:money], spare, out)
        for _ in range(kinds[1]):
            name = pick(random, t.prize_weights)
            counts[name] += 1
            if counts[name] == t.needed:
                counts[name] = 0
                out[NAMES + name] += 1
                out[JACKPOTS] += t.prizes[name]
        for i in range(3):
            out[ORBS + i] += kinds[i + 1]
    out[HELD] = money
    if money == size:
        out[:RESPINS] = 0
        out[TOPS:] = 0
        out[WIN] = t.award
    else:
        total = value.sum()
        out[MULTIPLY] = total - out[MONEY] - out[CHARGE]
        out[WIN] = total + out[JACKPOTS]


@part
def _money(random: Any, t: Any, out: Any) -> int:
    """Draw the value of a Money symbol that lands."""
    place = pick(random, t.money_weights)
    value = int(t.money[place])
    out[MONEY] += value
    out[TOPS] += value == t.tops[0]
    return value


@part
def _charge(random: Any, t: Any, blues: int, value: Any, charges: Any, held: Any, out: Any) -> None:
    """Let every charge of earlier respins draw, on its symbol or on one picked afresh."""
    for i in range(blues if t.repick else len(held)):
        cell = held[below(random, len(held))] if t.repick else held[i]
        for _ in range(1 if t.repick else charges[cell]):
            gain = t.charge[pick(random, t.charge_weights)]
            value[cell] += gain
            out[CHARGE] += gain
            out[TOPS + 2] += gain == t.tops[2]


@part
def _multiply(
    random: Any, t: Any, value: Any, times: Any, held: Any, eligible: Any, out: Any
) -> None:
    """Let one red orb choose different symbols that may still be multiplied."""
    wanted = t.chosen[pick(random, t.chosen_weights)]
    n = 0
    for cell in held:
        if times[cell] < t.limit:
            eligible[n] = cell
            n += 1
    for i in range(min(wanted, n)):
        j = i + below(random, n - i)
        eligible[i], eligible[j] = eligible[j], eligible[i]
        cell = eligible[i]
        multiplier = t.multipliers[pick(random, t.multiplier_weights)]
        value[cell] *= multiplier
        times[cell] += 1
        out[TOPS + 1] += multiplier == t.tops[1]
