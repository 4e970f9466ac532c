"""How far a figure can be moved within the limits of its dials, and which goals are in the way."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mathlib.core.errors import MathlibError
from mathlib.design.dials import Goal, in_words
from mathlib.design.least_change import Array, extreme
from mathlib.design.search import Search, Steps, whole

ROUNDS = 10
"""Designs looked at towards each end."""
PROBES = 2
"""Of these, so many are probed for slopes; then slopes are corrected by what is seen."""
RIM = 1e-3
"""Share of the other goals' ranges that is left to rounding."""
PARTS = (1.0, 0.5, 0.2, 0.05)
"""Parts of the way to the furthest design that are tried."""


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

    def __init__(
        self,
        goal: Goal,
        least: float,
        most: float,
        conflict: tuple[Goal, ...],
        remark: str = "",
    ) -> None:
        self.goal, self.least, self.most, self.conflict = goal, least, most, conflict
        low, high = (in_words(goal.quantity, x) for x in (least, most))
        reach = f"{goal} is out of reach: within the limits it can be {low} to {high}"
        if conflict:
            reach += " while keeping " + " and ".join(map(str, conflict))
            remedy = "widen that goal, free more knobs or choose another target"
        else:
            remedy = "free more knobs, widen their limits or choose another target"
        super().__init__(f"{reach}{remark}; {remedy}")

    def with_remark(self, remark: str) -> OutOfReachError:
        """Return the error with something more to say."""
        return OutOfReachError(self.goal, self.least, self.most, self.conflict, remark)


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
    steps, slopes, probed = start, search.slopes(start, active), 1
    for _ in range(ROUNDS):
        there = _better(search, steps, slopes, active, sign)
        if there is not None:
            gained = search.look(there) - search.look(steps)
            slopes = search.corrected(slopes, there - steps, gained)
            steps = there
        elif probed < PROBES:
            slopes, probed = search.slopes(steps, active), probed + 1
        else:
            break
    return float(search.look(steps)[0])


def _better(
    search: Search, steps: Steps, slopes: Array, active: list[int], sign: float
) -> Steps | None:
    """Return a design further out, on the way to the furthest by slopes, that meets the others."""
    wanted = _furthest(search, steps, slopes, active, sign)
    if wanted is None:
        return None
    for part in PARTS:
        there: Steps = steps + whole((wanted - steps) * part)
        try:
            figures = search.look(there)
        except MathlibError:
            continue
        slopes = search.corrected(slopes, there - steps, figures - search.look(steps))
        further = sign * (figures[0] - search.look(steps)[0]) > 1e-9 * search.width[0]
        if further and not search.miss(figures)[1:].any():
            return there
    return None


def _furthest(
    search: Search, steps: Steps, slopes: Array, active: list[int], sign: float
) -> Steps | None:
    """Return the design furthest by slopes, within all limits."""
    figures = search.look(steps)
    unit = search.unit[active]
    at = steps[active] * unit
    low, high = search.low[active] * unit - at, search.high[active] * unit - at
    rows: Array = slopes[1:, active] / unit / search.width[1:, None]
    others = search.goals[1:]
    rim = RIM * search.width[1:]
    least = np.array([goal.at_least for goal in others]) + rim - figures[1:]
    most = np.array([goal.at_most for goal in others]) - rim - figures[1:]
    slope = sign * slopes[0, active] / unit
    found = extreme(
        slope / (np.abs(slope).max() or 1),
        rows,
        least / search.width[1:],
        most / search.width[1:],
        (low, high),
    )
    if found is None:
        return None
    there = steps.copy()
    there[active] += whole(found / unit)
    return np.clip(there, search.low, search.high)
