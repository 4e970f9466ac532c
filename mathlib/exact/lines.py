"""Line wins of one spin, exactly: which symbol and count pays how often, on which line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from mathlib.core.errors import MathlibError
from mathlib.exact.columns import Column
from mathlib.exact.line_walk import LineWin, Walk, line_win
from mathlib.game.lines import LineRules

__all__ = ["LineRow", "LineTable", "LineWin", "check_columns", "line_table", "line_win"]


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


def line_table(columns: Sequence[Column], rules: LineRules) -> LineTable:
    """Return the exact line-win table.

    Parameters
    ----------
    columns : sequence of Column
        One per reel.
    rules : LineRules
        Lines, paytable, wilds. Ties are named as in :func:`~mathlib.exact.line_walk.line_win`.

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
    walk = Walk(columns, rules)
    walk.go(0, list(range(len(rules.lines))), {walk.start: 1}, 0)
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
