"""The chart of the studio panel: one figure for the whole life of a panel, drawn to text."""

from __future__ import annotations

from itertools import accumulate
from typing import cast

from mathlib.evaluation import OrbDetail
from mathlib.exact.cycle import CycleLaw
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.pig_wizard.bands import drawable
from mathlib.exact.pig_wizard.solution import Solution
from mathlib.game.fields import LATTICE
from mathlib.game.pig_wizard import PigWizard
from mathlib.present.plots import new_axes, svg
from mathlib.present.tail_plots import Tail, plot_win_tails

MOST = 400
"""Points of a line at most: more are not seen, and make the picture heavy."""


class WinChart:
    """The chance of winning at least so much, now and in the baseline, on logarithmic axes.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> found = evaluate(example("pig_wizard"))
    >>> WinChart().draw(found, found).startswith("<svg ")
    True
    """

    def __init__(self) -> None:
        self._ax = new_axes(11.4, 2.7)

    def draw(self, now: Evaluation, baseline: Evaluation | None) -> str:
        """Draw two full evaluations on the same figure, and return it as SVG."""
        self._ax.clear()
        tails = {"now": win_tail(now)}
        if baseline is not None and baseline.game != now.game:
            tails["baseline"] = win_tail(baseline)
        plot_win_tails(tails, cap=_cap(now), ax=self._ax)
        self._ax.set_xlabel(f"{win_words(now)}, total bets")
        return svg(self._ax)


def win_words(evaluation: Evaluation) -> str:
    """Say which win the distribution is about."""
    return "win of a game round" if isinstance(evaluation.game, PigWizard) else "line win"


def win_tail(evaluation: Evaluation) -> Tail:
    """Return wins in total bets, rising, and the exact chance of winning at least that.

    Parameters
    ----------
    evaluation : Evaluation
        A full one: of Pig Wizard the whole round, of Orb Respins the lines of a game.
    """
    if isinstance(evaluation.game, PigWizard):
        return drawable(cast(Solution, evaluation.detail).laws.round)
    return line_tail(cast(OrbDetail, evaluation.detail).exact.law)


def line_tail(law: CycleLaw) -> Tail:
    """Return the tail of a line win, thinned to what can be seen."""
    weights = {win: weight for win, weight in law if win}
    wins = list(weights)
    beyond = list(accumulate(reversed(weights.values())))[::-1]
    ratio, last, kept = (wins[-1] / wins[0]) ** (1 / MOST) if wins else 1.0, 0.0, []
    for i, win in enumerate(wins):
        if win >= last * ratio or i == len(wins) - 1:
            kept.append(i)
            last = win
    return (
        [wins[i] / law.line_bets for i in kept],
        [beyond[i] / law.cycle for i in kept],
    )


def _cap(evaluation: Evaluation) -> float | None:
    cap = evaluation.game.cap
    return cap / LATTICE if cap is not None and isinstance(evaluation.game, PigWizard) else None
