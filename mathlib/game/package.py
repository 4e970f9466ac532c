"""A game as the tables that an engine draws from; `package_read` makes the game of them again.

The tables document mirrors the parameter file (``rules``), with every weight table taken out and
named by its path in the file (``tables``), with cumulative weights beside the weights; the reel
strips are CSV files of their own. Amounts are tenths of the total bet as integers, and text with
one decimal. What can be derived is written out for the engine and must agree when it is read.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from mathlib.core.errors import MathlibError
from mathlib.game.fields import LATTICE, MAX_WEIGHT, tenths
from mathlib.game.files import Game, canonical, dump
from mathlib.game.package_draws import AMOUNTS, STRIPS, Draw, draw_at

FORMAT = 1
"""Of the tables document; a change that an engine would notice makes it one more."""
HEAD = ("reel", "position", "symbol", "weight", "cumulative")
"""Columns of a strip file."""
UNITS = {
    "amounts": "tenths: integers, tenths of the total bet; text: total bets, one decimal",
    "paytable": "line bets, for 1, 2, 3, ... of a kind; one line bet is the total bet divided by "
    "the number of lines",
    "draws": "draw a whole number r, uniform in 0 <= r < total; the first row with r < cumulative",
    "reels, positions, rows, lines": "count from 0, rows from the top",
}


@dataclass(frozen=True)
class Tables:
    """A game's tables: the document, and strip files by name."""

    document: dict[str, Any]
    strips: dict[str, str]


def tables_of(game: Game) -> Tables:
    """Return a game's tables.

    Parameters
    ----------
    game : Game

    Returns
    -------
    Tables

    Raises
    ------
    MathlibError
        When a total is above 2**53: JSON readers that use doubles would see another number.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> tables = tables_of(example("orb_respins"))
    >>> tables.document["tables"]["trigger.J"]["rows"][1]
    {'outcome': 'J', 'weight': 4, 'cumulative': 204}
    >>> tables.document["rules"]["cap"], tables.document["rules"]["trigger"]["J"]
    ({'tenths': 400000, 'text': '40000.0'}, {'table': 'trigger.J'})
    """
    taken, data = _Taken(game.kind), dump(game)
    rules = taken.mirror(data, ())
    document = {
        "format": FORMAT,
        "kind": game.kind,
        "parameters": hashlib.sha256(canonical(data).encode()).hexdigest(),
        "units": UNITS,
        "rules": rules,
        "pays": list(_pays(game)),
        "tables": taken.tables,
    }
    return Tables(document, taken.strips)


def amount_data(amount: int) -> dict[str, Any]:
    """Return an amount, in tenths of the total bet, as it stands in the tables.

    Examples
    --------
    >>> amount_data(125)
    {'tenths': 125, 'text': '12.5'}
    """
    whole, rest = divmod(amount, LATTICE)
    return {"tenths": amount, "text": f"{whole}.{rest}"}


def amount_of(data: Mapping[str, Any]) -> int:
    """Return an amount in tenths of the total bet from the tables, both ways of writing agreeing.

    Raises
    ------
    ValueError
        When they do not agree.

    Examples
    --------
    >>> amount_of({"tenths": 125, "text": "12.5"})
    125
    """
    amount = data["tenths"]
    if type(amount) is not int or amount_data(amount)["text"] != data["text"]:
        raise ValueError(f"{data['text']!r} is not {amount!r} tenths")
    return amount


class _Taken:
    """Collects tables and strips while the parameter file is mirrored without them."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.tables: dict[str, Any] = {}
        self.strips: dict[str, str] = {}

    def mirror(self, value: Any, path: tuple[str, ...]) -> Any:
        """Return a part of the file with references in place of its tables."""
        name = ".".join(path)
        if name in AMOUNTS[self.kind]:
            return None if value is None else amount_data(tenths(value))
        if name in STRIPS[self.kind]:
            return self._reels(value, f"strips/{STRIPS[self.kind][name]}.csv")
        draw = draw_at(self.kind, path)
        if draw is not None:
            self.tables[name] = _table(draw, value, name)
            return {"table": name}
        if isinstance(value, dict):
            return {key: self.mirror(item, (*path, key)) for key, item in value.items()}
        if isinstance(value, list):
            return [self.mirror(item, (*path, str(i))) for i, item in enumerate(value)]
        return value

    def _reels(self, reels: list[dict[str, Any]], name: str) -> dict[str, Any]:
        shown = []
        out = io.StringIO()
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(HEAD)
        for reel, strip in enumerate(reels):
            symbols = strip["symbols"]
            weights = strip.get("weights") or [1] * len(symbols)
            sums = list(accumulate(weights))
            _check_total(sums[-1], f"{name}, reel {reel}")
            for i, line in enumerate(zip(symbols, weights, sums, strict=True)):
                rows.writerow([reel, i, *line])
            shown.append({"stops": len(symbols), "total": sums[-1], "weighted": "weights" in strip})
        self.strips[name] = out.getvalue()
        return {"strips": name, "reels": shown}


def _table(draw: Draw, value: dict[str, Any], name: str) -> dict[str, Any]:
    weights = [item["weight"] if draw.outcomes == "awards" else item for item in value.values()]
    sums = list(accumulate(weights))
    _check_total(sums[-1], name)
    rows = [
        {**_outcome(draw, key, item), "weight": weight, "cumulative": total}
        for (key, item), weight, total in zip(value.items(), weights, sums, strict=True)
    ]
    return {"outcomes": draw.outcomes, "drawn": draw.when, "total": sums[-1], "rows": rows}


def _outcome(draw: Draw, key: str, item: Any) -> dict[str, Any]:
    if draw.outcomes == "awards":
        return {"outcome": key, **amount_data(tenths(item["prize"]))}
    if draw.outcomes == "counts":
        return {"outcome": int(key)}
    if draw.outcomes == "names" or not key[0].isdigit():
        return {"outcome": key}
    return amount_data(tenths(key))


def _check_total(total: int, name: str) -> None:
    if total > MAX_WEIGHT:
        raise MathlibError(
            f"{name}: its weights add up to {total}, above 2**53: JSON readers that use doubles "
            "would see another number; use smaller weights in the same proportions"
        )


def _pays(game: Game) -> Iterator[dict[str, Any]]:
    for symbol, row in game.paytable.items():
        for count, pay in enumerate(row, start=1):
            if pay:
                amount = amount_data(pay * LATTICE // game.line_bets)
                yield {"symbol": symbol, "count": count, "line_bets": pay, **amount}
