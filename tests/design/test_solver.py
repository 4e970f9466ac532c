"""The solver on a plain line game and on made-up figures: nothing here knows the two games."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathlib.core.errors import MathlibError
from mathlib.design.dials import Dial, Goal, in_words
from mathlib.design.least_change import extreme, least_change, least_miss
from mathlib.design.reach import OutOfReachError
from mathlib.design.solver import solve
from tests.design.line_problem import LineProblem

TARGET = Goal.near("total_rtp", 0.92, 5e-6)
# Reel 3 keeps 3 A and 5 B; the counts of reels 1 and 2 are free: 4**4 = 256 designs.
START = [(2, 4), (2, 4), (3, 5)]


def test_k14_whole_symbols_miss_the_target_and_the_neighbours_are_named():
    # Known answer K14: of 256 designs the neighbours of 92 % are 91.72454 % and 92.44792 %.
    found = solve(LineProblem(START, free=(0, 1)), [TARGET])
    assert not found.met
    assert (found.looked, found.complete) == (256, True)
    below, above = (one.figures["total_rtp"] for one in (found.below, found.above))
    assert below == float(Fraction(12_680, 24**3))
    assert above == float(Fraction(12_780, 24**3))
    assert [f"{x:.5%}" for x in (below, above)] == ["91.72454%", "92.44792%"]
    assert found.design == found.below  # the nearer of the two
    (words,) = found.words
    assert "all 256 designs" in words
    assert "91.72454 % (0.27546 points below) and 92.44792 % (0.44792 points above)" in words


def test_k14_of_equal_designs_the_closest_is_taken():
    found = solve(LineProblem(START, free=(0, 1)), [Goal.near("total_rtp", 0.9172454, 1e-6)])
    assert found.met
    # 20 A A' 3 + B B' 5 = 580: by A 2 x 4 or 4 x 2 and B 4 x 5 or 5 x 4; one A and one B less
    # far away than that there is none.
    values = found.design.values
    assert sorted((values["0.A"], values["1.A"])) == [2, 4]
    assert sorted((values["0.B"], values["1.B"])) == [4, 5]


def test_k14_the_rest_is_moved_to_a_stop_weight():
    problem = LineProblem(START, free=(0, 1), weight=True)
    found = solve(problem, [Goal.near("total_rtp", 0.92, 1e-4)], fine=["weight"])
    assert found.met
    assert found.below.figures["total_rtp"] == pytest.approx(0.9172454, abs=1e-7)
    assert found.design.values["weight"] == 1009
    assert found.words[1] == "The rest was moved to weight of the first A on reel 1."
    # A thousandth of a weight is still too coarse for half a thousandth of a point.
    finer = solve(LineProblem(START, free=(0, 1), weight=True), [TARGET], fine=["weight"])
    assert not finer.met
    assert abs(finer.design.figures["total_rtp"] - 0.92) < 3.1e-4 / 2
    assert finer.below.values["weight"] + 1 == finer.above.values["weight"]


def test_k16_out_of_reach_names_the_greatest_value():
    # Known answer K16. The most that the limits allow: A 4, 4, 3 and B 6, 6, 5.
    with pytest.raises(OutOfReachError, match=r"23\.\d* % to 172\.74306 %") as caught:
        solve(LineProblem(START, free=(0, 1)), [Goal.near("total_rtp", 3.0, 1e-5)])
    assert caught.value.most == float(Fraction(400 * 48 + 20 * 180 + 5 * 216, 24**3))
    assert caught.value.least == float(Fraction(400 * 3 + 20 * 45 + 5 * 216, 24**3))
    assert caught.value.conflict == ()


def test_k16_also_for_fine_dials():
    with pytest.raises(OutOfReachError, match="within the limits it can be") as caught:
        solve(LineProblem(START, free=(), weight=True), [Goal.near("total_rtp", 0.7, 1e-5)])
    heavy = LineProblem(START, free=(), weight=True).figures({"weight": 2000}, [], rough=False)
    assert caught.value.most == heavy["total_rtp"]


def test_the_goal_in_conflict_is_named():
    goals = [Goal.near("total_rtp", 0.55, 1e-4), Goal.near("hit_frequency", 0.0242, 1e-4)]
    with pytest.raises(OutOfReachError) as caught:
        solve(LineProblem(START, free=(), weight=True), goals)
    assert {caught.value.goal, *caught.value.conflict} == set(goals)
    assert "while keeping" in str(caught.value)


@dataclass
class Formula:
    """Made-up figures of a few weights: smooth, or with a hole."""

    dials: list
    of: object

    def figures(self, values, wanted, *, rough):
        return self.of(values)


def weights(*values, least=1, most=10**6):
    return [
        Dial(f"w{i}", f"weight {i}", value, least, most, scale=value)
        for i, value in enumerate(values)
    ]


def share(values):
    """A mean over weights, and the chance of the first: curved in all of them."""
    w = [values[f"w{i}"] for i in range(3)]
    total = sum(w)
    return {"mean": (w[0] + 3 * w[1] + 10 * w[2]) / total, "chance": w[0] / total}


def test_the_least_relative_change_is_found_in_whole_weights():
    problem = Formula(weights(5000, 3000, 2000), share)
    found = solve(problem, [Goal.near("mean", 4.0, 1e-4)])
    assert found.met
    # The same by a search over all (w0, w1) with w2 solved for: no nearer design.
    moved = found.design.values

    def cost(w0, w1, w2):
        return (w0 / 5000 - 1) ** 2 + (w1 / 3000 - 1) ** 2 + (w2 / 2000 - 1) ** 2

    best = min(
        cost(w0, w1, (3 * w0 + w1) / 6)
        for w0 in range(4000, 6000, 5)
        for w1 in range(2400, 3600, 5)
    )
    assert cost(*moved.values()) < best + 2e-4


def test_two_goals_at_once_and_a_range():
    problem = Formula(weights(5000, 3000, 2000), share)
    goals = [Goal.near("mean", 4.0, 1e-4), Goal("chance", at_least=0.45, at_most=0.46)]
    found = solve(problem, goals)
    assert found.met
    assert 0.45 <= found.design.figures["chance"] <= 0.46
    assert solve(problem, goals) == found  # the same design every time


def test_what_is_met_already_stays_as_it_is():
    found = solve(Formula(weights(5000, 3000, 2000), share), [Goal("mean", at_most=4)])
    assert found.design.values == {"w0": 5000, "w1": 3000, "w2": 2000}
    assert found.words == ("All goals are met as they are.",)


def test_designs_that_do_not_exist_are_gone_round():
    def holed(values):
        if values["w2"] > 2100:
            raise MathlibError("no such design")
        return share(values)

    found = solve(Formula(weights(5000, 3000, 2000), holed), [Goal.near("mean", 3.8, 1e-3)])
    assert found.met
    assert found.design.values["w2"] <= 2100


def test_nothing_free_is_an_error():
    with pytest.raises(MathlibError, match="nothing is free"):
        solve(Formula([], share), [Goal("mean", at_most=5)])


@given(st.data())
def test_least_change_against_random_points(data):
    # In hundredths: what is missed by less than the solver can tell is no matter here.
    number = st.integers(-300, 300).map(lambda n: n / 100)
    slopes = np.array([[data.draw(number) for _ in range(3)] for _ in range(2)])
    low = np.array([data.draw(number) for _ in range(2)])
    high = low + 0.5
    box = np.full(3, -2.0), np.full(3, 2.0)
    found = least_change(slopes, low, high, box)
    points = np.random.default_rng(1).uniform(-2, 2, (2000, 3))
    inside = points[((points @ slopes.T >= low) & (points @ slopes.T <= high)).all(axis=1)]
    if found is None:
        assert not len(inside)
        assert least_miss(slopes, low, high, box) > 0
        return
    assert (slopes @ found >= low - 1e-6).all()
    assert (slopes @ found <= high + 1e-6).all()
    assert (np.abs(found) <= 2).all()
    if len(inside):
        assert found @ found <= (inside**2).sum(axis=1).min() + 1e-9


def test_extremes_of_linear_figures():
    box = np.zeros(2), np.ones(2)
    rows = np.array([[1.0, 1.0]])
    found = extreme(np.array([2.0, 1.0]), rows, np.array([-inf]), np.array([1.5]), box)
    assert found == pytest.approx([1.0, 0.5])
    assert extreme(np.array([1.0, 1.0]), rows, np.array([3.0]), np.array([inf]), box) is None


def test_goals_in_words():
    assert str(Goal("total_rtp", 0.9, 0.92)) == "total_rtp from 90.00000 % to 92.00000 %"
    assert str(Goal("mean", at_most=5)) == "mean of at most 5"
    assert str(Goal("mean", at_least=5)) == "mean of at least 5"
    assert in_words("feature_frequency", 0.00619) == "0.61900 %"
    assert Goal("mean", at_least=5).met(5)
    assert not Goal("mean", at_least=5).met(4.999)
    for bounds in ((-inf, inf), (2, 1), (float("nan"), 1), (inf, inf), (-inf, -inf)):
        with pytest.raises(MathlibError, match="is no range"):
            Goal("mean", *bounds)
