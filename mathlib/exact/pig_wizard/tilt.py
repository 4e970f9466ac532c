"""How far to compute, and on which circles: exponential tilting with Chernoff bounds.

A circle of radius r gives p_n r**n + aliases, with an error that does not depend on n. So r > 1
sees a far tail as well as r = 1 sees the middle, and r < 1 keeps the aliases of a heavy tail
away. What lies beyond N is at most F(rho) rho**-N for every rho at which F is finite, and its
aliases on the circle r at most F(rho) (r / rho)**N.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import exp, inf, isfinite, log

import numpy as np
import numpy.typing as npt

from mathlib.exact.pig_wizard.retrigger import Retrigger

Floats = npt.NDArray[np.float64]
GRID = 60
SLACK = 1 + 1e-9
"""Covers the rounding of the bounds themselves."""


@dataclass(frozen=True)
class Growth:
    """Size of a generating function at some real points beyond 1.

    Parameters
    ----------
    logs : array
        log rho, rising.
    values : array
        log F(rho).
    last : float
        Highest power with a weight; may be infinite.

    Examples
    --------
    >>> growth = Growth(np.array([0.5, 1.0]), np.array([0.6, 1.4]))
    >>> round(growth.beyond(10), 9) == round(exp(1.4 - 10), 9)
    True
    """

    logs: Floats
    values: Floats
    last: float = inf

    def beyond(self, n: int, power: int = 0) -> float:
        """Return a bound on the sum of k**power p_k over k >= n: a mass, or a moment."""
        if n > self.last:
            return 0.0
        # k**power rho**-k falls from k = power / log rho on.
        usable = self.logs * n >= max(power, 1)
        exponents = self.values - n * self.logs + power * log(max(n, 1))
        return self._least(exponents[usable])

    def aliases(self, n: int, log_radius: float) -> float:
        """Return a bound on the sum of p_k radius**k over k >= n."""
        if n > self.last:
            return 0.0
        usable = self.logs >= log_radius
        return self._least((self.values - n * (self.logs - log_radius))[usable])

    def farsighted(self, n: int, size: int, error: float) -> float:
        """Return the log radius, 0 or more, that sees the neighbourhood of n best.

        Parameters
        ----------
        n : int
            Lattice point.
        size : int
            Nodes of the circle.
        error : float
            Relative error of its nodes.
        """
        best, least = 0.0, error + self.beyond(size)
        for x, value in zip(self.logs.tolist(), self.values.tolist(), strict=True):
            if x <= 0.9 * self.logs[-1] and value < 600 and n * x < 600:
                found = (error * exp(value) + self.aliases(size, x)) * exp(-n * x)
                if found < least:
                    best, least = x, found
        return best

    @staticmethod
    def _least(exponents: Floats) -> float:
        if not len(exponents):
            return inf
        least = float(np.min(exponents))
        return SLACK * exp(least) if least < 700 else inf


def log_limit(spin: Callable[[float], float], retrigger: Retrigger, highest: float) -> float:
    """Return the largest log radius to use.

    Parameters
    ----------
    spin : callable
        Radius to the generating function of one spin's win.
    retrigger : Retrigger
    highest : float
        Largest win of a game round on the lattice; infinite with retriggers.

    Returns
    -------
    float
        Where retriggers make everything infinite; or where numbers would overflow.

    Examples
    --------
    >>> log_limit(lambda r: r, Retrigger(1, (0.75, 0.25, 0.0)), inf) < log(4.0)
    True
    """
    target = retrigger.critical[0]
    if target == inf:
        return 300 / max(highest, 1.0)
    low, high = 0.0, 1e-9
    with np.errstate(over="ignore"):
        while spin(exp(high)) < target and high < 1:
            low, high = high, 2 * high
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if spin(exp(middle)) < target else (low, middle)
    return low


def growths(
    functions: Callable[[float], dict[str, float]], limit: float, last: Mapping[str, float]
) -> dict[str, Growth]:
    """Return the growth of several functions up to a log radius.

    Parameters
    ----------
    functions : callable
        Radius to the values of the functions by name.
    limit : float
        From `log_limit`.
    last : mapping
        Highest power of each function; may be infinite.

    Examples
    --------
    >>> growth = growths(lambda r: {"coin": (1 + r) / 2}, 1.0, {"coin": 1})["coin"]
    >>> growth.beyond(1) > 0.5, growth.beyond(2)
    (True, 0.0)
    """
    fractions = np.concatenate([np.geomspace(1e-6, 0.1, GRID // 3), np.linspace(0.12, 0.999, GRID)])
    logs = limit * fractions
    with np.errstate(over="ignore", invalid="ignore"):
        found = [functions(exp(x)) for x in logs]
    return {
        name: Growth(logs, np.array([_log(values[name]) for values in found]), end)
        for name, end in last.items()
    }


def _log(value: float) -> float:
    return log(value) if isfinite(value) else inf


def radii(growth: Growth, size: int, top: int, error: float) -> tuple[float, ...]:
    """Return the radii of the circles for a lattice up to ``top``.

    Parameters
    ----------
    growth : Growth
        Of the law wanted.
    size : int
        Nodes of the circles.
    top : int
        Last lattice point of interest.
    error : float
        Error of the nodes at radius 1.

    Returns
    -------
    tuple of float
        First at most 1: as near to 1 as aliases let it. Then, if it helps, one for the tail.

    Examples
    --------
    >>> growth = Growth(np.array([1e-3, 1e-2]), np.array([1e-4, 1e-2]))
    >>> radii(growth, 8192, 2000, 1e-14)
    (1.0, 1.0010005001667084)
    """
    aliased = growth.beyond(size)
    middle = 1.0
    if aliased > error:
        middle = exp(-log(min(aliased, 1.0) / error) / size)
    far = growth.farsighted(top, size, error)
    return (middle, exp(far)) if far else (middle,)
