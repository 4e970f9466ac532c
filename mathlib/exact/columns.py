"""What one reel can show: its windows with integer weights.

A column is the exact law of one reel for every later computation. Strips with unequal stop
weights, and reels with a symbol held in some cell, are columns like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
import numpy.typing as npt

from mathlib.core.errors import MathlibError
from mathlib.game.lines import Strip

Window = tuple[str, ...]
LIMIT = 2**63
"""Cycles stay below this, so that 64-bit sums of weights cannot wrap."""


@dataclass(frozen=True, eq=False)
class Column:
    """The windows of one reel.

    Parameters
    ----------
    windows : tuple of tuple of str
        Distinct windows, each top to bottom; shape (windows, rows).
    weights : array of int64
        Positive weight of each window; shape (windows,).
    """

    windows: tuple[Window, ...]
    weights: npt.NDArray[np.int64]

    @property
    def total(self) -> int:
        """Sum of the weights: this reel's factor in the cycle."""
        return sum(self.weights.tolist())

    @property
    def rows(self) -> int:
        """Height of the windows."""
        return len(self.windows[0])


def _merged(windows: Iterable[Window], weights: Iterable[int]) -> Column:
    merged: Counter[Window] = Counter()
    for window, weight in zip(windows, weights, strict=True):
        merged[window] += weight
    total = sum(merged.values())
    if total >= LIMIT:
        raise MathlibError(
            f"the stop weights of one reel add up to {total}, more than 64-bit sums can hold; "
            "use smaller weights in the same proportions"
        )
    return Column(tuple(merged), np.array(list(merged.values()), dtype=np.int64))


def column(strip: Strip, rows: int) -> Column:
    """Return the windows of a strip; equal windows are one, with their weights added.

    Parameters
    ----------
    strip : Strip
        Symbols and stop weights.
    rows : int
        Height of the window; stop i shows stops i, i+1, ... around the end.

    Raises
    ------
    MathlibError
        When the weights add up to 2**63 or more.

    Examples
    --------
    >>> one = column(Strip(symbols=("a", "b", "a", "b")), rows=2)
    >>> one.windows, one.weights.tolist()
    ((('a', 'b'), ('b', 'a')), [2, 2])
    """
    return _merged(strip.windows(rows), strip.stop_weights)


def with_cell(one: Column, row: int, symbol: str) -> Column:
    """Return a column whose cell in ``row`` always shows ``symbol``.

    Parameters
    ----------
    one : Column
        The reel as it falls.
    row : int
        The held cell, 0 at the top.
    symbol : str
        What is held there.

    Raises
    ------
    MathlibError
        When the row is outside the window.

    Examples
    --------
    >>> held = with_cell(column(Strip(symbols=("a", "b")), rows=2), 0, "W")
    >>> held.windows, held.weights.tolist()
    ((('W', 'b'), ('W', 'a')), [1, 1])
    """
    if not 0 <= row < one.rows:
        raise MathlibError(f"row {row} is outside the window; rows go from 0 to {one.rows - 1}")
    held = [(*window[:row], symbol, *window[row + 1 :]) for window in one.windows]
    return _merged(held, one.weights.tolist())


def row_weights(one: Column, row: int) -> Counter[str]:
    """Return the weight with which each symbol stands in one row.

    Examples
    --------
    >>> strip = Strip(symbols=("J", "x", "y"), weights=(1, 4, 5))
    >>> sorted(row_weights(column(strip, 3), 1).items())
    [('J', 5), ('x', 1), ('y', 4)]
    """
    out: Counter[str] = Counter()
    for window, weight in zip(one.windows, one.weights.tolist(), strict=True):
        out[window[row]] += weight
    return out


def cycle_of(columns: Sequence[Column]) -> int:
    """Return the cycle: the product of the reel totals.

    Examples
    --------
    >>> cycle_of([column(Strip(symbols=("a", "b")), 1)] * 5)
    32
    """
    return prod(one.total for one in columns)
