"""Every rule of the Orb Respins loader, and those both loaders share, with an input it refuses."""

from itertools import product
from typing import Any

import pytest

from mathlib.game import files
from tests.game.edits import GONE, assert_refused, edited

# A change, then the path, the value shown and words of what was expected. These rules hold for
# both games.
SHARED: list[tuple[str, Any, str, str, str]] = [
    ("colour", 1, "colour", "1", "no such key"),
    ("identification/colour", "red", "identification.colour", "red", "no such key"),
    ("strips/0/stops", 9, "strips.0.stops", "9", "no such key"),
    ("rows", GONE, "rows", "nothing", "a value"),
    ("format", 2, "format", "2", "1"),
    ("rows", 0, "rows", "0", "above 0"),
    ("rows", 3.0, "rows", "3.0", "an integer"),
    ("rows", True, "rows", "True", "an integer"),
    ("rows", "3", "rows", "'3'", "an integer"),
    ("identification", 3, "identification", "3", "an object"),
    ("identification/title", "", "identification.title", "''", "not empty"),
    ("identification/title", 3, "identification.title", "3", "text"),
    ("identification/code", "Bad Code", "identification.code", "Bad Code", "of the form"),
    ("identification/revisions", [], "identification.revisions", "[]", "at least 1 entry"),
    (
        "identification/revisions/0/date",
        "30 Nov 2026",
        "identification.revisions.0.date",
        "30 Nov 2026",
        "a date, year-month-day",
    ),
    ("aims/0/at_least", "half", "aims.0.at_least", "half", "a number"),
    ("aims/0/at_least", 10**400, "aims.0.at_least", "1000", "a number of at most"),
    ("aims/0", {"quantity": "q", "text": "t"}, "aims.0", "no limit", "at_least, at_most"),
    (
        "aims/0",
        {"quantity": "q", "text": "t", "at_least": 2, "at_most": 1},
        "aims.0",
        "[2.0, 1.0]",
        "at_least <= at_most",
    ),
    (
        "identification/revisions/0/date",
        "2026-99-99",
        "identification.revisions.0.date",
        "2026-99-99",
        "a date, year-month-day",
    ),
    ("aims/0/at_most", True, "aims.0.at_most", "True", "a number"),
    ("aims", {}, "aims", "{}", "a list"),
    ("stakes_pence", [], "stakes_pence", "[]", "at least 1 entry"),
    ("stakes_pence", 10, "stakes_pence", "10", "a list"),
    ("stakes_pence", [100, 100], "stakes_pence", "[100, 100]", "every stake once"),
    ("stakes_pence/0", 0, "stakes_pence.0", "0", "above 0"),
    ("stakes_pence/0", 10.5, "stakes_pence.0", "10.5", "an integer"),
    ("reference_stake_pence", 70, "reference_stake_pence", "70", "one of the stakes"),
    ("cap", GONE, "cap", "nothing", "a value"),
    ("cap", 0, "cap", "0", "above 0"),
    ("cap", -5, "cap", "-5", "above 0"),
    ("cap", 5500.25, "cap", "5500.25", "a multiple of 0.1"),
    ("cap", "much", "cap", "much", "a number"),
    ("cap", "40000", "cap", "40000", "a number"),
    ("cap", False, "cap", "False", "a multiple of 0.1"),
    ("cap", 1e300, "cap", "1E+300", "at most 100000000 total bets"),
    ("paytable", {}, "paytable", "{}", "at least 1 entry"),
    ("paytable", [], "paytable", "[]", "an object"),
    # K7: a row that is too short for its reels is refused, never padded.
    ("paytable/A", [0, 0], "paytable.A", "[0, 0]", "pays, for 1 to"),
    ("paytable/A", [0] * 5 + [9], "paytable.A", "9]", "pays, for 1 to"),
    ("paytable/A/0", -1, "paytable.A.0", "-1", "a pay of 0 to"),
    ("paytable/A/0", 10**30, "paytable.A.0", "1000", "a pay of 0 to 1000000"),
    ("rows", 10**30, "rows", "1000", "at most 12"),
    ("paytable/A/0", 1.5, "paytable.A.0", "1.5", "an integer"),
    ("paytable/wild_card", "x", "paytable.wild_card", "x", "a list"),
    ("lines", [], "lines", "[]", "at least 1 entry"),
    ("lines/1", [0, 0], "lines.1", "[0, 0]", "rows, one per reel"),
    ("lines/1/2", 3, "lines.1.2", "3", "a row from 0 (top) to 2"),
    ("lines/1/2", -1, "lines.1.2", "-1", "a row from 0 (top) to 2"),
    ("lines/1/2", 0.5, "lines.1.2", "0.5", "an integer"),
    ("lines/1", 0, "lines.1", "0", "a list"),
    ("strips", [], "strips", "[]", "at least 1 entry"),
    ("strips/0", {}, "strips.0.symbols", "nothing", "a value"),
    ("strips/0/symbols", [], "strips.0.symbols", "[]", "at least 1 entry"),
    ("strips/0/symbols/0", "", "strips.0.symbols.0", "''", "not empty"),
    ("strips/0/symbols/0", 10, "strips.0.symbols.0", "10", "text"),
    ("strips/0/symbols/0", "owls", "strips.0.symbols.0", "owls", "one of "),
    ("strips/0/weights", [1, 2], "strips.0.weights", "2 weights", "weights, one per stop"),
    ("strips/2/weights/1", 0, "strips.2.weights.1", "0", "a weight from 1 to"),
    ("strips/2/weights/1", 2**53 + 1, "strips.2.weights.1", str(2**53 + 1), "a weight from 1 to"),
    ("strips/2/weights/1", 0.5, "strips.2.weights.1", "0.5", "an integer"),
]

NINE = [{"up_to": 8, "weights": {"blank": 9, "money": 1}}]
ORB: list[tuple[str, Any, str, str, str]] = [
    ("cap", None, "cap", "None", "a multiple of 0.1"),
    ("stakes_pence/0", 11, "stakes_pence.0", "11", "the prize of 0.3x (respins.money.0.3)"),
    ("paytable/wild", [0, 0, 5], "paytable.wild", "wild", "paying symbols only"),
    ("paytable/money", [0, 0, 5], "paytable.money", "money", "paying symbols only"),
    ("paytable/golden", [0, 0, 5], "paytable.golden", "golden", "paying symbols only"),
    ("paytable/A", [0, 0, 0], "paytable.A", "[0, 0, 0]", "at least one pay above 0"),
    ("strips/0/symbols/3", "wild", "strips.0.symbols.3", "wild", "no wild on the first reel"),
    ("strips/1/symbols/3", "money", "strips.1.symbols.3", "money", "no Money on a strip"),
    ("trigger/JM", GONE, "trigger.JM", "nothing", "an entry JM"),
    ("trigger/MJ", {"none": 1}, "trigger.MJ", "MJ", "one of J, M, C"),
    ("trigger/J/M", 1, "trigger.J.M", "M", "none or J"),
    ("trigger/J", {}, "trigger.J", "{}", "at least one outcome"),
    ("trigger/J", [1], "trigger.J", "[1]", "a table of outcome: weight"),
    ("trigger/J/none", 0, "trigger.J.none", "0", "a weight from 1 to"),
    ("trigger/J/none", -3, "trigger.J.none", "-3", "a weight from 1 to"),
    ("trigger/J/none", 2**53 + 1, "trigger.J.none", str(2**53 + 1), "a weight from 1 to"),
    ("trigger/J/none", 0.5, "trigger.J.none", "0.5", "an integer weight"),
    ("trigger/J/none", True, "trigger.J.none", "True", "an integer weight"),
    ("respins/counter", 0, "respins.counter", "0", "above 0"),
    ("respins/rows_with_jackpots", 0, "respins.rows_with_jackpots", "0", "above 0"),
    ("respins/full_board_award", 40000.1, "respins.full_board_award", "40000.1", "not above the"),
    ("respins/sets/JMC", GONE, "respins.sets.JMC", "nothing", "an entry JMC"),
    ("respins/sets/X", {"start": {"1": 1}, "bands": NINE}, "respins.sets.X", "X", "one of J, M"),
    ("respins/sets/M/start/9", 1, "respins.sets.M.start.9", "9", "fewer Money symbols than the 9"),
    ("respins/sets/M/start/-1", 1, "respins.sets.M.start.-1", "-1", "a whole number"),
    ("respins/sets/M/start/01", 1, "respins.sets.M.start.01", "01", "a whole number"),
    ("respins/sets/M/bands", [], "respins.sets.M.bands", "[]", "at least 1 entry"),
    ("respins/sets/M/bands/1/up_to", 3, "respins.sets.M.bands.1.up_to", "3", "more than 3"),
    ("respins/sets/M/bands/1/up_to", -1, "respins.sets.M.bands.1.up_to", "-1", "at least 0"),
    ("respins/sets/M/bands/1/up_to", 7, "respins.sets.M.bands.1.up_to", "7", "8, one below the 9"),
    ("respins/sets/J/bands/1/up_to", 8, "respins.sets.J.bands.1.up_to", "8", "more than 8"),
    (
        "respins/sets/M/bands/1/weights/blue",
        1,
        "respins.sets.M.bands.1.weights.blue",
        "blue",
        "blank or money or red",
    ),
    (
        "respins/sets/M/bands/1/weights/blank",
        GONE,
        "respins.sets.M.bands.1.weights",
        "no blank",
        "a positive weight of blank",
    ),
    ("respins/money/0.25", 1, "respins.money.0.25", "0.25", "a positive multiple of 0.1"),
    ("respins/money/0", 1, "respins.money.0", "0", "a positive multiple of 0.1"),
    ("respins/money/6.0", 1, "respins.money.6.0", "6.0", "each outcome once"),
    ("respins/money", {}, "respins.money", "{}", "at least one outcome"),
    ("respins/charge/target", "keep", "respins.charge.target", "keep", "'pick' or 'repick'"),
    ("respins/charge/values/x", 1, "respins.charge.values.x", "x", "a positive multiple of 0.1"),
    ("respins/multiply/limit", 0, "respins.multiply.limit", "0", "above 0"),
    ("respins/multiply/chosen/11", 1, "respins.multiply.chosen.11", "11", "at most 10 symbols"),
    ("respins/multiply/multipliers/0", 1, "respins.multiply.multipliers.0", "0", "from 1 to 100"),
    ("respins/multiply/multipliers/101", 1, "respins.multiply.multipliers.101", "101", "1 to 100"),
    (
        "respins/multiply",
        {"limit": 8, "chosen": {"1": 1}, "multipliers": {"100": 1}},
        "respins.multiply.limit",
        "8",
        "fit 64-bit integers",
    ),
    ("respins/multiply/limit", 9, "respins.multiply.limit", "9", "at most 8"),
    ("respins/jackpots/needed", 10**6, "respins.jackpots.needed", "1000000", "at most 100"),
    ("respins/counter", 10**30, "respins.counter", "1000", "at most 100"),
    ("respins/money/1e1", 1, "respins.money.1e1", "1e1", "a positive multiple"),
    ("respins/money/01", 1, "respins.money.01", "01", "a positive multiple"),
    (
        "respins/jackpots/names/mini/weight",
        10**30,
        "respins.jackpots.names.mini.weight",
        "1000",
        "at most 9007199254740992",
    ),
    ("respins/multiply/multipliers/1.5", 1, "respins.multiply.multipliers.1.5", "1.5", "whole"),
    ("respins/jackpots/needed", 0, "respins.jackpots.needed", "0", "above 0"),
    ("respins/jackpots/names", {}, "respins.jackpots.names", "{}", "at least 1 entry"),
    ("respins/jackpots/names/mini/prize", 0, "respins.jackpots.names.mini.prize", "0", "above 0"),
    ("respins/jackpots/names/mini/weight", 0, "respins.jackpots.names.mini.weight", "0", "above"),
]


@pytest.mark.parametrize("kind", files.KINDS)
@pytest.mark.parametrize("rule", SHARED, ids=lambda rule: f"{rule[0]}={rule[1]!r:.20}")
def test_rule_of_both_games(kind: str, rule: tuple[str, Any, str, str, str]) -> None:
    change, value, path, found, expected = rule
    assert_refused(edited(kind, (change, value)), path, found, expected)


@pytest.mark.parametrize("rule", ORB, ids=lambda rule: f"{rule[0]}={rule[1]!r:.20}")
def test_rule_of_orb_respins(rule: tuple[str, Any, str, str, str]) -> None:
    change, value, path, found, expected = rule
    assert_refused(edited("orb_respins", (change, value)), path, found, expected)


@pytest.mark.parametrize("kind", files.KINDS)
def test_line_given_twice_names_the_other(kind: str) -> None:
    # Public question on "three lines that are one": RTP is unchanged, so only the loader can tell.
    data = edited(kind)
    data["lines"][2] = data["lines"][1]
    assert_refused(data, "lines.2", "[0, 0, 0", "every line once")


@pytest.mark.parametrize("kind", files.KINDS)
def test_pays_stay_on_the_lattice(kind: str) -> None:
    # 20 lines: a line bet is 0.05x, so an odd pay is off the lattice of 0.1x.
    data = edited(kind)
    reels = len(data["strips"])
    data["lines"] = [list(line) for line in product(range(3), repeat=reels)][:20]
    place = next(i for i, pay in enumerate(data["paytable"]["A"]) if pay)
    data["paytable"]["A"][place] = 15
    for row in data["paytable"].values():
        row[:] = [pay if pay == 15 else 2 * pay for pay in row]
    assert_refused(data, f"paytable.A.{place}", "15", "a multiple of 0.1 total bets (20 line bets)")


@pytest.mark.parametrize("kind", files.KINDS)
def test_pays_are_whole_pence(kind: str) -> None:
    # With stakes of 100p and 4 lines at 10p each pay of 1 line bet would be 2.5p.
    data = edited(kind)
    data["lines"] = data["lines"][:4]
    data["stakes_pence"] = [100, 10]
    for row in data["paytable"].values():
        row[:] = [4 * pay for pay in row]
    data["paytable"]["A"][-1] = 6  # 1.5x: 15p at 10p, on the lattice
    assert files.parse(data).line_bets == 4
    data["stakes_pence"] = [100, 1]
    assert_refused(data, "paytable.A.2" if kind == "orb_respins" else "paytable.A.4", "6", "at 1p")


def test_all_problems_of_the_fields_are_told_at_once() -> None:
    data = edited("orb_respins", ("rows", 0), ("cap", 0.25), ("colour", 1))
    with pytest.raises(files.ParameterError) as caught:
        files.parse(data, "game.json")
    assert [problem.path for problem in caught.value.problems] == ["cap", "rows", "colour"]
    assert str(caught.value).startswith("game.json: 3 problems\n")


def test_the_model_is_frozen() -> None:
    game = files.example("orb_respins")
    with pytest.raises(ValueError, match="frozen"):
        game.rows = 4  # type: ignore[misc]
