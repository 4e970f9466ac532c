"""Figures of one game that are known in two ways, side by side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mathlib.core.figures import Figure
from mathlib.exact.pig_wizard.capped import CappedRound
from mathlib.exact.pig_wizard.lattice import LatticeLaw
from mathlib.exact.pig_wizard.solution import Solution
from mathlib.game.fields import LATTICE
from mathlib.game.pig_wizard import MYSTIC_MONEY, NONE


@dataclass(frozen=True)
class Agreement:
    """A figure, once from the distributions and once without them.

    Parameters
    ----------
    name : str
    first, second : Figure
    """

    name: str
    first: Figure
    second: Figure

    @property
    def difference(self) -> float:
        """Difference of the two, exact where both are rational."""
        return abs((self.first - self.second).value)

    @property
    def bound(self) -> float:
        """Sum of the proven bounds of both, with the rounding of their difference."""
        size = max(abs(self.first.value), abs(self.second.value))
        rounding = 0.0 if (self.first - self.second).ratio is not None else 4e-16 * size
        return self.first.error + self.second.error + rounding

    @property
    def agrees(self) -> bool:
        """Whether the two lie within their bounds."""
        return self.difference <= self.bound


def agreements(solution: Solution) -> tuple[Agreement, ...]:
    """Return what can be held against each other.

    Parameters
    ----------
    solution : Solution

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> game = example("pig_wizard")
    >>> all(one.agrees for one in agreements(evaluate(game).detail))
    True
    """
    capped, laws, means = solution.round, solution.laws, solution.means
    nothing = Figure(1 - solution.nothing.value, "exact", solution.nothing.error)
    found = [
        _round(capped),
        Agreement("chance of some win", capped.at_least(1), nothing),
    ]
    if solution.routes.feature[MYSTIC_MONEY]:
        mean = Figure.rational(means.mystic.mean)
        found.append(Agreement("mean of Mystic Money", _mean(laws.mystic, None), mean))
    tables = {
        "base": (solution.base, False),
        "base with the Pig Wizard": (solution.base, True),
        "wizard spins": (solution.bonus, True),
    }
    for name, (states, wizard) in tables.items():
        for state in states:
            if state.modifier == NONE and state.wizard == wizard:
                lines = Figure.rational(solution.lines[name].rtp)
                joint = Figure.rational(state.law.mean_line)
                found.append(Agreement(f"line RTP, {name}", joint, lines))
    return tuple(found)


def _round(capped: CappedRound) -> Agreement:
    """Return the mean of a round against the parts; under a cap, what the cap takes."""
    law, cap, parts = capped.law, capped.cap, Figure.rational(capped.uncapped)
    if cap is None or cap >= law.size:
        return Agreement("mean of a game round", _mean(law, None), parts)
    at = np.arange(law.size, dtype=np.float64)
    value, error = law.measure(np.maximum(at - cap, 0), law.growth.beyond(law.size, 1))
    above = Figure(value / LATTICE, "exact", error / LATTICE)
    return Agreement("cost of the cap", above, parts - _mean(law, cap))


def _mean(law: LatticeLaw, cap: int | None) -> Figure:
    """Return the mean of min(win, cap) from the distribution, in total bets."""
    at = np.arange(law.size, dtype=np.float64)
    if cap is not None and cap < law.size:
        # Falling to 0 at the cap, these weights have a small transform.
        short, error = law.measure(np.maximum(cap - at, 0))
        return Figure((cap - short) / LATTICE, "exact", (error + 1e-15 * cap) / LATTICE)
    value, error = law.measure(at, law.growth.beyond(law.size, 1))
    return Figure(value / LATTICE, "exact", error / LATTICE)
