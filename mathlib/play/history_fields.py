"""What stands in a game history: every field of a round's record, in words.

A text that begins with ``x: `` is that of an amount, which a history gives in multiples of the
total bet. Cells of a Respins board count from 0 like text, row by row; cells of Pig Wizard are
[reel, row]. Reels, rows and lines count from 0, row 0 on top.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

from mathlib.play import orb_record as orb
from mathlib.play import pig_record as pig

AMOUNT = "x: "
STOPS = "stop of each reel"
WINDOW = "symbols that each reel shows, top row first"
LINES = "lines that won"

TEXTS: dict[type, dict[str, str]] = {
    orb.OrbRecord: {
        "stops": STOPS,
        "window": WINDOW,
        "line_wins": LINES,
        "view": "orb colours in view as modifier letters, empty for none",
        "trigger": "modifier set that the trigger drew, or none; empty when nothing was drawn",
        "respins": "the Respins round, or null",
        "line_win": "x: win of the lines, before the cap",
        "respin_win": "x: win of the Respins round, before the cap",
        "capped": "x: what the cap takes; on a full board the line win that it replaces",
        "total": "x: paid: line_win + respin_win - capped",
    },
    orb.LineWin: {
        "line": "number of the line",
        "symbol": "symbol that paid",
        "count": "how many of it",
        "pay": "x: pay of the line",
    },
    orb.RespinsRecord: {
        "modifiers": "modifier set: J Jackpots, M Multiply, C Charge",
        "reels": "width of the board",
        "rows": "height of the board",
        "start": "Money symbols at the start",
        "respins": "every respin, in order",
        "full": "whether every cell holds Money at the end",
        "money": "x: Money values as drawn on landing",
        "charge": "x: charges as drawn",
        "multiply": "x: what multipliers added",
        "jackpots": "x: jackpots won",
        "win": "x: win of the round, before the cap",
    },
    orb.Landing: {
        "cell": "cell",
        "what": "money, golden, red or blue",
        "value": "x: value of the Money symbol; 0 for an orb",
    },
    orb.Respin: {
        "landed": "what landed",
        "charged": "draws of the charges of earlier respins",
        "picks": "what blue orbs picked",
        "reds": "red orbs, one after another",
        "reveals": "golden orbs, one after another",
        "values": "x: value in each cell afterwards; 0 for no Money",
        "counter": "respins left afterwards",
    },
    orb.ChargeDraw: {"cell": "cell that is charged", "value": "x: what it gains"},
    orb.Pick: {
        "cell": "cell of the blue orb",
        "target": "cell that it charges from the next respin on; null when it is lost",
    },
    orb.RedOrb: {
        "cell": "cell of the red orb",
        "drawn": "how many Money symbols it may multiply",
        "chosen": "Money symbols that it multiplied",
    },
    orb.Multiplied: {
        "cell": "cell",
        "multiplier": "multiplier drawn",
        "before": "x: value before",
        "after": "x: value after",
    },
    orb.Reveal: {
        "cell": "cell of the golden orb",
        "name": "jackpot that it shows",
        "collected": "how many of this name are collected now; 0 when it was just won",
        "prize": "x: jackpot won, or 0",
    },
    pig.PigRecord: {
        "modifier": "none, cash_add or line_win",
        "wizard": "whether the Pig Wizard is in view",
        "tries": "how often the reels were drawn; more than once for a guaranteed line win",
        "stops": STOPS,
        "window": WINDOW,
        "line_wins": LINES,
        "locked": "Cash Prizes that landed",
        "added": "Cash Prizes that cash_add put in",
        "balls": "the crystal balls, or null",
        "mystic_money": "Mystic Money, or null",
        "wizard_spins": "Wizard Spins, or null",
        "parts": "x: what each part of the RTP paid; the cap is negative",
        "line_win": "x: line win of the base spin",
        "cash": "x: cash of the base spin",
        "capped": "x: what the cap takes",
        "total": "x: paid: the sum of the parts",
    },
    pig.Locked: {
        "cell": "cell",
        "outcome": "x: cash value; or mystic_money or wizard_spins",
        "awarded": "whether it was awarded, and not only shown",
    },
    pig.Prize: {
        "cell": "cell",
        "value": "x: cash value",
        "origin": "landed, added or made",
        "covers": "symbol that it covers",
    },
    pig.Balls: {
        "hit": "left, right, both or neither",
        "left": "what the left ball gave, or null",
        "right": "what the right ball gave, or null",
    },
    pig.MysticMoneyRecord: {
        "awards": "awards in this round",
        "made": "cells that were made Cash Prizes",
        "stops": STOPS,
        "window": WINDOW,
        "prizes": "all Cash Prizes",
        "win": "x: their sum",
    },
    pig.WizardSpinsRecord: {
        "awards": "awards in this round",
        "spins": "every spin, in order",
        "line_win": "x: line wins of all spins",
        "cash": "x: cash of all spins",
        "win": "x: both",
    },
    pig.WizardSpin: {
        "modifier": "none or cash_add",
        "stops": STOPS,
        "window": WINDOW,
        "line_wins": LINES,
        "prizes": "all Cash Prizes",
        "balls": "none, one or both",
        "left": "spins left afterwards",
        "line_win": "x: line win of the spin",
        "cash": "x: cash of the spin",
    },
}
RECORDS: dict[str, type] = {"orb_respins": orb.OrbRecord, "pig_wizard": pig.PigRecord}
"""Kind of game to the record of its rounds."""


def field_texts(kind: str) -> dict[str, str]:
    """Return every field of a game's rounds, by its path in a line of the history.

    Examples
    --------
    >>> field_texts("orb_respins")["respins.respins.reds.chosen.after"]
    'x: value after'
    """
    return dict(_walk(RECORDS[kind], ""))


def is_amount(record: type, name: str) -> bool:
    """Tell whether a field of a record is an amount.

    Examples
    --------
    >>> is_amount(orb.LineWin, "pay"), is_amount(orb.LineWin, "count")
    (True, False)
    """
    return TEXTS[record][name].startswith(AMOUNT)


def _walk(record: type, begin: str) -> Iterator[tuple[str, str]]:
    hints = get_type_hints(record)
    for field in fields(record):
        path = f"{begin}{field.name}"
        yield path, TEXTS[record][field.name]
        inner = _record_in(hints[field.name])
        if inner is not None:
            yield from _walk(inner, f"{path}.")


def _record_in(hint: Any) -> type | None:
    """Return the record that a field holds, alone or several; None for plain values."""
    for one in (hint, *get_args(hint)):
        if isinstance(one, type) and is_dataclass(one):
            return one
    return None
