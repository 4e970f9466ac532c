"""Games of Pig Wizard for the tests of play: the shipped ones, and one where all comes often."""

from __future__ import annotations

from pathlib import Path

from mathlib.game import files
from mathlib.game.pig_wizard import PigWizard
from tests.game.edits import edited

FORCED = (
    ("cap", 20),
    ("pig_wizard", {"none": 3, "land": 4}),
    ("locked", {"0.5": 5, "wizard_spins": 1, "3": 4, "mystic_money": 2, "20": 1}),
    ("crystal_balls/hits", {"both": 3, "neither": 1, "left": 4, "right": 2}),
    ("crystal_balls/left", {"grow": 5, "wizard_spins": 1, "mystic_money": 2}),
    ("crystal_balls/right", {"mystic_money": 1, "grow": 5, "wizard_spins": 2}),
    ("modifiers/weights", {"line_win": 1, "none": 2, "cash_add": 2}),
    ("modifiers/cash_add/added", {"1": 3, "2": 4, "4": 1}),
    ("modifiers/line_win/at_least", 0.5),
    ("mystic_money/made", {"3": 4, "0": 1, "14": 1, "5": 2}),
    ("mystic_money/strips/1/weights", [2, 1, 3, 1, 1, 1, 5, 1]),
    ("wizard_spins/spins", 3),
    ("wizard_spins/cash", {"2": 3, "0.5": 5, "10": 1}),
    ("wizard_spins/strips/0/weights", [1, 9, 2, 3, 1, 1, 4, 1, 1, 1]),
    ("wizard_spins/cash_add", {"weights": {"cash_add": 1, "none": 2}, "added": {"3": 1, "1": 2}}),
    ("wizard_spins/retrigger", {"one": 3, "none": 32, "both": 2}),
)


def game_of(*changes: tuple[str, object]) -> PigWizard:
    """Return the example with changes."""
    game = files.parse(edited("pig_wizard", *changes))
    assert isinstance(game, PigWizard)
    return game


def forced() -> PigWizard:
    """Return a game whose tables make every modifier and feature come often.

    Outcomes stand in an order of their own, because draws are assigned in the order of the file.
    """
    return game_of(*FORCED)


def shipped() -> PigWizard:
    """Return the shipped game."""
    game = files.load(Path(__file__).parents[2] / "params" / "pig_wizard.json")
    assert isinstance(game, PigWizard)
    return game
