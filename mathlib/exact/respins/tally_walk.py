"""The walk over counts that `tallies` asks for: rows over D, settled in rising order."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mathlib.core.jit import kernel, part
from mathlib.exact.respins.landing import Array

MOST_POINTS = 50_000_000
"""Most chances kept: 400 megabytes."""
LEVELS = 16
"""Ranges kept of a row; the widest leaves out 2 * 16**-15 of it."""


class Tables(NamedTuple):
    """What the kernel reads.

    ``law[m, k, b, j]`` is the chance that k Money, b blue and j golden orbs land while m are
    held; ``rest[m]`` bounds that of all that the table has no room for.
    """

    cells: int
    counter: int
    repick: bool
    most_blue: int
    most_golden: int
    start: Array
    miss: Array
    end: Array
    stuck: Array
    law: Array
    rest: Array
    costs: Array
    ahead: Array
    cut: float


@kernel
def walk_counts(t: Any) -> Any:
    """Settle all rows.

    Parameters
    ----------
    t : Tables

    Returns
    -------
    tuple
        Rows of the ends as (m, G, first D, length, place), their chances by place, what is left
        out, and the most states on one path: 0 when there was not the room to finish.
    """
    shape = (t.cells, t.most_blue + 1, t.most_golden + 1)
    number = np.zeros(shape, dtype=np.int64)
    weight = np.zeros(shape)
    awaited = np.zeros(shape, dtype=np.bool_)
    rows, settled = np.zeros((1 << 10, 2 + 2 * LEVELS), dtype=np.int64), 0
    ends = np.zeros((1 << 10, 5), dtype=np.int64)
    pool, used = np.zeros(1 << 16), 0
    chances, kept = np.zeros(1 << 14), 0
    row = np.zeros(1 << 12)
    lost = np.zeros(2)
    most_b, most_g = 0, 0
    for m in range(t.cells):
        awaited[m, 0, 0] |= t.start[m] > 0
        for b in range(t.most_blue + 1):
            for g in range(t.most_golden + 1):
                if not awaited[m, b, g]:
                    continue
                most_b, most_g = max(most_b, b), max(most_g, g)
                low, high = _arrivals(False, row, 0, m, b, g, number, weight, rows, pool, t, lost)
                row = _grown(row, high - low)
                row[: high - low] = 0.0
                _arrivals(True, row, low, m, b, g, number, weight, rows, pool, t, lost)
                low, high, start = _trim(row, low, high, m, b, g, t, lost)
                if high == low:
                    continue
                row[start : start + high - low] /= t.stuck[m]
                step = b if m > 0 else 0
                long = high - low + (t.counter - 1) * step
                if used + long > MOST_POINTS:
                    return ends[:0], chances[:0], lost, 0
                pool = _grown(pool, used + long)
                _add_misses(row, start, high - low, step, pool, used, m, t)
                if settled == len(rows):
                    rows, ends = _more(rows), _more(ends)
                number[m, b, g] = settled
                weight[m, b, g] = _levels(pool, used, long, low, rows[settled])
                used += long
                chances = _grown(chances, kept + high - low)
                for i in range(high - low):
                    chances[kept + i] = t.end[m] * row[start + i]
                ends[settled] = m, g, low + t.counter * step, high - low, kept
                kept += high - low
                settled += 1
                _announce(m, b, g, low + long, weight[m, b, g], awaited, t, lost)
    return ends[:settled], chances[:kept], lost, t.cells + most_b + most_g


@part
def _more(table: Any) -> Any:
    more = np.zeros((2 * len(table), table.shape[1]), dtype=np.int64)
    more[: len(table)] = table
    return more


@part
def _grown(pool: Any, needed: int) -> Any:
    """Return the pool, moved to twice the room if it does not hold what is needed."""
    if needed <= len(pool):
        return pool
    more = np.zeros(max(2 * len(pool), needed))
    more[: len(pool)] = pool
    return more


@part
def _levels(pool: Any, at: int, size: int, first: int, row: Any) -> float:
    """Describe a settled row and return its mass.

    ``row`` gets the place in the pool and the first D, then for each level the first point and
    one past the last point between which all but 2 * 16**-level of the mass lies.
    """
    row[0], row[1] = at, first
    mass = 0.0
    for i in range(at, at + size):
        mass += pool[i]
    low, high = 0, size
    below, above = 0.0, 0.0
    for level in range(LEVELS - 1, -1, -1):
        most = mass * 16.0**-level
        while low < high and below + pool[at + low] <= most:
            below += pool[at + low]
            low += 1
        while high > low and above + pool[at + high - 1] <= most:
            above += pool[at + high - 1]
            high -= 1
        row[2 + 2 * level], row[3 + 2 * level] = low, high
    return mass


@part
def _arrivals(
    add: bool, row: Any, base: int, m: int, b: int, g: int, number: Any, weight: Any, rows: Any,
    pool: Any, t: Any, lost: Any,
) -> Any:  # fmt: skip
    """Go through what arrives at a state: find the range of D, or add it up in ``row``.

    Of a source, only as much of the range is taken as weighs more than the cut.
    """
    low, high = 1 << 62, 0
    if b == 0 and g == 0 and t.start[m] > 0:
        low, high = 0, 1
        if add:
            row[0 - base] += t.start[m]
    lost_blue = m == 0 and not t.repick
    for source in range(max(0, m - t.law.shape[1] + 1), m + 1):
        for nb in range(t.law.shape[2]):
            before = b if lost_blue else b - nb
            if before < 0:
                break
            for ng in range(min(g, t.law.shape[3] - 1) + 1):
                q = t.law[source, m - source, nb, ng]
                w = weight[source, before, g - ng] * q
                if w <= t.cut:
                    continue
                one = rows[number[source, before, g - ng]]
                level, dropped = 0, 2 * w
                while level < LEVELS and dropped > t.cut:
                    level += 1
                    dropped /= 16
                level = min(level, LEVELS - 1)
                start, end = one[2 + 2 * level], one[3 + 2 * level]
                if start == end:
                    continue
                to = one[1] + (before if m > 0 else 0)
                if not add:
                    low, high = min(low, to + start), max(high, to + end)
                    continue
                _leave_out(dropped, m, b, g, high, t, lost)
                for i in range(start, end):
                    row[to - base + i] += q * pool[one[0] + i]
    return low, high


@part
def _trim(row: Any, low: int, high: int, m: int, b: int, g: int, t: Any, lost: Any) -> Any:
    """Leave out the ends of a row that are too rare; return its D range and where it starts."""
    start, end = 0, high - low
    while end > start and row[end - 1] <= t.cut:
        end -= 1
        _leave_out(row[end], m, b, g, low + end, t, lost)
    while start < end and row[start] <= t.cut:
        _leave_out(row[start], m, b, g, low + start, t, lost)
        start += 1
    return low + start, low + end, start


@part
def _add_misses(
    row: Any, start: int, size: int, step: int, pool: Any, at: int, m: int, t: Any
) -> None:
    """Put a row into the pool with 0 to counter - 1 misses, each of which draws ``step`` times."""
    for i in range(size + (t.counter - 1) * step):
        pool[at + i] = 0.0
    chance = 1.0
    for misses in range(t.counter):
        for i in range(size):
            pool[at + misses * step + i] += chance * row[start + i]
        chance *= t.miss[m]


@part
def _announce(
    m: int, b: int, g: int, most: int, weight: float, awaited: Any, t: Any, lost: Any
) -> None:
    """Mark the states that a settled row reaches; leave out what is too rare."""
    _leave_out(weight * t.rest[m], m, b, g, most, t, lost)
    for k in range(min(t.law.shape[1], t.cells - m)):
        for nb in range(t.law.shape[2]):
            after = b if m + k == 0 and not t.repick else b + nb
            for ng in range(t.law.shape[3]):
                w = weight * t.law[m, k, nb, ng]
                if w == 0:
                    continue
                if w <= t.cut or after > t.most_blue or g + ng > t.most_golden:
                    _leave_out(w, m + k, after, g + ng, most + b, t, lost)
                else:
                    awaited[m + k, after, g + ng] = True


@part
def _leave_out(w: float, m: int, b: int, g: int, draws: int, t: Any, lost: Any) -> None:
    """Record arrivals that are not followed: their chance, and a bound on the squared win."""
    lost[0] += w
    drawn = float(draws * draws) + b * b * t.ahead[0, m] + t.ahead[1, m]
    lost[1] += w * (t.costs[0] + t.costs[1] * drawn + t.costs[2] * (g * g + t.ahead[2, m]))
