"""How much the number of line wins of one kind varies from spin to spin, exactly.

Lines share cells, so five of a kind on one line often come with more of it on others. With X the
number of lines that show a win, E[X**2] is a sum over pairs of lines: reels are independent, and
on each reel only the chance that two rows match together is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import mul

import numpy as np
import numpy.typing as npt

from mathlib.exact.columns import Column
from mathlib.game.lines import LineRules

Floats = npt.NDArray[np.float64]


def hit_variances(columns: Sequence[Column], rules: LineRules) -> dict[tuple[str, int], float]:
    """Return the variance of the number of lines that win with each symbol and count.

    Parameters
    ----------
    columns : sequence of Column
        One per reel; the first shows no wild.
    rules : LineRules
        Lines, paytable, wilds.

    Returns
    -------
    dict
        (symbol, count) to the variance, per spin.

    Examples
    --------
    Two lines that share nothing: a win on each has a chance of 1/8, and they never come together.

    >>> from mathlib.exact.columns import column
    >>> from mathlib.game.lines import Strip
    >>> reel = column(Strip(symbols=("A", "x")), rows=2)
    >>> rules = LineRules(rows=2, lines=((0, 0, 0), (1, 1, 1)), pays={"A": (0, 0, 10)})
    >>> hit_variances([reel] * 3, rules)
    {('A', 3): 0.1875}
    """
    out = {}
    for symbol, pays in rules.pays.items():
        runs = _runs(pays)
        alone, both = _matches(columns, rules, symbol)
        for count, lengths in runs.items():
            mean = float(sum(_one(alone, length).sum() for length in lengths))
            square = sum(_two(alone, both, a, b).sum() for a in lengths for b in lengths)
            out[symbol, count] = max(float(square) - mean**2, 0.0)
    return out


def _runs(pays: Sequence[int]) -> dict[int, list[int]]:
    """Return each count that pays with the runs that it is paid for: the best of their length."""
    runs: dict[int, list[int]] = {count: [] for count, pay in enumerate(pays, start=1) if pay}
    for length in range(1, len(pays) + 1):
        pay, count = max((pays[c - 1], c) for c in range(1, length + 1))
        if pay:
            runs[count].append(length)
    return runs


def _matches(
    columns: Sequence[Column], rules: LineRules, symbol: str
) -> tuple[list[Floats], list[Floats]]:
    """Return, per reel, the chance that a line's cell matches, and that two lines' cells do."""
    alone, both = [], []
    for reel, one in enumerate(columns):
        weights = one.weights / one.total
        shown = [
            [cell == symbol if reel == 0 else rules.matches(cell, symbol) for cell in window]
            for window in one.windows
        ]
        cells = np.array(shown, dtype=np.float64)[:, [line[reel] for line in rules.lines]]
        alone.append(weights @ cells)
        both.append(cells.T @ (weights[:, None] * cells))
    return alone, both


def _one(alone: Sequence[Floats], length: int) -> Floats:
    """Return the chance that a line's run has a length; shape (lines,)."""
    run = _product(alone[:length])
    if length == len(alone):
        return run
    ended: Floats = run * (1 - alone[length])
    return ended


def _two(alone: Sequence[Floats], both: Sequence[Floats], first: int, second: int) -> Floats:
    """Return the chance that two lines' runs have these lengths; shape (lines, lines)."""
    if first > second:
        return _two(alone, both, second, first).T
    chance = _product(both[:first])
    if first == len(alone):
        return chance
    one, two = alone[first][:, None], alone[first][None, :]
    if first == second:
        out: Floats = chance * (1 - one - two + both[first])
        return out
    longer: Floats = chance * (two - both[first]) * _product(alone[first + 1 : second])
    return longer * (1 - alone[second]) if second < len(alone) else longer


def _product(factors: Sequence[Floats]) -> Floats:
    out: Floats = reduce(mul, factors, np.ones(1))
    return out
