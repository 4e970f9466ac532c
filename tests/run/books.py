"""Small notebooks for the runner's tests, written cell by cell."""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbformat import v4


def code(source: str, *tags: str) -> nbformat.NotebookNode:
    return v4.new_code_cell(source, metadata={"tags": list(tags)} if tags else {})


def stored(folder: Path, *cells: nbformat.NotebookNode | str) -> Path:
    """Store a notebook of these cells; text becomes a code cell without tags."""
    book = v4.new_notebook(cells=[code(c) if isinstance(c, str) else c for c in cells])
    path = folder / "book.ipynb"
    path.write_text(nbformat.writes(book), "utf-8")
    return path


PARAMETERS = code('target: float = 0.92\nname: str = "x"\nrounds: int = 10', "parameters")
RESULT = code("from IPython.display import JSON\nJSON({'target': target, 'name': name})", "result")
