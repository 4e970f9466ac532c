"""The words for a place of a parameter file.

Reels, stops, rows and lines count from 1 in words, as the PAR sheet prints them; in a file and in
paths they count from 0.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

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
    found = pattern(path, PLACES)
    if found is None:
        return tuple(str(key(part)) for part in path)
    stars = [key(part) for part, star in zip(path, found.split("."), strict=True) if star == "*"]
    words = PLACES[found].format(*stars, **_context(path, document))
    return tuple(words.split(", "))


def at(document: Any, path: Path) -> Any:
    """Return what stands at a place of a file's data; `ABSENT` when there is no such place."""
    for part in path:
        try:
            document = document[part]
        except (KeyError, IndexError, TypeError):
            return ABSENT
    return document


def pattern(path: Path, patterns: Mapping[str, Any] | Sequence[str]) -> str | None:
    """Return the pattern that a path meets: the one with the fewest stars."""
    fitting = []
    for name in patterns:
        parts = name.split(".")
        if len(parts) == len(path) and all(
            want in ("*", part) for want, part in zip(parts, path, strict=True)
        ):
            fitting.append(name)
    return min(fitting, key=lambda name: name.count("*"), default=None)


def key(part: str | int) -> _Key:
    """Return one part of a path in words; an index as a number from 1."""
    return _Key(part + 1 if isinstance(part, int) else part)


def _context(path: Path, document: Mapping[str, Any]) -> dict[str, Any]:
    band = at(document, (*path[:5], "up_to"))
    aim = at(document, (*path[:2], "text"))
    return {"band": band, "aim": re.sub(", ", " ", str(aim))}
