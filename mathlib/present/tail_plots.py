"""Plots of tails: the chance of winning at least so much, of playing more than so many spins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, NullFormatter

from mathlib.present.plots import COLOURS, new_axes, power_ticks

Tail = tuple[Sequence[float], Sequence[float]]
"""Wins in total bets, rising, and P(win at least that)."""


def plot_win_tails(tails: Mapping[str, Tail], *, cap: float | None, ax: Axes | None = None) -> Axes:
    """Draw the chance of winning at least so much, both axes logarithmic.

    Parameters
    ----------
    tails : mapping
        Name to its tail; one line each.
    cap : float or None
        Win cap in total bets, marked when given.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

    Examples
    --------
    >>> ax = plot_win_tails({"coin": ([0.1, 2.0], [0.5, 0.5])}, cap=None)
    >>> len(ax.lines)
    1
    """
    ax = ax or new_axes(8.4, 3.6)
    for i, (name, (wins, chances)) in enumerate(tails.items()):
        ax.step(wins, chances, where="pre", color=COLOURS[i], label=name, linewidth=1.3)
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_ylim(top=1.5)
    if cap is not None:
        ax.axvline(cap, color="#9aa5b1", linewidth=0.8)
        ax.annotate(
            "cap ",
            (cap, 1),
            va="top",
            ha="right",
            color="#5a6272",
            fontsize=8,
            annotation_clip=False,
        )
    ax.set_xlabel("win, total bets")
    ax.set_ylabel("P(win at least this)")
    ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,g}x"))
    ax.xaxis.set_minor_formatter(NullFormatter())
    power_ticks(ax.yaxis)
    if len(tails) > 1:
        ax.legend(frameon=False, fontsize=8.5, loc="lower left")
    ax.grid(alpha=0.25)
    return ax


def plot_spins(spins: Sequence[int], chances: Sequence[float], *, ax: Axes | None = None) -> Axes:
    """Draw the chance of playing more than so many spins.

    Parameters
    ----------
    spins : sequence of int
        Numbers of spins, rising.
    chances : sequence of float
        P(more than that), all above 0.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

    Examples
    --------
    >>> plot_spins([0, 6, 12], [1.0, 0.4, 0.2]).get_yscale()
    'log'
    """
    ax = ax or new_axes(8.4, 3.0)
    ax.step(spins, chances, where="post", color=COLOURS[0], linewidth=1.3)
    ax.set_yscale("log")
    power_ticks(ax.yaxis)
    ax.set_xlim(left=0)
    ax.set_xlabel("spins")
    ax.set_ylabel("P(more than this)")
    ax.grid(alpha=0.25)
    return ax
