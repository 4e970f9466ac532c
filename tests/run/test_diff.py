"""`mathlib diff`: changed cells in words, each with its cost, and both games side by side."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mathlib.core.figures import Figure
from mathlib.evaluation import evaluate
from mathlib.game import files
from mathlib.run.cli import app
from tests.game.edits import edited

run = CliRunner()


@pytest.fixture
def pair(tmp_path: Path) -> list[str]:
    before = files.save(files.example("pig_wizard"), tmp_path / "a.json")
    data = edited("pig_wizard", ("paytable/hat/4", 160), ("identification/version", "1.1"))
    after = files.save(files.parse(data), tmp_path / "b.json")
    return [str(before), str(after)]


def test_text_and_json_name_the_cell_with_its_cost(pair: list[str]) -> None:
    done = run.invoke(app, ["diff", *pair])
    assert done.exit_code == 0, done.stderr
    one, two = (evaluate(files.load(path)).total.value for path in pair)
    points = 100 * (two - one)
    assert points > 0
    row = rf"paytable, hat, 5 of a kind: 150 -> 160 line bets +\{points:+.6f}  exact"
    assert re.search(row, done.stdout)
    assert re.search(r"identification, version: 1.0 -> 1.1 +0  exact\n", done.stdout)
    assert re.search(rf"total +{100 * one:.6f} +{100 * two:.6f} +\{points:+.6f}", done.stdout)
    assert re.search(r"cash lock .* 0 +0\n", done.stdout)

    done = run.invoke(app, ["diff", *pair, "--json"])
    assert done.exit_code == 0
    data: dict[str, Any] = json.loads(done.stdout)
    assert data["before"]["digest"] == files.digest(files.load(pair[0]))
    assert data["changes"][1] == {
        "path": ["paytable", "hat", 4],
        "words": "paytable, hat, 5 of a kind: 150 -> 160 line bets",
        "before": 150,
        "after": 160,
    }
    assert [cost["changes"] for cost in data["costs"]] == [[0], [1]]
    assert data["costs"][1]["points"] == pytest.approx(points, abs=1e-9)
    assert data["change"]["points"] == pytest.approx(points, abs=1e-9)
    assert data["interaction"]["points"] == pytest.approx(0, abs=1e-9)
    assert data["total"]["after"]["value"] == two
    assert data["parts"]["cash lock"]["change"]["value"] == 0


def test_files_of_different_kinds_are_refused(pair: list[str], tmp_path: Path) -> None:
    other = files.save(files.example("orb_respins"), tmp_path / "orb.json")
    done = run.invoke(app, ["diff", pair[0], str(other)])
    assert done.exit_code == 1
    assert done.stderr.startswith("error: Pig Wizard (example) is of kind pig_wizard and Three")


def test_figures_without_a_number_are_told(pair: list[str], tmp_path: Path) -> None:
    # The example's left ball gives no Wizard Spins: one in infinity, before and after.
    assert evaluate(files.load(pair[0])).figures["left_wizard_spins_one_in"] == Figure(
        float("inf"), "exact", 0.0
    )
    data = json.loads(run.invoke(app, ["diff", *pair, "--json"]).stdout)
    never = data["figures"]["left_wizard_spins_one_in"]
    assert never["before"]["value"] is None
    assert never["percent"] is None
