"""An evaluation as plain data: what the command line prints and the reports carry."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from mathlib.core.figures import Figure
from mathlib.exact.evaluation import Evaluation

NAMED = {
    "hit_frequency": ("hit_frequency",),
    "line_hit_frequency": ("line_hit_frequency",),
    "any_win_frequency": ("any_win", "some_win"),
    "feature_frequency": ("feature_frequency", "wizard_spins_frequency"),
    "sd_line_win": ("sd_line_win",),
}
"""Keys that stand at the top level as plain numbers, and the figures they show: the first that
the game has. Both games mean the same by them; the feature is Respins or Wizard Spins."""


def summary(evaluation: Evaluation) -> dict[str, Any]:
    """Return an evaluation as JSON data.

    Parameters
    ----------
    evaluation : Evaluation
        Of any game.

    Returns
    -------
    dict
        ``game``, ``kind``, ``code``, ``version``, ``rtp_version``, ``digest``; ``total_rtp`` and
        ``parts`` (name to RTP) as plain numbers; ``line_rtp`` as ratio and value, ``cap_cost`` as
        value, kind and error; the figures of `NAMED`; ``sets`` (set to plain numbers); ``aims``
        with ``met``; and under ``figures`` every named figure and part with its kind, its error
        and, where it is rational, its ratio. A quantity that a game does not have is left out.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from mathlib.game.files import example
    >>> game = example("orb_respins")
    >>> lines = Figure.rational(Fraction(3, 5))
    >>> data = summary(Evaluation(game, {"lines": lines}, {"total_rtp": lines}))
    >>> data["total_rtp"], data["line_rtp"]
    (0.6, {'ratio': '3/5', 'value': 0.6})
    """
    names = evaluation.game.identification
    figures, parts = evaluation.figures, evaluation.parts
    data: dict[str, Any] = {
        "game": names.title,
        "kind": evaluation.game.kind,
        "code": names.code,
        "version": names.version,
        "rtp_version": names.rtp_version,
        "digest": evaluation.digest,
        "total_rtp": evaluation.total.value,
        "parts": {name: figure.value for name, figure in parts.items()},
    }
    lines = figures.get("line_rtp") or figures.get("base_lines") or parts.get("lines")
    if lines is not None:
        data["line_rtp"] = _ratio(lines) | {"value": lines.value}
    for key, candidates in NAMED.items():
        found = [figures[name].value for name in candidates if name in figures]
        if found:
            data[key] = found[0]
    cap = figures.get("cap_cost") or (-parts["cap"] if "cap" in parts else None)
    if cap is not None:
        data["cap_cost"] = figure_data(cap)
    data["sets"] = {name: plain(numbers) for name, numbers in evaluation.sets.items()}
    data["aims"] = [
        {
            "quantity": check.aim.quantity,
            "text": check.aim.text,
            "at_least": check.aim.at_least,
            "at_most": check.aim.at_most,
            "value": _finite(check.figure.value),
            "met": check.met,
        }
        for check in evaluation.aims()
    ]
    data["figures"] = {
        "total_rtp": figure_data(evaluation.total),
        **{f"parts.{name}": figure_data(figure) for name, figure in parts.items()},
        **{name: figure_data(figure) for name, figure in figures.items() if name != "total_rtp"},
    }
    return data


def figure_data(figure: Figure) -> dict[str, Any]:
    """Return a figure as JSON data.

    Examples
    --------
    >>> from fractions import Fraction
    >>> figure_data(Figure.rational(Fraction(1, 4)))
    {'value': 0.25, 'kind': 'exact', 'error': 0.0, 'ratio': '1/4'}
    """
    head = {"value": _finite(figure.value), "kind": figure.kind, "error": _finite(figure.error)}
    return head | _ratio(figure)


def plain(value: Any) -> Any:
    """Return numbers, figures, mappings and sequences as JSON data.

    Examples
    --------
    >>> from fractions import Fraction
    >>> plain({"chance": Fraction(1, 8), "prizes": (1, 2)})
    {'chance': 0.125, 'prizes': [1, 2]}
    """
    if isinstance(value, Figure):
        return figure_data(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if value is None or isinstance(value, str | bool | int):
        return value
    return _finite(float(value))


def _finite(value: float) -> float | None:
    """Return None for what JSON cannot hold: the odds of what never happens."""
    return value if isfinite(value) else None


def _ratio(figure: Figure) -> dict[str, str]:
    if figure.ratio is None:
        return {}
    return {"ratio": f"{figure.ratio.numerator}/{figure.ratio.denominator}"}
