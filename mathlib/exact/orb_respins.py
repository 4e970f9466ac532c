"""Orb Respins as a whole: reels, trigger and the seven rounds, solved without sampling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from mathlib.core.remember import remembered
from mathlib.core.weights import WeightTable
from mathlib.exact.columns import Column, column
from mathlib.exact.cycle import CycleLaw, full_cycle
from mathlib.exact.lines import LineTable, line_table
from mathlib.exact.marks import Marks
from mathlib.exact.respins import RoundResult, solve_round
from mathlib.exact.respins.solve import FLOOR
from mathlib.exact.views import view_law
from mathlib.game.fields import LATTICE
from mathlib.game.lines import LineRules
from mathlib.game.orb_respins import NONE, ORBS, SETS, OrbRespins

COLOURS = Marks.colours(list(ORBS.values()))
HARDEST_FIRST = ("JMC", "JM", "MC", "M", "JC", "J", "C")


@dataclass(frozen=True, eq=False)
class OrbExact:
    """Exact results of Orb Respins before the cap.

    The reels are evaluated when they are first asked for, and remembered by what they depend on:
    the line table and the colours in view take milliseconds, the full cycle about a second.

    Parameters
    ----------
    game : OrbRespins
        The game.
    rounds : mapping
        Modifier set to its round.
    threads : int
        Threads of the full cycle; no result depends on it.
    """

    game: OrbRespins
    rounds: Mapping[str, RoundResult]
    threads: int = 2

    @cached_property
    def _reels(self) -> tuple[str, ...]:
        strips = (strip.model_dump_json() for strip in self.game.strips)
        return (*strips, self.game.rules.model_dump_json())

    @cached_property
    def columns(self) -> list[Column]:
        """The reels' windows with their weights."""
        return [column(strip, self.game.rows) for strip in self.game.strips]

    @cached_property
    def lines(self) -> LineTable:
        """Line wins by symbol and count."""
        return _lines(self._reels, self.columns, self.game.rules)

    @cached_property
    def law(self) -> CycleLaw:
        """Joint law of the line win and the set of orb colours in view.

        The mark is a bit mask with bits for J, M, C.
        """
        return _cycle(self._reels, self.columns, self.game.rules, self.threads)

    @cached_property
    def views(self) -> WeightTable[int]:
        """Weights of the sets of orb colours in view, as bit masks."""
        return view_law(self.columns, COLOURS)

    @cached_property
    def in_view(self) -> dict[str, Fraction]:
        """Chance that exactly these colours are in view, for the seven sets."""
        total = self.views.total
        return {name: Fraction(self.views.get(colour_mask(name), 0), total) for name in SETS}

    @cached_property
    def trigger(self) -> dict[str, Fraction]:
        """Chance per game that the round of each modifier set is played."""
        return {
            name: sum(
                (self.in_view[view] * self.game.trigger[view].probability(name) for view in SETS),
                Fraction(0),
            )
            for name in SETS
        }

    @property
    def reachable(self) -> tuple[str, ...]:
        """Modifier sets that can be triggered."""
        return tuple(name for name in SETS if self.trigger[name])

    @property
    def respins_frequency(self) -> Fraction:
        """Chance per game that Respins are played."""
        return sum(self.trigger.values(), Fraction(0))

    def line_law(self, modifiers: str) -> dict[int, Fraction]:
        """Return the law of the line win, in line bets, on games with this modifier set.

        Examples
        --------
        >>> from mathlib.game.files import example
        >>> exact = solve(example("orb_respins"))
        >>> sum(exact.line_law("JM").values())
        Fraction(1, 1)
        """
        if modifiers not in self._line_laws:
            self._line_laws[modifiers] = self._line_law(modifiers)
        return self._line_laws[modifiers]

    @cached_property
    def _line_laws(self) -> dict[str, dict[int, Fraction]]:
        """What `line_law` found before."""
        return {}

    def _line_law(self, modifiers: str) -> dict[int, Fraction]:
        chances = {view: self.game.trigger[view].probability(modifiers) for view in SETS}
        whole = lcm(*(chance.denominator for chance in chances.values()))
        weights: dict[int, int] = {}
        for view, chance in chances.items():
            if chance:
                row, factor = self.law.counts[colour_mask(view)], int(chance * whole)
                for win in row.nonzero()[0].tolist():
                    weights[win] = weights.get(win, 0) + int(row[win]) * factor
        total = sum(weights.values())
        return {win: Fraction(weight, total) for win, weight in sorted(weights.items())}

    def line_mean(self, modifiers: str) -> Fraction:
        """Return the mean line win in total bets on games with this modifier set."""
        mean = sum((win * p for win, p in self.line_law(modifiers).items()), Fraction(0))
        return mean / self.game.line_bets

    def line_square(self, modifiers: str | None) -> Fraction:
        """Return the mean squared line win, in total bets squared.

        Parameters
        ----------
        modifiers : str or None
            Given this modifier set, uncapped; None: on games without Respins, which the cap
            ends as well, times their chance.
        """
        if modifiers is not None:
            law = self.line_law(modifiers)
            return sum((w * w * p for w, p in law.items()), Fraction(0)) / self.game.line_bets**2
        total = Fraction(0)
        most = Fraction(self.game.cap * self.game.line_bets, LATTICE)
        for row, idle in zip(self.law.counts, self._idle, strict=True):
            wins = row.nonzero()[0].tolist()
            total += sum((min(w, most) ** 2 * int(row[w]) for w in wins), Fraction(0)) * idle
        return total / self.law.cycle / self.game.line_bets**2

    @cached_property
    def _idle(self) -> tuple[Fraction, ...]:
        """Chance of no Respins, per set of colours in view; 1 when none is in view."""
        idle = [Fraction(1)] * len(self.law.counts)
        for view in SETS:
            idle[colour_mask(view)] = self.game.trigger[view].probability(NONE)
        return tuple(idle)

    @cached_property
    def idle_law(self) -> dict[int, float]:
        """Chance per game of each line win, in line bets, without Respins; uncapped."""
        whole = lcm(*(idle.denominator for idle in self._idle))
        law: dict[int, int] = {}
        for row, idle in zip(self.law.counts, self._idle, strict=True):
            for win in row.nonzero()[0].tolist():
                law[win] = law.get(win, 0) + int(row[win]) * int(idle * whole)
        return {win: weight / (self.law.cycle * whole) for win, weight in sorted(law.items())}

    @cached_property
    def idle_excess(self) -> Fraction:
        """Mean line win above the cap, in total bets, on games without Respins."""
        over = Fraction(0)
        for row, idle in zip(self.law.counts, self._idle, strict=True):
            for win in row.nonzero()[0].tolist():
                above = Fraction(win, self.game.line_bets) - Fraction(self.game.cap, LATTICE)
                if above > 0:
                    over += above * int(row[win]) * idle
        return over / self.law.cycle


def colour_mask(name: str) -> int:
    """Return the mark of a set of colours.

    Examples
    --------
    >>> colour_mask("J"), colour_mask("MC")
    (1, 6)
    """
    return sum(1 << bit for bit, letter in enumerate(ORBS) if letter in name)


def solve(game: OrbRespins, floor: float = FLOOR, threads: int = 2, width: float = 0.0) -> OrbExact:
    """Solve a game exactly.

    Parameters
    ----------
    game : OrbRespins
        The game.
    floor : float
        Smallest probability of a Respins state that is followed; see `solve_round`.
    threads : int
        Threads; the result does not depend on it.
    width : float
        More than 0: the total at once. A Respins state is left out as soon as what is not known
        of its worth, per game, is less; see `solve_round`.

    Returns
    -------
    OrbExact

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> exact = solve(example("orb_respins"))
    >>> exact.lines.rtp == exact.law.mean
    True
    """
    widths = dict.fromkeys(SETS, 0.0)
    if width > 0:
        value = max(game.respins.money.mean(), game.respins.charge.values.mean()) / LATTICE
        for name, chance in OrbExact(game, {}, threads).trigger.items():
            kinds = 3 if "C" in name else 1  # of things not known: Money, charges, charges to come
            widths[name] = kinds * width / max(float(chance * value), width)
    return OrbExact(game, solve_rounds(game, floor, threads, widths), threads)


@remembered(16)
def _lines(_: object, columns: Sequence[Column], rules: LineRules) -> LineTable:
    return line_table(columns, rules)


@remembered(16)
def _cycle(_: object, columns: Sequence[Column], rules: LineRules, threads: int) -> CycleLaw:
    return full_cycle(columns, rules, COLOURS, threads)


def solve_rounds(
    game: OrbRespins,
    floor: float = FLOOR,
    threads: int = 2,
    widths: Mapping[str, float] | None = None,
) -> dict[str, RoundResult]:
    """Solve the seven Respins rounds, the hardest first, on several threads; as `solve_round`.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> list(solve_rounds(example("orb_respins"), floor=1e-6))
    ['J', 'M', 'C', 'JM', 'JC', 'MC', 'JMC']
    """
    with ThreadPoolExecutor(threads) as pool:
        wide = widths or {}
        results = pool.map(
            lambda name: solve_round(game, name, floor, wide.get(name, 0.0)), HARDEST_FIRST
        )
        solved = dict(zip(HARDEST_FIRST, results, strict=True))
    return {name: solved[name] for name in SETS}
