"""The Respins boards of Orb Respins as arrays of integer weights, for the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mathlib.core.weights import WeightTable
from mathlib.game.orb_respins import MONEY, ORBS, SETS, OrbRespins
from mathlib.play.streams import Ints, cumulative

LANDINGS = (MONEY, *ORBS.values(), "blank")
"""What an empty cell draws, in the order of the draw."""


class Board(NamedTuple):
    """Parameters of all modifier sets; tables come as outcomes and cumulative weights.

    Parameters
    ----------
    cells : ndarray, shape (sets,)
        Cells of the board.
    landing : ndarray, shape (sets, cells, 5)
        Cumulative weights of `LANDINGS` while so many Money symbols are held.
    start, start_weights : ndarray, shape (sets, most outcomes)
        Money symbols at the start; shorter tables are filled up with their total.
    tops : ndarray, shape (3,)
        The greatest Money value, multiplier and charge.
    """

    cells: Ints
    counter: int
    award: int
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
    tops: Ints


def board(game: OrbRespins) -> Board:
    """Lay out the Respins of a game for the kernel.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> board(example("orb_respins")).cells.tolist()
    [18, 9, 9, 18, 18, 9, 18]
    """
    rules = game.respins
    cells = [game.cells(name) for name in SETS]
    names = rules.jackpots.names.values()
    return Board(
        np.array(cells),
        rules.counter,
        rules.full_board_award,
        rules.multiply.limit,
        rules.jackpots.needed,
        rules.charge.target == "repick",
        _landing(game, max(cells)),
        *_starts([rules.sets[name].start for name in SETS]),
        *_arrays(rules.money),
        *_arrays(rules.charge.values),
        *_arrays(rules.multiply.chosen),
        *_arrays(rules.multiply.multipliers),
        np.array([jackpot.prize for jackpot in names]),
        cumulative([jackpot.weight for jackpot in names]),
        np.array([max(rules.money), max(rules.multiply.multipliers), max(rules.charge.values)]),
    )


def _landing(game: OrbRespins, most: int) -> Ints:
    landing = np.zeros((len(SETS), most, len(LANDINGS)), dtype=np.int64)
    for s, name in enumerate(SETS):
        for held in range(game.cells(name)):
            bands = game.respins.sets[name].bands
            weights = next(band.weights for band in bands if held <= band.up_to)
            landing[s, held] = cumulative([weights.get(what, 0) for what in LANDINGS])
    return landing


def _starts(tables: Sequence[WeightTable[int]]) -> tuple[Ints, Ints]:
    most = max(map(len, tables))
    outcomes, weights = np.zeros((2, len(tables), most), dtype=np.int64)
    for s, table in enumerate(tables):
        outcomes[s, : len(table)] = list(table)
        weights[s] = table.total
        weights[s, : len(table)] = cumulative(list(table.values()))
    return outcomes, weights


def _arrays(table: WeightTable[int]) -> tuple[Ints, Ints]:
    return np.array(list(table), dtype=np.int64), cumulative(list(table.values()))
