"""Law of what one kind of spin shows: line win, prizes landed, prizes added.

Its numbers stay integers times one fraction per (landed, added), so every expectation is a
rational number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from mathlib.core.weights import WeightTable
from mathlib.exact.pig_wizard.transfer import SpinLaw
from mathlib.game.fields import LATTICE

Slice = tuple[Fraction, Mapping[int, int]]
"""A factor, and line win in line bets to integer weight; their product is a probability."""


@dataclass(frozen=True, eq=False)
class StateLaw:
    """Law of line win, prizes landed and prizes added of one kind of spin.

    Parameters
    ----------
    slices : mapping
        (landed, added) to its slice.
    line_bets : int
        Line bets in one total bet.

    Examples
    --------
    >>> quarter = Fraction(1, 4)
    >>> law = StateLaw({(0, 0): (quarter, {0: 2, 5: 1}), (2, 0): (quarter, {0: 1})}, 1)
    >>> law.total, law.mean_line, law.mean_landed, law.hit_frequency
    (Fraction(1, 1), Fraction(5, 4), Fraction(1, 2), Fraction(1, 4))
    """

    slices: Mapping[tuple[int, int], Slice]
    line_bets: int

    def mean(self, of: Callable[[int, int, int], Fraction | int]) -> Fraction:
        """Return the mean of a function of (line win in line bets, landed, added)."""
        return sum(
            (
                scale * sum(weight * of(win, landed, added) for win, weight in wins.items())
                for (landed, added), (scale, wins) in self.slices.items()
            ),
            Fraction(0),
        )

    @cached_property
    def _moments(self) -> dict[tuple[int, int], Fraction]:
        return {}

    def moment(self, line: int, prizes: int) -> Fraction:
        """Return E[line win ^ line x prizes ^ prizes], the win in total bets, computed once.

        Examples
        --------
        >>> StateLaw({(1, 1): (Fraction(1, 4), {6: 3, 2: 1})}, 2).moment(1, 1)
        Fraction(5, 1)
        """
        if (line, prizes) not in self._moments:
            mean = self.mean(lambda win, landed, added: win**line * (landed + added) ** prizes)
            self._moments[line, prizes] = mean / self.line_bets**line
        return self._moments[line, prizes]

    @property
    def total(self) -> Fraction:
        """Sum of all probabilities: 1."""
        return self.mean(lambda win, landed, added: 1)

    @cached_property
    def mean_line(self) -> Fraction:
        """Mean line win, in total bets."""
        return self.mean(lambda win, landed, added: win) / self.line_bets

    @cached_property
    def mean_landed(self) -> Fraction:
        """Mean number of Cash Prizes that land."""
        return self.mean(lambda win, landed, added: landed)

    @cached_property
    def mean_added(self) -> Fraction:
        """Mean number of Cash Prizes that are added."""
        return self.mean(lambda win, landed, added: added)

    @cached_property
    def hit_frequency(self) -> Fraction:
        """Chance of a line win."""
        return self.mean(lambda win, landed, added: int(win > 0))

    @cached_property
    def landed(self) -> Mapping[int, Fraction]:
        """Law of the number of Cash Prizes that land."""
        out: dict[int, Fraction] = {}
        for (landed, _), (scale, wins) in self.slices.items():
            out[landed] = out.get(landed, Fraction(0)) + scale * sum(wins.values())
        return out

    @cached_property
    def wins(self) -> Mapping[int, Fraction]:
        """Law of the line win in line bets, rising."""
        out: dict[int, Fraction] = {}
        for scale, wins in self.slices.values():
            for win, weight in wins.items():
                out[win] = out.get(win, Fraction(0)) + scale * weight
        return dict(sorted(out.items()))

    def terms(self) -> Iterator[tuple[int, int, list[int], list[float]]]:
        """Yield (landed, added, line wins in tenths of the total bet, probabilities)."""
        for (landed, added), (scale, wins) in self.slices.items():
            up, down = scale.numerator, scale.denominator
            tenths = [win * LATTICE // self.line_bets for win in wins]
            yield landed, added, tenths, [weight * up / down for weight in wins.values()]


def plain(law: SpinLaw, line_bets: int) -> StateLaw:
    """Return the law without added prizes.

    Examples
    --------
    >>> plain(SpinLaw({(0, 0): {0: 3, 7: 1}, (0, 1): {0: 4}}, 4), 1).mean_line
    Fraction(7, 4)
    """
    scale = Fraction(1, law.cycle)
    return StateLaw(
        {(k, 0): (scale, wins) for (k, added), wins in law.weights.items() if not added}, line_bets
    )


def with_added(law: SpinLaw, added: WeightTable[int], cells: int, line_bets: int) -> StateLaw:
    """Return the law with n prizes put into random free cells; all of them if n are not free.

    Parameters
    ----------
    law : SpinLaw
        With every subset of added prizes.
    added : WeightTable
        Weights of n.
    cells : int
        Cells that can take a prize when none has landed.
    line_bets : int
        Line bets in one total bet.

    Examples
    --------
    Two cells, nothing landed, 7 paid only while both keep their symbol:

    >>> law = SpinLaw({(0, 0): {7: 1}, (0, 1): {0: 2}, (0, 2): {0: 1}}, 1)
    >>> with_added(law, WeightTable({0: 1, 3: 1}), 2, 1).mean_added
    Fraction(1, 1)
    """
    slices: dict[tuple[int, int], Slice] = {}
    for (landed, number), wins in law.weights.items():
        free = cells - landed
        chance = sum((added.probability(n) for n in added if min(n, free) == number), Fraction(0))
        if chance:
            slices[landed, number] = chance / (law.cycle * comb(free, number)), wins
    return StateLaw(slices, line_bets)


def at_least(law: StateLaw, wanted: int) -> StateLaw:
    """Return the law on condition of a line win of at least ``wanted`` line bets.

    Examples
    --------
    >>> law = StateLaw({(0, 0): (Fraction(1, 8), {0: 6, 4: 1, 9: 1})}, 1)
    >>> at_least(law, 4).mean_line
    Fraction(13, 2)
    """
    kept = {
        key: (scale, {win: weight for win, weight in wins.items() if win >= wanted})
        for key, (scale, wins) in law.slices.items()
    }
    chance = StateLaw(kept, law.line_bets).total
    return StateLaw(
        {key: (scale / chance, wins) for key, (scale, wins) in kept.items() if wins},
        law.line_bets,
    )
