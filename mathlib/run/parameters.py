"""Parameters of a notebook: what its tagged cell declares, and whether given values fit.

A notebook declares its parameters in one code cell with the tag ``parameters``, one per line, as
``name: type = literal`` with a type of str, int, float or bool. Everything else is refused before
a kernel starts, because papermill itself only logs an unknown name and silently keeps defaults.
"""

from __future__ import annotations

import ast
import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from IPython.core.inputtransformer2 import TransformerManager
from nbformat import NotebookNode

from mathlib.core.errors import ParameterError, Problem, shown

Value = str | int | float | bool
TYPES: dict[str, type[Value]] = {"str": str, "int": int, "float": float, "bool": bool}
NAMES = ", ".join(TYPES)
TAG = "parameters"


@dataclass(frozen=True)
class Declared:
    """One parameter as its notebook declares it."""

    name: str
    type: type[Value]
    default: Value


def tagged(notebook: NotebookNode, tag: str) -> list[int]:
    """Return the places of the cells that carry a tag, counted from 0."""
    return [i for i, c in enumerate(notebook.cells) if tag in c.metadata.get("tags", [])]


def declared(notebook: NotebookNode, source: str = "") -> dict[str, Declared]:
    """Read the parameters that a notebook declares.

    Parameters
    ----------
    notebook : NotebookNode
        The stored notebook.
    source : str
        Its name, for messages.

    Returns
    -------
    dict
        Name to declaration, in the order of the cell.

    Raises
    ------
    ParameterError
        When no cell, or more than one, is tagged ``parameters``; when that cell holds anything but
        annotated literals; when another cell gives a parameter a new value.

    Examples
    --------
    >>> from nbformat.v4 import new_code_cell, new_notebook
    >>> cell = new_code_cell("target: float = 0.92", metadata={"tags": ["parameters"]})
    >>> declared(new_notebook(cells=[cell]))["target"].default
    0.92
    """
    places = tagged(notebook, TAG)
    if len(places) != 1 or notebook.cells[places[0]].cell_type != "code":
        found = f"{len(places)} cells" if len(places) != 1 else "a cell of text"
        raise ParameterError(
            [
                Problem(
                    "parameters cell",
                    f"{found} tagged 'parameters'",
                    "one code cell tagged 'parameters'",
                    "Tag the cell that holds the defaults, and no other.",
                )
            ],
            source,
        )
    where = f"cell {places[0] + 1}"
    found_names: dict[str, Declared] = {}
    problems: list[Problem] = []
    for statement in _statements(notebook.cells[places[0]].source, where, source):
        item = _declaration(statement, f"{where}, line {statement.lineno}")
        if isinstance(item, Problem):
            problems.append(item)
        elif item.name in found_names:
            problems.append(
                Problem(where, f"{item.name} twice", "each parameter once", "Remove one of them.")
            )
        else:
            found_names[item.name] = item
    problems += _overwritten(notebook, places[0], found_names)
    if problems:
        raise ParameterError(problems, source)
    return found_names


def fitted(
    parameters: Mapping[str, Any], declarations: Mapping[str, Declared], source: str = ""
) -> dict[str, Value]:
    """Check given values against declarations, and return them as plain text and numbers.

    Parameters
    ----------
    parameters : mapping
        Name to value: str, int, float, bool, or a Path (made absolute, passed as text).
    declarations : mapping
        From `declared`.
    source : str
        The notebook's name, for messages.

    Returns
    -------
    dict
        Name to a value of exactly the declared type; an int is taken where a float is declared.

    Raises
    ------
    ParameterError
        For a name that is not declared, or a value of another type.

    Examples
    --------
    >>> fitted({"target": 1}, {"target": Declared("target", float, 0.92)})
    {'target': 1.0}
    """
    values: dict[str, Value] = {}
    problems: list[Problem] = []
    for name, given in parameters.items():
        if name not in declarations:
            problems.append(_unknown(name, list(declarations)))
            continue
        value: Any = str(given.absolute()) if isinstance(given, Path) else given
        wanted = declarations[name].type
        if wanted is float and type(value) is int:
            value = float(value)
        # The very type: a subclass, such as a numpy scalar, is not what the notebook would get.
        if type(value) is not wanted or (isinstance(value, float) and not math.isfinite(value)):
            problems.append(
                Problem(
                    name,
                    f"{shown(given)} ({type(given).__name__})",
                    f"a plain {wanted.__name__}, as its default {declarations[name].default!r}",
                    "Convert the value before passing it.",
                )
            )
            continue
        values[name] = value
    if problems:
        raise ParameterError(problems, source)
    return values


def _statements(text: str, where: str, source: str) -> list[ast.stmt]:
    try:
        return ast.parse(TransformerManager().transform_cell(text)).body
    except SyntaxError as error:
        problem = Problem(where, error.msg, "Python", "Correct the cell.")
        raise ParameterError([problem], source) from None


def _declaration(statement: ast.stmt, where: str) -> Declared | Problem:
    text = ast.unparse(statement)
    remedy = "Write name: type = value here, and compute in a later cell."
    if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
        return Problem(where, text, f"name: type = literal, of type {NAMES}", remedy)
    kind = TYPES.get(ast.unparse(statement.annotation).strip("'\""))
    if kind is None:
        return Problem(where, text, f"one of the types {NAMES}", remedy)
    try:
        default = ast.literal_eval(statement.value) if statement.value else None
    except ValueError:
        return Problem(where, text, "a plain literal as default", remedy)
    if type(default) is not kind:
        return Problem(where, text, f"a default of type {kind.__name__}", remedy)
    return Declared(statement.target.id, kind, default)


def _unknown(name: str, known: list[str]) -> Problem:
    near = difflib.get_close_matches(name, known, 1, 0.5)
    remedy = f"Did you mean {near[0]}?" if near else "Declare it in the parameters cell."
    expected = "one of " + ", ".join(known) if known else "no parameters"
    return Problem(name, "a parameter that the notebook does not declare", expected, remedy)


def _overwritten(
    notebook: NotebookNode, place: int, names: Mapping[str, Declared]
) -> list[Problem]:
    """Find later cells that would silently win over a value passed in."""
    problems = []
    for i, cell in enumerate(notebook.cells):
        if cell.cell_type != "code" or i == place:
            continue
        try:
            tree = ast.parse(TransformerManager().transform_cell(cell.source))
        except SyntaxError:
            continue  # The kernel says so when the cell runs.
        stored = {
            node.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        problems += [
            Problem(
                f"cell {i + 1}",
                f"a new value for the parameter {name}",
                "parameters set in the parameters cell only",
                "Use another name there.",
            )
            for name in sorted(stored & names.keys())
        ]
    return problems
