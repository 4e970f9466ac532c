"""The record of one round of Pig Wizard: everything that happened, for history and pictures.

Amounts are integers in tenths of the total bet. Reels, rows and lines count from 0; a cell is
(reel, row), row 0 on top. `dataclasses.asdict` gives plain data for JSON.
"""

from __future__ import annotations

from dataclasses import dataclass

from mathlib.play.orb_record import LineWin

Cell = tuple[int, int]
Window = tuple[tuple[str, ...], ...]
"""What each reel shows, top row first."""


@dataclass(frozen=True)
class Locked:
    """A locked symbol and its outcome: an amount, ``mystic_money`` or ``wizard_spins``.

    It is ``awarded`` with the Pig Wizard in view, and only shown without.
    """

    cell: Cell
    outcome: int | str
    awarded: bool


@dataclass(frozen=True)
class Prize:
    """A Cash Prize with its value, where it came from and the symbol that it covers.

    ``origin`` is "landed" (covers nothing, ""), "added" by cash add, or "made" by Mystic Money. A
    made cell that lands a Cash Prize as well is made.
    """

    cell: Cell
    value: int
    origin: str
    covers: str


@dataclass(frozen=True)
class Balls:
    """The crystal balls: ``left``, ``right``, ``both`` or ``neither``, and what each gave."""

    hit: str
    left: str | None
    right: str | None


@dataclass(frozen=True)
class MysticMoneyRecord:
    """Mystic Money.

    Parameters
    ----------
    awards : int
        Awards in this round: they give one Mystic Money.
    made : tuple of (reel, row)
        Cells that were made, in the order of choice.
    stops, window : tuple
        Where the reels stopped, and what is shown with the made cells and the Pig Wizard.
    prizes : tuple of Prize
        All Cash Prizes, cell by cell.
    win : int
        Their sum.
    """

    awards: int
    made: tuple[Cell, ...]
    stops: tuple[int, ...]
    window: Window
    prizes: tuple[Prize, ...]
    win: int


@dataclass(frozen=True)
class WizardSpin:
    """One Wizard Spin.

    Parameters
    ----------
    modifier : str
        ``none`` or ``cash_add``.
    stops, window : tuple
        Where the reels stopped, and what is shown with added prizes and the Pig Wizard.
    line_wins : tuple of LineWin
        Lines that won.
    prizes : tuple of Prize
        All Cash Prizes, cell by cell.
    balls : str
        ``none``, ``one`` or ``both``.
    left : int
        Spins left afterwards, extra spins included.
    line_win, cash : int
        What lines and Cash Prizes pay.
    """

    modifier: str
    stops: tuple[int, ...]
    window: Window
    line_wins: tuple[LineWin, ...]
    prizes: tuple[Prize, ...]
    balls: str
    left: int
    line_win: int
    cash: int


@dataclass(frozen=True)
class WizardSpinsRecord:
    """Wizard Spins: the awards that gave them, every spin, and what they won in all."""

    awards: int
    spins: tuple[WizardSpin, ...]
    line_win: int
    cash: int
    win: int


@dataclass(frozen=True)
class PigRecord:
    """One round of Pig Wizard.

    Parameters
    ----------
    modifier : str
        ``none``, ``cash_add`` or ``line_win``.
    wizard : bool
        Whether the Pig Wizard is in view.
    tries : int
        How often the reels were drawn: once, but for a guaranteed line win.
    stops : tuple of int
        Where each reel stopped.
    window : tuple of tuple of str
        What each reel shows, with added prizes and the Pig Wizard.
    line_wins : tuple of LineWin
        Lines that won.
    locked : tuple of Locked
        Cash Prizes that landed, with their outcomes.
    added : tuple of Prize
        Cash Prizes that cash add put in, in the order of choice.
    balls : Balls or None
        The crystal balls; None without the Pig Wizard.
    mystic_money : MysticMoneyRecord or None
    wizard_spins : WizardSpinsRecord or None
        The features, played to their ends also when the cap was reached before.
    parts : dict
        Part of the RTP, as the evaluation names it, to what it paid; the cap is negative.
    line_win, cash : int
        Line win, and awarded cash, of the base spin.
    capped : int
        What the cap takes off.
    total : int
        What the round pays: the sum of the parts.
    """

    modifier: str
    wizard: bool
    tries: int
    stops: tuple[int, ...]
    window: Window
    line_wins: tuple[LineWin, ...]
    locked: tuple[Locked, ...]
    added: tuple[Prize, ...]
    balls: Balls | None
    mystic_money: MysticMoneyRecord | None
    wizard_spins: WizardSpinsRecord | None
    parts: dict[str, int]
    line_win: int
    cash: int
    capped: int
    total: int
