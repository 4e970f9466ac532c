"""Strips, charts, trigger tables and round shapes: rules kept, and refusals in words."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathlib.core.errors import MathlibError
from mathlib.design.charts import line_chart
from mathlib.design.rounds import Shape, fit_round
from mathlib.design.strips import strip_from_counts
from mathlib.design.trigger import trigger_tables, tune_trigger
from mathlib.evaluation import evaluate
from mathlib.exact.columns import column
from mathlib.exact.lines import line_table
from mathlib.game.files import example
from mathlib.game.orb_respins import SETS


@given(seed=st.integers(0, 1000))
def test_strips_keep_counts_distances_and_stacks(seed):
    counts = {"A": 9, "K": 9, "orb": 3, "W": 5}
    strip = strip_from_counts(counts, seed, apart={"orb": 4}, stacks={"W": 2})
    assert {s: strip.symbols.count(s) for s in counts} == counts
    assert strip == strip_from_counts(counts, seed, apart={"orb": 4}, stacks={"W": 2})
    around = [*strip.symbols, *strip.symbols[:4]]
    for a, b in pairwise(around):
        assert a != b or a == "W"
    assert all(window.count("orb") <= 1 for window in strip.windows(4))
    assert "W W W" not in " ".join(around)


def test_the_order_of_a_strip_does_not_change_line_rtp():
    game = example("orb_respins")
    counts = {"owl": 2, "book": 4, "A": 6, "golden": 1}
    tables = []
    for seed in (1, 2):
        strips = [strip_from_counts(counts, seed + reel) for reel in range(3)]
        columns = [column(strip, game.rows) for strip in strips]
        tables.append(line_table(columns, game.rules))
    assert tables[0].rtp == tables[1].rtp > 0


def test_a_strip_that_cannot_be_ordered_is_refused():
    with pytest.raises(MathlibError, match="as far apart as asked"):
        strip_from_counts({"A": 9, "K": 1}, seed=1)


def test_a_chart_is_distinct_and_gentle():
    lines = line_chart(5, 3, 50)
    assert len(set(lines)) == 50
    assert lines[0] == (1,) * 5
    assert set(lines[1:3]) == {(0,) * 5, (2,) * 5}
    assert all(abs(a - b) <= 1 for line in lines for a, b in pairwise(line))
    assert lines[:49] == line_chart(5, 3, 49)
    with pytest.raises(MathlibError, match="has 99 lines"):
        line_chart(5, 3, 100)


def test_trigger_tables_have_one_total():
    weights = dict(zip(SETS, range(1, 8), strict=True))
    tables = trigger_tables(weights, 100)
    assert {table.total for table in tables.values()} == {100}
    assert dict(tables["MC"]) == {"none": 100 - 2 - 3 - 6, "M": 2, "C": 3, "MC": 6}
    with pytest.raises(MathlibError, match="nothing for none"):
        trigger_tables(weights, 28)


def test_the_trigger_brings_the_total_to_its_target():
    game = tune_trigger(example("orb_respins"), dict.fromkeys(SETS, 1000), 0.95)
    assert evaluate(game).total.value == pytest.approx(0.95, abs=2e-6)
    with pytest.raises(MathlibError, match="lines alone pay 66"):
        tune_trigger(example("orb_respins"), dict.fromkeys(SETS, 1000), 0.6)


def test_a_round_is_fitted_to_mean_and_full_board():
    game = example("orb_respins")
    shape = Shape([3, 5, 8], 0.08, {"M": 0.02})
    fitted, found = fit_round(game, "M", shape, mean=15.0, p_full=2e-5)
    assert found.mean_uncapped == pytest.approx(15.0, rel=0.02)
    assert found.p_full == pytest.approx(2e-5, rel=0.1)
    assert fitted.respins.sets["J"] == game.respins.sets["J"]
    with pytest.raises(MathlibError, match="out of reach; orbs scaled by"):
        fit_round(game, "M", shape, mean=5000.0, p_full=2e-5)
    with pytest.raises(MathlibError, match="by tapering"):
        fit_round(game, "M", Shape([3, 5, 8], 0.0001, {"M": 0.02}), mean=15.0, p_full=0.5)
