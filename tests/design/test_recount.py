"""Strips from counts: spacing rules hold, little moves, and line RTP stays with any order."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathlib.core.errors import MathlibError
from mathlib.design.recount import laid_anew, recounted, reordered
from mathlib.design.spacing import Spacing, nearest, runs, spacing, strip_sets
from mathlib.design.workbench import Workbench
from mathlib.exact.columns import column
from mathlib.exact.cycle import full_cycle
from mathlib.exact.lines import line_table
from mathlib.exact.marks import Marks
from mathlib.game import files
from mathlib.game.lines import Strip
from mathlib.game.orb_respins import ORBS

PARAMS = Path(__file__).parents[2] / "params"


def subsequence(short, long):
    rest = iter(long)
    return all(symbol in rest for symbol in short)


def around(symbols, i):
    """Return a strip without one stop."""
    return (*symbols[:i], *symbols[i + 1 :])


@pytest.mark.parametrize("name", ["orb_respins", "pig_wizard"])
def test_shipped_strips_are_recounted_with_the_rest_in_place(name):
    game = files.load(PARAMS / f"{name}.json")
    for strips in strip_sets(game).values():
        for strip in strips[::2]:
            rules = spacing(game, strip)
            assert not rules.broken(strip.symbols)
            for symbol in dict.fromkeys(strip.symbols):
                for count in (strip.symbols.count(symbol) + step for step in (-1, 1, 3)):
                    new = recounted(strip, symbol, count, rules)
                    wanted = Counter(strip.symbols)
                    wanted[symbol] = count
                    assert Counter(new.symbols) == +wanted
                    assert not rules.broken(new.symbols)
                    if count > strip.symbols.count(symbol):
                        assert subsequence(strip.symbols, new.symbols)
                    else:  # one neighbour may have had to move
                        assert any(
                            subsequence(around(new.symbols, i), strip.symbols * 2)
                            for i in range(len(new.symbols))
                        )


@given(seed=st.integers(0, 200), count=st.integers(0, 12))
def test_counts_far_away_are_laid_anew_within_the_rules(seed, count):
    strip = Strip(symbols=("A", "K", "red", "Q", "A", "K", "Q", "W", "W", "A", "K", "Q"))
    rules = Spacing({"red": 3}, {"W": 2})
    new = recounted(strip, "W", count, rules, seed)
    assert new == recounted(strip, "W", count, rules, seed)
    assert new.symbols.count("W") == count
    assert not rules.broken(new.symbols)
    assert "W W W" not in " ".join(new.symbols * 2)


def test_a_count_without_room_is_refused():
    strip = Strip(symbols=("A", "K", "Q", "A", "K", "Q"))
    with pytest.raises(MathlibError, match="as far apart as asked"):
        recounted(strip, "A", 5, Spacing({}, {}))
    unequal = Strip(symbols=("A", "K", "Q"), weights=(1, 2, 3))
    with pytest.raises(MathlibError, match="different weights"):
        recounted(unequal, "A", 4, Spacing({}, {}))
    with pytest.raises(MathlibError, match="at least one stop"):
        recounted(Strip(symbols=("A",)), "A", 0, Spacing({}, {}))


def test_a_new_stop_has_the_weight_of_its_likes():
    strip = Strip(symbols=("A", "K", "Q", "A", "K", "Q"), weights=(7, 2, 1, 7, 2, 1))
    more = recounted(strip, "A", 3, Spacing({}, {}))
    assert Counter(zip(more.symbols, more.stop_weights, strict=True))["A", 7] == 3
    fewer = recounted(strip, "Q", 1, Spacing({}, {}))
    assert sorted(fewer.stop_weights) == [1, 2, 2, 7, 7]
    fresh = recounted(strip, "Z", 1, Spacing({}, {}))
    assert fresh.stop_weights[fresh.symbols.index("Z")] in (1, 2, 7)


def test_rules_in_words_and_around_the_end():
    rules = Spacing({"red": 3}, {"W": 2})
    assert rules.broken(["W", "A", "K", "W"]) == ""
    assert "stack of 3" in rules.broken(["W", "A", "K", "W", "W"])
    assert "2 stops apart" in rules.broken(["red", "A", "K", "Q", "red", "A"])
    assert "1 stops apart" in rules.broken(["A", "K", "Q", "A"])
    assert runs(["W"] * 3, "W") == [(0, 3)]
    assert nearest(["A"], "A") == 1


@pytest.mark.parametrize("seed", [1, 2])
def test_a_new_order_keeps_line_rtp_and_changes_what_depends_on_order(seed):
    game = files.load(PARAMS / "orb_respins.json")
    new = reordered(game, seed)
    assert new == reordered(game, seed)
    found = []
    for one in (game, new):
        columns = [column(strip, one.rows) for strip in one.strips]
        # Three reels decide whether a line pays, as every symbol pays from three of a kind.
        short = one.rules.model_copy(
            update={
                "lines": tuple(dict.fromkeys(line[:3] for line in one.lines)),
                "pays": {symbol: pays[:3] for symbol, pays in one.paytable.items()},
            }
        )
        law = full_cycle(columns[:3], short, Marks.none())
        found.append((line_table(columns, one.rules).rtp, law.hit_frequency, law.sd))
    assert found[0][0] == found[1][0]
    assert found[0][1] != found[1][1]
    assert found[0][2] != found[1][2]
    for strip in new.strips:
        assert not spacing(game, strip).broken(strip.symbols)
        assert all(w.count(orb) <= 1 for w in strip.windows(game.rows) for orb in ORBS.values())
        assert all(length <= 4 for _, length in runs(strip.symbols, "wild"))


def test_unequal_weights_are_not_laid_anew():
    strip = Strip(symbols=("A", "K"), weights=(1, 2))
    with pytest.raises(MathlibError, match="move weight"):
        laid_anew(strip, Spacing({}, {}), seed=1)


@pytest.mark.parametrize("name", ["orb_respins", "pig_wizard"])
def test_who_goes_back_to_a_count_gets_the_strip_back(name):
    bench = Workbench(files.load(PARAMS / f"{name}.json"))
    for reel, strip in enumerate(bench.baseline.strips):
        for symbol in dict.fromkeys(strip.symbols):
            address, count = f"strips.{reel}.count.{symbol}", strip.symbols.count(symbol)
            least, most = bench.knobs[address].least, bench.knobs[address].most
            for other in {max(count - 1, least), min(count + 1, most)} - {count}:
                bench.change(address, other)
                assert bench.game.strips[reel] != strip
                bench.change(address, count)
                assert bench.game == bench.baseline


def test_an_order_of_its_own_comes_back_as_well():
    bench = Workbench(files.load(PARAMS / "orb_respins.json"))
    bench.apply(reordered(bench.game, seed=3), "new order")
    anew, address = bench.game, "strips.2.count.owl"
    for count in (bench.knobs[address].value + 1, bench.knobs[address].value):
        bench.change(address, count)
    assert bench.game == anew != bench.baseline


def test_the_weight_of_one_stop_is_never_given_to_another():
    bench = Workbench(files.load(PARAMS / "orb_respins.json"))
    symbols = bench.game.strips[0].symbols
    symbol = next(name for name, n in Counter(symbols).items() if n > 1)
    first, second = [i for i, name in enumerate(symbols) if name == symbol][:2]
    one, other = (f"strips.0.weight.{i}" for i in (first, second))
    weight = bench.knobs[one].value
    for address, value in ((one, weight + 1), (one, weight), (other, weight + 1)):
        bench.change(address, value)
    assert bench.knobs[one].value == weight
    assert bench.knobs[other].value == weight + 1
