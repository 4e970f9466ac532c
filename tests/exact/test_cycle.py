"""The full cycle against known answers and its plain twin, to the last integer."""

from fractions import Fraction
from itertools import product
from operator import or_

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mathlib.core.errors import MathlibError
from mathlib.exact.columns import column, with_cell
from mathlib.exact.cycle import CycleLaw, Marks, full_cycle
from mathlib.exact.lines import line_table
from mathlib.exact.views import view_law
from mathlib.game.lines import LineRules, Strip, Wild
from tests.exact.plain_cycle import plain_cycle
from tests.exact.small_games import dense_game, line_games

ROWS = ((0,) * 3, (1,) * 3, (2,) * 3)
ABCD = dict.fromkeys("ABCD", (0, 0, 10))


def as_dict(law):
    return {(m, w): int(law.counts[m, w]) for m, w in np.argwhere(law.counts).tolist()}


@pytest.mark.parametrize(
    ("lines", "hits", "sd"),
    [
        # K4, from a public question on what more lines change.
        (ROWS[1:2], Fraction(1, 16), 2.4206),
        (ROWS, Fraction(1, 16), 2.4206),
        ((*ROWS, (0, 1, 2), (2, 1, 0)), Fraction(3, 16), 1.5360),
    ],
)
def test_more_lines_change_hits_and_deviation_but_not_rtp(lines, hits, sd):
    reel = column(Strip(symbols=tuple("ABCD")), rows=3)
    law = full_cycle([reel] * 3, LineRules(rows=3, lines=lines, pays=ABCD))
    assert law.mean == Fraction(5, 8)
    assert law.hit_frequency == hits
    assert round(law.sd, 4) == sd


def test_a_line_given_twice_is_refused():
    # K4: three times the middle line would leave RTP as it is and nobody would see it.
    with pytest.raises(ValueError, match="every line once"):
        LineRules(rows=3, lines=((1, 1, 1),) * 3, pays=ABCD)


def test_wins_up_to_the_bet_are_told_apart():
    # By hand: two reels A, x in one row; three of four outcomes begin with A or win nothing.
    # AA pays 6, Ax pays 1; one line, so the bet is 1 line bet.
    reel = column(Strip(symbols=("A", "x"), weights=(1, 3)), rows=1)
    law = full_cycle([reel] * 2, LineRules(rows=1, lines=((0, 0),), pays={"A": (1, 6)}))
    assert (law.up_to_bet, law.above_bet) == (Fraction(3, 16), Fraction(1, 16))
    assert law.hit_frequency == Fraction(4, 16)
    assert law.mean == Fraction(9, 16)
    assert law.variance == Fraction(3 + 36, 16) - Fraction(81, 256)
    assert [law.quantile(Fraction(n, 16)) for n in (1, 12, 13, 15, 16)] == [0, 0, 1, 1, 6]
    assert dict(law) == {0: 12, 1: 3, 6: 1}


@settings(max_examples=150, deadline=None)
@given(line_games(), st.integers(1, 3))
def test_joint_law_with_colours_equals_the_twin(game, threads):
    strips, rules = game
    columns = [column(strip, rules.rows) for strip in strips]
    marks = Marks.colours(["x", "C"])
    law = full_cycle(columns, rules, marks, threads)
    assert as_dict(law) == plain_cycle(strips, rules, marks.of, or_)
    assert law.mean == line_table(columns, rules).rtp
    assert {m: w for m, w in enumerate(law.mark_weights) if w} == dict(view_law(columns, marks))


@settings(max_examples=100, deadline=None)
@given(line_games(), st.integers(0, 12))
def test_joint_law_with_counts_equals_the_twin(game, most):
    strips, rules = game
    columns = [column(strip, rules.rows) for strip in strips]
    marks = Marks.count(["x", "W"], most)
    law = full_cycle(columns, rules, marks)
    plain = plain_cycle(
        strips,
        rules,
        lambda window: min(most, sum(symbol in "xW" for symbol in window)),
        lambda a, b: min(most, a + b),
    )
    assert as_dict(law) == plain


@pytest.mark.parametrize("seed", range(60))
def test_joint_law_of_dense_games_equals_the_twin(seed):
    strips, rules = dense_game(seed)
    columns = [column(strip, rules.rows) for strip in strips]
    marks = Marks.colours(["x", "W"])
    law = full_cycle(columns, rules, marks)
    assert as_dict(law) == plain_cycle(strips, rules, marks.of, or_)
    assert law.mean == line_table(columns, rules).rtp


def test_more_than_64_lines_take_more_than_one_word():
    # All 81 lines of 4 reels and 3 rows, then the twin on the same strips.
    lines = tuple(
        (a, b, c, d) for a in range(3) for b in range(3) for c in range(3) for d in range(3)
    )
    strips = [
        Strip(symbols=("A", "B", "W", "A", "x"), weights=(1, 2, 3, 4, 5)),
        Strip(symbols=("A", "W", "B", "x")),
        Strip(symbols=("B", "A", "x", "W", "B")),
        Strip(symbols=("A", "A", "B", "x", "W", "x")),
    ]
    for wilds in ((), (Wild(symbol="W"),)):
        pays = {"A": (0, 1, 5, 20), "B": (2, 0, 3, 30), "W": (0, 4, 4, 50)}
        rules = LineRules(rows=3, lines=lines, pays=pays, wilds=wilds)
        law = full_cycle([column(strip, 3) for strip in strips], rules)
        assert as_dict(law) == plain_cycle(strips, rules)


def test_held_wild_and_cash_symbols_in_view():
    # A wild held in the centre cell is a strip cell like any other: the twin reads strips
    # whose windows are spelled out one by one, in one row per reel cell.
    outer = Strip(symbols=("A", "cash", "B", "cash"), weights=(3, 1, 2, 1))
    rules = LineRules(
        rows=2,
        lines=((0, 0, 0), (1, 1, 1), (0, 1, 0)),
        pays={"A": (0, 0, 5), "B": (0, 0, 7)},
        wilds=(Wild(symbol="pig"),),
    )
    middle = Strip(symbols=("A", "pig", "B", "pig"))
    held = with_cell(column(Strip(symbols=("A", "B")), 2), 1, "pig")
    marks = Marks.count(["cash"], 6)
    outer_column = column(outer, 2)
    law = full_cycle([outer_column, held, outer_column], rules, marks)
    # Stops 0 and 2 of the spelled-out strip are the two held windows; the others have weight
    # of their own, so take them off by the twin of the strip turned by one.
    turned = plain_cycle(
        [outer, Strip(symbols=middle.symbols, weights=(2, 1, 2, 1)), outer],
        rules,
        marks.of,
        lambda a, b: a + b,
    )
    level = plain_cycle([outer, middle, outer], rules, marks.of, lambda a, b: a + b)
    assert as_dict(law) == {
        key: turned[key] - level[key] for key in turned if turned[key] != level[key]
    }


def test_law_given_a_mark():
    reel = column(Strip(symbols=("A", "orb", "x")), rows=1)
    rules = LineRules(rows=1, lines=((0, 0),), pays={"A": (2, 9)})
    law = full_cycle([reel] * 2, rules, Marks.colours(["orb"]))
    assert law.mark_probability(1) == Fraction(5, 9)
    assert dict(law.given(0)) == {0: 2, 2: 1, 9: 1}
    assert dict(law.given(1)) == {0: 4, 2: 1}
    assert law.given(0).mean == Fraction(11, 4)
    nothing = full_cycle([reel] * 2, rules, Marks.colours(["star"]))
    with pytest.raises(MathlibError, match="mark 1 cannot come"):
        nothing.given(1)


def test_cycle_beyond_64_bits_is_refused_with_a_remedy():
    reel = column(Strip(symbols=("A", "x"), weights=(2**22, 2**22)), rows=1)
    rules = LineRules(rows=1, lines=((0, 0, 0),), pays={"A": (0, 0, 1)})
    with pytest.raises(MathlibError, match="use smaller stop weights"):
        full_cycle([reel] * 3, rules)
    # The line table has no such bound, and the same proportions in small weights agree.
    small = column(Strip(symbols=("A", "x")), rows=1)
    assert line_table([reel] * 3, rules).rtp == full_cycle([small] * 3, rules).mean


def test_largest_cycle_does_not_wrap():
    # 2**62 is the cycle; every outcome wins, so one counter holds nearly all of it.
    reel = column(Strip(symbols=("A", "B"), weights=(2**31 - 1, 1)), rows=1)
    rules = LineRules(rows=1, lines=((0, 0),), pays={"A": (0, 3), "B": (1, 1)})
    law = full_cycle([reel] * 2, rules)
    assert dict(law) == {0: 2**31 - 1, 1: 2**31, 3: (2**31 - 1) ** 2}
    assert law.mean == line_table([reel] * 2, rules).rtp


def test_huge_pays_are_refused_with_a_remedy():
    reel = column(Strip(symbols=("A", "x")), rows=12)
    lines = tuple(product(range(12), repeat=2))
    rules = LineRules(rows=12, lines=lines, pays={"A": (0, 10**6)})
    with pytest.raises(MathlibError, match="divide all pays by a common factor"):
        full_cycle([reel] * 2, rules)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ((), "square"),
        (((0, 1), (1,)), "square"),
        (((0, 1), (1, 2)), "square"),
        (((0, 1), (0, 1)), "either order"),
        (((1, 1), (1, 1)), "mark 0 must leave"),
        (((0, 1, 2), (1, 2, 0), (2, 0, 0)), "any grouping"),
    ],
)
def test_marks_that_do_not_combine_are_refused(table, words):
    with pytest.raises(MathlibError, match=words):
        Marks(lambda _: 0, table)


def test_mark_outside_the_table_is_refused():
    reel = column(Strip(symbols=("A", "x")), rows=1)
    rules = LineRules(rows=1, lines=((0, 0),), pays={"A": (0, 1)})
    with pytest.raises(MathlibError, match="has mark 5; marks go from 0 to 0"):
        full_cycle([reel] * 2, rules, Marks(lambda _: 5, ((0,),)))


@pytest.mark.parametrize("chance", [0, -1, 1.5])
def test_quantile_needs_a_chance(chance):
    law = CycleLaw(np.array([[3, 0, 1]]), line_bets=1)
    with pytest.raises(MathlibError, match="expected a chance above 0"):
        law.quantile(chance)
