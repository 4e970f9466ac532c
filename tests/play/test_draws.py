"""Draws from integer weights: exact, and the same in kernels and in plain Python."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from mathlib.core.errors import MathlibError
from mathlib.core.weights import WeightTable
from mathlib.play.streams import (
    BITS,
    LONG,
    SHORT,
    below,
    cumulative,
    find,
    pick,
    plain_below,
    plain_pick,
    spin,
    stream,
    wheels,
)


class Script:
    """Gives the random numbers that it was given, as 53 bits each."""

    def __init__(self, *bits):
        self.bits = list(bits)

    def random(self):
        return self.bits.pop(0) / BITS


def test_weighted_pick_over_every_draw():
    # Known answer K17: every outcome is picked by as many draws as its weight.
    table = cumulative([1, 7, 100, 1000])
    counts = Counter(find(table, draw) for draw in range(1108))
    assert counts == {0: 1, 1: 7, 2: 100, 3: 1000}
    plain = WeightTable(dict(enumerate([1, 7, 100, 1000])))
    assert all(plain.pick(draw) == find(table, draw) for draw in range(1108))


@pytest.mark.parametrize("n", [1, 2, 3, 6, 83, 1108, 10_000, 3**19, SHORT - 1, SHORT])
def test_every_draw_has_the_same_number_of_random_numbers(n):
    # Every draw owns the random numbers from its first to its last; all own as many.
    share = BITS // n
    for draw in {0, min(1, n - 1), n // 3, n // 2, max(n - 2, 0), n - 1}:
        first = -(-(draw * BITS + BITS % n) // n)
        last = ((draw + 1) * BITS - 1) // n
        assert last - first + 1 == share
        for draws in (below.py_func, plain_below):
            assert draws(Script(first), n) == draws(Script(last), n) == draw
            # The number before the first is drawn again, unless it is the draw before's last.
            if first > 0 and BITS % n and (first - 1) * n >= draw * BITS:
                again = Script(first - 1, last)
                assert draws(again, n) == draw
                assert not again.bits


def test_large_totals_take_two_numbers_and_a_remainder():
    n = 3 * 2**60
    for draws in (below.py_func, plain_below):
        # 2**62 - 1 lies above the last whole multiple of n and is drawn again.
        assert draws(Script(BITS - 1, BITS - 1, 0, 5 << 22), n) == 5
        assert draws(Script(1 << 22, 7 << 22), n) == SHORT + 7
        assert draws(Script((1 << 53) - (1 << 52), 0), n) == 2**61


@pytest.mark.parametrize("n", [1, 5, 1108, SHORT, SHORT + 1, 2**53, LONG // 3 * 2 + 1, LONG])
def test_kernel_and_plain_draws_are_the_same(n):
    one, other = stream(9, 2), stream(9, 2)
    drawn = [below(one, n) for _ in range(500)]
    assert drawn == [plain_below(other, n) for _ in range(500)]
    assert one.random() == other.random()
    assert 0 <= min(drawn) <= max(drawn) < n


def test_kernel_and_plain_picks_are_the_same():
    weights = {"a": 1, "b": 2**53, "c": 2**53 - 5, "d": 17}
    one, other = stream(4, 0), stream(4, 0)
    table = cumulative(list(weights.values()))
    names = list(weights)
    for _ in range(200):
        assert names[pick(one, table)] == plain_pick(other, WeightTable(weights))


def test_a_total_beyond_a_draw_is_refused():
    cumulative([LONG - 1, 1])
    with pytest.raises(MathlibError, match=r"more than 2\*\*62"):
        cumulative([LONG, 1])


def test_a_negative_seed_is_refused():
    with pytest.raises(MathlibError, match="negative"):
        stream(-1, 0)


@pytest.mark.parametrize(
    "weights", [[1] * 83, [5], [1, 4, 5], [3] * 40, [1, 10**6, 1, 1, 7, 10**9], [2**53, 1, 2**53]]
)
def test_a_reel_stops_where_a_pick_would(weights):
    laid = wheels([[2, 2], weights])
    one, other = stream(6, 1), stream(6, 1)
    table = cumulative(weights)
    stops = [spin(one, laid, 1) for _ in range(400)]
    assert stops == [pick(other, table) for _ in range(400)]
    # At both ends of every stop, which random numbers seldom reach, the guide points low enough.
    for stop, weight in enumerate(weights):
        for draw in (int(table[stop]) - weight, int(table[stop]) - 1):
            begin = laid.guide[1, draw >> laid.shift[1]]
            assert begin + find(table[begin:], draw) == stop


def test_blocks_have_streams_of_their_own():
    firsts = {stream(seed, block).random() for seed in range(20) for block in range(20)}
    assert len(firsts) == 400
    # The same children that the seed's own sequence spawns.
    child = np.random.SeedSequence(3).spawn(5)[4]
    assert np.random.Generator(np.random.PCG64(child)).random() == stream(3, 4).random()
