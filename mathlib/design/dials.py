"""What a solver sees of a game: dials to turn, figures that follow, goals for the figures.

Nothing here knows a game. Whatever can say its dials and its figures can be tuned: both games of
the suite, or a plain line game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, inf
from typing import Protocol

from mathlib.core.errors import MathlibError

Number = int | float
WIDE = 10**7
"""Moves of a dial either way are bounded by this."""


@dataclass(frozen=True)
class Dial:
    """One thing that may be turned, in steps.

    Parameters
    ----------
    name, label : str
        Address, and words.
    value : int or float
        Where it stands.
    least, most : int or float
        Its limits, both allowed.
    scale : float
        The change that counts as large as doubling a weight: what "closest" is measured by.
    step : float
        Its smallest move; 1 for whole numbers.
    symbols : bool
        Whether it counts whole symbols.
    """

    name: str
    label: str
    value: Number
    least: Number
    most: Number
    scale: float
    step: float = 1
    symbols: bool = False

    def at(self, moves: int) -> Number:
        """Return the value so many steps from where it stands.

        Examples
        --------
        >>> Dial("w", "a weight", 10, 1, 20, scale=10).at(-3)
        7
        >>> Dial("t", "a tilt", 0.0, -1, 1, scale=1, step=0.001).at(3)
        0.003
        """
        if self.step == 1:
            return self.value + moves
        return round(self.value + moves * self.step, 12)

    @property
    def range(self) -> tuple[int, int]:
        """Least and greatest number of steps within the limits."""
        low = ceil((self.least - self.value) / self.step - 1e-9)
        high = floor((self.most - self.value) / self.step + 1e-9)
        return max(low, -WIDE), min(high, WIDE)


@dataclass(frozen=True)
class Goal:
    """A range for one figure.

    Parameters
    ----------
    quantity : str
        Name of the figure.
    at_least, at_most : float
        Both allowed; one may be left out.

    Raises
    ------
    MathlibError
        When there is no limit, or none between them.

    Examples
    --------
    >>> Goal.near("total_rtp", 0.92, 5e-6).met(0.920004)
    True
    """

    quantity: str
    at_least: float = -inf
    at_most: float = inf

    def __post_init__(self) -> None:
        ordered = self.at_least <= self.at_most and self.at_least < inf and self.at_most > -inf
        if not ordered or (self.at_least, self.at_most) == (-inf, inf):
            raise MathlibError(
                f"goal {self.quantity}: {self.at_least:g} to {self.at_most:g} is no range; give a "
                "least or a greatest value, or both in order"
            )

    @classmethod
    def near(cls, quantity: str, value: float, tolerance: float) -> Goal:
        """Return the goal of a value within a tolerance."""
        return cls(quantity, value - tolerance, value + tolerance)

    def met(self, value: float) -> bool:
        """Whether a value is in the range."""
        return self.at_least <= value <= self.at_most

    @property
    def width(self) -> float:
        """Size of the range; 1 % of its limit when it is open to one side."""
        if self.at_least > -inf and self.at_most < inf:
            return self.at_most - self.at_least
        bound = self.at_least if self.at_least > -inf else self.at_most
        return abs(bound) / 100 or 1e-6

    @property
    def inner(self) -> tuple[float, float]:
        """The range to aim at before rounding: its middle tenth if tight, else without its rim."""
        size = max(abs(x) for x in (self.at_least, self.at_most) if abs(x) < inf)
        rim = self.width * (0.45 if self.width < 1e-3 * size else 0.02)
        return self.at_least + rim, self.at_most - rim

    def __str__(self) -> str:
        low, high = (in_words(self.quantity, x) for x in (self.at_least, self.at_most))
        if self.at_least == -inf:
            return f"{self.quantity} of at most {high}"
        if self.at_most == inf:
            return f"{self.quantity} of at least {low}"
        return f"{self.quantity} from {low} to {high}"


def in_words(quantity: str, value: float) -> str:
    """Return a figure as text: shares of the bet and frequencies as per cent.

    Examples
    --------
    >>> in_words("total_rtp", 0.92), in_words("mean_respins_win", 48.99)
    ('92.00000 %', '48.99')
    """
    if "rtp" in quantity or quantity.endswith("frequency"):
        return f"{100 * value:.5f} %"
    return f"{value:.7g}"


class Problem(Protocol):
    """Something that can be tuned."""

    @property
    def dials(self) -> Sequence[Dial]:
        """Its dials, at their present values."""

    def figures(
        self, values: Mapping[str, Number], wanted: Collection[str], *, rough: bool
    ) -> Mapping[str, float]:
        """Return figures by name.

        Parameters
        ----------
        values : mapping
            Name to value of every dial.
        wanted : collection of str
            Figures that must be there.
        rough : bool
            Whether the figures are only compared with each other, to see what a dial does.

        Raises
        ------
        MathlibError
            When there is no design with these values.
        """
