"""Printing a page: what is done when there is no browser, or one that does not print."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mathlib.core.errors import MathlibError
from mathlib.game import files
from mathlib.run import pdf
from mathlib.run.cli import app
from mathlib.run.report import NAMES, make_reports
from tests.run.books import code, stored

run = CliRunner()

WORKBOOK = "from pathlib import Path\nPath(workbook).write_bytes(b'cells')"
DIGEST = """from IPython.display import JSON
from mathlib.game import files
JSON({'digest': files.digest(files.load(parameter_file))})"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "a page & more.html"
    path.write_text("<!DOCTYPE html><title>A title</title><p>Text.", "utf-8")
    return path


def stand_in(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a program of the browser's name first on the search path."""
    program = folder / "bin" / "chromium"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")


def test_page_is_printed_and_nothing_else_is_left(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    target = pdf.print_page(Path(page.name), Path("deep", "paper.pdf"))
    paper = target.read_bytes()
    assert paper.startswith(b"%PDF")
    assert b"A title" in paper
    assert list(Path("deep").iterdir()) == [target]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("echo first >&2; echo 'cannot open display' >&2; exit 1", "nothing: cannot open display"),
        ("exit 0", "printed nothing"),
        ("exec sleep 60", "nothing in 1 seconds"),
        ('for a; do case $a in --print-to-pdf=*) echo x >"${a#*=}";; esac; done', "nothing"),
    ],
)
def test_browser_that_does_not_print_leaves_the_target_alone(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, words: str
) -> None:
    stand_in(tmp_path, script, monkeypatch)
    monkeypatch.setattr(pdf, "PATIENCE", 1)
    target = tmp_path / "out" / "paper.pdf"
    target.parent.mkdir()
    target.write_bytes(b"older")
    with pytest.raises(MathlibError, match=words):
        pdf.print_page(page, target)
    assert target.read_bytes() == b"older"
    assert list(target.parent.iterdir()) == [target]


def test_no_browser_is_said_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = files.save(files.example("pig_wizard"), tmp_path / "pig.json")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(pdf, "BROWSERS", ("chromium",))
    for command in ("report", "batch"):
        done = run.invoke(app, [command, str(source), "--pdf", "--output", str(tmp_path / command)])
        assert done.exit_code == 1
        assert done.stderr.startswith("error: a PDF is printed by Chromium or Chrome, and none was")
        assert "apt-get install chromium" in done.stderr
        assert not (tmp_path / command).exists()


def test_report_that_cannot_be_printed_stands_without_an_older_pdf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = files.save(files.example("pig_wizard"), tmp_path / "pig.json")
    names = ("parameter_file", "report_date", "workbook")
    cell = code("\n".join(f'{name}: str = ""' for name in names), "parameters")
    book = stored(tmp_path, cell, WORKBOOK, code(DIGEST, "result"))
    stand_in(tmp_path, "exit 7", monkeypatch)
    assert shutil.which("chromium") == str(tmp_path / "bin" / "chromium")
    folder = tmp_path / "out" / "pig"
    folder.mkdir(parents=True)
    (folder / "report.pdf").write_bytes(b"of another game")
    (report,) = make_reports([source], tmp_path / "out", notebook=book, pdf=True)
    assert "printed nothing" in report.problem
    assert sorted(path.name for path in folder.iterdir()) == sorted(NAMES)
