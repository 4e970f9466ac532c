"""A run leaves a complete notebook or nothing, and says what happened."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import nbformat
import pytest

from mathlib.core.errors import MathlibError
from mathlib.run.html import outside, page
from mathlib.run.runner import run_notebook
from tests.run.books import PARAMETERS, RESULT, code, stored


def test_run_passes_values_and_reads_the_result_back(tmp_path: Path) -> None:
    here = os.getcwd()
    where = code("import os, sys\nprint(os.getcwd())\nprint(sys.executable)")
    plot = code(
        "import matplotlib.pyplot as plt\nprint('w', file=sys.stderr)\n_ = plt.plot([1, 2])"
    )
    text = 'a "quote", a \\ and a {brace}'
    target = tmp_path / "deep" / "{out}.ipynb"
    run = run_notebook(
        stored(tmp_path, PARAMETERS, where, plot, RESULT), target, {"target": 0.95, "name": text}
    )
    assert run.result == {"target": 0.95, "name": text}
    assert run.messages == "w\n"
    assert nbformat.read(target, 4) == run.notebook
    assert os.getcwd() == here
    # The injected cell is one more; the kernel starts beside the notebook, in this interpreter.
    assert run.notebook.cells[2].outputs[0].text == f"{tmp_path}\n{sys.executable}\n"
    html = page(run.notebook, "Title & more")
    assert "<title>Title &amp; more</title>" in html
    assert "data:image/png;base64," in html
    assert "import os" not in html
    assert "0.95" not in html, "parameters, code and the result stay out of the page"
    assert outside(html) == []
    assert list(tmp_path.glob("deep/*")) == [target], "no temporary file stays behind"


def test_user_back_end_does_not_swallow_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.setenv("JUPYTER_PATH", str(_foreign_kernel(tmp_path)))
    source = stored(tmp_path, PARAMETERS, "import matplotlib.pyplot as plt\n_ = plt.plot([1, 2])")
    run = run_notebook(source, tmp_path / "out.ipynb")
    assert "image/png" in run.notebook.cells[1].outputs[0].data
    assert run.result is None


def _foreign_kernel(folder: Path) -> Path:
    """Register a kernel under the usual name that cannot start."""
    spec = folder / "kernels" / "python3" / "kernel.json"
    spec.parent.mkdir(parents=True)
    spec.write_text('{"argv": ["false"], "display_name": "x", "language": "python"}')
    return folder


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("rate = 1\nrate / 0", "cell 2 of 3 (rate = 1) failed: ZeroDivisionError: division by"),
        ("raise SystemExit(0)", "cell 3 of 3 (print(name)) failed: was not reached"),
        ("import os\nos._exit(1)", "the kernel stopped: "),
    ],
)
def test_failed_run_leaves_nothing_and_names_the_cell(
    tmp_path: Path, cell: str, message: str
) -> None:
    source = stored(tmp_path, PARAMETERS, cell, "print(name)")
    target, failed = tmp_path / "out.ipynb", tmp_path / "failed" / "book.ipynb"
    target.write_text("an older run")
    with pytest.raises(MathlibError, match=re.escape(f"book.ipynb: {message}")) as caught:
        run_notebook(source, target, {"name": "y"}, failed=failed)
    assert not target.exists()
    assert str(failed) in str(caught.value)
    assert cell in failed.read_text("utf-8").replace("\\n", "\n")
    assert {p.name for p in tmp_path.iterdir()} == {"book.ipynb", "failed"}


def test_result_must_be_one_json_object(tmp_path: Path) -> None:
    source = stored(tmp_path, PARAMETERS, code("target", "result"))
    with pytest.raises(MathlibError, match="show 0 JSON objects; expected one"):
        run_notebook(source, tmp_path / "out.ipynb")
    assert not (tmp_path / "out.ipynb").exists()


@pytest.mark.parametrize(
    "content", [b"", b"[1]", b"{}", b'{"nbformat": 4}', b"\xff", b'{"cells": 3, "nbformat": 4}']
)
def test_broken_notebook_files_are_refused(tmp_path: Path, content: bytes) -> None:
    source = tmp_path / "book.ipynb"
    source.write_bytes(content)
    with pytest.raises(MathlibError, match="not a notebook"):
        run_notebook(source, tmp_path / "out.ipynb")
