"""A figure is a number that says how it was got: exact, bounded or simulated."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Kind = Literal["exact", "bounded", "simulated"]
_RANK: dict[str, int] = {"exact": 0, "bounded": 1, "simulated": 2}


@dataclass(frozen=True)
class Figure:
    """A number with its provenance.

    Parameters
    ----------
    value : float
        The number, in the unit its holder names.
    kind : {"exact", "bounded", "simulated"}
        exact: no sampling; rational, or floating point with ``error`` a proven bound.
        bounded: the truth lies within ``error`` of the value. simulated: ``error`` is one
        standard error.
    error : float
        Absolute; 0 only for rational values.
    ratio : Fraction or None
        The value as a rational number when there is one.

    Examples
    --------
    >>> Figure.rational(Fraction(1, 3)) + Figure(0.5, "simulated", 0.01)
    Figure(value=0.8333333333333333, kind='simulated', error=0.01, ratio=None)
    """

    value: float
    kind: Kind = "exact"
    error: float = 0.0
    ratio: Fraction | None = None

    @classmethod
    def rational(cls, value: Fraction | int) -> Figure:
        """Return an exact figure from a rational number.

        Examples
        --------
        >>> Figure.rational(Fraction(1, 4)).value
        0.25
        """
        return cls(float(value), "exact", 0.0, Fraction(value))

    def __add__(self, other: Figure) -> Figure:
        kind = max(self.kind, other.kind, key=_RANK.__getitem__)
        if self.kind == other.kind == "simulated":
            # Separate parts are simulated with separate streams.
            error = (self.error**2 + other.error**2) ** 0.5
        else:
            error = self.error + other.error
        ratio = None
        if self.ratio is not None and other.ratio is not None:
            ratio = self.ratio + other.ratio
        value = self.value + other.value if ratio is None else float(ratio)
        return Figure(value, kind, error, ratio)

    def __neg__(self) -> Figure:
        return self.times(-1)

    def __sub__(self, other: Figure) -> Figure:
        return self + (-other)

    def times(self, factor: Fraction | float) -> Figure:
        """Return the figure multiplied by a known factor.

        Examples
        --------
        >>> Figure(2.0, "bounded", 0.1).times(3)
        Figure(value=6.0, kind='bounded', error=0.30000000000000004, ratio=None)
        """
        ratio = None
        if self.ratio is not None and isinstance(factor, int | Fraction):
            ratio = self.ratio * factor
        number = float(factor)
        return Figure(self.value * number, self.kind, self.error * abs(number), ratio)


ZERO = Figure.rational(0)
