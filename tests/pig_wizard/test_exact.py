"""The exact evaluation of Pig Wizard against enumerated tiny games and simulated rounds."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache
from math import inf

import numpy as np
import pytest

from mathlib.exact.evaluation import Evaluation
from mathlib.exact.pig_wizard import evaluate_pig
from mathlib.game.files import example, parse
from mathlib.game.pig_wizard import PigWizard
from tests.game.edits import edited
from tests.pig_wizard.compare import disagreements, histogram_chance
from tests.pig_wizard.compiled import Sample, simulate
from tests.pig_wizard.laws import mean, projected
from tests.pig_wizard.tiny import GAMES, random_game, tiny
from tests.pig_wizard.worth import PARTS, Worth, worth_of

TOLERANCE = 1e-12
"""Both sides work in double precision on amounts of some tens of bets."""
AWARD = ("award_spins", "award_spins_sd", "award_mean", "award_sd")
"""Names of the moments of one award, in the order of `Worth.moments`."""


@cache
def case(name: str | int) -> tuple[Evaluation, Worth]:
    """A tiny game evaluated and enumerated; numbers are seeds of random games."""
    worth = worth_of(name) if isinstance(name, str) else Worth(random_game(name))
    return evaluate_pig(worth.game), worth


every_game = pytest.mark.parametrize("name", [*GAMES, *range(8)])


@every_game
def test_parts_are_the_same_fractions(name):
    found, worth = case(name)
    assert tuple(found.parts) == PARTS
    for part, points in worth.parts.items():
        assert found.parts[part].ratio == points, part
    cap = found.parts["cap"]
    assert abs(cap.value - worth.cap_part) <= min(TOLERANCE * 10, cap.error + TOLERANCE)
    assert found.total.value == pytest.approx(worth.figures["total_rtp"], abs=TOLERANCE * 10)


@every_game
def test_frequencies_are_the_same_fractions(name):
    found, worth = case(name)
    for what, chance in worth.chances.items():
        one_in = found.figures[f"{what}_one_in"]
        if chance:
            assert one_in.ratio == 1 / chance, what
        else:
            assert one_in.value == inf, what


@every_game
def test_what_a_round_pays(name):
    found, worth = case(name)
    for what, number in worth.figures.items():
        figure = found.figures[what]
        assert abs(figure.value - number) <= min(TOLERANCE * 10, figure.error + TOLERANCE), what
    if worth.paid_law.sum() > 1 - 1e-15:  # nothing lies beyond the limit of the enumeration
        wins = np.arange(len(worth.paid_law)) / 10
        variance = worth.paid_law @ wins**2 - (worth.paid_law @ wins) ** 2
        sd = found.figures["sd"]
        assert abs(sd.value - variance**0.5) <= sd.error + TOLERANCE
        assert abs(sd.value**2 - variance) < TOLERANCE * 100
    assert found.figures["max_win"].value == worth.highest


@every_game
def test_moments_of_wizard_spins(name):
    """Of one award, and of a bonus that came: the awards of one round add."""
    found, worth = case(name)
    moments = dict(zip(AWARD, worth.moments({1: Fraction(1)}).values(), strict=True))
    if worth.p_bonus:
        moments |= worth.moments(worth.bonus_that_came)
    for what, number in moments.items():
        assert found.figures[what].value == pytest.approx(number, rel=TOLERANCE), what
    lines, cash = (mean(projected(worth.bonus_spin, lambda win, i=i: win[i])) / 10 for i in (0, 1))
    assert found.figures["bonus_spin_lines"].ratio == lines
    assert found.figures["bonus_spin_cash"].ratio == cash
    assert found.figures["wizard_spins_awards"].ratio == mean(worth.awards)


@pytest.mark.parametrize("name", ["square", "three reels", "retrigger always by both"])
def test_lengths_of_wizard_spins(name):
    found, worth = case(name)
    award = worth.lengths({1: Fraction(1)})
    came = worth.lengths(worth.bonus_that_came)
    spins = found.detail.spins
    for lengths, law in ((award, spins.award), (came, spins)):
        longer = 1 - np.cumsum(lengths)
        n = np.nonzero(longer > 1e-9)[0]
        assert len(n) > 10
        assert law.more_than(n) == pytest.approx(longer[n], abs=TOLERANCE)


@every_game
def test_distributions(name):
    found, worth = case(name)
    laws = {"round": (found.detail.laws.round, worth.round_law)}
    if worth.p_bonus:
        laws["award"] = found.detail.laws.award, worth.wins({1: Fraction(1)})
        laws["bonus"] = found.detail.laws.bonus, worth.wins(worth.bonus_that_came)
    if worth.p_mystic:
        mystic = [float(worth.mystic.get(win, 0)) for win in range(worth.limit)]
        laws["mystic money"] = found.detail.laws.mystic, np.array(mystic)
    for what, (law, wanted) in laws.items():
        n = min(law.top, len(wanted))
        gap = np.abs(law.pmf[:n] - wanted[:n])
        assert (gap <= law.pmf_error[:n] + 1e-14).all(), what
        assert gap.max() < TOLERANCE, what
        tail = 1 - np.concatenate([[0.0], np.cumsum(wanted[:n])])
        assert np.abs(law.tail[: n + 1] - tail).max() < TOLERANCE, what
    paid = worth.paid_law
    if worth.game.cap is not None:
        # The evaluation's list ends where no win can be higher; the cap may be above that.
        pmf = found.detail.round.pmf
        assert len(pmf) <= len(paid)
        assert np.abs(pmf - paid[: len(pmf)]).max() < TOLERANCE
        assert paid[len(pmf) :].sum() < TOLERANCE


def test_far_tail_is_no_noise():
    """Amounts down to chances of 1e-18 are right to a thousandth, impossible ones are never."""
    worth = Worth(tiny(*GAMES["retrigger always by both"]), limit=2000)
    law = evaluate_pig(worth.game).detail.laws.round
    wanted, seen = worth.round_law, law.pmf[: worth.limit]
    can = wanted > 0
    assert wanted[can].min() < 1e-17
    assert (np.abs(seen - wanted) <= law.pmf_error[: worth.limit]).all()
    assert seen[can] == pytest.approx(wanted[can], rel=1e-3)
    assert not seen[~can].any()


@every_game
def test_joint_law_of_lines_and_prizes(name):
    found, worth = case(name)
    wanted: dict[tuple, Fraction] = {
        (spin.modifier, spin.wizard, spin.locked, spin.added, spin.lines): chance
        for spin, chance in worth.reels.items()
    }
    seen: dict[tuple, Fraction] = defaultdict(Fraction)
    for state in found.detail.base:
        for (landed, added), (scale, wins) in state.law.slices.items():
            for line_bets, weight in wins.items():
                tenths = line_bets * 10 // len(worth.game.lines)
                key = state.modifier, state.wizard, landed, added, tenths
                seen[key] += state.probability * scale * weight
    assert {key: chance for key, chance in seen.items() if chance} == wanted


def test_two_balls_with_mystic_money_are_one_mystic_money():
    """By hand: no locked symbols, both balls hit, each Mystic Money with 1/2: 3/4, not 1."""
    game = tiny(
        *GAMES["Pig Wizard certain"],
        ("strips/0/symbols", ["A"]),
        ("modifiers/weights", {"none": 1}),
        ("crystal_balls/hits", {"both": 1}),
        ("crystal_balls/left", {"grow": 1, "mystic_money": 1}),
        ("crystal_balls/right", {"grow": 1, "mystic_money": 1}),
    )
    assert evaluate_pig(game).figures["mystic_one_in"].ratio == Fraction(4, 3)


def shipped(*changes) -> PigWizard:
    game = parse(edited("pig_wizard", *changes)) if changes else example("pig_wizard")
    assert isinstance(game, PigWizard)
    return game


@cache
def busy() -> PigWizard:
    """The shipped example with a bonus in one round of four and a cap that is often reached."""
    return shipped(
        ("cap", 60),
        ("pig_wizard", {"land": 1, "none": 2}),
        ("crystal_balls/right", {"grow": 2, "mystic_money": 1, "wizard_spins": 3}),
        ("modifiers/weights", {"none": 8, "cash_add": 1, "line_win": 1}),
        ("wizard_spins/retrigger", {"none": 93, "one": 5, "both": 2}),
    )


@cache
def sampled(which: str) -> tuple[Evaluation, Sample]:
    game, rounds = (shipped(), 1_200_000) if which == "example" else (busy(), 300_000)
    return evaluate_pig(game), simulate(game, rounds, seed=2026)


def means_of(found: Evaluation) -> dict[str, float]:
    """What the columns of a sample should average to, from an evaluation."""
    tenths = {name: 10 * figure.value for name, figure in found.parts.items()}
    uncapped = sum(tenths.values()) - tenths["cap"]
    one_in = {name: 1 / figure.value for name, figure in found.figures.items() if "_one_in" in name}
    awards = found.figures["wizard_spins_awards"].value
    return {
        "base_lines": tenths["base lines"],
        "cash_lock": tenths["cash lock"],
        "cash_add": tenths["cash add"],
        "line_win": tenths["line win modifier"],
        "mystic_money": tenths["mystic money"],
        "spins_lines": tenths["wizard spins lines"],
        "spins_cash": tenths["wizard spins cash"],
        "total": uncapped,
        "paid": uncapped + tenths["cap"],
        "wizard": one_in["wizard_in_view_one_in"],
        "mystic": one_in["mystic_one_in"],
        "bonus came": one_in["wizard_spins_one_in"],
        "awards": awards,
        "spins": awards * found.figures["award_spins"].value,
        "cash add in use": one_in["cash_add_one_in"],
        "line win in use": one_in["line_win_one_in"],
        "mystic_left": one_in["left_mystic_money_one_in"],
        "mystic_right": one_in["right_mystic_money_one_in"],
        "spins_right": one_in["right_wizard_spins_one_in"],
        "nothing won": 1 - found.figures["some_win"].value,
    }


@pytest.mark.parametrize("which", ["example", "busy"])
def test_simulated_means(which):
    found, sample = sampled(which)
    assert not list(disagreements(sample, means_of(found)))
    nothing = (sample["paid"] == 0)[sample["wizard"] == 1]
    wanted = found.figures["wizard_wins_nothing"].value
    assert abs(nothing.mean() - wanted) < 4 * (wanted * (1 - wanted) / len(nothing)) ** 0.5
    small = (sample["paid"] > 0) & (sample["paid"] < 10)
    wanted = found.figures["disguised_loss"].value
    assert abs(small.mean() - wanted) < 4 * (wanted * (1 - wanted) / len(small)) ** 0.5


@pytest.mark.parametrize("which", ["example", "busy"])
def test_simulated_histograms(which):
    found, sample = sampled(which)
    laws = found.detail.laws
    top = min(laws.round.top, 20_000)
    assert histogram_chance(sample["total"], laws.round.pmf[:top]) > 1e-4
    assert histogram_chance(sample["mystic_money"][sample["mystic"] == 1], laws.mystic.pmf) > 1e-4
    came = sample["bonus_win"][sample["awards"] > 0]
    one = sample["bonus_win"][sample["awards"] == 1]
    assert len(one) > 4_000
    assert histogram_chance(came, laws.bonus.pmf[:top]) > 1e-4
    assert histogram_chance(one, laws.award.pmf[:top]) > 1e-4
