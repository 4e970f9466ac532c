"""Symbols in view without regard to lines: scatters, orbs, cash symbols.

Reels are independent, so the law of a mark over all reels is built by combining one reel after
the other, in Python integers: no bound on the cycle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from mathlib.core.errors import MathlibError, shown
from mathlib.core.weights import WeightTable
from mathlib.exact.columns import Column
from mathlib.exact.marks import Marks


def view_law(columns: Sequence[Column], marks: Marks) -> WeightTable[int]:
    """Return the law of a mark over all reels.

    Parameters
    ----------
    columns : sequence of Column
        One per reel.
    marks : Marks
        What is looked for.

    Returns
    -------
    WeightTable
        Mark to weight out of the cycle, rising marks; marks that cannot come are left out.

    Raises
    ------
    MathlibError
        When a window has a mark outside the table.

    Examples
    --------
    >>> from mathlib.exact.columns import column
    >>> from mathlib.game.lines import Strip
    >>> reel = column(Strip(symbols=("red", "blue", "x")), rows=1)
    >>> view_law([reel] * 2, Marks.colours(["red", "blue"]))
    WeightTable({0: 1, 1: 3, 2: 3, 3: 2})
    """
    law: Counter[int] = Counter({0: 1})
    for one in columns:
        reel: Counter[int] = Counter()
        for window, weight in zip(one.windows, one.weights.tolist(), strict=True):
            reel[mark_of(window, marks)] += weight
        after: Counter[int] = Counter()
        for a, before in law.items():
            for b, weight in reel.items():
                after[marks.combine[a][b]] += before * weight
        law = after
    return WeightTable(dict(sorted(law.items())))


def mark_of(window: tuple[str, ...], marks: Marks) -> int:
    """Return the mark of a window, refusing one that is not in the combining table.

    Examples
    --------
    >>> mark_of(("x", "blue"), Marks.colours(["red", "blue"]))
    2
    """
    mark = marks.of(window)
    if not 0 <= mark < marks.size:
        raise MathlibError(
            f"window {shown(window)} has mark {mark}; marks go from 0 to {marks.size - 1}"
        )
    return mark


def view_counts(
    columns: Sequence[Column], symbols: Sequence[str], of: Literal["cells", "reels"] = "cells"
) -> WeightTable[int]:
    """Return how many cells, or reels, show one of the symbols.

    Parameters
    ----------
    columns : sequence of Column
        One per reel.
    symbols : sequence of str
        What is counted.
    of : {"cells", "reels"}
        Count every visible copy, or every reel with at least one.

    Returns
    -------
    WeightTable
        Number to weight out of the cycle.

    Examples
    --------
    Five reels of 32 stops with one scatter each, three rows: three or more of five.

    >>> from mathlib.exact.columns import column
    >>> from mathlib.game.lines import Strip
    >>> reel = column(Strip(symbols=("scatter", *["x"] * 31)), rows=3)
    >>> law = view_counts([reel] * 5, ["scatter"])
    >>> sum(law.probability(n) for n in (3, 4, 5))
    Fraction(119529, 16777216)
    """
    most = sum(one.rows for one in columns) if of == "cells" else len(columns)
    make = Marks.count if of == "cells" else Marks.reels
    return view_law(columns, make(symbols, most))
