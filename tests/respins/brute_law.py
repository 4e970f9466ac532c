"""The law of a round's win on a tiny board, every outcome of every respin listed.

A board is a sorted tuple of cells: None, or (value, times multiplied, charges) of its Money. Each
draw of the rules, one after another, maps a law over states to the next one. Nothing is counted
by class, and no value is left to be drawn later. States whose chance falls below a limit are
dropped, and what they weigh is returned.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import combinations, product
from math import comb, prod
from typing import NamedTuple

from tests.respins.spec import Round
from tests.respins.walk import landings, shares

Cell = tuple[int, int, int] | None


class State(NamedTuple):
    """All that a round remembers, but for its counter."""

    cells: tuple[Cell, ...]
    blues: int = 0
    seen: tuple[int, ...] = ()
    prizes: int = 0

    def held(self) -> list[int]:
        return [i for i, cell in enumerate(self.cells) if cell is not None]

    def with_cells(self, changes: dict[int, Cell]) -> State:
        cells = [changes.get(i, cell) for i, cell in enumerate(self.cells)]
        return self._replace(cells=_sorted(cells))

    @property
    def win(self) -> int:
        return sum(cell[0] for cell in self.cells if cell) + self.prizes


Law = dict[State, float]
Moves = Iterable[tuple[State, float]]


def _sorted(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    # Cells are alike to every rule, so their order carries nothing.
    return tuple(sorted(cells, key=lambda cell: (cell is None, cell or (0, 0, 0))))


def win_law(rules: Round, least: float) -> tuple[dict[int, float], float, float]:
    """Return the law of the win on rounds that do not fill, P(full), and what was dropped."""
    law: dict[State, list[float]] = defaultdict(lambda: [0.0] * (rules.counter + 1))
    for n0, chance in shares(rules.start):
        for values in product(list(shares(rules.money)), repeat=n0):
            cells = [(value, 0, 0) for value, _ in values] + [None] * (rules.cells - n0)
            state = State(_sorted(cells), seen=(0,) * len(rules.jackpots))
            law[state][-1] += chance * prod(p for _, p in values)
    wins: dict[int, float] = defaultdict(float)
    p_full = dropped = 0.0
    while law:
        after: dict[State, list[float]] = defaultdict(lambda: [0.0] * (rules.counter + 1))
        for state, masses in law.items():
            if sum(masses) < least:
                dropped += sum(masses)
                continue
            for (anything, final), chance in _respin(rules, state).items():
                if None not in final.cells:
                    p_full += chance * sum(masses)
                elif anything:
                    after[final][-1] += chance * sum(masses)
                else:
                    for counter in range(1, rules.counter + 1):
                        if counter == 1:
                            wins[final.win] += chance * masses[1]
                        else:
                            after[final][counter - 1] += chance * masses[counter]
        law = after
    return dict(wins), p_full, dropped


def _respin(rules: Round, state: State) -> dict[tuple[bool, State], float]:
    found: dict[tuple[bool, State], float] = defaultdict(float)
    board = tuple(None if cell is None else 0 for cell in state.cells)
    for drawn, chance in landings(rules, board):
        count = {what: drawn.count(what) for what in ("money", "golden", "red", "blue")}
        law: Law = {state: chance}
        for _ in range(count["money"]):
            law = _step(law, lambda s: _money(rules, s))
        law = _charge(rules, law, count["blue"], state)
        for _ in range(count["red"]):
            law = _step(law, lambda s: _red(rules, s))
        for _ in range(count["golden"]):
            law = _step(law, lambda s: _golden(rules, s))
        for final, p in law.items():
            found[any(count.values()), final] += p
    return found


def _step(law: Law, moves: Callable[[State], Moves]) -> Law:
    out: Law = defaultdict(float)
    for state, chance in law.items():
        for after, p in moves(state):
            out[after] += chance * p
    return out


def _money(rules: Round, state: State) -> Moves:
    empty = state.cells.index(None)
    for value, p in shares(rules.money):
        yield state.with_cells({empty: (value, 0, 0)}), p


def _gain(rules: Round, state: State, i: int) -> Moves:
    value, times, charges = state.cells[i]
    for gain, p in shares(rules.charge):
        yield state.with_cells({i: (value + gain, times, charges)}), p


def _charge(rules: Round, law: Law, blues: int, before: State) -> Law:
    """Draw the charges of earlier respins, then let this respin's blue orbs pick."""
    if rules.charge_target == "repick":
        for _ in range(before.blues):
            law = _step(law, lambda s: _repick(rules, s))
        return {s._replace(blues=s.blues + blues): p for s, p in law.items()}
    # One charge at a time: drawn charges are set aside in ``blues`` as (value, charges) change.
    law = _step(law, lambda s: _all_charges(rules, s))
    for _ in range(blues):
        law = _step(law, _pick)
    return law


def _all_charges(rules: Round, state: State) -> Moves:
    cells: dict[tuple[Cell, ...], float] = {(): 1.0}
    for cell in state.cells:
        sums = {0: 1.0}
        for _ in range(cell[2] if cell else 0):
            more: dict[int, float] = defaultdict(float)
            for total, p in sums.items():
                for gain, q in shares(rules.charge):
                    more[total + gain] += p * q
            sums = more
        cells = {
            (*some, (cell[0] + gain, *cell[1:]) if cell else None): p * q
            for some, p in cells.items()
            for gain, q in sums.items()
        }
    for some, p in cells.items():
        yield state._replace(cells=_sorted(some)), p


def _pick(state: State) -> Moves:
    held = state.held()
    if not held:
        yield state, 1.0
    for i in held:
        value, times, charges = state.cells[i]
        yield state.with_cells({i: (value, times, charges + 1)}), 1 / len(held)


def _repick(rules: Round, state: State) -> Moves:
    held = state.held()
    if not held:
        yield state, 1.0
    for i in held:
        for after, p in _gain(rules, state, i):
            yield after, p / len(held)


def _red(rules: Round, state: State) -> Moves:
    eligible = [i for i in state.held() if state.cells[i][1] < rules.limit]
    for most, chance in shares(rules.chosen):
        k = min(most, len(eligible))
        for chosen in combinations(eligible, k):
            for drawn in product(list(shares(rules.multipliers)), repeat=k):
                changes: dict[int, Cell] = {}
                for i, (multiplier, _) in zip(chosen, drawn, strict=True):
                    value, times, charges = state.cells[i]
                    changes[i] = (value * multiplier, times + 1, charges)
                p = chance / comb(len(eligible), k) * prod(q for _, q in drawn)
                yield state.with_cells(changes), p


def _golden(rules: Round, state: State) -> Moves:
    weights = {i: weight for i, (_, weight) in enumerate(rules.jackpots.values())}
    prizes = [prize for prize, _ in rules.jackpots.values()]
    for i, p in shares(weights):
        seen = list(state.seen)
        seen[i] += 1
        won = seen[i] == rules.needed
        seen[i] *= not won
        yield state._replace(seen=tuple(seen), prizes=state.prizes + won * prizes[i]), p
