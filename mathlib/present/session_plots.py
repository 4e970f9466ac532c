"""Plots of sessions: where balances end, how long they last, and how they spread on the way."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter

from mathlib.play.session_result import Sessions
from mathlib.present.numbers import Z95
from mathlib.present.plots import COLOURS, new_axes

NAVY, RED, TEAL, GOLD = COLOURS[:4]
INK, SOFT = "#1a1f2b", "#5a6272"
BINS = 48
SIZE = (5.6, 3.1)


def plot_end_balances(sessions: Sessions, *, ax: Axes | None = None) -> Axes:
    """Draw how many sessions end with which balance; the few best stand in the last bar.

    Parameters
    ----------
    sessions : Sessions
        What was played.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = ax or new_axes(*SIZE)
    pounds = sessions.end / 100
    top = max(float(np.quantile(pounds, 0.99)), sessions.plan.bankroll / 100) * 1.02
    counts, edges = np.histogram(np.minimum(pounds, top), BINS, (0.0, top))
    shares = 100 * counts / sessions.count
    ahead = edges[:-1] >= sessions.plan.bankroll / 100
    colours = np.where(ahead, TEAL, NAVY)
    ax.bar(edges[:-1], shares, np.diff(edges), align="edge", color=colours.tolist())
    ax.axvline(sessions.plan.bankroll / 100, color=INK, linewidth=1.1)
    ax.text(
        sessions.plan.bankroll / 100, 1.01, "bankroll", transform=ax.get_xaxis_transform(),
        color=SOFT, fontsize=8, ha="center", va="bottom",
    )  # fmt: skip
    best = 100 * float((pounds >= top).mean())
    ax.set_xlabel(f"balance at the end; the last bar holds all from £{top:,.0f} on ({best:.1f} %)")
    ax.set_ylabel("% of sessions")
    _pounds(ax)
    return ax


def plot_balance_fan(sessions: Sessions, *, ax: Axes | None = None) -> Axes:
    """Draw quantiles of the balance on the way: the middle half, and 90 %."""
    ax = ax or new_axes(*SIZE)
    low, quarter, middle, three, high = sessions.fan() / 100
    plays = sessions.marks
    ax.fill_between(plays, low, high, color=NAVY, alpha=0.13, linewidth=0, label="5 % to 95 %")
    ax.fill_between(plays, quarter, three, color=NAVY, alpha=0.28, linewidth=0, label="middle half")
    ax.plot(plays, middle, color=NAVY, linewidth=1.6, label="median")
    ax.plot(plays, sessions.paths.mean(axis=1) / 100, color=RED, linewidth=1.2, label="mean")
    ax.axhline(sessions.plan.bankroll / 100, color=INK, linewidth=0.7)
    ax.set_xlabel("plays")
    ax.set_ylabel("balance")
    ax.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"£{y:,.0f}"))
    _ends(ax, sessions)
    _legend(ax, 4)
    return ax


def plot_survival(sessions: Sessions, *, ax: Axes | None = None) -> Axes:
    """Draw the share of sessions that make at least so many plays, with 95 % bands."""
    ax = ax or new_axes(*SIZE)
    _band(ax, sessions, [(f.value, f.error) for f in sessions.going], NAVY, "make so many plays")
    ax.set_ylim(0, 103)
    _legend(ax, 1)
    return ax


def plot_ahead(sessions: Sessions, *, ax: Axes | None = None) -> Axes:
    """Draw the share of sessions that are ahead after so many plays, with 95 % bands."""
    ax = ax or new_axes(*SIZE)
    ahead = [(figure.value, figure.error) for figure in sessions.ahead]
    ahead[0] = 0.0, 0.0  # Nobody is ahead before the first play: that is known.
    _band(ax, sessions, ahead, TEAL, "ahead of the bankroll")
    ax.set_ylim(0, None)
    _legend(ax, 1)
    return ax


def _band(
    ax: Axes, sessions: Sessions, curve: list[tuple[float, float]], colour: str, label: str
) -> None:
    values, errors = 100 * np.array(curve).T
    low, high = np.clip([values - Z95 * errors, values + Z95 * errors], 0, 100)
    ax.fill_between(sessions.marks, low, high, color=colour, alpha=0.22, linewidth=0)
    ax.plot(sessions.marks, values, color=colour, linewidth=1.6, label=label)
    ax.set_xlabel("plays")
    ax.set_ylabel("% of sessions")
    _ends(ax, sessions)


def _ends(ax: Axes, sessions: Sessions) -> None:
    ax.set_xlim(0, int(sessions.marks[-1]))
    ax.grid(alpha=0.25)


def _legend(ax: Axes, columns: int) -> None:
    ax.legend(
        frameon=False, fontsize=8, ncols=columns, loc="lower left", bbox_to_anchor=(0, 1.0),
        borderaxespad=0.2, handlelength=1.4, columnspacing=1.2,
    )  # fmt: skip


def _pounds(ax: Axes) -> None:
    ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"£{x:,.0f}"))
