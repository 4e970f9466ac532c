"""Designs of whole symbols only: all of them where they can be counted, else those close by."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

import numpy as np

from mathlib.core.errors import MathlibError
from mathlib.design.search import Search, Steps

MOST = 5000
"""Designs that are all looked at."""


def designs(search: Search, active: Sequence[int]) -> int:
    """Return how many designs the active dials have."""
    return prod(int(search.high[i] - search.low[i]) + 1 for i in active)


def best_of_all(search: Search, start: Steps, active: Sequence[int]) -> Steps:
    """Look at every design of the active dials, and return the best.

    Returns
    -------
    ndarray of int, shape (dials,)
        Of designs that meet all goals the one with the least change; else, of those that meet
        all goals but the first, the nearest to that one.
    """
    best, least = start, (np.inf, np.inf, np.inf)
    ranges = [range(int(search.low[i]), int(search.high[i]) + 1) for i in active]
    for choice in product(*ranges):
        there = start.copy()
        there[list(active)] = choice
        try:
            miss = search.miss(search.look(there))
        except MathlibError:
            continue
        found = float(miss[1:].sum()), float(miss[0]), search.cost(there)
        if found < least:
            best, least = there, found
    return best


def neighbours(search: Search) -> tuple[Steps | None, Steps | None]:
    """Return, of the designs looked at, those with the first figure just below and above its goal.

    Only designs that meet all other goals count; of equals, the one with the least change.
    """
    goal = search.goals[0]
    middle = float(np.clip(sum(goal.inner) / 2, goal.at_least, goal.at_most))
    below: tuple[float, float, Steps] | None = None
    above: tuple[float, float, Steps] | None = None
    for key, figures in search.seen.items():
        if search.miss(figures)[1:].any() or goal.met(float(figures[0])):
            continue
        steps = np.array(key, dtype=np.int64)
        found = abs(float(figures[0]) - middle), search.cost(steps), steps
        if figures[0] < middle:
            below = found if below is None or found[:2] < below[:2] else below
        else:
            above = found if above is None or found[:2] < above[:2] else above
    return below and below[2], above and above[2]
