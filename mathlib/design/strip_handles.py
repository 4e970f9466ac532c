"""Knobs of a strip: the weight of a stop, of a symbol, and the number of a symbol's stops."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from mathlib.design.handles import Document, Handle, Place, at, shared
from mathlib.design.recount import recounted
from mathlib.design.spacing import Spacing
from mathlib.game.fields import MAX_WEIGHT
from mathlib.game.lines import Strip


@dataclass(frozen=True)
class StopWeight(Handle):
    """The weight of one stop of a strip."""

    strip: Place
    stop: int
    kind = "weight"

    def read(self, document: Document) -> int:
        """Return the value that the document has."""
        return _strip(document, self.strip).stop_weights[self.stop]

    def write(self, document: Document, value: int | float) -> None:
        """Change the document to have this value."""
        weights = list(_strip(document, self.strip).stop_weights)
        weights[self.stop] = int(value)
        at(document, self.strip)["weights"] = weights

    def limits(self, document: Document) -> tuple[int, int]:
        """Return the least and the greatest value."""
        return 1, MAX_WEIGHT

    @property
    def table(self) -> tuple[Place, ...]:
        """Places of the tables or strips that it changes."""
        return (self.strip,)


@dataclass(frozen=True)
class SymbolWeight(Handle):
    """The weights of all stops of a symbol on a strip, together; they keep their proportions."""

    strip: Place
    symbol: str
    kind = "sum"

    def read(self, document: Document) -> int:
        """Return the value that the document has."""
        return sum(weight for weight in self._own(_strip(document, self.strip)).values())

    def write(self, document: Document, value: int | float) -> None:
        """Change the document to have this value."""
        strip = _strip(document, self.strip)
        own = self._own(strip)
        new = dict(zip(own, shared(list(own.values()), int(value)), strict=True))
        weights = [new.get(i, weight) for i, weight in enumerate(strip.stop_weights)]
        at(document, self.strip)["weights"] = weights

    def limits(self, document: Document) -> tuple[int, int]:
        """Return the least and the greatest value."""
        return len(self._own(_strip(document, self.strip))), MAX_WEIGHT

    def _own(self, strip: Strip) -> dict[int, int]:
        stops = enumerate(zip(strip.symbols, strip.stop_weights, strict=True))
        return {i: weight for i, (symbol, weight) in stops if symbol == self.symbol}

    @property
    def table(self) -> tuple[Place, ...]:
        """Places of the tables or strips that it changes."""
        return (self.strip,)


@dataclass(frozen=True)
class Count(Handle):
    """The number of stops of a symbol on a strip, within the strip's spacing rules."""

    strip: Place
    symbol: str
    rules: Spacing
    seed: int = 0
    kind = "count"

    def read(self, document: Document) -> int:
        """Return the value that the document has."""
        return int(at(document, self.strip)["symbols"].count(self.symbol))

    def write(self, document: Document, value: int | float) -> None:
        """Change the document to have this value."""
        strip = _strip(document, self.strip)
        new = recounted(strip, self.symbol, int(value), self.rules, self.seed)
        at(document, self.strip[:-1])[self.strip[-1]] = new.model_dump(mode="json")

    def limits(self, document: Document) -> tuple[int, int]:
        """Return 0 or 1, and the count at which the other stops no longer keep it apart."""
        counts = Counter(at(document, self.strip)["symbols"])
        others = counts.total() - counts[self.symbol]
        if self.symbol in self.rules.stacks:
            most = self.rules.stacks[self.symbol] * others
        else:
            most = others // (self.rules.apart.get(self.symbol, 2) - 1)
        return int(not others), max(most, counts[self.symbol])

    @property
    def table(self) -> tuple[Place, ...]:
        """Places of the tables or strips that it changes."""
        return (self.strip,)


def _strip(document: Document, place: Place) -> Strip:
    return Strip.model_validate(at(document, place))
