"""The Respins round by classes of Money symbols: the exact effect of Multiply and Charge.

State. A red orb chooses among the Money symbols multiplied fewer than L times, so the symbols
are coupled; but only through how many there are with 0, 1, ..., L multiplications. The chain
lives on those counts c = (c_0, ..., c_L). Money count and total multiplications never decrease,
so it has no loops but from a state to itself.

Prefix sums. Let s_j = c_0 + ... + c_j for j < L. Choosing k_j symbols of class j moves them to
class j + 1 and lowers s_j by k_j, all else unchanged. The rank

    rank(s) = sum_j binomial(s_j + j, j + 1)

numbers the states of every Money count without gaps, is a sum of one term per class, and only
falls when symbols are multiplied: states are settled in order of falling rank.

One red orb chooses k of E eligible symbols, k = min(K, E), so k_j of each class with chance
prod_j binomial(c_j, k_j) / binomial(E, k). The reds of one respin act one after another: mass
that still has r reds to come waits in layer r of its state.

What is carried. p: expected visits. H_j: expected number of charges on symbols of class j.
A_j: expected charge draws on symbols of class j, each divided by mu^j at the time of the draw
(mu the mean multiplier). A multiplication is independent of everything that decides who is
chosen, so a value drawn at class i on a symbol that ends in class j is worth mu^(j - i) times
as much at the end, and the sum of final values is linear in these. With charge.target =
"repick", H_0 instead carries the number of blue orbs landed so far. Symbols of the last class
never change again: what they still draw depends on the Money count alone (``rest``), so it is
credited at once and the last class needs no H and no A.

Truncation. States whose mass is below ``floor`` are left out, and reds beyond ``reds`` in one
respin; the mass left out is returned, and bounds the error (see `solve`). With an `outlook` a
state is left out as soon as its worth is known well enough without following it; what it is
worth, and what is not known of that, is returned.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mathlib.core.jit import kernel, lean
from mathlib.exact.respins.choices import (
    PICK,
    PLAIN,
    REPICK,
    WIDE,
    desk,
    first_draw,
    leave_out,
    multiply,
)
from mathlib.exact.respins.left_out import judge
from mathlib.exact.respins.waiting import Waiting, leave, room

Array = npt.NDArray[np.float64]


class Tables(NamedTuple):
    """Everything the kernel reads, as plain numbers and arrays.

    Parameters
    ----------
    cells, limit, reds, mode, counter : int
        N, L, most reds in one respin, PLAIN, PICK or REPICK, and respins at full counter.
    start, miss, end, s0, s1, lands, tail : ndarray, shape (cells,)
        See `landing`; ``lands`` is the chance that any Money lands, ``tail`` that more than
        ``reds`` reds do.
    law, blues : ndarray, shape (cells, cells + 1, reds + 1)
        Chance that n Money and r reds land, and the expected blue orbs on that event.
    chosen : ndarray, shape (most + 1,)
        Chance of each K.
    binomial : ndarray
        Table of binomial coefficients, (cells + limit + 1) square.
    scale : ndarray, shape (limit + 1,)
        mu^-j.
    unfilled, rest : ndarray, shape (cells,)
        From a visit at full counter: the chance that the round does not fill the board, and the
        respins to come on that event.
    top : float
        Chance that one multiplication draws the greatest multiplier.
    floor : float
        States with less mass are left out.
    """

    cells: int
    limit: int
    reds: int
    mode: int
    counter: int
    start: Array
    miss: Array
    end: Array
    s0: Array
    s1: Array
    lands: Array
    tail: Array
    law: Array
    blues: Array
    chosen: Array
    binomial: Array
    scale: Array
    unfilled: Array
    rest: Array
    top: float
    floor: float


@kernel
def walk(t: Any, o: Any) -> Any:
    """Carry visits, charges and charge draws through all states of one round.

    Parameters
    ----------
    t : Tables
    o : Outlook

    Returns
    -------
    tuple
        ``final[j]`` expected number of symbols that end in class j; ``drawn[j]`` expected
        scaled charge draws on them; ``ending[m]`` the chance to end with m Money symbols;
        ``lost[m]`` (mass, charges, scaled draws) left out while m Money
        symbols are held; ``left`` what the outlook says of states left out (see `left_out`);
        the chance that the greatest multiplier was drawn; number of states settled;
        ``visits[state]`` at full counter, states in order of Money count and rank, without an
        outlook. All on rounds that do not fill the board.
    """
    parts = 1 if t.mode == PLAIN else first_draw(t) + t.limit
    offset = np.zeros(t.cells + 1, dtype=np.int64)
    for m in range(t.cells):
        offset[m + 1] = offset[m] + np.int64(t.binomial[m + t.limit, t.limit])
    # Few states are ever reached: only they have a row, and row 0 stands for all others. Memory
    # that is not written to is never asked for.
    row = np.zeros(offset[t.cells], dtype=np.int32)
    settled = np.empty((offset[t.cells] + 1, parts))
    final = np.zeros(t.limit + 1)
    drawn = np.zeros(t.limit + 1)
    ending = np.zeros(t.cells)
    lost = np.zeros((t.cells, 3))
    left, brought, charged = np.zeros(4), np.zeros(parts), np.zeros(parts)
    s = np.zeros(t.limit + 1, dtype=np.int64)
    c = np.zeros(t.limit + 1, dtype=np.int64)
    # States that differ in c_0 alone lead to each other; the one of them with c_0 = 0 knows the
    # last Money count, plus 1, at which one was settled: most states are never reached.
    latest = np.zeros(offset[t.cells], dtype=np.int16)
    largest = offset[t.cells] - offset[t.cells - 1]
    layers = np.empty((largest + 1, parts, max(WIDE, t.reds + 1)))
    none_yet = np.zeros(1, dtype=np.int64)
    waits = Waiting(np.zeros(largest, dtype=np.int64), np.arange(largest + 1), none_yet)
    d = desk(t, parts, layers.shape[2])
    weights = np.zeros(len(o.sets))
    used = 0
    topped = 0.0
    for m in range(t.cells):
        s[:] = m
        for rank in range(offset[m + 1] - offset[m] - 1, -1, -1):
            c[0] = s[0]
            for j in range(1, t.limit + 1):
                c[j] = s[j] - s[j - 1]
            line = offset[m - c[0]]
            for j in range(1, t.limit):
                line += np.int64(t.binomial[s[j] - c[0] + j, j + 1])
            if waits.row[rank] > 0 or latest[line] > 0 or (c[0] == m and t.start[m] > 0):
                here = layers[room(waits, layers, rank)]
                if c[0] == m:
                    here[0, 0] += t.start[m]
                if latest[line] > 0:
                    _arrive(
                        here, settled, row, offset, m, m + 1 - latest[line], s, c, t,
                        brought, charged, drawn,
                    )  # fmt: skip
                known = o.width > 0 and judge(here, m, c, t, o, weights, left, lost[m])
                x = settled[used + 1]
                if not known and _settle(here, x, m, c, t, lost[m], drawn, brought):
                    used += 1
                    row[offset[m] + rank] = used
                    latest[line] = m + 1
                    topped += _finish(x, m, c, t, final, drawn, ending)
                    if m > c[t.limit]:
                        multiply(here, layers, waits, d, m, s, c, t, lost[m], drawn)
                leave(waits, rank)
            j = 0  # next lower rank: lower the first prefix sum that is not 0
            while j < t.limit and s[j] == 0:
                j += 1
            if j < t.limit:
                s[j] -= 1
                for i in range(j):
                    s[i] = s[j]
    settled[0] = 0.0
    visits = settled[row, 0] if o.width == 0 else np.zeros(0)
    return final, drawn, ending, lost, left, topped, used, visits


@lean
def _arrive(
    here: Any, settled: Any, row: Any, offset: Any, m: int, fewest: int, s: Any, c: Any, t: Any,
    brought: Any, charged: Any, drawn: Any,
) -> None:  # fmt: skip
    """Add what comes from lower Money counts, n >= fewest new symbols landing in class 0."""
    draws, last, deepest = first_draw(t), t.limit, min(t.reds, t.cells - m) + 1
    charged[:] = 0.0
    for n in range(fewest, c[0] + 1):
        source = m - n
        rank = offset[source]
        for j in range(t.limit):
            rank += np.int64(t.binomial[s[j] - n + j, j + 1])
        if row[rank] == 0:
            continue
        x = settled[row[rank]]
        s0, s1 = t.s0[source], t.s1[source]
        law, blues = t.law[source, n], t.blues[source, n]
        for i in range(len(brought)):
            brought[i] = s0 * x[i]
        if t.mode == PICK:
            blue = s0 * x[0] / m
            for j in range(t.limit):
                brought[draws + j] += s1 * x[1 + j] * t.scale[j]
                charged[1 + j] = blue * c[j]
            if c[last] > 0:
                credit = blue * c[last] * t.scale[last] * t.rest[m]
                for r in range(deepest):
                    drawn[last] += credit * blues[r]
        elif t.mode == REPICK:
            charged[1] = s0 * x[0]
            for j in range(t.limit + 1):
                before = c[j] - n if j == 0 else c[j]
                gain = s0 * x[1] * c[j] / m
                if source > 0:
                    gain += (s1 - s0) * x[1] * before / source
                if j < last:
                    brought[draws + j] += gain * t.scale[j]
                else:
                    credit = gain * t.scale[last] * t.unfilled[m]
            for r in range(deepest):
                drawn[last] += credit * law[r]
        for i in range(len(brought)):
            a, b = brought[i], charged[i]
            for r in range(deepest):
                here[i, r] += a * law[r] + b * blues[r]


@lean
def _settle(here: Any, x: Any, m: int, c: Any, t: Any, lost: Any, drawn: Any, sent: Any) -> bool:
    """Solve the loop of a state to itself; leave in ``here`` all that waits for a red."""
    arrived = 0.0
    for r in range(t.reds + 1):
        arrived += here[0, r]
    if arrived <= t.floor:
        leave_out(here, 0, t.reds, 1.0, t, lost)
        return False
    x[:] = 0.0
    parts, draws, last = len(x), first_draw(t), t.limit
    still = t.chosen[0] if m > c[last] else 1.0
    for r in range(t.reds, 0, -1):
        for i in range(parts):
            here[i, r - 1] += still * here[i, r]
    moves = t.lands[m] + t.tail[m]
    stays, blue = max(t.law[m, 0, 0] - t.miss[m], 0.0), t.blues[m, 0, 0]
    orbs, blues, power = stays, blue, 1.0
    for r in range(1, t.reds + 1):
        power *= still
        moves += t.law[m, 0, r] * (1 - power)
        stays += t.law[m, 0, r] * power
        orbs += t.law[m, 0, r]
        blue += t.blues[m, 0, r] * power
        blues += t.blues[m, 0, r]
    leave = t.end[m] + t.s0[m] * moves
    s0, s1 = t.s0[m], t.s1[m]
    x[0] = here[0, 0] / leave
    lost[0] += s0 * t.tail[m] * x[0]
    if t.mode == PLAIN:
        _send(here, x, m, c, still, t, sent)
        return True
    if t.mode == REPICK:
        x[1] = (here[1, 0] + s0 * blue * x[0]) / leave
    for j in range(t.limit):
        share = c[j] / m if m > 0 else 0.0
        if t.mode == PICK:
            x[1 + j] = (here[1 + j, 0] + s0 * blue * x[0] * share) / leave
        gain = _charges(x, j, share, t) * t.scale[j]
        x[draws + j] = (here[draws + j, 0] + s1 * stays * gain) / leave
    if m > 0:
        if t.mode == PICK:
            credit = s0 * blues * x[0] * t.rest[m]
        else:
            credit = s1 * orbs * x[1] * t.unfilled[m]
        drawn[last] += credit * c[last] / m * t.scale[last]
    for i in range(1, parts):
        lost[1 if i < draws else 2] += s0 * t.tail[m] * x[i]
    _send(here, x, m, c, still, t, sent)
    return True


@lean
def _send(here: Any, x: Any, m: int, c: Any, still: float, t: Any, sent: Any) -> None:
    """Add what settled visits send on with r reds to come, past reds that choose none."""
    parts, draws = len(x), first_draw(t)
    sent[:] = 0.0
    for r in range(t.reds, 0, -1):
        q = t.law[m, 0, r]
        for i in range(parts):
            sent[i] = still * sent[i] + t.s0[m] * q * x[i]
        if t.mode == REPICK:
            sent[1] += t.s0[m] * t.blues[m, 0, r] * x[0]
        if t.mode != PLAIN:
            for j in range(t.limit):
                share = c[j] / m if m > 0 else 0.0
                if t.mode == PICK:
                    sent[1 + j] += t.s0[m] * t.blues[m, 0, r] * x[0] * share
                sent[draws + j] += q * t.s1[m] * _charges(x, j, share, t) * t.scale[j]
        for i in range(parts):
            here[i, r] += sent[i]


@lean
def _charges(x: Any, j: int, share: float, t: Any) -> float:
    """Return the expected charges that draw on class j in a respin that moves nothing."""
    return float(x[1 + j] if t.mode == PICK else x[1] * share)


@lean
def _finish(x: Any, m: int, c: Any, t: Any, final: Any, drawn: Any, ending: Any) -> float:
    """Count what ends here: as many respins without a landing as the counter holds."""
    ended = t.end[m] * x[0]
    ending[m] += ended
    times = 0
    for j in range(t.limit + 1):
        times += j * c[j]
        final[j] += ended * c[j]
        if t.mode != PLAIN and m > 0 and (j < t.limit or t.mode == REPICK):
            gain = t.counter * _charges(x, j, c[j] / m, t) * t.scale[j]
            if j < t.limit:
                gain += x[first_draw(t) + j]
            drawn[j] += t.end[m] * gain
    return float(-ended * np.expm1(times * np.log1p(-t.top)) if t.top < 1 else ended)
