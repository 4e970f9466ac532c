"""The notebooks on sessions and replays: run as a batch runs them, results asserted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mathlib.evaluation import evaluate
from mathlib.game import files
from mathlib.play.finder import find_rounds
from mathlib.play.history import history_round
from mathlib.play.replay import replay
from mathlib.play.session_plan import Plan
from mathlib.play.sessions import play_sessions
from mathlib.present.session_page import SessionPage, session_data
from mathlib.run.html import page
from mathlib.run.runner import run_notebook

FOLDER = Path(__file__).parents[2] / "notebooks"


@pytest.mark.parametrize("kind", ["orb_respins", "pig_wizard"])
def test_sessions(kind, tmp_path):
    game = files.example(kind)
    source = files.save(game, tmp_path / "game.json")
    given = {"parameter_file": source, "bankroll": 3000, "stake": 100, "plays": 120}
    given |= {"loss_limit": 2500, "sessions": 600, "seed": 4, "panel": False}
    run = run_notebook(FOLDER / "06_sessions.ipynb", tmp_path / "out.ipynb", given)
    played = play_sessions(game, Plan(3000, 100, 120, loss_limit=2500), 600, 4)
    evaluation = evaluate(game)
    total, deviation = evaluation.total.value, evaluation.figures["sd"].value
    expected = session_data(SessionPage(played, total, deviation))
    assert run.result == json.loads(json.dumps(expected))
    beyond, error = run.result["figures"]["loss_beyond_theory"]
    assert abs(beyond) < 4 * error
    html = page(run.notebook, "Sessions")
    assert "loss limit £25.00" in html
    assert html.count("<svg") == 4
    assert "Autoplay is banned" in html


def test_replay(tmp_path):
    game = files.example("orb_respins")
    source = files.save(game, tmp_path / "game.json")
    history = tmp_path / "rounds.jsonl"
    given = {"parameter_file": source, "seed": 2, "wanted": "JM", "history": history}
    run = run_notebook(FOLDER / "07_replay.ipynb", tmp_path / "out.ipynb", given | {"panel": False})
    numbers = find_rounds(game, 2, "JM", limit=2)
    rounds = [history_round(replay(game, 2, number)) for number in numbers]
    assert run.result["numbers"] == list(numbers)
    assert run.result["rounds"] == json.loads(json.dumps(rounds))
    written = [json.loads(line) for line in history.read_text("utf-8").splitlines()[1:]]
    assert [written[0], written[-1]] == rounds
    assert len(written) == numbers[1] - numbers[0] + 1
    html = page(run.notebook, "Replay")
    for number in numbers:
        assert f"round {number:,} of seed 2" in html
    assert html.count("Jackpots + Multiply: the start</h4>") == 2
