"""Field types shared by all parameter models: amounts, weights and tables of weights.

An amount is a multiple of the total bet on the lattice of 0.1x. In a file it is a plain number
(``12.5``); in memory it is the integer number of tenths (``125``), so no rounding can creep in.
Tables map outcomes, written as text because JSON keys are text, to positive integer weights.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    InstanceOf,
    PlainSerializer,
    WithJsonSchema,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from mathlib.core.errors import shown
from mathlib.core.weights import WeightTable

LATTICE = 10
"""Lattice points in one total bet: amounts are whole tenths."""
MAX_WEIGHT = 2**53
"""Largest weight: JSON readers that use doubles must see the same integer."""
MAX_AMOUNT = 10**9
"""Largest amount, in tenths of the total bet."""

AMOUNT_PATTERN = r"^(0|[1-9][0-9]*)(\.[0-9])?$"
NAME = re.compile("^[a-z][a-z_]*$")
_AMOUNT_KEY = re.compile(AMOUNT_PATTERN, re.ASCII)


class RefusedError(PydanticCustomError):
    """A refusal in the user's words, raised by a validator.

    Parameters
    ----------
    value : object
        What was found.
    expected, remedy : str
        What would be accepted, and what to do.
    at : tuple
        Path below the field being validated.
    """

    def __new__(
        cls, value: Any, expected: str, remedy: str, at: tuple[str | int, ...] = ()
    ) -> RefusedError:
        """Build the pydantic error with its parts kept in the context."""
        found = str(value) if isinstance(value, Decimal) else shown(value)
        context = {"found": found, "expected": expected, "remedy": remedy, "at": at}
        return super().__new__(cls, "refused", "{found}: expected {expected}. {remedy}", context)


class Model(BaseModel):
    """Base of all parameter models: frozen, strict, and refusing unknown keys."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", validate_default=True)


def tenths(value: Any) -> int:
    """Read a number of total bets as a whole number of tenths.

    Parameters
    ----------
    value : int, float, Decimal or str
        The amount in total bets; text is taken as the key of a table.

    Returns
    -------
    int
        The amount in tenths of the total bet.

    Raises
    ------
    RefusedError
        When it is not a number, or not a multiple of 0.1.

    Examples
    --------
    >>> tenths(12.5), tenths("0.3"), tenths(40000)
    (125, 3, 400000)
    """
    expected = "a multiple of 0.1 total bets"
    remedy = "Amounts live on the lattice of 0.1x; round it, or change the lattice of the game."
    plain = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
    if not plain and not (isinstance(value, str) and _AMOUNT_KEY.fullmatch(value)):
        raise RefusedError(value, expected, "Write the amount as a number, such as 12.5.")
    try:
        number = Decimal(str(value)) * LATTICE
        if not number.is_finite():
            raise InvalidOperation
    except (InvalidOperation, ValueError):
        raise RefusedError(value, expected, "Write the amount as a number.") from None
    if abs(number) > MAX_AMOUNT:
        raise RefusedError(
            value, f"at most {MAX_AMOUNT // LATTICE} total bets", "No prize is that large."
        )
    if number != number.to_integral_value():
        raise RefusedError(value, expected, remedy)
    return int(number)


def times_bet(amount: int) -> int | float:
    """Write tenths of the total bet as a number of total bets, exactly as a file shows it.

    Examples
    --------
    >>> times_bet(125), times_bet(400000)
    (12.5, 40000)
    """
    whole, rest = divmod(amount, LATTICE)
    return whole if rest == 0 else amount / LATTICE


def _weight(value: Any, key: Any) -> int:
    if type(value) is not int:
        raise RefusedError(
            value, "an integer weight", "Probabilities are derived: give whole weights.", (key,)
        )
    if not 0 < value <= MAX_WEIGHT:
        raise RefusedError(
            value,
            f"a weight from 1 to {MAX_WEIGHT}",
            "Leave the outcome out when it cannot happen.",
            (key,),
        )
    return value


def _table(parse: Callable[[str], Any], outcomes: str) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if isinstance(value, WeightTable):
            return value
        if not isinstance(value, dict):
            raise RefusedError(
                value, "a table of outcome: weight", 'Write it as {"outcome": weight, ...}.'
            )
        if not value:
            raise RefusedError(value, "at least one outcome", "Give every outcome with its weight.")
        weights: dict[Any, int] = {}
        for text, weight in value.items():
            try:
                key = parse(text)
            except (PydanticCustomError, ValueError):
                raise RefusedError(
                    text, outcomes, "Correct or remove this outcome.", (text,)
                ) from None
            if key in weights:
                raise RefusedError(
                    text, "each outcome once", "Two keys mean the same outcome.", (text,)
                )
            weights[key] = _weight(weight, text)
        return WeightTable(weights)

    return read


def _whole(text: Any) -> int:
    if isinstance(text, int) and not isinstance(text, bool):
        return text
    if not (isinstance(text, str) and text.isdecimal() and str(int(text)) == text):
        raise ValueError(text)
    return int(text)


def _schema(key_pattern: str, description: str) -> WithJsonSchema:
    return WithJsonSchema(
        {
            "type": "object",
            "description": description,
            "minProperties": 1,
            "propertyNames": {"pattern": key_pattern},
            "additionalProperties": {"type": "integer", "minimum": 1, "maximum": MAX_WEIGHT},
        }
    )


def _positive_number(value: Any) -> int:
    if isinstance(value, str):
        raise RefusedError(value, "a number", "Write the amount without quotes.")
    return _positive_amount(value)


def _positive_amount(value: Any) -> int:
    amount = tenths(value)
    if amount <= 0:
        raise RefusedError(value, "an amount above 0", "Leave out prizes that pay nothing.")
    return amount


def is_none(value: object) -> bool:
    """Tell an optional value that was not given: such keys are left out of a saved file."""
    return value is None


@dataclass(frozen=True)
class Only:
    """Narrow a `NameTable` to the outcomes that a rule knows; each may be left out.

    Parameters
    ----------
    names : tuple of str
        The outcomes.
    amounts : bool
        Whether amounts are outcomes as well, as in a `PrizeTable`.

    Raises
    ------
    RefusedError
        On validation, at the first outcome that is not one of them.
    """

    names: tuple[str, ...]
    amounts: bool = False

    def check(self, table: WeightTable[Any]) -> WeightTable[Any]:
        """Return the table, or refuse it."""
        for outcome in table:
            if outcome not in self.names and not (self.amounts and isinstance(outcome, int)):
                allowed = (*(["an amount"] if self.amounts else []), *self.names)
                raise RefusedError(
                    outcome, " or ".join(allowed), "Nothing else can come of it.", (outcome,)
                )
        return table

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        names: dict[str, Any] = {"enum": list(self.names)}
        if self.amounts:
            names = {"anyOf": [{"pattern": AMOUNT_PATTERN}, names]}
        return {**handler(schema), "propertyNames": names}


def _dump_counts(table: WeightTable[int]) -> dict[str, int]:
    return {str(key): weight for key, weight in table.items()}


def _dump_amounts(table: WeightTable[int]) -> dict[str, int]:
    return {str(times_bet(key)): weight for key, weight in table.items()}


def _amount_or_name(text: Any) -> int | str:
    if isinstance(text, str) and NAME.fullmatch(text):
        return text
    return _positive_amount(text)


def _dump_prizes(table: WeightTable[int | str]) -> dict[str, int]:
    return {
        key if isinstance(key, str) else str(times_bet(key)): weight
        for key, weight in table.items()
    }


Amount = Annotated[
    int,
    BeforeValidator(_positive_number),
    PlainSerializer(times_bet),
    WithJsonSchema(
        {"type": "number", "exclusiveMinimum": 0, "description": "total bets, a multiple of 0.1"}
    ),
]
"""A positive amount: a number of total bets in the file, an integer of tenths in memory."""

AmountTable = Annotated[
    InstanceOf[WeightTable[int]],
    BeforeValidator(_table(_positive_amount, "a positive multiple of 0.1 total bets")),
    PlainSerializer(_dump_amounts),
    _schema(AMOUNT_PATTERN, "amount in total bets: integer weight"),
]
"""Weights of amounts; keys in memory are tenths of the total bet."""

PrizeTable = Annotated[
    InstanceOf[WeightTable[int | str]],
    BeforeValidator(_table(_amount_or_name, "a positive multiple of 0.1 total bets, or a name")),
    PlainSerializer(_dump_prizes),
    _schema(f"{AMOUNT_PATTERN}|{NAME.pattern}", "amount in total bets, or a name: integer weight"),
]
"""Weights of amounts and of named awards; keys in memory are tenths, and text for the names."""

CountTable = Annotated[
    InstanceOf[WeightTable[int]],
    BeforeValidator(_table(_whole, "a whole number")),
    PlainSerializer(_dump_counts),
    _schema(r"^(0|[1-9][0-9]*)$", "whole number: integer weight"),
]
"""Weights of whole numbers, such as how many symbols start a round."""

NameTable = Annotated[
    InstanceOf[WeightTable[str]],
    BeforeValidator(_table(str, "a name")),
    PlainSerializer(lambda table: dict(table)),
    _schema(r"^\S+$", "name: integer weight"),
]
"""Weights of named outcomes."""

Positive = Annotated[int, Field(gt=0, le=1_000_000)]
"""A count, or a stake in pence."""
Few = Annotated[int, Field(gt=0, le=100)]
"""A small count: how often something is repeated or needed."""
Rows = Annotated[int, Field(gt=0, le=12)]
"""The height of a window or board."""
Weight = Annotated[int, Field(gt=0, le=MAX_WEIGHT)]
"""One integer weight."""
"""An integer above 0."""
