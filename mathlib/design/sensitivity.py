"""What one step of a knob does to the total RTP, from quick evaluations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import floor, log10

from mathlib.core.errors import MathlibError
from mathlib.design.compare import POINTS, Quick
from mathlib.design.knobs import Knob, Number, knobs, with_values
from mathlib.evaluation import quick
from mathlib.exact.evaluation import Evaluation
from mathlib.game.files import Game

SHARE = 0.01
"""A step of a weight is about this share of it; one stop for a count of symbols."""


@dataclass(frozen=True)
class Effect:
    """What a step does.

    Parameters
    ----------
    knob : Knob
        At its present value.
    step : int or float
        Added to it.
    points : float
        Change of the total RTP in points.
    """

    knob: Knob
    step: Number
    points: float

    @property
    def words(self) -> str:
        """The step in words.

        Examples
        --------
        >>> from mathlib.design.knobs import knob
        >>> from mathlib.game.files import example
        >>> owl = knob(example("orb_respins"), "strips.0.count.owl")
        >>> Effect(owl, 1, 0.41).words
        '+1 owl on reel 1'
        """
        label = self.knob.label.removesuffix(": stops") if self.knob.kind == "count" else (
            self.knob.label.partition("; ")[0]
        )  # fmt: skip
        return f"{self.step:+,.6g} {label}"


def step_of(knob: Knob) -> Number:
    """Return a step that is worth looking at: one stop, or about a hundredth in round figures.

    Examples
    --------
    >>> from mathlib.design.knobs import knob
    >>> from mathlib.game.files import example
    >>> game = example("orb_respins")
    >>> [step_of(knob(game, name)) for name in ("strips.0.count.owl", "trigger.M.none")]
    [1, 2]
    """
    if knob.kind == "count":
        return 1
    if knob.kind == "tilt":
        return _round(SHARE * max(knob.most, -knob.least))
    return max(1, int(_round(SHARE * knob.value)))


def effects(
    game: Game,
    addresses: Iterable[str],
    near: Evaluation,
    *,
    found: Mapping[str, Knob] | None = None,
    alone: Quick = quick,
) -> Iterator[Effect]:
    """Evaluate a step of each knob, upwards or, where that is refused, downwards.

    Parameters
    ----------
    game : Game
    addresses : iterable of str
        Knobs; one that cannot be stepped either way is left out.
    near : Evaluation
        A full evaluation of a game close by, for the cost of the cap.
    found : mapping, optional
        All knobs of the game, where they are known already.
    alone : callable
        What evaluates a game at once.

    Yields
    ------
    Effect
        One after the other, so that whoever asked may stop in between.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> game = example("orb_respins")
    >>> [one] = effects(game, ["strips.0.count.owl"], evaluate(game))
    >>> one.words, round(one.points, 4)
    ('+1 owl on reel 1', -4.0562)
    """
    here = found or knobs(game)
    now = alone(game, near).total.value
    for address in addresses:
        knob = here[address]
        for step in (step_of(knob), -step_of(knob)):
            try:
                knob.check(knob.value + step)
                there = alone(with_values(game, {knob: knob.value + step}), near)
            except MathlibError:
                continue
            yield Effect(knob, step, POINTS * (there.total.value - now))
            break


def _round(value: float) -> float:
    """Return the greatest of 1, 2 or 5 times a power of ten that is not above a value."""
    if not value:
        return 0.0
    power = 10.0 ** floor(log10(value))
    return float(f"{max(k for k in (1, 2, 5) if k * power <= value * (1 + 1e-12)) * power:.6g}")
