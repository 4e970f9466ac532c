"""The chart of the studio panel: one figure for the whole life of a panel, drawn to text."""

from __future__ import annotations

from typing import cast

from matplotlib.ticker import FuncFormatter, NullLocator

from mathlib.evaluation import OrbDetail
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.pig_wizard.bands import drawable
from mathlib.exact.pig_wizard.solution import Solution
from mathlib.game.fields import LATTICE
from mathlib.game.pig_wizard import PigWizard
from mathlib.present.numbers import one_in
from mathlib.present.orb_bands import tail
from mathlib.present.plots import new_axes, svg
from mathlib.present.tail_plots import Tail, plot_win_tails

KEPT = 15
"""Tails remembered besides the newest."""


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
        # A layout engine, minor ticks and powers set as formulas take most of a second to draw.
        figure = self._ax.get_figure(root=True)
        assert figure is not None
        figure.set_layout_engine("none")
        self._ax.set_position((0.115, 0.19, 0.87, 0.76))
        self._tails: dict[str, Tail] = {}

    def tail(self, evaluation: Evaluation) -> Tail:
        """Return the tail of a full evaluation, remembered: it may take a second to compute.

        It is asked for in the background, before the chart is drawn.
        """
        key = evaluation.digest
        if key not in self._tails:
            found = win_tail(evaluation)
            self._tails = {**dict(list(self._tails.items())[-KEPT:]), key: found}
        return self._tails[key]

    def draw(self, now: Evaluation, baseline: Evaluation | None) -> str:
        """Draw two full evaluations on the same figure, and return it as SVG."""
        self._ax.clear()
        tails = {}
        if baseline is not None and baseline.game != now.game:
            tails["baseline"] = self.tail(baseline)  # first, so that it lies behind
        tails["now"] = self.tail(now)
        plot_win_tails(tails, cap=_cap(now), ax=self._ax)
        self._ax.set_xlabel("win of a game round, total bets")
        self._ax.set_ylabel("")  # odds of ten digits leave no room, and words stand below
        for axis in (self._ax.xaxis, self._ax.yaxis):
            axis.set_minor_locator(NullLocator())
        self._ax.yaxis.set_major_formatter(FuncFormatter(lambda chance, _: one_in(chance)))
        return svg(self._ax)


def win_tail(evaluation: Evaluation) -> Tail:
    """Return wins of a game round in total bets, rising, and the chance of at least that.

    Parameters
    ----------
    evaluation : Evaluation
        A full one.
    """
    if isinstance(evaluation.game, PigWizard):
        return drawable(cast(Solution, evaluation.detail).laws.round)
    return tail(cast(OrbDetail, evaluation.detail).law)


def _cap(evaluation: Evaluation) -> float | None:
    cap = evaluation.game.cap
    return None if cap is None else cap / LATTICE
