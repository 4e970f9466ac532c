"""Joint law of the line win, the Cash Prizes that land and those that are added.

A transfer over reels that merges states. Only a few things of the reels read so far matter for
the rest: which lines still run, on which symbol, and what the ended lines pay. Lines that begin
alike share their beginning. Windows of a reel that treat the running lines alike are one step,
so the cycle is never enumerated. Added prizes make more windows: every subset of the cells that
may take one, with the symbol there replaced before lines are read.

The numbers of landed and added prizes ride along as the exponents of two variables. A polynomial
with integer coefficients below 2**b is held as one Python integer, its value at 2**b (Kronecker
substitution): a product of laws is one exact multiplication, whatever the cycle.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from mathlib.core.errors import MathlibError
from mathlib.exact.columns import Column, cycle_of
from mathlib.exact.lines import check_columns
from mathlib.game.lines import LineRules

Cell = tuple[int, int]
Alive = tuple[tuple[int, int], ...]
"""Running lines: (number of their common beginning, place of the symbol in the paytable)."""
Moves = list[tuple[Alive, int, int]]
"""Running lines after a reel, what the ended ones pay, and the law of the prizes on it."""


@dataclass(frozen=True, eq=False)
class SpinLaw:
    """Weights of what can show on the reels, with every set of added prizes.

    Parameters
    ----------
    weights : mapping
        (landed, added) to line win in line bets to weight. The weight counts the outcomes of the
        cycle with each set of ``added`` cells that hold no landed prize.
    cycle : int
        Product of the reel totals: the weight of all outcomes without added prizes.
    """

    weights: Mapping[tuple[int, int], Mapping[int, int]]
    cycle: int


def spin_law(
    columns: Sequence[Column], rules: LineRules, prize: str, closed: Cell | None = None
) -> SpinLaw:
    """Return the joint law of line win, prizes landed and prizes added.

    Parameters
    ----------
    columns : sequence of Column
        One per reel; a held wild is part of its column.
    rules : LineRules
        Lines, paytable, wilds. No symbol of reel 1 may stand for several.
    prize : str
        The symbol that is counted, and that added cells show.
    closed : (reel, row) or None
        The one cell that takes no added prize; None when no prizes are added at all.

    Returns
    -------
    SpinLaw
        Exact for any cycle.

    Raises
    ------
    MathlibError
        When columns do not fit the rules, or reel 1 has a wild.

    Examples
    --------
    One reel shows A or a prize; an added prize may replace the A:

    >>> from mathlib.exact.columns import column
    >>> from mathlib.game.lines import Strip
    >>> rules = LineRules(rows=1, lines=((0,),), pays={"A": (7,)})
    >>> law = spin_law([column(Strip(symbols=("A", "$")), 1)], rules, "$", closed=(0, 1))
    >>> dict(law.weights)
    {(0, 0): {7: 1}, (0, 1): {0: 1}, (1, 0): {0: 1}}
    """
    check_columns(columns, rules)
    return _Transfer(columns, rules, prize, closed).law()


class _Transfer:
    def __init__(
        self, columns: Sequence[Column], rules: LineRules, prize: str, closed: Cell | None
    ) -> None:
        self.columns, self.rules, self.prize, self.closed = columns, rules, prize, closed
        self.targets = list(rules.pays)
        self.cycle = cycle_of(columns)
        cells = rules.reels * rules.rows
        adding = 0 if closed is None else cells
        self.bits = (self.cycle << adding).bit_length()
        self.landed_shift = self.bits * (adding + 1)
        self.limits = cells, adding
        pays = [rules.pays[name] for name in self.targets]
        self.best = [[max(row[:count]) for row in pays] for count in range(1, rules.reels + 1)]
        self._read_lines()
        self.patterns = [list(self._patterns(reel).items()) for reel in range(rules.reels)]
        self.totals = [sum(weight for _, weight in found) for found in self.patterns]
        self.matching = [self._matching(reel) for reel in range(rules.reels)]
        self.splits: dict[tuple[int, tuple[Cell, ...]], list[tuple[frozenset[Cell], int]]] = {}

    def _read_lines(self) -> None:
        """Give numbers to the beginnings of lines; a child is (row, number, lines through it)."""
        self.children: list[list[list[tuple[int, int, int]]]] = []
        known: dict[tuple[int, ...], int] = {(): 0}
        for reel in range(self.rules.reels):
            below = Counter(line[: reel + 1] for line in self.rules.lines)
            numbers = {prefix: i for i, prefix in enumerate(below)}
            found: list[list[tuple[int, int, int]]] = [[] for _ in known]
            for prefix, lines in below.items():
                found[known[prefix[:-1]]].append((prefix[-1], numbers[prefix], lines))
            self.children.append(found)
            known = numbers

    def _mask(self, symbol: str) -> int:
        matches = self.rules.matches
        return sum(1 << i for i, name in enumerate(self.targets) if matches(symbol, name))

    def _patterns(self, reel: int) -> Mapping[tuple[int, ...], int]:
        """Merge windows by what they match in each row; the value is the law of the prizes."""
        masks: dict[str, int] = {}
        found: dict[tuple[int, ...], int] = defaultdict(int)
        one = self.columns[reel]
        for window, weight in zip(one.windows, one.weights.tolist(), strict=True):
            for symbol in (*window, self.prize):
                if symbol not in masks:
                    masks[symbol] = self._mask(symbol)
            landed = weight << (window.count(self.prize) * self.landed_shift)
            rows = [
                row
                for row, symbol in enumerate(window)
                if self.closed not in (None, (reel, row)) and symbol != self.prize
            ]
            for size in range(len(rows) + 1):
                for added in combinations(rows, size):
                    shown = tuple(
                        masks[self.prize if row in added else symbol]
                        for row, symbol in enumerate(window)
                    )
                    found[shown] += landed << (size * self.bits)
        return found

    def _matching(self, reel: int) -> Mapping[Cell, int]:
        """Return, per (row, symbol), the set of patterns that match it, as bits."""
        out: dict[Cell, int] = defaultdict(int)
        for i, (shown, _) in enumerate(self.patterns[reel]):
            for row, mask in enumerate(shown):
                for target in range(len(self.targets)):
                    if mask >> target & 1:
                        out[row, target] |= 1 << i
        return out

    def _split(self, reel: int, needs: tuple[Cell, ...]) -> list[tuple[frozenset[Cell], int]]:
        """Return which needs are met together, with the law of the prizes of those windows."""
        key = (reel, needs)
        if key not in self.splits:
            sets: list[tuple[tuple[Cell, ...], int]] = [((), (1 << len(self.patterns[reel])) - 1)]
            for need in needs:
                yes = self.matching[reel].get(need, 0)
                sets = [
                    (met, part)
                    for before, chosen in sets
                    for met, part in ((before, chosen & ~yes), ((*before, need), chosen & yes))
                    if part
                ]
            # The windows that meet none of the needs are most of them: they are what is left.
            (none, _), *others = sets if not sets[0][0] else [((), 0), *sets]
            found = [(frozenset(met), self._weight(reel, part)) for met, part in others]
            left = self.totals[reel] - sum(weight for _, weight in found)
            self.splits[key] = [(frozenset(none), left), *found] if left else found
        return self.splits[key]

    def _weight(self, reel: int, chosen: int) -> int:
        out = 0
        while chosen:
            low = chosen & -chosen
            out += self.patterns[reel][low.bit_length() - 1][1]
            chosen ^= low
        return out

    def _first(self) -> Moves:
        merged: dict[Alive, int] = defaultdict(int)
        for shown, weight in self.patterns[0]:
            if any(mask & (mask - 1) for mask in shown):
                raise MathlibError(
                    "a symbol of reel 1 stands for several paying symbols; "
                    "keep wilds off the first reel"
                )
            alive = tuple(
                (child, shown[row].bit_length() - 1)
                for row, child, _ in self.children[0][0]
                if shown[row]
            )
            merged[alive] += weight
        return [(alive, 0, weight) for alive, weight in merged.items()]

    def _moves(self, reel: int, alive: Alive) -> Moves:
        if reel == 0:
            return self._first()
        children = self.children[reel]
        needs = tuple(sorted({(row, t) for p, t in alive for row, _, _ in children[p]}))
        moves: Moves = []
        for met, weight in self._split(reel, needs):
            still, ended = [], 0
            for prefix, target in alive:
                for row, child, lines in children[prefix]:
                    if (row, target) in met:
                        still.append((child, target))
                    else:
                        ended += lines * self.best[reel - 1][target]
            moves.append((tuple(still), ended, weight))
        return moves

    def law(self) -> SpinLaw:
        states: dict[Alive, dict[int, int]] = {((0, 0),): {0: 1}}
        for reel in range(self.rules.reels):
            after: dict[Alive, dict[int, int]] = defaultdict(lambda: defaultdict(int))
            # Once no line runs, the rest of the reels only brings prizes.
            for win, weight in states.pop((), {}).items():
                after[()][win] += weight * self.totals[reel]
            for alive, wins in states.items():
                for still, ended, weight in self._moves(reel, alive):
                    into = after[still]
                    for win, before in wins.items():
                        into[win + ended] += before * weight
            states = after
        total: dict[int, int] = defaultdict(int)
        lines = {child: n for found in self.children[-1] for _, child, n in found}
        for alive, wins in states.items():
            last = sum(lines[child] * self.best[-1][target] for child, target in alive)
            for win, weight in wins.items():
                total[win + last] += weight
        return SpinLaw(self._unpacked(total), self.cycle)

    def _unpacked(self, total: Mapping[int, int]) -> Mapping[tuple[int, int], Mapping[int, int]]:
        out: dict[tuple[int, int], dict[int, int]] = {}
        low = (1 << self.bits) - 1
        most, adding = self.limits
        for win, packed in sorted(total.items()):
            for landed in range(most + 1):
                row = packed >> (landed * self.landed_shift) & ((1 << self.landed_shift) - 1)
                for added in range(adding + 1) if row else ():
                    if weight := row >> (added * self.bits) & low:
                        out.setdefault((landed, added), {})[win] = weight
        return dict(sorted(out.items()))
