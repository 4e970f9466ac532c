"""The way to the nearest design that meets all goals, before it is put on whole steps.

Figures are exact at every design that is looked at; what each dial does is found by turning it a
little (finite differences of exact figures) and corrected by every further look (Broyden's
update). Between looks the problem is the least change of a linear one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from mathlib.core.errors import MathlibError
from mathlib.design.dials import Goal, Number, Problem
from mathlib.design.least_change import Array, least_change, least_miss

Steps = npt.NDArray[np.int64]
LOOKS = 12
"""Designs looked at before a search counts as stuck."""
PROBE = 0.02
"""Relative change of a dial that shows what it does."""
SETTLED = 1e-3
"""Relative change below which a solution is not followed further."""


@dataclass(eq=False)
class Search:
    """A problem with its goals, and every design that was looked at.

    Parameters
    ----------
    problem : Problem
    goals : sequence of Goal
        The first is the target proper: "nearest" is measured by it.
    """

    problem: Problem
    goals: Sequence[Goal]
    seen: dict[tuple[int, ...], Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.dials = list(self.problem.dials)
        self.unit = np.array([dial.step / dial.scale for dial in self.dials])
        ranges = np.array([dial.range for dial in self.dials], dtype=np.int64).reshape(-1, 2)
        self.low, self.high = ranges[:, 0].copy(), ranges[:, 1].copy()
        self.width = np.array([goal.width for goal in self.goals])
        inner = np.array([goal.inner for goal in self.goals])
        self.inner_low, self.inner_high = inner[:, 0], inner[:, 1]

    def values(self, steps: Steps) -> dict[str, Number]:
        """Return the value of every dial after so many steps each."""
        pairs = zip(self.dials, steps.tolist(), strict=True)
        return {dial.name: dial.at(moves) for dial, moves in pairs}

    def look(self, steps: Steps) -> Array:
        """Return the exact figures of the goals at a design, and remember them."""
        key = tuple(steps.tolist())
        if key not in self.seen:
            self.seen[key] = self._figures(steps, rough=False)
        return self.seen[key]

    def rank(self, steps: Steps) -> tuple[float, float]:
        """Return what designs are ordered by: first what they miss, then what they change."""
        return float(self.miss(self.look(steps)).sum()), self.cost(steps)

    def best(self, start: Steps, active: Sequence[int]) -> Steps:
        """Return the best design looked at that has all other dials where they start."""
        rest = np.ones(len(self.dials), dtype=bool)
        rest[list(active)] = False
        looked = (np.array(key, dtype=np.int64) for key in self.seen)
        return min((one for one in looked if (one == start)[rest].all()), key=self.rank)

    def _figures(self, steps: Steps, rough: bool) -> Array:
        names = [goal.quantity for goal in self.goals]
        found = self.problem.figures(self.values(steps), names, rough=rough)
        return np.array([found[name] for name in names])

    def slopes(self, steps: Steps, active: Sequence[int]) -> Array:
        """Return what one step of each active dial does; shape (goals, dials), 0 for others."""
        out = np.zeros((len(self.goals), len(self.dials)))
        here = self._figures(steps, rough=True)
        for i in active:
            # A tilt of a table with small weights shows only when it is large enough.
            sizes = [max(1, round(size / self.unit[i])) for size in (PROBE, 10 * PROBE)]
            for move in (sizes[0], -sizes[0], sizes[1], -sizes[1], 1, -1):
                if self.low[i] <= steps[i] + move <= self.high[i]:
                    there = steps.copy()
                    there[i] += move
                    try:
                        out[:, i] = (self._figures(there, rough=True) - here) / move
                    except MathlibError:
                        continue  # no design there: try another
                    if out[:, i].any():
                        break
        return out

    def cost(self, steps: Steps) -> float:
        """Return the squared relative change of all dials."""
        return float(((steps * self.unit) ** 2).sum())

    def miss(self, figures: Array) -> Array:
        """Return how far figures are outside their goals, in widths of the goals; from 0."""
        least = np.array([goal.at_least for goal in self.goals])
        most = np.array([goal.at_most for goal in self.goals])
        out: Array = np.maximum(np.maximum(least - figures, figures - most), 0) / self.width
        return out

    def least(
        self, base: Array, slopes: Array, active: Sequence[int], fixed: Array, force: bool
    ) -> Array | None:
        """Return the least change, in steps from the start, that meets the goals by slopes.

        Parameters
        ----------
        base : ndarray, shape (goals,)
            Figures by slopes when all dials stand where they started.
        slopes : ndarray, shape (goals, dials)
        active : sequence of int
            Dials that may turn; the others stay at ``fixed``.
        force : bool
            Whether goals that cannot be met are widened until they can.
        """
        active = list(active)
        rest = fixed.copy()
        rest[active] = 0
        at = base + slopes @ rest
        low, high = self.inner_low - at, self.inner_high - at
        unit = self.unit[active]
        box = self.low[active] * unit, self.high[active] * unit
        scale = slopes[:, active] / unit / self.width[:, None]
        low, high = low / self.width, high / self.width
        z = least_change(scale, low, high, box)
        if z is None:
            if not force:
                return None
            wider = least_miss(scale, low, high, box) * 1.000001 + 1e-9
            z = least_change(scale, low - wider, high + wider, box)
            if z is None:
                return None
        rest[active] = z / unit
        return rest

    def approach(self, start: Steps, active: Sequence[int]) -> tuple[Steps, Array, Array]:
        """Look along least changes until they settle; return (steps, fractional steps, slopes)."""
        steps = start
        figures, slopes = self.look(steps), self.slopes(steps, active)
        wish = steps.astype(np.float64)
        for attempt in range(LOOKS):
            base = figures - slopes @ steps
            found = self.least(base, slopes, active, steps.astype(np.float64), force=True)
            if found is None:
                break
            moved = float(np.abs((found - wish) * self.unit).max(initial=0.0))
            wish = found
            if attempt and moved < SETTLED:
                break
            after = self.possible(steps, whole(wish))
            if after is None:
                break
            then = self.look(after)
            slopes = self.corrected(slopes, after - steps, then - figures)
            steps, figures = after, then
        return steps, wish, slopes

    def possible(self, steps: Steps, wanted: Steps) -> Steps | None:
        """Return the wanted design, or one on the way to it where there is none."""
        there = wanted
        for _ in range(LOOKS):
            try:
                self.look(there)
            except MathlibError:
                self._tighten(steps, there)
                nearer: Steps = np.clip(there, self.low, self.high)
                if (nearer == there).all():  # only several dials together are at fault
                    nearer = steps + whole((there - steps) * 0.5)
                if (nearer == steps).all():
                    return None
                there = nearer
                continue
            return there
        return None

    def _tighten(self, steps: Steps, wanted: Steps) -> None:
        """Bring the limits of dials nearer that alone lead to where there is no design."""
        for i in np.flatnonzero(wanted != steps).tolist():
            alone = steps.copy()
            alone[i] = wanted[i]
            try:
                self.look(alone)
            except MathlibError:
                limits = self.high if wanted[i] > steps[i] else self.low
                limits[i] = steps[i] + int((wanted[i] - steps[i]) / 2)

    def corrected(self, slopes: Array, moved: Steps, gained: Array) -> Array:
        """Return slopes that explain the last move, with the least change of their own."""
        size = moved * self.unit
        length = float(size @ size)
        if not length:
            return slopes
        short = gained - slopes @ moved
        out: Array = slopes + np.outer(short, size * self.unit) / length
        return out


def whole(steps: npt.NDArray[np.floating[Any]]) -> Steps:
    """Round to whole steps."""
    rounded: Steps = np.rint(steps).astype(np.int64)
    return rounded
