"""The Respins round on a tiny board, solved over the full state of every single cell.

A board is a tuple with one entry per cell: None when it is empty, else how often its Money was
multiplied. Nothing is counted by class and nothing is sampled: every landing of every cell, every
K, every choice of symbols and every multiplier is listed. Values are carried as first moments:
for each state, P(state) and, cell by cell, E[worth; state] and E[charges; state]. They are what
the rules make of them, since a gain is added, a multiplication is drawn apart from all else, and
the choices depend on the board only. The sums over all respins are one linear system.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import comb, prod

import numpy as np

from tests.respins.spec import LETTERS, Expected, Round
from tests.respins.walk import (
    Board,
    State,
    landings,
    mean,
    shares,
    starts,
    successor,
    sum_over_time,
)


def solve(rules: Round) -> Expected:
    """Return the exact expectations of a round; seconds on 2 or 3 cells."""
    respins, orbs, ends = _Values(rules).run()
    money = charge = worth = count = p_full = 0.0
    for (kind, board), moments in ends.items():
        held = sum(cell is not None for cell in board)
        count += moments[0] * held
        if kind == "full":
            p_full += moments[0]
        else:
            money += moments[1]
            charge += moments[2]
            worth += moments[3 : 3 + rules.cells].sum()
    won = _jackpots(rules) if "J" in rules.modifiers else dict.fromkeys(rules.jackpots, 0.0)
    return Expected(
        respins=respins,
        count=count,
        orbs=orbs,
        p_full=p_full,
        money=money / 10,
        charge=charge / 10,
        multiply=(worth - money - charge) / 10,
        jackpots=won,
        jackpot_part=sum(rules.jackpots[name][0] * n for name, n in won.items()) / 10,
        full_part=p_full * rules.award / 10,
    )


class _Values:
    """The system for Money values.

    Moments of a state: its probability; Money as landed; charge as drawn; the worth of each
    cell; then the charges of each cell ("pick") or the blue orbs so far ("repick").
    """

    def __init__(self, rules: Round) -> None:
        self.rules = rules
        self.repick = rules.charge_target == "repick"
        self.size = 3 + rules.cells + (1 if self.repick else rules.cells)
        self.red_acts = cache(self._red_acts)
        self.respin = cache(self._respin)

    def run(self) -> tuple[float, dict[str, float], dict[tuple[str, Board], np.ndarray]]:
        """Return expected respins, orbs by letter, and the moments at every end."""
        start: dict[State, np.ndarray] = {}
        landed = mean(self.rules.money)
        for held, chance in starts(self.rules):
            moments = np.zeros(self.size)
            moments[0] = chance
            moments[1] = chance * landed * sum(held)
            moments[3 : 3 + self.rules.cells] = chance * landed * np.array(held)
            start[self.rules.counter, tuple(0 if h else None for h in held)] = moments
        visits, ends = sum_over_time(start, self.moves, self.size)
        orbs: dict[str, float] = defaultdict(float)
        for (_, board), moments in visits.items():
            for drawn, chance in landings(self.rules, board):
                for what in drawn:
                    if what in LETTERS:
                        orbs[LETTERS[what]] += moments[0] * chance
        return sum(m[0] for m in visits.values()), orbs, ends

    def moves(self, state: State) -> list[tuple[State, np.ndarray]]:
        """List every respin from a state: where it leads, and its matrix on the moments."""
        counter, board = state
        return [
            (successor(self.rules.counter if anything else counter - 1, final), matrix)
            for (anything, final), matrix in self.respin(board).items()
        ]

    def _respin(self, board: Board) -> dict[tuple[bool, Board], np.ndarray]:
        """List every respin of a board, by whether anything landed and the board after it."""
        onward: dict[tuple[bool, Board], np.ndarray] = defaultdict(
            lambda: np.zeros((self.size, self.size))
        )
        for drawn, chance in landings(self.rules, board):
            new = iter(drawn)
            landed = [next(new) if cell is None else None for cell in board]
            after = tuple(0 if landed[i] == "money" else cell for i, cell in enumerate(board))
            early = chance * self._landing_and_charge(board, landed, after)
            anything = set(drawn) != {"blank"}
            for final, (weight, factors) in self.red_acts(after, landed.count("red")).items():
                late = np.full(self.size, weight)
                late[3 : 3 + self.rules.cells] = factors
                onward[anything, final] += late[:, None] * early
        return onward

    def _landing_and_charge(
        self, board: Board, landed: list[str | None], after: Board
    ) -> np.ndarray:
        """Build the matrix of landing and Charge for one landing."""
        n = self.rules.cells
        step = np.eye(self.size)
        worth, extra = range(3, 3 + n), range(3 + n, self.size)
        value = mean(self.rules.money)
        for i in range(n):
            if landed[i] == "money":
                step[1, 0] += value
                step[worth[i], 0] += value
        held = [i for i in range(n) if after[i] is not None]
        if "C" not in self.rules.modifiers:
            return step
        gain, blues = mean(self.rules.charge), landed.count("blue")
        if self.repick:
            for i in held:  # each earlier orb picks symbol i with chance 1 / held
                step[2, extra[0]] += gain / len(held)
                step[worth[i], extra[0]] += gain / len(held)
            step[extra[0], 0] += blues
            return step
        for i in held:
            if board[i] is not None:
                step[2, extra[i]] += gain
                step[worth[i], extra[i]] += gain
            step[extra[i], 0] += blues / len(held)
        return step

    def _red_acts(self, board: Board, reds: int) -> dict[Board, tuple[float, np.ndarray]]:
        """Let red orbs act one after another.

        Returns, by the board after them, its chance and, cell by cell, the expectation of the
        product of all multipliers on that board (0 elsewhere).
        """
        if reds == 0:
            return {board: (1.0, np.ones(len(board)))}
        found: dict[Board, tuple[float, np.ndarray]] = {}
        for before, (chance, factors) in self.red_acts(board, reds - 1).items():
            for final, share, drawn in self._red_orb(before):
                had, sums = found.get(final, (0.0, np.zeros(len(board))))
                found[final] = (had + chance * share, sums + factors * share * drawn)
        return found

    def _red_orb(self, board: Board) -> Iterator[tuple[Board, float, np.ndarray]]:
        """List every act of one red orb: K, the symbols chosen, the multiplier of each."""
        limit = self.rules.limit
        eligible = [i for i, times in enumerate(board) if times is not None and times < limit]
        for most, chance in shares(self.rules.chosen):
            k = min(most, len(eligible))
            for chosen in combinations(eligible, k):
                final = tuple(t + 1 if i in chosen else t for i, t in enumerate(board))
                for drawn in product(list(shares(self.rules.multipliers)), repeat=k):
                    factors = np.ones(len(board))
                    factors[list(chosen)] = [multiplier for multiplier, _ in drawn]
                    share = chance / comb(len(eligible), k) * prod(p for _, p in drawn)
                    yield final, share, factors


def _jackpots(rules: Round) -> dict[str, float]:
    """Solve for the jackpots won in rounds that do not fill.

    What happens to values does not matter here, so a board is only which cells hold Money. The
    state adds what was seen of every name; the moments are P and what was won of every name.
    """
    names = list(rules.jackpots)
    size = 1 + len(names)
    weights = {i: weight for i, (_, weight) in enumerate(rules.jackpots.values())}

    @cache
    def reveals(seen: tuple[int, ...], golden: int) -> dict[tuple[int, ...], np.ndarray]:
        if golden == 0:
            return {seen: np.eye(size)}
        found: dict[tuple[int, ...], np.ndarray] = defaultdict(lambda: np.zeros((size, size)))
        for before, matrix in reveals(seen, golden - 1).items():
            for i, chance in shares(weights):
                now, step = list(before), np.eye(size)
                now[i] += 1
                if now[i] == rules.needed:
                    now[i] = 0
                    step[1 + i, 0] = 1
                found[tuple(now)] += chance * step @ matrix
        return found

    @cache
    def respin(board: Board) -> dict[tuple[bool, int, Board], float]:
        onward: dict[tuple[bool, int, Board], float] = defaultdict(float)
        for drawn, chance in landings(rules, board):
            new = iter(drawn)
            after = tuple(0 if c == 0 or next(new) == "money" else None for c in board)
            onward[set(drawn) != {"blank"}, drawn.count("golden"), after] += chance
        return onward

    def moves(state: State) -> Iterator[tuple[State, np.ndarray]]:
        counter, board, seen = state
        for (anything, golden, after), chance in respin(board).items():
            left = rules.counter if anything else counter - 1
            for now, matrix in reveals(seen, golden).items():
                yield (*successor(left, after), now), chance * matrix

    start = {}
    for held, chance in starts(rules):
        board = tuple(0 if h else None for h in held)
        start[rules.counter, board, (0,) * len(names)] = chance * np.eye(size)[0]
    _, ends = sum_over_time(start, moves, size)
    short = sum(moments for (kind, *_), moments in ends.items() if kind == "end")
    return {name: float(short[1 + i]) for i, name in enumerate(names)}
