"""Where generating functions are evaluated: nodes of a circle, or one real point with a bound.

A generating function is built once from sums and products of probability series. On a `Circle`
its values at the nodes are arrays; at a `Real` point they are numbers that carry a bound. A
series with terms w z**n of positive weight is largest in size at the real point of a circle, and
so is every rounding error made on the way. So the `Real` evaluation at a circle's radius gives
a proven bound of the error of every node: a running error analysis, with the series in the part
of the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt
from scipy.fft import irfft, rfft

from mathlib.exact.pig_wizard.retrigger import Retrigger, least_root, roots, to_power

UNIT = float(np.finfo(float).eps) / 2
PRODUCT = 3 * UNIT
"""Relative rounding of a complex product: sqrt(5) units."""
Nodes = npt.NDArray[np.complex128]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Bounded:
    """A number of at least 0, with a bound on the rounding error of what it stands for.

    Examples
    --------
    >>> one = Bounded(2.0, 0.5) * Bounded(3.0, 0.0)
    >>> one.value, round(one.error, 9)
    (6.0, 1.5)
    """

    value: float
    error: float = 0.0

    def __add__(self, other: Bounded | float) -> Bounded:
        other = other if isinstance(other, Bounded) else Bounded(other, UNIT * other)
        value = self.value + other.value
        return Bounded(value, self.error + other.error + UNIT * value)

    def __sub__(self, other: Bounded) -> Bounded:
        # The size of what is subtracted counts for the rounding, as its sign may turn elsewhere.
        error = self.error + other.error + UNIT * (self.value + other.value)
        return Bounded(self.value - other.value, error)

    def __mul__(self, other: Bounded | float) -> Bounded:
        other = other if isinstance(other, Bounded) else Bounded(other, UNIT * other)
        value = self.value * other.value
        error = self.error * (other.value + other.error) + self.value * other.error
        return Bounded(value, error + PRODUCT * value)

    def __pow__(self, power: int) -> Bounded:
        out = Bounded(1.0)
        for _ in range(power):
            out = out * self
        return out


V = TypeVar("V", Nodes, Bounded)
V_co = TypeVar("V_co", Nodes, Bounded, covariant=True)


class Points(Protocol[V]):
    """Somewhere to evaluate generating functions; values are arrays or bounded numbers."""

    def __call__(self, exponents: Sequence[int], weights: Sequence[float]) -> V:
        """Return the sum of weight times z to the exponent."""

    def root(self, retrigger: Retrigger, win: V) -> V:
        """Return the total win of a spin and all that it brings, from the win of one."""

    def power(self, value: V, power: int) -> V:
        """Return a value to a power of at least 0."""


class Circle:
    """Nodes radius * exp(-2 pi i n / size), n from 0 to size / 2: those of a real transform.

    Parameters
    ----------
    size : int
        Number of nodes of the whole circle.
    radius : float
        Above 0. Exponents of ``size`` or more are aliased: they are evaluated exactly, and come
        back as their rest.

    Examples
    --------
    >>> circle = Circle(4, 0.5)
    >>> circle.coefficients(circle([1], [1.0])).tolist()
    [0.0, 0.5, 0.0, 0.0]
    """

    def __init__(self, size: int, radius: float) -> None:
        self.size, self.radius = size, radius

    def __call__(self, exponents: Sequence[int], weights: Sequence[float]) -> Nodes:
        """Return the values of a series at the nodes."""
        powers = np.asarray(exponents, dtype=np.int64)
        tilted = np.asarray(weights) * np.power(self.radius, powers.astype(np.float64))
        series = np.bincount(powers % self.size, weights=tilted, minlength=self.size)
        nodes: Nodes = rfft(series)
        return nodes

    def root(self, retrigger: Retrigger, win: Nodes) -> Nodes:
        """Return the solutions that belong to the generating function; see `roots`."""
        return roots(retrigger, win, float(win[0].real))

    def power(self, value: Nodes, power: int) -> Nodes:
        """Return a power."""
        return to_power(value, power)

    def coefficients(self, nodes: Nodes) -> Floats:
        """Return the tilted coefficients, p_n * radius**n with aliases; shape (size,)."""
        series: Floats = irfft(nodes, self.size)
        return series


class Real:
    """One real point, with bounds for all nodes of the circle through it.

    Parameters
    ----------
    radius : float
        At least 0.
    size : int
        Nodes of the circle; 1 for the point alone.

    Examples
    --------
    >>> Real(0.5)([0, 2], [0.25, 0.75]).value
    0.4375
    """

    def __init__(self, radius: float, size: int = 1) -> None:
        self.radius = radius
        # Each stage of a fast transform is short sums of products; 6 covers all factors in use.
        self.rounding = UNIT * (4 + 6 * log2(size))

    def __call__(self, exponents: Sequence[int], weights: Sequence[float]) -> Bounded:
        """Return the value of a series."""
        powers = np.power(self.radius, np.asarray(exponents, dtype=np.float64))
        value = float(np.dot(np.asarray(weights), powers))
        return Bounded(value, value * (self.rounding + UNIT * log2(len(powers) + 1)))

    def root(self, retrigger: Retrigger, win: Bounded) -> Bounded:
        """Return the least solution, and a bound that holds on the whole circle.

        A residual e of the equation T = win * p(T) moves the solution by at most e / (1 - q), as
        the right side contracts by q = win * p'(T) in the disc that holds every solution.
        """
        total = least_root(retrigger, win.value)
        contraction = win.value * retrigger.slope(total)
        residual = retrigger.tolerance * total + win.error * retrigger.value(total)
        return Bounded(total, residual / max(1 - contraction, UNIT))

    def power(self, value: Bounded, power: int) -> Bounded:
        """Return a power."""
        return value**power
