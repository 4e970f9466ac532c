"""The gauge of the studio panel: the total RTP against its target, and how it is known."""

from __future__ import annotations

from html import escape
from math import ceil, cos, pi, sin

from mathlib.design.compare import POINTS
from mathlib.exact.evaluation import Evaluation
from mathlib.present.numbers import Z95, fixed, percent, plain

PLACES = 6
"""Decimals of the total and its parts, as the command line prints them."""
SPAN = 4
"""Points on each side of the target that the gauge covers."""
CLOSE = 0.005
"""Points within which a total counts as on target."""
RADIUS = 112
TEXT = {"#588b8b": "#2f6b6b", "#e0a030": "#8a5d00"}
"""Darker shades of light colours, for words."""
GREEN, AMBER, RED, RULE, SOFT = "#588b8b", "#e0a030", "#c8553d", "#d5d9e0", "#5a6272"


def total_text(evaluation: Evaluation | None) -> str:
    """Return the total RTP as it is printed.

    Examples
    --------
    >>> from mathlib.core.figures import Figure
    >>> from mathlib.game.files import example
    >>> total_text(Evaluation(example("orb_respins"), {"lines": Figure(0.92)}, {}))
    '92.000000 %'
    """
    return "\N{EM DASH}" if evaluation is None else percent(evaluation.total.value, PLACES)


def gauge(evaluation: Evaluation | None, target: float, *, known: bool = True) -> str:
    """Return the dial of the total against the target, with the distance in points.

    Parameters
    ----------
    evaluation : Evaluation or None
        None while nothing is known.
    target : float
        Wanted total RTP.
    known : bool
        Whether it is about the game shown; else it is set pale.
    """
    points = None if evaluation is None else POINTS * (evaluation.total.value - target)
    colour = SOFT if points is None else GREEN if abs(points) <= CLOSE else (
        AMBER if abs(points) <= 1 else RED
    )  # fmt: skip
    words = "the total is being computed" if points is None else distance(points, target)
    share = 0.0 if points is None else max(-1.0, min(1.0, points / SPAN))
    ticks = "".join(_tick(k / SPAN, POINTS * target + k) for k in range(-SPAN, SPAN + 1))
    needle = "" if points is None else _needle(share, colour)
    pale = "" if known else " mp-pale"
    bounded = evaluation is not None and evaluation.total.kind == "bounded"
    beside = f"\N{PLUS-MINUS SIGN} {bound(evaluation)} points" if bounded else ""
    return (
        f'<div class="mp-gauge{pale}"><svg viewBox="0 0 340 146" width="340" height="146" '
        f'role="img" aria-label="{escape(words)}">'
        f'<path d="{_arc(-1, 1)}" fill="none" stroke="{RULE}" stroke-width="13"/>'
        f'<path d="{_arc(min(0, share), max(0, share))}" fill="none" stroke="{colour}" '
        f'stroke-width="13"/>{ticks}{needle}</svg>'
        f'<div class="mp-total">{total_text(evaluation)}</div><div class="mp-bound">{beside}</div>'
        f'<div class="mp-distance" style="color:{TEXT.get(colour, colour)}">'
        f"{escape(words)}</div></div>"
    )


def bound(evaluation: Evaluation | None) -> str:
    """Return within how many points the exact total lies, as both are printed.

    It is rounded up, and holds what the rounding of the two printed totals may add.

    Examples
    --------
    >>> from mathlib.core.figures import Figure
    >>> from mathlib.game.files import example
    >>> parts = {"lines": Figure(0.92, "bounded", 0.00000312)}
    >>> bound(Evaluation(example("orb_respins"), parts, {}))
    '0.000313'
    """
    error = 0.0 if evaluation is None else POINTS * evaluation.total.error
    unit: int = 10**PLACES
    return fixed((ceil(error * unit) + 1) / unit, PLACES)


def distance(points: float, target: float) -> str:
    """Say how far a total is from its target.

    Examples
    --------
    >>> distance(0.41, 0.92), distance(0.0007, 0.92)
    ('0.4100 points above 92.00 %', 'on target: 0.000700 points above 92.00 %')
    """
    side = "above" if points > 0 else "below"
    near = abs(points) <= CLOSE
    text = f"{fixed(abs(points), PLACES if near else 4)} points {side} {_target(target)}"
    return f"on target: {text}" if near else text


def stage(evaluation: Evaluation | None, *, full: bool, busy: bool, doing: str = "") -> str:
    """Return the line that says how the total shown is known.

    Parameters
    ----------
    evaluation : Evaluation or None
        What is shown; None while nothing is known.
    full : bool
        Whether it is the full evaluation.
    busy : bool
        Whether the full evaluation is on its way.
    doing : str
        What else goes on, in words.
    """
    if evaluation is None:
        kind = "busy" if busy else "bound"
        text = "being computed: first full evaluation of this game" if busy else "not known"
    elif full:
        kind, text = "exact", _how(evaluation)
    else:
        kind = "busy" if busy else "bound"
        after = "; the exact figure is being computed" if busy else ""
        text = f"bounded: within {bound(evaluation)} points{after}"
    extra = f' <b class="mp-doing">{escape(doing)}</b>' if doing else ""
    return f'<div class="mp-stage mp-{kind}"><i></i><span>{escape(text)}</span>{extra}</div>'


def _how(evaluation: Evaluation) -> str:
    cap, total = evaluation.parts.get("cap"), evaluation.total
    if total.kind == "exact":
        error = plain(POINTS * total.error, 2)
        return "exact" if not total.error else f"exact, within {error} points"
    if cap is None or any(p.kind != "exact" for n, p in evaluation.parts.items() if n != "cap"):
        return f"{total.kind}, within {plain(POINTS * Z95 * total.error, 2)} points"
    error = plain(POINTS * (Z95 if cap.kind == "simulated" else 1) * cap.error, 2)
    return f"exact but for the cap ({cap.kind}, within {error} points)"


def _target(target: float) -> str:
    places = max(2, len(f"{POINTS * target:.6f}".rstrip("0").partition(".")[2]))
    return percent(target, places)


def _place(share: float, radius: float) -> tuple[float, float]:
    angle = pi / 2 * (1 - share)
    return 170 + radius * cos(angle), 136 - radius * sin(angle)


def _arc(low: float, high: float) -> str:
    (x1, y1), (x2, y2) = _place(low, RADIUS), _place(high, RADIUS)
    return f"M {x1:.2f} {y1:.2f} A {RADIUS} {RADIUS} 0 0 1 {x2:.2f} {y2:.2f}"


def _tick(share: float, value: float) -> str:
    (x1, y1), (x2, y2), (x, y) = (_place(share, r) for r in (RADIUS - 8, RADIUS + 8, RADIUS + 17))
    anchor = "middle" if abs(share) < 0.2 else "start" if share > 0 else "end"
    width = 2.5 if share == 0 else 1
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#1a1f2b" '
        f'stroke-width="{width}"/><text x="{x:.1f}" y="{y + 3:.1f}" font-size="10" '
        f'fill="{SOFT}" text-anchor="{anchor}">{value:g}</text>'
    )


def _needle(share: float, colour: str) -> str:
    (x1, y1), (x2, y2) = _place(share, RADIUS - 24), _place(share, RADIUS + 11)
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
        'stroke-width="4" stroke-linecap="round"/>'
    )
