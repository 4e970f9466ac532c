"""Who a game is: title, code, versions, revision log, and the aims it was designed to."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Annotated, Any

from pydantic import (
    BeforeValidator,
    Field,
    PlainSerializer,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)

from mathlib.game.fields import Model, RefusedError, is_none
from mathlib.game.lines import as_tuple

Text = Annotated[str, StringConstraints(min_length=1)]
MOST = 1e18
"""Largest limit of an aim."""


def _day(value: Any) -> Any:
    try:
        return datetime.date.fromisoformat(value).isoformat()
    except (TypeError, ValueError):
        raise RefusedError(value, "a date, year-month-day", "Write it as 2026-01-31.") from None


Date = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}$"), BeforeValidator(_day)]


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
    revisions: Annotated[tuple[Revision, ...], BeforeValidator(as_tuple), Field(min_length=1)]


def _decimal(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise RefusedError(value, "a number", "Write the limit as a number, without quotes.")
    if not -MOST <= value <= MOST:
        raise RefusedError(value, f"a number of at most {MOST:g}", "Correct the limit.")
    return float(value)


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

    @model_validator(mode="after")
    def _some_range(self) -> Aim:
        if self.at_least is None and self.at_most is None:
            raise RefusedError(
                "no limit", "at_least, at_most or both", "Say what the quantity is to be."
            )
        if self.at_least is not None and self.at_most is not None and self.at_least > self.at_most:
            raise RefusedError(
                [self.at_least, self.at_most], "at_least <= at_most", "Exchange the limits."
            )
        return self
