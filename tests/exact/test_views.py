"""Symbols in view against known answers and plain counting."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings

from mathlib.exact.columns import column
from mathlib.exact.marks import Marks
from mathlib.exact.views import view_counts, view_law
from mathlib.game.lines import Strip
from tests.exact.small_games import line_games


@pytest.mark.parametrize(("rows", "chance"), [(4, Fraction(1, 10)), (6, Fraction(15, 100))])
def test_taller_windows_see_more(rows, chance):
    # K5: one W on a strip of 40 stops.
    reel = column(Strip(symbols=("W", *["x"] * 39)), rows)
    assert view_counts([reel], ["W"]).probability(1) == chance


def test_scatter_trigger():
    # K6: five reels of 32 stops with one scatter each, three rows, three or more of five.
    reel = column(Strip(symbols=("scatter", *["x"] * 31)), rows=3)
    law = view_counts([reel] * 5, ["scatter"])
    chance = sum(law.probability(n) for n in (3, 4, 5))
    assert chance == Fraction(119529, 16777216)
    assert round(float(1 / chance), 3) == 140.361


@settings(max_examples=100, deadline=None)
@given(line_games())
def test_counts_equal_plain_counting(game):
    strips, rules = game
    columns = [column(strip, rules.rows) for strip in strips]
    cells, reels = Counter(), Counter()
    for stops in product(*(range(len(strip.symbols)) for strip in strips)):
        weight = prod(strip.stop_weights[stop] for strip, stop in zip(strips, stops, strict=True))
        seen = [
            sum(s in ("A", "W") for s in strip.windows(rules.rows)[stop])
            for strip, stop in zip(strips, stops, strict=True)
        ]
        cells[sum(seen)] += weight
        reels[sum(map(bool, seen))] += weight
    assert dict(view_counts(columns, ["A", "W"])) == cells
    assert dict(view_counts(columns, ["A", "W"], of="reels")) == reels


def test_colours_in_view_have_no_bound_on_the_cycle():
    # Six reels whose cycle is far beyond 64 bits; each colour on one stop of three.
    reel = column(Strip(symbols=("red", "blue", "x"), weights=(2**40,) * 3), rows=1)
    law = view_law([reel] * 6, Marks.colours(["red", "blue"]))
    assert law.total == (3 * 2**40) ** 6
    assert law.probability(0) == Fraction(1, 3**6)
    assert law.probability(1) == Fraction(2**6 - 1, 3**6)
