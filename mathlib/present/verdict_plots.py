"""Pictures of a verdict: all z-scores, and the running RTP inside its theoretical funnel."""

from __future__ import annotations

from math import sqrt

import numpy as np
from matplotlib.axes import Axes
from scipy.special import ndtri

from mathlib.play.trace import Trace
from mathlib.present.plots import COLOURS, new_axes
from mathlib.verdict import Verdict
from mathlib.verdict.result import LEVEL

GREY = "#5a6272"
SIGMAS = (1.96, 3.0)
"""Half widths of the funnel's bands in standard errors: 95 % and 99.7 %."""


def plot_scores(verdict: Verdict, *, ax: Axes | None = None) -> Axes:
    """Draw the z-score of every row in order, and where all rows together would be refused.

    Parameters
    ----------
    verdict : Verdict
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> from mathlib.play.simulate import simulate
    >>> from mathlib.verdict import verdict
    >>> game = example("pig_wizard")
    >>> found = verdict(evaluate(game), simulate(game, 20_000, seed=1))
    >>> plot_scores(found).get_ylabel()
    'z-score'
    """
    ax = ax or new_axes(9.0, 3.2)
    rows = [row for row in verdict.rows if row.z is not None]
    scores = [row.z or 0.0 for row in rows]
    for kind, colour, marker in (("theory", COLOURS[0], "o"), ("sample", COLOURS[3], "^")):
        own = [
            i for i, row in enumerate(rows) if (row.error_from == "theory") == (kind == "theory")
        ]
        ax.plot(own, [scores[i] for i in own], marker, color=colour, markersize=3.5,
                label=f"error from the {kind}", linestyle="none")  # fmt: skip
    limit = float(-ndtri(LEVEL / 2 / max(verdict.judged, 1)))
    for level, style in ((0.0, "-"), (limit, "--"), (-limit, "--")):
        ax.axhline(level, color=GREY, linewidth=0.8, linestyle=style)
    ax.axhspan(-1.96, 1.96, color=COLOURS[0], alpha=0.08, linewidth=0)
    for i, row in enumerate(rows):
        if row.differs:
            ax.annotate(row.part, (i, scores[i]), fontsize=7.5, color=COLOURS[1])
    most = max([limit, *map(abs, scores)])
    ax.set_ylim(-1.15 * most, 1.15 * most)
    ax.set_xlabel("figures, in the order of the table")
    ax.set_ylabel("z-score")
    ax.legend(frameon=False, fontsize=8, loc="upper left", ncols=2)
    return ax


def plot_running(trace: Trace, verdict: Verdict, *, ax: Axes | None = None) -> Axes:
    """Draw the running RTP, the exact value, and where it lies 95 % and 99.7 % of the time.

    Parameters
    ----------
    trace : Trace
        Of the simulation.
    verdict : Verdict
        On it; the width of the funnel is that of the theory.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = ax or new_axes(9.0, 3.4)
    total = verdict.total
    deviation = (total.error or 0.0) * sqrt(verdict.rounds)
    rounds = np.array(trace.rounds, dtype=np.float64)
    for sigmas, alpha in zip(SIGMAS, (0.22, 0.1), strict=True):
        half = 100 * sigmas * deviation / np.sqrt(rounds)
        ax.fill_between(rounds, 100 * total.exact - half, 100 * total.exact + half,
                        color=COLOURS[0], alpha=alpha, linewidth=0)  # fmt: skip
    ax.axhline(100 * total.exact, color=COLOURS[1], linewidth=1.0, label="theory")
    ax.plot(rounds, 100 * np.array(trace.rtp), color=COLOURS[0], linewidth=1.1, label="play",
            marker="." if len(rounds) < 40 else "")  # fmt: skip
    ax.set_xscale("log")
    ax.set_xlabel("rounds played")
    ax.set_ylabel("RTP, %")
    ax.legend(frameon=False, fontsize=8.5)
    return ax
