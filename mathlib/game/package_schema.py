"""JSON Schema of the tables document of an engine package."""

from __future__ import annotations

from typing import Any, get_args

from mathlib.game.fields import MAX_WEIGHT
from mathlib.game.files import KINDS
from mathlib.game.package import FORMAT
from mathlib.game.package_draws import Outcomes

DIGEST = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
WHOLE = {"type": "integer", "minimum": 0, "maximum": MAX_WEIGHT}
WEIGHT = {"type": "integer", "minimum": 1, "maximum": MAX_WEIGHT}
AMOUNT = {
    "tenths": {**WHOLE, "description": "tenths of the total bet"},
    "text": {"type": "string", "pattern": r"^(0|[1-9][0-9]*)\.[0-9]$"},
}


def tables_schema() -> dict[str, Any]:
    """Return the JSON Schema of ``tables.json``, for every kind of game.

    Examples
    --------
    >>> tables_schema()["properties"]["format"]
    {'const': 1}
    """
    row = {
        "outcome": {"type": ["string", "integer"], "description": "a name or a whole number"},
        **AMOUNT,
        "weight": WEIGHT,
        "cumulative": {**WEIGHT, "description": "sum of the weights up to and with this row"},
    }
    table = {
        "outcomes": {"enum": list(get_args(Outcomes))},
        "drawn": {"type": "string", "description": "when an engine draws from the table"},
        "total": WEIGHT,
        "rows": {
            "type": "array",
            "minItems": 1,
            "items": {
                **closed(row, ("weight", "cumulative")),
                "anyOf": [{"required": ["outcome"]}, {"required": ["tenths", "text"]}],
            },
        },
    }
    pay = {
        "symbol": {"type": "string"},
        "count": WEIGHT,
        "line_bets": WEIGHT,
        **AMOUNT,
    }
    reel = {"stops": WEIGHT, "total": WEIGHT, "weighted": {"type": "boolean"}}
    properties = {
        "format": {"const": FORMAT},
        "kind": {"enum": list(KINDS)},
        "parameters": {**DIGEST, "description": "SHA-256 of parameters.json"},
        "units": {"type": "object", "additionalProperties": {"type": "string"}},
        "rules": {
            "type": "object",
            "description": "the parameter file; its weight tables, strips and amounts are replaced",
            "additionalProperties": {"$ref": "#/$defs/rule"},
        },
        "pays": {"type": "array", "minItems": 1, "items": closed(pay)},
        "tables": {"type": "object", "minProperties": 1, "additionalProperties": closed(table)},
    }
    reels = {"strips": {"type": "string"}, "reels": {"type": "array", "items": closed(reel)}}
    rule = {
        "anyOf": [
            {"type": ["string", "number", "boolean", "null"]},
            {"type": "array", "items": {"$ref": "#/$defs/rule"}},
            closed({"table": {"type": "string", "description": "name of a weight table"}}),
            closed(reels),
            closed(AMOUNT),
            {"type": "object", "additionalProperties": {"$ref": "#/$defs/rule"}},
        ]
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tables of an engine package",
        **closed(properties),
        "$defs": {"rule": rule},
    }


def closed(properties: dict[str, Any], required: tuple[str, ...] | None = None) -> dict[str, Any]:
    """Return the schema of an object without other keys; all are required unless some are named.

    Examples
    --------
    >>> closed({"a": {}})["required"]
    ['a']
    """
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties if required is None else required),
        "properties": properties,
    }
