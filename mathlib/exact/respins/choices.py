"""Multiply: one red orb acts on a state, choosing among its classes of Money symbols.

The theory stands at the head of `classes`, whose kernel this is a part of. Numba keeps a
compiled kernel by the time stamp of its own file: after a change here, save `classes` too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mathlib.core.jit import inlined, part

PLAIN, PICK, REPICK = 0, 1, 2
CUT = 0.3
"""Choices that carry less than this share of the floor are left out."""


@inlined
def first_draw(t: Any) -> Any:
    """Return the place of A_0 among the parts: after p and the H, at least one of them."""
    return 1 + max(t.limit, 1)


@part
def leave_out(here: Any, first: int, last: int, share: float, t: Any, lost: Any) -> None:
    """Record a share of the mass in layers ``first`` to ``last`` as not followed."""
    for r in range(first, last + 1):
        lost[0] += share * here[r, 0]
        for i in range(1, here.shape[1]):
            lost[1 if i < first_draw(t) else 2] += share * here[r, i]


@part
def multiply(
    here: Any, layers: Any, waits: Any, m: int, s: Any, c: Any, t: Any, lost: Any, drawn: Any
) -> None:
    """Let one red orb act on all mass that has reds to come, for every choice but none.

    Parameters
    ----------
    here, layers : ndarray, shape (reds + 1, parts) and (states, reds + 1, parts)
        Mass of this state, and of all states with m Money symbols, by reds to come.
    waits : ndarray, shape (states,)
        Set where mass is added.
    m : int
        Money symbols held.
    s, c : ndarray, shape (limit + 1,)
        Prefix sums and class counts of this state.
    t : Tables
    lost, drawn : ndarray
        What is left out, and what the last class is credited with, are added here.
    """
    last = t.reds
    while last > 0 and here[last, 0] <= t.floor:
        last -= 1
    leave_out(here, last + 1, t.reds, 1.0, t, lost)
    if last == 0:
        return
    waiting, topped = 0.0, 0.0
    for r in range(1, last + 1):
        waiting += here[r, 0]
        if t.mode != PLAIN:
            topped += here[r, here.shape[1] - 1] * t.unfilled[m]
            if t.mode == PICK:
                topped += here[r, t.limit] * t.scale[t.limit] * t.rest[m]
    least = t.floor * CUT / waiting
    weight = _choice_weights(s[t.limit - 1], t)
    most = len(weight) - 1
    inverse = 1.0 / np.maximum(c, 1)
    first = 1 if t.mode == PICK else first_draw(t)
    four = t.limit == 4 and t.mode == PICK
    parts = here.shape[1]
    mine = here.copy()  # apart from what is written to, so that it can stay in registers
    keep, come = np.ones(parts), np.zeros(parts)
    skipped = credit = 0.0
    # Of all choices in class 0, by how many are chosen elsewhere: the greatest weight, the sum.
    greatest, total = np.zeros(most + 1), np.zeros(most + 1)
    for others in range(most + 1):
        for k0 in range(min(c[0], most - others) + 1):
            w = weight[others + k0] * t.binomial[c[0], k0]
            greatest[others] = max(greatest[others], w)
            total[others] += w
    k = np.zeros(t.limit, dtype=np.int64)  # k[1:] is an odometer; k[0] runs inside
    while True:
        ways, rank, taken = 1.0, np.int64(0), np.int64(0)
        for j in range(1, t.limit):
            ways *= t.binomial[c[j], k[j]]
            rank += np.int64(t.binomial[s[j] - k[j] + j, j + 1])
            taken += k[j]
        all_skipped = ways * greatest[taken] <= least
        if all_skipped:
            skipped += ways * total[taken]
        elif parts > 1:
            for j in range(1, t.limit):
                _share(keep, come, first, t.limit, j, k[j] * inverse[j])
        for k0 in range(0 if all_skipped else min(c[0], most - taken) + 1):
            w = weight[taken + k0] * ways * t.binomial[c[0], k0]
            if w <= least:
                skipped += w
                continue
            there = rank + s[0] - k0
            waits[there] = True
            k[0] = k0
            credit += w * topped * k[t.limit - 1] * inverse[t.limit - 1]
            if four:
                _add_four(layers, there, mine, last, w, k0 * inverse[0], keep, come)
                continue
            if parts > 1:
                _share(keep, come, first, t.limit, 0, k0 * inverse[0])
            for r in range(1, last + 1):
                layers[there, r - 1, 0] += w * mine[r, 0]
                for i in range(1, parts):
                    layers[there, r - 1, i] += w * (keep[i] * mine[r, i] + come[i] * mine[r, i - 1])
        k[0] = 0
        j = 1
        while j < t.limit and (k[j] == c[j] or taken == most):
            taken -= k[j]
            k[j] = 0
            j += 1
        if j >= t.limit:
            break
        k[j] += 1
    drawn[t.limit] += credit
    if skipped > 0:
        leave_out(here, 1, last, skipped, t, lost)


@inlined
def _add_four(
    layers: Any, there: int, mine: Any, last: int, w: float, part: float, keep: Any, come: Any
) -> None:
    """Add p, H_0 .. H_3 and A_0 .. A_3: the rules' limit of four, written out for speed."""
    a0, b1 = w * (1.0 - part), w * part
    a1, b2 = w * keep[2], w * come[3]
    a2, b3 = w * keep[3], w * come[4]
    a3 = w * keep[4]
    for r in range(1, last + 1):
        layers[there, r - 1, 0] += w * mine[r, 0]
        x0, x1, x2, x3 = mine[r, 1], mine[r, 2], mine[r, 3], mine[r, 4]
        layers[there, r - 1, 1] += a0 * x0
        layers[there, r - 1, 2] += a1 * x1 + b1 * x0
        layers[there, r - 1, 3] += a2 * x2 + b2 * x1
        layers[there, r - 1, 4] += a3 * x3 + b3 * x2
        x0, x1, x2, x3 = mine[r, 5], mine[r, 6], mine[r, 7], mine[r, 8]
        layers[there, r - 1, 5] += a0 * x0
        layers[there, r - 1, 6] += a1 * x1 + b1 * x0
        layers[there, r - 1, 7] += a2 * x2 + b2 * x1
        layers[there, r - 1, 8] += a3 * x3 + b3 * x2


@inlined
def _share(keep: Any, come: Any, first: int, limit: int, j: int, part: float) -> None:
    """Set the shares of class j that stay in it and that go one up, in each block of parts."""
    for block in range(first, len(keep), limit):
        keep[block + j] = 1.0 - part
        if j + 1 < limit:
            come[block + j + 1] = part


@part
def _choice_weights(eligible: int, t: Any) -> Any:
    """Chance of each set of k symbols, k >= 1; the most K includes all greater ones."""
    most = min(len(t.chosen) - 1, eligible)
    weight = np.zeros(most + 1)
    for k in range(1, len(t.chosen)):
        weight[min(k, most)] += t.chosen[k]
    for k in range(1, most + 1):
        weight[k] /= t.binomial[eligible, k]
    return weight
