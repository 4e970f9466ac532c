"""What tuning asks for relative to a game, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from mathlib.design.dials import Goal, Number, in_words
from mathlib.design.game_problem import GameProblem, near_of
from mathlib.design.solver import Design
from mathlib.design.spread_estimate import SPREAD
from mathlib.evaluation import evaluate
from mathlib.exact.evaluation import Evaluation
from mathlib.game.files import Game


@dataclass(frozen=True)
class Hold:
    """Keep a figure near what it is.

    Parameters
    ----------
    quantity : str
    within : float
        Half the width of the range around the game's own figure.
    relative : bool
        Whether it is a share of that figure.
    """

    quantity: str
    within: float
    relative: bool = False

    def goal(self, figures: Mapping[str, float]) -> Goal:
        """Return the range around the figure that a game has."""
        value = figures[self.quantity]
        return Goal.near(self.quantity, value, self.within * (abs(value) if self.relative else 1.0))


@dataclass(frozen=True)
class Move:
    """One knob that was turned.

    Parameters
    ----------
    address, label : str
    before, after : int or float
        Its values; a tilt begins at 0.
    words : str
        What that means: a relative change, or the mean of a tilted table.
    """

    address: str
    label: str
    before: Number
    after: Number
    words: str

    def __str__(self) -> str:
        return f"{self.label}: {self.before:.10g} -> {self.after:.10g} ({self.words})"


@dataclass(frozen=True)
class Tuned:
    """A tuned game.

    Parameters
    ----------
    game : Game
        With integer weights; all figures are those of these weights.
    before : Game
        What it was tuned from.
    met : bool
        Whether it meets all goals.
    goals : tuple of Goal
        The target first.
    figures : mapping
        Named figures of the tuned game: what `quick` knows, and whatever the goals ask for.
    moved : tuple of Move
        The knobs that were turned, in file order.
    below, above : Design or None
        Where whole symbols alone did not do: the nearest on both sides.
    words : tuple of str
        What was found on the way.
    floor : float
        How far chains were followed for the figures; see `quick`.
    """

    game: Game
    before: Game
    met: bool
    goals: tuple[Goal, ...]
    figures: Mapping[str, float]
    moved: tuple[Move, ...]
    below: Design | None
    above: Design | None
    words: tuple[str, ...]
    floor: float

    @cached_property
    def evaluation(self) -> Evaluation:
        """The full evaluation of the tuned game; computed when asked for."""
        return evaluate(self.game)

    @cached_property
    def figures_before(self) -> Mapping[str, float]:
        """The same figures of the game that it was tuned from."""
        asked = [goal.quantity for goal in self.goals]
        near = near_of(self.before, self.floor, full=any(name in SPREAD for name in asked))
        return GameProblem(self.before, (), near, self.floor).figures({}, asked, rough=False)

    @property
    def explanation(self) -> str:
        """What was asked, what moved and what came of it, line by line."""
        lines = list(self.words)
        for goal in self.goals:
            name = goal.quantity
            old, new = (in_words(name, x[name]) for x in (self.figures_before, self.figures))
            state = "met" if goal.met(self.figures[name]) else "MISSED"
            lines.append(f"{state}: {goal}; it was {old} and is {new}.")
        lines += [f"moved: {move}" for move in self.moved] or ["Nothing was moved."]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.explanation
