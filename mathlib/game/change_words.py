"""Where a place of a parameter file is, and what stands there, in a mathematician's words.

Reels, stops, rows and lines count from 1 here, as the PAR sheet prints them; in a file and in
paths they count from 0.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, TypeGuard

from mathlib.core.errors import shown

Path = tuple[str | int, ...]


class Absent(Enum):
    """The value of a key that one of two files does not have; there is one, `ABSENT`."""

    ABSENT = "not there"


ABSENT = Absent.ABSENT

STRIPS = {
    "strips": "",
    "mystic_money.strips": "Mystic Money, ",
    "wizard_spins.strips": "Wizard Spins, ",
}
PLACES = {
    "identification": "identification",
    "identification.*": "identification, {0}",
    "aims": "aims",
    "aims.*.*": "aims, {aim}, {1}",
    "stakes_pence": "stakes",
    "reference_stake_pence": "reference stake",
    "cap": "win cap",
    "rows": "rows of the window",
    "paytable": "paytable",
    "paytable.*": "paytable, {0}",
    "paytable.*.*": "paytable, {0}, {1} of a kind",
    "lines": "lines",
    "lines.*": "lines, line {0}",
    **{
        f"{path}{rest}": lead + words
        for path, lead in STRIPS.items()
        for rest, words in {
            "": "reels",
            ".*": "reel {0}",
            ".*.symbols.*": "reel {0}, stop {1}",
            ".*.weights": "reel {0}",
            ".*.weights.*": "reel {0}, stop {1}, weight",
        }.items()
    },
    "trigger.*": "trigger, {0} in view",
    "trigger.*.*": "trigger, {0} in view, {1}",
    "respins.full_board_award": "Respins, full-board award",
    "respins.rows": "Respins, rows of the board",
    "respins.rows_with_jackpots": "Respins, rows of the board with Jackpots",
    "respins.*": "Respins, {0}",
    "respins.sets.*.start": "Respins {0}, start",
    "respins.sets.*.start.*": "Respins {0}, start, {1} Money",
    "respins.sets.*.bands": "Respins {0}, bands",
    "respins.sets.*.bands.*.up_to": "Respins {0}, band {1}, up to",
    "respins.sets.*.bands.*.weights": "Respins {0}, up to {band} Money",
    "respins.sets.*.bands.*.weights.*": "Respins {0}, up to {band} Money, {2}",
    "respins.money": "Money, values",
    "respins.money.*": "Money, values, {0:x}",
    "respins.charge.target": "Charge, target",
    "respins.charge.values": "Charge, values",
    "respins.charge.values.*": "Charge, values, {0:x}",
    "respins.multiply.limit": "Multiply, limit",
    "respins.multiply.chosen": "Multiply, symbols chosen",
    "respins.multiply.chosen.*": "Multiply, symbols chosen, {0}",
    "respins.multiply.multipliers": "Multiply, multipliers",
    "respins.multiply.multipliers.*": "Multiply, multipliers, times {0}",
    "respins.jackpots.needed": "Jackpots, needed of a name",
    "respins.jackpots.names": "Jackpots",
    "respins.jackpots.names.*": "Jackpots, {0}",
    "respins.jackpots.names.*.*": "Jackpots, {0}, {1}",
    "centre": "centre cell",
    "pig_wizard": "Pig Wizard",
    "pig_wizard.*": "Pig Wizard, {0}",
    "locked": "locked symbol",
    "locked.*": "locked symbol, {0:x}",
    "crystal_balls.hits": "crystal balls, hits",
    "crystal_balls.hits.*": "crystal balls, hits, {0}",
    "crystal_balls.*": "crystal balls, {0} ball",
    "crystal_balls.*.*": "crystal balls, {0} ball, {1}",
    "modifiers.weights": "modifiers",
    "modifiers.weights.*": "modifiers, {0}",
    "modifiers.cash_add.added": "Cash add, number added",
    "modifiers.cash_add.added.*": "Cash add, number added, {0}",
    "modifiers.cash_add.cash": "Cash add, values",
    "modifiers.cash_add.cash.*": "Cash add, values, {0:x}",
    "modifiers.line_win.at_least": "Line win, at least",
    "mystic_money.made": "Mystic Money, number made",
    "mystic_money.made.*": "Mystic Money, number made, {0}",
    "mystic_money.cash": "Mystic Money, values",
    "mystic_money.cash.*": "Mystic Money, values, {0:x}",
    "wizard_spins.spins": "Wizard Spins, spins",
    "wizard_spins.cash": "Wizard Spins, values",
    "wizard_spins.cash.*": "Wizard Spins, values, {0:x}",
    "wizard_spins.cash_add.weights": "Wizard Spins, Cash add",
    "wizard_spins.cash_add.weights.*": "Wizard Spins, Cash add, {0}",
    "wizard_spins.cash_add.added": "Wizard Spins, number added",
    "wizard_spins.cash_add.added.*": "Wizard Spins, number added, {0}",
    "wizard_spins.retrigger": "Wizard Spins, retrigger",
    "wizard_spins.retrigger.*": "Wizard Spins, retrigger, {0}",
}
"""Pattern of a path to the words for it, from the widest place to the narrowest; ``{0}`` is the
first key or number that the stars stand for, ``:x`` an amount in total bets."""

AMOUNTS = (
    "cap",
    "respins.full_board_award",
    "respins.jackpots.names.*.prize",
    "modifiers.line_win.at_least",
)
UNITS = {
    "paytable.*.*": " line bets",
    "paytable.*": " line bets",
    "stakes_pence": " pence",
    "reference_stake_pence": " pence",
    "respins.sets.*.bands.*.up_to": " Money",
}
LONGEST = 100


class _Key(str):
    """A key in words: underscores as blanks, and as an amount where ``:x`` asks for it."""

    def __format__(self, spec: str) -> str:
        text = self.replace("_", " ")
        return f"{text}x" if spec == "x" and text[0].isdecimal() else text


def place(path: Path, document: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the words for a place of a file, from the widest to the narrowest.

    Parameters
    ----------
    path : tuple
        Keys, and indices from 0.
    document : mapping
        A file's data, which gives bands and aims their names.

    Examples
    --------
    >>> place(("paytable", "owl", 4), {})
    ('paytable', 'owl', '5 of a kind')
    """
    found = _pattern(path, PLACES)
    if found is None:
        return tuple(str(_key(part)) for part in path)
    stars = [_key(part) for part, star in zip(path, found.split("."), strict=True) if star == "*"]
    words = PLACES[found].format(*stars, **_context(path, document))
    return tuple(words.split(", "))


def said(value: Any, path: Path = ()) -> str:
    """Return what stands at a place, short enough for a line.

    Examples
    --------
    >>> said(40000, ("cap",)), said(None, ("cap",)), said([0, 1, 2], ("lines", 3))
    ('40000x', 'none', '1 2 3')
    """
    if value is None:
        return "none"
    if path == ("centre",):
        return f"reel {value[0] + 1}, row {value[1] + 1}"
    if _pattern(path, ("lines.*",)):
        return " ".join(str(row + 1) for row in value)
    if isinstance(value, Mapping):
        text = ", ".join(f"{_key(k)} {said(v, (*path, k))}" for k, v in value.items())
    elif isinstance(value, list):
        text = ", ".join(said(item, (*path, i)) for i, item in enumerate(value))
    else:
        text = f"{value}x" if _pattern(path, AMOUNTS) else str(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def sentence(
    path: Path, before: Mapping[str, Any], after: Mapping[str, Any], values: tuple[Any, Any]
) -> str:
    """Return what changed at one place, without the place.

    Parameters
    ----------
    path : tuple
        The place.
    before, after : mapping
        The data of both files: a weight is said together with its table's total.
    values : tuple
        What stands there, before and after.

    Examples
    --------
    >>> table = lambda n: {"locked": {"1": n, "2": 10}}
    >>> sentence(("locked", "1"), table(20), table(30), (20, 30))
    '20 of 30 -> 30 of 40'
    """
    old, new = values
    totals = [_total(path, document) for document in (before, after)]
    tails = ["" if total is None else f" of {total}" for total in totals]
    unit = UNITS.get(_pattern(path, UNITS) or "", "")
    if isinstance(old, list) and isinstance(new, list) and len(old) != len(new):
        return _listed(path, old, new)
    if old is ABSENT:
        return f"added, {said(new, path)}{tails[1]}{unit}"
    if new is ABSENT:
        return f"taken out, was {said(old, path)}{tails[0]}{unit}"
    first = "" if tails[0] == tails[1] else tails[0]
    return f"{said(old, path)}{first} -> {said(new, path)}{tails[1]}{unit}"


def is_table(value: Any) -> TypeGuard[dict[str, int]]:
    """Tell a table of integer weights from a record or a list."""
    return isinstance(value, dict) and bool(value) and all(type(n) is int for n in value.values())


def at(document: Any, path: Path) -> Any:
    """Return what stands at a place of a file's data; `ABSENT` when there is no such place."""
    for part in path:
        try:
            document = document[part]
        except (KeyError, IndexError, TypeError):
            return ABSENT
    return document


def _pattern(path: Path, patterns: Mapping[str, Any] | Sequence[str]) -> str | None:
    """Return the pattern that a path meets: the one with the fewest stars."""
    fitting = []
    for pattern in patterns:
        parts = pattern.split(".")
        if len(parts) == len(path) and all(
            want in ("*", part) for want, part in zip(parts, path, strict=True)
        ):
            fitting.append(pattern)
    return min(fitting, key=lambda pattern: pattern.count("*"), default=None)


def _key(part: str | int) -> _Key:
    return _Key(part + 1 if isinstance(part, int) else part)


def _context(path: Path, document: Mapping[str, Any]) -> dict[str, Any]:
    band = at(document, (*path[:5], "up_to"))
    aim = at(document, (*path[:2], "text"))
    return {"band": band, "aim": re.sub(", ", " ", str(aim))}


def _total(path: Path, document: Mapping[str, Any]) -> int | None:
    """Return the total of the table that a weight belongs to; None where no weight stands."""
    table = at(document, path[:-1])
    if path[:3] != ("respins", "jackpots", "names") and is_table(table):
        # The last key is an outcome, not the name of a field.
        outcome = (_pattern(path, PLACES) or "").endswith("*")
        return sum(table.values()) if outcome else None
    if _pattern(path, ("respins.jackpots.names.*.weight",)):
        return sum(int(name["weight"]) for name in at(document, path[:3]).values())
    if len(path) > 1 and path[-2] == "weights" and isinstance(table, list):
        return sum(table)
    return None


def _listed(path: Path, old: list[Any], new: list[Any]) -> str:
    """Say what a list lost and gained."""
    gone = [_item(path, i, x) for i, x in enumerate(old) if x not in new]
    come = [_item(path, i, x) for i, x in enumerate(new) if x not in old]
    moved = not gone and not come and Counter(map(shown, old)) == Counter(map(shown, new))
    texts = [f"{len(old)} -> {len(new)}"]
    for lead, items in (("taken out", gone), ("added", come)):
        if items:
            texts.append(f"{lead}: " + said("; ".join(items)))
    return "; ".join(texts) + ("; order changed" if moved else "")


def _item(path: Path, i: int, item: Any) -> str:
    if path == ("aims",):
        return str(item["text"])
    if path == ("identification", "revisions"):
        return f"{item['version']} of {item['date']} ({item['note']})"
    if path and path[-1] == "bands":
        return f"up to {item['up_to']} Money"
    return f"reel {i + 1}" if path and path[-1] == "strips" else said(item, (*path, i))
