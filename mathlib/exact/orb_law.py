"""The law of a whole Orb Respins game round, under the cap: bands, deviation and quantiles.

A game round is one of these, and its law the mixture of theirs:

- no Respins: the line win alone, by the full cycle;
- a Respins round that does not fill the board: the line win that goes with its modifier set,
  plus an independent round win, by its exact law (see `respins.law`) or as it was played;
- a full board: exactly the award.

Line wins are in line bets and round wins in tenths of the total bet; both are whole numbers of
a finer unit here. Played rounds are weighted by exp(b c), c the mean of the game round under
the cap given the round's win, with the b that gives c the mean that is known: bands then add up
to the total RTP, and what the mean explains of a band is not in its standard error.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, lcm, sqrt

import numpy as np
import numpy.typing as npt

from mathlib.core.errors import MathlibError
from mathlib.core.figures import ZERO, Figure
from mathlib.exact.orb_parts import LineWins, Part, exact_part, fixed_part, played_part
from mathlib.exact.orb_respins import OrbExact
from mathlib.exact.pig_wizard.bands import Band, edges
from mathlib.exact.respins.law import RoundLaw
from mathlib.game.fields import LATTICE
from mathlib.game.orb_respins import SETS

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class GameLaw:
    """Law of the win of a game round under the cap; amounts are in total bets.

    Figures are exact, or simulated where a modifier set has no exact law.

    Parameters
    ----------
    parts : tuple of Part
        The mixture; the weights of all parts add up to 1.
    unit : int
        Smallest steps of a win in one total bet.
    cap : int
        In tenths of the total bet.
    excess : mapping
        Modifier set to E[(line win + round win - cap)+] on rounds that do not fill the board.
    """

    parts: tuple[Part, ...]
    unit: int
    cap: int
    excess: Mapping[str, Figure]

    def at_least(self, win: float) -> Figure:
        """Return the chance that a game round wins at least so many total bets."""
        least = max(ceil(round(win * self.unit, 6)), 0)
        if least > self.cap * self.unit // LATTICE:
            return ZERO
        return sum((part.mean(least - 1, None)[0] for part in self.parts), start=ZERO)

    @property
    def mean(self) -> Figure:
        """Total RTP."""
        return sum((part.mean(-1, None)[1] for part in self.parts), start=ZERO)

    @cached_property
    def square(self) -> Figure:
        """Mean square of the win, in total bets squared."""
        return sum((part.square() for part in self.parts), start=ZERO)

    @property
    def sd(self) -> Figure:
        """Standard deviation of a game round."""
        mean, square = self.mean, self.square
        variance = max(square.value - mean.value**2, 0.0)
        error = square.error + (2 * mean.value * mean.error if mean.kind != "simulated" else 0.0)
        # Near 0 the root is not linear: there the error is the root of the square's.
        slope = 2 * sqrt(max(variance, error))
        return Figure(sqrt(variance), square.kind, error / slope if slope else 0.0)

    def bands(self) -> tuple[Band, ...]:
        """Return the law cut at 0, 1, 2, 5, 10, 20, 50, ... total bets, up to the cap.

        A win of exactly an edge is in the band below it; wins that reach the cap are in the last
        band. Chances add up to 1 and returns to the total RTP, both within their errors.
        """
        bounds = [-1, 0, *edges(self.cap), self.cap]
        return tuple(Band(low, high, *self._between(low, high)) for low, high in pairwise(bounds))

    def quantile(self, share: float) -> float:
        """Return the least win, in total bets, that this share of game rounds does not exceed.

        Raises
        ------
        MathlibError
            When the share is not between 0 and 1.
        """
        if not 0 < share < 1:
            raise MathlibError(f"a quantile needs a share above 0 and below 1, not {share}")
        low, high = -1, self.cap * self.unit // LATTICE
        while high - low > 1:
            middle = (low + high) // 2
            if self._above(middle) <= 1 - share:
                high = middle
            else:
                low = middle
        return high / self.unit

    def _above(self, level: int) -> float:
        """Return the chance of a win above so many units, below the cap."""
        return sum(part.sums(level)[0] for part in self.parts)

    def _between(self, low: int, high: int) -> tuple[Figure, Figure]:
        scale = self.unit // LATTICE
        above = low * scale if low >= 0 else -1
        end = None if high == self.cap else high * scale
        found = [part.mean(above, end) for part in self.parts]
        chances, returns = zip(*found, strict=True)
        return sum(chances, start=ZERO), sum(returns, start=ZERO)


def game_law(
    exact: OrbExact,
    laws: Mapping[str, RoundLaw],
    played: Mapping[str, Ints] | None = None,
    excess: Mapping[str, Figure] | None = None,
) -> GameLaw:
    """Put the law of a whole game round together.

    Parameters
    ----------
    exact : OrbExact
        The solved game.
    laws : mapping
        Modifier set to the exact law of its round.
    played : mapping
        Modifier set to round wins as played, in tenths of the total bet and uncapped, for sets
        without a law; a negative win is a round that filled the board.
    excess : mapping
        For the sets of ``played``: E[(line win + round win - cap)+] on rounds that do not fill
        the board, in total bets, as the evaluation has it.

    Returns
    -------
    GameLaw

    Raises
    ------
    MathlibError
        When a modifier set that can be reached has neither a law nor rounds with their excess.

    Examples
    --------
    >>> from mathlib.exact.orb_respins import solve
    >>> from mathlib.exact.respins.law import round_law
    >>> from mathlib.game.files import example
    >>> exact = solve(example("orb_respins"))
    >>> laws = {name: round_law(exact.game, name) for name in ("J", "M", "C")}
    >>> played = dict.fromkeys(("JM", "JC", "MC", "JMC"), np.arange(0, 500))
    >>> law = game_law(exact, laws, played, dict.fromkeys(played, ZERO))
    >>> len(law.bands()), law.quantile(0.5)
    (16, 0.0)
    """
    played, excess = played or {}, dict(excess or {})
    game = exact.game
    unit, cap = lcm(game.line_bets, LATTICE), game.cap
    parts = [fixed_part(LineWins.of(exact.idle_law, game.line_bets, unit), 1.0, 0, cap)]
    full = 0.0
    for name in SETS:
        trigger, one = float(exact.trigger[name]), exact.rounds[name]
        if not trigger:
            continue
        line_law = {win: float(p) for win, p in exact.line_law(name).items()}
        lines = LineWins.of(line_law, game.line_bets, unit)
        full += trigger * one.p_full
        if name in laws:
            excess[name] = laws[name].excess(line_law, game.line_bets)
            parts.append(exact_part(lines, trigger, laws[name]))
        elif name in played and name in excess:
            apart = 1 - one.p_full
            mean = one.mean_uncapped - one.full_part - excess[name].value
            mean = mean / apart + float(exact.line_mean(name))
            parts.append(played_part(lines, trigger * apart, played[name], cap, mean))
        else:
            raise MathlibError(
                f"the law of a game round needs the law of {name}, or rounds of it as played and "
                "what they win above the cap"
            )
    none = LineWins.of({0: 1.0}, game.line_bets, unit)
    parts.append(fixed_part(none, full, game.respins.full_board_award, cap))
    return GameLaw(tuple(parts), unit, cap, excess)
