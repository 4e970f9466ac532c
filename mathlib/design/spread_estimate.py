"""The standard deviation of a game close to one that was evaluated in full.

A full evaluation takes seconds, a search looks at dozens of designs. So a search takes the shape
of each feature's win from the last full evaluation, and only its frequency and mean from the
design it looks at; what comes out is checked by a full evaluation, and searched again from there
where the two differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from mathlib.exact.evaluation import Z90, Evaluation

SPREAD = ("sd", "volatility_index")
"""Figures that are estimated."""


def with_spread(found: Mapping[str, float], near: Evaluation) -> dict[str, float]:
    """Return figures with the estimated deviation, where the evaluation close by has one.

    Parameters
    ----------
    found : mapping
        Figures that come at once, by the names of `named`.
    near : Evaluation
        Of a game close by.

    Examples
    --------
    At the game that was evaluated itself the estimate is exact.

    >>> from mathlib.design.figure_names import named
    >>> from mathlib.evaluation import evaluate, quick
    >>> from mathlib.game.files import example
    >>> game = example("pig_wizard")
    >>> full = evaluate(game)
    >>> now = with_spread(named(quick(game, full)), full)
    >>> abs(now["sd"] - full.figures["sd"].value) < 1e-12
    True
    """
    if "sd" not in near.figures or not near.sets:
        return dict(found)
    then = {f"sets.{s}.{k}": x for s, numbers in near.sets.items() for k, x in numbers.items()}
    then |= {name: figure.value for name, figure in near.figures.items()}
    square = then["sd"] ** 2 + then["total_rtp"] ** 2
    scaled = square * _second(found, then, near) / _second(then, then, near)
    sd = sqrt(max(scaled - found["total_rtp"] ** 2, 0.0))
    return {**found, "sd": sd, "volatility_index": Z90 * sd}


def _second(now: Mapping[str, float], then: Mapping[str, float], near: Evaluation) -> float:
    """Add up second moments of lines and features, with the shapes that they had then.

    A feature without a known deviation has the second moment of an exponential win.
    """
    lines = (then["sd_line_win"] ** 2 + _line_rtp(then) ** 2) / (_line_rtp(then) or 1.0)
    total = lines * _line_rtp(now)
    for name in near.sets:
        frequency, mean = now[f"sets.{name}.frequency"], now[f"sets.{name}.mean_win"]
        before = then[f"sets.{name}.mean_win"]
        spread = then.get(f"sets.{name}.sd", before)
        shape = 1 + (spread / before) ** 2 if before else 2.0
        total += frequency * mean**2 * shape
    return total


def _line_rtp(figures: Mapping[str, float]) -> float:
    return figures["line_rtp"] if "line_rtp" in figures else figures["base_lines"]
