"""The full cycle: exact law of a spin's total line win, together with a mark of what is in view.

Every outcome of the cycle is counted with its integer weight. The mean equals that of the
line-win table; hit frequency, deviation and what goes together with what are known only here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

import numpy as np
import numpy.typing as npt

from mathlib.core.errors import MathlibError
from mathlib.exact.columns import LIMIT, Column, cycle_of
from mathlib.exact.lines import check_columns
from mathlib.exact.marks import Marks
from mathlib.exact.masks import fresh_runs, items_room, most_win, tables_of
from mathlib.exact.tables import Ints
from mathlib.exact.walk import walk
from mathlib.game.lines import LineRules

__all__ = ["CycleLaw", "Marks", "full_cycle"]
ROOM = 2**27
"""Counters held at most by each thread: a gigabyte."""


@dataclass(frozen=True, eq=False)
class CycleLaw:
    """Law of the total line win of a spin, jointly with a mark.

    Parameters
    ----------
    counts : array of int64
        ``counts[mark, win]`` is the weight of that mark with that win in line bets; shape
        (marks, highest win + 1).
    line_bets : int
        Line bets in one total bet.
    """

    counts: npt.NDArray[np.int64]
    line_bets: int

    @cached_property
    def cycle(self) -> int:
        """Sum of all weights."""
        return sum(self.mark_weights)

    @cached_property
    def mark_weights(self) -> tuple[int, ...]:
        """Weight of each mark out of the cycle."""
        return tuple(self.counts.sum(axis=1).tolist())

    @cached_property
    def wins(self) -> npt.NDArray[np.int64]:
        """Weight of each win in line bets, whatever the mark; shape (highest win + 1,)."""
        weights: npt.NDArray[np.int64] = self.counts.sum(axis=0)
        return weights

    def mark_probability(self, mark: int) -> Fraction:
        """Chance of a mark."""
        return Fraction(self.mark_weights[mark], self.cycle)

    def given(self, mark: int) -> CycleLaw:
        """Return the law of the win given a mark; its cycle is the weight of the mark.

        Raises
        ------
        MathlibError
            When the mark cannot come.
        """
        if not self.mark_weights[mark]:
            raise MathlibError(f"mark {mark} cannot come on these reels: no law is given by it")
        return CycleLaw(self.counts[mark : mark + 1], self.line_bets)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Yield (win in line bets, weight) for every win that can come, rising."""
        for win in np.flatnonzero(self.wins).tolist():
            yield win, int(self.wins[win])

    @property
    def highest(self) -> int:
        """Highest win that can come, in line bets."""
        return int(np.flatnonzero(self.wins)[-1])

    @property
    def hit_frequency(self) -> Fraction:
        """Chance of any win."""
        return Fraction(self.cycle - int(self.wins[0]), self.cycle)

    @property
    def up_to_bet(self) -> Fraction:
        """Chance of 0 < win <= total bet: a loss disguised as a win, or the stake back."""
        return Fraction(int(self.wins[1 : self.line_bets + 1].sum()), self.cycle)

    @property
    def above_bet(self) -> Fraction:
        """Chance of a win above the total bet."""
        return self.hit_frequency - self.up_to_bet

    @cached_property
    def mean(self) -> Fraction:
        """Mean win in total bets: the line RTP."""
        return Fraction(sum(win * n for win, n in self), self.cycle * self.line_bets)

    @cached_property
    def variance(self) -> Fraction:
        """Variance of the win in total bets squared, spins without a win included."""
        second = sum(win * win * n for win, n in self)
        return Fraction(second, self.cycle * self.line_bets**2) - self.mean**2

    @property
    def sd(self) -> float:
        """Standard deviation of the win in total bets."""
        return sqrt(self.variance)

    def quantile(self, chance: Fraction | float) -> int:
        """Return the least win, in line bets, that is not exceeded with at least that chance.

        Parameters
        ----------
        chance : Fraction or float
            Above 0, at most 1; a float is taken as the binary fraction that it is.

        Raises
        ------
        MathlibError
            When the chance is outside that range.

        Examples
        --------
        >>> law = CycleLaw(np.array([[3, 0, 1]]), line_bets=1)
        >>> law.quantile(Fraction(3, 4)), law.quantile(Fraction(4, 5))
        (0, 2)
        """
        if not 0 < chance <= 1:
            raise MathlibError(f"quantile at {chance}: expected a chance above 0 and at most 1")
        need = Fraction(chance) * self.cycle
        return int(np.flatnonzero(np.cumsum(self.wins) >= -(-need // 1))[0])


def full_cycle(
    columns: Sequence[Column], rules: LineRules, marks: Marks | None = None, threads: int = 2
) -> CycleLaw:
    """Return the exact joint law of the total line win and the mark.

    Parameters
    ----------
    columns : sequence of Column
        One per reel.
    rules : LineRules
        Lines, paytable, wilds; one line bet on each line.
    marks : Marks or None
        What else is to be known; None marks nothing.
    threads : int
        Threads that share the windows of reel 1; the result does not depend on it.

    Returns
    -------
    CycleLaw
        Integer weights.

    Raises
    ------
    MathlibError
        When the columns do not fit the rules, or the cycle is 2**63 or more.

    Examples
    --------
    Three reels A, B, C, D in a window of three, three alike pay 10 on three straight lines:

    >>> from mathlib.exact.columns import column
    >>> from mathlib.game.lines import Strip
    >>> reel = column(Strip(symbols=("A", "B", "C", "D")), rows=3)
    >>> rules = LineRules(
    ...     rows=3, lines=((0,) * 3, (1,) * 3, (2,) * 3), pays={s: (0, 0, 10) for s in "ABCD"}
    ... )
    >>> law = full_cycle([reel] * 3, rules)
    >>> law.cycle, law.mean, law.hit_frequency, round(law.sd, 4)
    (64, Fraction(5, 8), Fraction(1, 16), 2.4206)
    """
    check_columns(columns, rules)
    cycle = cycle_of(columns)
    if cycle >= LIMIT:
        raise MathlibError(
            f"the cycle is {cycle:.3g} (product of the reels' total stop weights), more than "
            "64-bit sums can hold (9.22e18); use smaller stop weights in the same proportions"
        )
    height = most_win(rules) + 1
    tables = tables_of(columns, rules, marks or Marks.none())
    if height * len(tables.combine) > ROOM:
        raise MathlibError(
            f"wins up to {height - 1} line bets with {len(tables.combine)} marks need more than "
            f"{ROOM} counters; use fewer marks, or divide all pays by a common factor"
        )
    shares = 1 if rules.reels == 1 else max(1, min(threads, int(tables.stops[0])))

    def share(first: int) -> Ints:
        counts: Ints = np.zeros((height, len(tables.combine)), dtype=np.int64)
        walk(counts, tables, fresh_runs(tables, rules), items_room(tables), first, shares)
        return counts

    with ThreadPoolExecutor(shares) as pool:
        counts = sum(pool.map(share, range(1, shares)), start=share(0))
    highest = int(np.flatnonzero(counts.any(axis=1))[-1])
    return CycleLaw(np.ascontiguousarray(counts[: highest + 1].T), len(rules.lines))
