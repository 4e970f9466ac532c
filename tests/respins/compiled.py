"""The rules of `naive.play` compiled: the same rounds, draw for draw.

Both take the same integers from the same generator in the same order, so their rounds must be
identical. A table is two rows here, outcomes and weights, and ends with the total weight.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from mathlib.core.jit import kernel
from tests.respins.naive import MASK, Outcome
from tests.respins.spec import KINDS, Round, Table

RESPINS, COUNT, GOLDEN, RED, BLUE, FULL, MONEY, CHARGE, MULTIPLY, JACKPOT, TOTAL, WON = range(12)


@kernel
def _below(state, n):
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    high = (z ^ (z >> np.uint64(31))) >> np.uint64(32)
    return np.int64((high * np.uint64(n)) >> np.uint64(32))


@kernel
def _pick(state, table):
    draw = _below(state, table[1, -1])
    i = 0
    while draw >= table[1, i]:
        draw -= table[1, i]
        i += 1
    return table[0, i]


@kernel
def _one(state, row, seen, n, counter_full, start, up_to, bands, money, charge, repick,
         chosen, multipliers, limit, names, prizes, needed, award):  # fmt: skip
    value = np.full(n, -1)  # -1: empty
    times = np.zeros(n, dtype=np.int64)
    charges = np.zeros(n, dtype=np.int64)
    eligible = np.zeros(n, dtype=np.int64)
    seen[:] = 0
    held = _pick(state, start)
    for j in range(held):
        place = _below(state, n - j)
        for i in range(n):
            if value[i] < 0:
                if place == 0:
                    value[i] = _pick(state, money)
                    row[MONEY] += value[i]
                    break
                place -= 1
    counter = counter_full
    while counter > 0 and held < n:
        counter -= 1
        row[RESPINS] += 1
        b = 0
        while up_to[b] < held:
            b += 1
        landing = bands[b]
        golden, red, blue = 0, 0, 0
        for i in range(n):
            if value[i] < 0:
                what = _pick(state, landing)
                if what > 0:
                    counter = counter_full
                if what == 1:
                    value[i] = _pick(state, money)
                    row[MONEY] += value[i]
                    held += 1
                elif what == 2:
                    golden += 1
                elif what == 3:
                    red += 1
                elif what == 4:
                    blue += 1
        _charges(state, row, value, charges, held, blue, charge, repick)
        row[GOLDEN] += golden
        row[RED] += red
        row[BLUE] += blue
        for _ in range(red):
            k = 0
            for i in range(n):
                if value[i] >= 0 and times[i] < limit:
                    eligible[k] = i
                    k += 1
            for _ in range(min(_pick(state, chosen), k)):
                j = _below(state, k)
                i = eligible[j]
                k -= 1
                for after in range(j, k):
                    eligible[after] = eligible[after + 1]
                value[i] *= _pick(state, multipliers)
                times[i] += 1
        for _ in range(golden):
            name = _pick(state, names)
            seen[name] += 1
            if seen[name] == needed:
                seen[name] = 0
                row[WON + name] += 1
                row[JACKPOT] += prizes[name]
    worth = 0
    for i in range(n):
        if value[i] >= 0:
            worth += value[i]
    row[COUNT] = held
    row[FULL] = held == n
    row[MULTIPLY] = worth - row[MONEY] - row[CHARGE]
    row[TOTAL] = award if held == n else worth + row[JACKPOT]


@kernel
def _charges(state, row, value, charges, held, blue, charge, repick):
    if held == 0:
        return
    n = len(value)
    if not repick:
        for i in range(n):
            for _ in range(charges[i]):
                gain = _pick(state, charge)
                value[i] += gain
                row[CHARGE] += gain
    for _ in range(row[BLUE] if repick else blue):
        j = _below(state, held)
        for i in range(n):
            if value[i] >= 0:
                if j == 0:
                    if repick:
                        gain = _pick(state, charge)
                        value[i] += gain
                        row[CHARGE] += gain
                    else:
                        charges[i] += 1
                    break
                j -= 1


@kernel
def _many(state, rows, n, counter, start, up_to, bands, money, charge, repick,
          chosen, multipliers, limit, names, prizes, needed, award):  # fmt: skip
    seen = np.zeros(len(prizes), dtype=np.int64)
    for r in range(len(rows)):
        _one(state, rows[r], seen, n, counter, start, up_to, bands, money, charge, repick,
             chosen, multipliers, limit, names, prizes, needed, award)  # fmt: skip


def simulate(rules: Round, rounds: int, seed: int) -> Sample:
    """Play many rounds with the compiled form."""
    state = np.array([seed & MASK], dtype=np.uint64)
    rows = np.zeros((rounds, WON + len(rules.jackpots)), dtype=np.int64)
    _many(
        state, rows, rules.cells, rules.counter, _arrays(rules.start),
        np.array([up_to for up_to, _ in rules.bands]),
        np.array([_arrays({i: w.get(k, 0) for i, k in enumerate(KINDS)}) for _, w in rules.bands]),
        _arrays(rules.money), _arrays(rules.charge),
        rules.charge_target == "repick", _arrays(rules.chosen), _arrays(rules.multipliers),
        rules.limit, _arrays({i: w for i, (_, w) in enumerate(rules.jackpots.values())}),
        np.array([prize for prize, _ in rules.jackpots.values()], dtype=np.int64), rules.needed,
        rules.award,
    )  # fmt: skip
    return Sample(rules, rows)


def _arrays(table: Table) -> np.ndarray:
    weights = list(table.values())
    if sum(weights) >= 1 << 32:
        raise ValueError("this generator draws from weights that add up to less than 2**32")
    return np.array([[*table, 0], [*weights, sum(weights)]], dtype=np.int64)


@dataclass(frozen=True)
class Sample:
    """Rounds played: one row of integers for each."""

    rules: Round
    rows: np.ndarray

    def outcomes(self) -> Iterator[Outcome]:
        """Rounds in the form in which `play` gives them."""
        for row in self.rows.tolist():
            yield Outcome(
                respins=row[RESPINS],
                count=row[COUNT],
                orbs={"J": row[GOLDEN], "M": row[RED], "C": row[BLUE]},
                full=bool(row[FULL]),
                money=row[MONEY],
                charge=row[CHARGE],
                multiply=row[MULTIPLY],
                jackpots=dict(zip(self.rules.jackpots, row[WON:], strict=True)),
                jackpot_part=row[JACKPOT],
                total=row[TOTAL],
            )

    def columns(self) -> dict[str, np.ndarray]:
        """Figures by the names of `Expected.flat`, one number a round, in total bets."""
        short = self.rows[:, FULL] == 0
        names = {"money": MONEY, "charge": CHARGE, "multiply": MULTIPLY}
        return {
            "respins": self.rows[:, RESPINS],
            "count": self.rows[:, COUNT],
            "orbs J": self.rows[:, GOLDEN],
            "orbs M": self.rows[:, RED],
            "orbs C": self.rows[:, BLUE],
            "p_full": self.rows[:, FULL],
            **{name: self.rows[:, i] * short / 10 for name, i in names.items()},
            **{
                f"won {name}": self.rows[:, WON + i] * short
                for i, name in enumerate(self.rules.jackpots)
            },
        }
