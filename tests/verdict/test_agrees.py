"""Right evaluations: the shipped games agree with play, and many small runs raise no alarm."""

from __future__ import annotations

from pathlib import Path

import pytest

from mathlib.evaluation import evaluate
from mathlib.game import files
from mathlib.play.simulate import simulate
from mathlib.verdict import verdict
from mathlib.verdict.judge import judge
from mathlib.verdict.result import LEVEL, claims, told_apart

PARAMS = Path(__file__).parents[2] / "params"
ROUNDS = {"orb_respins": 10_000_000, "pig_wizard": 20_000_000}
"""Enough to tell one RTP version from the next; `mathlib simulate` plays 100 million."""
RUNS = 200


@pytest.mark.parametrize("name", ROUNDS)
def test_shipped_games_agree(name):
    game = files.load(PARAMS / f"{name}.json")
    found = verdict(evaluate(game), simulate(game, ROUNDS[name], seed=1))
    assert found.outcome == "agrees"
    assert found.line.startswith(f"agrees: none of {found.judged} figures")
    assert found.judged > 150
    # Where there is an exact law, the standard error is the theory's.
    assert found.total.error_from == "theory"
    assert found.visible < 0.01
    # 100 million rounds see the total with an error of a third of a point.
    assert 2e9 < found.total.rounds_needed < 1e10


@pytest.mark.parametrize("kind", ["orb_respins", "pig_wizard"])
def test_no_false_alarms_beyond_the_level(kind):
    """Of 200 runs 0.2 alarms are expected at most; 3 would come once in a thousand times."""
    game = files.example(kind)
    every = list(claims(evaluate(game)))
    alarms = near = 0
    for seed in range(RUNS):
        tally = simulate(game, 10_000, seed=seed, workers=1).tally
        rows = [judge(claim, tally) for claim in every]
        alarms += any(row.differs for row in told_apart(rows))
        near += any(row.differs for row in told_apart(rows, level=0.05))
    assert LEVEL * RUNS < 1
    assert alarms <= 2
    # The rule holds at any level: at 5 % there are 10 alarms at most, 18 once in a hundred times.
    assert near <= 18
