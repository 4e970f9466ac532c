"""Published games as columns, rules and scatters; the files in ``cases`` name their sources.

The files hold facts and figures only: strips, pays, lines, and what the source says they give.
"""

import json
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path

from mathlib.exact.columns import column
from mathlib.exact.cycle import Marks, full_cycle
from mathlib.exact.lines import line_table
from mathlib.exact.views import view_counts
from mathlib.game.lines import LineRules, Strip, Wild

FOLDER = Path(__file__).with_name("cases")


@cache
def case(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def line_game(game, reels="base"):
    """Columns and rules of a case whose wins run from reel 1 and whose wilds do not multiply."""
    rows, width = game["layout"]["rows"], game["layout"]["reels"]
    pays = {
        symbol: tuple(row.get(str(count), 0) for count in range(1, width + 1))
        for symbol, row in game["paytable"]["pays"].items()
    }
    lines = game["lines"]
    if isinstance(lines, int):
        # Only their number is known: on strips of equal stop weights all lines are worth the same.
        lines = [[0] * width]
    rules = LineRules(
        rows=rows,
        lines=tuple(map(tuple, lines)),
        pays={symbol: row for symbol, row in pays.items() if any(row)},
        wilds=tuple(
            Wild(
                symbol=wild["symbol"],
                not_for=tuple(name for name in wild["does_not_substitute"] if name in pays),
            )
            for wild in game["wilds"]
        ),
    )
    return [column(Strip(symbols=tuple(strip)), rows) for strip in _strips(game, reels)], rules


def _strips(game, reels):
    if isinstance(game["reels"], str):
        return _strips_of_counts(game["symbol_counts"])
    if game["reels"][reels] == "same as base":
        reels = "base"
    return game["reels"][reels]


def _strips_of_counts(counts):
    """Strips where only counts are published: two scatters per reel, half a strip apart."""
    strips = []
    for reel in range(len(counts["scatter"])):
        others = [s for s, n in counts.items() if s != "scatter" for _ in range(n[reel])]
        assert counts["scatter"][reel] == 2
        half = len(others) // 2
        strips.append(["scatter", *others[:half], "scatter", *others[half:]])
    return strips


@dataclass(frozen=True)
class Spin:
    """One spin of a published game: lines and scatters, every visible scatter counting."""

    game: dict
    reels: str = "base"

    @cached_property
    def parts(self):
        return line_game(self.game, self.reels)

    @cached_property
    def table(self):
        return line_table(*self.parts)

    @cached_property
    def scatter(self):
        return self.game["scatters"][0]

    @cached_property
    def scatters_in_view(self):
        return view_counts(self.parts[0], [self.scatter["symbol"]])

    @property
    def scatter_rtp(self):
        return self._expected(self.scatter["pays"])

    @property
    def rtp(self):
        return self.table.rtp + self.scatter_rtp

    @property
    def free_games(self):
        """Expected free games awarded by one spin."""
        return self._expected(self.game["free_games"]["awarded_by_count"])

    @property
    def trigger(self):
        law = self.scatters_in_view
        awards = self.game["free_games"]["awarded_by_count"]
        return sum(law.probability(n) for n in law if awards.get(str(n)))

    def _expected(self, by_count):
        law = self.scatters_in_view
        return sum((law.probability(n) * by_count.get(str(n), 0) for n in law), Fraction(0))

    @cached_property
    def law(self):
        """``{line win + scatter win in line bets: weight}`` over the full cycle."""
        columns, rules = self.parts
        counted = full_cycle(columns, rules, Marks.count([self.scatter["symbol"]], 15))
        law = {}
        for mark in range(16):
            if counted.mark_weights[mark]:
                more = self.scatter["pays"].get(str(mark), 0) * len(rules.lines)
                for win, weight in counted.given(mark):
                    law[win + more] = law.get(win + more, 0) + weight
        return law

    @property
    def hit_frequency(self):
        return 1 - Fraction(self.law.get(0, 0), self.table.cycle)

    @property
    def sigma(self):
        """Standard deviation of one spin in total bets."""
        bets = len(self.parts[1].lines)
        mean = sum(win * n for win, n in self.law.items())
        second = sum(win * win * n for win, n in self.law.items())
        cycle = self.table.cycle
        return float(Fraction(second, cycle) - Fraction(mean, cycle) ** 2) ** 0.5 / bets


def as_published(value, text):
    """A value rounded to the decimals of a published text, as text."""
    places = len(text.partition(".")[2])
    whole = round(Fraction(value) * 10**places)
    digits = str(whole).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}" if places else digits
