"""A plain line game as a problem: symbols on reels of a fixed length, one line, three alike pay.

Independent of the two games of the suite; its figures come from the exact line table.
"""

from __future__ import annotations

from dataclasses import dataclass

from mathlib.design.dials import Dial
from mathlib.exact.columns import column
from mathlib.exact.lines import line_table
from mathlib.game.lines import LineRules, Strip

STOPS = 24
PAYS = {"A": 400, "B": 20, "C": 5}
RULES = LineRules(rows=1, lines=((0, 0, 0),), pays={s: (0, 0, pay) for s, pay in PAYS.items()})
LIMITS = {"A": (1, 4), "B": (3, 6)}
FIXED_C = 6


def reel(counts, heavy=1):
    """Return a strip of 24 stops, the rest blank; the first A weighs ``heavy`` thousandths."""
    symbols = [symbol for symbol, count in counts.items() for _ in range(count)]
    symbols += ["blank"] * (STOPS - len(symbols))
    if heavy == 1:
        return Strip(symbols=tuple(symbols))
    return Strip(symbols=tuple(symbols), weights=(heavy, *[1000] * (STOPS - 1)))


@dataclass
class LineProblem:
    """Three reels; each free reel has a dial for its A and one for its B.

    Parameters
    ----------
    start : list of (int, int)
        A and B on each reel.
    free : tuple of int
        Reels whose counts are dials.
    weight : bool
        Whether the weight of one A on reel 1, in thousandths of the others, is a dial too.
    """

    start: list
    free: tuple = (0, 1, 2)
    weight: bool = False
    looked: int = 0

    @property
    def dials(self):
        out = [
            Dial(f"{r}.{s}", f"{s} on reel {r + 1}", self.start[r][i], *LIMITS[s],
                 scale=self.start[r][i], symbols=True)
            for r in self.free
            for i, s in enumerate("AB")
        ]  # fmt: skip
        if self.weight:
            out.append(Dial("weight", "weight of the first A on reel 1", 1000, 500, 2000, 1000))
        return out

    def figures(self, values, wanted, *, rough):
        self.looked += 1
        strips = []
        for r, (a, b) in enumerate(self.start):
            counts = {"A": values.get(f"{r}.A", a), "B": values.get(f"{r}.B", b), "C": FIXED_C}
            strips.append(reel(counts, values.get("weight", 1) if r == 0 and self.weight else 1))
        table = line_table([column(strip, 1) for strip in strips], RULES)
        hits = float(table.hit_frequency_per_line)
        return {"total_rtp": float(table.rtp), "hit_frequency": hits}
