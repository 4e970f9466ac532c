"""Change one place of an example game, and read the one refusal that follows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mathlib.core.errors import ParameterError, Problem
from mathlib.game import files

GONE = object()
"""As a new value: take the key out."""


def edited(kind: str, *changes: tuple[str, Any]) -> dict[str, Any]:
    """Return the data of a kind's example with values set at paths such as ``aims/0/text``."""
    data: dict[str, Any] = json.loads(json.dumps(files.dump(files.example(kind))))
    for path, value in changes:
        *parents, last = path.split("/")
        place: Any = data
        for part in parents:
            place = place[_key(place, part)]
        key = _key(place, last)
        if value is GONE:
            del place[key]
        elif isinstance(place, list) and key == len(place):
            place.append(value)
        else:
            place[key] = value
    return data


def _key(place: Any, part: str) -> Any:
    return int(part) if isinstance(place, list) else part


def refusal(data: dict[str, Any]) -> Problem:
    """Return the only problem found in the text of a file with this data."""
    with pytest.raises(ParameterError) as caught:
        files.loads(json.dumps(data), "game.json")
    assert caught.value.source == "game.json"
    assert len(caught.value.problems) == 1, str(caught.value)
    return caught.value.problems[0]


def assert_refused(data: dict[str, Any], path: str, found: str, expected: str) -> None:
    """Check the path, the value shown, and words of what was expected."""
    problem = refusal(data)
    assert problem.path == path
    assert found in problem.value
    assert expected in problem.expected
    assert len(problem.remedy) > 5
