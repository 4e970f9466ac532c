"""Every rule of the Pig Wizard loader with an input that it refuses, and what the model tells."""

from fractions import Fraction
from typing import Any

import pytest

from mathlib.game import files
from mathlib.game.pig_wizard import PigWizard
from tests.game.edits import GONE, assert_refused, edited

MODIFIERS = "modifiers/cash_add"
BONUS = "wizard_spins"
RULES: list[tuple[str, Any, str, str, str]] = [
    ("stakes_pence/0", 12, "paytable.Q.2", "8", "a whole number of pence at every stake"),
    ("centre", GONE, "centre", "nothing", "a value"),
    ("centre", [2], "centre.1", "nothing", "a value"),
    ("centre", [2, 1, 0], "centre", "(2, 1, 0)", "at most 2 entries"),
    ("centre", [5, 1], "centre", "[5, 1]", "a reel from 1 to 4 and a row from 0 to 2"),
    ("centre", [0, 1], "centre", "[0, 1]", "a reel from 1 to 4 and a row from 0 to 2"),
    ("centre", [2, 3], "centre", "[2, 3]", "a reel from 1 to 4 and a row from 0 to 2"),
    ("centre", [2, -1], "centre", "[2, -1]", "a reel from 1 to 4 and a row from 0 to 2"),
    ("paytable/wizard", [0, 0, 5, 5, 5], "paytable.wizard", "wizard", "paying symbols only"),
    ("paytable/cash", [0, 0, 5, 5, 5], "paytable.cash", "cash", "paying symbols only"),
    ("paytable/A", [0, 0, 0, 0, 0], "paytable.A", "[0, 0, 0, 0, 0]", "at least one pay above 0"),
    ("strips/2/symbols/4", "cash", "strips.2.symbols.4", "cash", "on the centre reel"),
    ("strips/1/symbols/4", "wizard", "strips.1.symbols.4", "wizard", "no Pig Wizard on a strip"),
    ("strips/2/symbols/4", "wizard", "strips.2.symbols.4", "wizard", "no Pig Wizard on a strip"),
    ("pig_wizard", {}, "pig_wizard", "{}", "at least one outcome"),
    ("pig_wizard/lands", 1, "pig_wizard.lands", "lands", "land or none"),
    ("locked", GONE, "locked", "nothing", "a value"),
    ("locked", {}, "locked", "{}", "at least one outcome"),
    ("locked", {"grow": 1}, "locked.grow", "grow", "an amount or mystic_money or wizard_spins"),
    ("locked/0.25", 1, "locked.0.25", "0.25", "a positive multiple of 0.1 total bets, or a name"),
    ("locked/0", 1, "locked.0", "0", "a positive multiple of 0.1 total bets, or a name"),
    ("locked/0.50", 1, "locked.0.50", "0.50", "a positive multiple of 0.1"),
    ("locked/2.0", 1, "locked.2.0", "2.0", "each outcome once"),
    ("locked/1", 0, "locked.1", "0", "a weight from 1 to"),
    ("crystal_balls/hits/none", 1, "crystal_balls.hits.none", "none", "left or right or both or"),
    ("crystal_balls/left/spins", 1, "crystal_balls.left.spins", "spins", "grow or mystic_money"),
    ("crystal_balls/right", GONE, "crystal_balls.right", "nothing", "a value"),
    ("modifiers/weights/swap", 1, "modifiers.weights.swap", "swap", "none or cash_add or line_win"),
    (f"{MODIFIERS}/added/0", 1, "modifiers.cash_add.added.0", "0", "at least 1 added Cash Prize"),
    (f"{MODIFIERS}/added/15", 1, "modifiers.cash_add.added.15", "15", "at most 14, the cells"),
    (f"{MODIFIERS}/cash/0.25", 1, "modifiers.cash_add.cash.0.25", "0.25", "a positive multiple"),
    ("modifiers/line_win/at_least", 0, "modifiers.line_win.at_least", "0", "above 0"),
    ("modifiers/line_win/at_least", 0.25, "modifiers.line_win.at_least", "0.25", "a multiple of"),
    (
        "modifiers/line_win/at_least",
        9000,
        "modifiers.line_win.at_least",
        "9000",
        "a line win that the strips can give with the Pig Wizard in the centre",
    ),
    ("mystic_money/made/15", 1, "mystic_money.made.15", "15", "at most 14, the cells"),
    ("mystic_money/cash", {}, "mystic_money.cash", "{}", "at least one outcome"),
    ("mystic_money/strips/4", GONE, "mystic_money.strips", "4 reels", "5 reels, as in the base"),
    (
        "mystic_money/strips/2/symbols/0",
        "cash",
        "mystic_money.strips.2.symbols.0",
        "cash",
        "no Cash Prize on the centre reel",
    ),
    ("mystic_money/strips/0/symbols/0", "J", "mystic_money.strips.0.symbols.0", "J", "one of 10"),
    (f"{BONUS}/spins", 0, "wizard_spins.spins", "0", "above 0"),
    (f"{BONUS}/strips/5", {"symbols": ["A"]}, "wizard_spins.strips", "6 reels", "5 reels, as in"),
    (
        f"{BONUS}/strips/2/symbols/3",
        "cash",
        "wizard_spins.strips.2.symbols.3",
        "cash",
        "no Cash Prize on the centre reel",
    ),
    (
        f"{BONUS}/strips/0/symbols/3",
        "wizard",
        "wizard_spins.strips.0.symbols.3",
        "wizard",
        "no Pig Wizard on a strip",
    ),
    (f"{BONUS}/cash/x", 1, "wizard_spins.cash.x", "x", "a positive multiple of 0.1"),
    (f"{BONUS}/cash_add/added/0", 1, "wizard_spins.cash_add.added.0", "0", "at least 1 added"),
    (f"{BONUS}/cash_add/added/20", 1, "wizard_spins.cash_add.added.20", "20", "at most 14"),
    (
        f"{BONUS}/cash_add/weights/line_win",
        1,
        "wizard_spins.cash_add.weights.line_win",
        "line_win",
        "none or cash_add",
    ),
    (f"{BONUS}/retrigger/two", 1, "wizard_spins.retrigger.two", "two", "none or one or both"),
    (
        f"{BONUS}/retrigger",
        {"none": 85, "one": 10, "both": 5},  # known answer: 0.10 for 6 and 0.05 for 12
        "wizard_spins.retrigger",
        "1.2 extra spins per spin",
        "a mean below 1",
    ),
    (
        f"{BONUS}/retrigger",
        {"none": 5, "one": 1},  # exactly 1: the mean number of spins is already infinite
        "wizard_spins.retrigger",
        "1 extra spins per spin",
        "a mean below 1",
    ),
    (f"{BONUS}/retrigger", {"one": 1}, "wizard_spins.retrigger", "6 extra spins", "a mean below"),
    (f"{BONUS}/spins", 24, "wizard_spins.retrigger", "1.2 extra spins", "a mean below 1"),
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule[0]}={rule[1]!r:.20}")
def test_rule(rule: tuple[str, Any, str, str, str]) -> None:
    change, value, path, found, expected = rule
    assert_refused(edited("pig_wizard", (change, value)), path, found, expected)


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("cap", "cap"),
        ("locked/0.5", "locked.0.5"),
        ("modifiers/cash_add/cash/0.5", "modifiers.cash_add.cash.0.5"),
        ("mystic_money/cash/0.5", "mystic_money.cash.0.5"),
        ("wizard_spins/cash/0.5", "wizard_spins.cash.0.5"),
    ],
)
def test_every_prize_is_whole_pence(path: str, place: str) -> None:
    # At a stake of 2p, 0.5x is one penny and 5x ten; 0.3x is no whole pence wherever it stands.
    data = edited("pig_wizard", ("stakes_pence", [2]), ("reference_stake_pence", 2))
    for row in data["paytable"].values():
        row[:] = [10 * pay for pay in row]
    assert isinstance(files.parse(data), PigWizard)
    other = place.replace("0.5", "0.3")
    if path == "cap":
        data["cap"], other, prize = 5500.3, "cap", "5500.3x"
    else:
        table: Any = data
        *parents, key = path.split("/")
        for part in parents:
            table = table[part]
        table["0.3"] = table.pop(key)
        prize = "0.3x"
    assert_refused(data, "stakes_pence.0", "2", f"the prize of {prize} ({other})")


@pytest.mark.parametrize(
    ("chance", "refused"),
    [({"land": 1, "none": 9}, True), ({"none": 1}, True), ({"land": 1}, False)],
)
def test_line_win_must_be_possible_in_states_that_happen(
    chance: dict[str, int], refused: bool
) -> None:
    # The centre reel shows only 9s, reel 0 only As: no line wins unless the Pig Wizard is wild.
    data = edited("pig_wizard", ("pig_wizard", chance))
    data["strips"] = [{"symbols": [symbol]} for symbol in ("A", "A", "9", "A", "A")]
    if refused:
        where = "modifiers.line_win.at_least"
        assert_refused(data, where, "1", "can give without the Pig Wizard in the centre")
        del data["modifiers"]["weights"]["line_win"]
    assert isinstance(files.parse(data), PigWizard)


def test_line_win_limit_is_the_greatest_line_win() -> None:
    # All As: ten lines of five As pay 75 line bets each, 75x; with the Pig Wizard the same.
    data = edited("pig_wizard", ("modifiers/line_win/at_least", 75))
    data["strips"] = [{"symbols": ["A"]} for _ in range(5)]
    game = files.parse(data)
    assert isinstance(game, PigWizard)
    assert game.modifiers.line_win.at_least == 750
    data["modifiers"]["line_win"]["at_least"] = 75.1
    assert_refused(data, "modifiers.line_win.at_least", "75.1", "that the strips can give")


def test_line_win_is_one_bet_when_not_given() -> None:
    game = files.parse(edited("pig_wizard", ("modifiers/line_win", {})))
    assert isinstance(game, PigWizard)
    assert game.modifiers.line_win.at_least == 10
    assert files.dump(game)["modifiers"]["line_win"] == {"at_least": 1}


def test_tiny_board() -> None:
    data = edited("pig_wizard", ("rows", 2), ("centre", [1, 0]), ("lines", [[0, 0], [1, 0]]))
    data["paytable"] = {"A": [0, 10]}
    base = [{"symbols": ["A", "cash"]}, {"symbols": ["A"]}]
    data["strips"] = data["mystic_money"]["strips"] = data["wizard_spins"]["strips"] = base
    data["mystic_money"]["made"] = {"0": 1, "3": 1}
    data["modifiers"]["cash_add"]["added"] = {"1": 1}
    game = files.parse(data)
    assert isinstance(game, PigWizard)
    assert (game.reels, game.line_bets, game.other_cells) == (2, 2, 3)


def test_example() -> None:
    game = files.example("pig_wizard")
    assert isinstance(game, PigWizard)
    reel, row = game.centre
    assert (game.reels, game.rows, game.line_bets) == (5, 3, 10)
    assert sum(line[reel] == row for line in game.lines) == 4
    assert game.rules.wilds[0].symbol == "wizard"
    assert game.wizard_spins.extra_per_spin == Fraction(6 * 3 + 12 * 1, 100)
    assert game.locked[5] == 400
    assert game.locked["mystic_money"] == 25
    assert game.cap == 55000
