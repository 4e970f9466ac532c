"""A game rebuilt from an engine's tables, from their integer weights alone."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from typing import Any

from mathlib.core.errors import MathlibError, ParameterError
from mathlib.game.fields import times_bet
from mathlib.game.files import Game, parse
from mathlib.game.package import HEAD, Tables, amount_of, tables_of

PROSE = ("units", "drawn")
"""Keys whose words an older library may have put differently."""


def game_of(tables: Tables) -> Game:
    """Return the game that the tables describe, from their integer weights alone.

    Raises
    ------
    MathlibError
        When they describe no game, or when what is derived in them (cumulative weights, totals,
        pays in tenths, text) does not agree with the weights.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> game_of(tables_of(example("pig_wizard"))) == example("pig_wizard")
    True
    """
    try:
        data = _resolved(tables.document["rules"], tables)
    except (KeyError, TypeError, ValueError, AttributeError, csv.Error) as error:
        raise MathlibError(f"the tables cannot be read: {type(error).__name__} {error}") from None
    try:
        game = parse(data, "the game rebuilt from the tables")
    except ParameterError as error:
        raise MathlibError(str(error)) from None
    again = tables_of(game)
    for name, text in again.strips.items():
        if tables.strips.get(name) != text:
            raise MathlibError(f"{name}: cumulative weights or layout disagree with its weights")
    place = _difference(again.document, tables.document, ())
    if place is not None:
        raise MathlibError(f"the tables disagree with themselves at {place}")
    return game


def _resolved(value: Any, tables: Tables) -> Any:
    """Return a part of the rules as it stands in a parameter file."""
    if isinstance(value, list):
        return [_resolved(item, tables) for item in value]
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("table"), str):
        table = tables.document["tables"][value["table"]]
        return dict(map(_READ[table["outcomes"]], table["rows"]))
    if isinstance(value.get("strips"), str):
        return _read_reels(tables.strips[value["strips"]], value["reels"])
    if isinstance(value.get("tenths"), int):
        return times_bet(amount_of(value))
    return {key: _resolved(item, tables) for key, item in value.items()}


def _read_name(row: Mapping[str, Any]) -> tuple[str, Any]:
    return str(row["outcome"]), row["weight"]


def _read_prize(row: Mapping[str, Any]) -> tuple[str, Any]:
    return _read_name(row) if "outcome" in row else (str(times_bet(amount_of(row))), row["weight"])


def _read_award(row: Mapping[str, Any]) -> tuple[str, Any]:
    return row["outcome"], {"prize": times_bet(amount_of(row)), "weight": row["weight"]}


_READ: dict[str, Callable[[Mapping[str, Any]], tuple[str, Any]]] = {
    "names": _read_name,
    "counts": _read_name,
    "amounts": _read_prize,
    "prizes": _read_prize,
    "awards": _read_award,
}


def _read_reels(text: str, reels: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [{"symbols": [], "weights": []} for _ in reels]
    rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    if tuple(next(rows)) != HEAD:
        raise ValueError(f"a strip file has the columns {', '.join(HEAD)}")
    for reel, position, symbol, weight, _ in rows:
        strip = found[int(reel)]
        if int(position) != len(strip["symbols"]):
            raise ValueError(f"position {position} of reel {reel} is out of order")
        strip["symbols"].append(symbol)
        strip["weights"].append(int(weight))
    for strip, shown in zip(found, reels, strict=True):
        if not shown["weighted"]:
            del strip["weights"]
    return found


def _difference(want: Any, found: Any, path: tuple[str, ...]) -> str | None:
    """Return the first place where two documents differ, if there is one."""
    if want == found:
        return None
    if isinstance(want, dict) and isinstance(found, dict) and list(want) == list(found):
        pairs = [(want[key], found[key], key) for key in want if key not in PROSE]
    elif isinstance(want, list) and isinstance(found, list) and len(want) == len(found):
        pairs = [(a, b, str(i)) for i, (a, b) in enumerate(zip(want, found, strict=True))]
    else:
        return ".".join(path)
    places = (_difference(a, b, (*path, key)) for a, b, key in pairs)
    return next((place for place in places if place is not None), None)
