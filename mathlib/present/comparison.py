"""Two versions of a game side by side, as JSON data and as text."""

from __future__ import annotations

from typing import Any

from mathlib.core.figures import Figure
from mathlib.design.change_groups import is_silent
from mathlib.design.compare import MAIN, POINTS, Comparison, Difference
from mathlib.game.change_places import ABSENT
from mathlib.game.changes import Change
from mathlib.game.files import digest
from mathlib.present.numbers import known
from mathlib.present.summary import figure_data
from mathlib.present.tables import add_up
from mathlib.present.text import aligned, number

PLACES = 6
"""Decimals of points and percentages, as `mathlib.present.text.breakdown` has them."""


def comparison_data(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as JSON data.

    Parameters
    ----------
    comparison : Comparison
        From `mathlib.design.compare.compare`.

    Returns
    -------
    dict
        ``before`` and ``after`` with names and digest; ``changes`` with path, words and values;
        ``costs`` with words, points and points by part; ``interaction`` and ``change`` in
        points; ``total``, ``parts`` and ``figures``, each with before, after, change and percent
        in their own units.

    Examples
    --------
    >>> from mathlib.design.compare import compare
    >>> from mathlib.game.files import example
    >>> game = example("pig_wizard")
    >>> data = comparison_data(compare(game, game))
    >>> data["changes"], data["change"]["points"]
    ([], 0.0)
    """
    places = {change.path: i for i, change in enumerate(comparison.changes)}
    return {
        "before": _named(comparison.before),
        "after": _named(comparison.after),
        "changes": [_change(change) for change in comparison.changes],
        "costs": [
            {
                "words": cost.words,
                "changes": sorted(places[change.path] for change in cost.changes),
                **_points(cost.total),
                "parts": {name: POINTS * moved.value for name, moved in cost.parts.items()},
            }
            for cost in comparison.costs
        ],
        "interaction": _points(comparison.interaction),
        "change": _points(comparison.change),
        "total": _difference(comparison.total),
        "parts": {name: _difference(part) for name, part in comparison.parts.items()},
        "figures": {name: _difference(figure) for name, figure in comparison.figures.items()},
    }


def comparison_text(comparison: Comparison) -> str:
    """Return a comparison as text: changed cells, their costs, parts and main figures.

    Examples
    --------
    >>> from mathlib.design.compare import compare
    >>> from mathlib.game.files import example
    >>> game = example("pig_wizard")
    >>> comparison_text(compare(game, game)).splitlines()[3]
    'no cell changed'
    """
    return "\n".join(
        [_heads(comparison), _cells(comparison), _parts(comparison), _figures(comparison)]
    )


def _heads(comparison: Comparison) -> str:
    lines = []
    for sign, game in (("-", comparison.before), ("+", comparison.after)):
        names = game.identification
        versions = f"version {names.version}, RTP {names.rtp_version}"
        lines.append(f"{sign} {names.title} ({names.code}, {versions}) {digest(game)}")
    return "\n".join(lines) + "\n"


def _cells(comparison: Comparison) -> str:
    if not comparison.changes:
        return "no cell changed\n"
    costs = comparison.costs
    figures = [*(cost.total for cost in costs), comparison.interaction]
    shown = add_up([POINTS * figure.value for figure in figures], PLACES)
    rows = [
        [cost.words, _signed(points), known(cost.total, POINTS)]
        for cost, points in zip(costs, shown, strict=False)
    ]
    if sum(not is_silent(cost.changes) for cost in costs) > 1:
        rows.append(["interaction", _signed(shown[-1]), known(figures[-1], POINTS)])
    rows.append(["all changes", _signed(sum(shown)), known(comparison.change, POINTS)])
    text = aligned(["changed", "points", "how known"], rows)
    together = [cost for cost in costs if len(cost.changes) > 1]
    for cost in together:
        text += f"\n{cost.words}\n" + "".join(f"  {change}\n" for change in cost.changes)
    return text


def _parts(comparison: Comparison) -> str:
    parts = comparison.parts
    before = add_up([POINTS * part.before.value for part in parts.values()], PLACES)
    after = add_up([POINTS * part.after.value for part in parts.values()], PLACES)
    rows = [
        [name, *_row(old, new), _percent(part)]
        for (name, part), old, new in zip(parts.items(), before, after, strict=True)
    ]
    rows.append(["total", *_row(sum(before), sum(after)), _percent(comparison.total)])
    return aligned(["RTP by part, % of bet", "before", "after", "points", "percent"], rows)


def _figures(comparison: Comparison) -> str:
    rows = [
        [name, number(d.before.value), number(d.after.value), _percent(d)]
        for name, d in comparison.figures.items()
        if name in MAIN
    ]
    return aligned(["quantity", "before", "after", "percent"], rows) if rows else ""


def _row(old: Any, new: Any) -> list[str]:
    return [f"{float(old):.{PLACES}f}", f"{float(new):.{PLACES}f}", _signed(new - old)]


def _percent(difference: Difference) -> str:
    percent = difference.percent
    return "" if percent is None else f"{percent:+.4f}" if percent else "0"


def _signed(points: Any) -> str:
    return f"{float(points):+.{PLACES}f}" if points else "0"


def _named(game: Any) -> dict[str, str]:
    names = game.identification
    return {
        "game": names.title,
        "code": names.code,
        "version": names.version,
        "rtp_version": names.rtp_version,
        "digest": digest(game),
    }


def _change(change: Change) -> dict[str, Any]:
    data: dict[str, Any] = {"path": list(change.path), "words": change.words}
    for key, value in (("before", change.before), ("after", change.after)):
        if value is not ABSENT:
            data[key] = value
    return data | ({"order_only": True} if change.is_order else {})


def _points(figure: Figure) -> dict[str, Any]:
    return {"points": POINTS * figure.value, "kind": figure.kind, "error": POINTS * figure.error}


def _difference(difference: Difference) -> dict[str, Any]:
    return {
        "before": figure_data(difference.before),
        "after": figure_data(difference.after),
        "change": figure_data(difference.change),
        "percent": difference.percent,
    }
