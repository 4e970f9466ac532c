"""From the least change to whole steps: weights are integers, and symbols are whole.

Dials are settled from the coarsest to the finest, each time with the least change of those still
open, so that the finest dial takes up what all rounding left. Last, single dials and pairs are
turned by a few steps until the exact figures are inside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from mathlib.core.errors import MathlibError
from mathlib.design.least_change import Array
from mathlib.design.search import LOOKS, Search, Steps, whole

COARSE = 0.5
"""A dial is coarse when one step moves a figure by more than this share of its goal's range."""
PAIRED = 12
"""Dials that are tried in pairs: the finest ones."""


def nearest(search: Search, start: Steps, active: Sequence[int]) -> Steps:
    """Return a design in whole steps near the least change.

    Parameters
    ----------
    search : Search
    start : ndarray of int, shape (dials,)
        Where inactive dials stay, and where the way begins.
    active : sequence of int
        Dials that may turn.

    Returns
    -------
    ndarray of int, shape (dials,)
        Whether it meets the goals is to be seen from its figures.
    """
    steps, wish, slopes = search.approach(start, active)
    effect = (np.abs(slopes) / search.width[:, None]).max(axis=0)
    order = sorted(active, key=lambda i: -effect[i])
    coarse = [i for i in order if effect[i] > COARSE]
    split = 0 < len(coarse) < len(order)
    settled = _settled(search, steps, wish, slopes, coarse if split else order, order)
    there = search.possible(steps, whole(settled))
    steps = steps if there is None else there
    if split and search.miss(search.look(steps)).any():
        steps = nearest(search, steps, [i for i in order if i not in coarse])
    elif not split:
        corrected(search, steps, slopes, active)
    return taken_back(search, search.best(start, active))


def taken_back(search: Search, steps: Steps) -> Steps:
    """Take moves back, the smallest first, as long as the goals are met without them."""
    if search.miss(search.look(steps)).any():
        return steps
    sizes = np.abs(steps * search.unit)
    for i in sorted(np.flatnonzero(steps).tolist(), key=lambda i: float(sizes[i])):
        there = steps.copy()
        there[i] = 0
        try:
            if not search.miss(search.look(there)).any():
                steps = there
        except MathlibError:
            continue
    return steps


def _settled(
    search: Search,
    steps: Steps,
    wish: Array,
    slopes: Array,
    order: Sequence[int],
    active: Sequence[int],
) -> Array:
    """Put dials on whole steps in an order; the rest of the active ones follow."""
    base = search.look(steps) - slopes @ steps
    left = list(active)
    for i in order:
        left.remove(i)
        wish = _one_settled(search, base, wish, slopes, i, left)
    return wish


def _one_settled(
    search: Search, base: Array, wish: Array, slopes: Array, i: int, left: Sequence[int]
) -> Array:
    down = int(np.floor(wish[i]))
    near = sorted((down, down + 1), key=lambda n: abs(n - wish[i]))
    near = [n for n in near if search.low[i] <= n <= search.high[i]]
    for choice in near if left else ():
        trial = wish.copy()
        trial[i] = choice
        found = search.least(base, slopes, left, trial, force=False)
        if found is not None:
            return found
    wish = wish.copy()
    wish[i] = near[0] if near else round(wish[i])
    return wish


def corrected(search: Search, steps: Steps, slopes: Array, active: Sequence[int]) -> None:
    """Turn one or two dials by a few steps until the exact figures meet the goals.

    The search remembers what was looked at.
    """
    tried = {tuple(steps.tolist())}
    for _ in range(LOOKS):
        if not search.miss(search.look(steps)).any():
            return
        there = _repaired(search, steps, slopes, active, tried)
        if there is None:
            return
        tried.add(tuple(there.tolist()))
        try:
            gained = search.look(there) - search.look(steps)
        except MathlibError:
            continue
        slopes = search.corrected(slopes, there - steps, gained)
        steps = there


def _repaired(
    search: Search,
    steps: Steps,
    slopes: Array,
    active: Sequence[int],
    tried: set[tuple[int, ...]],
) -> Steps | None:
    """Return the untried design one or two dials away that is best by slopes."""
    figures = search.look(steps)
    worst = int(np.argmax(search.miss(figures)))
    aim = np.clip(figures[worst], search.inner_low[worst], search.inner_high[worst])
    best, least = None, (np.inf, np.inf)
    for moves in _moves(slopes[worst], float(aim - figures[worst]), active):
        there = steps.copy()
        for i, n in moves:
            there[i] += n
        if (there < search.low).any() or (there > search.high).any():
            continue
        predicted = float(search.miss(figures + slopes @ (there - steps)).sum())
        found = predicted, search.cost(there)
        if found < least and tuple(there.tolist()) not in tried:
            best, least = there, found
    return best


def _moves(
    slope: Array, wanted: float, active: Sequence[int]
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield what one dial, or one dial after a few steps of another, has to do."""
    useful = sorted((i for i in active if slope[i]), key=lambda i: abs(slope[i]))
    for i in useful:
        for n in _around(wanted / slope[i]):
            yield ((i, n),)
    for first in useful[:PAIRED]:
        for step in (-3, -2, -1, 1, 2, 3):
            for second in useful[:PAIRED]:
                if second != first:
                    for n in _around((wanted - slope[first] * step) / slope[second]):
                        yield (first, step), (second, n)


def _around(steps: float) -> tuple[int, int]:
    down = int(np.floor(np.clip(steps, -1e6, 1e6)))
    return down, down + 1
