"""Line wins against published values, known answers and plain enumeration."""

from fractions import Fraction

import pytest
from hypothesis import given, settings

from mathlib.core.errors import MathlibError
from mathlib.exact.columns import column, cycle_of, row_weights, with_cell
from mathlib.exact.cycle import full_cycle
from mathlib.exact.lines import LineWin, line_table, line_win
from mathlib.game.lines import LineRules, Strip, Wild
from tests.exact.plain_cycle import best_pay, plain_cycle, plain_mean
from tests.exact.small_games import line_games
from tests.published.loader import case, line_game


@pytest.mark.parametrize(
    ("line", "pay"),
    [
        # K2, from public questions on wild evaluation with the Atkins Diet paytable.
        ("W steak W W eggs", 200),
        ("W W W W W", 5000),
        ("W W W mayonnaise eggs", 50),
        ("W W cheese cheese eggs", 50),
        ("W W W bacon bacon", 50),
        ("W W W W cheese", 500),
        ("butter butter W steak steak", 15),
        ("eggs eggs wings steak W", 0),
    ],
)
def test_known_line_wins(line, pay):
    _, rules = line_game(case("woo_atkins_diet"))
    symbols = line.replace("W", "atkins").split()
    assert line_win(symbols, rules).pay == pay
    # The same line as the only outcome of five reels of one stop each.
    one = LineRules(rows=1, lines=((0,) * 5,), pays=rules.pays, wilds=rules.wilds)
    columns = [column(Strip(symbols=(symbol,)), 1) for symbol in symbols]
    assert line_table(columns, one).rtp == pay


def test_a_tie_is_paid_once_under_the_first_name():
    _, rules = line_game(case("woo_atkins_diet"))
    symbols = ["atkins"] * 3 + ["bacon"] * 2
    assert line_win(symbols, rules) == LineWin("atkins", 3, 50)
    backwards = rules.model_copy(update={"pays": dict(reversed(rules.pays.items()))})
    assert line_win(symbols, backwards) == LineWin("bacon", 5, 50)


def test_stop_weights_belong_to_the_stop():
    # K3: stops (J, x, y) weigh 1, 4, 5 and the stop drawn is the top row.
    reel = column(Strip(symbols=("J", "x", "y"), weights=(1, 4, 5)), rows=3)
    rules = LineRules(rows=3, lines=((0,) * 3, (1,) * 3, (2,) * 3), pays={"J": (0, 0, 100)})
    table = line_table([reel] * 3, rules)
    assert table.per_line == (Fraction(1, 10), Fraction(125, 10), Fraction(64, 10))
    assert table.rtp == Fraction(19, 3)
    assert table["J", 3].hits == 1 + 125 + 64
    assert table.cycle == 1000


def test_row_that_is_too_short_is_refused():
    # K7: a paytable row shorter than the reels is an error, never padded.
    with pytest.raises(ValueError, match="3 pays, for 1 to 3 of a kind"):
        LineRules(rows=1, lines=((0, 0, 0),), pays={"A": (0, 10)})


def test_columns_must_fit_the_rules():
    rules = LineRules(rows=3, lines=((0, 0),), pays={"A": (0, 10)})
    reel = column(Strip(symbols=("A", "x")), rows=3)
    with pytest.raises(MathlibError, match="3 reels were given, but the lines cross 2"):
        line_table([reel] * 3, rules)
    low = column(Strip(symbols=("A", "x")), rows=2)
    with pytest.raises(MathlibError, match="reel 2 shows 2 rows, but the rules say 3"):
        line_table([reel, low], rules)


def test_held_cell_helps_only_the_lines_through_it():
    # Three reels of A, B, C, D: straight lines pay 10/16; with a wild held in the centre the
    # middle line needs two equal cells, 4 of 16, so 10/4.
    reel = column(Strip(symbols=("A", "B", "C", "D")), rows=3)
    rules = LineRules(
        rows=3,
        lines=((0,) * 3, (1,) * 3, (2,) * 3),
        pays=dict.fromkeys("ABCD", (0, 0, 10)),
        wilds=(Wild(symbol="W"),),
    )
    table = line_table([reel, with_cell(reel, 1, "W"), reel], rules)
    assert table.per_line == (Fraction(10, 16), Fraction(10, 4), Fraction(10, 16))


def test_held_cell_merges_windows_and_keeps_the_total():
    reel = column(Strip(symbols=("A", "B", "A", "C"), weights=(1, 2, 3, 4)), rows=2)
    held = with_cell(reel, 1, "W")
    shown = dict(zip(held.windows, held.weights.tolist(), strict=True))
    assert shown == {("A", "W"): 4, ("B", "W"): 2, ("C", "W"): 4}
    assert row_weights(held, 1) == {"W": 10}
    with pytest.raises(MathlibError, match="row 2 is outside the window"):
        with_cell(reel, 2, "W")


def test_weights_beyond_64_bits_are_refused():
    heavy = Strip(symbols=("A", "B") * 600, weights=(2**53,) * 1200)
    with pytest.raises(MathlibError, match="smaller weights in the same proportions"):
        column(heavy, rows=1)


@settings(max_examples=150, deadline=None)
@given(line_games())
def test_table_equals_plain_enumeration(game):
    strips, rules = game
    columns = [column(strip, rules.rows) for strip in strips]
    table = line_table(columns, rules)
    plain = plain_cycle(strips, rules)
    assert table.cycle == sum(plain.values()) == cycle_of(columns)
    assert table.rtp == plain_mean(plain, len(rules.lines))
    assert sum((row.rtp for row in table.rows), Fraction(0)) == table.rtp
    for line, rtp in zip(rules.lines, table.per_line, strict=True):
        alone = rules.model_copy(update={"lines": (line,)})
        law = plain_cycle(strips, alone)
        assert rtp == plain_mean(law, 1)


@settings(max_examples=100, deadline=None)
@given(line_games(most_stops=4))
def test_hits_are_named_as_the_direct_evaluation_names_them(game):
    strips, rules = game
    one = rules.model_copy(update={"lines": rules.lines[:1]})
    line = rules.lines[0]
    cells = [
        column(Strip(symbols=(symbol,)), 1)
        for symbol in (
            strip.symbols[row % len(strip.symbols)] for strip, row in zip(strips, line, strict=True)
        )
    ]
    symbols = [cell.windows[0][0] for cell in cells]
    flat = one.model_copy(update={"rows": 1, "lines": ((0,) * len(symbols),)})
    won = line_win(symbols, rules)
    assert won.pay == best_pay(symbols, rules)
    table = line_table(cells, flat)
    assert {(r.symbol, r.count, r.pay): r.hits for r in table.rows if r.hits} == (
        {(won.symbol, won.count, won.pay): 1} if won.pay else {}
    )


@pytest.mark.parametrize(
    ("line", "own_pay", "any_symbol"),
    [
        # By hand: A pays 5 and 40, B pays 7 and 20 for two and three; the wild has no row.
        ("WWA", 40, 40),
        ("WWB", 20, 20),
        ("WWx", 0, 7),
        ("WWW", 0, 40),
        ("WBx", 7, 7),
    ],
)
def test_what_wilds_alone_are_worth(line, own_pay, any_symbol):
    for reading, pay in (("own_pay", own_pay), ("any_symbol", any_symbol)):
        rules = LineRules(
            rows=1,
            lines=((0, 0, 0),),
            pays={"A": (0, 5, 40), "B": (0, 7, 20)},
            wilds=(Wild(symbol="W"),),
            wilds_alone=reading,
        )
        assert line_win(line, rules).pay == pay
        columns = [column(Strip(symbols=(symbol,)), 1) for symbol in line]
        assert line_table(columns, rules).rtp == pay
        assert full_cycle(columns, rules).mean == pay
