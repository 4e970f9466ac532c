"""Exponential tilts of weight tables, and shares rounded to integers that keep their sum.

Tilting multiplies the weight of each value v by exp(t v). Of all tables with a given mean it is
the one nearest to the table it came from (least relative entropy), so the whole table leans one
way and no single row is singled out. The mean rises strictly with t, so a mean has one tilt.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log10, trunc
from numbers import Rational
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq

from mathlib.core.errors import MathlibError

K = TypeVar("K", bound=Hashable)
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Tilted(Generic[K]):
    """A table after its tilt.

    Parameters
    ----------
    tilt : float
        Per unit of value.
    weights : mapping
        Value to integer weight, in the order of the table.
    mean : Fraction
        Mean of the integer weights.
    """

    tilt: float
    weights: Mapping[K, int]
    mean: Fraction


def largest_remainder(shares: Sequence[float], total: int) -> list[int]:
    """Round shares to integers that add up to a total.

    Each share is rounded down; what is missing goes to the largest remainders, one unit each,
    the first of equals first.

    Parameters
    ----------
    shares : sequence of float
        Of any sum above 0.
    total : int
        Sum of the integers.

    Examples
    --------
    >>> largest_remainder([1, 1, 1], 10)
    [4, 3, 3]
    """
    scale = total / float(sum(shares))
    exact = [share * scale for share in shares]
    whole = [int(x) for x in exact]
    order = sorted(range(len(exact)), key=lambda i: whole[i] - exact[i])
    for i in order[: total - sum(whole)]:
        whole[i] += 1
    return whole


def tilted(weights: Mapping[K, int], values: Sequence[float], tilt: float) -> dict[K, int]:
    """Return a table tilted, with the same total weight.

    Parameters
    ----------
    weights : mapping
        Outcome to weight.
    values : sequence of float
        Value of each outcome, in the order of the table.
    tilt : float
        Per unit of value; above 0 favours the greater values, 0 leaves the table as it is.

    Raises
    ------
    MathlibError
        When a weight would become 0.

    Examples
    --------
    >>> tilted({"1": 50, "2": 30, "5": 20}, [1, 2, 5], 0.1)
    {'1': 44, '2': 29, '5': 27}
    """
    if tilt == 0:
        return dict(weights)
    total = sum(weights.values())
    found = largest_remainder(_leaning(list(weights.values()), values, tilt).tolist(), total)
    _refuse_zero(list(weights), found, total)
    return dict(zip(weights, found, strict=True))


def tilt_to_mean(weights: Mapping[Any, Any], mean: float, total: int) -> Tilted[Any]:
    """Tilt a table to a mean, in integer weights of a given total.

    Parameters
    ----------
    weights : mapping
        Value to weight; any positive numbers.
    mean : float
        Wanted mean, strictly between the least and the greatest value.
    total : int
        Sum of the integer weights.

    Returns
    -------
    Tilted
        The tilt is that of the mean itself; the mean of the integers differs by rounding.

    Raises
    ------
    MathlibError
        When the mean is out of reach, naming what is, or when the total is so small that a
        weight would become 0, naming one that is not.

    Examples
    --------
    >>> found = tilt_to_mean({1: 1, 2: 1, 3: 1}, 2.5, 1000)
    >>> dict(found.weights), float(found.mean)
    ({1: 116, 2: 268, 3: 616}, 2.5)
    """
    values = [float(value) for value in weights]
    start = [float(weight) for weight in weights.values()]
    low, high = min(values), max(values)
    if not low < mean < high:
        raise MathlibError(
            f"a mean of {mean:g} is out of reach: tilting reaches means between {low:g} and "
            f"{high:g}, the least and the greatest value"
        )

    def miss(tilt: float) -> float:
        leaning = _leaning(start, values, tilt)
        return float(leaning @ np.array(values) / leaning.sum()) - mean

    end = 1.0 / (high - low)
    while miss(-end) > 0 or miss(end) < 0:
        end *= 2
    tilt = float(brentq(miss, -end, end, xtol=1e-14, rtol=1e-14))
    leaning = _leaning(start, values, tilt)
    found = largest_remainder(leaning.tolist(), total)
    _refuse_zero(list(weights), found, total, float(leaning.min() / leaning.sum()))
    exact = (Fraction(v) if isinstance(v, Rational) else Fraction(str(v)) for v in weights)
    reached = sum((x * n for x, n in zip(exact, found, strict=True)), Fraction(0)) / total
    return Tilted(tilt, dict(zip(weights, found, strict=True)), reached)


def tilt_limits(weights: Sequence[int], values: Sequence[float]) -> tuple[float, float]:
    """Return the least and the greatest tilt, to three digits, that keep every weight above 0.

    Examples
    --------
    >>> tilt_limits([50, 30, 20], [1, 2, 5])
    (-1.06, 1.48)
    """
    total, spread = sum(weights), max(values) - min(values)
    if not spread:
        return 0.0, 0.0

    def holds(tilt: float) -> bool:
        leaning = _leaning(weights, values, tilt)
        return min(largest_remainder(leaning.tolist(), total)) > 0

    ends = []
    for sign in (-1.0, 1.0):
        inside, outside = 0.0, sign / spread
        while holds(outside):
            inside, outside = outside, 2 * outside
        for _ in range(14):
            middle = (inside + outside) / 2
            inside, outside = (middle, outside) if holds(middle) else (inside, middle)
        end = _towards_zero(inside)
        while not holds(end):  # which weight is rounded up can differ from tilt to tilt
            end = _towards_zero(end * 0.99)
        ends.append(end)
    return ends[0], ends[1]


def _towards_zero(value: float) -> float:
    step = 10.0 ** (floor(log10(abs(value))) - 2) if value else 1.0
    return float(f"{trunc(value / step) * step:.3g}")


def _leaning(weights: Sequence[float], values: Sequence[float], tilt: float) -> Floats:
    logs = np.log(np.array(weights, dtype=np.float64)) + tilt * np.array(values)
    leaning: Floats = np.exp(logs - logs.max())
    return leaning


def _refuse_zero(names: Sequence[Any], found: Sequence[int], total: int, least: float = 0) -> None:
    if min(found) > 0:
        return
    lost = ", ".join(str(name) for name, n in zip(names, found, strict=True) if n == 0)
    remedy = f"use a total of {round(1 / least) + 1} or more" if least else "tilt less"
    raise MathlibError(
        f"with a total of {total} the weight of {lost} would become 0, and the outcome would be "
        f"lost; {remedy}"
    )
