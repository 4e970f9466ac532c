"""Tallies: what is counted and added up while rounds are played.

Inside a block a tally is an array of float64 that holds whole numbers: exact below 2**53, and
rounded, never wrapped, above (only squares of monstrous wins get there). Blocks are merged as
Python integers under names, so totals do not depend on the order or on who played what.

Names. Amounts are tenths of the total bet and have three entries: ``X.sum``, ``X.square`` (sum
of squares, one per round or per feature) and ``X.hits`` (how often it was above 0). Counts that
vary by round, such as respins, have ``.sum``, ``.square`` and ``.hits`` as well. What only
happens or not has one entry, ``X.rounds`` (or ``X.hits`` where a round can have several).

==============================  ===================================================================
``rounds``                      rounds played
``win``                         win of the round, capped
``line``                        line win of the round (of a base spin), before the cap
``line.<symbol>.<count>.hits``  line wins of this symbol and count, over all lines
``cap``                         what the cap takes, line wins forfeited by a full board included
``part.<name>``                 a part of the RTP as ``Evaluation.parts`` names it, where it is no
                                plain sum over sets
``view.<V>.rounds``             rounds that show exactly the orb colours V
``set.<S>.rounds``              rounds that play the feature or modifier set S
``set.<S>``                     win of its rounds, before the cap (a full board pays its award)
``set.<S>.<part>``              a part of that win, or a count such as ``respins``
==============================  ===================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from mathlib.core.figures import Figure
from mathlib.core.jit import part
from mathlib.game.fields import LATTICE

Floats = npt.NDArray[np.float64]
Tally = dict[str, int]
ENDS = ("sum", "square", "hits")


def amount(name: str) -> tuple[str, ...]:
    """Return the three entries of an amount, in the order that `add` fills.

    Examples
    --------
    >>> amount("win")
    ('win.sum', 'win.square', 'win.hits')
    """
    return tuple(f"{name}.{end}" for end in ENDS)


@part
def add(tally: Any, at: int, value: int) -> None:
    """Add one value to the three entries of an amount that start at ``at``."""
    if value != 0:
        number = float(value)
        tally[at] += number
        tally[at + 1] += number * number
        tally[at + 2] += 1.0


def named(names: Iterable[str], tally: Floats) -> Tally:
    """Return a block's array as integers under their names.

    Examples
    --------
    >>> named(["rounds", "win.sum"], np.array([3.0, 20.0]))
    {'rounds': 3, 'win.sum': 20}
    """
    return dict(zip(names, map(int, tally.tolist()), strict=True))


def merge(into: Tally, more: Mapping[str, int]) -> None:
    """Add one tally to another, name by name.

    Examples
    --------
    >>> total = {"rounds": 3}
    >>> merge(total, {"rounds": 2, "win.sum": 5})
    >>> total
    {'rounds': 5, 'win.sum': 5}
    """
    for name, value in more.items():
        into[name] = into.get(name, 0) + value


def mean(tally: Mapping[str, int], name: str, per: str = "rounds", unit: float = LATTICE) -> Figure:
    """Return the simulated mean of an amount with its standard error.

    Parameters
    ----------
    tally : mapping
        A tally.
    name : str
        The amount or count, without ``.sum``.
    per : str
        The entry it is a mean over: ``rounds``, or ``set.<S>.rounds`` for the rounds of a set.
    unit : float
        What the mean is divided by: 10 tenths for total bets; 1 for counts.

    Returns
    -------
    Figure
        The error is that of a sample, from the sum of squares; 0 when nothing was played.

    Examples
    --------
    >>> mean({"rounds": 4, "win.sum": 20, "win.square": 400}, "win")
    Figure(value=0.5, kind='simulated', error=0.5, ratio=None)
    """
    n = tally[per]
    if not n:
        return Figure(0.0, "simulated", 0.0)
    total, square = tally[f"{name}.sum"], tally[f"{name}.square"]
    # Integers: the difference is exact, however close the two are.
    spread = max(n * square - total * total, 0)
    error = (spread / n / n / max(n - 1, 1)) ** 0.5
    return Figure(total / n / unit, "simulated", error / unit)
