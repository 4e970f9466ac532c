"""Published games as columns and rules; the figures and their sources are in ``cases``."""

import json
from functools import cache
from pathlib import Path

from mathlib.exact.columns import column
from mathlib.game.lines import LineRules, Strip, Wild

FOLDER = Path(__file__).with_name("cases")


@cache
def case(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def line_game(game, reels="base"):
    """Columns and rules of a case whose wins run from reel 1 and whose wilds do not multiply."""
    rows, width = game["layout"]["rows"], game["layout"]["reels"]
    paytable = game["paytable"]
    pays = {
        symbol: tuple(row.get(str(count), 0) for count in range(1, width + 1))
        for symbol, row in paytable["pays"].items()
    }
    scatters = {scatter["symbol"] for scatter in game["scatters"] if not scatter.get("also_wild")}
    wilds = tuple(
        Wild(
            symbol=wild["symbol"],
            not_for=tuple(name for name in wild.get("does_not_substitute") or () if name in pays),
        )
        for wild in game["wilds"]
    )
    rules = LineRules(
        rows=rows,
        lines=tuple(map(tuple, game["lines"])),
        pays={symbol: row for symbol, row in pays.items() if any(row) and symbol not in scatters},
        wilds=wilds,
    )
    strips = game["reels"][reels]
    if strips == "same as base":
        strips = game["reels"]["base"]
    return [column(Strip(symbols=tuple(strip)), rows) for strip in strips], rules
