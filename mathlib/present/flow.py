"""A flow chart of a game's states, drawn as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

BOX, GAP, HIGH = 132, 34, 40


def flow_chart(steps: Sequence[str], leaves: Mapping[int, str]) -> str:
    """Draw states from left to right, with exits downwards.

    Parameters
    ----------
    steps : sequence of str
        The states, in order.
    leaves : mapping
        Index of a state to the text of an exit from it.

    Returns
    -------
    str
        SVG text.

    Examples
    --------
    >>> flow_chart(["spin", "pay"], {}).count("<rect")
    2
    """
    width = len(steps) * (BOX + GAP) - GAP + 4
    height = 118 if leaves else 56
    out = [
        f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'xmlns="http://www.w3.org/2000/svg" font-family="DejaVu Sans, sans-serif" '
        'font-size="12" text-anchor="middle" fill="#1a1f2b">'
    ]
    for i, step in enumerate(steps):
        x = 2 + i * (BOX + GAP)
        out.append(
            f'<rect x="{x}" y="8" width="{BOX}" height="{HIGH}" rx="6" fill="#eef3f8" '
            f'stroke="#1f4e79"/><text x="{x + BOX / 2:g}" y="32">{escape(step)}</text>'
        )
        if i + 1 < len(steps):
            out.append(_arrow(x + BOX, 28, x + BOX + GAP, 28))
        if i in leaves:
            middle = x + BOX / 2
            out.append(_arrow(middle, 8 + HIGH, middle, 84))
            out.append(f'<text x="{middle:g}" y="102" fill="#5a6272">{escape(leaves[i])}</text>')
    return "".join(out) + "</svg>"


def _arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    if y1 == y2:
        head = f"{x2:g},{y2:g} {x2 - 7:g},{y2 - 4:g} {x2 - 7:g},{y2 + 4:g}"
    else:
        head = f"{x2:g},{y2:g} {x2 - 4:g},{y2 - 7:g} {x2 + 4:g},{y2 - 7:g}"
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="#1f4e79"/>'
        f'<polygon points="{head}" fill="#1f4e79"/>'
    )
