"""Orb Respins with its features forced, and the tally of a record worked out anew."""

from __future__ import annotations

from collections import Counter

from mathlib.game.files import parse
from mathlib.game.orb_respins import MONEY, ORBS, SETS
from tests.game.edits import edited


def forced(*changes, rows=3, often=40, target="pick", none=0):
    """The example with unequal stops, Respins whenever an orb is in view, and much landing.

    ``none`` is how many games with an orb in view have no Respins for one that has.
    """
    trigger = {view: {s: 1 for s in SETS if set(s) <= set(view)} for view in SETS}
    if none:
        trigger = {view: {"none": none * len(table), **table} for view, table in trigger.items()}
    sets = {}
    for name in SETS:
        cells = 3 * (2 * rows if "J" in name else rows)
        orbs = {ORBS[letter]: often for letter in name}
        bands = [
            {"up_to": cells // 2, "weights": {**orbs, "blank": 500, "money": often}},
            {"up_to": cells - 1, "weights": {"money": often, "blank": 900, **orbs}},
        ]
        sets[name] = {"start": {"0": 2, "1": 3, "2": 1}, "bands": bands}
    weights = [(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), (7, 1) * 6]
    return parse(
        edited(
            "orb_respins",
            ("aims", []),
            ("trigger", trigger),
            ("strips/0/weights", list(weights[0])),
            ("strips/1/weights", list(weights[1])),
            ("respins/rows", rows),
            ("respins/rows_with_jackpots", 2 * rows),
            ("respins/sets", sets),
            ("respins/charge/target", target),
            ("respins/multiply/limit", 2),
            ("respins/jackpots/needed", 2),
            # A pay that falls with the count, and two of a kind.
            ("paytable/book", [0, 5, 2]),
            *changes,
        )
    )


def amount(tally, name, value):
    tally[f"{name}.sum"] += value
    tally[f"{name}.square"] += value * value
    tally[f"{name}.hits"] += value != 0


def count(game, record, tally):
    """Add a record to a tally, reading the rules once more: sums over what the record shows."""
    tally["rounds"] += 1
    amount(tally, "win", record.total)
    amount(tally, "line", sum(win.pay for win in record.line_wins))
    tally["line.up_to_bet.rounds"] += 0 < record.line_win <= 10
    for win in record.line_wins:
        tally[f"line.{win.symbol}.{win.count}.hits"] += 1
    shown = {symbol for reel in record.window for symbol in reel}
    view = "".join(letter for letter in "JMC" if ORBS[letter] in shown)
    if view:
        tally[f"view.{view}.rounds"] += 1
    if record.respins is None:
        amount(tally, "cap", max(record.line_win - game.cap, 0))
    else:
        _count_round(game, record, tally)


def _count_round(game, record, tally):
    one = record.respins
    at = f"set.{one.modifiers}"
    landed = [*one.start, *(landing for respin in one.respins for landing in respin.landed)]
    what = Counter(landing.what for landing in landed)
    full = what[MONEY] == one.reels * one.rows
    reveals = [reveal for respin in one.respins for reveal in respin.reveals if reveal.prize]
    charges = [draw.value for respin in one.respins for draw in respin.charged]
    chosen = [c for respin in one.respins for red in respin.reds for c in red.chosen]
    values = [landing.value for landing in landed if landing.what == MONEY]
    won = sum(one.respins[-1].values)
    parts = {
        "money": sum(values),
        "charge": sum(charges),
        "multiply": sum(c.after - c.before for c in chosen),
        "jackpots": sum(reveal.prize for reveal in reveals),
        "top.money": values.count(max(game.respins.money)),
        "top.multiplier": [c.multiplier for c in chosen].count(
            max(game.respins.multiply.multipliers)
        ),
        "top.charge": charges.count(max(game.respins.charge.values)),
        **{
            f"jackpot.{name}": sum(reveal.name == name for reveal in reveals)
            for name in game.respins.jackpots.names
        },
    }
    win = game.respins.full_board_award if full else won + parts["jackpots"]
    tally[f"{at}.rounds"] += 1
    tally[f"{at}.full.rounds"] += full
    amount(tally, at, win)
    amount(tally, f"{at}.paid", min(win, game.cap))
    amount(tally, f"{at}.line", record.line_win)
    excess = max(record.line_win + win - game.cap, 0)
    amount(tally, f"{at}.excess", 0 if full else excess)
    amount(tally, "cap", record.line_win if full else excess)
    for name, value in parts.items():
        amount(tally, f"{at}.{name}", 0 if full else value)
    amount(tally, f"{at}.respins", len(one.respins))
    amount(tally, f"{at}.held", what[MONEY])
    for letter, orb in ORBS.items():
        amount(tally, f"{at}.orbs.{letter}", what[orb])
