"""Orb Respins as a whole: trigger and line win jointly, the cap, and play against theory."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest

from mathlib.core.figures import Figure
from mathlib.evaluation import cap_excess, evaluate, exact_laws, sample_sets
from mathlib.exact import orb_figures
from mathlib.exact.lines import line_win
from mathlib.exact.orb_respins import solve
from mathlib.exact.respins import solve_round
from mathlib.exact.respins.counts import count_chain
from mathlib.exact.respins.excess import excess_bound
from mathlib.exact.respins.landing import Landing
from mathlib.game.fields import LATTICE
from mathlib.game.files import example, parse
from mathlib.game.orb_respins import ORBS, SETS
from mathlib.play.respins import FULL, round_wins
from mathlib.play.samples import _excess, _with_lines
from mathlib.present.par_sheet import par_sheet
from mathlib.present.summary import summary
from mathlib.present.text import breakdown
from tests.game.edits import edited
from tests.respins.spec import board


def capped(cap):
    return parse(edited("orb_respins", ("cap", cap), ("respins/full_board_award", cap)))


@pytest.fixture(scope="module")
def exact():
    return solve(example("orb_respins"))


@pytest.fixture(scope="module")
def every_spin():
    """Every stop combination of the example: weight, colours in view, line win in line bets."""
    game = example("orb_respins")
    windows = [
        list(zip(strip.windows(game.rows), strip.stop_weights, strict=True))
        for strip in game.strips
    ]
    spins = []
    for stops in product(*windows):
        shown = [window for window, _ in stops]
        view = "".join(k for k, orb in ORBS.items() if any(orb in window for window in shown))
        win = sum(
            line_win([shown[r][row] for r, row in enumerate(line)], game.rules).pay
            for line in game.lines
        )
        spins.append((prod(weight for _, weight in stops), view, win))
    return spins


def test_trigger_and_line_win_share_the_reels(exact, every_spin):
    game, cycle = exact.game, sum(weight for weight, _, _ in every_spin)
    for name in SETS:
        seen = Fraction(sum(w for w, view, _ in every_spin if view == name), cycle)
        assert exact.in_view[name] == seen
        weights = [
            (w * game.trigger[view].probability(name), win) for w, view, win in every_spin if view
        ]
        chance = sum(w for w, _ in weights) / cycle
        assert exact.trigger[name] == chance
        mean = sum(w * win for w, win in weights) / cycle / chance / game.line_bets
        assert exact.line_mean(name) == mean
        square = sum(w * win**2 for w, win in weights) / cycle / chance / game.line_bets**2
        assert exact.line_square(name) == square
    idle = sum(
        w * win**2 * (game.trigger[view].probability("none") if view else 1)
        for w, view, win in every_spin
    )
    assert exact.line_square(None) == Fraction(idle) / cycle / game.line_bets**2


def test_line_wins_above_a_low_cap_are_counted_exactly(every_spin):
    game = capped(4)
    cycle = sum(weight for weight, _, _ in every_spin)
    over = sum(
        w
        * max(Fraction(win, game.line_bets) - 4, 0)
        * (game.trigger[view].probability("none") if view else 1)
        for w, view, win in every_spin
    )
    assert over > 0
    assert solve(game, floor=1e-9).idle_excess == Fraction(over) / cycle


def test_parts_reconcile_and_the_cap_costs_what_it_forfeits(exact):
    # With nothing above the cap the cost is the line win that full boards forfeit.
    none = dict.fromkeys(SETS, Figure(0.0))
    evaluation = orb_figures.evaluation(exact, none)
    forfeited = sum(
        float(exact.trigger[s]) * exact.rounds[s].p_full * float(exact.line_mean(s)) for s in SETS
    )
    assert evaluation.parts["cap"].value == pytest.approx(-forfeited, rel=1e-12)
    whole = float(exact.lines.rtp) + sum(
        float(exact.trigger[s]) * exact.rounds[s].mean_uncapped for s in SETS
    )
    assert evaluation.total.value == pytest.approx(whole - forfeited, rel=1e-12)
    assert evaluation.total.value == pytest.approx(
        sum(part.value for part in evaluation.parts.values()), rel=1e-15
    )


def test_figures_that_follow_from_others(exact):
    figures = evaluate(exact.game).figures
    frequency = sum(exact.trigger.values())
    assert figures["respins_one_in"].ratio == 1 / frequency
    assert figures["feature_frequency"].ratio == frequency
    mean = figures["mean_respins_win"].value * float(frequency)
    assert mean == pytest.approx(figures["respins_rtp"].value, rel=1e-12)
    assert figures["orb_in_view"].ratio == sum(exact.in_view.values())
    hit, quiet = exact.law.hit_frequency, 0
    for name in SETS:
        quiet += exact.trigger[name] * exact.line_law(name).get(0, 0)
    assert figures["any_win"].value == float(hit + quiet)


def test_k13_the_cap_is_applied_to_the_round():
    # A base win of 3000 and a feature win of 4500 under a cap of 5000 book 5000.
    game = capped(5000)
    line = {3000 * game.line_bets: 1.0}
    excess, square = _with_lines(np.array([4500.0, 100.0]), line, game)
    assert excess.tolist() == [2500, 0]
    assert square.tolist() == [5000**2, 3100**2]
    # X = 0, 10, 1000, 8000 with .9, .0899, .01, .0001: the cap costs 0.300 of 11.699.
    wins = np.repeat([0.0, 10.0, 1000.0, 8000.0], [9000, 899, 100, 1])
    assert wins.mean() == pytest.approx(11.699, abs=1e-12)
    excess, square = _with_lines(wins, {0: 1.0}, game)
    cost = _excess(excess, wins, 5000)
    assert cost.value == pytest.approx(0.300, abs=1e-12)
    assert cost.error == pytest.approx(30 / 100, rel=1e-3)
    assert square.mean() == (np.minimum(wins, 5000) ** 2).mean()


@pytest.mark.parametrize(
    ("cells", "money", "full", "respins"),
    # Public question on what "reset to 3" means, 6 coins at the start, p = .05 per empty cell.
    [(9, 6.499779, 0.0182624, 3.857103), (15, 8.283283, 0.00163947, 6.387361)],
)
def test_k9_reset_to_three(cells, money, full, respins):
    bands = [(cells - 1, {"blank": 95, "money": 5})]
    game = board(cells, 1, 1, start={6: 1}, bands=bands)
    counts = count_chain(Landing.of(game, "M"))
    assert counts.expected_money == pytest.approx(money, abs=5e-7)
    assert counts.p_full == pytest.approx(full, abs=5e-8)
    assert counts.expected_respins == pytest.approx(respins, abs=5e-7)


@pytest.mark.parametrize("target", ["pick", "repick"])
@pytest.mark.parametrize("name", SETS)
def test_rounds_played_agree_with_theory(name, target):
    game = parse(edited("orb_respins", ("respins/charge/target", target)))
    theory = solve_round(game, name, 1e-12)
    wins = round_wins(game, name, 200_000, seed=11)
    unfilled = wins[wins != FULL] / LATTICE
    mean = (theory.mean_uncapped - theory.full_part) / (1 - theory.p_full)
    assert abs(unfilled.mean() - mean) < 4 * unfilled.std() / len(unfilled) ** 0.5
    filled, expected = len(wins) - len(unfilled), len(wins) * theory.p_full
    assert abs(filled - expected) <= 4 * max(expected, 1) ** 0.5


def test_rounds_do_not_depend_on_threads():
    game = example("orb_respins")
    one, three = (round_wins(game, "JMC", 50_001, seed=4, threads=n) for n in (1, 3))
    assert len(one) == 50_001
    assert (one == three).all()
    assert (one != round_wins(game, "JMC", 50_001, seed=5)).any()


@pytest.mark.parametrize("cap", [60, 150, 400])
@pytest.mark.parametrize("name", ["J", "C", "JC"])
def test_the_bound_on_the_excess_holds(name, cap):
    # A cap low enough to bind: the proven bound lies above what play shows.
    game = capped(cap)
    wins = round_wins(game, name, 200_000, seed=2)
    line = {0: 0.5, 3 * game.line_bets: 0.5}
    excess, _ = _with_lines(wins[wins != FULL] / LATTICE, line, game)
    seen = _excess(excess, np.array([cap + 1.0]), cap)
    bound = excess_bound(game, name, line)
    assert seen.value > 0 or cap == 400
    assert seen.value - 4 * seen.error < bound
    assert bound < 200


def test_excess_is_exact_where_there_is_a_law_and_simulated_elsewhere(exact):
    laws = exact_laws(exact)
    samples = sample_sets(exact, [s for s in SETS if s not in laws], rounds=20_000, seed=1)
    found = cap_excess(exact, laws, samples)
    exactly = {name for name, figure in found.items() if figure.kind == "exact"}
    assert exactly == set(laws) == {"J", "M", "C", "JC"}
    # The law of a round without Multiply agrees with the proven bound on its tail.
    for name in ("J", "C", "JC"):
        line = {win: float(p) for win, p in exact.line_law(name).items()}
        assert found[name].value <= excess_bound(exact.game, name, line)


def test_without_laws_excess_is_bounded_without_multiply_and_simulated_with_it(exact):
    found = cap_excess(exact, {}, sample_sets(exact, rounds=20_000, seed=1))
    kinds = {name: figure.kind for name, figure in found.items()}
    assert kinds == {s: "simulated" if "M" in s else "bounded" for s in SETS}
    # No sample of rounds came near the cap, so the errors are limits on what was not seen.
    assert all(figure.error > 0 for figure in found.values())


def test_the_game_s_deviation_against_whole_games_played(exact):
    # Second way: whole games drawn from the exact line laws and rounds played anew.
    figures = evaluate(exact.game).figures
    random = np.random.default_rng(17)
    names = [*SETS, None]
    chances = [float(exact.trigger[s]) for s in SETS]
    games = 2_000_000
    drawn = random.multinomial(games, [*chances, 1 - sum(chances)])
    # The share of full boards is too small to sample: it is added by its exact chance.
    square = float(exact.line_square(None))
    spread = 0.0
    for name, count in zip(names[:-1], drawn[:-1], strict=True):
        wins = round_wins(exact.game, name, int(count), seed=23) / LATTICE
        law = exact.line_law(name)
        lines = random.choice(
            np.array(list(law)) / exact.game.line_bets,
            len(wins),
            p=[float(p) for p in law.values()],
        )
        total = np.where(wins < 0, np.nan, wins + lines)
        p_full = exact.rounds[name].p_full
        award = exact.game.respins.full_board_award / LATTICE
        squares = total[~np.isnan(total)] ** 2
        square += float(exact.trigger[name]) * (squares.mean() * (1 - p_full) + p_full * award**2)
        spread += (float(exact.trigger[name]) * squares.std()) ** 2 / len(squares)
    variance = square - evaluate(exact.game).total.value ** 2
    error = (spread + (2 * figures["sd"].value * figures["sd"].error) ** 2) ** 0.5
    assert abs(variance - figures["sd"].value ** 2) < 4 * error


def unusual(change):
    data = edited("orb_respins", ("aims", []))
    change(data)
    return parse(data)


def no_orb_wins(data):
    data["trigger"] = {name: {"none": 1} for name in SETS}


def one_set_only(data):
    no_orb_wins(data)
    data["trigger"]["J"] = {"none": 9, "J": 1}


def empty_starts(data):
    for one in data["respins"]["sets"].values():
        one["start"] = {"0": 1}


def boards_that_fill(data):
    for one in data["respins"]["sets"].values():
        for band in one["bands"]:
            band["weights"] = {k: 1 if k == "blank" else 1000 for k in band["weights"]}


def no_money_lands(data):
    for one in data["respins"]["sets"].values():
        for band in one["bands"]:
            del band["weights"]["money"]


def a_cap_of_one(data):
    data["cap"] = data["respins"]["full_board_award"] = 1


def reds_that_choose_none(data):
    data["respins"]["multiply"]["chosen"] = {"0": 1}


@pytest.mark.parametrize(
    "change",
    [no_orb_wins, one_set_only, empty_starts, boards_that_fill, no_money_lands, a_cap_of_one,
     reds_that_choose_none],
)  # fmt: skip
def test_unusual_games_are_evaluated_and_shown(change):
    evaluation = evaluate(unusual(change), rounds=2_000)
    most = evaluation.game.cap / LATTICE
    assert 0 <= evaluation.total.value <= most + 4 * evaluation.total.error
    data = summary(evaluation)
    json.dumps(data, allow_nan=False)
    assert "total" in breakdown(data)
    page = par_sheet(evaluation, "2026-11-30")._repr_html_()
    assert ">nan" not in page
    assert ">inf" not in page


def test_the_cost_of_the_cap_counts_rounds_that_do_not_fill():
    # Nearly every board fills here, so what rounds above the cap cost is next to nothing.
    evaluation = evaluate(unusual(boards_that_fill), rounds=2_000)
    forfeited = sum(
        evaluation.sets[s]["frequency"] * evaluation.sets[s]["p_full"]
        * float(evaluation.detail.exact.line_mean(s)) for s in SETS
    )  # fmt: skip
    assert -evaluation.parts["cap"].value == pytest.approx(forfeited, rel=1e-6)
