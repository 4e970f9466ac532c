"""Integer weights: an immutable map from outcome to positive integer.

Weights are what is stored, exported and drawn from; a probability is a weight over the total,
mean and variance are exact fractions.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from mathlib.core.errors import MathlibError, shown

K = TypeVar("K")


class WeightTable(Mapping[K, int], Generic[K]):
    """An immutable table of positive integer weights.

    Parameters
    ----------
    weights : mapping
        Outcome to weight; the order is kept, and is the order in which draws are assigned.

    Raises
    ------
    MathlibError
        When the table is empty or a weight is not a positive integer.

    Examples
    --------
    >>> table = WeightTable({3: 1, 6: 3})
    >>> table.total, table.probability(6), table.mean(), table.variance()
    (4, Fraction(3, 4), Fraction(21, 4), Fraction(27, 16))
    """

    __slots__ = ("_cumulative", "_weights")

    def __init__(self, weights: Mapping[K, int]) -> None:
        if not weights:
            raise MathlibError("a weight table needs at least one outcome")
        for outcome, weight in weights.items():
            if type(weight) is not int or weight <= 0:
                raise MathlibError(
                    f"weight of {shown(outcome)} is {shown(weight)}; expected a positive integer"
                )
        self._weights = dict(weights)
        self._cumulative = tuple(accumulate(self._weights.values()))

    def __getitem__(self, outcome: K) -> int:
        return self._weights[outcome]

    def __iter__(self) -> Iterator[K]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __hash__(self) -> int:
        return hash(tuple(self._weights.items()))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, WeightTable):
            return list(self._weights.items()) == list(other._weights.items())
        return NotImplemented

    def __repr__(self) -> str:
        return f"WeightTable({self._weights!r})"

    @property
    def total(self) -> int:
        """Sum of all weights."""
        return self._cumulative[-1]

    def probability(self, outcome: K) -> Fraction:
        """Chance of one outcome; 0 when it is not in the table.

        Examples
        --------
        >>> WeightTable({"a": 1, "b": 2}).probability("b")
        Fraction(2, 3)
        """
        return Fraction(self._weights.get(outcome, 0), self.total)

    def probabilities(self) -> npt.NDArray[np.float64]:
        """Chances as floats, in table order; shape (outcomes,).

        Examples
        --------
        >>> WeightTable({"a": 1, "b": 3}).probabilities()
        array([0.25, 0.75])
        """
        return np.array(list(self._weights.values()), dtype=np.float64) / self.total

    def mean(self) -> Fraction:
        """Exact mean of numeric outcomes.

        Examples
        --------
        >>> WeightTable({0: 1, 1: 2}).mean()
        Fraction(2, 3)
        """
        total = sum((Fraction(x) * w for x, w in self._numeric()), Fraction(0))
        return total / self.total

    def variance(self) -> Fraction:
        """Exact variance of numeric outcomes.

        Examples
        --------
        >>> WeightTable({0: 1, 2: 1}).variance()
        Fraction(1, 1)
        """
        second = sum((Fraction(x) ** 2 * w for x, w in self._numeric()), Fraction(0))
        return second / self.total - self.mean() ** 2

    def pick(self, draw: int) -> K:
        """Return the outcome that an integer draw selects.

        Parameters
        ----------
        draw : int
            0 <= draw < total.

        Returns
        -------
        outcome
            Each outcome is selected by exactly as many draws as its weight.

        Raises
        ------
        MathlibError
            When the draw is outside the range.

        Examples
        --------
        >>> [WeightTable({"a": 1, "b": 2}).pick(d) for d in range(3)]
        ['a', 'b', 'b']
        """
        if not 0 <= draw < self.total:
            raise MathlibError(f"draw {draw} is outside 0..{self.total - 1}")
        return list(self._weights)[bisect_right(self._cumulative, draw)]

    def _numeric(self) -> list[tuple[Any, int]]:
        return list(self._weights.items())
