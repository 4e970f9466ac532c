"""What stands at a place of a parameter file, and what changed there, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeGuard

from mathlib.core.errors import shown
from mathlib.game.change_places import ABSENT, PLACES, Path, at, key, pattern

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
    if pattern(path, ("lines.*",)):
        return " ".join(str(row + 1) for row in value)
    if isinstance(value, Mapping):
        text = ", ".join(f"{key(k)} {said(v, (*path, k))}" for k, v in value.items())
    elif isinstance(value, list):
        text = ", ".join(said(item, (*path, i)) for i, item in enumerate(value))
    else:
        text = f"{value}x" if pattern(path, AMOUNTS) else str(value)
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
    unit = UNITS.get(pattern(path, UNITS) or "", "")
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


def _total(path: Path, document: Mapping[str, Any]) -> int | None:
    """Return the total of the table that a weight belongs to; None where no weight stands."""
    table = at(document, path[:-1])
    if path[:3] != ("respins", "jackpots", "names") and is_table(table):
        # The last key is an outcome, not the name of a field.
        outcome = (pattern(path, PLACES) or "").endswith("*")
        return sum(table.values()) if outcome else None
    if pattern(path, ("respins.jackpots.names.*.weight",)):
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
