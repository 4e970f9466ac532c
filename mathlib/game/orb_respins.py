"""Orb Respins: the parameters of the game, rule by rule.

Colours and modifiers share letters: J (golden orb, Jackpots), M (red orb, Multiply), C (blue
orb, Charge). A modifier set is written in that order: J, M, C, JM, JC, MC, JMC.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from mathlib.core.weights import WeightTable
from mathlib.game.checks import (
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
    Positive,
    RefusedError,
    Rows,
    Weight,
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

WILD = "wild"
MONEY = "money"
ORBS = {"J": "golden", "M": "red", "C": "blue"}
"""Modifier letter to the orb that brings it."""
SETS = ("J", "M", "C", "JM", "JC", "MC", "JMC")
"""The seven modifier sets, which are also the seven sets of colours in view."""
SET_NAMES = {
    "J": "Jackpots",
    "M": "Multiply",
    "C": "Charge",
    "JM": "Jackpots + Multiply",
    "JC": "Jackpots + Charge",
    "MC": "Multiply + Charge",
    "JMC": "Jackpots + Multiply + Charge",
}
NONE = "none"
MOST_CHOSEN = 10
MOST_MULTIPLIER = 100


class Band(Model):
    """Landing weights of an empty cell while at most ``up_to`` Money symbols are held."""

    up_to: Annotated[int, Field(ge=0)]
    weights: NameTable


class RespinSet(Model):
    """What one modifier set has of its own: how a round starts and what lands.

    Parameters
    ----------
    start : CountTable
        Weights of the number of Money symbols at the start.
    bands : tuple of Band
        Landing weights; the first band that holds the number of Money symbols applies.
    """

    start: CountTable
    bands: Annotated[tuple[Band, ...], BeforeValidator(as_tuple), Field(min_length=1)]


class Charge(Model):
    """Charge: a blue orb makes a Money symbol gain one draw at every later respin.

    ``target`` is "pick" (the orb keeps the symbol it picked when it landed) or "repick" (each
    blue orb landed so far picks afresh at every later respin).
    """

    target: Literal["pick", "repick"] = "pick"
    values: AmountTable


class Multiply(Model):
    """Multiply: a red orb multiplies up to K different Money, each ``limit`` times at most."""

    limit: Annotated[int, Field(gt=0, le=8)] = 4
    chosen: CountTable
    multipliers: CountTable


class Jackpot(Model):
    """One jackpot name: its prize, and the weight with which a golden orb reveals it."""

    prize: Amount
    weight: Weight


class Jackpots(Model):
    """Jackpots: each golden orb reveals a name; every ``needed``-th of a name pays its prize."""

    needed: Few = 3
    names: dict[str, Jackpot] = Field(min_length=1)

    def weights(self) -> WeightTable[str]:
        """Return the weights of the names."""
        return WeightTable({name: jackpot.weight for name, jackpot in self.names.items()})


class Respins(Model):
    """The Respins round.

    Parameters
    ----------
    counter : int
        Respins at the start, and again after anything lands.
    reels : int
        Board width; cells = reels x rows.
    rows, rows_with_jackpots : int
        Board height without and with Jackpots.
    full_board_award : Amount
        What the whole game round pays when every cell holds Money.
    sets : dict
        The seven modifier sets.
    money : AmountTable
        Value of a Money symbol when it lands.
    """

    counter: Few = 3
    rows: Rows = 3
    rows_with_jackpots: Rows = 6
    full_board_award: Amount
    sets: dict[str, RespinSet]
    money: AmountTable
    charge: Charge
    multiply: Multiply
    jackpots: Jackpots


class OrbRespins(Model):
    """All parameters of Orb Respins; see the fields' own models.

    Pays are in line bets, one line bet being a total bet over the number of lines; amounts are
    multiples of the total bet; all randomness is integer weights.
    """

    kind: Literal["orb_respins"]
    format: Literal[1]
    identification: Identification
    aims: Annotated[tuple[Aim, ...], BeforeValidator(as_tuple)] = ()
    stakes_pence: Annotated[tuple[Positive, ...], BeforeValidator(as_tuple), Field(min_length=1)]
    reference_stake_pence: Positive
    cap: Amount
    rows: Rows
    paytable: dict[str, Annotated[tuple[int, ...], BeforeValidator(as_tuple)]] = Field(min_length=1)
    lines: Annotated[tuple[tuple[int, ...], ...], BeforeValidator(as_tuples), Field(min_length=1)]
    strips: Annotated[tuple[Strip, ...], BeforeValidator(as_tuple), Field(min_length=1)]
    trigger: dict[str, NameTable]
    respins: Respins

    @property
    def reels(self) -> int:
        """Number of reels."""
        return len(self.strips)

    @property
    def line_bets(self) -> int:
        """Line bets in one total bet: one per line."""
        return len(self.lines)

    @property
    def rules(self) -> LineRules:
        """The line rules of the base game."""
        return LineRules(
            rows=self.rows, lines=self.lines, pays=self.paytable, wilds=(Wild(symbol=WILD),)
        )

    def cells(self, modifiers: str) -> int:
        """Cells of the Respins board for a modifier set.

        Examples
        --------
        >>> from mathlib.game.files import example
        >>> game = example("orb_respins")
        >>> game.cells("MC"), game.cells("JMC")
        (9, 18)
        """
        rows = self.respins.rows_with_jackpots if "J" in modifiers else self.respins.rows
        return self.reels * rows

    @field_validator("strips")
    @classmethod
    def _strips(cls, strips: tuple[Strip, ...]) -> tuple[Strip, ...]:
        for reel, strip in enumerate(strips):
            for i, symbol in enumerate(strip.symbols):
                at = (reel, "symbols", i)
                if reel == 0 and symbol == WILD:
                    raise RefusedError(
                        symbol,
                        "no wild on the first reel",
                        "Wilds are on reels 2 to 5 only.",
                        at,
                    )
                if symbol == MONEY:
                    raise RefusedError(
                        symbol, "no Money on a strip", "Money lands in Respins only.", at
                    )
        return strips

    @field_validator("paytable")
    @classmethod
    def _paytable(cls, paytable: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
        unpaid = (WILD, MONEY, *ORBS.values())
        check_unpaid(paytable, unpaid, "Wild, Money and orbs pay nothing on lines.")
        return paytable

    @field_validator("trigger")
    @classmethod
    def _trigger(cls, trigger: dict[str, WeightTable[str]]) -> dict[str, WeightTable[str]]:
        _seven(trigger)
        for view, table in trigger.items():
            for outcome in table:
                allowed = [NONE, *(s for s in SETS if set(s) <= set(view))]
                if outcome not in allowed:
                    raise RefusedError(
                        outcome,
                        " or ".join(allowed),
                        f"With {view} in view only its own modifiers can be won.",
                        (view, outcome),
                    )
        return trigger

    @model_validator(mode="after")
    def _whole(self, _: ValidationInfo) -> OrbRespins:
        checked_at(("paytable",), check_pays, self.paytable, self.reels)
        checked_at(("lines",), check_lines, self.lines, self.reels, self.rows)
        known = (WILD, *self.paytable, *ORBS.values())
        checked_at(("strips",), check_symbols, self.strips, known)
        self._prizes_fit()
        _seven(self.respins.sets, ("respins", "sets"))
        for name, one in self.respins.sets.items():
            _check_set(name, one, self.cells(name))
        self._multipliers_fit()
        return self

    def _prizes_fit(self) -> None:
        stakes = self.stakes_pence
        checked_at(("paytable",), check_pays_fit, self.paytable, self.line_bets, stakes)
        check_prizes_fit(self._amounts(), stakes)
        check_stakes(stakes, self.reference_stake_pence)
        if self.respins.full_board_award > self.cap:
            raise RefusedError(
                self.respins.full_board_award / LATTICE,
                "a full-board award not above the cap",
                "Raise the cap or lower the award.",
                ("respins", "full_board_award"),
            )

    def _amounts(self) -> Iterator[tuple[tuple[str, ...], int]]:
        rounds = self.respins
        yield ("cap",), self.cap
        yield ("respins", "full_board_award"), rounds.full_board_award
        for value in rounds.money:
            yield ("respins", "money", f"{times_bet(value)}"), value
        for value in rounds.charge.values:
            yield ("respins", "charge", "values", f"{times_bet(value)}"), value
        for name, jackpot in rounds.jackpots.names.items():
            yield ("respins", "jackpots", "names", name), jackpot.prize

    def _multipliers_fit(self) -> None:
        rules = self.respins
        most = max(rules.multiply.chosen)
        at = ("respins", "multiply")
        if most > MOST_CHOSEN:
            raise RefusedError(
                most,
                f"at most {MOST_CHOSEN} symbols for one red orb",
                "The rules say up to 10.",
                (*at, "chosen", str(most)),
            )
        for multiplier in rules.multiply.multipliers:
            if not 1 <= multiplier <= MOST_MULTIPLIER:
                raise RefusedError(
                    multiplier,
                    f"a multiplier from 1 to {MOST_MULTIPLIER}",
                    "Nothing in a round ever decreases, and wins must fit 64-bit integers.",
                    (*at, "multipliers", str(multiplier)),
                )
        # A symbol that draws a thousand charges and is multiplied as often as it can be.
        symbol = max(rules.money) + 1000 * max(rules.charge.values)
        greatest = symbol * max(rules.multiply.multipliers) ** rules.multiply.limit
        if greatest * self.cells("JMC") >= 2**62:
            raise RefusedError(
                rules.multiply.limit,
                "wins of a round that fit 64-bit integers",
                "Lower the limit, the greatest multiplier or the greatest values.",
                (*at, "limit"),
            )


def _seven(tables: Mapping[str, object], at: tuple[str, ...] = ()) -> None:
    for name in tables:
        if name not in SETS:
            raise RefusedError(name, "one of " + ", ".join(SETS), "Correct the name.", (*at, name))
    for name in SETS:
        if name not in tables:
            raise RefusedError("nothing", f"an entry {name}", f"Add {name}.", (*at, name))


def _check_set(name: str, one: RespinSet, cells: int) -> None:
    at: tuple[str | int, ...] = ("respins", "sets", name)
    if max(one.start) >= cells:
        raise RefusedError(
            max(one.start),
            f"fewer Money symbols than the {cells} cells",
            "A round must start with an empty cell.",
            (*at, "start", str(max(one.start))),
        )
    allowed = ["blank", MONEY, *(ORBS[letter] for letter in name)]
    before = -1
    for i, band in enumerate(one.bands):
        here = (*at, "bands", i)
        if band.up_to <= before:
            raise RefusedError(
                band.up_to, f"more than {before}", "Put bands in rising order.", (*here, "up_to")
            )
        before = band.up_to
        for outcome in band.weights:
            if outcome not in allowed:
                raise RefusedError(
                    outcome,
                    " or ".join(allowed),
                    f"In set {name} nothing else lands.",
                    (*here, "weights", outcome),
                )
        if "blank" not in band.weights:
            raise RefusedError(
                "no blank",
                "a positive weight of blank",
                "Without blanks this round could never end.",
                (*here, "weights"),
            )
    if before != cells - 1:
        raise RefusedError(
            before,
            f"{cells - 1}, one below the {cells} cells",
            "The last band must hold every count of Money symbols.",
            (*at, "bands", len(one.bands) - 1, "up_to"),
        )
