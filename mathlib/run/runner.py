"""The strict notebook runner, and the only module that knows papermill.

A run either leaves a complete notebook at its target or nothing. What a notebook has to say to a
program it shows as JSON in a cell tagged ``result``.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
import papermill
from nbclient.exceptions import DeadKernelError
from nbformat import NotebookNode
from papermill.exceptions import PapermillException, PapermillExecutionError

from mathlib.core.errors import MathlibError
from mathlib.game.files import write_text
from mathlib.run.kernel import kernel_options
from mathlib.run.parameters import TAG, declared, fitted, tagged

RESULT = "result"
JSON_TYPE = "application/json"


@dataclass(frozen=True)
class Run:
    """What a finished run left behind.

    Parameters
    ----------
    notebook : NotebookNode
        The executed notebook, as stored at the target.
    result : dict or None
        The JSON object shown by the cell tagged ``result``; None without such a cell.
    messages : str
        What the notebook wrote to its error stream, such as warnings.
    """

    notebook: NotebookNode
    result: dict[str, Any] | None
    messages: str


def read_notebook(path: str | Path) -> NotebookNode:
    """Read a stored notebook.

    Raises
    ------
    MathlibError
        When there is none at the path.

    Examples
    --------
    >>> read_notebook("no_such.ipynb")
    Traceback (most recent call last):
    mathlib.core.errors.MathlibError: no_such.ipynb: no such notebook; check the name
    """
    try:
        notebook: NotebookNode = nbformat.read(path, as_version=4)
        return notebook
    except FileNotFoundError:
        raise MathlibError(f"{path}: no such notebook; check the name") from None
    except OSError as error:
        raise MathlibError(f"{path}: cannot be read ({error.strerror})") from None
    except (ValueError, TypeError, AttributeError, KeyError, nbformat.ValidationError):
        # nbformat trips over JSON of another shape in its own ways.
        raise MathlibError(f"{path}: not a notebook; open and save it in Jupyter") from None


def run_notebook(
    source: str | Path,
    target: str | Path,
    parameters: Mapping[str, Any] | None = None,
    *,
    failed: str | Path | None = None,
) -> Run:
    """Execute a notebook with parameters in a fresh kernel of this interpreter.

    The kernel starts in the notebook's folder; the calling process keeps its own.

    Parameters
    ----------
    source : str or Path
        The stored notebook.
    target : str or Path
        Where the executed notebook goes, once it is complete.
    parameters : mapping, optional
        Values for declared parameters: text, numbers, truth values and paths.
    failed : str or Path, optional
        Where a notebook that failed is kept, as far as it ran.

    Returns
    -------
    Run

    Raises
    ------
    MathlibError
        Before anything runs, for parameters that do not fit (see `mathlib.run.parameters`); after
        it, with the notebook, the cell and the error. Nothing is left at the target then.
    """
    source, target = Path(source).absolute(), Path(target).absolute()
    target.unlink(missing_ok=True)  # A refused run must not pass off an older one as its own.
    stored = read_notebook(source)
    values = fitted(parameters or {}, declared(stored, source.name), source.name)
    with TemporaryDirectory(prefix="notebook") as scratch:
        partial = Path(scratch, "partial.ipynb")
        try:
            executed = _execute(stored, partial, values, source.parent)
        except MathlibError as error:
            kept = ""
            if failed is not None and partial.exists():
                write_text(partial.read_text("utf-8"), failed)
                kept = f"\n  kept as far as it ran: {_near(Path(failed))}"
            raise MathlibError(f"{source.name}: {error}{kept}") from None
    run = Run(executed, _result(executed, source.name), _messages(executed))
    write_text(nbformat.writes(executed) + "\n", target)
    return run


def _execute(
    stored: NotebookNode, partial: Path, values: dict[str, Any], folder: Path
) -> NotebookNode:
    # papermill logs its progress, and nbclient the traceback it then raises: said once is enough.
    logging.getLogger("papermill").setLevel(logging.CRITICAL)
    inserted = tagged(stored, TAG)[0] if values else len(stored.cells)
    with kernel_options(folder) as options:
        try:
            executed: NotebookNode = papermill.execute_notebook(
                stored,
                str(partial).replace("{", "{{").replace("}", "}}"),
                values,
                progress_bar=False,
                kernel_name="python3",
                language="python",
                **options,
            )
        except PapermillExecutionError as error:
            place = error.cell_index - (error.cell_index > inserted)
            raise _failure(stored, place, f"{error.ename}: {error.evalue}") from None
        except (TimeoutError, PapermillException, DeadKernelError) as error:
            reason = str(error) or type(error).__name__
            raise MathlibError(f"the kernel stopped: {reason}") from None
    for i, cell in enumerate(executed.cells):
        # A notebook that leaves early, say by SystemExit(0), passes for a success otherwise.
        if cell.cell_type == "code" and cell.source.strip() and cell.execution_count is None:
            raise _failure(stored, i - (i > inserted), "was not reached: an earlier cell left")
    return executed


def _failure(stored: NotebookNode, place: int, text: str) -> MathlibError:
    first = next(iter(stored.cells[place].source.strip().splitlines()), "")
    return MathlibError(f"cell {place + 1} of {len(stored.cells)} ({first}) failed: {text}")


def _result(executed: NotebookNode, name: str) -> dict[str, Any] | None:
    places = tagged(executed, RESULT)
    if not places:
        return None
    shown = [
        output.data[JSON_TYPE]
        for place in places
        for output in executed.cells[place].get("outputs", [])
        if JSON_TYPE in output.get("data", {})
    ]
    if len(shown) != 1 or not isinstance(shown[0], dict):
        raise MathlibError(
            f"{name}: the cells tagged 'result' show {len(shown)} JSON objects; expected one, "
            "such as JSON({...}) as the last line"
        )
    return dict(json.loads(json.dumps(shown[0])))


def _messages(executed: NotebookNode) -> str:
    return "".join(
        output.text
        for cell in executed.cells
        for output in cell.get("outputs", [])
        if output.output_type == "stream" and output.name == "stderr"
    )


def _near(path: Path) -> str:
    """Return a path as seen from here when it lies below, and whole otherwise."""
    relative = os.path.relpath(path)
    return str(path) if relative.startswith("..") else relative
