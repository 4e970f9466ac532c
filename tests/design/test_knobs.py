"""Knobs: every weight has an address, is set through the game's model, and is never clamped."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from mathlib.core.errors import MathlibError, ParameterError
from mathlib.design.knobs import knob, knobs, matching, set_knob, set_knobs
from mathlib.design.tilts import tilt_to_mean, tilted
from mathlib.exact.columns import column
from mathlib.exact.lines import line_table
from mathlib.game import files

PARAMS = Path(__file__).parents[2] / "params"
BOTH = pytest.mark.parametrize("name", ["orb_respins", "pig_wizard"])


def numbers(value, at=()):
    """Return the numbers of a document by place."""
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        return {k: n for key, inner in pairs for k, n in numbers(inner, (*at, key)).items()}
    return {at: value} if isinstance(value, int | float) else {}


@BOTH
def test_turning_any_knob_to_what_it_reads_changes_nothing(name):
    game = files.load(PARAMS / f"{name}.json")
    values = {address: one.value for address, one in knobs(game).items()}
    assert len(values) > 800
    assert files.dumps(set_knobs(game, values)) == files.dumps(game)


@BOTH
def test_every_weight_of_the_file_has_a_knob(name):
    game = files.example(name)
    reached = set()
    before = numbers(files.dump(game))
    for address, one in knobs(game).items():
        if one.kind == "weight":
            after = numbers(files.dump(set_knob(game, address, one.value + 1)))
            reached.update(dict(after.items() ^ before.items()))
    rules = {"stakes_pence", "reference_stake_pence", "cap", "rows", "paytable", "lines", "format"}
    rules |= {"aims", "identification", "centre"}
    fixed = {"counter", "rows", "rows_with_jackpots", "full_board_award", "up_to", "limit"}
    fixed |= {"needed", "prize", "at_least", "spins"}
    weights = {at for at in before if at[0] not in rules and at[-1] not in fixed}
    assert weights <= reached


@BOTH
def test_every_knob_moves_the_game_and_reads_what_was_set(name):
    game = files.example(name)
    for address, one in knobs(game).items():
        if ".weight." in address:
            continue  # one by one in the test above
        step = one.most / 2 if one.kind == "tilt" else 1
        if one.value + step > one.most:
            step = -1
        new = set_knob(game, address, one.value + step)
        assert new != game
        assert one.get(new) == (0.0 if one.kind == "tilt" else one.value + step)


def test_labels_are_words_and_addresses_follow_the_file():
    found = knobs(files.load(PARAMS / "orb_respins.json"), free=["trigger.*"], locked=["*.rate"])
    assert found["strips.2.count.owl"].label == "owl on reel 3: stops"
    assert found["strips.2.weight.17"].label == "stop 18 (staff) on reel 3: weight"
    assert found["trigger.JM.JM"].label == "golden and red in view: Jackpots + Multiply"
    assert found["respins.sets.M.bands.0.red"].value == 362
    assert found["respins.sets.M.lands.red"].value == 6 * 362
    assert found["respins.jackpots.grand"].label == "golden orb reveals: grand (1875x)"
    free = {address for address, one in found.items() if one.free}
    assert free == {a for a in found if a.startswith("trigger.")} - {"trigger.rate"}
    assert len({one.label for one in found.values()}) == len(found)


def test_a_value_that_cannot_be_is_refused_and_never_clamped():
    game = files.example("orb_respins")
    with pytest.raises(MathlibError, match=r"owl on reel 1: stops\): 500 is not a whole number"):
        set_knob(game, "strips.0.count.owl", 500)
    with pytest.raises(MathlibError, match=r"2\.5 is not a whole number"):
        set_knob(game, "trigger.M.M", 2.5)
    with pytest.raises(MathlibError, match="True is not a whole number"):
        set_knob(game, "trigger.M.M", True)
    with pytest.raises(MathlibError, match=r"3\.0 is not a number from"):
        set_knob(game, "respins.money.tilt", 3.0)
    with pytest.raises(MathlibError, match="nan is not a number"):
        set_knob(game, "respins.money.tilt", float("nan"))
    with pytest.raises(MathlibError, match=r"did you mean respins\.money\.tilt"):
        set_knob(game, "respins.money.tlit", 0.0)
    with pytest.raises(MathlibError, match="no knob is called"):
        matching(["a", "b"], ["c*"])


def test_what_the_game_itself_refuses_is_refused_in_its_words():
    game = files.example("pig_wizard")
    # 6 extra spins at (one + 2 both) of the total: 100 in 200 would never end.
    with pytest.raises(ParameterError, match="a mean below 1"):
        set_knob(game, "wizard_spins.retrigger.one", 100)


def test_limits_narrow_and_hold():
    one = knob(files.example("orb_respins"), "trigger.M.M").limited(2, 8)
    one.check(8)
    with pytest.raises(MathlibError, match="9 is not a whole number from 2 to 8"):
        one.check(9)
    with pytest.raises(MathlibError, match="must lie within 2 to 8"):
        one.limited(1)
    with pytest.raises(MathlibError, match="hold its value 4"):
        one.limited(5, 8)


def test_the_rate_of_all_triggers_moves_by_single_units():
    game = files.load(PARAMS / "orb_respins.json")
    one = knob(game, "trigger.rate")
    before = {view: table["none"] for view, table in game.trigger.items()}
    assert one.value == sum(before.values())
    after = set_knob(game, "trigger.rate", one.value + 1).trigger
    steps = [after[view]["none"] - before[view] for view in before]
    assert sorted(steps) == [0] * 6 + [1]


def test_a_symbol_weight_of_a_strip_is_shared_out_over_its_stops():
    game = set_knob(files.example("orb_respins"), "strips.0.share.book", 7)
    strip = game.strips[0]
    own = [w for s, w in zip(strip.symbols, strip.stop_weights, strict=True) if s == "book"]
    assert own == [3, 2, 2]
    assert strip.total == 10 - 3 + 7


# Known answer K15: a money table tilted to a mean of 1.5, worked out by two methods.
VALUES = [".3", ".5", "1", "1.5", "2", "2.5", "3", "5", "10", "15", "20", "25"]
SHARES = [30, 22, 14, 10, 8, 5, 4, 2.5, 2, 1.3, 0.9, 0.3]


@pytest.mark.parametrize(("total", "mean"), [(1000, "1.4994"), (10_000, "1.50029")])
def test_k15_tilt_to_a_mean_in_integer_weights(total, mean):
    table = dict(zip(map(Fraction, VALUES), SHARES, strict=True))
    found = tilt_to_mean(table, 1.5, total)
    # Given as -0.02013604; to 40 digits it is -0.0201360301727797..., 1e-8 from that.
    assert found.tilt == pytest.approx(-0.02013603017277974, abs=1e-15)
    assert found.mean == Fraction(mean)
    assert sum(found.weights.values()) == total


def test_k15_a_total_that_loses_the_rarest_value_is_refused():
    table = dict(zip(map(float, VALUES), SHARES, strict=True))
    with pytest.raises(MathlibError, match=r"weight of 25\.0 would become 0.*total of 535 or more"):
        tilt_to_mean(table, 1.5, 100)
    assert min(tilt_to_mean(table, 1.5, 535).weights.values()) == 1
    with pytest.raises(MathlibError, match=r"means between 0\.3 and 25"):
        tilt_to_mean(table, 25, 1000)


def test_tilting_there_and_back_and_limits():
    table = {"1": 5000, "2": 3000, "5": 2000}
    there = tilted(table, [1, 2, 5], 0.2)
    back = tilted(there, [1, 2, 5], -0.2)
    assert sum(there.values()) == 10_000
    assert all(abs(back[key] - table[key]) <= 1 for key in table)
    game = files.load(PARAMS / "orb_respins.json")
    one = knob(game, "respins.money.tilt")
    for end in (one.least, one.most):
        assert min(set_knob(game, "respins.money.tilt", end).respins.money.values()) >= 1
    with pytest.raises(MathlibError, match="would become 0, and the outcome would be lost"):
        tilted(dict(game.respins.money), [v / 10 for v in game.respins.money], one.least * 1.1)


def test_a_count_is_the_only_thing_that_a_count_knob_changes():
    game = files.load(PARAMS / "orb_respins.json")
    new = set_knob(game, "strips.2.count.owl", game.strips[2].symbols.count("owl") + 1)
    rest = [symbol for symbol in new.strips[2].symbols if symbol != "owl"]
    assert rest == [symbol for symbol in game.strips[2].symbols if symbol != "owl"]
    assert [new.strips[i] for i in (0, 1, 3, 4)] == [game.strips[i] for i in (0, 1, 3, 4)]
    tables = [
        line_table([column(strip, one.rows) for strip in one.strips], one.rules)
        for one in (game, new)
    ]
    assert [table.cycle for table in tables] == [83**5, 83**4 * 84]
    assert tables[1]["owl", 5].probability > tables[0]["owl", 5].probability
