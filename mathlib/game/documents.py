"""Strict JSON documents: read from a file, and built into models with every problem in words."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from mathlib.core.errors import MathlibError, ParameterError, Problem, shown

M = TypeVar("M", bound=BaseModel)


def read_text(path: str | Path) -> str:
    """Read a text file.

    Raises
    ------
    MathlibError
        When it cannot be read, or is not UTF-8.

    Examples
    --------
    >>> read_text("no_such_file.json")
    Traceback (most recent call last):
    mathlib.core.errors.MathlibError: no_such_file.json: no such file; check the name
    """
    path = Path(path)
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise MathlibError(f"{path}: no such file; check the name") from None
    except UnicodeDecodeError as error:
        raise MathlibError(f"{path}: not UTF-8 text ({error.reason}); save it as UTF-8") from None
    except OSError as error:
        raise MathlibError(f"{path}: cannot be read ({error.strerror})") from None


def read_json(text: str, source: str = "") -> Any:
    """Read JSON: each key once, finite numbers, and decimal fractions as they are written.

    Raises
    ------
    ParameterError
        With the place in the text, for what is not JSON.

    Examples
    --------
    >>> read_json('{"a": 0.1}')
    {'a': Decimal('0.1')}
    """
    try:
        return json.loads(
            text, parse_float=Decimal, parse_constant=_no_constant, object_pairs_hook=_once
        )
    except json.JSONDecodeError as error:
        problem = Problem(
            f"line {error.lineno}, column {error.colno}",
            shown(text[error.pos : error.pos + 20]),
            f"JSON ({error.msg})",
            "Correct the file there.",
        )
        raise ParameterError([problem], source) from None
    except ParameterError as error:
        raise ParameterError(error.problems, source) from None
    except (ValueError, ArithmeticError, RecursionError):
        problem = Problem(
            "", "numbers too long or lists too deep", "a parameter file", "Correct the file."
        )
        raise ParameterError([problem], source) from None


def build(model: type[M], data: Any, source: str = "") -> M:
    """Build a model from plain data.

    Raises
    ------
    ParameterError
        With every problem found: path, value, what was expected, what to do.

    Examples
    --------
    >>> from mathlib.game.identification import Revision
    >>> build(Revision, {"version": "1.0", "date": "2026-01-31", "note": "First."}).version
    '1.0'
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise ParameterError(list(_problems(error)), source) from None


def _no_constant(name: str) -> Any:
    problem = Problem("(a number)", name, "a finite number", "JSON has no such number.")
    raise ParameterError([problem])


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    pairs = list(pairs)
    data = dict(pairs)
    if len(data) != len(pairs):
        name = next(key for key, n in Counter(key for key, _ in pairs).items() if n > 1)
        problem = Problem(name, "the key twice", "each key once", "Remove one of the two.")
        raise ParameterError([problem])
    return data


def _problems(error: ValidationError) -> Iterable[Problem]:
    for item in error.errors(include_url=False):
        location = [str(part) for part in item["loc"] if not _internal(part)]
        context = item.get("ctx", {})
        if item["type"] == "refused":
            location += [str(part) for part in context["at"]]
            yield Problem(
                ".".join(location), context["found"], context["expected"], context["remedy"]
            )
            continue
        expected, remedy = _TEXTS.get(item["type"], (item["msg"], "Correct the value."))
        expected = expected.format(**context) if "{" in expected else expected
        found = "nothing" if item["type"] == "missing" else shown(_plain(item["input"]))
        yield Problem(".".join(location), found, expected, remedy)


def _internal(part: str | int) -> bool:
    return isinstance(part, str) and part.startswith("function-")


def _plain(value: Any) -> Any:
    return float(value) if isinstance(value, Decimal) else value


_TEXTS = {
    "missing": ("a value", "Add this key."),
    "extra_forbidden": ("no such key", "Remove it, or correct its spelling."),
    "int_type": ("an integer", "Write a whole number without a decimal point or quotes."),
    "string_type": ("text", "Write it in quotes."),
    "dict_type": ("an object", "Write it in braces, key by key."),
    "tuple_type": ("a list", "Write it in brackets."),
    "model_type": ("an object", "Write it in braces, key by key."),
    "greater_than": ("a number above {gt}", "Correct the value."),
    "less_than_equal": ("a number of at most {le}", "Correct the value."),
    "greater_than_equal": ("a number of at least {ge}", "Correct the value."),
    "too_short": ("at least {min_length} entry", "Add what is missing."),
    "too_long": ("at most {max_length} entries", "Take out what is too much."),
    "literal_error": ("{expected}", "Use one of the values named."),
    "string_pattern_mismatch": ("text of the form {pattern}", "Correct the text."),
    "string_too_short": ("text that is not empty", "Fill it in."),
}
