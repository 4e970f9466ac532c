"""Pig Wizard, how its outcomes are called in print."""

from __future__ import annotations

from mathlib.game.pig_wizard import CASH_ADD, GROW, LINE_WIN, MYSTIC_MONEY, WIZARD_SPINS

WORDS = {
    MYSTIC_MONEY: "Mystic Money",
    WIZARD_SPINS: "Wizard Spins",
    CASH_ADD: "Cash add",
    LINE_WIN: "Line win",
    GROW: "grow (picture only)",
    "cash_lock": "Cash Lock",
    "land": "lands",
}
PROPER = ("Cash Lock", "Mystic Money", "Wizard Spins")
"""Names of features, as they are written inside longer names."""


def word(name: object) -> str:
    """Return the name of an outcome as a reader sees it.

    Examples
    --------
    >>> word("mystic_money"), word("both")
    ('Mystic Money', 'both')
    """
    return WORDS.get(str(name), str(name))
