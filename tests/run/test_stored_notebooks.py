"""Every notebook of the project: thin, without outputs, with declared parameters."""

from __future__ import annotations

import ast
from pathlib import Path

import nbformat
import pytest
from IPython.core.inputtransformer2 import TransformerManager

from mathlib.run.parameters import declared, tagged
from mathlib.run.runner import RESULT

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_notebooks_are_numbered_in_reading_order() -> None:
    numbers = [path.name.split("_")[0] for path in NOTEBOOKS]
    assert "90" in numbers
    assert all(number.isdecimal() and len(number) == 2 for number in numbers)
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_stored_form(path: Path) -> None:
    notebook = nbformat.read(path, 4)
    nbformat.validate(notebook)
    assert "widgets" not in notebook.metadata
    cells = notebook.cells
    assert cells[0].cell_type == "markdown"
    assert cells[0].source.startswith("# ")
    for cell in cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None
            tree = ast.parse(TransformerManager().transform_cell(cell.source))
            kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
            assert not any(isinstance(node, kinds) for node in ast.walk(tree)), cell.source
            assert len(tree.body) <= 12, "a cell of a thin notebook does little"
    assert declared(notebook, path.name)
    assert tagged(notebook, RESULT), "its result is asserted by a test"
