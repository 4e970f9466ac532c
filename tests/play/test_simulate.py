"""Simulations: the same totals whoever plays them, and whatever interrupts them."""

from __future__ import annotations

import json
import pickle
import signal
import subprocess
import sys

import pytest

from mathlib.core.errors import MathlibError
from mathlib.game import files
from mathlib.play import simulate as machinery
from mathlib.play.players import player
from mathlib.play.replay import replay, replays
from mathlib.play.simulate import play_blocks, simulate
from mathlib.play.streams import BLOCK, stream
from mathlib.play.tally import mean, merge

GAME = files.example("orb_respins")


def test_any_number_of_workers_gives_the_same_totals():
    # Known answer K19.
    runs = [simulate(GAME, 300_000, 7, workers) for workers in (1, 3, 4)]
    assert runs[0] == runs[1] == runs[2]
    assert json.dumps(runs[0].plain()) == json.dumps(runs[2].plain())
    assert simulate(GAME, 300_000, 8) != runs[0]


@pytest.mark.parametrize("rounds", [1, 10_000, BLOCK, BLOCK + 1, 9 * BLOCK - 1])
def test_exactly_the_rounds_asked_for(rounds):
    # Known answer K19: 10,000 rounds are 10,000 rounds.
    run = simulate(GAME, rounds, 1)
    assert run.rounds == run.asked == run.tally["rounds"] == rounds
    assert run.complete


def test_totals_are_those_of_the_rounds_one_by_one():
    rounds = BLOCK + 5_000
    run = simulate(GAME, rounds, 3)
    one = player(GAME)
    wins = [*one.wins(stream(3, 0), BLOCK).tolist(), *one.wins(stream(3, 1), 5_000).tolist()]
    assert run.tally["win.sum"] == sum(wins)
    assert run.tally["win.square"] == sum(win * win for win in wins)
    assert run.tally["win.hits"] == sum(win > 0 for win in wins)
    spread = sum((win - sum(wins) / rounds) ** 2 for win in wins) / (rounds - 1)
    assert run.rtp.value == pytest.approx(sum(wins) / rounds / 10, rel=1e-12)
    assert run.rtp.error == pytest.approx((spread / rounds) ** 0.5 / 10, rel=1e-9)


def test_work_can_be_sent_away():
    # What a cluster is given: a plain function of plain arguments, and plain totals back.
    work = (play_blocks, files.dumps(GAME), 5, 2, 4, 3 * BLOCK + 100)
    function, *arguments = pickle.loads(pickle.dumps(work))
    total = {}
    for first, last in ((0, 2), (2, 4)):
        merge(total, play_blocks(files.dumps(GAME), 5, first, last, 3 * BLOCK + 100))
    assert function(*arguments)["rounds"] == BLOCK + 100
    assert total == simulate(GAME, 3 * BLOCK + 100, 5).tally


class Elsewhere:
    """A client that plays at once, and remembers what it was given."""

    def __init__(self):
        self.given = []

    def submit(self, function, *arguments):
        self.given.append(arguments)
        totals = function(*arguments)

        class Done:
            def result(self):
                return totals

            def cancel(self):
                return False

        return Done()


def test_a_client_plays_the_same_rounds():
    client = Elsewhere()
    assert simulate(GAME, 20 * BLOCK, 2, client=client) == simulate(GAME, 20 * BLOCK, 2)
    assert [given[2:4] for given in client.given] == [(0, 8), (8, 16), (16, 20)]


KILLED = """
import os, signal, sys
from pathlib import Path
from mathlib.game.files import example
from mathlib.play import simulate as machinery
machinery.SAVE_EVERY = 0.0
def die(simulation):
    if simulation.rounds > 400_000:
        os.kill(os.getpid(), signal.SIGKILL)
machinery.simulate(example("orb_respins"), 1_000_000, 6, state=Path(sys.argv[1]), progress=die)
"""


def test_a_killed_run_resumes_to_the_same_totals(tmp_path):
    state = tmp_path / "run.json"
    ended = subprocess.run([sys.executable, "-c", KILLED, str(state)], check=False)
    assert ended.returncode == -signal.SIGKILL
    kept = json.loads(state.read_text())["blocks"]
    assert 400_000 <= kept * BLOCK < 1_000_000
    resumed = simulate(GAME, 1_000_000, 6, workers=1, state=state)
    assert resumed.resumed == kept * BLOCK
    assert resumed == simulate(GAME, 1_000_000, 6)
    assert list(tmp_path.iterdir()) == [state]


@pytest.fixture
def interrupts():
    """Let an interrupt through: a shell has what it starts in the background ignore them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interrupts")
def test_an_interrupted_run_keeps_what_is_done(tmp_path):
    state = tmp_path / "run.json"

    def interrupt(simulation):
        if simulation.rounds > 200_000:
            signal.raise_signal(signal.SIGINT)

    cut = simulate(GAME, 900_000, 6, state=state, progress=interrupt)
    assert not cut.complete
    assert 200_000 < cut.rounds < 900_000
    assert cut.tally == simulate(GAME, cut.rounds, 6).tally
    assert simulate(GAME, 900_000, 6, state=state) == simulate(GAME, 900_000, 6)


def test_a_finished_run_can_go_on(tmp_path):
    state = tmp_path / "run.json"
    simulate(GAME, 2 * BLOCK + 17, 6, state=state)
    again = simulate(GAME, 2 * BLOCK + 17, 6, state=state)
    assert (again.resumed, again.rounds) == (2 * BLOCK, 2 * BLOCK + 17)
    longer = simulate(GAME, 5 * BLOCK + 1, 6, state=state)
    assert longer == simulate(GAME, 5 * BLOCK + 1, 6)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 7}, "another seed"),
        ({"digest": "0" * 64}, "another game"),
        ({"code": "0" * 64}, "another library version"),
        ({"blocks": -1}, "not a saved state"),
        ({"blocks": 2.5}, "not a saved state"),
        ({"tally": {"rounds": "many"}}, "not a saved state"),
        ({"tally": []}, "not a saved state"),
        ({"format": 2}, "not a saved state"),
        ({"blocks": 9}, "more than the"),
    ],
)
def test_a_state_of_something_else_is_refused(tmp_path, change, words):
    state = tmp_path / "run.json"
    simulate(GAME, 3 * BLOCK, 6, state=state)
    before = {**json.loads(state.read_text()), **change}
    state.write_text(json.dumps(before))
    with pytest.raises(MathlibError, match=words):
        simulate(GAME, 3 * BLOCK, 6, state=state)
    assert json.loads(state.read_text()) == before


@pytest.mark.parametrize("text", ["", "[]", "null", "{}", '{"format": 1}'])
def test_a_file_that_is_no_state_is_refused(tmp_path, text):
    state = tmp_path / "notes.txt"
    state.write_text(text)
    with pytest.raises(MathlibError, match="not a saved state"):
        simulate(GAME, 100, 6, state=state)
    assert state.read_text() == text


@pytest.mark.parametrize(("rounds", "seed", "workers"), [(0, 1, 1), (5, -1, 1), (5, 1, 0)])
def test_senseless_numbers_are_refused(rounds, seed, workers):
    with pytest.raises(MathlibError, match="give a whole number from"):
        simulate(GAME, rounds, seed, workers)


def test_progress_shows_rounds_and_the_standard_error(capsys, monkeypatch):
    simulate(GAME, 50_000, 1)
    assert capsys.readouterr().err == ""
    run = simulate(GAME, 50_000, 1, progress=True)
    shown = capsys.readouterr().err
    assert f"RTP {run.rtp.value:.4%} ± {run.rtp.error:.4%}" in shown
    assert "50.0k/50.0k" in shown
    assert "rounds/s" in shown
    seen = []
    simulate(GAME, 20 * BLOCK, 1, progress=seen.append)
    assert [one.rounds // BLOCK for one in seen] == [8, 16, 20]


def test_the_state_is_saved_now_and_then(tmp_path, monkeypatch):
    monkeypatch.setattr(machinery, "SAVE_EVERY", 0.0)
    state = tmp_path / "run.json"
    kept = []

    def look(simulation):
        kept.append(json.loads(state.read_text())["blocks"])

    simulate(GAME, 20 * BLOCK, 1, state=state, progress=look)
    assert kept == [8, 16, 20]


def test_any_round_by_its_seed_and_number():
    one = player(GAME)
    wins = [*one.wins(stream(4, 0), BLOCK), *one.wins(stream(4, 1), 100)]
    # The round in which Respins came, and both sides of a block's end.
    for number in (0, int(max(range(BLOCK), key=wins.__getitem__)), BLOCK - 1, BLOCK, BLOCK + 99):
        played = replay(GAME, 4, number)
        assert played.record.total == wins[number]
        assert (played.number, played.block) == (number, number // BLOCK)
        assert played.plain()["record"]["total"] == wins[number]
    run = replays(GAME, 4, BLOCK - 2)
    assert [next(run).record.total for _ in range(50)] == wins[BLOCK - 2 : BLOCK + 48]
    with pytest.raises(MathlibError, match="numbered from 0"):
        replay(GAME, 4, -1)


def test_a_mean_over_nothing_is_nothing():
    figure = mean({"rounds": 0, "win.sum": 0, "win.square": 0}, "win")
    assert (figure.value, figure.error) == (0.0, 0.0)
