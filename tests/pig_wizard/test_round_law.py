"""Distributions from tilted circles, the cap, and an evaluation that adds up."""

from fractions import Fraction
from math import comb, exp, inf

import numpy as np
import pytest

from mathlib.core.figures import Figure
from mathlib.exact.pig_wizard import evaluate_pig
from mathlib.exact.pig_wizard.capped import CappedRound, one_in
from mathlib.exact.pig_wizard.lattice import LatticeLaw, Tilted
from mathlib.exact.pig_wizard.points import Circle, Real
from mathlib.exact.pig_wizard.tilt import growths, radii
from mathlib.game import files
from tests.game.edits import edited


def lattice_law(function, top, size, limit, last=inf):
    """The law of a generating function, from the circles that the library chooses."""
    growth = growths(lambda r: {"law": function(Real(r)).value}, limit, {"law": last})["law"]
    tilted = []
    for radius in radii(growth, size, top, function(Real(1.0, size)).error):
        circle = Circle(size, radius)
        aliases = growth.aliases(size, np.log(radius))
        noise = function(Real(radius, size)).error
        series = circle.coefficients(function(circle))
        tilted.append(Tilted(radius, series, noise, aliases))
    return LatticeLaw(tilted, growth, top)


def test_the_cap_is_by_round_not_by_component():
    """Known answer (K13): 11.699 uncapped, 11.399 under a cap of 5000, cost 0.300."""
    law = lattice_law(
        lambda points: points([0, 100, 10000, 80000], [0.9, 0.0899, 0.01, 0.0001]),
        top=50000,
        size=120000,
        limit=1e-3,
    )
    capped = CappedRound(law, 50000, 80000, Fraction(11699, 1000))
    cost = capped.cost()
    assert cost.value == pytest.approx(0.3, abs=1e-10)
    assert abs(cost.value - 0.3) <= cost.error < 1e-8
    assert capped.at_least(50000).value == pytest.approx(1e-4, rel=1e-9)
    # a base win of 3000 and a feature win of 4500 book 5000
    both = lattice_law(
        lambda points: points([30000], [1.0]) * points([45000], [1.0]), 50000, 120000, 1e-3
    )
    assert CappedRound(both, 50000, 75000, Fraction(7500)).cost().value == pytest.approx(2500)


def test_far_tails_are_binomial_not_noise():
    """Forty coins of 1/8: P(all heads) is 2**-120, far below anything a plain transform sees."""

    def coins(points):
        return points.power(points([0, 1], [0.875, 0.125]), 40)

    law = lattice_law(coins, top=40, size=96, limit=5.0)
    exact = np.array([_binomial_tail(n) for n in range(41)])
    assert (np.abs(law.tail - exact) <= law.tail_error).all()
    assert law.tail[40] == pytest.approx(2.0**-120, rel=1e-6)
    assert law.tail_error[40] < 1e-6 * law.tail[40]
    assert (law.pmf >= 0).all()


def _binomial_tail(n):
    return float(sum(Fraction(comb(40, k) * 7 ** (40 - k), 8**40) for k in range(n, 41)))


def test_a_heavy_tail_is_kept_away_by_a_radius_below_one():
    """Half a geometric law that falls by 1 % a point, on a lattice of 400 points."""
    points = list(range(40000))
    weights = [0.01 * 0.99**n for n in points]
    law = lattice_law(lambda at: at(points, weights), top=100, size=400, limit=0.00999)
    assert law.tilted[0].radius < 1
    exact = 0.99 ** np.arange(101)
    assert (np.abs(law.tail - exact) <= law.tail_error).all()
    assert law.tail_error.max() < 1e-9


def test_parts_add_up_and_bounds_hold():
    game = files.example("pig_wizard")
    evaluation = evaluate_pig(game)
    figures, capped = evaluation.figures, evaluation.detail.round
    total = evaluation.total
    assert total.kind == "exact"
    assert total.error < 1e-9
    pmf = capped.pmf
    at = np.arange(len(pmf)) / 10
    assert len(pmf) == game.cap + 1
    assert float(np.dot(at, pmf)) == pytest.approx(total.value, abs=1e-9)
    assert pmf.sum() == pytest.approx(1, abs=1e-11)
    assert (pmf >= 0).all()
    assert float(np.dot(at**2, pmf)) - total.value**2 == pytest.approx(
        figures["sd"].value ** 2, rel=1e-9
    )
    assert pmf[0] == pytest.approx(1 - figures["some_win"].value, abs=1e-13)
    assert pmf[1:10].sum() == pytest.approx(figures["disguised_loss"].value, abs=1e-13)
    assert pmf[11:].sum() == pytest.approx(figures["win_above_bet"].value, abs=1e-12)
    tail = capped.law.tail
    assert (np.diff(tail) <= 1e-15).all()
    assert figures["cap_one_in"].value == pytest.approx(1 / pmf[-1], rel=1e-12)
    assert figures["cap_one_in"].error < 1e-5 * figures["cap_one_in"].value


def test_the_cap_costs_the_difference_of_two_evaluations():
    capped = evaluate_pig(files.parse(edited("pig_wizard", ("cap", 200))))
    free = evaluate_pig(files.parse(edited("pig_wizard", ("cap", None))))
    assert free.parts["cap"].value == 0
    assert free.figures["max_win"].value == inf
    law = free.detail.laws.round
    wins = np.arange(law.top + 1) / 10
    cost = float(np.dot(np.maximum(wins - 200, 0), law.pmf))
    assert capped.parts["cap"].value == pytest.approx(-cost, rel=1e-9)
    difference = free.total.value - capped.total.value
    assert difference == pytest.approx(cost, rel=1e-9)


def test_features_that_cannot_come_are_never():
    game = files.parse(
        edited(
            "pig_wizard",
            ("pig_wizard", {"none": 1}),
            ("modifiers/weights", {"none": 1}),
        )
    )
    evaluation = evaluate_pig(game)
    assert evaluation.figures["wizard_spins_one_in"].value == inf
    assert evaluation.figures["wizard_in_view_one_in"].value == inf
    assert evaluation.figures["cap_one_in"].value == inf
    base = evaluation.detail.lines["base"].rtp
    assert evaluation.total.ratio == base
    law = evaluation.detail.base[0].law
    assert evaluation.figures["max_win"].value == max(law.wins) / game.line_bets
    assert evaluation.figures["some_win"].value == pytest.approx(float(law.hit_frequency))
    spread = sum(p * Fraction(win, 10) ** 2 for win, p in law.wins.items()) - base**2
    assert evaluation.figures["sd"].value == pytest.approx(float(spread) ** 0.5, rel=1e-9)


def test_a_bonus_near_the_limit_still_has_a_bound():
    """0.94 more spins per spin on average: a tail that is cut only by the cap."""
    game = files.parse(
        edited("pig_wizard", ("wizard_spins/retrigger", {"none": 1000, "one": 185, "both": 1}))
    )
    evaluation = evaluate_pig(game)
    assert 0.93 < game.wizard_spins.extra_per_spin < 0.95
    assert evaluation.total.error < 1e-6
    assert evaluation.figures["cap_one_in"].error < 1e-6 * evaluation.figures["cap_one_in"].value


def test_one_in_of_what_cannot_be_told_from_never():
    unseen = one_in(Figure(0.0, "exact", 1e-20))
    assert unseen.value == inf
    assert unseen.kind == "bounded"
    assert one_in(Figure(exp(-3), "exact", 0.0)).value == pytest.approx(exp(3))
