"""Tables and bars of the studio panel, as HTML. No widgets here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from math import isfinite

from mathlib.core.figures import Figure
from mathlib.design.compare import POINTS, Comparison
from mathlib.design.sensitivity import Effect
from mathlib.exact.evaluation import Evaluation
from mathlib.present.numbers import MINUS, Z95, fixed, one_in, percent, plain
from mathlib.present.panel_gauge import PLACES, RED
from mathlib.present.par_sheet import label
from mathlib.present.plots import COLOURS
from mathlib.present.tables import add_up

Shown = Callable[[float], str]
KEYS: tuple[tuple[str, tuple[str, ...], Shown], ...] = (
    ("Hit frequency", ("any_win", "some_win"), lambda x: percent(x, 3)),
    ("Line hit frequency", ("line_hit_frequency",), lambda x: percent(x, 3)),
    ("Feature frequency", ("feature_frequency", "wizard_spins_frequency"), one_in),
    ("Mean feature win", ("mean_respins_win", "bonus_mean"), lambda x: f"{fixed(x, 3)}x"),
    ("Volatility index", ("volatility_index",), lambda x: fixed(x, 3)),
    ("Standard deviation", ("sd",), lambda x: f"{fixed(x, 3)}x"),
    ("Odds of the top win", ("full_board_chance", "cap_probability"), one_in),
)
"""Key figures: title, names in either game, and how they are shown."""


def parts_bar(now: Evaluation | None, baseline: Evaluation | None, *, known: bool = True) -> str:
    """Return the parts as a stacked bar, the baseline's behind it, with a legend of numbers."""
    if now is None:
        return '<div class="mp-parts mp-empty">the parts of the RTP are being computed</div>'
    base = baseline.parts if baseline is not None else now.parts
    names = list(now.parts)
    totals = [sum(part.value for part in parts.values()) for parts in (now.parts, base)]
    scale = 358 / max(1.0, *totals)
    bars = _bar(base, names, scale, 2, 34, 0.28) + _bar(now.parts, names, scale, 9, 20, 1)
    mark = 1 + scale * totals[0]
    shown = add_up([POINTS * now.parts[name].value for name in names], PLACES)
    rows = "".join(
        f'<tr><td><i style="background:{COLOURS[i % len(COLOURS)]}"></i>{escape(label(name))}</td>'
        f'<td class="n">{fixed(value, PLACES)}</td>'
        f'<td class="n">{moved(now.parts[name], base.get(name))}</td></tr>'
        for i, (name, value) in enumerate(zip(names, shown, strict=True))
    )
    pale = "" if known else " mp-pale"
    return (
        f'<div class="mp-parts{pale}"><svg viewBox="0 0 360 38" width="100%" height="38" '
        'preserveAspectRatio="none" role="img" aria-label="parts of the RTP, baseline behind">'
        f'{bars}<line x1="{mark:.2f}" x2="{mark:.2f}" y1="0" y2="38" stroke="#1a1f2b"/></svg>'
        "<table><thead><tr><th>part of the RTP</th>"
        '<th class="n">% of bet</th><th class="n">\N{GREEK CAPITAL LETTER DELTA} baseline</th>'
        f"</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def key_figures(
    evaluation: Evaluation | None, last: Evaluation | None, baseline: Evaluation | None
) -> str:
    """Return the key figures; those not yet known are the last ones known, set pale."""
    rows = []
    for title, names, show in KEYS:
        figure, stale = _first(evaluation, names), False
        if figure is None:
            figure, stale = _first(last, names), True
        if figure is None and last is not None:
            continue  # a figure that this game does not have
        base = _first(baseline, names)
        value = "\N{EM DASH}" if figure is None else _finite(figure, show)
        note = "" if figure is None or figure.kind != "simulated" else (
            f' <small>\N{PLUS-MINUS SIGN}{plain(Z95 * figure.error, 2)}</small>'
        )  # fmt: skip
        before = "\N{EM DASH}" if base is None else _finite(base, show)
        pale = ' class="mp-pale"' if stale else ""
        rows.append(
            f'<tr><td>{title}</td><td class="n"><span{pale}>{value}{note}</span></td>'
            f'<td class="n mp-soft">{before}</td></tr>'
        )
    return (
        '<div class="mp-keys"><table><thead><tr><th>key figures</th><th class="n">now</th>'
        f'<th class="n">baseline</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    )


def effects_table(found: Sequence[Effect], words: str) -> str:
    """Return the sensitivity table, the greatest effects first."""
    ranked = sorted(found, key=lambda one: -abs(one.points))
    top = max((abs(one.points) for one in ranked), default=0.0) or 1.0
    rows = "".join(
        f'<tr><td>{escape(one.words)}</td><td class="n">{signed(one.points, 4)} points</td><td>'
        f'<i class="mp-bar-of" style="width:{110 * abs(one.points) / top:.0f}px;'
        f'background:{COLOURS[0] if one.points >= 0 else RED}"></i></td></tr>'
        for one in ranked
    )
    return (
        f'<div class="mp-scroll"><p class="mp-soft">{escape(words)}</p><table>{rows}</table></div>'
    )


def comparison_table(found: Comparison, names: tuple[str, str]) -> str:
    """Return two versions side by side: what changed, what it cost, what it did to each part."""
    costs = "".join(
        f'<tr><td>{escape(cost.words)}</td><td class="n">'
        f"{signed(POINTS * cost.total.value, 4)}</td></tr>"
        for cost in found.costs
    ) or '<tr><td colspan="2">no cell changed</td></tr>'  # fmt: skip
    parts = "".join(
        f'<tr><td>{escape(label(name))}</td><td class="n">'
        f'{fixed(POINTS * part.before.value, 4)}</td><td class="n">'
        f'{fixed(POINTS * part.after.value, 4)}</td><td class="n">'
        f"{signed(POINTS * part.change.value, 4)}</td></tr>"
        for name, part in {**found.parts, "total": found.total}.items()
    )
    one, two = map(escape, names)
    return (
        f'<div class="mp-scroll mp-two"><table><thead><tr><th>changed from {one} to {two}</th>'
        f'<th class="n">points, alone</th></tr></thead>{costs}</table>'
        f'<table><thead><tr><th>part</th><th class="n">{one}</th><th class="n">{two}</th>'
        f'<th class="n">points</th></tr></thead>{parts}</table></div>'
    )


def lines(texts: Sequence[str], current: int | None = None) -> str:
    """Return texts as lines, one of them marked."""
    items = "".join(
        f"<li{' class=mp-now' if i == current else ''}>{escape(text)}</li>"
        for i, text in enumerate(texts)
    )
    return f'<div class="mp-scroll"><ol>{items}</ol></div>'


def moved(figure: Figure, base: Figure | None) -> str:
    """Return the change of a part in points; nothing where it did not move."""
    change = POINTS * (figure.value - (base.value if base is not None else 0.0))
    return "" if abs(change) < 5e-5 else signed(change, 4)


def signed(value: float, places: int) -> str:
    """Return a number with its sign.

    Examples
    --------
    >>> signed(0.41, 2), signed(-0.41, 2), signed(1e-9, 2)
    ('+0.41', '\N{MINUS SIGN}0.41', '0.00')
    """
    text = f"{fixed(value, places)}"
    return text if text.startswith(MINUS) or not float(text.replace(",", "")) else f"+{text}"


def _first(evaluation: Evaluation | None, names: Sequence[str]) -> Figure | None:
    figures = {} if evaluation is None else evaluation.figures
    return next((figures[name] for name in names if name in figures), None)


def _finite(figure: Figure, show: Shown) -> str:
    return escape(show(figure.value)) if isfinite(figure.value) else "never"


def _bar(
    parts: Mapping[str, Figure],
    names: Sequence[str],
    scale: float,
    y: int,
    high: int,
    opacity: float,
) -> str:
    left, out = 1.0, []
    for i, name in enumerate(names):
        width = scale * parts[name].value if name in parts else 0.0
        x, wide = (left, width) if width >= 0 else (left + width, -width)
        out.append(
            f'<rect x="{x:.2f}" y="{y}" width="{wide:.2f}" height="{high}" '
            f'fill="{COLOURS[i % len(COLOURS)]}" opacity="{opacity}"/>'
        )
        left += width
    return "".join(out)
