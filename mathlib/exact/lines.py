"""Line wins of one spin, exactly: which symbol and count pays how often, on which line.

Lines are read one cell per reel, and reels are independent, so a line's win is a walk over
reels through states (paying symbols that still match, best win so far). Expectations add over
lines whatever their dependence; lines that begin alike share the beginning of the walk, and
rows with the same symbol weights count as the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from mathlib.core.errors import MathlibError
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


@dataclass(frozen=True)
class LineRow:
    """One row of the line-win table.

    Parameters
    ----------
    symbol, count : str, int
        The win, such as 4 of "A".
    pay : int
        In line bets.
    hits : int
        Weight of the win out of the cycle, added over all lines.
    probability : Fraction
        Chance per line: hits / (cycle x lines).
    rtp : Fraction
        Share of the total bet (one line bet per line) that it returns.
    """

    symbol: str
    count: int
    pay: int
    hits: int
    probability: Fraction
    rtp: Fraction


@dataclass(frozen=True)
class LineTable:
    """All line wins of a spin.

    Parameters
    ----------
    rows : tuple of LineRow
        One per paid symbol and count, in paytable order, most of a kind first; also those that
        these reels cannot show.
    cycle : int
        Product of the reel totals.
    per_line : tuple of Fraction
        RTP of each line: its mean win in line bets.
    """

    rows: tuple[LineRow, ...]
    cycle: int
    per_line: tuple[Fraction, ...]

    @property
    def rtp(self) -> Fraction:
        """Line RTP in total bets, one line bet on each line."""
        return sum(self.per_line, Fraction(0)) / len(self.per_line)

    @property
    def hit_frequency_per_line(self) -> Fraction:
        """Chance that a line wins, averaged over the lines."""
        return sum((row.probability for row in self.rows), Fraction(0))

    def __getitem__(self, win: tuple[str, int]) -> LineRow:
        """Return the row of one symbol and count."""
        return next(row for row in self.rows if (row.symbol, row.count) == win)


def line_win(symbols: Sequence[str], rules: LineRules) -> LineWin:
    """Evaluate one line directly.

    The win is the highest pay over all paying symbols and all lengths up to that of their run
    from reel 1; wilds count for every symbol they replace. Only the highest is paid, once. Of
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
        for count in range(run, 0, -1):
            if pays[count - 1] > best.pay:
                best = LineWin(target, count, pays[count - 1])
    return best


def line_table(columns: Sequence[Column], rules: LineRules) -> LineTable:
    """Return the exact line-win table.

    Parameters
    ----------
    columns : sequence of Column
        One per reel.
    rules : LineRules
        Lines, paytable, wilds. Ties are named as in :func:`line_win`.

    Returns
    -------
    LineTable
        Integer hits out of the cycle, and rational RTP.

    Raises
    ------
    MathlibError
        When the columns do not fit the rules.

    Examples
    --------
    Stop weights belong to the stop: with J at a stop of weight 1 of 10 the rows differ.

    >>> from mathlib.exact.columns import column
    >>> from mathlib.game.lines import Strip
    >>> reel = column(Strip(symbols=("J", "x", "y"), weights=(1, 4, 5)), rows=3)
    >>> rules = LineRules(rows=3, lines=((0,) * 3, (1,) * 3, (2,) * 3), pays={"J": (0, 0, 100)})
    >>> table = line_table([reel] * 3, rules)
    >>> [str(rtp) for rtp in table.per_line], table["J", 3].hits
    (['1/10', '25/2', '32/5'], 190)
    """
    check_columns(columns, rules)
    walk = _Walk(columns, rules)
    walk.go(0, list(range(len(rules.lines))), {(walk.everything, 0): 1}, 0)
    cycle, lines = walk.rest[0], len(rules.lines)
    rows = []
    for rank in sorted(range(1, len(walk.wins)), key=walk.paytable_order):
        win = walk.wins[rank]
        hits = walk.hits[rank]
        rows.append(
            LineRow(
                win.symbol,
                win.count,
                win.pay,
                hits,
                Fraction(hits, cycle * lines),
                Fraction(hits * win.pay, cycle * lines),
            )
        )
    return LineTable(tuple(rows), cycle, tuple(Fraction(won, cycle) for won in walk.won))


def check_columns(columns: Sequence[Column], rules: LineRules) -> None:
    """Refuse columns that do not fit the rules.

    Raises
    ------
    MathlibError
        When their number is not that of the reels, or their height not that of the window.
    """
    if len(columns) != rules.reels:
        raise MathlibError(
            f"{len(columns)} reels were given, but the lines cross {rules.reels}; "
            "give one column per reel"
        )
    for reel, one in enumerate(columns, start=1):
        if one.rows != rules.rows:
            raise MathlibError(
                f"reel {reel} shows {one.rows} rows, but the rules say {rules.rows}; "
                "make the column with the rows of the rules"
            )


class _Walk:
    """The walk over reels; a state is (bit set of matching symbols, rank of the best win)."""

    def __init__(self, columns: Sequence[Column], rules: LineRules) -> None:
        self.lines = rules.lines
        names = list(rules.pays)
        self.everything = (1 << len(names)) - 1
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
        self.moves: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}
        self._read_rows(columns, rules)

    def _read_rows(self, columns: Sequence[Column], rules: LineRules) -> None:
        masks: dict[str, int] = {}
        self.masks: list[list[Mapping[int, int]]] = []
        self.same: list[list[int]] = []  # the first row of the reel with the same weights
        for one in columns:
            rows: list[Mapping[int, int]] = []
            for row in range(rules.rows):
                weights: dict[int, int] = defaultdict(int)
                for symbol, weight in row_weights(one, row).items():
                    if symbol not in masks:
                        masks[symbol] = sum(
                            1 << place
                            for name, place in self.places.items()
                            if rules.matches(symbol, name)
                        )
                    weights[masks[symbol]] += weight
                rows.append(weights)
            self.masks.append(rows)
            self.same.append([rows.index(weights) for weights in rows])

    def paytable_order(self, rank: int) -> tuple[int, int]:
        win = self.wins[rank]
        return self.places[win.symbol], -win.count

    def moves_from(self, reel: int, row: int, alive: int) -> list[tuple[int, int, int]]:
        """Return (symbols still alive, best rank they reach here, weight) of each next state."""
        key = (reel, row, alive)
        if key not in self.moves:
            after: dict[int, int] = defaultdict(int)
            for mask, weight in self.masks[reel][row].items():
                after[alive & mask] += weight
            self.moves[key] = [(left, self._best(left, reel + 1), w) for left, w in after.items()]
        return self.moves[key]

    def _best(self, alive: int, count: int) -> int:
        best = 0
        while alive:
            place = alive.bit_length() - 1
            alive ^= 1 << place
            best = max(best, self.rank.get((place, count), 0))
        return best

    def go(
        self, reel: int, lines: list[int], states: Mapping[tuple[int, int], int], won: int
    ) -> None:
        """Follow lines that were alike so far; ``won`` is pay x weight of what has ended."""
        groups: dict[int, list[int]] = defaultdict(list)
        for line in lines:
            groups[self.same[reel][self.lines[line][reel]]].append(line)
        last = reel + 1 == len(self.masks)
        rest = self.rest[reel + 1]
        for row, members in groups.items():
            after: dict[tuple[int, int], int] = defaultdict(int)
            total = won
            for (alive, best), weight in states.items():
                for left, reached, chance in self.moves_from(reel, row, alive):
                    top = max(best, reached)
                    if left and not last:
                        after[left, top] += weight * chance
                    elif top:
                        self.hits[top] += weight * chance * rest * len(members)
                        total += weight * chance * rest * self.wins[top].pay
            if after:
                self.go(reel + 1, members, after, total)
            else:
                for line in members:
                    self.won[line] = total
