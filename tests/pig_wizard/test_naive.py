"""The simulator of Pig Wizard against itself, and against tiny games enumerated."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from mathlib.game.files import example
from mathlib.game.pig_wizard import LAND, PigWizard
from tests.pig_wizard.compare import disagreements, expected_columns, histogram_chance
from tests.pig_wizard.compiled import same, simulate
from tests.pig_wizard.draws import Draws
from tests.pig_wizard.naive import play
from tests.pig_wizard.tiny import GAMES, tiny
from tests.pig_wizard.worth import Worth, worth_of


def games() -> dict[str, PigWizard]:
    shipped = example("pig_wizard")
    assert isinstance(shipped, PigWizard)
    return {"example": shipped} | {name: tiny(*changes) for name, changes in GAMES.items()}


@pytest.mark.parametrize("name", games())
def test_both_forms_play_the_same_rounds(name):
    game = games()[name]
    draws = Draws(11)
    rounds = 2000 if name == "example" else 150
    for row in simulate(game, rounds, seed=11).rows:
        assert same(play(game, draws), row)


@pytest.mark.parametrize("name", GAMES)
def test_rounds_agree_with_the_enumeration(name):
    worth = worth_of(name)
    sample = simulate(worth.game, 100_000, seed=20)
    assert not list(disagreements(sample, expected_columns(worth)))
    assert histogram_chance(sample["total"], worth.round_law) > 1e-4
    if worth.p_bonus:
        won = sample["bonus_win"][sample["awards"] > 0]
        assert histogram_chance(won, worth.wins(worth.bonus_that_came)) > 1e-4


def test_a_wrong_law_is_seen():
    """The comparison has teeth: one rule read differently is many standard errors away."""
    worth = worth_of("Mystic Money from every side")
    sample = simulate(worth.game, 100_000, seed=20)
    wrong = expected_columns(worth)
    wrong["mystic"] = sum(wrong[f"mystic_{route}"] for route in ("locked", "left", "right"))
    assert len(list(disagreements(sample, wrong))) == 1
    shifted = np.append(0.0, worth.round_law[:-1])
    assert histogram_chance(sample["total"], shifted) < 1e-12


def test_cash_lock_by_hand():
    """No modifier 5/8, landing 2/7, a locked symbol in view at 2 of 3 stops, its value (in
    tenths) 5 with 3/8, 20 with 2/8 and a feature otherwise.
    """
    value = Fraction(3, 8) * 5 + Fraction(2, 8) * 20
    assert worth_of("square").parts["cash lock"] * 10 == (
        Fraction(5, 8) * Fraction(2, 7) * Fraction(2, 3) * value
    )


def test_the_pig_wizard_is_placed_by_cash_add():
    """Cash add 2/8 is certain to show it; all other spins show it with the chance of 2/7."""
    game = tiny(*GAMES["square"])
    assert game.pig_wizard.probability(LAND) == Fraction(2, 7)
    assert worth_of("square").chances["wizard_in_view"] == (
        Fraction(2, 8) + Fraction(6, 8) * Fraction(2, 7)
    )


def test_a_made_cell_that_lands_a_prize_counts_once():
    """All 3 cells made: 3 values of (2 + 2 * 7) / 3 tenths, whatever the reels land."""
    law = worth_of("all cells made").mystic
    assert sum(win * chance for win, chance in law.items()) == 3 * Fraction(16, 3)
    assert max(law) == 21


@pytest.mark.parametrize("awards", [1, 2])
@pytest.mark.parametrize("name", ["square", "three reels"])
def test_spins_of_a_bonus_unrolled(name, awards):
    """Moments of the unrolled length against those of the branching identity."""
    worth = worth_of(name)
    law = worth.lengths({awards: Fraction(1)})
    n = np.arange(len(law))
    moments = worth.moments({awards: Fraction(1)})
    assert law.sum() == pytest.approx(1, abs=1e-13)
    assert law @ n == pytest.approx(moments["expected_spins"], rel=1e-12)
    assert law @ n**2 - (law @ n) ** 2 == pytest.approx(moments["spins_sd"] ** 2, rel=1e-11)


def test_bonus_wins_unrolled():
    """With the limit far out, the unrolled wins have the moments of the branching identity."""
    worth = Worth(tiny(*GAMES["retrigger always by both"]), limit=2200)
    law = worth.wins(worth.bonus_that_came)
    moments = worth.moments(worth.bonus_that_came)
    wins = np.arange(len(law)) / 10
    assert law @ wins == pytest.approx(moments["bonus_mean"], rel=1e-12)
    assert law @ wins**2 - (law @ wins) ** 2 == pytest.approx(moments["bonus_sd"] ** 2, rel=1e-11)
