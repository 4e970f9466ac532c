"""How one knob reads and writes a parameter document: a weight, a sum, a tilt.

A document is the plain data of a parameter file. Writing changes the document given; whether the
result is a game is for the game's own model to say.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from mathlib.core.errors import MathlibError
from mathlib.design.tilts import largest_remainder, tilt_limits, tilted
from mathlib.game.fields import MAX_WEIGHT

Document = dict[str, Any]
Place = tuple[str | int, ...]
"""Keys and positions from the top of a document down to one thing in it."""
Kind = Literal["count", "weight", "sum", "tilt"]


def at(document: Any, place: Place) -> Any:
    """Return what stands at a place.

    Examples
    --------
    >>> at({"a": [1, {"b": 2}]}, ("a", 1, "b"))
    2
    """
    for key in place:
        document = document[key]
    return document


class Handle(ABC):
    """What a knob does to a document.

    Attributes
    ----------
    kind : str
        "count", "weight" and "sum" are whole numbers; "tilt" is a move from the table as it is,
        so it reads 0 in every document.
    """

    kind: Kind

    @abstractmethod
    def read(self, document: Document) -> int | float:
        """Return the value that the document has."""

    @abstractmethod
    def write(self, document: Document, value: int | float) -> None:
        """Change the document to have a value within the limits."""

    @abstractmethod
    def limits(self, document: Document) -> tuple[int | float, int | float]:
        """Return the least and the greatest value."""

    @property
    @abstractmethod
    def table(self) -> tuple[Place, ...]:
        """Places of the tables or strips that it changes."""


@dataclass(frozen=True)
class Weight(Handle):
    """One integer weight of a table."""

    place: Place
    kind = "weight"

    def read(self, document: Document) -> int:
        """Return the value that the document has."""
        return int(at(document, self.place))

    def write(self, document: Document, value: int | float) -> None:
        """Change the document to have this value."""
        at(document, self.place[:-1])[self.place[-1]] = value

    def limits(self, document: Document) -> tuple[int, int]:
        """Return the least and the greatest value."""
        return 1, MAX_WEIGHT

    @property
    def table(self) -> tuple[Place, ...]:
        """Places of the tables or strips that it changes."""
        return (self.place[:-1],)


@dataclass(frozen=True)
class Sum(Handle):
    """The sum of several weights, which keep their proportions as far as whole numbers can."""

    places: tuple[Place, ...]
    kind = "sum"

    def read(self, document: Document) -> int:
        """Return the value that the document has."""
        return sum(at(document, place) for place in self.places)

    def write(self, document: Document, value: int | float) -> None:
        """Change the document to have this value."""
        write_all(document, self.places, shared(read_all(document, self.places), int(value)))

    def limits(self, document: Document) -> tuple[int, int]:
        """Return the least and the greatest value."""
        return len(self.places), MAX_WEIGHT

    @property
    def table(self) -> tuple[Place, ...]:
        """Places of the tables or strips that it changes."""
        return tuple(place[:-1] for place in self.places)


@dataclass(frozen=True)
class Tilt(Handle):
    """An exponential tilt of weights by their values; their sum stays as it is."""

    places: tuple[Place, ...]
    values: tuple[float, ...]
    kind = "tilt"

    def read(self, document: Document) -> float:
        """Return the value that the document has."""
        return 0.0

    def write(self, document: Document, value: int | float) -> None:
        """Change the document to have this value."""
        weights = dict(zip(self.places, read_all(document, self.places), strict=True))
        found = tilted(weights, self.values, float(value))
        write_all(document, self.places, list(found.values()))

    def limits(self, document: Document) -> tuple[float, float]:
        """Return the least and the greatest value."""
        return tilt_limits(read_all(document, self.places), self.values)

    def mean(self, document: Document) -> float:
        """Return the mean value by the weights of a document."""
        weights = read_all(document, self.places)
        pairs = zip(weights, self.values, strict=True)
        return sum(weight * value for weight, value in pairs) / sum(weights)

    @property
    def table(self) -> tuple[Place, ...]:
        """Places of the tables or strips that it changes."""
        return tuple(dict.fromkeys(place[:-1] for place in self.places))


def shared(weights: Sequence[int], total: int) -> list[int]:
    """Return weights in the same proportions with another sum, each at least 1.

    Raises
    ------
    MathlibError
        When the sum is so small that a weight would become 0.

    Examples
    --------
    >>> shared([100, 50, 50], 203)
    [101, 51, 51]
    """
    found = largest_remainder(weights, total)
    if min(found) < 1:
        raise MathlibError(
            f"weights {', '.join(map(str, weights))} cannot be scaled to a sum of {total}: the "
            "least would become 0; choose a greater sum"
        )
    return found


def read_all(document: Document, places: Sequence[Place]) -> list[int]:
    """Return the weights at several places."""
    return [at(document, place) for place in places]


def write_all(document: Document, places: Sequence[Place], weights: Sequence[int]) -> None:
    """Put weights at several places."""
    for place, weight in zip(places, weights, strict=True):
        at(document, place[:-1])[place[-1]] = weight
