"""What every evaluation has, whichever game: parts that add up, named figures, aims."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mathlib.core.errors import ParameterError, Problem, shown
from mathlib.core.figures import ZERO, Figure
from mathlib.game.files import Game, digest
from mathlib.game.identification import Aim

Z90 = 1.645
"""Normal quantile of the volatility index: 90 % of results lie within that many deviations."""


@dataclass(frozen=True)
class AimCheck:
    """One aim of a design beside the figure reached; ``met`` takes the figure's value."""

    aim: Aim
    figure: Figure
    met: bool


@dataclass(frozen=True)
class Evaluation:
    """What a game is worth, in total bets per game round.

    Parameters
    ----------
    game : Game
        The game evaluated.
    parts : mapping
        Part of the RTP to its figure, in the order of the reconciliation; what the cap takes is
        negative. The parts add up to the total.
    figures : mapping
        Named quantities in their own units: rates, frequencies, "one in N" numbers, means. Aims
        refer to these names.
    sets : mapping
        Feature or modifier set to plain numbers about it, as the command line reports them.
    detail : object
        The game's own exact results, for those who show them.
    """

    game: Game
    parts: Mapping[str, Figure]
    figures: Mapping[str, Figure]
    sets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    detail: Any = None

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical parameter file."""
        return digest(self.game)

    @property
    def total(self) -> Figure:
        """Total RTP: the sum of the parts."""
        return sum(self.parts.values(), start=ZERO)

    def aims(self) -> tuple[AimCheck, ...]:
        """Compare the design's aims with the figures reached.

        Raises
        ------
        ParameterError
            When an aim names a quantity that this evaluation does not have.
        """
        checks = []
        for i, aim in enumerate(self.game.aims):
            if aim.quantity not in self.figures:
                near = difflib.get_close_matches(aim.quantity, self.figures, 1)
                remedy = f"Did you mean {near[0]}?" if near else "Correct the name."
                expected = "one of " + ", ".join(self.figures)
                place = f"aims.{i}.quantity"
                raise ParameterError([Problem(place, shown(aim.quantity), expected, remedy)])
            figure = self.figures[aim.quantity]
            low = aim.at_least is None or figure.value >= aim.at_least
            high = aim.at_most is None or figure.value <= aim.at_most
            checks.append(AimCheck(aim, figure, low and high))
        return tuple(checks)
