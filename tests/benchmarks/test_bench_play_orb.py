"""Speed of whole rounds of Orb Respins: the kernel, and how much faster it is than its twin."""

from __future__ import annotations

import time
from pathlib import Path

from mathlib.game import files
from mathlib.play.orb_player import OrbPlayer
from mathlib.play.simulate import simulate
from mathlib.play.streams import stream

GAME = files.load(Path(__file__).parents[2] / "params" / "orb_respins.json")
ROUNDS = 4_000_000
CORES = 2


def used(function, times):
    """Least processor seconds of a function: other work must not decide the test."""
    least = float("inf")
    for _ in range(times):
        begin = time.process_time()
        function()
        least = min(least, time.process_time() - begin)
    return least


def test_full_rounds(benchmark):
    simulate(GAME, 1000, seed=1)  # compiled before it is timed
    fast = used(lambda: simulate(GAME, ROUNDS, seed=1, workers=CORES), times=3) / ROUNDS
    benchmark.pedantic(simulate, (GAME, ROUNDS, 1, CORES), rounds=1, iterations=1)

    player, plain = OrbPlayer(GAME), 3_000
    wins = []
    random = stream(1, 0)
    slow = used(lambda: wins.extend(player.record(random).total for _ in range(plain)), 1) / plain
    assert wins == player.wins(stream(1, 0), plain).tolist()

    benchmark.extra_info |= {
        "rounds per second and core": 1 / fast,
        "rounds per second on 2 cores": CORES / fast,
        "times the twin": slow / fast,
    }
    assert CORES / fast >= 10e6
    assert slow / fast >= 100
