"""What is drawn in each game, by its place in the parameter file: for those who build an engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Outcomes = Literal["names", "counts", "amounts", "prizes", "awards"]


@dataclass(frozen=True)
class Draw:
    """A place where a table of integer weights stands.

    Parameters
    ----------
    place : str
        Dotted path in the parameter file; ``*`` stands for one key or index.
    outcomes : str
        names, whole numbers (counts), amounts, amounts or names (prizes), or names that each
        carry an amount beside their weight (awards).
    when : str
        When an engine draws from it.
    """

    place: str
    outcomes: Outcomes
    when: str


DRAWS: dict[str, tuple[Draw, ...]] = {
    "orb_respins": (
        Draw("trigger.*", "names", "once a spin, with exactly these orb colours in view"),
        Draw("respins.sets.*.start", "counts", "once a round: how many Money symbols start it"),
        Draw(
            "respins.sets.*.bands.*.weights",
            "names",
            "for each empty cell at each respin, up to so many Money symbols being held",
        ),
        Draw("respins.money", "amounts", "for each Money symbol when it lands or starts a round"),
        Draw("respins.charge.values", "amounts", "for each charge, at each later respin"),
        Draw("respins.multiply.chosen", "counts", "for each red orb: how many Money symbols"),
        Draw("respins.multiply.multipliers", "counts", "for each Money symbol that is chosen"),
        Draw("respins.jackpots.names", "awards", "for each golden orb: the name it reveals"),
    ),
    "pig_wizard": (
        Draw("pig_wizard", "names", "once a base spin, but with Cash add"),
        Draw("locked", "prizes", "for each locked Cash Prize that landed"),
        Draw("crystal_balls.hits", "names", "for each landing of the Pig Wizard in a base spin"),
        Draw("crystal_balls.left", "names", "when the left ball is hit"),
        Draw("crystal_balls.right", "names", "when the right ball is hit"),
        Draw("modifiers.weights", "names", "once a base spin, first of all"),
        Draw("modifiers.cash_add.added", "counts", "Cash add: how many Cash Prizes are added"),
        Draw("modifiers.cash_add.cash", "amounts", "Cash add: for each added Cash Prize"),
        Draw("mystic_money.made", "counts", "Mystic Money: how many cells become Cash Prizes"),
        Draw("mystic_money.cash", "amounts", "Mystic Money: for each Cash Prize, made or landed"),
        Draw("wizard_spins.cash", "amounts", "Wizard Spins: for each Cash Prize"),
        Draw("wizard_spins.cash_add.weights", "names", "Wizard Spins: once a spin, first of all"),
        Draw("wizard_spins.cash_add.added", "counts", "Wizard Spins: how many are added"),
        Draw("wizard_spins.retrigger", "names", "Wizard Spins: once after each spin"),
    ),
}
"""Every weight table of every kind of game."""

AMOUNTS: dict[str, tuple[str, ...]] = {
    "orb_respins": ("cap", "respins.full_board_award"),
    "pig_wizard": ("cap", "modifiers.line_win.at_least"),
}
"""Places of single amounts, of every kind of game."""

STRIPS: dict[str, dict[str, str]] = {
    "orb_respins": {"strips": "base"},
    "pig_wizard": {
        "strips": "base",
        "mystic_money.strips": "mystic_money",
        "wizard_spins.strips": "wizard_spins",
    },
}
"""Places of reel sets, and the names of their files, of every kind of game."""


def draw_at(kind: str, path: tuple[str, ...]) -> Draw | None:
    """Return what is drawn at a place of a parameter file; None where no weight table stands.

    Examples
    --------
    >>> draw_at("orb_respins", ("trigger", "JM")).outcomes
    'names'
    >>> draw_at("orb_respins", ("trigger",)) is None
    True
    """
    for draw in DRAWS[kind]:
        pattern = draw.place.split(".")
        if len(pattern) == len(path) and all(
            want in ("*", part) for want, part in zip(pattern, path, strict=True)
        ):
            return draw
    return None
