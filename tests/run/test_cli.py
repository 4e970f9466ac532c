"""The command line: what it prints, and that every refusal is one message in words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from nbformat import NotebookNode
from typer.testing import CliRunner

from mathlib.core.errors import MathlibError, ParameterError
from mathlib.core.figures import ZERO
from mathlib.exact.evaluation import Evaluation
from mathlib.game import files
from mathlib.present.summary import summary
from mathlib.run import report as reports
from mathlib.run.cli import app
from tests.run.books import code, stored
from tests.run.conftest import mathlib

run = CliRunner()
ROOT = Path(__file__).parents[2]

BAD: dict[str, tuple[Callable[[str], str], str]] = {
    "misspelt key": (lambda t: t.replace('"cap":', '"capp":'), "capp: found 40000"),
    "value out of range": (lambda t: t.replace('"cap": 40000', '"cap": -1'), "cap: found -1"),
    "key twice": (lambda t: t.replace('"cap":', '"cap": 1, "cap":'), "cap: found the key twice"),
    "not JSON": (lambda t: t.replace("{", "[", 1), "line 2, column "),
    "cut short": (lambda t: t[: len(t) // 2], "line "),
    "empty": (lambda t: "", "line 1, column 1"),
    "another game": (lambda t: t.replace("orb_respins", "poker"), "expected one of orb_respins"),
    "infinite": (lambda t: t.replace('"cap": 40000', '"cap": Infinity'), "found Infinity"),
    "a list": (lambda t: "[]", "kind: found None"),
}


@pytest.fixture
def good(tmp_path: Path) -> Path:
    return files.save(files.example("orb_respins"), tmp_path / "good.json")


def test_check_gives_the_digest(good: Path) -> None:
    done = run.invoke(app, ["check", str(good)])
    assert done.exit_code == 0
    assert done.stdout == (
        f"{good}: valid, Three Orbs (example) 1.0, digest {files.digest(files.load(good))}\n"
    )


@pytest.mark.parametrize("command", ["check", "rtp", "report"])
@pytest.mark.parametrize("case", BAD)
def test_bad_file_is_refused_in_words(
    good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str, command: str
) -> None:
    change, message = BAD[case]
    good.write_text(change(good.read_text("utf-8")), "utf-8")
    monkeypatch.chdir(tmp_path)
    done = run.invoke(app, [command, "good.json"])
    assert done.exit_code == 1
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert done.stderr.startswith("error: good.json: ")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.glob("**/report.*"))


@pytest.mark.parametrize("command", ["check", "rtp", "report"])
def test_missing_and_unreadable_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    (tmp_path / "latin.json").write_bytes(b'{"kind": "\xe9"}')
    (tmp_path / "folder.json").mkdir()
    monkeypatch.chdir(tmp_path)
    for name, message in {
        "none.json": "no such file; check the name",
        "latin.json": "not UTF-8 text",
        "folder.json": "cannot be read (Is a directory)",
    }.items():
        done = run.invoke(app, [command, name])
        assert done.exit_code == 1
        assert done.stderr.startswith(f"error: {name}: {message}")


def test_aim_at_an_unknown_quantity_is_told() -> None:
    text = files.dumps(files.example("orb_respins")).replace('"total_rtp"', '"total_rpt"')
    known = {"total_rtp": ZERO, "line_rtp": ZERO}
    with pytest.raises(ParameterError, match="Did you mean total_rtp") as caught:
        summary(Evaluation(files.loads(text), {}, known))
    (problem,) = caught.value.problems
    assert (problem.path, problem.value) == ("aims.0.quantity", "'total_rpt'")


def test_check_goes_on_after_a_bad_file(good: Path, tmp_path: Path) -> None:
    done = mathlib("check", "none.json", good.name, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith("good.json: valid")
    assert done.stderr == "error: none.json: no such file; check the name\n"


def test_unknown_option_is_told(good: Path) -> None:
    done = run.invoke(app, ["rtp", str(good), "--jsn"])
    assert done.exit_code == 2
    assert "No such option: --jsn" in done.stderr


def test_rtp_json_adds_up(good: Path) -> None:
    done = run.invoke(app, ["rtp", str(good), "--json"])
    assert done.exit_code == 0
    data: dict[str, Any] = json.loads(done.stdout)
    assert data["digest"] == files.digest(files.load(good))
    assert sum(data["parts"].values()) == pytest.approx(data["total_rtp"], abs=1e-12)
    assert float(Fraction(data["line_rtp"]["ratio"])) == data["line_rtp"]["value"]
    # Line wins of the example, from its strips by enumeration: 0.391... of games win on lines.
    assert 0 < data["line_hit_frequency"] <= data["hit_frequency"] < 1
    assert data["cap_cost"]["kind"] in {"exact", "bounded", "simulated"}
    assert {f["kind"] for f in data["figures"].values()} <= {"exact", "bounded", "simulated"}
    assert len(data["sets"]) == 7
    frequency = sum(numbers["frequency"] for numbers in data["sets"].values())
    assert frequency == pytest.approx(data["feature_frequency"], rel=1e-12)
    aim = data["aims"][0]
    assert aim["met"] == (aim["at_least"] <= data["total_rtp"] <= aim["at_most"])


def test_rtp_text_shows_the_same_numbers(good: Path) -> None:
    text = run.invoke(app, ["rtp", str(good)]).stdout
    data = json.loads(run.invoke(app, ["rtp", str(good), "--json"]).stdout)
    for name, value in {**data["parts"], "total": data["total_rtp"]}.items():
        shown = re.search(rf"^{name} +(-?\d+\.\d{{6}})  (exact|bounded|simulated)", text, re.M)
        assert shown, name
        # Columns add up: a part is rounded down or up, never off by a whole unit of its last place.
        assert abs(float(shown[1]) - 100 * value) < 1e-6
    assert "\x1b" not in text, "no colours in a file"


def test_reports_of_files_with_one_name_are_refused(
    tmp_path: Path, good: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    other = tmp_path / "other" / "good.json"
    other.parent.mkdir()
    other.write_bytes(good.read_bytes())
    done = run.invoke(app, ["report", str(good), str(other)])
    assert done.exit_code == 1
    assert "more than one is named good" in done.stderr


@pytest.mark.parametrize("date", ["2026-2-3", "yesterday", "2026-02-30", "20260203"])
def test_date_must_be_one(good: Path, date: str) -> None:
    done = run.invoke(app, ["report", str(good), "--date", date])
    assert done.exit_code == 1
    assert done.stderr == f"error: the date {date!r} is no date; write it as 2026-01-31\n"


def test_report_without_files_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run.invoke(app, ["report"])
    assert done.exit_code == 1
    assert done.stderr.startswith("error: params: no parameter files there")


@pytest.mark.parametrize(
    ("last", "message"),
    [
        (code("1"), "no cell is tagged 'result'"),
        (code("from IPython.display import JSON\nJSON({})", "result"), "does not carry the digest"),
        (code("1 / 0", "result"), "ZeroDivisionError"),
        (
            code(
                "from IPython.display import JSON\nfrom mathlib.game import files\n"
                "JSON({'digest': files.digest(files.load(parameter_file))})",
                "result",
            ),
            "wrote no workbook",
        ),
    ],
)
def test_notebook_without_the_result_of_the_file_is_refused(
    good: Path, tmp_path: Path, last: NotebookNode, message: str
) -> None:
    names = ("parameter_file", "report_date", "workbook")
    cell = code("\n".join(f'{name}: str = ""' for name in names), "parameters")
    with pytest.raises(MathlibError, match=message):
        reports.make_report(good, tmp_path / "out", "", stored(tmp_path, cell, last))
    assert not list(tmp_path.glob("out/report.*"))


def test_output_that_cannot_be_written_is_told(good: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    done = run.invoke(app, ["report", str(good), "--output", str(tmp_path / "taken")])
    assert done.exit_code == 1
    assert done.stderr.startswith(f"error: {good}: {tmp_path / 'taken' / 'good'}: cannot be wri")


def test_batch_outlives_a_process_that_died(good: Path) -> None:
    died: Future[reports.Report] = Future()
    died.set_exception(BrokenProcessPool("ended abruptly"))
    assert reports._outcome(died, good).problem == f"{good}: BrokenProcessPool: ended abruptly"


def test_schema_files_are_those_of_the_models(tmp_path: Path) -> None:
    done = run.invoke(app, ["schema", "--output", str(tmp_path)])
    assert done.exit_code == 0
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (ROOT / "params" / "schema" / path.name).read_bytes()
    assert len(list(tmp_path.iterdir())) == len(files.KINDS)
