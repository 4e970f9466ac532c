"""Who a game is: title, code, versions, revision log, and the aims it was designed to."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, PlainSerializer, StringConstraints, WithJsonSchema

from mathlib.game.fields import Model, RefusedError, is_none
from mathlib.game.lines import _sequence

Text = Annotated[str, StringConstraints(min_length=1)]
Date = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class Revision(Model):
    """One line of the revision log; dates are written year-month-day."""

    version: Text
    date: Date
    note: Text


class Identification(Model):
    """What a PAR sheet calls the game.

    Parameters
    ----------
    title, code, version, rtp_version : str
        Names given by the studio; rtp_version tells versions of one design apart.
    revisions : tuple of Revision
        Oldest first.
    """

    title: Text
    code: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]*$")]
    version: Text
    rtp_version: Text
    revisions: Annotated[tuple[Revision, ...], BeforeValidator(_sequence), Field(min_length=1)]


def _decimal(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        raise RefusedError(value, "a number", "Write the limit as a number.")
    try:
        number = Decimal(str(value))
    except ArithmeticError:
        number = Decimal("NaN")
    if not number.is_finite():
        raise RefusedError(value, "a number", "Write the limit as a number.")
    return float(number)


def _plain(value: float) -> int | float:
    return int(value) if value.is_integer() else value


Limit = Annotated[
    float,
    BeforeValidator(_decimal),
    PlainSerializer(_plain),
    WithJsonSchema({"type": "number"}),
]


class Aim(Model):
    """A range that one reported quantity was designed to lie in; ends are included.

    Parameters
    ----------
    quantity : str
        Name of the quantity in the evaluation, such as ``hit_frequency``.
    text : str
        How a reader names it.
    at_least, at_most : float or None
        The range, in the quantity's own unit; None where it is open.
    """

    quantity: Text
    text: Text
    at_least: Limit | None = Field(default=None, exclude_if=is_none)
    at_most: Limit | None = Field(default=None, exclude_if=is_none)
