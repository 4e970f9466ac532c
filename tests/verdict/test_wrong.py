"""A wrong evaluation disagrees with play, and the verdict names the part; one test per part."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import pytest

from mathlib.core.errors import MathlibError
from mathlib.evaluation import evaluate
from mathlib.game.files import example
from mathlib.game.orb_respins import SETS
from mathlib.play.simulate import simulate
from mathlib.verdict import verdict
from mathlib.verdict.result import claims
from tests.verdict.games import figure, judged, number, off, part, played

ORB_PARTS = {
    "lines": 1.02, "money": 1.05, "charge": 1.1, "multiply": 1.2, "jackpots": 1.1,
    "full_board": 1.05, "cap": 1.5,
}  # fmt: skip
"""Part of the RTP to the factor by which it is made wrong."""
ORB_FIGURES = {
    "line_hit_frequency": 1.01, "line_up_to_bet": 1.01, "line_above_bet": 1.02, "any_win": 1.01,
    "orb_in_view": 0.99, "feature_frequency": 1.02, "mean_respins_win": 1.05, "sd_line_win": 1.05,
    "sd": 1.1,
}  # fmt: skip
ORB_SETS = [
    *((name, "frequency", 1.1) for name in SETS),
    *((name, "mean_win_uncapped", 1.1) for name in SETS),
    *((name, "p_full", 1.3) for name in SETS),
    *((name, "money", 1.1) for name in SETS),
    *((name, "charge", 1.3) for name in SETS if "C" in name),
    *((name, "multiply", 1.8) for name in SETS if "M" in name),
    *((name, "expected_respins", 1.1) for name in SETS),
    *((name, "expected_money", 1.1) for name in SETS),
    *((name, f"orbs.{letter}", 1.1) for name in SETS for letter in name),
    *((name, "jackpots.mini", 1.15) for name in SETS if "J" in name),
    ("J", "jackpots.minor", 1.1),
    ("J", "jackpots.major", 1.3),
    ("J", "cap_excess.value", 2.5),
    ("M", "sd", 1.3),
]
NAMES = {"mean_win_uncapped": "mean_win", "cap_excess.value": "cap"}
PIG_PARTS = {
    "base lines": 1.05, "cash lock": 1.06, "cash add": 1.03, "line win modifier": 1.06,
    "mystic money": 1.04, "wizard spins lines": 1.05, "wizard spins cash": 1.06, "cap": 1.08,
}  # fmt: skip
PIG_FIGURES = {
    "cash_lock_and_mystic": 1.1, "modifiers_rtp": 1.03, "wizard_spins_rtp": 1.05,
    "line_hit_frequency": 1.01, "some_win": 1.01, "win_up_to_bet": 1.03, "disguised_loss": 1.03,
    "win_above_bet": 1.01, "wizard_wins_nothing": 1.1, "sd": 1.02, "sd_line_win": 1.06,
    "expected_spins": 1.05, "spins_sd": 1.1, "award_spins": 1.05, "award_spins_sd": 1.1,
    "bonus_mean": 1.05, "award_mean": 1.05, "bonus_spin_mean": 1.02, "bonus_spin_lines": 1.03,
    "bonus_spin_cash": 1.02, "wizard_spins_awards": 1.04, "mystic_mean": 1.04,
    "line_rtp_without_wizard": 1.1, "line_rtp_with_wizard": 1.05, "line_rtp_wizard_spins": 1.03,
}  # fmt: skip
PIG_RATES = (
    "wizard_spins", "mystic", "cash_lock", "modifier", "cash_add", "line_win", "wizard_in_view",
    "left_ball", "right_ball", "left_grow", "left_mystic_money", "left_wizard_spins",
    "right_grow", "right_mystic_money", "right_wizard_spins", "locked_mystic_money",
    "locked_wizard_spins", "cap",
)  # fmt: skip
PIG_SETS = [
    ("cash_add", "mean_win", 1.03), ("cash_add", "lines", 1.05), ("cash_add", "landed", 1.03),
    ("cash_add", "added", 1.02), ("line_win", "mean_win", 1.06), ("line_win", "lines", 1.05),
    ("line_win", "landed", 1.05),
]  # fmt: skip


def names(found, name):
    assert found.outcome == "disagrees"
    assert name in found.differing
    assert found[name].p < 1e-5
    # The line names it, or says how many more there are than it names.
    assert found.line.startswith("disagrees in ")
    assert name in found.line or "more" in found.line


@pytest.mark.parametrize("kind", ["orb", "pig"])
def test_the_right_evaluation_is_not_refused(kind):
    found = judged(kind, lambda evaluation: evaluation)
    assert found.differing == ()
    assert found.outcome == "not enough rounds"
    assert found.judged > 100


@pytest.mark.parametrize("name", ORB_PARTS)
def test_part_of_orb_respins(name):
    names(judged("orb", part(name, ORB_PARTS[name])), name)


@pytest.mark.parametrize("name", ORB_FIGURES)
def test_figure_of_orb_respins(name):
    names(judged("orb", figure(name, ORB_FIGURES[name])), name)


@pytest.mark.parametrize(("name", "key", "factor"), ORB_SETS)
def test_number_of_a_modifier_set(name, key, factor):
    what = NAMES.get(key, key.replace("orbs.", "orbs ").replace("jackpots.", "jackpot "))
    found = judged("orb", number(name, key, factor))
    names(found, f"set {name}: {what}")
    # No other set is blamed.
    others = [part for part in found.differing if part.startswith("set ")]
    assert all(part.startswith(f"set {name}:") for part in others)


def with_exact(change):
    """Return a change of the exact results that an evaluation of Orb Respins rests on."""

    def changed(evaluation):
        exact = copy(evaluation.detail.exact)
        change(exact)
        return replace(evaluation, detail=replace(evaluation.detail, exact=exact))

    return changed


@pytest.mark.parametrize("row", [0, 2, 3])
def test_line_win_of_orb_respins(row):
    lines = played("orb")[0].detail.exact.lines
    one = lines.rows[row]
    wrong = replace(one, hits=one.hits * 6 // 5, probability=off(one.probability, 1.2))
    table = replace(lines, rows=(*lines.rows[:row], wrong, *lines.rows[row + 1 :]))
    found = judged("orb", with_exact(lambda exact: exact.__dict__.update(lines=table)))
    assert found.differing == (f"line {one.symbol} x {one.count}",)


@pytest.mark.parametrize("view", SETS)
def test_orbs_in_view(view):
    in_view = played("orb")[0].detail.exact.in_view
    wrong = {**in_view, view: off(in_view[view], 1.05)}
    found = judged("orb", with_exact(lambda exact: exact.__dict__.update(in_view=wrong)))
    assert found.differing == (f"orbs {view} in view",)


@pytest.mark.parametrize(
    ("name", "award"), [("J", "mini"), ("J", "grand"), ("M", "multiplier"), ("JC", "charge")]
)
def test_odds_of_an_award(name, award):
    exact = played("orb")[0].detail.exact
    one = exact.rounds[name]
    factor = 3 if award == "grand" else 1.3
    wrong = replace(one, awards={**one.awards, award: one.awards[award] * factor})
    rounds = {**exact.rounds, name: wrong}
    found = judged("orb", lambda e: replace(e, detail=replace(
        e.detail, exact=replace(e.detail.exact, rounds=rounds))))  # fmt: skip
    kinds = {"multiplier": "top multiplier", "charge": "top charge"}
    assert found.differing == (f"set {name}: {kinds.get(award, f'jackpot {award} at least once')}",)


@pytest.mark.parametrize("name", PIG_PARTS)
def test_part_of_pig_wizard(name):
    names(judged("pig", part(name, PIG_PARTS[name])), name)


@pytest.mark.parametrize("name", PIG_FIGURES)
def test_figure_of_pig_wizard(name):
    names(judged("pig", figure(name, PIG_FIGURES[name])), name)


@pytest.mark.parametrize("name", PIG_RATES)
def test_frequency_of_pig_wizard(name):
    names(judged("pig", figure(f"{name}_one_in", 0.93)), f"{name} frequency")


@pytest.mark.parametrize(("name", "key", "factor"), PIG_SETS)
def test_number_of_a_modifier(name, key, factor):
    names(judged("pig", number(name, key, factor)), f"{name}: {key}")


@pytest.mark.parametrize("table", ["base", "base with the Pig Wizard", "wizard spins"])
def test_line_win_of_pig_wizard(table):
    solution = played("pig")[0].detail
    lines = solution.lines[table]
    one = lines.rows[-1]
    wrong = replace(lines, rows=(*lines.rows[:-1], replace(one, probability=one.probability * 2)))
    detail = replace(solution, lines={**solution.lines, table: wrong})
    found = judged("pig", lambda e: replace(e, detail=detail))
    assert found.differing == (f"line {one.symbol} x {one.count}, {table}",)


DERIVED = {
    # Sums, differences and multiples of what is compared, and odds as "1 in N" of chances.
    "total_rtp", "house_edge", "line_rtp", "respins_rtp", "cap_cost", "hit_frequency",
    "volatility_index", "full_board_chance", "p_full_least", "p_full_most", "all_over_pairs",
    "pairs_over_singles", "respins_one_in", "rarest_award_one_in", "base_lines",
    "wizard_spins_frequency", "cap_probability",
    # What no run shows: limits.
    "sets_reachable", "p_round_pays_nothing", "max_win",
}  # fmt: skip


@pytest.mark.parametrize("kind", ["orb", "pig"])
def test_no_figure_of_an_evaluation_is_left_out(kind):
    """Every part and figure is compared, or is known to follow from what is."""
    evaluation, _ = played(kind)
    before = {claim.part: claim.exact for claim in claims(evaluation)}
    assert len(before) == len(list(claims(evaluation))), "names are told apart"
    for name in evaluation.parts:
        assert name in before
    for name in set(evaluation.figures) - DERIVED:
        after = claims(figure(name, 1.01)(evaluation))
        assert any(claim.exact != before[claim.part] for claim in after), name


def test_a_simulation_of_another_game_is_refused():
    with pytest.raises(MathlibError, match="another game"):
        verdict(evaluate(example("pig_wizard")), simulate(example("orb_respins"), 1000, seed=1))
