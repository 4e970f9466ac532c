"""A distribution on the lattice, read off several circles with an error bound at every point.

Sums over the lattice are linear in the nodes. With ``noise`` a bound on the error of each node,
the error of sum w_n p_n is at most noise times the mean size of the transform of w_n r**-n, which
for a tail sum is only logarithmic in the size (a Lebesgue constant), and not the size itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log

import numpy as np
import numpy.typing as npt
from scipy.fft import fft

from mathlib.exact.pig_wizard.tilt import Growth

Floats = npt.NDArray[np.float64]
LONG = float(np.finfo(np.longdouble).eps)
UNSEEN = 1e-22
"""Tilted probability that is never shown, should no noise be negative."""


@dataclass(frozen=True, eq=False)
class Tilted:
    """Coefficients from one circle.

    Parameters
    ----------
    radius : float
        Of the circle.
    series : array
        p_n * radius**n with noise and aliases; shape (size,).
    noise : float
        Bound on the error of a node, and so of each entry of the series.
    aliases : float
        Bound on the sum of all aliases.
    """

    radius: float
    series: Floats
    noise: float
    aliases: float

    @cached_property
    def shrink(self) -> Floats:
        """radius**-n; shape (size,)."""
        powers: Floats = np.power(self.radius, -np.arange(len(self.series), dtype=np.float64))
        return powers

    def measure(self, weights: Floats) -> tuple[float, float]:
        """Return sum of weights[n] p_n, and a bound on its error."""
        tilted = weights * self.shrink[: len(weights)]
        padded = np.zeros(len(self.series))
        padded[: len(tilted)] = tilted
        spread = float(np.abs(fft(padded)).mean())
        value = float(np.dot(tilted.astype(np.longdouble), self.series[: len(tilted)]))
        size = float(np.dot(np.abs(padded), np.abs(self.series)))
        error = self.noise * spread + self.aliases * float(np.abs(tilted).max(initial=0.0))
        return value, float(error + size * (len(padded) * LONG + 4 * np.finfo(float).eps))


@dataclass(frozen=True, eq=False)
class LatticeLaw:
    """Law of a win before any cap, on the lattice of 0.1x total bet.

    Parameters
    ----------
    tilted : sequence of Tilted
        The first has the radius nearest to 1; the others see the tail.
    growth : Growth
        Bounds on what lies beyond the lattice.
    top : int
        Last point of interest.
    """

    tilted: Sequence[Tilted]
    growth: Growth
    top: int

    @property
    def size(self) -> int:
        """Points computed; the law beyond is bounded only."""
        return len(self.tilted[0].series)

    @cached_property
    def pmf_error(self) -> Floats:
        """Bound on the error of each probability; shape (top + 1,)."""
        bounds: Floats = np.min([self._pointwise(one) for one in self.tilted], axis=0)
        return bounds

    def _pointwise(self, one: Tilted) -> Floats:
        bounds: Floats = (one.noise + one.aliases) * one.shrink[: self.top + 1]
        return bounds

    @cached_property
    def pmf(self) -> Floats:
        """Probability of each win, 0 where it cannot be told from noise; shape (top + 1,).

        What is negative can only be noise. Its size is far below the proven bound, and what is
        not above four times the largest of it is left out.
        """
        best = np.argmin([self._pointwise(one) for one in self.tilted], axis=0)
        found = np.zeros(self.top + 1)
        for i, one in enumerate(self.tilted):
            here = best == i
            series = one.series[: self.top + 1][here]
            floor = 4 * float(np.max(-one.series, initial=0.0)) + UNSEEN
            found[here] = np.where(series > floor, series, 0.0) * one.shrink[: self.top + 1][here]
        return found

    @cached_property
    def _tails(self) -> tuple[Floats, Floats]:
        """Return P(win >= n) and its bound for n = 0 to top."""
        lebesgue = 1 + log(self.size)
        beyond = self.growth.beyond(self.size)
        values, bounds = [], []
        for one in self.tilted:
            p = (one.series * one.shrink).astype(np.longdouble)
            shrink = one.shrink[: self.top + 1]
            if one.radius <= 1:
                below = np.concatenate([[0.0], np.cumsum(p[: self.top])])
                value = 1 - below
                aliases = one.aliases * shrink
            else:
                value = np.cumsum(p[::-1])[::-1][: self.top + 1]
                aliases = one.aliases * shrink + beyond
            rounding = self.size * LONG + 2 * np.finfo(float).eps
            values.append(value.astype(np.float64))
            bounds.append(one.noise * lebesgue * shrink + aliases + rounding * np.abs(value))
        bounds_ = np.array(bounds, dtype=np.float64)
        best = np.argmin(bounds_, axis=0)
        at = np.arange(self.top + 1)
        tail = np.array(values)[best, at]
        bound = bounds_[best, at]
        tail[0], bound[0] = 1.0, 0.0
        return np.where(tail > bound, tail, 0.0), bound

    @property
    def tail(self) -> Floats:
        """P(win >= n); 0 where it is not above its error bound; shape (top + 1,)."""
        return self._tails[0]

    @property
    def tail_error(self) -> Floats:
        """Bound on the error of each tail probability; shape (top + 1,)."""
        return self._tails[1]

    def measure(self, weights: Floats, beyond: float = 0.0) -> tuple[float, float]:
        """Return the sum of weights[n] p_n with the least error bound of all circles.

        Parameters
        ----------
        weights : array
            At most ``size`` of them.
        beyond : float
            Bound on what the points beyond the weights add to the true sum.

        Returns
        -------
        tuple of float
            The sum and a bound on its error.
        """
        value, error = min((one.measure(weights) for one in self.tilted), key=lambda x: x[1])
        return value, error + beyond
