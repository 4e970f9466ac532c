"""The evaluation of Pig Wizard: parts that add up, and every named figure."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isfinite, sqrt
from typing import Any

from mathlib.core.figures import ZERO, Figure
from mathlib.exact.evaluation import Z90, Evaluation
from mathlib.exact.pig_wizard.capped import one_in
from mathlib.exact.pig_wizard.means import modifier_win
from mathlib.exact.pig_wizard.points import Bounded
from mathlib.exact.pig_wizard.solution import Basics, Solution, basics, solve
from mathlib.game.fields import LATTICE
from mathlib.game.pig_wizard import (
    CASH_ADD,
    LINE_WIN,
    MYSTIC_MONEY,
    NONE,
    WIZARD_SPINS,
    PigWizard,
)

Figures = dict[str, Figure]


def evaluate_pig(game: PigWizard) -> Evaluation:
    """Evaluate a game exactly.

    Parameters
    ----------
    game : PigWizard

    Returns
    -------
    Evaluation
        Its detail is a `Solution`. Frequencies named ``..._one_in`` are game rounds per event,
        infinite for what cannot come. Spins and wins of the bonus are those of a bonus that came,
        of one award or more; figures named ``award_...`` are per award. Modifiers count by their
        own weight, also when they win nothing; ``mean_win`` of a set is per event of its
        ``frequency``, before the cap.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> evaluation = evaluate_pig(example("pig_wizard"))
    >>> list(evaluation.parts)[:3], evaluation.total.error < 1e-9
    (['base lines', 'cash lock', 'cash add'], True)
    """
    solution = solve(game)
    parts = {name: Figure.rational(mean) for name, mean in solution.means.parts.items()}
    parts["cap"] = -solution.round.cost()
    total = sum(parts.values(), start=ZERO)
    figures = {
        **_rtps(parts, total),
        **_frequencies(solution),
        **_round(solution, total),
        **_features(solution),
        "cap_cost": -parts["cap"],
    }
    return Evaluation(game, parts, figures, _sets(game, solution), solution)


def quick_pig(game: PigWizard, near: Evaluation) -> Evaluation:
    """Evaluate what needs no law of the round's win.

    Parameters
    ----------
    game : PigWizard
    near : Evaluation
        Of a game close by, whose cost of the cap is taken over; its whole amount is in the error.

    Returns
    -------
    Evaluation
        All parts, and the figures that are rational; its detail is a `Basics`.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> game = example("pig_wizard")
    >>> full = evaluate_pig(game)
    >>> quick_pig(game, full).figures["base_lines"] == full.figures["base_lines"]
    True
    """
    known = basics(game)
    parts = {name: Figure.rational(mean) for name, mean in known.means.parts.items()}
    cap = near.parts["cap"]
    parts["cap"] = Figure(cap.value, "bounded", abs(cap.value) + cap.error)
    total = sum(parts.values(), start=ZERO)
    figures = {
        **_rtps(parts, total),
        **_frequencies(known),
        **_features(known),
        "cap_cost": -parts["cap"],
    }
    return Evaluation(game, parts, figures, _sets(game, known), known)


def _rtps(parts: Mapping[str, Figure], total: Figure) -> Figures:
    return {
        "total_rtp": total,
        "base_lines": parts["base lines"],
        "cash_lock_and_mystic": parts["cash lock"] + parts["mystic money"],
        "wizard_spins_rtp": parts["wizard spins lines"] + parts["wizard spins cash"],
        "modifiers_rtp": parts["cash add"] + parts["line win modifier"],
    }


def _chance(solution: Basics, *modifiers: str) -> Fraction:
    return sum((s.probability for s in solution.base if s.modifier in modifiers), Fraction(0))


def _frequencies(solution: Basics) -> Figures:
    routes = solution.routes
    chances = {
        "wizard_spins": routes.feature[WIZARD_SPINS],
        "mystic": routes.feature[MYSTIC_MONEY],
        "cash_lock": routes.cash_lock,
        "modifier": _chance(solution, CASH_ADD, LINE_WIN),
        "cash_add": _chance(solution, CASH_ADD),
        "line_win": _chance(solution, LINE_WIN),
        "wizard_in_view": routes.wizard,
        **{f"{ball}_ball": chance for ball, chance in routes.balls.items()},
        **{f"{route}_{outcome}": chance for (route, outcome), chance in routes.route.items()},
    }
    figures = {f"{name}_one_in": one_in(Figure.rational(p)) for name, p in chances.items()}
    figures["wizard_spins_frequency"] = Figure.rational(chances["wizard_spins"])
    lines = sum((s.probability * s.law.hit_frequency for s in solution.base), Fraction(0))
    figures["line_hit_frequency"] = figures["hit_frequency"] = Figure.rational(lines)
    figures["sd_line_win"] = _line_deviation(solution)
    return figures


def _line_deviation(solution: Basics) -> Figure:
    """Return the standard deviation of the line win of a base spin as played, in total bets."""
    first, second = (
        sum((state.probability * state.law.moment(n, 0) for state in solution.base), Fraction(0))
        for n in (1, 2)
    )
    sd = float(second - first**2) ** 0.5
    return Figure(sd, "exact", sd * 1e-15)


def _figure(found: Bounded) -> Figure:
    return Figure(found.value, "exact", found.error)


def _round(solution: Solution, total: Figure) -> Figures:
    capped, wizard = solution.round, solution.routes.wizard
    highest = capped.highest if capped.cap is None else min(capped.highest, capped.cap)
    cap = ZERO if capped.cap is None else capped.at_least(capped.cap)
    nothing = _figure(solution.wizard_nothing)
    sd = capped.sd(total)
    return {
        "some_win": Figure.rational(1) - _figure(solution.nothing),
        "win_up_to_bet": capped.between(1, LATTICE + 1),
        "disguised_loss": capped.between(1, LATTICE),
        "win_above_bet": capped.at_least(LATTICE + 1),
        "wizard_wins_nothing": nothing.times(1 / wizard) if wizard else ZERO,
        "sd": sd,
        "volatility_index": sd.times(Z90),
        "max_win": Figure.rational(Fraction(int(highest), LATTICE))
        if isfinite(highest)
        else Figure(highest),
        "cap_probability": cap,
        "cap_one_in": one_in(cap),
    }


def _features(solution: Basics) -> Figures:
    means, spins = solution.means, solution.spins
    exact = {
        "expected_spins": spins.mean,
        "bonus_mean": means.bonus.mean,
        "award_spins": spins.award.mean,
        "award_mean": means.award.mean,
        "bonus_spin_mean": means.spin.mean,
        "bonus_spin_lines": means.spin_lines,
        "bonus_spin_cash": means.spin_cash,
        "wizard_spins_awards": solution.routes.awards[WIZARD_SPINS],
        "mystic_mean": means.mystic.mean,
        "line_rtp_without_wizard": solution.lines["base"].rtp,
        "line_rtp_with_wizard": solution.lines["base with the Pig Wizard"].rtp,
        "line_rtp_wizard_spins": solution.lines["wizard spins"].rtp,
    }
    roots = {
        "spins_sd": sqrt(spins.variance),
        "bonus_sd": means.bonus.sd,
        "award_spins_sd": sqrt(spins.award.variance),
        "award_sd": means.award.sd,
        "bonus_spin_sd": means.spin.sd,
        "mystic_sd": means.mystic.sd,
    }
    rounding = 1e-15
    return {
        **{name: Figure.rational(value) for name, value in exact.items()},
        **{name: Figure(value, "exact", rounding * value) for name, value in roots.items()},
    }


def _sets(game: PigWizard, solution: Basics) -> dict[str, dict[str, Any]]:
    means, routes = solution.means, solution.routes
    parts = means.parts
    bonus = parts["wizard spins lines"] + parts["wizard spins cash"]
    plain = [s for s in solution.base if s.modifier == NONE and s.wizard]
    locked = sum((s.probability * (1 - s.law.landed.get(0, 0)) for s in plain), Fraction(0))
    return {
        "cash_lock": _set(parts["cash lock"], locked)
        | {"frequency_with_modifiers": float(routes.cash_lock)},
        "cash_add": _modifier(game, solution, CASH_ADD, "cash add"),
        "line_win": _modifier(game, solution, LINE_WIN, "line win modifier"),
        "mystic_money": _set(parts["mystic money"], routes.feature[MYSTIC_MONEY])
        | {
            "sd": means.mystic.sd,
            "prizes": float(sum(n * p for n, p in solution.mystic_counts.items())),
            "awards": float(routes.awards[MYSTIC_MONEY]),
        },
        "wizard_spins": _set(bonus, routes.feature[WIZARD_SPINS])
        | {
            "awards": float(routes.awards[WIZARD_SPINS]),
            "sd": means.bonus.sd,
            "spins": float(solution.spins.mean),
            "spins_sd": sqrt(solution.spins.variance),
            "mean_per_award": float(means.award.mean),
            "sd_per_award": means.award.sd,
            "spins_per_award": float(solution.spins.award.mean),
            "mean_per_spin": float(means.spin.mean),
            "sd_per_spin": means.spin.sd,
        },
    }


def _set(rtp: Fraction, frequency: Fraction) -> dict[str, float]:
    mean = rtp / frequency if frequency else Fraction(0)
    return {"frequency": float(frequency), "mean_win": float(mean), "rtp": float(rtp)}


def _modifier(game: PigWizard, solution: Basics, name: str, part: str) -> dict[str, float]:
    chance = _chance(solution, name)
    out = _set(solution.means.parts[part], chance)
    found = [s for s in solution.base if s.modifier == name]
    for key, of in (("lines", "mean_line"), ("landed", "mean_landed"), ("added", "mean_added")):
        mean = sum((s.probability * getattr(s.law, of) for s in found), Fraction(0))
        out[key] = float(mean / chance) if chance else 0.0
    for state in found:
        key = "mean_with_wizard" if state.wizard else "mean_without_wizard"
        out[key] = float(modifier_win(game, state))
    return out
