"""One Respins round of Orb Respins, played rule by rule.

A kernel that follows every cell of the board: landing, Charge, Multiply, Jackpots, until the
counter or the board is used up. Amounts are integers in tenths of the total bet.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mathlib.core.jit import kernel, part
from mathlib.core.weights import WeightTable
from mathlib.game.orb_respins import MONEY, ORBS, OrbRespins

Ints = npt.NDArray[np.int64]
BLOCK = 1 << 14
"""Rounds per block; each block has a random stream of its own."""
FULL = -1


class Board(NamedTuple):
    """Parameters of one modifier set as arrays of integer weights.

    ``landing[m]`` holds the cumulative weights of Money, golden, red and blue, and the total,
    while m Money symbols are held; tables come as (outcomes, cumulative weights).
    """

    cells: int
    counter: int
    limit: int
    needed: int
    repick: bool
    landing: Ints
    start: Ints
    start_weights: Ints
    money: Ints
    money_weights: Ints
    charge: Ints
    charge_weights: Ints
    chosen: Ints
    chosen_weights: Ints
    multipliers: Ints
    multiplier_weights: Ints
    prizes: Ints
    prize_weights: Ints


def board(game: OrbRespins, modifiers: str) -> Board:
    """Lay out the parameters of one modifier set for the kernel.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> board(example("orb_respins"), "JM").cells
    18
    """
    rules = game.respins
    cells = game.cells(modifiers)
    one = rules.sets[modifiers]
    landing = np.zeros((cells, 5), dtype=np.int64)
    for held in range(cells):
        weights = next(band.weights for band in one.bands if held <= band.up_to)
        parts = [weights.get(name, 0) for name in (MONEY, *ORBS.values(), "blank")]
        landing[held] = np.cumsum(parts)
    names = rules.jackpots.names.values()
    prizes = np.array([jackpot.prize for jackpot in names])
    return Board(
        cells,
        rules.counter,
        rules.multiply.limit,
        rules.jackpots.needed,
        rules.charge.target == "repick",
        landing,
        *_arrays(one.start),
        *_arrays(rules.money),
        *_arrays(rules.charge.values),
        *_arrays(rules.multiply.chosen),
        *_arrays(rules.multiply.multipliers),
        prizes,
        np.cumsum([jackpot.weight for jackpot in names]),
    )


def _arrays(table: WeightTable[int]) -> tuple[Ints, Ints]:
    return np.array(list(table)), np.cumsum(list(table.values()))


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
    table = board(game, modifiers)
    wins = np.empty(rounds, dtype=np.int64)
    starts = range(0, rounds, BLOCK)
    streams = np.random.SeedSequence(seed).spawn(len(starts))

    def play(job: tuple[int, np.random.SeedSequence]) -> None:
        first, stream = job
        _play_block(np.random.Generator(np.random.PCG64(stream)), table, wins[first:][:BLOCK])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play, zip(starts, streams, strict=True)))
    return wins


@kernel
def _play_block(random: Any, t: Any, wins: Any) -> None:
    for i in range(len(wins)):
        wins[i] = _play_round(random, t)


@part
def _pick(random: Any, weights: Any) -> int:
    """Return the index that a uniform integer below the total weight falls on."""
    draw = int(random.random() * weights[-1])
    i = 0
    while draw >= weights[i]:
        i += 1
    return i


@part
def _play_round(random: Any, t: Any) -> int:
    value = np.zeros(t.cells, dtype=np.int64)  # of each Money symbol, 0 for none
    times = np.zeros(t.cells, dtype=np.int64)  # multiplications of each
    charges = np.zeros(t.cells, dtype=np.int64)  # charges that draw from this respin on
    held = np.zeros(t.cells, dtype=np.int64)  # cells with Money, in order of landing
    tally = np.zeros(len(t.prizes), dtype=np.int64)
    kinds = np.zeros(4, dtype=np.int64)
    money = blues = prizes = 0
    for _ in range(t.start[_pick(random, t.start_weights)]):
        cell = int(random.random() * t.cells)
        while value[cell] > 0:
            cell = int(random.random() * t.cells)
        value[cell] = t.money[_pick(random, t.money_weights)]
        held[money] = cell
        money += 1
    counter = t.counter
    while counter > 0 and money < t.cells:
        counter -= 1
        kinds[:] = 0
        landing = t.landing[money]
        for cell in range(t.cells):
            if value[cell] == 0:
                kind = _pick(random, landing)
                if kind < 4:
                    kinds[kind] += 1
                    counter = t.counter
                if kind == 0:
                    value[cell] = t.money[_pick(random, t.money_weights)]
                    held[money] = cell
                    money += 1
        # Charge: what was charged before this respin draws; this respin's orbs draw later.
        if t.repick:
            if money > 0:
                for _ in range(blues):
                    cell = held[int(random.random() * money)]
                    value[cell] += t.charge[_pick(random, t.charge_weights)]
            blues += int(kinds[3])
        else:
            for i in range(money):
                for _ in range(charges[held[i]]):
                    value[held[i]] += t.charge[_pick(random, t.charge_weights)]
            if money > 0:
                for _ in range(kinds[3]):
                    charges[held[int(random.random() * money)]] += 1
        for _ in range(kinds[2]):
            _multiply(random, t, value, times, held, money)
        for _ in range(kinds[1]):
            name = _pick(random, t.prize_weights)
            tally[name] += 1
            if tally[name] == t.needed:
                tally[name] = 0
                prizes += t.prizes[name]
    return FULL if money == t.cells else value.sum() + prizes


@part
def _multiply(random: Any, t: Any, value: Any, times: Any, held: Any, money: int) -> None:
    """Let one red orb choose different symbols that may still be multiplied."""
    wanted = t.chosen[_pick(random, t.chosen_weights)]
    eligible = np.zeros(money, dtype=np.int64)
    n = 0
    for i in range(money):
        if times[held[i]] < t.limit:
            eligible[n] = held[i]
            n += 1
    for i in range(min(wanted, n)):
        j = i + int(random.random() * (n - i))
        eligible[i], eligible[j] = eligible[j], eligible[i]
        cell = eligible[i]
        value[cell] *= t.multipliers[_pick(random, t.multiplier_weights)]
        times[cell] += 1
