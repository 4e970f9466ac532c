"""The same batch and the same simulation on a cluster, of which a worker is killed."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from mathlib.core.errors import MathlibError
from mathlib.game import files
from mathlib.play.simulate import simulate
from mathlib.run.batch import make_batch
from mathlib.run.cluster import connected
from tests.run.conftest import mathlib
from tests.run.test_batch import DATE, sweep

ROUNDS = 3_000_000


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A scheduler and two worker processes on this machine."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


def worker_processes(client: Any) -> list[int]:
    return sorted(client.run(os.getpid).values())


def test_a_simulation_loses_nothing_with_a_worker(address: str) -> None:
    game = files.example("pig_wizard")
    killed: list[int] = []
    with connected(address) as client:

        def kill(simulation: Any) -> None:
            if not killed and simulation.rounds:
                killed.extend(worker_processes(client)[:1])
                os.kill(killed[0], signal.SIGKILL)

        far = simulate(game, ROUNDS, seed=5, client=client, progress=kill)
    assert killed
    assert far == simulate(game, ROUNDS, seed=5)


def test_a_batch_is_the_same_on_a_cluster(address: str, tmp_path: Path) -> None:
    source = sweep(tmp_path, "pig_wizard", {"here": {}, "there": {"/cap": 700}})
    bad = tmp_path / "bad.json"
    bad.write_text('{"kind": "poker"}', "utf-8")
    with connected(address) as client:
        *_, (batch, _) = make_batch([source, bad], tmp_path / "far", DATE, client=client)
    assert list(batch.failed) == ["bad"]
    assert "found 'poker'" in batch.failed["bad"]
    for _ in make_batch([source], tmp_path / "near", DATE):
        pass
    for label in ("here", "there"):
        for name in ("report.html", "evaluation.json", "workbook.xlsx"):
            near, far = (tmp_path / where / label / name for where in ("near", "far"))
            assert near.read_bytes() == far.read_bytes()


def test_no_cluster_is_said_in_words() -> None:
    with pytest.raises(MathlibError, match="no cluster answers"), connected("tcp://127.0.0.1:9"):
        pass


def test_the_command_plays_on_a_cluster(address: str, tmp_path: Path) -> None:
    source = tmp_path / "pig.json"
    files.save(files.example("pig_wizard"), source)
    command = ("simulate", source.name, "--rounds", "50000", "--json")
    far, near = (mathlib(*command, *more, cwd=tmp_path) for more in (("--cluster", address), ()))
    assert far.returncode == near.returncode == 4, far.stderr
    tallies = [json.loads(done.stdout)["tally"] for done in (far, near)]
    assert tallies[0] == tallies[1]
    assert tallies[0]["rounds"] == 50_000
