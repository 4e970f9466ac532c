"""Look-up tables: integer weights of an exact law, nothing lost, the mean put right."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mathlib.core.errors import MathlibError
from mathlib.core.figures import Figure
from mathlib.evaluation import evaluate
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.lookup import MEAN_BOUND, Law, lookup_table
from mathlib.exact.lookups import check_name, line_law_of, round_law_of
from mathlib.exact.orb_respins import solve
from mathlib.game import files

# Known answer on integer weights: these values, in tenths, with these weights, tilted to a mean of
# 1.500 by exp(-0.02013604 x).
VALUES = (3, 5, 10, 15, 20, 25, 30, 50, 100, 150, 200, 250)
WEIGHTS = (30, 22, 14, 10, 8, 5, 4, 2.5, 2, 1.3, 0.9, 0.3)


def law_of(weights: dict[int, float]) -> Law:
    payouts = np.array(list(weights))
    chances = np.array(list(weights.values()), dtype=float)
    chances /= chances.sum()
    mean = float((payouts * chances).sum()) / 10
    return Law(payouts, chances, Figure(mean), headlines=(len(payouts) - 1,))


def tilted() -> Law:
    return law_of(
        {x: w * np.exp(-0.02013604 * x / 10) for x, w in zip(VALUES, WEIGHTS, strict=True)}
    )


def test_k15_the_rarest_prize_may_not_vanish() -> None:
    law = tilted()
    assert law.mean.value == pytest.approx(1.5, abs=1e-6)
    with pytest.raises(MathlibError, match=r"2\*\*6 is too small: the payout of 25x.*2\*\*10 or m"):
        lookup_table(law, 64)


def test_k15_mean_is_put_right_to_the_bound() -> None:
    table = lookup_table(tilted(), 2**32)
    assert [row.payout for row in table.rows] == list(VALUES)
    assert abs(table.mean - Fraction(tilted().mean.value)) < MEAN_BOUND
    for row, chance in zip(table.rows, tilted().chances, strict=True):
        assert abs(row.weight / 2**32 - chance) <= (1 + table.moved) / 2**32


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.floats(1e-14, 1.0) | st.just(0.0), min_size=3, max_size=60),
    st.integers(30, 48),
)
def test_no_payout_worth_a_weight_is_lost(raw: list[float], bits: int) -> None:
    raw[0], raw[1], raw[2] = 1.0, 1.0, 0.5
    law = law_of(dict(enumerate(raw)))
    law = Law(law.payouts, law.chances, law.mean)
    table = lookup_table(law, 2**bits)
    weights = {row.payout: row.weight for row in table.rows}
    assert sum(weights.values()) == 2**bits
    for payout, chance in zip(law.payouts.tolist(), law.chances.tolist(), strict=True):
        # A billionth of a weight is what sums of floats may be off.
        if chance * 2**bits >= 1 + 1e-3:
            assert weights.get(payout, 0) >= 1
        if chance == 0:
            assert payout not in weights
    assert abs(table.mean - Fraction(law.mean.value)) <= Fraction(MEAN_BOUND)


def test_rare_payouts_are_gathered_and_not_dropped() -> None:
    # 1000 payouts of chance 2**-32 each: with 2**28 none is worth a weight, all together 62.5.
    rare = dict.fromkeys(range(100, 1100), 2.0**-32)
    law = law_of({0: 0.5, 5: 0.25, 6: 0.25 - 1000 * 2.0**-32, **rare})
    law = Law(law.payouts, law.chances, law.mean)
    table = lookup_table(law, 2**28)
    assert (table.gathered, table.gathered_chance) == (1000, pytest.approx(1000 * 2.0**-32))
    weights = [row.weight for row in table.rows if row.payout >= 100]
    assert sum(weights) in (62, 63)


def test_mean_that_no_whole_weights_have_is_refused() -> None:
    # 256 x (0.3 x 5 + 0.2 x 7) = 742.4 is no whole number of tenths.
    law = law_of({0: 0.5, 5: 0.3, 7: 0.2})
    with pytest.raises(MathlibError, match=r"2\*\*8 is too small: the mean cannot be put right to"):
        lookup_table(law, 2**8)


@pytest.mark.parametrize("total", [0, 1, 100, 2**32 + 1, 2**53])
def test_total_must_be_a_power_of_two(total: int) -> None:
    with pytest.raises(MathlibError, match=r"is no power of 2 from 2\*\*1 to 2\*\*52"):
        lookup_table(tilted(), total)


def test_total_beyond_what_the_law_knows_is_refused() -> None:
    law = law_of({0: 1, 5: 1, 6: 1})
    vague = Law(law.payouts, law.chances, law.mean, error=2.0**-20)
    with pytest.raises(MathlibError, match=r"too large: .* use 2\*\*19 or less"):
        lookup_table(vague, 2**40)


def test_pig_wizard_table_has_the_mean_and_the_odds_of_the_evaluation() -> None:
    evaluation = evaluate(files.example("pig_wizard"))
    law = round_law_of(evaluation, "round")
    table = lookup_table(law, 2**40)
    assert abs(float(table.mean) - evaluation.total.value) < MEAN_BOUND
    assert (table.rows[-1].outcome, table.rows[-1].payout) == ("cap", 55000)
    assert table.total / table.rows[-1].weight == pytest.approx(
        evaluation.figures["cap_one_in"].value, rel=1e-5
    )
    hits = sum(row.weight for row in table.rows if row.payout)
    assert hits / table.total == pytest.approx(evaluation.figures["some_win"].value, abs=1e-12)


def test_respins_table_has_mean_and_full_board_of_the_chain() -> None:
    exact = solve(files.example("orb_respins"))
    solved = exact.rounds["C"]
    # No more of an evaluation is looked at, and rounds need not be played for it.
    evaluation = Evaluation(exact.game, {}, {}, detail=SimpleNamespace(exact=exact))
    table = lookup_table(round_law_of(evaluation, "C"), 2**40)
    full = table.rows[-1]
    assert (full.outcome, full.payout) == ("full_board", 400000)
    assert full.weight / table.total == pytest.approx(solved.p_full, abs=2.0**-40)
    assert float(table.mean) == pytest.approx(solved.mean_uncapped, rel=1e-9)


def test_line_table_is_the_full_cycle_with_the_colours() -> None:
    exact = solve(files.example("orb_respins"))
    law = line_law_of(exact)
    assert (law.total, law.mean) == (1800, exact.lines.rtp)
    won = sum(row.line_bets * row.weight for row in law.rows)
    assert Fraction(won, law.total * law.line_bets) == exact.lines.rtp
    for name, chance in exact.in_view.items():
        weight = sum(row.weight for row in law.rows if row.in_view == name)
        assert Fraction(weight, law.total) == chance


@pytest.mark.parametrize(
    ("kind", "name", "message"),
    [
        ("orb_respins", "JM", "Multiply and another modifier has no exact law"),
        ("orb_respins", "round", "a whole game round has no exact law"),
        ("orb_respins", "X", "no such law; this game has lines, J, M, C, JC"),
        ("pig_wizard", "lines", "no such law; this game has round"),
    ],
)
def test_what_has_no_exact_law_is_refused_in_words(kind: str, name: str, message: str) -> None:
    with pytest.raises(MathlibError, match=message):
        check_name(files.example(kind), name)
