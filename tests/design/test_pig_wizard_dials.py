"""The dials of Pig Wizard hit the nearest integer weight, and say when none can."""

from __future__ import annotations

import re

import pytest

from mathlib.core.errors import MathlibError
from mathlib.design.pig_wizard import (
    Ball,
    Feature,
    reels,
    tune_ball,
    tune_retrigger,
    with_ball,
    with_no_retrigger,
)
from mathlib.evaluation import evaluate
from mathlib.exact.pig_wizard.routes import routes
from mathlib.exact.pig_wizard.states import base_states
from mathlib.game.files import dump, example, parse
from mathlib.game.pig_wizard import PigWizard


def fine() -> PigWizard:
    """The example with tables of finer weights: the same chances, a hundred times finer."""
    data = dump(example("pig_wizard"))
    for table in (
        data["crystal_balls"]["left"],
        data["crystal_balls"]["right"],
        data["wizard_spins"]["retrigger"],
    ):
        for name in table:
            table[name] *= 100
    game = parse(data)
    assert isinstance(game, PigWizard)
    return game


def rate(game: PigWizard, feature: Feature) -> float:
    """Feature per game round; that it is right is tested with the evaluation."""
    return float(routes(game, base_states(game)).feature[feature])


@pytest.mark.parametrize(
    ("ball", "feature", "one_in"),
    [("left", "mystic_money", 97), ("right", "wizard_spins", 201)],
)
def test_a_ball_is_set_to_the_nearest_weight(ball: Ball, feature: Feature, one_in: float) -> None:
    game = tune_ball(fine(), ball, feature, one_in)
    table = getattr(game.crystal_balls, ball)
    weight = table[feature]
    assert table.total == 10_000
    missed = [
        abs(rate(with_ball(game, ball, feature, w), feature) - 1 / one_in)
        for w in (weight - 1, weight, weight + 1)
    ]
    assert missed[1] == min(missed)


def test_a_ball_can_begin_to_give_a_feature() -> None:
    game = tune_ball(fine(), "left", "wizard_spins", 150)
    assert list(game.crystal_balls.left) == ["grow", "mystic_money", "wizard_spins"]
    assert rate(game, "wizard_spins") == pytest.approx(1 / 150, rel=2e-3)
    assert "wizard_spins" not in with_ball(game, "left", "wizard_spins", 0).crystal_balls.left


@pytest.mark.parametrize("one_in", [2, 5000])
def test_a_ball_names_what_it_can_reach(one_in: float) -> None:
    with pytest.raises(MathlibError, match=f"cannot come 1 in {one_in} rounds") as caught:
        tune_ball(fine(), "left", "mystic_money", one_in)
    rarest, often = map(float, re.findall(r"1 in ([\d.]+)(?: to|;)", str(caught.value)))
    game = fine()
    assert rarest == pytest.approx(
        1 / rate(with_ball(game, "left", "mystic_money", 0), "mystic_money"), abs=0.05
    )
    assert often == pytest.approx(
        1 / rate(with_ball(game, "left", "mystic_money", 9_999), "mystic_money"), abs=0.05
    )


@pytest.mark.parametrize("weight", [-1, 10_000])
def test_a_ball_keeps_a_weight_for_grow(weight: int) -> None:
    with pytest.raises(MathlibError, match=re.escape("is outside 0..9999, which leaves")):
        with_ball(fine(), "left", "mystic_money", weight)


def test_retriggers_bring_the_total_nearest_to_the_target() -> None:
    game = tune_retrigger(fine(), 0.97)
    weight = game.wizard_spins.retrigger["none"]
    missed = [
        abs(evaluate(with_no_retrigger(game, w)).total.value - 0.97)
        for w in (weight - 1, weight, weight + 1)
    ]
    assert missed[1] == min(missed)
    assert missed[1] < 1e-5


def test_retriggers_cannot_take_away_what_the_rest_pays() -> None:
    # 90.11 %: the example's 96.54 % less 0.3 of the 21.44 points of its Wizard Spins, by mu = 0.3.
    with pytest.raises(MathlibError, match=re.escape("without any retrigger the game pays 90.1")):
        tune_retrigger(example("pig_wizard"), 0.8)


def test_without_a_retrigger_there_is_no_dial() -> None:
    data = dump(example("pig_wizard"))
    data["wizard_spins"]["retrigger"] = {"none": 1}
    game = parse(data)
    with pytest.raises(MathlibError, match="no retrigger has a weight"):
        tune_retrigger(game, 0.9)


def test_reels_have_the_counts_of_their_columns() -> None:
    counts = {"A": [4, 5, 6], "K": [5, 5, 5], "cash": [2, 0, 3]}
    for reel, strip in enumerate(reels(counts, seed=3)):
        wanted = {symbol: row[reel] for symbol, row in counts.items() if row[reel]}
        assert {symbol: strip.symbols.count(symbol) for symbol in set(strip.symbols)} == wanted
    with pytest.raises(MathlibError, match="their numbers are A 2, K 1"):
        reels({"A": [1, 2], "K": [1]}, seed=1)
