"""What a notebook's parameters may be, and that everything else is refused before a run."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import nbformat
import numpy as np
import pytest

from mathlib.core.errors import ParameterError
from mathlib.run.parameters import declared, fitted
from mathlib.run.runner import run_notebook
from tests.run.books import PARAMETERS, RESULT, code, stored


def refusal(folder: Path, *cells: nbformat.NotebookNode | str, **given: object) -> str:
    """Return the message of a run that must be refused and must leave nothing."""
    target = folder / "out.ipynb"
    with pytest.raises(ParameterError) as caught:
        run_notebook(stored(folder, *cells), target, given)
    assert not target.exists()
    assert str(caught.value).startswith("book.ipynb: ")
    return str(caught.value)


def test_untagged_cell_is_refused(tmp_path: Path) -> None:
    """Known answer K20: `target = 0.92` in an untagged cell, run with 0.95."""
    assert "0 cells tagged 'parameters'" in refusal(tmp_path, "target = 0.92", target=0.95)


def test_value_in_another_cell_is_refused(tmp_path: Path) -> None:
    text = refusal(tmp_path, PARAMETERS, "target = 0.92\nprint(target)", target=0.95)
    assert "cell 2: found a new value for the parameter target" in text


def test_misspelt_parameter_is_refused_with_the_nearest(tmp_path: Path) -> None:
    """Known answer K20: a misspelt parameter."""
    text = refusal(tmp_path, PARAMETERS, RESULT, taget=0.95)
    assert "taget" in text
    assert "Did you mean target?" in text


@pytest.mark.parametrize(
    "line",
    [
        "half: float = target / 2",
        "half: float = 0.92 / 2",
        "names: list = [1]",
        "half = 0.46",
        "half: float = 1",
        "half: int = True",
        "half: int",
        "import math",
        "print(1)",
    ],
)
def test_anything_but_annotated_literals_is_refused(tmp_path: Path, line: str) -> None:
    """Known answer K20: derived defaults in the parameters cell."""
    cell = code(f"target: float = 0.92\n{line}", "parameters")
    assert f"cell 1, line 2: found {line}" in refusal(tmp_path, cell, target=0.95)


def test_two_tagged_cells_are_refused(tmp_path: Path) -> None:
    assert "2 cells tagged" in refusal(tmp_path, PARAMETERS, code("a: int = 1", "parameters"))


def test_parameter_twice_is_refused(tmp_path: Path) -> None:
    cell = code("target: float = 0.92\ntarget: float = 0.93", "parameters")
    assert "target twice" in refusal(tmp_path, cell)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("target", Fraction(23, 25)),
        ("target", np.float64(0.92)),
        ("target", Decimal("0.92")),
        ("target", "0.92"),
        ("target", float("nan")),
        ("target", True),
        ("rounds", np.int64(3)),
        ("rounds", 3.0),
        ("rounds", False),
        ("name", 3),
        ("name", None),
        ("name", ["a"]),
    ],
)
def test_ill_typed_values_are_refused(tmp_path: Path, name: str, value: object) -> None:
    text = refusal(tmp_path, PARAMETERS, RESULT, **{name: value})
    assert f"{name}: found " in text
    assert f"({type(value).__name__})" in text


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    text = refusal(tmp_path, PARAMETERS, rounds=1.5, nmae="y")
    assert "2 problems" in text


def test_paths_become_absolute_text_and_ints_become_floats() -> None:
    names = declared(nbformat.v4.new_notebook(cells=[PARAMETERS]))
    values = fitted({"name": Path("a/b.json"), "target": 1}, names)
    assert values == {"name": str(Path.cwd() / "a" / "b.json"), "target": 1.0}
    assert type(values["target"]) is float


def test_magics_elsewhere_are_no_hindrance() -> None:
    cells = [code("%matplotlib inline"), PARAMETERS, code("!true\nx = target")]
    assert list(declared(nbformat.v4.new_notebook(cells=cells))) == ["target", "name", "rounds"]
