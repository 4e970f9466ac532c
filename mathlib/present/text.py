"""An evaluation as text for a terminal or a log: plain, aligned, no colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mathlib.core.figures import Figure
from mathlib.present.numbers import known
from mathlib.present.tables import add_up

SHOWN = (
    "frequency",
    "one_in",
    "mean_win",
    "sd",
    "median",
    "expected_respins",
    "expected_money",
    "p_full",
    "rtp",
)
"""Numbers of a set that the text shows, in order."""


def breakdown(data: Mapping[str, Any]) -> str:
    """Return a summary as text: parts, figures, sets and aims.

    Parameters
    ----------
    data : mapping
        From `mathlib.present.summary.summary`.

    Returns
    -------
    str
        Lines without trailing blanks, ending with a line break.

    Examples
    --------
    >>> figure = {"value": 0.6, "kind": "exact", "error": 0.0}
    >>> data = {"game": "G", "code": "g", "version": "1", "rtp_version": "92", "digest": "ab",
    ...     "parts": {"lines": 0.6}, "figures": {"parts.lines": figure, "total_rtp": figure},
    ...     "sets": {}, "aims": []}
    >>> print(breakdown(data).splitlines()[4])
    lines        60.000000  exact
    """
    figures = data["figures"]
    shown = add_up([100 * rtp for rtp in data["parts"].values()], 6)
    rows = [
        [name, f"{float(value):.6f}", _kind(figures[f"parts.{name}"], 100)]
        for name, value in zip(data["parts"], shown, strict=True)
    ]
    total = figures["total_rtp"]
    versions = f"version {data['version']}, RTP {data['rtp_version']}"
    blocks = [
        f"{data['game']} ({data['code']}, {versions})\nparameters {data['digest']}\n",
        aligned(
            ["RTP by part", "% of bet", "how known"],
            [*rows, ["total", f"{float(sum(shown)):.6f}", _kind(total, 100)]],
        ),
    ]
    named = {k: f for k, f in figures.items() if k != "total_rtp" and not k.startswith("parts.")}
    if named:
        table = [[k, number(f["value"]), _kind(f)] for k, f in named.items()]
        blocks.append(aligned(["quantity", "value", "how known"], table))
    if data["sets"]:
        blocks.append(_sets(data["sets"]))
    if data["aims"]:
        table = [
            [a["text"], number(a["value"]), _range(a), "met" if a["met"] else "NOT MET"]
            for a in data["aims"]
        ]
        blocks.append(aligned(["aim", "reached", "wanted", ""], table))
    return "\n".join(blocks)


def aligned(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in columns: numbers to the right, words to the left.

    Examples
    --------
    >>> print(aligned(["set", "mean"], [["J", "42.5"], ["JM", "7"]]), end="")
    set  mean
    J    42.5
    JM      7
    """
    table = [list(heads), *map(list, rows)]
    columns = list(zip(*table, strict=True))
    lines = []
    for row in table:
        cells = []
        for text, column in zip(row, columns, strict=True):
            width = max(map(len, column))
            right = any(map(_is_number, column[1:])) and all(
                _is_number(cell) for cell in column[1:] if cell
            )
            cells.append(text.rjust(width) if right else text.ljust(width))
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines) + "\n"


def number(value: float | None) -> str:
    """Return a number with at most eight significant digits; None is "never".

    Examples
    --------
    >>> number(0.35100000001), number(1.6e-7), number(40000)
    ('0.351', '1.6e-07', '40000')
    """
    return "never" if value is None else f"{value:.8g}"


def _kind(figure: Mapping[str, Any], unit: float = 1.0) -> str:
    if figure["value"] is None or figure["error"] is None:
        return str(figure["kind"])
    return known(Figure(figure["value"], figure["kind"], figure["error"]), unit)


def _range(aim: Mapping[str, Any]) -> str:
    low, high = aim["at_least"], aim["at_most"]
    if low is None:
        return f"at most {number(high)}"
    return f"at least {number(low)}" if high is None else f"{number(low)} to {number(high)}"


def _sets(sets: Mapping[str, Mapping[str, Any]]) -> str:
    """Show what all sets have of the numbers that fit on a line; the JSON has all of them."""
    heads = [key for key in SHOWN if all(numbers.get(key) is not None for numbers in sets.values())]
    rows = [[name, *(f"{numbers[key]:.6g}" for key in heads)] for name, numbers in sets.items()]
    return aligned(["set", *(head.replace("_", " ") for head in heads)], rows)


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", ""))
    except ValueError:
        return False
    return True
