"""The shipped Orb Respins game meets its profile, and its notebook finds it again."""

from __future__ import annotations

from pathlib import Path

import pytest

from mathlib.evaluation import evaluate
from mathlib.game import files
from mathlib.game.orb_respins import ORBS, SETS
from mathlib.run.runner import run_notebook

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "params" / "orb_respins.json"


@pytest.fixture(scope="module")
def evaluation():
    return evaluate(files.load(SHIPPED))


def test_every_row_of_the_profile_is_met(evaluation):
    # The profile the default game was commissioned to, row by row.
    figures, sets = evaluation.figures, evaluation.sets
    assert abs(evaluation.total.value - 0.92) <= 5e-5
    assert 0.60 <= figures["line_rtp"].value <= 0.64
    assert 0.33 <= figures["line_hit_frequency"].value <= 0.37
    assert 0.40 <= figures["orb_in_view"].value <= 0.45
    assert 150 <= figures["respins_one_in"].value <= 170
    assert all(sets[name]["frequency"] > 0 for name in SETS)
    assert 44 <= figures["mean_respins_win"].value <= 52
    assert 0.28 <= figures["respins_rtp"].value <= 0.32
    mean = {name: sets[name]["mean_win"] for name in SETS}
    assert mean["JMC"] == max(mean.values())
    assert max(mean[s] for s in "JMC") < min(mean[s] for s in ("JM", "JC", "MC"))
    assert all(1.6e-6 <= sets[name]["p_full"] <= 6.6e-6 for name in SETS)
    assert figures["p_round_pays_nothing"].value == 0
    assert figures["rarest_award_one_in"].value <= 1e8


def test_the_file_states_the_same_aims_and_meets_them(evaluation):
    checks = evaluation.aims()
    assert len(checks) == 14
    assert all(check.met for check in checks)


def test_bounds_are_as_small_as_promised(evaluation):
    for name in SETS:
        one = evaluation.sets[name]
        assert one["error"] <= 1e-9 * one["mean_win_uncapped"]
    assert evaluation.total.error < 5e-6


def test_strips_are_as_wanted():
    game = files.load(SHIPPED)
    for strip in game.strips:
        assert 60 <= len(strip.symbols) <= 110
        for window in strip.windows(game.rows):
            assert all(window.count(orb) <= 1 for orb in ORBS.values())
    for name in SETS:
        money = [band.weights.probability("money") for band in game.respins.sets[name].bands]
        assert money == sorted(money, reverse=True)


def test_the_notebook_finds_the_shipped_file_again(tmp_path):
    run = run_notebook(
        ROOT / "notebooks" / "91_default_orb_respins.ipynb",
        tmp_path / "found.ipynb",
        {"shipped": str(SHIPPED), "save_to": ""},
    )
    assert run.result["same"] is True
    assert run.result["aims_met"] is True
    assert run.result["total_rtp"] == evaluate(files.load(SHIPPED)).total.value
