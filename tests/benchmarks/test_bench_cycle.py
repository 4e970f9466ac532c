"""Speed of the line engine: a full cycle of 60 stops, 50 lines, three colours jointly."""

from itertools import pairwise, product
from operator import or_
from random import Random
from time import perf_counter

from mathlib.exact.columns import column
from mathlib.exact.cycle import Marks, full_cycle
from mathlib.exact.lines import line_table
from mathlib.game.lines import LineRules, Strip, Wild
from tests.exact.plain_cycle import plain_cycle

NAMES = ("owl", "book", "wand", "staff", "A", "K", "Q", "10", "9", "golden", "red", "blue")
LINES = tuple(
    line for line in product(range(3), repeat=5) if all(abs(a - b) <= 1 for a, b in pairwise(line))
)[:50]
RULES = LineRules(
    rows=3,
    lines=LINES,
    pays={name: (0, 0, 10, 20 + 5 * i, 100 + 10 * i) for i, name in enumerate(NAMES[:9])},
    wilds=(Wild(symbol="wild"),),
)
COLOURS = Marks.colours(["golden", "red", "blue"])


def strips(stops, weighted=False, seed=1):
    """Five random strips whose windows all differ; wilds on reels 2 to 5."""
    random = Random(seed)
    found = []
    while len(found) < 5:
        symbols = random.choices([*NAMES, *(["wild"] if found else [])], k=stops)
        weights = tuple(random.randint(1, 50) for _ in symbols) if weighted else None
        strip = Strip(symbols=tuple(symbols), weights=weights)
        if len(column(strip, 3).windows) == stops:
            found.append(strip)
    return found


def timed(benchmark, function, rounds):
    """Result and least seconds of a function; also tells pytest-benchmark."""
    seconds = []

    def once():
        start = perf_counter()
        result = function()
        seconds.append(perf_counter() - start)
        return result

    return benchmark.pedantic(once, rounds=rounds, warmup_rounds=1), min(seconds)


def test_full_cycle_of_60_stops_with_colours(benchmark):
    columns = [column(strip, 3) for strip in strips(60)]
    law, fast = timed(benchmark, lambda: full_cycle(columns, RULES, COLOURS), rounds=4)
    assert law.cycle == 60**5
    assert law.mean == line_table(columns, RULES).rtp

    small = strips(4)
    start = perf_counter()
    plain = plain_cycle(small, RULES, COLOURS.of, or_)
    slow = perf_counter() - start
    counts = full_cycle([column(strip, 3) for strip in small], RULES, COLOURS).counts
    assert {key: counts[key] for key in plain} == plain
    assert counts.sum() == 4**5

    rate = law.cycle / fast
    benchmark.extra_info |= {"outcomes per second": rate, "times the twin": rate * slow / 4**5}
    assert rate >= 1e9
    assert rate * slow / 4**5 >= 200


def test_line_table_with_unequal_stop_weights(benchmark):
    columns = [column(strip, 3) for strip in strips(110, weighted=True)]
    table, seconds = timed(benchmark, lambda: line_table(columns, RULES), rounds=10)
    assert len(table.per_line) == 50
    assert len(set(table.per_line)) > 10
    assert seconds < 0.010
