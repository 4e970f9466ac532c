"""Multiply: one red orb acts on a state, choosing among its classes of Money symbols.

The theory stands at the head of `classes`, whose kernel this is a part of.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mathlib.core.jit import inlined, lean, part
from mathlib.exact.respins.waiting import room

Array = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
PLAIN, PICK, REPICK = 0, 1, 2
WIDE = 16
"""Layers there is room for, at least: what waits for 0, 1, ... reds."""
H0, H1, H2, H3, A0, A1, A2, A3, STATE = (np.uint64(i * WIDE) for i in range(1, 10))
"""Where the parts of a state with charges lie, if four multiplications are allowed."""
CUT = 0.3
"""Choices that carry less than this share of the floor are left out."""


@inlined
def first_draw(t: Any) -> Any:
    """Return the place of A_0 among the parts: after p and the H, at least one of them."""
    return 1 + max(t.limit, 1)


class Desk(NamedTuple):
    """What `multiply` knows in advance, and the room it works in.

    Parameters
    ----------
    weight : ndarray, shape (cells, most + 1)
        Chance of each set of k symbols, by how many are eligible.
    ways_of, rank_of : ndarray, shape (limit, most + 1)
        Ways to choose k symbols of a class, and what remains of its term of the rank.
    inverse : ndarray, shape (limit,)
        One over the symbols of each class.
    greatest, total : ndarray, shape (most + 1,)
        Of all choices in class 0, by how many are chosen elsewhere: greatest weight, and sum.
    k : ndarray, shape (limit,)
        Symbols chosen of each class.
    ways, rank, taken : ndarray, shape (limit + 1,)
        Ways, rank and number of all that is chosen from a class up.
    keep, come : ndarray, shape (parts,)
        Share of each part that stays, and that comes from the part before.
    mine : ndarray, shape (parts, width)
        What the state passes on, by reds to come after this one.
    """

    weight: Array
    ways_of: Array
    rank_of: Ints
    inverse: Array
    greatest: Array
    total: Array
    k: Ints
    ways: Array
    rank: Ints
    taken: Ints
    keep: Array
    come: Array
    mine: Array


@part
def desk(t: Any, parts: int, wide: int) -> Any:
    """Lay out a desk; the most K includes all greater ones."""
    most, limit = len(t.chosen), max(t.limit, 1)
    weight = np.zeros((t.cells, most))
    for eligible in range(t.cells):
        top = min(most - 1, eligible)
        for k in range(1, most):
            weight[eligible, min(k, top)] += t.chosen[k]
        for k in range(1, top + 1):
            weight[eligible, k] /= t.binomial[eligible, k]
    level = np.zeros(limit + 1, dtype=np.int64)
    return Desk(
        weight=weight,
        ways_of=np.zeros((limit, most)),
        rank_of=np.zeros((limit, most), dtype=np.int64),
        inverse=np.zeros(limit),
        greatest=np.zeros(most),
        total=np.zeros(most),
        k=level[:limit].copy(),
        ways=np.ones(limit + 1),
        rank=level.copy(),
        taken=level.copy(),
        keep=np.ones(parts),
        come=np.zeros(parts),
        mine=np.zeros((parts, wide)),
    )


@lean
def leave_out(here: Any, first: int, last: int, share: float, t: Any, lost: Any) -> None:
    """Record a share of the mass in layers ``first`` to ``last`` as not followed."""
    for r in range(first, last + 1):
        lost[0] += share * here[0, r]
        for i in range(1, len(here)):
            lost[1 if i < first_draw(t) else 2] += share * here[i, r]


@lean
def multiply(
    here: Any, layers: Any, waits: Any, d: Any, m: int, s: Any, c: Any, t: Any,
    lost: Any, drawn: Any,
) -> None:  # fmt: skip
    """Let one red orb act on all mass that has reds to come, for every choice but none.

    Parameters
    ----------
    here, layers : ndarray, shape (parts, width) and (rows, parts, width)
        Mass of this state, and of all states that have a row, by reds to come.
    waits : Waiting
        The row of each state with m Money symbols.
    d : Desk
    m : int
        Money symbols held.
    s, c : ndarray, shape (limit + 1,)
        Prefix sums and class counts of this state.
    t : Tables
    lost, drawn : ndarray
        What is left out, and what the last class is credited with, are added here.
    """
    last = t.reds
    while last > 0 and here[0, last] <= t.floor:
        last -= 1
    leave_out(here, last + 1, t.reds, 1.0, t, lost)
    if last == 0:
        return
    waiting, topped = 0.0, 0.0
    for r in range(1, last + 1):
        waiting += here[0, r]
        if t.mode != PLAIN:
            topped += here[len(here) - 1, r] * t.unfilled[m]
            if t.mode == PICK:
                topped += here[t.limit, r] * t.scale[t.limit] * t.rest[m]
    least = t.floor * CUT / waiting
    parts, top = len(here), t.limit - 1
    weight, most = d.weight[s[top]], min(len(t.chosen) - 1, s[top])
    _lay_out(here, last, s, c, weight, most, d, t)
    flat, mine = layers.reshape(-1), d.mine.reshape(-1)
    steps = np.uint64(4 * ((last + 3) // 4))
    first = 1 if t.mode == PICK else first_draw(t)
    four = t.limit == 4 and t.mode == PICK and here.shape[1] == WIDE
    # k[1:] is an odometer, slowest in the top class; k[0] runs inside.
    k, keep, come, j = d.k, d.keep, d.come, top
    skipped = credit = 0.0
    while True:
        while j > 0:
            d.ways[j] = d.ways[j + 1] * d.ways_of[j, k[j]]
            d.rank[j] = d.rank[j + 1] + d.rank_of[j, k[j]]
            d.taken[j] = d.taken[j + 1] + k[j]
            if parts > 1:
                _share(keep, come, first, t.limit, j, k[j] * d.inverse[j])
            j -= 1
        taken, ways, rank = d.taken[1], d.ways[1], d.rank[1] + s[0]
        inside = min(c[0], most - taken)
        if ways * d.greatest[taken] <= least:
            skipped += ways * d.total[taken]
            inside = -1
        for k0 in range(inside + 1):
            w = weight[taken + k0] * ways * d.ways_of[0, k0]
            if w <= least:
                skipped += w
                continue
            there = room(waits, layers, rank - k0)
            k[0] = k0
            credit += w * k[top]
            if four:
                _add_four(flat, there, mine, steps, w, k0 * d.inverse[0], keep, come)
                continue
            if parts > 1:
                _share(keep, come, first, t.limit, 0, k0 * d.inverse[0])
            for i in range(parts):
                stay, up = w * keep[i], w * come[i]
                for r in range(last):
                    layers[there, i, r] += stay * d.mine[i, r] + up * d.mine[i - 1, r]
        k[0] = 0
        j = 1
        while j < t.limit and (k[j] == c[j] or d.taken[j] == most):
            k[j] = 0
            j += 1
        if j >= t.limit:
            break
        k[j] += 1
    credit *= topped * d.inverse[top]
    drawn[t.limit] += credit
    if skipped > 0:
        leave_out(here, 1, last, skipped, t, lost)


@inlined
def _lay_out(here: Any, last: int, s: Any, c: Any, weight: Any, most: int, d: Any, t: Any) -> None:
    """Set what a state's choices are made of."""
    for i in range(len(here)):
        for r in range(here.shape[1]):
            d.mine[i, r] = here[i, r + 1] if r < last else 0.0
    for j in range(t.limit):
        d.inverse[j] = 1.0 / max(c[j], 1)
        d.k[j] = 0
        for n in range(min(c[j], most) + 1):
            d.ways_of[j, n] = t.binomial[c[j], n]
            d.rank_of[j, n] = np.int64(t.binomial[s[j] - n + j, j + 1])
    for taken in range(most + 1):
        d.greatest[taken] = d.total[taken] = 0.0
        for k0 in range(min(c[0], most - taken) + 1):
            w = weight[taken + k0] * d.ways_of[0, k0]
            d.greatest[taken] = max(d.greatest[taken], w)
            d.total[taken] += w


@inlined
def _add_four(
    flat: Any, there: int, mine: Any, steps: Any, w: float, part: float, keep: Any, come: Any
) -> None:
    """Add p, H_0 .. H_3 and A_0 .. A_3: the rules' limit of four, written out for speed.

    Constant distances between the parts, and unsigned indices, let the compiler take four reds
    at a time.
    """
    a0, b1 = w * (1.0 - part), w * part
    a1, b2 = w * keep[2], w * come[3]
    a2, b3 = w * keep[3], w * come[4]
    a3 = w * keep[4]
    for r in range(steps):
        i = np.uint64(there) * STATE + r
        flat[i] += w * mine[r]
        x0, x1, x2, x3 = mine[r + H0], mine[r + H1], mine[r + H2], mine[r + H3]
        flat[i + H0] += a0 * x0
        flat[i + H1] += a1 * x1 + b1 * x0
        flat[i + H2] += a2 * x2 + b2 * x1
        flat[i + H3] += a3 * x3 + b3 * x2
        x0, x1, x2, x3 = mine[r + A0], mine[r + A1], mine[r + A2], mine[r + A3]
        flat[i + A0] += a0 * x0
        flat[i + A1] += a1 * x1 + b1 * x0
        flat[i + A2] += a2 * x2 + b2 * x1
        flat[i + A3] += a3 * x3 + b3 * x2


@inlined
def _share(keep: Any, come: Any, first: int, limit: int, j: int, part: float) -> None:
    """Set the shares of class j that stay in it and that go one up, in each block of parts."""
    for block in range(first, len(keep), limit):
        keep[block + j] = 1.0 - part
        if j + 1 < limit:
            come[block + j + 1] = part
