"""The same simulation on a cluster, of which a worker is killed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mathlib.core.errors import MathlibError
from mathlib.game import files
from mathlib.play.simulate import simulate
from mathlib.run import cluster as far_work
from mathlib.run.cluster import connected
from tests.run.conftest import kill_worker, mathlib

ROUNDS = 3_000_000


def test_a_simulation_loses_nothing_with_a_worker(cluster: str) -> None:
    game = files.example("pig_wizard")
    killed: list[int] = []
    with connected(cluster) as client:

        def kill(simulation: Any) -> None:
            if not killed and simulation.rounds:
                killed.append(kill_worker(client))

        far = simulate(game, ROUNDS, seed=5, client=client, progress=kill)
    assert killed
    assert far == simulate(game, ROUNDS, seed=5)


def test_no_cluster_is_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(far_work, "PATIENCE", 1)
    with pytest.raises(MathlibError, match="no cluster answers"), connected("tcp://127.0.0.1:9"):
        pass


def test_the_command_plays_on_a_cluster(cluster: str, tmp_path: Path) -> None:
    source = tmp_path / "pig.json"
    files.save(files.example("pig_wizard"), source)
    command = ("simulate", source.name, "--rounds", "50000", "--json")
    far = mathlib(*command, "--cluster", cluster, cwd=tmp_path)
    assert far.returncode == 4, far.stderr
    tally = json.loads(far.stdout)["tally"]
    assert tally == simulate(files.load(source), 50_000, seed=1).tally
    assert tally["rounds"] == 50_000
