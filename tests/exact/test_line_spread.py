"""How much the number of line wins varies, against every stop combination of small games."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from mathlib.exact.columns import column
from mathlib.exact.line_spread import hit_variances
from mathlib.exact.line_walk import line_win
from mathlib.game.lines import LineRules, Strip, Wild

CHART = ((0, 0, 0), (1, 1, 1), (2, 2, 2), (0, 1, 2), (2, 1, 0), (0, 0, 1))
STRIPS = (
    Strip(symbols=("A", "B", "A", "x"), weights=(1, 3, 2, 5)),
    Strip(symbols=("A", "W", "B", "W", "x")),
    Strip(symbols=("B", "W", "A", "A"), weights=(2, 1, 4, 1)),
)
PAYS = {
    "straight": {"A": (0, 2, 20), "B": (0, 0, 7)},
    "two of a kind pay more than three": {"A": (0, 9, 4), "B": (1, 3, 3)},
}


def brute(strips, rules):
    """Mean and mean square of the number of winning lines, by following every line."""
    first, second = defaultdict(Fraction), defaultdict(Fraction)
    stops = [list(zip(one.windows(rules.rows), one.stop_weights, strict=True)) for one in strips]
    cycle = prod(one.total for one in strips)
    for spin in product(*stops):
        weight = Fraction(prod(weight for _, weight in spin), cycle)
        shown = [window for window, _ in spin]
        wins = Counter(
            line_win([window[row] for window, row in zip(shown, line, strict=True)], rules)
            for line in rules.lines
        )
        for win, number in wins.items():
            if win.pay:
                first[win.symbol, win.count] += number * weight
                second[win.symbol, win.count] += number**2 * weight
    return {win: float(second[win] - first[win] ** 2) for win in first}


@pytest.mark.parametrize("pays", PAYS)
def test_equals_every_stop_combination(pays):
    rules = LineRules(rows=3, lines=CHART, pays=PAYS[pays], wilds=(Wild(symbol="W"),))
    found = hit_variances([column(strip, 3) for strip in STRIPS], rules)
    expected = brute(STRIPS, rules)
    assert {win for win, value in found.items() if value} == set(expected)
    for win, value in expected.items():
        assert found[win] == pytest.approx(value, rel=1e-12), win


def test_lines_that_share_cells_win_together():
    """Two lines that differ on the last reel only: three of a kind comes on both or on none."""
    rules = LineRules(rows=2, lines=((0, 0, 0), (0, 0, 1)), pays={"A": (0, 3, 0)})
    reel = column(Strip(symbols=("A", "x", "x", "x")), 2)
    # Both lines win with chance 1/16: variance 4/16 - (2/16)**2.
    assert hit_variances([reel] * 3, rules)["A", 2] == pytest.approx(4 / 16 - 4 / 256, rel=1e-14)
