"""Knobs: every weight of a game by address, with a label, limits, and a lock.

A knob is set through the game's own model: the document of its file is changed and read anew, so
a value that the game refuses is refused here, in words, and none is ever clamped.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase

from mathlib.core.errors import MathlibError, shown
from mathlib.design.handles import Handle, Kind
from mathlib.design.knob_list import Entry, entries
from mathlib.game import files
from mathlib.game.files import Game

Number = int | float
ORDER = {"count": 0, "sum": 1, "weight": 2, "tilt": 3}
"""Several knobs are set in this order: a tilt leans the table as its weights leave it."""


@dataclass(frozen=True)
class Knob:
    """One thing that a designer may turn.

    Parameters
    ----------
    address : str
        Its name, after its place in the file: "respins.money.0.3".
    label : str
        What it is, in words.
    value : int or float
        A weight, a sum of weights or a number of stops as an integer; a tilt as a float, per
        unit of its table's values, 0 being the table as it is.
    least, most : int or float
        Its limits, both allowed.
    kind : {"count", "weight", "sum", "tilt"}
    free : bool
        Whether a solver may turn it.
    """

    address: str
    label: str
    value: Number
    least: Number
    most: Number
    kind: Kind
    free: bool = False
    handle: Handle = field(repr=False, compare=False, kw_only=True)

    def get(self, game: Game) -> Number:
        """Return the value that a game has.

        Examples
        --------
        >>> from mathlib.game.files import example
        >>> game = example("orb_respins")
        >>> knobs(game)["strips.0.count.owl"].get(game)
        1
        """
        return self.handle.read(files.dump(game))

    def limited(self, least: Number | None = None, most: Number | None = None) -> Knob:
        """Return the knob with narrower limits.

        Raises
        ------
        MathlibError
            When they are not within the limits it has, or leave the value out.

        Examples
        --------
        >>> from mathlib.game.files import example
        >>> knobs(example("orb_respins"))["respins.money.tilt"].limited(-0.01, 0.2).most
        0.2
        """
        low = self.least if least is None else least
        high = self.most if most is None else most
        if not self.least <= low <= self.value <= high <= self.most:
            raise MathlibError(
                f"{self.address} ({self.label}): limits {low} to {high} must lie within "
                f"{self.least} to {self.most} and hold its value {self.value}"
            )
        return replace(self, least=low, most=high)

    def check(self, value: Number) -> None:
        """Refuse a value outside the limits, or a fraction where a whole number is meant.

        Raises
        ------
        MathlibError
        """
        number = type(value) is int or (self.kind == "tilt" and type(value) is float)
        wanted = "a number" if self.kind == "tilt" else "a whole number"
        if not number or not self.least <= value <= self.most:
            raise MathlibError(
                f"{self.address} ({self.label}): {shown(value)} is not {wanted} from "
                f"{self.least} to {self.most}"
            )


def knobs(game: Game, free: Iterable[str] = (), locked: Iterable[str] = ()) -> dict[str, Knob]:
    """Return all knobs of a game by address, in the order of its file.

    Parameters
    ----------
    game : Game
    free, locked : iterable of str
        Addresses, or patterns such as ``respins.money.*``, of the knobs that a solver may turn,
        and of exceptions from these. All others are locked.

    Raises
    ------
    MathlibError
        When a pattern fits no knob.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> found = knobs(example("orb_respins"), free=["trigger.M.*"])
    >>> [(knob.label, knob.value) for knob in found.values() if knob.free]
    [('red in view: no Respins', 200), ('red in view: Multiply', 4)]
    """
    found = entries(game)
    turned = matching(found, free) - matching(found, locked)
    document = files.dump(game)
    return {address: _knob(entry, document, address in turned) for address, entry in found.items()}


def matching(addresses: Iterable[str], patterns: Iterable[str]) -> set[str]:
    """Return the addresses that fit one of the patterns.

    Raises
    ------
    MathlibError
        When a pattern fits none.

    Examples
    --------
    >>> sorted(matching(["a.1", "a.2", "b.1"], ["a.*"]))
    ['a.1', 'a.2']
    """
    known = list(addresses)
    out: set[str] = set()
    for pattern in patterns:
        fits = [address for address in known if fnmatchcase(address, pattern)]
        if not fits:
            raise MathlibError(_unknown(pattern, known))
        out.update(fits)
    return out


def knob(game: Game, address: str) -> Knob:
    """Return one knob of a game.

    Raises
    ------
    MathlibError
        When there is no knob of that address, with the nearest one.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> knob(example("pig_wizard"), "locked.tillt")
    Traceback (most recent call last):
    mathlib.core.errors.MathlibError: no knob is called locked.tillt; did you mean locked.tilt?
    """
    found = entries(game)
    if address not in found:
        raise MathlibError(_unknown(address, list(found)))
    return _knob(found[address], files.dump(game), free=False)


def set_knob(game: Game, address: str, value: Number) -> Game:
    """Return the game with one knob at another value.

    Parameters
    ----------
    game : Game
    address : str
        The knob.
    value : int or float
        Within its limits.

    Raises
    ------
    MathlibError
        When the value is outside the limits, or the game's own model refuses it.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> new = set_knob(example("orb_respins"), "strips.0.count.owl", 2)
    >>> new.strips[0].symbols.count("owl")
    2
    >>> set_knob(example("orb_respins"), "trigger.M.M", 0)
    Traceback (most recent call last):
    mathlib.core.errors.MathlibError: trigger.M.M (red in view: Multiply): 0 is not a whole number \
from 1 to 9007199254740992
    """
    return set_knobs(game, {address: value})


def set_knobs(game: Game, values: Mapping[str, Number]) -> Game:
    """Return the game with several knobs at other values; as `set_knob`.

    Counts are set first, then sums, weights and tilts.
    """
    found = entries(game)
    for address in values:
        if address not in found:
            raise MathlibError(_unknown(address, list(found)))
    before = files.dump(game)
    chosen = [_knob(found[address], before, free=False) for address in values]
    for one in chosen:
        one.check(values[one.address])
    return with_values(game, {one: values[one.address] for one in chosen})


def with_values(game: Game, values: Mapping[Knob, Number]) -> Game:
    """Return the game with knobs at values that are known to be within their limits."""
    document = files.dump(game)
    for one in sorted(values, key=lambda one: ORDER[one.kind]):
        if values[one] != one.handle.read(document):
            try:
                one.handle.write(document, values[one])
            except MathlibError as error:
                raise MathlibError(f"{one.address} ({one.label}): {error}") from None
    return files.parse(document, "the game with the knobs turned")


def _knob(entry: Entry, document: dict[str, object], free: bool) -> Knob:
    handle = entry.handle
    least, most = handle.limits(document)
    value = handle.read(document)
    return Knob(entry.address, entry.label, value, least, most, handle.kind, free, handle=handle)


def _unknown(address: str, known: list[str]) -> str:
    near = difflib.get_close_matches(address, known, 1, 0.5)
    hint = f"did you mean {near[0]}?" if near else "see the list of knobs"
    return f"no knob is called {address}; {hint}"
