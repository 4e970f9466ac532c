"""Line games: reel strips, paytable, wilds and line chart; general, not of one game."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from mathlib.game.fields import MAX_WEIGHT, Model, RefusedError, Rows, is_none

MAX_PAY = 1_000_000
"""Largest pay of a line, in line bets."""


def as_tuple(value: Any) -> Any:
    """Return a list as a tuple, anything else as it is: models are frozen."""
    return tuple(value) if isinstance(value, list) else value


def as_tuples(value: Any) -> Any:
    """Return a list of lists as a tuple of tuples."""
    return tuple(map(as_tuple, value)) if isinstance(value, list) else value


class Strip(Model):
    """One reel: an ordered, cyclic strip of symbols.

    Stop i shows symbols i, i+1, i+2, ... from the top row down, around the end of the strip.
    A weight belongs to the stop, not to a row, so rows may have different symbol chances.

    Parameters
    ----------
    symbols : tuple of str
        The strip, top to bottom.
    weights : tuple of int or None
        One positive integer per stop; None means 1 for every stop.

    Examples
    --------
    >>> strip = Strip(symbols=("J", "x", "y"), weights=(1, 4, 5))
    >>> strip.total, strip.windows(3)[2]
    (10, ('y', 'J', 'x'))
    """

    symbols: Annotated[
        tuple[Annotated[str, Field(min_length=1)], ...],
        BeforeValidator(as_tuple),
        Field(min_length=1),
    ]
    weights: Annotated[tuple[int, ...] | None, BeforeValidator(as_tuple)] = Field(
        default=None,
        description="one positive integer per stop; left out means 1 each",
        exclude_if=is_none,
    )

    @model_validator(mode="after")
    def _weights_fit(self) -> Strip:
        if self.weights is not None:
            if len(self.weights) != len(self.symbols):
                raise RefusedError(
                    f"{len(self.weights)} weights",
                    f"{len(self.symbols)} weights, one per stop",
                    "Give a weight for every stop, or leave weights out.",
                    ("weights",),
                )
            for i, weight in enumerate(self.weights):
                if not 0 < weight <= MAX_WEIGHT:
                    raise RefusedError(
                        weight,
                        f"a weight from 1 to {MAX_WEIGHT}",
                        "Take the stop off the strip when it cannot come.",
                        ("weights", i),
                    )
        return self

    @property
    def stop_weights(self) -> tuple[int, ...]:
        """The weight of every stop."""
        return self.weights if self.weights is not None else (1,) * len(self.symbols)

    @property
    def total(self) -> int:
        """Sum of the stop weights: this reel's factor in the cycle."""
        return sum(self.stop_weights)

    def windows(self, rows: int) -> tuple[tuple[str, ...], ...]:
        """Return what each stop shows, top row first; shape (stops, rows).

        Examples
        --------
        >>> Strip(symbols=("a", "b")).windows(3)
        (('a', 'b', 'a'), ('b', 'a', 'b'))
        """
        n = len(self.symbols)
        return tuple(tuple(self.symbols[(i + r) % n] for r in range(rows)) for i in range(n))

    def row_weights(self, row: int) -> Counter[str]:
        """Return the weight with which each symbol stands in one row.

        Examples
        --------
        >>> sorted(Strip(symbols=("J", "x", "y"), weights=(1, 4, 5)).row_weights(1).items())
        [('J', 5), ('x', 1), ('y', 4)]
        """
        n = len(self.symbols)
        out: Counter[str] = Counter()
        for i, weight in enumerate(self.stop_weights):
            out[self.symbols[(i + row) % n]] += weight
        return out


class Wild(Model):
    """A symbol that stands in for paying symbols.

    Parameters
    ----------
    symbol : str
        Its name on the strips. A row of its own in the paytable gives it pays of its own.
    not_for : tuple of str
        Paying symbols that it does not replace.
    """

    symbol: str
    not_for: Annotated[tuple[str, ...], BeforeValidator(as_tuple)] = ()


class LineRules(Model):
    """How lines pay: left to right from reel 1, highest win per line, lines add.

    Parameters
    ----------
    rows : int
        Height of the window.
    lines : tuple of tuple of int
        One row index per reel and line; row 0 is the top row.
    pays : dict
        Symbol to its pays for 1, 2, ..., R of a kind on R reels, in line bets.
    wilds : tuple of Wild
        Substituting symbols. A line counts the better of the wild run and the symbol run, once.
    wilds_alone : {"own_pay", "any_symbol"}
        What a run of wilds only is worth: what the wild's own row pays (nothing if it has none),
        or also what any symbol that they replace would pay.

    Examples
    --------
    >>> rules = LineRules(rows=1, lines=((0, 0, 0),), pays={"A": (0, 0, 10)})
    >>> rules.reels
    3
    """

    rows: Rows
    lines: Annotated[tuple[tuple[int, ...], ...], BeforeValidator(as_tuples), Field(min_length=1)]
    pays: dict[str, Annotated[tuple[int, ...], BeforeValidator(as_tuple)]] = Field(min_length=1)
    wilds: Annotated[tuple[Wild, ...], BeforeValidator(as_tuple)] = ()
    wilds_alone: Literal["own_pay", "any_symbol"] = "own_pay"

    @model_validator(mode="after")
    def _consistent(self) -> LineRules:
        check_lines(self.lines, len(self.lines[0]), self.rows)
        check_pays(self.pays, self.reels)
        return self

    @property
    def reels(self) -> int:
        """Number of reels."""
        return len(self.lines[0])

    def matches(self, symbol: str, target: str) -> bool:
        """Whether ``symbol`` on a line counts as the paying symbol ``target``.

        Examples
        --------
        >>> rules = LineRules(rows=1, lines=((0,),), pays={"A": (1,)},
        ...                   wilds=(Wild(symbol="W"),))
        >>> rules.matches("W", "A"), rules.matches("A", "W")
        (True, False)
        """
        return symbol == target or any(
            wild.symbol == symbol and target not in wild.not_for for wild in self.wilds
        )


def check_lines(lines: tuple[tuple[int, ...], ...], reels: int, rows: int) -> None:
    """Refuse a line chart with short lines, rows outside the window, or a line given twice.

    Raises
    ------
    RefusedError
        At the first line that is wrong.

    Examples
    --------
    >>> check_lines(((0, 0, 0), (1, 1, 1)), reels=3, rows=3)
    """
    seen: dict[tuple[int, ...], int] = {}
    for i, line in enumerate(lines):
        if len(line) != reels:
            raise RefusedError(
                list(line), f"{reels} rows, one per reel", "Give one row per reel.", (i,)
            )
        for reel, row in enumerate(line):
            if not 0 <= row < rows:
                raise RefusedError(
                    row, f"a row from 0 (top) to {rows - 1}", "Correct the row.", (i, reel)
                )
        if line in seen:
            raise RefusedError(
                list(line),
                "every line once",
                f"It equals line {seen[line]}: RTP would not show it, hit frequency and "
                "variance would be wrong. Remove or change one.",
                (i,),
            )
        seen[line] = i


def check_pays(pays: dict[str, tuple[int, ...]], reels: int) -> None:
    """Refuse paytable rows that are too short or long, negative, or pay nothing at all.

    Raises
    ------
    RefusedError
        At the first row that is wrong.

    Examples
    --------
    >>> check_pays({"A": (0, 0, 10)}, reels=3)
    """
    for symbol, row in pays.items():
        if len(row) != reels:
            raise RefusedError(
                list(row),
                f"{reels} pays, for 1 to {reels} of a kind",
                "Write 0 where nothing is paid; rows are never padded.",
                (symbol,),
            )
        for i, pay in enumerate(row):
            if not 0 <= pay <= MAX_PAY:
                raise RefusedError(
                    pay, f"a pay of 0 to {MAX_PAY} line bets", "Correct it.", (symbol, i)
                )
        if not any(row):
            raise RefusedError(
                list(row), "at least one pay above 0", "Take the symbol out.", (symbol,)
            )
