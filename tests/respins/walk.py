"""Every landing of a tiny board, and sums over all respins of a round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product
from math import comb, prod

import numpy as np
from scipy.sparse import coo_array, eye_array
from scipy.sparse.linalg import spsolve

from tests.respins.spec import Round, Table

Board = tuple[int | None, ...]
State = tuple  # (counter, board), (counter, board, seen), or ("end" or "full", ...)


def shares(table: Table) -> Iterator[tuple[object, float]]:
    """Yield outcomes with their chances."""
    total = sum(table.values())
    for outcome, weight in table.items():
        yield outcome, weight / total


def mean(table: Table) -> float:
    return sum(outcome * chance for outcome, chance in shares(table))


def starts(rules: Round) -> Iterator[tuple[tuple[bool, ...], float]]:
    """Yield which cells hold Money at the start, every choice of cells alike."""
    for n0, chance in shares(rules.start):
        for where in combinations(range(rules.cells), n0):
            yield tuple(i in where for i in range(rules.cells)), chance / comb(rules.cells, n0)


def landings(rules: Round, board: Board) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield what every empty cell draws, all combinations."""
    empty = sum(cell is None for cell in board)
    chances = list(shares(rules.landing(rules.cells - empty)))
    for drawn in product(chances, repeat=empty):
        yield tuple(what for what, _ in drawn), prod(chance for _, chance in drawn)


def successor(counter: int, board: Board) -> State:
    """Name the state after a respin: the same board at another counter, or an end."""
    if None not in board:
        return "full", board
    return ("end", board) if counter == 0 else (counter, board)


def sum_over_time(
    start: dict[State, np.ndarray],
    moves: Callable[[State], Iterable[tuple[State, np.ndarray]]],
    size: int,
) -> tuple[dict[State, np.ndarray], dict[State, np.ndarray]]:
    """Sum the moments of every state over all respins: Y = Y0 + T Y, and what reaches the ends.

    A state whose first entry is a text is an end.
    """
    number = {state: i for i, state in enumerate(start)}
    parts: list[tuple[int, State, np.ndarray]] = []
    waiting = list(start)
    while waiting:
        state = waiting.pop()
        for after, matrix in moves(state):
            parts.append((number[state], after, matrix))
            if not isinstance(after[0], str) and after not in number:
                number[after] = len(number)
                waiting.append(after)
    blocks = [np.zeros((3, 0))]  # rows, columns and entries of T
    for i, after, matrix in parts:
        if after in number:
            to, of = np.nonzero(matrix)
            blocks.append(np.array([number[after] * size + to, i * size + of, matrix[to, of]]))
    rows, columns, entries = np.concatenate(blocks, axis=1)
    n = len(number) * size
    where = rows.astype(int), columns.astype(int)
    transition = coo_array((entries, where), shape=(n, n))
    first = np.zeros(n)
    for state, moments in start.items():
        first[number[state] * size : (number[state] + 1) * size] = moments
    total = spsolve((eye_array(n) - transition).tocsc(), first).reshape(-1, size)
    ends: dict[State, np.ndarray] = defaultdict(lambda: np.zeros(size))
    for i, after, matrix in parts:
        if after not in number:
            ends[after] += matrix @ total[i]
    return {state: total[i] for state, i in number.items()}, ends
