"""The command that plays a game and prints the verdict, and the notebook that shows it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mathlib.evaluation import evaluate
from mathlib.game import files
from mathlib.play.simulate import Run
from mathlib.play.simulate import simulate as play
from mathlib.run import simulate_command
from mathlib.run.cli import app
from mathlib.run.runner import run_notebook
from mathlib.verdict import result, verdict

run = CliRunner()
NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "05_verify.ipynb"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return files.save(files.example("pig_wizard"), tmp_path / "game.json")


def test_prints_every_row_and_the_line(game: Path) -> None:
    done = run.invoke(app, ["simulate", str(game), "--rounds", "50_000", "--seed", "3"])
    found = verdict(evaluate(files.load(game)), play(files.load(game), 50_000, seed=3))
    assert done.exit_code == 4
    lines = done.stdout.splitlines()
    assert lines[0] == f"50,000 rounds, seed 3, parameters {files.digest(files.load(game))}"
    assert lines[-1] == found.line
    rows = lines[3:-2]
    assert len(rows) == len(found.rows)
    assert all(line.startswith(row.part) for line, row in zip(rows, found.rows, strict=True))
    assert done.stderr == "", "no bar where nobody watches"


def test_json_is_the_same_for_any_number_of_workers(game: Path) -> None:
    arguments = ["simulate", str(game), "--rounds", "40000", "--json"]
    one, three = (run.invoke(app, [*arguments, "--workers", n]) for n in ("1", "3"))
    assert one.stdout == three.stdout
    data = json.loads(one.stdout)
    assert data["verdict"] == "not enough rounds"
    assert data["tally"] == play(files.load(game), 40_000, seed=1).tally
    first = data["rows"][0]
    assert first["part"] == "total"
    assert first["exact"] == evaluate(files.load(game)).total.value


def test_exit_code_is_the_verdict(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["simulate", str(game), "--rounds", "50000"]
    monkeypatch.setattr(result, "ENOUGH", 10.0)
    done = run.invoke(app, command)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1].startswith("agrees: none of ")
    # Judged so strictly, the row that is furthest off is refused.
    told = result.told_apart
    monkeypatch.setattr(result, "told_apart", lambda rows: told(rows, level=50.0))
    done = run.invoke(app, command)
    assert done.exit_code == 3
    assert done.stdout.splitlines()[-1].startswith("disagrees in total, ")


def test_state_and_history(game: Path, tmp_path: Path) -> None:
    state, history = tmp_path / "state.json", tmp_path / "rounds.jsonl"
    half = run.invoke(app, ["simulate", str(game), "--rounds", "32768", "--state", str(state)])
    assert half.exit_code == 4
    assert json.loads(state.read_text())["blocks"] == 2
    asked = ["--history", str(history), "--history-first", "40", "--history-count", "3"]
    whole = ["simulate", str(game), "--rounds", "50000"]
    done = run.invoke(app, [*whole, "--state", str(state), *asked])
    assert done.stdout == run.invoke(app, whole).stdout
    rounds = [json.loads(line) for line in history.read_text().splitlines()[1:]]
    assert [one["number"] for one in rounds] == [40, 41, 42]
    assert "3 rounds from round 40" in done.stderr


def test_what_cannot_be_done_is_said_before_anything_is_played(game: Path, tmp_path: Path) -> None:
    late = ["--history", str(tmp_path / "h"), "--history-first", "99_990"]
    refused = run.invoke(app, ["simulate", str(game), "--rounds", "100000", *late])
    assert refused.exit_code == 1
    assert "rounds 99990 to 100089 is not in a run of 100,000" in refused.stderr
    refused = run.invoke(app, ["simulate", str(game), "--rounds", "0"])
    assert refused.exit_code == 1
    assert "rounds 0: give a whole number from 1" in refused.stderr


def test_interrupted_run_keeps_what_is_done(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    take = Run._take

    def interrupted(self, last, tally):
        take(self, last, tally)
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "_take", interrupted)
    done = run.invoke(app, ["simulate", str(game), "--rounds", "1000000"])
    assert done.exit_code == simulate_command.CODES["not enough rounds"]
    assert done.stderr == "interrupted: 131,072 of 1,000,000 rounds played\n"
    assert done.stdout.startswith("131,072 rounds, seed 1")


@pytest.mark.parametrize("kind", ["orb_respins", "pig_wizard"])
def test_notebook(kind: str, tmp_path: Path) -> None:
    source = files.save(files.example(kind), tmp_path / "game.json")
    values = {"parameter_file": source, "rounds": 300_000, "seed": 2}
    done = run_notebook(NOTEBOOK, tmp_path / "done.ipynb", values)
    game = files.load(source)
    found = verdict(evaluate(game), play(game, 300_000, seed=2))
    assert done.result == {
        "digest": files.digest(game),
        "verdict": "not enough rounds",
        "line": found.line,
        "differing": [],
        "rounds": 300_000,
        "seed": 2,
        "simulated_rtp": found.total.simulated,
        "error": found.total.error,
    }
    pages = "".join(
        "".join(output["data"].get("text/html", ""))
        + "".join(output["data"].get("image/svg+xml", ""))
        for cell in done.notebook.cells
        for output in cell.get("outputs", [])
        if "data" in output
    )
    assert pages.count("<svg") == 2
    assert ("Rounds whose win has no exact law" in pages) == (kind == "orb_respins")
