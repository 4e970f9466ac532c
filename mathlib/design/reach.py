"""How far a figure can be moved within the limits of its dials, and which goals are in the way."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import numpy as np

from mathlib.core.errors import MathlibError
from mathlib.design.dials import Goal, in_words
from mathlib.design.least_change import Array, extreme
from mathlib.design.search import Search, Steps, whole

ROUNDS = 10
"""Designs looked at towards each end."""
PROBES = 2
"""Of these, so many are probed for slopes; then slopes are corrected by what is seen."""


class OutOfReachError(MathlibError):
    """A goal that no design within the limits meets.

    Parameters
    ----------
    goal : Goal
        The goal that is missed.
    least, most : float
        What the figure can be, other goals kept.
    conflict : tuple of Goal
        The goals that keep it from being met; empty when the limits of the dials do.
    """

    def __init__(self, goal: Goal, least: float, most: float, conflict: tuple[Goal, ...]) -> None:
        self.goal, self.least, self.most, self.conflict = goal, least, most, conflict
        low, high = (in_words(goal.quantity, x) for x in (least, most))
        reach = f"{goal} is out of reach: within the limits it can be {low} to {high}"
        if conflict:
            reach += " while keeping " + " and ".join(map(str, conflict))
            remedy = "widen that goal, free more knobs or choose another target"
        else:
            remedy = "free more knobs, widen their limits or choose another target"
        super().__init__(f"{reach}; {remedy}")


def extremes(search: Search, start: Steps, active: Sequence[int]) -> tuple[float, float]:
    """Return the least and the greatest value of the first figure, all other goals met.

    Parameters
    ----------
    search : Search
    start : ndarray of int, shape (dials,)
        A design that meets the other goals.
    active : sequence of int
        Dials that may turn.

    Returns
    -------
    least, most : float
        Exact figures of designs that were found by following slopes to the end.
    """
    ends = [_end(search, start, list(active), sign) for sign in (-1.0, 1.0)]
    return ends[0], ends[1]


def _end(search: Search, start: Steps, active: list[int], sign: float) -> float:
    others = len(search.goals) > 1
    first = 0.25 if others else inf
    steps, size = start, first
    best = float(search.look(steps)[0])
    slopes = search.slopes(steps, active)
    probed = 1
    for _ in range(ROUNDS):
        there = _further(search, steps, slopes, active, sign, size)
        if there is None or (there == steps).all():
            if probed == PROBES:
                break
            slopes, probed = search.slopes(steps, active), probed + 1
            continue
        try:
            figures = search.look(there)
        except MathlibError:
            size = 0.25 if size == inf else size * 0.3
            continue
        gained = figures - search.look(steps)
        slopes = search.corrected(slopes, there - steps, gained)
        if sign * (figures[0] - best) > 0 and not search.miss(figures)[1:].any():
            steps, best, size = there, float(figures[0]), size * 2
        else:
            size = 0.25 if size == inf else size * 0.3
    return best


def _further(
    search: Search, steps: Steps, slopes: Array, active: list[int], sign: float, size: float
) -> Steps | None:
    """Return the design furthest along the slopes, within a relative change of ``size``."""
    figures = search.look(steps)
    unit = search.unit[active]
    at = steps[active] * unit
    low = np.maximum(search.low[active] * unit - at, -size)
    high = np.minimum(search.high[active] * unit - at, size)
    rows: Array = slopes[1:, active] / unit / search.width[1:, None]
    room = [
        (bounds[1:] - figures[1:]) / search.width[1:]
        for bounds in (search.inner_low, search.inner_high)
    ]
    slope = sign * slopes[0, active] / unit
    found = extreme(slope / (np.abs(slope).max() or 1), rows, room[0], room[1], (low, high))
    if found is None:
        return None
    there = steps.copy()
    there[active] += whole(found / unit)
    return np.clip(there, search.low, search.high)
