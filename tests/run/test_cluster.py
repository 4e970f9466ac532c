"""The same simulation on a cluster, of which a worker is killed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mathlib.core.errors import MathlibError
from mathlib.game import files
from mathlib.play.simulate import simulate
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


def test_no_cluster_is_said_in_words() -> None:
    with pytest.raises(MathlibError, match="no cluster answers"), connected("tcp://127.0.0.1:9"):
        pass


def test_the_command_plays_on_a_cluster(cluster: str, tmp_path: Path) -> None:
    source = tmp_path / "pig.json"
    files.save(files.example("pig_wizard"), source)
    command = ("simulate", source.name, "--rounds", "50000", "--json")
    far, near = (mathlib(*command, *more, cwd=tmp_path) for more in (("--cluster", cluster), ()))
    assert far.returncode == near.returncode == 4, far.stderr
    tallies = [json.loads(done.stdout)["tally"] for done in (far, near)]
    assert tallies[0] == tallies[1]
    assert tallies[0]["rounds"] == 50_000
