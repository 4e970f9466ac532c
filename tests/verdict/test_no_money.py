"""Blue orbs that land on a board without Money: lost or waiting, in theory as in play."""

from __future__ import annotations

import pytest

from mathlib.exact.respins import solve_round
from mathlib.play.simulate import simulate
from mathlib.verdict.claims import chance
from mathlib.verdict.judge import judge
from tests.play.orb_games import forced


@pytest.mark.parametrize("target", ["pick", "repick"])
def test_odds_of_the_greatest_charge(target):
    """A third of the rounds starts with no Money; three cells, so that this matters."""
    game = forced(rows=1, often=120, none=1, target=target)
    tally = simulate(game, 400_000, seed=3).tally
    for name in ("C", "JC", "MC"):
        at = f"set.{name}"
        odds = solve_round(game, name, 1e-6).awards["charge"]
        row = judge(chance("top", odds, f"{at}.top.charge.hits", per=(f"{at}.rounds",)), tally)
        assert row.error < 0.05 * row.exact
        assert row.p > 1e-3, (name, row)
