"""Orb Respins: the exact results and the cap's cost put together into one evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from mathlib.core.figures import ZERO, Figure
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.orb_respins import OrbExact
from mathlib.game.fields import LATTICE
from mathlib.game.orb_respins import SETS

SINGLES, PAIRS, ALL = SETS[:3], SETS[3:6], SETS[6]


def evaluation(exact: OrbExact, excess: Mapping[str, Figure]) -> Evaluation:
    """Put exact results and the cap's cost together.

    Parameters
    ----------
    exact : OrbExact
        The solved game.
    excess : mapping
        Modifier set to its mean win above the cap on rounds that do not fill the board.

    Returns
    -------
    Evaluation
        Parts: lines, money, charge, multiply, jackpots, full_board, cap.
    """
    excess = {name: excess.get(name, ZERO) for name in SETS}
    parts = _parts(exact, -cap_cost(exact, excess))
    sets = {name: _set_numbers(exact, name, excess[name]) for name in SETS}
    figures = {**rates(exact, parts), **_line_figures(exact)}
    return Evaluation(exact.game, parts, figures, sets, exact)


def quick_evaluation(exact: OrbExact, near: Evaluation) -> Evaluation:
    """Put together what is known without the full cycle and without playing a round.

    Parameters
    ----------
    exact : OrbExact
        The solved game.
    near : Evaluation
        Of a game close by, whose cost of the cap is taken over; its whole amount is in the error.

    Returns
    -------
    Evaluation
        All parts, but of the figures only those of `rates`.
    """
    cap = near.parts["cap"]
    taken = Figure(cap.value, "bounded", abs(cap.value) + cap.error)
    parts = _parts(exact, taken)
    sets = {}
    for name in SETS:
        before = near.sets[name]["cap_excess"]
        excess = Figure(before["value"], "bounded", abs(before["value"]) + before["error"])
        sets[name] = _set_numbers(exact, name, excess)
    return Evaluation(exact.game, parts, rates(exact, parts), sets, exact)


def _parts(exact: OrbExact, cap: Figure) -> dict[str, Figure]:
    return {
        "lines": Figure.rational(exact.lines.rtp),
        "money": _over_sets(exact, {s: exact.rounds[s].money for s in SETS}),
        "charge": _over_sets(exact, {s: exact.rounds[s].charge for s in SETS}),
        "multiply": _over_sets(exact, {s: exact.rounds[s].multiply for s in SETS}),
        "jackpots": _over_sets(exact, {s: exact.rounds[s].jackpot_part for s in SETS}),
        "full_board": _over_sets(exact, {s: exact.rounds[s].full_part for s in SETS}),
        "cap": cap,
    }


def cap_cost(exact: OrbExact, excess: Mapping[str, Figure]) -> Figure:
    """Return what the cap takes per game: wins above it, and line wins a full board forfeits."""
    cost = Figure.rational(exact.idle_excess)
    for name in SETS:
        chance = exact.trigger[name]
        if not chance:
            continue
        forfeited = exact.rounds[name].p_full * float(exact.line_mean(name))
        cost += (excess[name] + Figure(forfeited, "exact", forfeited * 1e-12)).times(chance)
    return cost


def award_odds(exact: OrbExact) -> dict[str, float]:
    """Return the chance per game of every advertised award, rarest last.

    Awards are shown, and paid unless the board fills: each jackpot, the greatest Money value,
    multiplier and charge, each modifier set, and the full board.
    """
    odds: dict[str, float] = {}
    for name in SETS:
        chance = float(exact.trigger[name])
        for award, p in exact.rounds[name].awards.items():
            odds[award] = odds.get(award, 0.0) + chance * p
        odds[f"respins {name}"] = chance
    odds["full board"] = sum(float(exact.trigger[s]) * exact.rounds[s].p_full for s in SETS)
    return dict(sorted(odds.items(), key=lambda item: -item[1]))


def _over_sets(exact: OrbExact, values: Mapping[str, float]) -> Figure:
    value = sum(float(exact.trigger[s]) * values[s] for s in SETS)
    error = 0.0
    for s in SETS:
        mean = exact.rounds[s].mean_uncapped
        share = values[s] / mean if mean else 0.0
        error += float(exact.trigger[s]) * exact.rounds[s].error * share
    return Figure(value, "exact", error)


def _set_numbers(exact: OrbExact, name: str, excess: Figure) -> dict[str, Any]:
    one = exact.rounds[name]
    return {
        "frequency": float(exact.trigger[name]),
        "one_in": float(1 / exact.trigger[name]) if exact.trigger[name] else None,
        "mean_win": one.mean_uncapped - excess.value,
        "mean_win_uncapped": one.mean_uncapped,
        "error": one.error,
        "cap_excess": {"value": excess.value, "kind": excess.kind, "error": excess.error},
        "expected_respins": one.expected_respins,
        "expected_money": one.expected_money,
        "orbs": dict(one.orbs),
        "p_full": one.p_full,
        "money": one.money,
        "charge": one.charge,
        "multiply": one.multiply,
        "jackpots": dict(one.jackpots),
        "jackpot_parts": dict(one.jackpot_parts),
        "full_board": one.full_part,
        "rtp": float(exact.trigger[name]) * (one.mean_uncapped - excess.value),
    }


def rates(exact: OrbExact, parts: Mapping[str, Figure]) -> dict[str, Figure]:
    """Return the figures that need neither the full cycle nor a law of a round's win.

    Parameters
    ----------
    exact : OrbExact
        The solved game.
    parts : mapping
        Part of the RTP to its figure.

    Returns
    -------
    dict
        Name to figure.
    """
    frequency = exact.respins_frequency
    feature = sum((parts[p] for p in parts if p not in ("lines", "cap")), start=ZERO)
    full = [exact.rounds[name].p_full for name in SETS]
    nothing = _pays_nothing(exact)
    means = {name: exact.rounds[name].mean_uncapped for name in SETS}
    rarest = min(award_odds(exact).values())
    total = sum(parts.values(), start=ZERO)
    figures = {
        "total_rtp": total,
        "house_edge": Figure.rational(1) - total,
        "line_rtp": Figure.rational(exact.lines.rtp),
        "respins_rtp": feature,
        "cap_cost": -parts["cap"],
        "orb_in_view": Figure.rational(sum(exact.in_view.values(), Fraction(0))),
        "feature_frequency": Figure.rational(frequency),
        "sets_reachable": Figure.rational(len(exact.reachable)),
        "p_full_least": Figure(min(full), "exact", min(full) * 1e-12),
        "p_full_most": Figure(max(full), "exact", max(full) * 1e-12),
        "p_round_pays_nothing": Figure(nothing, "bounded" if nothing else "exact", nothing),
        "all_over_pairs": _exact(means[ALL] / max(means[s] for s in PAIRS)),
        "pairs_over_singles": _exact(min(means[s] for s in PAIRS) / max(means[s] for s in SINGLES)),
        "rarest_award_one_in": _exact(1 / rarest if rarest else float("inf")),
        "full_board_chance": _exact(
            sum(float(exact.trigger[name]) * exact.rounds[name].p_full for name in SETS)
        ),
        "max_win": Figure.rational(Fraction(exact.game.cap, LATTICE)),
    }
    if frequency:
        figures["respins_one_in"] = Figure.rational(1 / frequency)
        figures["mean_respins_win"] = feature.times(1 / frequency)
    return figures


def _line_figures(exact: OrbExact) -> dict[str, Figure]:
    law = exact.law
    silent = sum(
        (exact.trigger[s] * exact.line_law(s).get(0, Fraction(0)) for s in exact.reachable),
        Fraction(0),
    )
    nothing = _pays_nothing(exact)
    return {
        "hit_frequency": Figure.rational(law.hit_frequency),
        "line_hit_frequency": Figure.rational(law.hit_frequency),
        "line_up_to_bet": Figure.rational(law.up_to_bet),
        "line_above_bet": Figure.rational(law.above_bet),
        "any_win": Figure(
            float(law.hit_frequency + silent), "bounded" if nothing else "exact", nothing
        ),
        "sd_line_win": Figure(law.sd, "exact", law.sd * 1e-15),
    }


def _pays_nothing(exact: OrbExact) -> float:
    """Return the most that the chance of a round that pays nothing can be, in any set.

    A round can pay nothing only when it ends without a single Money symbol.
    """
    return max(float(exact.rounds[name].final_money[0]) for name in SETS)


def _exact(value: float) -> Figure:
    return Figure(value, "exact", abs(value) * 1e-10)
