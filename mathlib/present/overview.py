"""The summary of a sheet: the figures a reader looks for first, and how each is known."""

from __future__ import annotations

from collections.abc import Callable
from math import floor, isfinite, log10, sqrt

from mathlib.core.figures import Figure
from mathlib.evaluation import OrbDetail
from mathlib.exact.evaluation import Z90, Evaluation
from mathlib.game.fields import LATTICE
from mathlib.game.identification import Aim
from mathlib.present.blocks import Block, Table
from mathlib.present.cells import Cell, whole
from mathlib.present.numbers import amount, fixed, in_n, known, one_in, percent, plain
from mathlib.present.verdict import simulated_total
from mathlib.verdict import Verdict

GAMES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)


def summary_blocks(evaluation: Evaluation, verdict: Verdict | None = None) -> tuple[Block, ...]:
    """Return the figures a reader looks for first, and how each is known.

    Parameters
    ----------
    evaluation : Evaluation
    verdict : Verdict, optional
        Of a simulation: its total is shown beside the exact one.
    """
    figures = {**evaluation.figures, **_against_the_stake(evaluation)}
    total = evaluation.total
    rows = [
        ["Total RTP", percent(total.value).live("{total_rtp}"), known_total(evaluation)],
        *([simulated_total(verdict)] if verdict else []),
        ["House edge", percent(1 - total.value).live("1-{total_rtp}"), known_total(evaluation)],
    ]
    for name, title, kind in SUMMARY:
        if name in figures:
            figure = figures[name]
            if figure.kind == "bounded" and not isfinite(figure.value):
                rows.append([title, "too rare to tell", "a bound is in the award odds"])
                continue
            text = SHOWN[kind](figure.value)
            if name in DERIVED and isinstance(text, Cell):
                text = text.named(name) if name == "sd" else text.live(DERIVED[name])
            rows.append([title, text, known(figure, 100 if kind == "percent" else 1)])
    blocks: list[Block] = [Table(["Quantity", "Value", "How known"], rows)]
    if "sd" in figures:
        caption = "RTP of so many games, 90 % of the time (normal approximation, z = 1.645)"
        spans = [_span(total.value, figures["sd"].value, games) for games in GAMES]
        blocks.append(Table(["Games", "From", "To"], spans, caption=caption))
    checks = evaluation.aims()
    if checks:
        aims = [
            [
                check.aim.text,
                _shown(check.aim.quantity, check.figure.value),
                _range(check.aim),
                "met" if check.met else "NOT MET",
            ]
            for check in checks
        ]
        blocks.append(
            Table(["Aim of the design", "Reached", "Wanted", ""], aims, caption="Design profile")
        )
    return tuple(blocks)


def _against_the_stake(evaluation: Evaluation) -> dict[str, Figure]:
    """Return how often a round of Orb Respins, features included, wins more than the stake."""
    detail = evaluation.detail
    if not isinstance(detail, OrbDetail):
        return {}
    law = detail.law
    up_to = law.bands()[1].chance
    return {"win_above_bet": law.at_least(1 + 1 / law.unit), "win_up_to_bet": up_to}


def _span(total: float, sd: float, games: int) -> list[str]:
    """Return where the RTP of so many games lies 90 % of the time."""
    half = Z90 * sd / sqrt(games)
    off = f"{Z90}*{{sd}}/SQRT({{0}})"
    low = percent(max(total - half, 0.0), 2).live(f"MAX({{total_rtp}}-{off},0)")
    return [whole(games), low, percent(total + half, 2).live(f"{{total_rtp}}+{off}")]


def known_total(evaluation: Evaluation) -> str:
    """Say how the total RTP is known: a cap that is not exact does not hide exact parts."""
    others = [part for name, part in evaluation.parts.items() if name != "cap"]
    cap, total = evaluation.parts.get("cap"), evaluation.total
    if cap is not None and cap.kind != "exact" and all(p.kind == "exact" for p in others):
        return f"exact but for the cap ({known(total, 100)})"
    return known(total, 100)


def _share(value: float) -> str:
    """Show a share in percent; one too small for four decimals with the digits it has."""
    if value == 0 or abs(value) >= 1e-6:
        return percent(value)
    places = 1 - floor(log10(100 * abs(value)))
    return Cell(f"{plain(100 * value, 2)} %", value, f"0.{'0' * places}%")


def _shown(quantity: str, value: float) -> str:
    """Show a share of the bet or of spins in percent, anything else as it is."""
    titles = {name: kind for name, _, kind in SUMMARY}
    if titles.get(quantity) == "percent" or quantity == "total_rtp":
        return f"{plain(100 * value, 7)} %"
    return plain(value, 7)


def _range(aim: Aim) -> str:
    low, high = (
        None if limit is None else _shown(aim.quantity, limit)
        for limit in (aim.at_least, aim.at_most)
    )
    if low is not None and high is not None:
        return f"{low} to {high}"
    return f"at least {low}" if high is None else f"at most {high}"


DERIVED = {"sd": "", "volatility_index": f"{{sd}}*{Z90}"}
"""Figures that formulas of a workbook start from or lead to."""

SHOWN: dict[str, Callable[[float], str]] = {
    "percent": _share,
    "one_in": lambda x: in_n(x) if isfinite(x) else one_in(0),
    "chance": one_in,
    "x": lambda x: fixed(x, 4) + "x",
    "number": fixed,
    "most": lambda x: amount(round(x * LATTICE)) if isfinite(x) else "no limit",
}
"""How a figure of the summary is shown, by its kind."""

SUMMARY = (
    ("line_rtp", "Line RTP", "percent"),
    ("respins_rtp", "Respins RTP, before the cap", "percent"),
    ("base_lines", "Base line RTP", "percent"),
    ("cash_lock_and_mystic", "Cash Lock and Mystic Money RTP", "percent"),
    ("modifiers_rtp", "Modifiers RTP", "percent"),
    ("wizard_spins_rtp", "Wizard Spins RTP, before the cap", "percent"),
    ("cap_cost", "Cost of the cap", "percent"),
    ("any_win", "Hit frequency, any win", "percent"),
    ("some_win", "Hit frequency, any win", "percent"),
    ("win_above_bet", "Wins above the stake", "percent"),
    ("win_up_to_bet", "Wins of at most the stake (losses disguised as wins)", "percent"),
    ("disguised_loss", "Wins below the stake", "percent"),
    ("line_hit_frequency", "Line hit frequency", "percent"),
    ("line_above_bet", "Line wins above the stake", "percent"),
    ("line_up_to_bet", "Line wins of at most the stake (losses disguised as wins)", "percent"),
    ("orb_in_view", "Spins with an orb in view", "percent"),
    ("feature_frequency", "Respins frequency", "chance"),
    ("mean_respins_win", "Mean Respins win, before the cap", "x"),
    ("wizard_in_view_one_in", "Pig Wizard in view", "one_in"),
    ("wizard_wins_nothing", "Pig Wizard spins that win nothing", "percent"),
    ("modifier_one_in", "Modifier, Cash add or Line win", "one_in"),
    ("cash_lock_one_in", "Cash Lock, modifiers included", "one_in"),
    ("mystic_one_in", "Mystic Money frequency", "one_in"),
    ("mystic_mean", "Mean Mystic Money win", "x"),
    ("wizard_spins_one_in", "Wizard Spins frequency", "one_in"),
    ("bonus_mean", "Mean Wizard Spins win, before the cap", "x"),
    ("expected_spins", "Mean number of Wizard Spins in a bonus", "number"),
    ("max_win", "Maximum win", "most"),
    ("full_board_chance", "Odds of a full board, which pays the maximum win", "chance"),
    ("cap_one_in", "Odds of the maximum win", "one_in"),
    ("sd_line_win", "Standard deviation of the line win", "x"),
    ("sd", "Standard deviation per game, zeros included", "x"),
    ("volatility_index", "Volatility index (z = 1.645, 90 %)", "x"),
)
"""Figures of the summary, in order: name, title, and the way they are shown."""
