"""Wins of single lines: read off directly, and by a walk over reels through few states.

A line has one cell per reel, and reels are independent, so its win is a walk through states:
the paying symbols that still match, those of them whose run may pay (it shows the symbol itself,
not wilds only), and the best win so far. Expectations add over lines whatever their dependence;
lines that begin alike share the beginning of the walk, and rows with the same symbol weights
count as the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from mathlib.exact.columns import Column, row_weights
from mathlib.game.lines import LineRules


@dataclass(frozen=True)
class LineWin:
    """The win of one line: symbol, how many of it, and pay in line bets.

    No win is ``LineWin("", 0, 0)``.
    """

    symbol: str
    count: int
    pay: int


NO_WIN = LineWin("", 0, 0)


def line_win(symbols: Sequence[str], rules: LineRules) -> LineWin:
    """Evaluate one line directly.

    The win is the highest pay over all paying symbols and all lengths up to that of their run
    from reel 1; wilds count for every symbol they replace, in a run that shows the symbol itself
    at least once (or any run, as ``rules.wilds_alone`` says). Only the highest is paid, once. Of
    equal pays the symbol that comes first in the paytable is named, with its greatest count.

    Parameters
    ----------
    symbols : sequence of str
        What the line shows, reel 1 first.
    rules : LineRules
        Paytable and wilds.

    Returns
    -------
    LineWin
        ``LineWin("", 0, 0)`` when nothing is won.

    Examples
    --------
    >>> from mathlib.game.lines import Wild
    >>> rules = LineRules(rows=1, lines=((0, 0, 0),), wilds=(Wild(symbol="W"),),
    ...                   pays={"W": (0, 5, 50), "A": (0, 2, 40)})
    >>> line_win(("W", "A", "A"), rules), line_win(("W", "W", "x"), rules)
    (LineWin(symbol='A', count=3, pay=40), LineWin(symbol='W', count=2, pay=5))
    """
    best = NO_WIN
    for target, pays in rules.pays.items():
        run = 0
        while run < len(symbols) and rules.matches(symbols[run], target):
            run += 1
        least = 1
        if rules.wilds_alone == "own_pay":
            least = list(symbols[:run]).index(target) + 1 if target in symbols[:run] else run + 1
        for count in range(run, least - 1, -1):
            if pays[count - 1] > best.pay:
                best = LineWin(target, count, pays[count - 1])
    return best


State = tuple[int, int, int]
Moves = list[tuple[int, int, int, int]]


class Walk:
    """The walk over reels.

    A state is (bit set of matching symbols, those of them whose run may pay, rank of the best
    win).
    """

    def __init__(self, columns: Sequence[Column], rules: LineRules) -> None:
        self.lines = rules.lines
        names = list(rules.pays)
        everything = (1 << len(names)) - 1
        self.start = (everything, everything if rules.wilds_alone == "any_symbol" else 0, 0)
        found = [
            (pay, -place, count, name)
            for place, name in enumerate(names)
            for count, pay in enumerate(rules.pays[name], start=1)
            if pay
        ]
        # A greater rank is the better win; the order inside a pay decides whose name a tie has.
        self.wins = [NO_WIN, *(LineWin(name, count, pay) for pay, _, count, name in sorted(found))]
        self.rank = {(names.index(w.symbol), w.count): i for i, w in enumerate(self.wins) if i}
        self.places = {name: place for place, name in enumerate(names)}
        self.rest = [prod(one.total for one in columns[reel:]) for reel in range(len(columns) + 1)]
        self.totals = [one.total for one in columns]
        self.hits = [0] * len(self.wins)
        self.won = [0] * len(rules.lines)
        self.moves: dict[tuple[int, int, int, int], Moves] = {}
        self._read_rows(columns, rules)

    def _read_rows(self, columns: Sequence[Column], rules: LineRules) -> None:
        masks: dict[str, tuple[int, int]] = {}
        self.masks: list[list[Mapping[tuple[int, int], int]]] = []
        self.same: list[list[int]] = []  # the first row of the reel with the same weights
        for one in columns:
            rows: list[Mapping[tuple[int, int], int]] = []
            for row in range(rules.rows):
                weights: dict[tuple[int, int], int] = defaultdict(int)
                for symbol, weight in row_weights(one, row).items():
                    if symbol not in masks:
                        masks[symbol] = self._mask(symbol, rules)
                    weights[masks[symbol]] += weight
                rows.append(weights)
            self.masks.append(rows)
            self.same.append([rows.index(weights) for weights in rows])

    def _mask(self, symbol: str, rules: LineRules) -> tuple[int, int]:
        """Return the symbols that a cell matches, and the one that it is."""
        matches = sum(
            1 << place for name, place in self.places.items() if rules.matches(symbol, name)
        )
        return matches, 1 << self.places[symbol] if symbol in self.places else 0

    def paytable_order(self, rank: int) -> tuple[int, int]:
        """Sort key of a win: paytable order, most of a kind first."""
        win = self.wins[rank]
        return self.places[win.symbol], -win.count

    def moves_from(self, reel: int, row: int, alive: int, paying: int) -> Moves:
        """Return (matching, paying, best rank reached here, weight) of each next state."""
        key = (reel, row, alive, paying)
        if key not in self.moves:
            after: dict[tuple[int, int], int] = defaultdict(int)
            for (mask, own), weight in self.masks[reel][row].items():
                left = alive & mask
                after[left, (paying | own) & left] += weight
            self.moves[key] = [
                (left, pays, self._best(pays, reel + 1), w) for (left, pays), w in after.items()
            ]
        return self.moves[key]

    def _best(self, paying: int, count: int) -> int:
        best = 0
        while paying:
            place = paying.bit_length() - 1
            paying ^= 1 << place
            best = max(best, self.rank.get((place, count), 0))
        return best

    def go(self, reel: int, lines: list[int], states: Mapping[State, int], won: int) -> None:
        """Follow lines that were alike so far; ``won`` is pay x weight of what has ended."""
        groups: dict[int, list[int]] = defaultdict(list)
        for line in lines:
            groups[self.same[reel][self.lines[line][reel]]].append(line)
        last = reel + 1 == len(self.masks)
        rest = self.rest[reel + 1]
        for row, members in groups.items():
            after: dict[State, int] = defaultdict(int)
            total = won
            for (alive, paying, best), weight in states.items():
                for left, pays, reached, chance in self.moves_from(reel, row, alive, paying):
                    top = max(best, reached)
                    if left and not last:
                        after[left, pays, top] += weight * chance
                    elif top:
                        self.hits[top] += weight * chance * rest * len(members)
                        total += weight * chance * rest * self.wins[top].pay
            if after:
                self.go(reel + 1, members, after, total)
            else:
                for line in members:
                    self.won[line] = total
