"""Orb Respins as played beside Orb Respins as solved: two readings of the same rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from scipy.stats import poisson

from mathlib.evaluation import evaluate
from mathlib.game import files
from mathlib.game.fields import LATTICE
from mathlib.game.orb_respins import SETS
from mathlib.play.simulate import simulate
from mathlib.play.tally import mean

SHIPPED = Path(__file__).parents[2] / "params" / "orb_respins.json"
Z = 4.5
"""Largest z-score of about 200 that are looked at together: passed by chance 999 times in 1000."""


@pytest.fixture(scope="module")
def example():
    game = files.example("orb_respins")
    return evaluate(game), simulate(game, 3_000_000, seed=31).tally


@pytest.fixture(scope="module")
def shipped():
    game = files.load(SHIPPED)
    # A coarse floor: what it leaves out is far below what a sample can see.
    return evaluate(game, floor=1e-10, rounds=1 << 14), simulate(game, 6_000_000, seed=32).tally


def z(count, chance, rounds):
    """Score of a count of independent rounds."""
    return (count - rounds * chance) / (rounds * chance * (1 - chance)) ** 0.5


def score(tally, name, value, per="rounds", unit=LATTICE):
    """Score of a mean; its error is that of the sample."""
    found = mean(tally, name, per, unit)
    return (found.value - value) / found.error if found.error else float(found.value != value)


@pytest.mark.parametrize("which", ["example", "shipped"])
def test_total_lines_and_trigger(which, request):
    theory, tally = request.getfixturevalue(which)
    rounds, figures = tally["rounds"], theory.figures
    won = mean(tally, "win")
    # The standard error is that of the theory, where there is one.
    assert abs(won.value - theory.total.value) < 3.5 * figures["sd"].value / rounds**0.5
    assert abs(score(tally, "line", figures["line_rtp"].value)) < Z
    shown = sum(tally[f"view.{view}.rounds"] for view in SETS)
    counts = {
        "line_hit_frequency": tally["line.hits"],
        "line_up_to_bet": tally["line.up_to_bet.rounds"],
        "any_win": tally["win.hits"],
        "orb_in_view": shown,
        "feature_frequency": sum(tally[f"set.{s}.rounds"] for s in SETS),
    }
    for name, count in counts.items():
        assert abs(z(count, figures[name].value, rounds)) < Z, name
    exact = theory.detail.exact
    for view in SETS:
        assert abs(z(tally[f"view.{view}.rounds"], float(exact.in_view[view]), rounds)) < Z, view
        chance = float(exact.trigger[view])
        assert abs(z(tally[f"set.{view}.rounds"], chance, rounds)) < Z, view
    for row in exact.lines.rows:
        hits = tally[f"line.{row.symbol}.{row.count}.hits"]
        expected = float(row.probability) * rounds * theory.game.line_bets
        # Lines share reels: several wins come together, at most one on each line.
        assert abs(hits - expected) < Z * (expected * theory.game.line_bets) ** 0.5 + 1, row


@pytest.mark.parametrize("which", ["example", "shipped"])
@pytest.mark.parametrize("modifiers", SETS)
def test_every_part_of_a_round(which, modifiers, request):
    theory, tally = request.getfixturevalue(which)
    at, one = f"set.{modifiers}", theory.sets[modifiers]
    per = f"{at}.rounds"
    rounds = tally[per]
    for part in ("money", "charge", "multiply"):
        assert abs(score(tally, f"{at}.{part}", one[part], per)) < Z, part
    assert abs(score(tally, f"{at}.respins", one["expected_respins"], per, 1)) < Z
    assert abs(score(tally, f"{at}.held", one["expected_money"], per, 1)) < Z
    for letter, expected in one["orbs"].items():
        assert abs(score(tally, f"{at}.orbs.{letter}", expected, per, 1)) < Z, letter
    for name, expected in one["jackpots"].items():
        hits = tally[f"{at}.jackpot.{name}.sum"]
        assert _possible(hits, expected * rounds), name
    assert _possible(tally[f"{at}.full.rounds"], one["p_full"] * rounds)
    line = float(theory.detail.exact.line_mean(modifiers))
    assert abs(score(tally, f"{at}.line", line, per)) < Z
    awards = theory.detail.exact.rounds[modifiers].awards
    for top in ("money", "multiplier", "charge"):
        assert _possible(tally[f"{at}.top.{top}.hits"], awards.get(top, 0.0) * rounds), top


def _possible(count, expected):
    """Whether a count of rare things fits, by Poisson and as rarely refused as by `Z`."""
    if expected == 0:
        return count == 0
    return min(poisson.cdf(count, expected), poisson.sf(count - 1, expected)) > 3e-6


def test_parts_add_up_to_the_last_tenth(example):
    _, tally = example
    sets = [f"set.{s}" for s in SETS]
    won = sum(
        tally[f"{s}.{part}.sum"]
        for s in sets
        for part in ("money", "charge", "multiply", "jackpots")
    )
    full = sum(tally[f"{s}.full.rounds"] for s in sets) * 400_000
    assert sum(tally[f"{s}.sum"] for s in sets) == won + full
    assert tally["win.sum"] == tally["line.sum"] + won + full - tally["cap.sum"]
    prizes = files.example("orb_respins").respins.jackpots.names
    for s in sets:
        assert tally[f"{s}.jackpots.sum"] == sum(
            jackpot.prize * tally[f"{s}.jackpot.{name}.sum"] for name, jackpot in prizes.items()
        )
