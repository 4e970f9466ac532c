"""Pig Wizard: the parameters of the game, rule by rule.

Amounts are total bets in a file and tenths of it in memory; pays are line bets. A strip's stop
is the top row of its window, and windows wrap. Reels, rows and lines count from 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, field_validator, model_validator

from mathlib.core.weights import WeightTable
from mathlib.game.checks import (
    Path,
    check_pays_fit,
    check_prizes_fit,
    check_stakes,
    check_symbols,
    check_unpaid,
    checked_at,
)
from mathlib.game.fields import (
    LATTICE,
    Amount,
    AmountTable,
    CountTable,
    Few,
    Model,
    NameTable,
    Only,
    Positive,
    PrizeTable,
    RefusedError,
    Rows,
    times_bet,
)
from mathlib.game.identification import Aim, Identification
from mathlib.game.lines import (
    LineRules,
    Strip,
    Wild,
    as_tuple,
    as_tuples,
    check_lines,
    check_pays,
)
from mathlib.game.reach import reaches

WIZARD = "wizard"
"""The Pig Wizard: only ever in the centre cell, so never on a strip."""
CASH = "cash"
"""The Cash Prize symbol: on every reel but the centre one."""
NONE = "none"
LAND = "land"
GROW = "grow"
MYSTIC_MONEY = "mystic_money"
WIZARD_SPINS = "wizard_spins"
CASH_ADD = "cash_add"
LINE_WIN = "line_win"


def _at_least_one(table: WeightTable[int]) -> WeightTable[int]:
    if min(table) < 1:
        raise RefusedError(
            0, "at least 1 added Cash Prize", "The modifier guarantees a win.", ("0",)
        )
    return table


Reels = Annotated[tuple[Strip, ...], BeforeValidator(as_tuple), Field(min_length=1)]
Added = Annotated[CountTable, AfterValidator(_at_least_one)]
Ball = Annotated[NameTable, Only((GROW, MYSTIC_MONEY, WIZARD_SPINS))]


class CrystalBalls(Model):
    """What a landing of the Pig Wizard in the base game does to the two balls.

    Parameters
    ----------
    hits : NameTable
        Weights of ``left``, ``right``, ``both`` and ``neither``.
    left, right : NameTable
        What a hit ball gives: ``grow`` (a picture only), ``mystic_money`` or ``wizard_spins``.
    """

    hits: Annotated[NameTable, Only(("left", "right", "both", "neither"))]
    left: Ball
    right: Ball


class CashAdd(Model):
    """Cash add: the Pig Wizard is placed, and n Cash Prizes go into free cells.

    Parameters
    ----------
    added : CountTable
        Weights of n, at least 1; with fewer free cells than n, all of them.
    cash : AmountTable
        Values of the added Cash Prizes.
    """

    added: Added
    cash: AmountTable


class LineWin(Model):
    """Line win: the reels are drawn on condition of a total line win of ``at_least``."""

    at_least: Amount = Field(default=1, description="total bets; left out means 1")


class Modifiers(Model):
    """The draw that comes first in every base spin, and its modifiers.

    Parameters
    ----------
    weights : NameTable
        Weights of ``none``, ``cash_add`` and ``line_win``.
    cash_add : CashAdd
    line_win : LineWin
    """

    weights: Annotated[NameTable, Only((NONE, CASH_ADD, LINE_WIN))]
    cash_add: CashAdd
    line_win: LineWin


class MysticMoney(Model):
    """Mystic Money: one spin with the Pig Wizard held, all Cash Prizes accumulated.

    Parameters
    ----------
    made : CountTable
        Weights of how many cells beside the centre become Cash Prizes.
    strips : tuple of Strip
        The reels that land behind them.
    cash : AmountTable
        Value of every Cash Prize, made or landed.
    """

    made: CountTable
    strips: Reels
    cash: AmountTable


class BonusCashAdd(Model):
    """Cash add during Wizard Spins: its weights per spin, and weights of n.

    An added Cash Prize is accumulated like any other of the bonus, with a value from the bonus
    cash table.
    """

    weights: Annotated[NameTable, Only((NONE, CASH_ADD))]
    added: Added


class WizardSpins(Model):
    """Wizard Spins: the Pig Wizard held as a wild, lines pay, Cash Prizes accumulate.

    Parameters
    ----------
    spins : int
        Spins for each award, and extra spins for each ball hit after a spin.
    strips : tuple of Strip
        The reels of the bonus.
    cash : AmountTable
        Value of every Cash Prize of the bonus, landed or added.
    cash_add : BonusCashAdd
    retrigger : NameTable
        Weights of ``none``, ``one`` and ``both`` balls, drawn after each spin.
    """

    spins: Few = 6
    strips: Reels
    cash: AmountTable
    cash_add: BonusCashAdd
    retrigger: Annotated[NameTable, Only((NONE, "one", "both"))]

    @property
    def extra_per_spin(self) -> Fraction:
        """Mean number of extra spins that one spin brings; below 1, or the bonus never ends."""
        balls = self.retrigger.probability("one") + 2 * self.retrigger.probability("both")
        return self.spins * balls

    @model_validator(mode="after")
    def _ends(self) -> WizardSpins:
        if self.extra_per_spin >= 1:
            raise RefusedError(
                f"{float(self.extra_per_spin):.6g} extra spins per spin on average",
                "a mean below 1",
                "The bonus might never end: lower the weights of one and both.",
                ("retrigger",),
            )
        return self


class PigWizard(Model):
    """All parameters of Pig Wizard; see the fields' own models.

    Parameters
    ----------
    cap : Amount or None
        Most that one game round pays; None (null in the file) for no cap.
    centre : (reel, row)
        The only cell where the Pig Wizard lands.
    pig_wizard : NameTable
        Weights of ``land`` and ``none``, per base spin.
    locked : PrizeTable
        Outcome of a locked symbol: an amount, ``mystic_money`` or ``wizard_spins``.
    """

    kind: Literal["pig_wizard"]
    format: Literal[1]
    identification: Identification
    aims: Annotated[tuple[Aim, ...], BeforeValidator(as_tuple)] = ()
    stakes_pence: Annotated[tuple[Positive, ...], BeforeValidator(as_tuple), Field(min_length=1)]
    reference_stake_pence: Positive
    cap: Amount | None
    rows: Rows
    centre: Annotated[tuple[int, int], BeforeValidator(as_tuple)]
    paytable: dict[str, Annotated[tuple[int, ...], BeforeValidator(as_tuple)]] = Field(min_length=1)
    lines: Annotated[tuple[tuple[int, ...], ...], BeforeValidator(as_tuples), Field(min_length=1)]
    strips: Reels
    pig_wizard: Annotated[NameTable, Only((LAND, NONE))]
    locked: Annotated[PrizeTable, Only((MYSTIC_MONEY, WIZARD_SPINS), amounts=True)]
    crystal_balls: CrystalBalls
    modifiers: Modifiers
    mystic_money: MysticMoney
    wizard_spins: WizardSpins

    @property
    def reels(self) -> int:
        """Number of reels."""
        return len(self.strips)

    @property
    def line_bets(self) -> int:
        """Line bets in one total bet: one per line."""
        return len(self.lines)

    @property
    def other_cells(self) -> int:
        """Cells beside the centre.

        Examples
        --------
        >>> from mathlib.game.files import example
        >>> example("pig_wizard").other_cells
        14
        """
        return self.reels * self.rows - 1

    @property
    def rules(self) -> LineRules:
        """The line rules of the base game and of Wizard Spins."""
        return LineRules(
            rows=self.rows, lines=self.lines, pays=self.paytable, wilds=(Wild(symbol=WIZARD),)
        )

    @field_validator("paytable")
    @classmethod
    def _paytable(cls, paytable: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
        check_unpaid(
            paytable, (WIZARD, CASH), "The Pig Wizard and Cash Prizes pay nothing on lines."
        )
        return paytable

    @model_validator(mode="after")
    def _whole(self) -> PigWizard:
        checked_at(("paytable",), check_pays, self.paytable, self.reels)
        checked_at(("lines",), check_lines, self.lines, self.reels, self.rows)
        self._centre_fits()
        for at, strips in self._strip_sets():
            checked_at(at, self._strips_fit, strips)
        stakes = self.stakes_pence
        checked_at(("paytable",), check_pays_fit, self.paytable, self.line_bets, stakes)
        check_prizes_fit(self._amounts(), stakes)
        check_stakes(stakes, self.reference_stake_pence)
        self._counts_fit()
        self._line_win_can_happen()
        return self

    def _centre_fits(self) -> None:
        reel, row = self.centre
        if not (0 < reel < self.reels and 0 <= row < self.rows):
            raise RefusedError(
                list(self.centre),
                f"[reel, row] with a reel from 1 to {self.reels - 1} and a row from 0 to "
                f"{self.rows - 1}",
                "Reels and rows count from 0; lines start on reel 0, without the Pig Wizard.",
                ("centre",),
            )

    def _strip_sets(self) -> Iterator[tuple[Path, tuple[Strip, ...]]]:
        yield ("strips",), self.strips
        yield ("mystic_money", "strips"), self.mystic_money.strips
        yield ("wizard_spins", "strips"), self.wizard_spins.strips

    def _strips_fit(self, strips: tuple[Strip, ...]) -> None:
        if len(strips) != self.reels:
            raise RefusedError(
                f"{len(strips)} reels", f"{self.reels} reels, as in the base game", "Give each one."
            )
        for reel, strip in enumerate(strips):
            for symbol, rule in (
                (WIZARD, "no Pig Wizard on a strip"),
                (CASH, "no Cash Prize on the centre reel"),
            ):
                if symbol in strip.symbols and (symbol == WIZARD or reel == self.centre[0]):
                    at = (reel, "symbols", strip.symbols.index(symbol))
                    raise RefusedError(symbol, rule, "Put another symbol there.", at)
        check_symbols(strips, (CASH, *self.paytable))

    def _amounts(self) -> Iterator[tuple[Path, int]]:
        if self.cap is not None:
            yield ("cap",), self.cap
        for value in self.locked:
            if isinstance(value, int):
                yield ("locked", f"{times_bet(value)}"), value
        tables: tuple[tuple[Path, WeightTable[int]], ...] = (
            (("modifiers", "cash_add", "cash"), self.modifiers.cash_add.cash),
            (("mystic_money", "cash"), self.mystic_money.cash),
            (("wizard_spins", "cash"), self.wizard_spins.cash),
        )
        for path, table in tables:
            for value in table:
                yield (*path, f"{times_bet(value)}"), value

    def _counts_fit(self) -> None:
        tables: tuple[tuple[Path, WeightTable[int]], ...] = (
            (("modifiers", "cash_add", "added"), self.modifiers.cash_add.added),
            (("mystic_money", "made"), self.mystic_money.made),
            (("wizard_spins", "cash_add", "added"), self.wizard_spins.cash_add.added),
        )
        for path, table in tables:
            if max(table) > self.other_cells:
                raise RefusedError(
                    max(table),
                    f"at most {self.other_cells}, the cells beside the centre",
                    "Take this count out.",
                    (*path, str(max(table))),
                )

    def _line_win_can_happen(self) -> None:
        if LINE_WIN not in self.modifiers.weights:
            return
        tenths = self.modifiers.line_win.at_least
        wanted = -(-tenths * self.line_bets // LATTICE)
        states = {LAND: (*self.centre, WIZARD), NONE: None}
        for state, placed in states.items():
            if state in self.pig_wizard and not reaches(self.rules, self.strips, wanted, placed):
                where = "with" if state == LAND else "without"
                raise RefusedError(
                    times_bet(tenths),
                    f"a line win that the strips can give {where} the Pig Wizard in the centre",
                    "Lower it, change strips or pays, or take line_win out of the weights.",
                    ("modifiers", "line_win", "at_least"),
                )
