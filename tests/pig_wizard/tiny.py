"""Tiny games of Pig Wizard, small enough to enumerate: every rule in play, one edge at a time."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

from mathlib.game.files import parse
from mathlib.game.pig_wizard import PigWizard
from tests.game.edits import GONE, edited

Change = tuple[str, Any]


def _reels(*strips: str) -> list[dict[str, list[str]]]:
    """Return strips from text: ``$`` is a Cash Prize, any other letter itself."""
    return [{"symbols": ["cash" if c == "$" else c for c in strip]} for strip in strips]


SQUARE: tuple[Change, ...] = (
    ("cap", None),
    ("rows", 2),
    ("centre", [1, 0]),
    ("paytable", {"A": [0, 6], "B": [0, 1]}),
    ("lines", [[0, 0], [1, 1]]),
    ("strips", _reels("A$B", "ABB")),
    ("pig_wizard", {"land": 2, "none": 5}),
    ("locked", {"0.5": 3, "2": 2, "mystic_money": 2, "wizard_spins": 1}),
    ("crystal_balls/hits", {"left": 3, "right": 2, "both": 1}),
    ("crystal_balls/left", {"grow": 2, "mystic_money": 1, "wizard_spins": 1}),
    ("crystal_balls/right", {"grow": 1, "mystic_money": 2, "wizard_spins": 1}),
    ("modifiers/weights", {"none": 5, "cash_add": 2, "line_win": 1}),
    ("modifiers/cash_add", {"added": {"1": 1, "2": 2}, "cash": {"0.3": 2, "1": 1}}),
    ("modifiers/line_win/at_least", 1),
    ("mystic_money/made", {"0": 1, "1": 2, "2": 1}),
    ("mystic_money/strips", _reels("$AB", "AB")),
    ("mystic_money/cash", {"0.2": 1, "0.7": 2}),
    ("wizard_spins/spins", 2),
    ("wizard_spins/strips", _reels("A$BB", "BA")),
    ("wizard_spins/cash", {"0.1": 3, "0.6": 1}),
    ("wizard_spins/cash_add", {"weights": {"none": 3, "cash_add": 1}, "added": {"1": 1, "2": 1}}),
    ("wizard_spins/retrigger", {"none": 20, "one": 2, "both": 1}),
)
"""2 reels of 2 rows, the centre on top of the second reel."""

THREE: tuple[Change, ...] = (
    *SQUARE,
    ("centre", [1, 1]),
    ("paytable", {"A": [0, 2, 10], "B": [0, 0, 3], "C": [1, 0, 1]}),
    ("lines", [[0, 0, 0], [1, 1, 1], [0, 1, 0], [1, 0, 1], [0, 0, 1]]),
    ("strips", _reels("AB$C", "BAC", "$BA")),
    ("strips/1/weights", [2, 1, 3]),
    ("strips/2/weights", [1, 3, 2]),
    ("modifiers/cash_add/added", {"1": 2, "3": 1}),
    ("mystic_money/made", {"1": 1, "3": 1}),
    ("mystic_money/strips", _reels("$A", "ABC", "B$$")),
    ("wizard_spins/spins", 3),
    ("wizard_spins/strips", _reels("A$B", "BC", "$A")),
    ("wizard_spins/retrigger", {"none": 20, "one": 1, "both": 1}),
    ("wizard_spins/cash_add/added", {"2": 1}),
)
"""3 reels of 2 rows, weighted stops, a pay for one of a kind, the centre at the bottom."""

GAMES: dict[str, tuple[Change, ...]] = {
    "square": SQUARE,
    "three reels": THREE,
    "six spins to an award": (
        *SQUARE,
        ("wizard_spins/spins", 6),
        ("wizard_spins/retrigger", {"none": 96, "one": 3, "both": 1}),
    ),
    "fewer free cells than n": (
        *SQUARE,
        ("strips", _reels("$$A", "AB")),
        ("modifiers/cash_add/added", {"2": 1, "3": 4}),
        ("wizard_spins/strips", _reels("$$$A", "AB")),
        ("wizard_spins/cash_add", {"weights": {"cash_add": 1}, "added": {"1": 1, "3": 5}}),
    ),
    "no free cell at all": (
        *SQUARE,
        ("strips", _reels("$", "AB")),
        ("modifiers/weights", {"none": 1, "cash_add": 1}),
        ("modifiers/cash_add/added", {"1": 1, "3": 4}),
    ),
    "added prizes shorten lines": (
        *THREE,
        ("modifiers/weights", {"none": 1, "cash_add": 9, "line_win": 1}),
        ("strips", _reels("A", "AAB", "AC")),
        ("modifiers/cash_add/added", {"1": 1, "2": 1, "4": 1}),
        ("wizard_spins/strips", _reels("AC", "A", "A$")),
        ("wizard_spins/cash_add/weights", {"cash_add": 1}),
    ),
    "neither ball": (
        *SQUARE,
        ("crystal_balls/hits", {"left": 1, "right": 1, "both": 1, "neither": 5}),
    ),
    "never a ball": (*SQUARE, ("crystal_balls/hits", {"neither": 1})),
    "Mystic Money from every side": (
        *SQUARE,
        ("strips", _reels("$$A", "AB")),
        ("locked", {"0.5": 1, "mystic_money": 5}),
        ("crystal_balls/hits", {"both": 3, "left": 1}),
        ("crystal_balls/left", {"mystic_money": 4, "wizard_spins": 1}),
        ("crystal_balls/right", {"grow": 1, "mystic_money": 4}),
    ),
    "several awards of Wizard Spins": (
        *SQUARE,
        ("strips", _reels("$$A", "AB")),
        ("locked", {"wizard_spins": 1, "2": 1}),
        ("crystal_balls/hits", {"both": 2, "right": 1}),
        ("crystal_balls/left", {"grow": 1, "wizard_spins": 1}),
        ("crystal_balls/right", {"wizard_spins": 1}),
    ),
    "a cap that binds often": (*SQUARE, ("cap", 1.6)),
    "a cap above one big spin": (*THREE, ("cap", 6)),
    "a cap below the bet": (*SQUARE, ("cap", 0.7)),
    "a cap that is never reached": (
        *SQUARE,
        ("cap", 29.3),
        ("wizard_spins/retrigger", {"none": 1}),
    ),
    "Pig Wizard certain": (*SQUARE, ("pig_wizard", {"land": 1})),
    "Pig Wizard by cash add only": (*SQUARE, ("pig_wizard", {"none": 1})),
    "no modifiers": (*THREE, ("modifiers/weights", {"none": 1})),
    "line win only": (
        *THREE,
        ("modifiers/weights", {"line_win": 1}),
        ("modifiers/line_win/at_least", 0.6),
    ),
    "line win left out of the file": (*SQUARE, ("modifiers/line_win/at_least", GONE)),
    "no retrigger": (*SQUARE, ("wizard_spins/retrigger", {"none": 1})),
    "retrigger always by both": (
        *SQUARE,
        ("wizard_spins/spins", 1),
        ("wizard_spins/retrigger", {"none": 4, "both": 1}),
    ),
    "a bonus that wins nothing": (
        *SQUARE,
        ("lines", [[0, 1], [1, 1]]),  # no line through the centre
        ("wizard_spins/strips", _reels("A", "B")),
        ("wizard_spins/cash_add/weights", {"none": 1}),
    ),
    "a bonus that may last long": (
        *SQUARE,
        ("wizard_spins/retrigger", {"none": 13, "one": 5, "both": 2}),
    ),
    "never a Pig Wizard": (
        *SQUARE,
        ("pig_wizard", {"none": 1}),
        ("modifiers/weights", {"none": 3, "line_win": 1}),
    ),
    "all cells made": (*SQUARE, ("mystic_money/made", {"3": 1})),
    "only features locked": (*SQUARE, ("locked", {"mystic_money": 1, "wizard_spins": 1})),
}


def tiny(*changes: Change) -> PigWizard:
    """Return the game that these changes to the shipped example make."""
    # A later change may go into the value of an earlier one, so values are copied.
    own = [(path, value if value is GONE else deepcopy(value)) for path, value in changes]
    game = parse(edited("pig_wizard", *own))
    assert isinstance(game, PigWizard)
    return game


def random_game(seed: int) -> PigWizard:
    """Return a tiny game drawn at random; the same for the same seed."""
    dice = Random(seed)

    def table(*outcomes: str, least: int = 1) -> dict[str, int]:
        chosen = dice.sample(outcomes, dice.randint(least, len(outcomes)))
        return {outcome: dice.randint(1, 5) for outcome in outcomes if outcome in chosen}

    def strips(weighted: bool) -> list[dict[str, list[Any]]]:
        reels = []
        for reel in range(3):
            alphabet = "ABC" if reel == 1 else "ABC$"
            symbols = "".join(dice.choice(alphabet) for _ in range(dice.randint(1, 4)))
            strip: dict[str, list[Any]] = dict(_reels(symbols)[0])
            if weighted:
                strip["weights"] = [dice.randint(1, 4) for _ in symbols]
            reels.append(strip)
        return reels

    added = {str(n): dice.randint(1, 3) for n in dice.sample(range(1, 6), 2)}
    base = strips(weighted=True)
    base[0]["symbols"][0] = base[1]["symbols"][0] = base[2]["symbols"][0] = "A"
    return tiny(
        *THREE,
        ("cap", dice.choice([None, 1.5, 4])),
        ("centre", [1, dice.randrange(2)]),
        ("paytable", {"A": [0, 0, dice.randint(3, 9)], "B": [0, 1, 2], "C": [1, 2, 2]}),
        ("lines", dice.sample([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)], 5)),
        ("lines/0", [0, 0, 0]),
        ("lines/1", [1, 1, 1]),
        ("lines/2", [0, 1, 1]),
        ("lines/3", [1, 0, 0]),
        ("lines/4", dice.choice([[0, 1, 0], [1, 1, 0], [0, 0, 1]])),
        ("strips", base),
        ("locked", table("0.5", "0.8", "mystic_money", "wizard_spins")),
        ("crystal_balls/hits", table("left", "right", "both", "neither")),
        ("crystal_balls/left", table("grow", "mystic_money", "wizard_spins")),
        ("crystal_balls/right", table("grow", "mystic_money", "wizard_spins")),
        ("modifiers/weights", table("none", "cash_add", "line_win", least=2)),
        ("modifiers/cash_add/added", added),
        ("modifiers/line_win/at_least", dice.choice([0.2, 0.4, 0.6])),
        ("mystic_money/made", table("0", "1", "2", "4")),
        ("mystic_money/strips", strips(weighted=False)),
        ("wizard_spins/strips", strips(weighted=True)),
        ("wizard_spins/cash_add/weights", table("none", "cash_add")),
        ("wizard_spins/cash_add/added", table("1", "2", "5")),
    )
