"""Which knobs a solver may turn, and how far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from mathlib.core.errors import MathlibError
from mathlib.design.game_problem import dial_of
from mathlib.design.handles import Handle, Place, Sum, Tilt, Weight, at
from mathlib.design.knobs import Knob, Number, knobs, matching
from mathlib.design.spacing import strip_sets
from mathlib.design.strip_handles import Count, StopWeight, SymbolWeight
from mathlib.game import files
from mathlib.game.files import Game

FACTOR = {"weight": 4, "sum": 4, "count": 2}
"""Values stay within this factor of what they were, unless limits are given."""
LEAN = 3.0
"""Tilts stay within so many inverse deviations of their table's values."""
FINE_WEIGHT, MAGNIFIED, MOST_CYCLE = 200, 1000, 2**60


@dataclass(frozen=True)
class Choice:
    """A game with the knobs that may turn.

    Parameters
    ----------
    before, game : Game
        The game, and the same with stop weights multiplied where single ones are to be turned.
    free : tuple of Knob
        With the limits of the search.
    fine : frozenset of str
        Addresses of those that only take up what the others leave.
    words : tuple of str
        What was done to the game, in sentences.
    """

    before: Game
    game: Game
    free: tuple[Knob, ...]
    fine: frozenset[str]
    words: tuple[str, ...]


def choose(
    game: Game,
    free: Iterable[str],
    fine: Iterable[str],
    locked: Iterable[str],
    limits: Mapping[str, tuple[Number, Number]],
) -> Choice:
    """Return the choice that patterns of addresses make.

    Parameters
    ----------
    game : Game
    free, fine, locked : iterable of str
        Addresses or patterns. Where a pattern takes in the rows of a table and its tilt or sum,
        the rows are meant.
    limits : mapping
        Address or pattern to least and greatest value.

    Raises
    ------
    MathlibError
        When a pattern fits nothing, limits leave the present value out, or two knobs turn the
        same thing.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> choice = choose(example("orb_respins"), ["trigger.M.*"], [], [], {"trigger.M.M": (2, 6)})
    >>> [(knob.address, knob.least, knob.most) for knob in choice.free]
    [('trigger.M.none', 50, 800), ('trigger.M.M', 2, 6)]
    """
    free, fine = list(free), list(fine)
    found = knobs(game)
    fine_ones = matching(found, fine)
    chosen = (matching(found, free) | fine_ones) - matching(found, locked)
    exact = {*free, *fine}
    named = [found[address] for address in found if address in chosen]
    taken = _without_doubles(named, exact)
    larger, words = _magnified(game, [knob.handle for knob in taken])
    found = knobs(larger)
    given = {address: limits[p] for p in limits for address in matching(found, [p])}
    ready = (_limited(found[knob.address], larger, given) for knob in taken)
    turned = tuple(knob for knob in ready if knob.least < knob.most)
    return Choice(game, larger, turned, frozenset(fine_ones & chosen), words)


def symbols_of(game: Game) -> list[str]:
    """Return the addresses of the counts of paying symbols on the base game's reels.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> symbols_of(example("orb_respins"))[:4]
    ['strips.0.count.owl', 'strips.0.count.book', 'strips.0.count.A', 'strips.1.count.owl']
    """
    return [
        f"strips.{reel}.count.{symbol}"
        for reel in range(len(game.strips))
        for symbol in game.paytable
    ]


def _limited(knob: Knob, game: Game, given: Mapping[str, tuple[Number, Number]]) -> Knob:
    if knob.address in given:
        return knob.limited(*given[knob.address])
    if knob.kind == "tilt":
        lean = LEAN * dial_of(knob, game).scale
        return replace(knob, least=max(knob.least, -lean), most=min(knob.most, lean))
    factor = FACTOR[knob.kind]
    least = max(knob.least, ceil(knob.value / factor))
    return replace(knob, least=least, most=min(knob.most, factor * knob.value))


def _places(handle: Handle) -> tuple[Place, ...]:
    if isinstance(handle, Weight):
        return (handle.place,)
    if isinstance(handle, Sum | Tilt):
        return handle.places
    if isinstance(handle, StopWeight):
        return ((*handle.strip, handle.stop),)
    return ()


def _without_doubles(chosen: Sequence[Knob], exact: set[str]) -> list[Knob]:
    """Leave out tilts and sums that a pattern took in with their rows; refuse other doubles."""
    out: list[Knob] = []
    owner: dict[Place, Knob] = {}
    strips: dict[Place, tuple[type[Handle], Knob]] = {}
    for knob in sorted(chosen, key=lambda knob: knob.kind in ("sum", "tilt")):
        handle = knob.handle
        double = next((owner[place] for place in _places(handle) if place in owner), None)
        if isinstance(handle, Count | StopWeight | SymbolWeight):
            kind, other = strips.setdefault(handle.strip, (type(handle), knob))
            double = other if kind is not type(handle) else double
        if double is None:
            owner |= dict.fromkeys(_places(handle), knob)
            out.append(knob)
        elif knob.address in exact or not isinstance(handle, Sum | Tilt):
            raise MathlibError(
                f"{double.address} and {knob.address} turn the same weights; lock one of them"
            )
    order = {knob.address: i for i, knob in enumerate(chosen)}
    return sorted(out, key=lambda knob: order[knob.address])


def _magnified(game: Game, handles: Sequence[Handle]) -> tuple[Game, tuple[str, ...]]:
    """Multiply all stop weights of a reel whose single weights are to be turned and are small."""
    document = files.dump(game)
    small = dict.fromkeys(
        handle.strip
        for handle in handles
        if isinstance(handle, StopWeight | SymbolWeight) and handle.read(document) < FINE_WEIGHT
    )
    if not small:
        return game, ()
    cycles = dict.fromkeys(strip_sets(game), 1)
    for path, strips in strip_sets(game).items():
        for strip in strips:
            cycles[path] *= strip.total
    room = min(MOST_CYCLE // cycles[_path(strip)] for strip in small)
    factor = min(MAGNIFIED, int(room ** (1 / len(small))))
    for place in small:
        strip = at(document, place)
        old = strip.get("weights") or [1] * len(strip["symbols"])
        strip["weights"] = [factor * weight for weight in old]
    names = ", ".join(".".join(map(str, place)) for place in small)
    words = f"Stop weights of {names} were multiplied by {factor} first, which changes no figure."
    return files.parse(document), (words,)


def _path(place: Place) -> tuple[str, ...]:
    return tuple(str(key) for key in place[:-1])
