"""Parts of the law of an Orb Respins game round: a line win plus an independent round win."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np
import numpy.typing as npt

from mathlib.core.figures import Figure
from mathlib.exact.respins.law import UNIT, RoundLaw
from mathlib.game.fields import LATTICE

Array = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
UNSEEN = 3 / 1.96
"""Of n rounds that did not show an event, the 95 % limit on its number over 1.96."""


@dataclass(frozen=True, eq=False)
class LineWins:
    """Law of a line win, as tails.

    Parameters
    ----------
    tails : tuple of ndarray, each of shape (highest win + 2,)
        P(win > n), E[win; win > n] and E[win**2; win > n] for n = -1, 0, ..., in units.
    unit : int
        Units in one total bet; a multiple of `LATTICE`.
    """

    tails: tuple[Array, Array, Array]
    unit: int

    @classmethod
    def of(cls, law: Mapping[int, float], line_bets: int, unit: int) -> LineWins:
        """Read a law of wins in line bets; it may have less mass than 1.

        Examples
        --------
        >>> LineWins.of({0: 0.5, 2: 0.5}, 10, 10).tails[1].tolist()
        [1.0, 1.0, 1.0, 0.0]
        """
        chances = np.zeros(max(law) * unit // line_bets + 1)
        for win, chance in law.items():
            chances[win * unit // line_bets] += chance
        at = np.arange(len(chances), dtype=np.float64)
        powers = (chances, chances * at, chances * at * at)
        first, second, third = (np.append(np.cumsum(p[::-1])[::-1], 0.0) for p in powers)
        return cls((first, second, third), unit)

    @property
    def highest(self) -> int:
        """Highest line win, in units."""
        return len(self.tails[0]) - 2

    def beyond(self, wins: Ints, level: int) -> tuple[Array, Array, Array]:
        """Return P, E[t] and E[t**2] of the total t = line win + win, on t > level; in units.

        Parameters
        ----------
        wins : ndarray
            In units.
        level : int
            In units; -1 for all.
        """
        at = np.clip(level - wins, -1, self.highest) + 1
        chance, first, second = (tail[at] for tail in self.tails)
        total = wins * chance + first
        return chance, total, wins * (total + first) + second


@dataclass(frozen=True, eq=False)
class Part:
    """A line win plus one of several round wins, capped.

    Parameters
    ----------
    lines : LineWins
        The line win.
    wins, weights : ndarray
        Round wins, in units and at most the cap, and the chance per game round of each.
    cap : int
        In units.
    law : RoundLaw or None
        The exact law the weights are from.
    trigger : float
        Chance per game round of the modifier set.
    rounds : int
        Rounds played, 0 for an exact part.
    """

    lines: LineWins
    wins: Ints
    weights: Array
    cap: int
    law: RoundLaw | None = None
    trigger: float = 0.0
    rounds: int = 0

    @cached_property
    def _above(self) -> tuple[Array, Array, Array]:
        """Sums of weight times win^k, k = 0, 1, 2, from each round win on; with a last 0."""
        found = [
            self.weights,
            self.weights * self.wins,
            self.weights * self.wins.astype(float) ** 2,
        ]
        first, second, third = (np.append(np.cumsum(x[::-1])[::-1], 0.0) for x in found)
        return first, second, third

    def sums(self, level: int) -> tuple[float, float, float]:
        """Return P, E[t] and E[t**2] of the uncapped total t on t > level, in units.

        Where the round win alone is above the level, sums over all line wins are at hand; where
        it is too far below, there is nothing.
        """
        first = int(np.searchsorted(self.wins, level - self.lines.highest))
        last = max(int(np.searchsorted(self.wins, level, "right")), first)
        weights = self.weights[first:last]
        some = [float(weights @ x) for x in self.lines.beyond(self.wins[first:last], level)]
        w0, w1, w2 = (float(x[last]) for x in self._above)
        p, l1, l2 = (float(tail[0]) for tail in self.lines.tails)
        chance, total = w0 * p, w1 * p + w0 * l1
        square = w2 * p + 2 * w1 * l1 + w0 * l2
        return some[0] + chance, some[1] + total, some[2] + square

    def mean(self, low: int, high: int | None) -> tuple[Figure, Figure]:
        """Return chance and return, in total bets per game round, of wins in a range.

        Parameters
        ----------
        low, high : int
            More than low and at most high, in units; None for no limit but the cap.
        """
        end = self.cap if high is None else high
        unit, most = self.lines.unit, end / self.lines.unit
        below, above = self.sums(low), self.sums(end)
        chance = below[0] - (0.0 if high is None else above[0])
        # What passes the cap pays the cap.
        total = below[1] - above[1] + (end * above[0] if high is None else 0.0)
        if not self.rounds:
            return self._exact(chance, below[0], 1.0), self._exact(
                total / unit, below[1] / unit, most
            )
        at_low, at_end = self.lines.beyond(self.wins, low), self.lines.beyond(self.wins, end)
        chances, totals = at_low[0] - at_end[0], at_low[1] - at_end[1]
        if high is None:
            chances, totals = at_low[0], totals + end * at_end[0]
        return self._played(chances, chance, 1.0), self._played(totals / unit, total / unit, most)

    def square(self) -> Figure:
        """Return the mean square of the capped win, in total bets squared."""
        cap, unit = self.cap, self.lines.unit
        most, scale = (cap / unit) ** 2, 1 / unit**2
        whole, above = self.sums(-1), self.sums(cap)
        value = (whole[2] - above[2] + cap**2 * above[0]) * scale
        if not self.rounds:
            return self._exact(value, whole[2] * scale, most)
        beyond = self.lines.beyond(self.wins, cap)
        squares = self.lines.beyond(self.wins, -1)[2] - beyond[2] + float(cap) ** 2 * beyond[0]
        return self._played(squares * scale, value, most)

    def _exact(self, value: float, size: float, most: float) -> Figure:
        """Return a figure that is the difference of sums of a size.

        What the law has not placed could add at most ``most`` times its chance.
        """
        error = 4 * UNIT * size
        if self.law is not None:
            error += self.law.rounding * size + self.trigger * self.law.error * most
        return Figure(value, "exact", error)

    def _played(self, values: Array, value: float, most: float) -> Figure:
        return Figure(value, "simulated", self._standard_error(values, value, most))

    def _standard_error(self, values: Array, value: float, most: float) -> float:
        """Return the standard error of a mean, given that the mean of the win is known."""
        mass = float(self.weights.sum())
        shares = self.weights / mass
        known = self.lines.beyond(self.wins, -1)[1]
        known = known - shares @ known
        found = values - value / mass
        spread = float(shares @ known**2)
        slope = float(shares @ (known * found)) / spread if spread else 0.0
        variance = float(shares @ (found - slope * known) ** 2)
        if not values.any():
            return mass * most * UNSEEN / self.rounds
        return mass * sqrt(variance / self.rounds)


def fixed_part(lines: LineWins, weight: float, win: int, cap: int) -> Part:
    """Return the part with one round win, in tenths of the total bet."""
    scale = lines.unit // LATTICE
    return Part(lines, np.array([win * scale]), np.array([weight]), cap * scale)


def exact_part(lines: LineWins, trigger: float, law: RoundLaw) -> Part:
    """Return the part of a modifier set with an exact law."""
    scale = lines.unit // LATTICE
    wins = np.flatnonzero(law.chances)
    weights = law.chances[wins]
    wins = np.append(wins, law.cap) * scale
    weights = np.append(weights, law.found.law.over[0]) * trigger
    return Part(lines, wins, weights, law.cap * scale, law, trigger)


def played_part(lines: LineWins, weight: float, played: Ints, cap: int, mean: float) -> Part:
    """Return the part of a modifier set as played.

    Parameters
    ----------
    lines : LineWins
        Line win on games with this set.
    weight : float
        Chance per game round of a round of this set that does not fill the board.
    played : ndarray
        Round wins in tenths, uncapped; negative for a full board.
    cap : int
        In tenths.
    mean : float
        Mean of line win plus round win on such rounds, capped, in total bets.
    """
    scale = lines.unit // LATTICE
    values, counts = np.unique(np.minimum(played[played >= 0], cap), return_counts=True)
    if not len(values):
        # Nearly every round fills the board: of the others no more than the mean is known.
        values, counts = np.array([min(round(mean * LATTICE), cap)]), np.array([1])
    number = int(counts.sum())
    wins, limit = values * scale, cap * scale
    above, over, _ = lines.beyond(wins, limit)
    capped = (lines.beyond(wins, -1)[1] - over + limit * above) / lines.unit
    weights = weight * _tilted(capped, counts / number, mean)
    return Part(lines, wins, weights, limit, rounds=number)


def _tilted(values: Array, shares: Array, mean: float) -> Array:
    """Return shares times exp(b value), scaled to add up to 1, whose mean is as wanted.

    Newton's method on b from 0, the mean of a sample being near the one wanted; when it cannot
    be reached the shares stay as they are.
    """
    if not values.min() < mean < values.max():
        return shares
    spread = sqrt(float(shares @ (values - shares @ values) ** 2))
    if spread < 1e-9 * values.max():
        return shares  # all wins are one but for rounding
    x, b = (values - mean) / spread, 0.0
    for _ in range(50):
        tilted = shares * np.exp(b * x - (b * x).max())
        tilted /= tilted.sum()
        off, spread = float(tilted @ x), float(tilted @ (x - tilted @ x) ** 2)
        if abs(off) < 1e-14:
            return np.asarray(tilted)
        if spread < 1e-12:
            return shares  # nothing is left to lean: the mean is as good as an end
        b -= off / spread
    return np.asarray(tilted)
