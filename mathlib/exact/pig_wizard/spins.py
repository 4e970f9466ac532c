"""Wizard Spins as a branching process: how many spins, how much they win.

Every spin brings 0, s or 2s more, independently of what it wins. So the spins played are the
total progeny of a Galton-Watson process started by ``awarded`` individuals. With offspring mean
mu and variance v, the mean is awarded / (1 - mu) and the variance awarded * v / (1 - mu)**3; the
law is that of Otter and Dwass, P(N = t) = awarded / t * P(t spins bring t - awarded more). By
Wald's identities a sum of N independent wins has mean E[N] m and variance E[N] w + Var[N] m**2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln, xlogy

from mathlib.core.errors import NeverEndsError

Floats = npt.NDArray[np.float64]
NEGLIGIBLE = 1e-18
"""Terms of the law are added up to where all later ones together are less than this."""
BLOCK, MOST = 64, 2048


@dataclass(frozen=True)
class SpinCount:
    """Law of the number of spins played.

    Parameters
    ----------
    awarded : int
        Spins to begin with.
    extra : int
        Spins that one ball adds.
    chances : tuple of Fraction
        Chances of no ball, one ball and both balls after a spin.

    Raises
    ------
    NeverEndsError
        When a spin brings one more, or more, on average.

    Examples
    --------
    >>> count = SpinCount(6, 6, (Fraction(93, 100), Fraction(5, 100), Fraction(2, 100)))
    >>> count.mean, round(float(count.mean), 6)
    (Fraction(300, 23), 13.043478)
    """

    awarded: int
    extra: int
    chances: tuple[Fraction, Fraction, Fraction]

    def __post_init__(self) -> None:
        if self.extra_mean >= 1:
            raise NeverEndsError(
                f"a spin brings {float(self.extra_mean):.6g} more on average: the bonus might "
                "never end; lower the chances of one and both balls"
            )

    @property
    def extra_mean(self) -> Fraction:
        """Mean number of spins that one spin adds."""
        return self.extra * (self.chances[1] + 2 * self.chances[2])

    @property
    def extra_variance(self) -> Fraction:
        """Variance of the number of spins that one spin adds."""
        return self.extra**2 * (self.chances[1] + 4 * self.chances[2]) - self.extra_mean**2

    @property
    def mean(self) -> Fraction:
        """Expected number of spins."""
        return self.awarded / (1 - self.extra_mean)

    @property
    def variance(self) -> Fraction:
        """Variance of the number of spins."""
        return self.awarded * self.extra_variance / (1 - self.extra_mean) ** 3

    def win_mean(self, mean: Fraction) -> Fraction:
        """Return the mean of the total win, from that of one spin."""
        return self.mean * mean

    def win_variance(self, mean: Fraction, variance: Fraction) -> Fraction:
        """Return the variance of the total win, from mean and variance of one spin's win."""
        return self.mean * variance + self.variance * mean**2

    def _block(self, first: int) -> Floats:
        """Return P(N = awarded + extra * m) for m from ``first`` on; shape (BLOCK,)."""
        m = np.arange(first, first + BLOCK)[:, None]
        both = np.arange((first + BLOCK) // 2 + 1)[None, :]
        one = m - 2 * both
        spins = self.awarded + self.extra * m
        none = spins - one - both
        possible = (one >= 0) & (none >= 0)
        one, none = np.where(possible, one, 0), np.where(possible, none, 0)
        logs = gammaln(spins + 1) - gammaln(one + 1) - gammaln(both + 1) - gammaln(none + 1)
        for number, chance in zip((none, one, both), self.chances, strict=True):
            logs = logs + xlogy(number, float(chance))
        terms: Floats = np.exp(np.where(possible, logs, -np.inf)).sum(axis=1)
        out: Floats = self.awarded / spins[:, 0] * terms
        return out

    @cached_property
    def law(self) -> Floats:
        """P(N = awarded + extra * m) for m = 0, 1, ..., until what follows is negligible."""
        blocks = [self._block(0)]
        while blocks[-1][-2:].max() * BLOCK > NEGLIGIBLE and len(blocks) * BLOCK < MOST:
            blocks.append(self._block(len(blocks) * BLOCK))
        law: Floats = np.concatenate(blocks)
        return law

    def more_than(self, spins: Sequence[int] | npt.NDArray[np.int64]) -> Floats:
        """Return P(N > n), with relative accuracy (about 1e-12) in the tail.

        Parameters
        ----------
        spins : sequence of int
            The numbers n.

        Examples
        --------
        >>> count = SpinCount(6, 6, (Fraction(9, 10), Fraction(1, 10), Fraction(0)))
        >>> count.more_than([0, 6]).round(9).tolist(), round(1 - 0.9**6, 9)
        ([1.0, 0.468559], 0.468559)
        """
        law = self.law
        cut = len(law) == MOST
        beyond = max(0.0, 1 - float(law.sum())) if cut else 0.0
        above = np.append(np.cumsum(law[::-1])[::-1], 0.0) + beyond
        first = -(-(np.asarray(spins) + 1 - self.awarded) // self.extra)
        tail: Floats = above[np.clip(first, 0, len(law))]
        return tail


@dataclass(frozen=True)
class BonusSpins:
    """Law of the number of spins of a bonus whose number of awards is random.

    Parameters
    ----------
    numbers : mapping
        Number of awards to its chance.
    award : SpinCount
        Spins of one award.

    Examples
    --------
    >>> award = SpinCount(6, 6, (Fraction(9, 10), Fraction(1, 10), Fraction(0)))
    >>> bonus = BonusSpins({1: Fraction(1, 2), 2: Fraction(1, 2)}, award)
    >>> bonus.mean, bonus.more_than([6]).round(9).tolist()
    (Fraction(45, 2), [0.7342795])
    """

    numbers: Mapping[int, Fraction]
    award: SpinCount

    @property
    def awards_mean(self) -> Fraction:
        """Mean number of awards."""
        return sum((n * chance for n, chance in self.numbers.items()), Fraction(0))

    @property
    def awards_variance(self) -> Fraction:
        """Variance of the number of awards."""
        second = sum((n * n * chance for n, chance in self.numbers.items()), Fraction(0))
        return second - self.awards_mean**2

    @property
    def mean(self) -> Fraction:
        """Expected number of spins."""
        return self.awards_mean * self.award.mean

    @property
    def variance(self) -> Fraction:
        """Variance of the number of spins."""
        return self.over_awards(self.award.mean, self.award.variance)

    def over_awards(self, mean: Fraction, variance: Fraction) -> Fraction:
        """Return the variance of a sum over awards, from mean and variance of one."""
        return self.awards_mean * variance + self.awards_variance * mean**2

    def more_than(self, spins: Sequence[int] | npt.NDArray[np.int64]) -> Floats:
        """Return P(N > n) of a bonus; see `SpinCount.more_than`."""
        out: Floats = np.zeros(len(spins))
        for number, chance in self.numbers.items():
            count = replace(self.award, awarded=number * self.award.awarded)
            out += float(chance) * count.more_than(spins)
        return out
