"""Pictures of the Respins rounds: the chain that is followed, and what each modifier adds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes

from mathlib.game.orb_respins import MONEY, OrbRespins
from mathlib.present.plots import COLOURS, new_axes

PARTS = ("money", "charge", "multiply", "jackpots", "full_board")
WIDE, HIGH, LEFT, TOP = 150, 74, 96, 34


def chain_chart(
    game: OrbRespins, modifiers: str, money: int | None = None, columns: int = 5
) -> str:
    """Draw the chain of a round: Money held from left to right, respins left from top to bottom.

    Parameters
    ----------
    game : OrbRespins
    modifiers : str
        The modifier set, such as "JM".
    money : int, optional
        Money symbols in the first column; without it, the fewest that a round starts with.
    columns : int
        Numbers of Money symbols drawn.

    Returns
    -------
    str
        SVG text. An arrow down is a respin in which nothing lands, with its chance; one to the
        right is one in which Money lands, which puts the counter back.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> chain_chart(example("orb_respins"), "M").count("<rect")
    15
    """
    rules = game.respins
    cells = game.reels * (rules.rows_with_jackpots if "J" in modifiers else rules.rows)
    first = min(rules.sets[modifiers].start) if money is None else money
    held = [n for n in range(first, first + columns) if n < cells]
    counter = rules.counter
    width, height = LEFT + len(held) * WIDE, TOP + (counter + 1) * HIGH
    out = [
        f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'xmlns="http://www.w3.org/2000/svg" font-family="DejaVu Sans, sans-serif" '
        'font-size="12" text-anchor="middle" fill="#1a1f2b">'
        '<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">'
        '<path d="M0,0 L8,4 L0,8 z" fill="#1f4e79"/></marker></defs>'
    ]
    for i, n in enumerate(held):
        x = LEFT + i * WIDE + 50
        out.append(f'<text x="{x}" y="18" font-weight="bold">{n} Money</text>')
        idle, lands = _chances(game, modifiers, n, cells)
        for step in range(counter):
            out.append(_box(x, TOP + step * HIGH, f"{counter - step} left"))
            out.append(_down(x, TOP + step * HIGH + 30, f"{100 * idle:.3g} %"))
        out.append(
            f'<text x="{x}" y="{TOP + counter * HIGH + 20}" fill="{COLOURS[1]}">end, pay</text>'
        )
        if i + 1 < len(held):
            out += [_right(x, TOP + step * HIGH + 15, TOP + 15) for step in range(counter)]
            out.append(
                f'<text x="{x + WIDE / 2:g}" y="{TOP - 2}" font-size="11" fill="#5a6272">'
                f"{100 * lands:.3g} %</text>"
            )
    names = "".join(
        f'<text x="{LEFT - 8}" y="{TOP + y}" text-anchor="end" font-size="11" fill="#5a6272">'
        f"{words}</text>"
        for y, words in ((20, "respins"), (HIGH + 46 - HIGH // 2, "nothing lands"))
    )
    return "".join(out) + names + "</svg>"


def _chances(game: OrbRespins, modifiers: str, held: int, cells: int) -> tuple[float, float]:
    """Return the chance that nothing lands in a respin, and that Money lands."""
    bands = game.respins.sets[modifiers].bands
    weights = next(band.weights for band in bands if held <= band.up_to)
    empty = cells - held
    none = float(weights.probability("blank")) ** empty
    return none, 1 - (1 - float(weights.probability(MONEY))) ** empty


def plot_modifiers(sets: Mapping[str, Mapping[str, Any]], *, ax: Axes | None = None) -> Axes:
    """Draw what a round of each set pays on average, by where it comes from.

    Parameters
    ----------
    sets : mapping
        Modifier set to its numbers, as an evaluation has them.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes

    Examples
    --------
    >>> numbers = {"money": 20.0, "charge": 5.0, "multiply": 0.0, "full_board": 0.1}
    >>> ax = plot_modifiers({"C": {**numbers, "jackpot_parts": {}}})
    >>> [round(float(bar.get_width()), 6) for bar in ax.patches]
    [20.0, 5.0, 0.0, 0.0, 0.1]
    """
    ax = ax or new_axes(8.4, 3.2)
    names = list(sets)
    ends = [0.0] * len(names)
    for i, part in enumerate(PARTS):
        widths = [_mean(sets[name], part) for name in names]
        ax.barh(
            names, widths, left=ends, color=COLOURS[i], label=part.replace("_", " "), height=0.66
        )
        ends = [end + width for end, width in zip(ends, widths, strict=True)]
    for row, end in enumerate(ends):
        ax.text(end, row, f"  {end:.4g}x", va="center", fontsize=8.5)
    ax.invert_yaxis()
    ax.set_xlim(0, 1.12 * max(ends, default=1.0) or 1.0)
    ax.set_xlabel("mean win of a round before the cap, total bets")
    ax.legend(
        ncols=len(PARTS), frameon=False, fontsize=8.5, loc="lower center", bbox_to_anchor=(0.5, 1)
    )
    return ax


def _mean(numbers: Mapping[str, Any], part: str) -> float:
    if part == "jackpots":
        return float(sum(numbers["jackpot_parts"].values()))
    return float(numbers[part])


def _box(x: int, y: int, words: str) -> str:
    return (
        f'<rect x="{x - 38}" y="{y}" width="76" height="30" rx="6" fill="#eef3f8" '
        f'stroke="#1f4e79"/><text x="{x}" y="{y + 19}">{words}</text>'
    )


def _down(x: int, y: int, words: str) -> str:
    return (
        f'<line x1="{x}" y1="{y}" x2="{x}" y2="{y + HIGH - 32}" stroke="#1f4e79" '
        f'marker-end="url(#tip)"/><text x="{x + 6}" y="{y + 26}" text-anchor="start" '
        f'font-size="11" fill="#5a6272">{words}</text>'
    )


def _right(x: int, y: int, top: int) -> str:
    """Draw an arrow to the counter's start in the next column."""
    end = x + WIDE - 40
    return (
        f'<path d="M{x + 38},{y} C{x + 80},{y} {end - 34},{top} {end},{top}" fill="none" '
        'stroke="#1f4e79" marker-end="url(#tip)"/>'
    )
