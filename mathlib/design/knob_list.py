"""Every knob of a game: an address that follows the parameter file, and a label in words.

Addresses count reels, stops and bands from 0, as the file and its error messages do; labels count
from 1, as people do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mathlib.design.handles import Document, Handle, Place, Sum, Tilt, Weight, at
from mathlib.design.spacing import spacing, strip_sets
from mathlib.design.strip_handles import Count, StopWeight, SymbolWeight
from mathlib.game import files
from mathlib.game.files import Game
from mathlib.game.orb_respins import MONEY, NONE, ORBS, SET_NAMES, SETS, WILD, OrbRespins
from mathlib.game.pig_wizard import CASH, PigWizard


@dataclass(frozen=True)
class Entry:
    """One knob before anything is read: what it is called, and what it does."""

    address: str
    label: str
    handle: Handle


def entries(game: Game) -> dict[str, Entry]:
    """Return all knobs of a game by address, in the order of its file.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> found = entries(example("orb_respins"))
    >>> found["respins.sets.M.bands.0.red"].label
    'Multiply, up to 3 Money held: red lands'
    """
    document = files.dump(game)
    tables = _orb_tables if isinstance(game, OrbRespins) else _pig_tables
    found = [*_reels(game), *tables(document)]
    return {entry.address: entry for entry in found}


REELS = {
    ("strips",): "",
    ("mystic_money", "strips"): ", Mystic Money",
    ("wizard_spins", "strips"): ", Wizard Spins",
}


def _reels(game: Game) -> Iterator[Entry]:
    for path, strips in strip_sets(game).items():
        for reel, strip in enumerate(strips):
            place: Place = (*path, reel)
            address, where = _joined(place), f"reel {reel + 1}{REELS[path]}"
            rules = spacing(game, strip)
            for symbol in _symbols(game, reel):
                count = Count(place, symbol, rules)
                yield Entry(f"{address}.count.{symbol}", f"{symbol} on {where}: stops", count)
            for symbol in dict.fromkeys(strip.symbols):
                weight = SymbolWeight(place, symbol)
                label = f"{symbol} on {where}: weight of all its stops"
                yield Entry(f"{address}.share.{symbol}", label, weight)
            for stop, symbol in enumerate(strip.symbols):
                label = f"stop {stop + 1} ({symbol}) on {where}: weight"
                yield Entry(f"{address}.weight.{stop}", label, StopWeight(place, stop))


def _symbols(game: Game, reel: int) -> list[str]:
    """Return the symbols that a reel may have."""
    if isinstance(game, PigWizard):
        return [*game.paytable, *([CASH] if reel != game.centre[0] else [])]
    return [*game.paytable, *([WILD] if reel else []), *ORBS.values()]


def _orb_tables(document: Document) -> Iterator[Entry]:
    triggers = document["trigger"]
    nones = tuple(("trigger", view, NONE) for view in SETS if NONE in triggers[view])
    for view in SETS:
        words = {NONE: "no Respins", **SET_NAMES}
        title = f"{_and([ORBS[letter] for letter in view])} in view"
        yield from _table(document, ("trigger", view), title, words)
    if nones:
        label = "no Respins: all its weights together; more is rarer"
        yield Entry("trigger.rate", label, Sum(nones))
    for name in SETS:
        yield from _round(document, name)
    rounds = ("respins",)
    yield from _table(document, (*rounds, "money"), "Money value", values="x")
    yield from _table(document, (*rounds, "charge", "values"), "Charge value", values="x")
    multiply = (*rounds, "multiply")
    yield from _table(document, (*multiply, "chosen"), "symbols a red orb multiplies", values="")
    yield from _table(document, (*multiply, "multipliers"), "multiplier", values="times")
    yield from _jackpots(document)


def _round(document: Document, name: str) -> Iterator[Entry]:
    place, title = ("respins", "sets", name), SET_NAMES[name]
    start = f"{title}: Money symbols at the start"
    yield from _table(document, (*place, "start"), start, values="")
    bands = at(document, place)["bands"]
    lands = {"blank": "nothing lands", MONEY: "Money lands"}
    lands |= {orb: f"{orb} lands" for orb in ORBS.values()}
    for i, band in enumerate(bands):
        for outcome in band["weights"]:
            label = f"{title}, up to {band['up_to']} Money held: {lands[outcome]}"
            weight = Weight((*place, "bands", i, "weights", outcome))
            yield Entry(_joined((*place, "bands", i, outcome)), label, weight)
    for outcome in dict.fromkeys(name for band in bands for name in band["weights"]):
        have = [i for i, band in enumerate(bands) if outcome in band["weights"]]
        together = Sum(tuple((*place, "bands", i, "weights", outcome) for i in have))
        label = f"{title}, all bands together: {lands[outcome]}"
        yield Entry(_joined((*place, "lands", outcome)), label, together)


def _jackpots(document: Document) -> Iterator[Entry]:
    names = at(document, ("respins", "jackpots", "names"))
    places: list[Place] = []
    for name, jackpot in names.items():
        place = ("respins", "jackpots", "names", name, "weight")
        places.append(place)
        label = f"golden orb reveals: {name} ({jackpot['prize']}x)"
        yield Entry(f"respins.jackpots.{name}", label, Weight(place))
    prizes = tuple(float(jackpot["prize"]) for jackpot in names.values())
    yield from _tilt("respins.jackpots", "golden orb reveals", tuple(places), prizes)


def _pig_tables(document: Document) -> Iterator[Entry]:
    features = {"mystic_money": "Mystic Money", "wizard_spins": "Wizard Spins"}
    modifiers = {NONE: "no modifier", "cash_add": "cash add", "line_win": "line win"}
    lands = {"land": "lands", NONE: "does not land"}
    yield from _table(document, ("pig_wizard",), "Pig Wizard", lands)
    yield from _table(document, ("locked",), "locked symbol", features, "x")
    balls: Place = ("crystal_balls",)
    yield from _table(document, (*balls, "hits"), "crystal balls hit", {})
    for ball in ("left", "right"):
        yield from _table(document, (*balls, ball), f"{ball} ball", features)
    added: Place = ("modifiers", "cash_add")
    yield from _table(document, ("modifiers", "weights"), "modifier", modifiers)
    yield from _table(document, (*added, "added"), "cash add: prizes added", values="")
    yield from _table(document, (*added, "cash"), "cash add: value", values="x")
    yield from _table(document, ("mystic_money", "made"), "Mystic Money: cells made", values="")
    yield from _table(document, ("mystic_money", "cash"), "Mystic Money: value", values="x")
    spins: Place = ("wizard_spins",)
    yield from _table(document, (*spins, "cash"), "Wizard Spins: value", values="x")
    add = (*spins, "cash_add")
    yield from _table(document, (*add, "weights"), "Wizard Spins: modifier", modifiers)
    yield from _table(document, (*add, "added"), "Wizard Spins: prizes added", values="")
    again = (*spins, "retrigger")
    yield from _table(document, again, "balls hit after a Wizard Spin", {})


def _table(
    document: Document,
    place: Place,
    title: str,
    words: Mapping[str, str] | None = None,
    values: str | None = None,
) -> Iterator[Entry]:
    """Yield the weights of a table, and its tilt when outcomes are numbers of some unit."""
    table: Mapping[str, Any] = at(document, place)
    words = words or {}
    numbers = [key for key in table if values is not None and key[0].isdigit()]
    for key in table:
        shown = f"{key}{values}" if values in ("x", "") else f"{key} {values}"
        label = f"{title}: {shown if key in numbers else words.get(key, key)}"
        yield Entry(_joined((*place, key)), label, Weight((*place, key)))
    places = tuple((*place, key) for key in numbers)
    yield from _tilt(_joined(place), title, places, tuple(map(float, numbers)))


def _tilt(
    address: str, title: str, places: tuple[Place, ...], values: tuple[float, ...]
) -> Iterator[Entry]:
    if len(values) > 1:
        label = f"{title}: tilt of the table; above 0 favours the greater"
        yield Entry(f"{address}.tilt", label, Tilt(places, values))


def _joined(place: Place) -> str:
    return ".".join(map(str, place))


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
