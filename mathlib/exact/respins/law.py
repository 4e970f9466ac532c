"""The law of a Respins round's win, exactly, for the modifier sets where it is tractable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import floor, sqrt

import numpy as np

from mathlib.core.errors import MathlibError
from mathlib.core.figures import Figure
from mathlib.core.remember import remembered
from mathlib.exact.respins.additive import additive_law
from mathlib.exact.respins.chain import chain_of
from mathlib.exact.respins.landing import Array
from mathlib.exact.respins.lattice import Found
from mathlib.exact.respins.multiplied import multiplied_law
from mathlib.game.fields import LATTICE
from mathlib.game.orb_respins import SETS, OrbRespins

EXACT_SETS = ("J", "M", "C", "JC")
"""Modifier sets whose law is computed; for the others see `round_law`."""
UNIT = float(np.finfo(float).eps)


@dataclass(frozen=True, eq=False)
class RoundLaw:
    """Law of the uncapped win of a round, jointly with not filling the board.

    Amounts that come in and go out are whole tenths of the total bet, unless a name says
    otherwise; means are in total bets. Figures are exact: their errors are proven bounds.

    Parameters
    ----------
    modifiers : str
        The modifier set.
    p_full : float
        Chance of a full board; all else counts rounds that do not fill it.
    found : Found
        The law below the cap and the moments of what lies above.
    """

    modifiers: str
    p_full: float
    found: Found

    @property
    def cap(self) -> int:
        """Win from which on wins are lumped."""
        return self.found.law.cap

    @property
    def chances(self) -> Array:
        """Chance of each win below the cap; wins past its end have none; shape (top + 1,)."""
        return self.found.law.below

    @property
    def error(self) -> float:
        """Bound on the absolute error of each chance and tail; ``rounding`` comes on top.

        What is not above this bound is not told from 0.
        """
        return abs(float(self.found.law.loose[0])) + float(self.found.lost[0]) + self.found.noise

    @property
    def rounding(self) -> float:
        """Bound on the relative error by rounding: every number is a sum of positive ones."""
        return UNIT * self.found.steps

    @property
    def mean(self) -> Figure:
        """Mean win, wins above the cap as they are, in total bets."""
        value = float(self.found.law.moments[1]) / LATTICE
        return Figure(value, "exact", self.rounding * value + self._lost_mean / LATTICE)

    @property
    def square(self) -> Figure:
        """Mean square of the win, wins above the cap as they are, in total bets squared."""
        value = float(self.found.law.moments[2]) / LATTICE**2
        error = self.rounding * value + float(self.found.lost[1]) / LATTICE**2
        return Figure(value, "exact", error)

    @property
    def _lost_mean(self) -> float:
        """Bound on the mean win on rounds the law knows nothing of (Cauchy and Schwarz)."""
        return sqrt(float(self.found.lost[0] * self.found.lost[1]))

    @cached_property
    def tail(self) -> Array:
        """P(win >= n) for n = 0, ..., cap; shape (cap + 1,)."""
        law = self.found.law
        tail = np.full(law.cap + 1, law.over[0])
        tail[: len(law.below)] += np.cumsum(law.below[::-1])[::-1]
        return tail

    @cached_property
    def _beyond(self) -> Array:
        """E[(win - n)+] for n = 0, ..., cap, in tenths; shape (cap + 1,)."""
        steps = np.concatenate([self.tail[1:], [self.found.law.over[1]]])
        return np.asarray(np.cumsum(steps[::-1])[::-1])

    def at_least(self, win: int) -> Figure:
        """Return the chance of a win of at least so many tenths, the board not filled.

        Raises
        ------
        MathlibError
            Above the cap, where wins are lumped.
        """
        if win > self.cap:
            raise MathlibError(
                f"the law of a round is known up to the cap of {self.cap / LATTICE:g}x; "
                f"{win / LATTICE:g}x is above it"
            )
        if win <= 0:
            return Figure(1 - self.p_full, "exact", UNIT)
        value = float(self.tail[win])
        if value <= self.error:
            return Figure(0.0, "exact", value + self.error)
        return Figure(value, "exact", self.error + self.rounding * value)

    def quantile(self, share: float) -> int:
        """Return the least win that this share of rounds, of those not filled, does not exceed.

        Parameters
        ----------
        share : float
            Between 0 and 1.

        Returns
        -------
        int
            In tenths of the total bet; the cap stands for all wins from there on.
        """
        beyond = (1 - share) * (1 - self.p_full)
        fits = np.flatnonzero(self.tail[1:] <= beyond)
        return int(fits[0]) if len(fits) else self.cap

    def excess(self, line_law: Mapping[int, float], line_bets: int) -> Figure:
        """Return E[(line win + round win - cap)+] on rounds that do not fill the board.

        Parameters
        ----------
        line_law : mapping
            Law of the line win that goes with the round, in line bets.
        line_bets : int
            Line bets in one total bet.

        Returns
        -------
        Figure
            In total bets.
        """
        value = mean = square = 0.0
        for win, chance in line_law.items():
            more = win * LATTICE / line_bets
            value += chance * self._above(self.cap - more)
            mean += chance * more
            square += chance * more * more
        error = self.rounding * value + self.found.noise * (mean + len(self.chances))
        # (x - c)+ <= x and (x - c)+ <= x^2 / (4 c), on what is not placed.
        law, (lost, lost_square) = self.found.law, self.found.lost.tolist()
        loose, first, second = abs(law.loose).tolist()
        mass = loose + lost
        by_mean = first + self._lost_mean + mean * mass
        by_square = (second + lost_square + square * mass) / (2 * self.cap)
        error += min(by_mean, by_square)
        return Figure(value / LATTICE, "exact", error / LATTICE)

    def _above(self, level: float) -> float:
        """Return E[(win - level)+] for a level of at most the cap, in tenths.

        The mean above a level is a straight line between lattice points.
        """
        if level <= 0:
            law = self.found.law
            placed = law.moments - law.loose
            return float(placed[1] - level * placed[0])
        after = min(floor(level) + 1, self.cap)
        return float(self._beyond[after] + (after - level) * self.tail[after])


def round_law(game: OrbRespins, modifiers: str) -> RoundLaw:
    """Return the law of the win of a Respins round without sampling.

    Parameters
    ----------
    game : OrbRespins
        The game; both readings of ``charge.target`` are known.
    modifiers : str
        One of `EXACT_SETS`.

    Returns
    -------
    RoundLaw
        Remembered for the last few rounds.

    Raises
    ------
    MathlibError
        For JM, MC and JMC, where Multiply meets what happens at the same time, so that no exact
        law is known; and for boards with too many final states.

    Examples
    --------
    >>> from mathlib.exact.respins import solve_round
    >>> from mathlib.game.files import example
    >>> game = example("orb_respins")
    >>> law, solved = round_law(game, "C"), solve_round(game, "C")
    >>> abs(law.mean.value / (solved.mean_uncapped - solved.full_part) - 1) < 1e-12
    True
    >>> law.quantile(0.5), law.at_least(500).value < 0.01
    (48, True)
    """
    if modifiers not in EXACT_SETS:
        known = ", ".join(EXACT_SETS)
        if modifiers in SETS:
            raise MathlibError(
                f"the win of a round with {modifiers} has no exact law: only {known} have one; "
                "play rounds instead"
            )
        raise MathlibError(f"no modifier set {modifiers!r}; those with an exact law are {known}")
    return _round_law(_key(game, modifiers), game, modifiers)


@remembered(16)
def _round_law(_: object, game: OrbRespins, modifiers: str) -> RoundLaw:
    chain = chain_of(game, modifiers)
    solver = multiplied_law if modifiers == "M" else additive_law
    return RoundLaw(modifiers, chain.counts.p_full, solver(game, modifiers, chain.landing))


def _key(game: OrbRespins, modifiers: str) -> tuple[object, ...]:
    """Return all that the law of a round depends on."""
    rules = game.respins
    tables = {"J": rules.jackpots, "M": rules.multiply, "C": rules.charge}
    used = tuple(tables[letter].model_dump_json() for letter in modifiers)
    landing = rules.sets[modifiers].model_dump_json()
    money = tuple(rules.money.items())
    return modifiers, game.cells(modifiers), game.cap, rules.counter, landing, money, used
