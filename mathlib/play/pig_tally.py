"""Names of what is counted while rounds of Pig Wizard are played, and their places.

Beside the general names of `mathlib.play.tally`:

==================================  ===============================================================
``part.base lines``                 line wins of spins without a modifier; the other parts are
                                    sets or parts of sets, see `PARTS`
``rtp.<figure>``                    win of a round from several parts together
``lines.<T>.spins.hits``            spins of a line table, see `TABLES`
``lines.<T>``                       line win of one such spin
``lines.<T>.<symbol>.<count>``      line wins of this symbol and count: ``.hits``, and ``.square``,
                                    the sum of the squared number of them in one spin
``set.<S>.rounds``                  rounds with this feature or modifier; ``set.cash_lock`` are
                                    spins without a modifier that unlock a symbol
``set.<S>``, ``set.<S>.<part>``     its win, before the cap, and parts or counts of it
``set.wizard_spins.award``          win of one award with its retriggers; ``award_spins`` its spins
``set.wizard_spins.spin``           win of one Wizard Spin; ``spin_lines``, ``spin_cash`` its parts
``event.<E>.rounds``                rounds in which it happens, by the names of the evaluation's
                                    frequencies; ``event.top <table>`` shows the greatest value
                                    of a cash table
==================================  ===============================================================
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mathlib.game.pig_wizard import PigWizard
from mathlib.play.pig_layout import line_rows
from mathlib.play.tally import amount

PARTS = {
    "base lines": "part.base lines",
    "cash lock": "set.cash_lock",
    "cash add": "set.cash_add",
    "line win modifier": "set.line_win",
    "mystic money": "set.mystic_money",
    "wizard spins lines": "set.wizard_spins.lines",
    "wizard spins cash": "set.wizard_spins.cash",
    "cap": "cap",
}
"""Part of the RTP to its amount in the tally; the cap is taken away, all others add."""
TABLES = ("base", "base with the Pig Wizard", "wizard spins")
"""Line tables: spins without a modifier, and Wizard Spins without added prizes."""
AMOUNTS = (
    "win",
    "line",
    "cap",
    "part.base lines",
    "rtp.cash_lock_and_mystic",
    "rtp.modifiers",
    *(f"lines.{table}" for table in TABLES),
    "set.cash_lock",
    "set.cash_add",
    "set.cash_add.lines",
    "set.cash_add.landed",
    "set.cash_add.added",
    "set.line_win",
    "set.line_win.lines",
    "set.line_win.landed",
    "set.line_win.without wizard",
    "set.line_win.with wizard",
    "set.mystic_money",
    "set.mystic_money.prizes",
    "set.mystic_money.awards",
    "set.wizard_spins",
    "set.wizard_spins.lines",
    "set.wizard_spins.cash",
    "set.wizard_spins.spins",
    "set.wizard_spins.awards",
    "set.wizard_spins.award",
    "set.wizard_spins.award_spins",
    "set.wizard_spins.spin",
    "set.wizard_spins.spin_lines",
    "set.wizard_spins.spin_cash",
    "set.wizard_spins.added",
)
EVENTS = (
    "cash_lock",
    "modifier",
    "wizard_in_view",
    "wizard_wins_nothing",
    "left_ball",
    "right_ball",
    "left_grow",
    "left_mystic_money",
    "left_wizard_spins",
    "right_grow",
    "right_mystic_money",
    "right_wizard_spins",
    "locked_mystic_money",
    "locked_wizard_spins",
    "win_up_to_bet",
    "disguised_loss",
    "win_above_bet",
    "cap",
    "top locked cash",
    "top added cash",
    "top mystic cash",
    "top bonus cash",
)
COUNTS = (
    "rounds",
    *(f"lines.{table}.spins.hits" for table in TABLES),
    "set.cash_lock.rounds",
    "set.cash_add.rounds",
    "set.line_win.rounds",
    "set.line_win.without wizard.rounds",
    "set.line_win.with wizard.rounds",
    "set.mystic_money.rounds",
    "set.wizard_spins.rounds",
    "set.wizard_spins.cash_add.hits",
    "set.wizard_spins.one.hits",
    "set.wizard_spins.both.hits",
    *(f"event.{event}.rounds" for event in EVENTS),
)
_NAMES = (*(entry for name in AMOUNTS for entry in amount(name)), *COUNTS)
FIXED = len(_NAMES)
"""Where the rows of the line tables begin: those of every base spin, then each of `TABLES`."""


def names(game: PigWizard) -> tuple[str, ...]:
    """Return the names of all entries of a tally of one game, in order.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> found = names(example("pig_wizard"))
    >>> found[0], "lines.base.chest.5.square" in found, len(set(found)) == len(found)
    ('win.sum', True, True)
    """
    rows = [f"{symbol}.{count}" for symbol, count in line_rows(game)]
    played = [f"line.{row}.hits" for row in rows]
    tables = [
        f"lines.{table}.{row}.{end}"
        for table in TABLES
        for row in rows
        for end in ("hits", "square")
    ]
    return (*_NAMES, *played, *tables)


def place(name: str) -> Any:
    """Return the place of an amount's first entry, or of a count.

    It is a numpy integer: for each Python constant a compiled part would be compiled anew.

    Examples
    --------
    >>> int(place("win")), int(place("line"))
    (0, 3)
    """
    return np.int64(_NAMES.index(f"{name}.sum" if name in AMOUNTS else name))
