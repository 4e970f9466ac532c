"""What a game round pays under the win cap: moments and chances with their error bounds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt

import numpy as np
import numpy.typing as npt

from mathlib.core.errors import MathlibError
from mathlib.core.figures import ZERO, Figure
from mathlib.exact.pig_wizard.lattice import LatticeLaw
from mathlib.game.fields import LATTICE

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class CappedRound:
    """The law of min(total, cap), in tenths of the total bet.

    Parameters
    ----------
    law : LatticeLaw
        Of the total before the cap.
    cap : int or None
        None for no cap.
    highest : float
        Highest total before the cap; may be infinite.
    uncapped : Fraction
        Mean of the total before the cap, in total bets, known from elsewhere.
    """

    law: LatticeLaw
    cap: int | None
    highest: float
    uncapped: Fraction

    @property
    def bites(self) -> bool:
        """Whether the cap ever takes something."""
        return self.cap is not None and self.cap < self.highest

    @property
    def pmf(self) -> Floats:
        """Probability of each win; the last entry holds all mass from there on; (top + 1,)."""
        pmf = self.law.pmf.copy()
        pmf[-1] = self.law.tail[-1]
        return pmf

    def cost(self) -> Figure:
        """Return what the cap takes, E[max(total - cap, 0)], in total bets.

        It is seen directly, and as what the mean known from elsewhere has above the mean of
        min(total, cap); the more accurate way is returned.

        Raises
        ------
        MathlibError
            When the law disagrees with the mean known from elsewhere by more than both bounds.
        """
        law, cap = self.law, self.cap
        at = np.arange(law.size, dtype=np.float64)
        if cap is None or not self.bites:
            return ZERO
        if cap >= law.size:
            return Figure(0.0, "exact", law.growth.beyond(cap, 1) / LATTICE)
        mean = float(self.uncapped) * LATTICE
        seen = law.measure(np.maximum(at - cap, 0), law.growth.beyond(law.size, 1))
        short, error = law.measure(np.maximum(cap - at, 0))
        left = mean - (cap - short), error + 1e-15 * (mean + cap)
        residual = abs(seen[0] - left[0])
        if residual > seen[1] + left[1]:
            raise MathlibError(
                f"the distribution of a round has a mean that is off by {residual:.3g} tenths of "
                "the total bet, more than its bound; the parts of the RTP do not add up"
            )
        cost, error = min(seen, left, key=lambda found: found[1])
        return _positive(cost / LATTICE, (error + min(error, residual)) / LATTICE)

    def second_moment(self) -> Figure:
        """Return E[min(total, cap)**2], in total bets squared."""
        law = self.law
        at = np.arange(law.size, dtype=np.float64)
        if self.cap is not None and self.cap < law.size:
            # Falling to 0 at the cap, these weights have a small transform.
            value, error = law.measure(np.maximum(self.cap**2 - at**2, 0))
            value = self.cap**2 - value
        else:
            value, error = law.measure(at**2, law.growth.beyond(law.size, 2))
        return Figure(value / LATTICE**2, "exact", error / LATTICE**2)

    def sd(self, mean: Figure) -> Figure:
        """Return the standard deviation, from the mean under the cap."""
        second = self.second_moment()
        sd = sqrt(max(second.value - mean.value**2, 0.0))
        error = second.error + 2 * mean.value * mean.error
        return Figure(sd, "exact", error / sd if sd else sqrt(error))

    def at_least(self, win: int) -> Figure:
        """Return the chance of a win of at least so many tenths of the total bet."""
        if (self.cap is not None and win > self.cap) or win > self.highest:
            return ZERO
        if win > self.law.top:
            return Figure(0.0, "exact", self.law.growth.beyond(win))
        return Figure(float(self.law.tail[win]), "exact", float(self.law.tail_error[win]))

    def between(self, low: int, high: int) -> Figure:
        """Return the chance of low <= win < high, what the cap leaves of larger wins included."""
        if self.cap is not None and self.cap < high:
            return self.at_least(low) if low <= self.cap else ZERO
        weights = np.zeros(max(high, 1))
        weights[low:high] = 1.0
        value, error = self.law.measure(weights[: self.law.size])
        return _positive(value, error)


def _positive(value: float, error: float) -> Figure:
    """Return a figure that is known not to be negative; noise is shown as 0 with its bound."""
    if value <= error:
        return Figure(0.0, "exact", max(value, 0.0) + error)
    return Figure(value, "exact", error)


def one_in(chance: Figure) -> Figure:
    """Return the mean number of rounds between events of a chance.

    Returns
    -------
    Figure
        Infinite when the event cannot come; infinite and "bounded" when its chance is too small
        to be told from 0.

    Examples
    --------
    >>> one_in(Figure.rational(Fraction(1, 20))).value
    20.0
    """
    if chance.ratio is not None:
        return Figure.rational(1 / chance.ratio) if chance.ratio else Figure(inf)
    if chance.value <= chance.error:
        return Figure(inf, "bounded", inf)
    low, high = chance.value - chance.error, chance.value
    return Figure(1 / high, chance.kind, 1 / low - 1 / high)
