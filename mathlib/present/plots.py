"""Plots: each draws one result on given or new axes; `svg` turns a figure into still text."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import FuncFormatter, NullFormatter, NullLocator

from mathlib.exact.cycle import CycleLaw
from mathlib.present.numbers import fixed

COLOURS = ("#1f4e79", "#c8553d", "#588b8b", "#e0a030", "#7a5c99", "#5a6272", "#9aa5b1", "#7d5a3c")
STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#5a6272",
    "svg.fonttype": "none",
    "svg.hashsalt": "mathlib",
}


def new_axes(width: float = 8.0, height: float = 3.0) -> Axes:
    """Return axes on a figure of its own that no window or list of figures holds on to.

    Examples
    --------
    >>> float(new_axes().figure.get_figwidth())
    8.0
    """
    with mpl.rc_context(STYLE):
        return Canvas(figsize=(width, height), layout="constrained").add_subplot()


def svg(ax: Axes) -> str:
    """Return the figure of some axes as SVG text, the same for the same drawing.

    Examples
    --------
    >>> svg(new_axes()).startswith("<svg ")
    True
    """
    text = io.StringIO()
    figure = ax.get_figure(root=True)
    if figure is None:
        raise ValueError("the axes stand on no figure")
    with mpl.rc_context(STYLE):
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None})
    drawn = text.getvalue()
    return drawn[drawn.index("<svg ") :]


def power_ticks(axis: Axis) -> None:
    """Label a logarithmic axis with powers of ten in plain text.

    Matplotlib's own labels are formulas, which take most of the time of a whole report's pictures.

    Examples
    --------
    >>> ax = new_axes()
    >>> ax.set_yscale("log")
    >>> power_ticks(ax.yaxis)
    >>> [ax.yaxis.get_major_formatter()(chance) for chance in (1, 0.1, 1e-12)]
    ['1', '0.1', '10⁻¹²']
    """
    raised = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

    def label(value: float, _: int | None = None) -> str:
        power = f"{round(math.log10(value))}" if value > 0 else ""
        return f"10{power.translate(raised)}" if power and not 1e-3 < value < 1e3 else f"{value:g}"

    axis.set_major_formatter(FuncFormatter(label))
    axis.set_minor_locator(NullLocator())


def plot_parts(parts: Mapping[str, float], *, ax: Axes | None = None) -> Axes:
    """Draw the parts of the RTP as one stacked bar; negative parts hang from the total's end.

    Parameters
    ----------
    parts : mapping
        Name to share of the bet.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = ax or new_axes(9.0, 1.9)
    left = 0.0
    total = sum(parts.values())
    for i, (name, value) in enumerate(parts.items()):
        width = 100 * value
        label = f"{name}  {fixed(width, 2)}"
        ax.barh(0, width, left=left, color=COLOURS[i % len(COLOURS)], label=label, height=0.7)
        left += width
    ax.axvline(100 * total, color="#1a1f2b", linewidth=1.2)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.set_xlim(0, max(100.0, left))
    ax.set_xlabel("% of the total bet")
    ax.legend(ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1.02), frameon=False, fontsize=8.5)
    return ax


def plot_line_law(law: CycleLaw, *, ax: Axes | None = None) -> Axes:
    """Draw the chance of winning at least so much on the lines, both axes logarithmic.

    Parameters
    ----------
    law : CycleLaw
        The full-cycle law.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = ax or new_axes(8.0, 3.4)
    wins, beyond, left = [], [], law.cycle
    for win, weight in law:
        if win:
            wins.append(win / law.line_bets)
            beyond.append(left / law.cycle)
        left -= weight
    ax.step([*wins, wins[-1] * 1.02], [*beyond, 0.0], where="pre", color=COLOURS[0])
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_ylim(min(beyond) / 3, 1)
    ax.axvline(1, color="#9aa5b1", linewidth=0.8)
    ax.text(1.04, 0.55, "stake", color="#5a6272", fontsize=8)
    ax.set_xlabel("line win, total bets")
    ax.set_ylabel("P(win at least this)")
    ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}x"))
    ax.xaxis.set_minor_formatter(NullFormatter())
    power_ticks(ax.yaxis)
    ax.grid(alpha=0.25)
    return ax


def plot_money_counts(laws: Mapping[str, Sequence[float]], *, ax: Axes | None = None) -> Axes:
    """Draw the law of the number of Money symbols at the end, one line per modifier set.

    Parameters
    ----------
    laws : mapping
        Name to chances of 0, 1, 2, ... symbols.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = ax or new_axes(8.0, 3.2)
    for i, (name, law) in enumerate(laws.items()):
        shown = [p if p > 0 else float("nan") for p in law]
        ax.plot(
            range(len(law)),
            shown,
            marker="o",
            markersize=2.5,
            linestyle=("-", "--", ":", "-.")[i % 4],
            linewidth=1.1,
            color=COLOURS[i % len(COLOURS)],
            label=name,
        )
    ax.set_yscale("log")
    power_ticks(ax.yaxis)
    ax.set_xlabel("Money symbols at the end")
    ax.set_ylabel("probability")
    ax.legend(ncols=len(laws), frameon=False, fontsize=8.5, loc="upper right")
    ax.grid(alpha=0.25)
    return ax


def chart_svg(
    lines: Sequence[Sequence[int]],
    rows: int,
    columns: int = 10,
    cell_marked: tuple[int, int] | None = None,
) -> str:
    """Draw a line chart as one small window per line.

    Parameters
    ----------
    lines : sequence
        Row per reel of each line.
    rows : int
        Height of the window.
    columns : int
        Windows side by side.
    cell_marked : (reel, row), optional
        A cell in another colour, where a line crosses it.

    Returns
    -------
    str
        SVG text.

    Examples
    --------
    >>> chart_svg([[0, 1]], rows=2).count("<rect")
    4
    """
    cell, gap = 11, 20
    reels = len(lines[0])
    wide, high = reels * cell + gap, rows * cell + gap + 4
    down = -(-len(lines) // columns)
    width, height = min(columns, len(lines)) * wide, down * high
    out = [
        f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'xmlns="http://www.w3.org/2000/svg" font-family="DejaVu Sans, sans-serif">'
    ]
    for i, line in enumerate(lines):
        x, y = i % columns * wide, i // columns * high + 12
        out.append(f'<text x="{x}" y="{y - 3}" font-size="9" fill="#5a6272">{i + 1}</text>')
        for reel in range(reels):
            for row in range(rows):
                on_line = COLOURS[1] if (reel, row) == cell_marked else COLOURS[0]
                fill = on_line if line[reel] == row else "#eceff3"
                out.append(
                    f'<rect x="{x + reel * cell}" y="{y + row * cell}" width="{cell - 1}" '
                    f'height="{cell - 1}" fill="{fill}"/>'
                )
    return "".join(out) + "</svg>"
