"""The joint law of line win, landed and added prizes, against outcome-by-outcome counts."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mathlib.core.errors import MathlibError
from mathlib.core.weights import WeightTable
from mathlib.exact.columns import column, with_cell
from mathlib.exact.cycle import Marks, full_cycle
from mathlib.exact.lines import line_table
from mathlib.exact.pig_wizard.state_law import at_least, plain, with_added
from mathlib.exact.pig_wizard.states import base_states, bonus_states, held_columns
from mathlib.exact.pig_wizard.transfer import spin_law
from mathlib.game.files import example
from mathlib.game.lines import LineRules, Strip, Wild
from tests.exact.plain_cycle import best_pay


@st.composite
def wizard_games(draw):
    """Columns with a wild held in one cell of a reel that is not the first; prizes elsewhere."""
    reels = draw(st.integers(2, 3))
    rows = draw(st.integers(1, 2))
    symbols = ("A", "B", "C")
    lines = st.tuples(*[st.integers(0, rows - 1)] * reels)
    rules = LineRules(
        rows=rows,
        lines=tuple(draw(st.lists(lines, min_size=1, max_size=4, unique=True))),
        pays={
            name: draw(
                st.lists(st.integers(0, 9), min_size=reels, max_size=reels).filter(any).map(tuple)
            )
            for name in symbols
        },
        wilds=(Wild(symbol="W", not_for=tuple(draw(st.sets(st.sampled_from(symbols))))),),
    )
    centre = (draw(st.integers(1, reels - 1)), draw(st.integers(0, rows - 1)))
    columns = []
    for reel in range(reels):
        shown = (*symbols, "x") if reel == centre[0] else (*symbols, "$")
        stops = draw(st.lists(st.sampled_from(shown), min_size=1, max_size=4))
        weights = draw(st.lists(st.integers(1, 9), min_size=len(stops), max_size=len(stops)))
        one = column(Strip(symbols=tuple(stops), weights=tuple(weights)), rows)
        columns.append(with_cell(one, centre[1], "W") if reel == centre[0] else one)
    return columns, rules, centre


def counted(columns, rules, closed):
    """Weights by (landed, added, win): every outcome with every set of added prizes."""
    law = Counter()
    for windows in product(
        *(zip(one.windows, one.weights.tolist(), strict=True) for one in columns)
    ):
        weight = prod(weight for _, weight in windows)
        cells = {(x, y): s for x, (w, _) in enumerate(windows) for y, s in enumerate(w)}
        landed = sum(symbol == "$" for symbol in cells.values())
        free = [cell for cell, symbol in cells.items() if symbol != "$" and cell != closed]
        for number in range(len(free) + 1):
            for added in combinations(free, number):
                shown = cells | dict.fromkeys(added, "$")
                win = sum(
                    best_pay([shown[x, y] for x, y in enumerate(line)], rules)
                    for line in rules.lines
                )
                law[landed, number, win] += weight
    return law


def flat(law):
    return {(k, a, win): n for (k, a), wins in law.weights.items() for win, n in wins.items()}


@settings(max_examples=80, deadline=None)
@given(wizard_games())
def test_every_outcome_and_every_set_of_added_cells(game):
    columns, rules, centre = game
    expected = counted(columns, rules, centre)
    assert flat(spin_law(columns, rules, "$", centre)) == expected
    none_added = {key: n for key, n in expected.items() if key[1] == 0}
    assert flat(spin_law(columns, rules, "$")) == none_added


@settings(max_examples=30, deadline=None)
@given(wizard_games(), st.dictionaries(st.integers(1, 6), st.integers(1, 5), min_size=1))
def test_added_prizes_fall_uniformly_on_free_cells(game, added):
    columns, rules, centre = game
    cells = len(columns) * rules.rows - 1
    table = WeightTable(added)
    expected = Counter()
    for (landed, number, win), weight in counted(columns, rules, centre).items():
        free = cells - landed
        for n in table:
            if min(n, free) == number:
                share = Fraction(weight, prod(one.total for one in columns) * comb(free, number))
                expected[landed, number, win] += table.probability(n) * share
    law = with_added(spin_law(columns, rules, "$", centre), table, cells, len(rules.lines))
    found = {
        (k, a, win): scale * weight
        for (k, a), (scale, wins) in law.slices.items()
        for win, weight in wins.items()
    }
    assert found == expected
    assert law.total == 1


def test_the_transfer_equals_the_full_cycle_and_the_line_table():
    game = example("pig_wizard")
    base = [column(strip, game.rows) for strip in game.strips]
    held = held_columns(game, game.strips)
    for columns in (base, held, held_columns(game, game.wizard_spins.strips)):
        law = spin_law(columns, game.rules, "cash")
        cycle = full_cycle(columns, game.rules, Marks.count(["cash"], 12))
        counts = {
            (mark, 0, win): int(n)
            for mark, row in enumerate(cycle.counts)
            for win, n in enumerate(row)
            if n
        }
        assert flat(law) == counts
        state = plain(law, game.line_bets)
        assert state.mean_line == line_table(columns, game.rules).rtp
        assert state.hit_frequency == cycle.hit_frequency


def test_the_wizard_helps_only_the_lines_through_the_centre():
    """Known answer: reels A, B, C, D, three alike pay 10 line bets, wild in the centre at 0.2.

    Middle line 0.8 x 0.625 + 0.2 x 2.5 = 1.000; the others keep 4 x 10 / 64 = 0.625.
    """
    rules = LineRules(
        rows=3,
        lines=((1, 1, 1), (0, 0, 0), (2, 2, 2)),
        pays=dict.fromkeys("ABCD", (0, 0, 10)),
        wilds=(Wild(symbol="W"),),
    )
    reel = column(Strip(symbols=("A", "B", "C", "D")), 3)
    held = [reel, with_cell(reel, 1, "W"), reel]
    tables = line_table([reel] * 3, rules), line_table(held, rules)
    chance = Fraction(1, 5)
    per_line = [
        (1 - chance) * without + chance * with_it
        for without, with_it in zip(tables[0].per_line, tables[1].per_line, strict=True)
    ]
    assert per_line == [Fraction(1), Fraction(5, 8), Fraction(5, 8)]
    mixed = sum(
        share * plain(spin_law(columns, rules, "$"), 3).mean_line
        for share, columns in ((1 - chance, [reel] * 3), (chance, held))
    )
    assert mixed == sum(per_line) / 3


def test_line_win_keeps_the_conditional_law():
    game = example("pig_wizard")
    by_name = {(state.modifier, state.wizard): state.law for state in base_states(game)}
    for wizard in (False, True):
        law, given_win = by_name["none", wizard], by_name["line_win", wizard]
        wanted = game.line_bets  # at least 1 total bet
        chance = sum(p for win, p in law.wins.items() if win >= wanted)
        assert given_win.total == 1
        assert min(given_win.wins) >= wanted
        assert all(p == law.wins[win] / chance for win, p in given_win.wins.items())
        landed = law.mean(lambda win, k, a, wanted=wanted: k * (win >= wanted)) / chance
        assert given_win.mean_landed == landed
    assert at_least(law, 0).slices.keys() == law.slices.keys()


def test_chances_of_all_states_add_up():
    game = example("pig_wizard")
    for states in (base_states(game), bonus_states(game)):
        assert sum(state.probability for state in states) == 1
        assert all(state.law.total == 1 for state in states)


def test_weights_beyond_64_bits_are_exact():
    heavy = Strip(symbols=("A", "$"), weights=(2**40, 1))
    rules = LineRules(rows=1, lines=((0, 0, 0),), pays={"A": (0, 0, 10)})
    law = plain(spin_law([column(heavy, 1)] * 3, rules, "$"), 1)
    assert law.mean_line == 10 * Fraction(2**40, 2**40 + 1) ** 3


def test_a_wild_on_reel_one_is_refused():
    rules = LineRules(
        rows=1, lines=((0, 0),), pays={"A": (0, 1), "B": (0, 2)}, wilds=(Wild(symbol="W"),)
    )
    reel = column(Strip(symbols=("A", "W")), 1)
    with pytest.raises(MathlibError, match="keep wilds off the first reel"):
        spin_law([reel, reel], rules, "$")
