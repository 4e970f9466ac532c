"""The studio's notebooks run as a batch: no panel, static figures, a result that holds."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from mathlib.evaluation import evaluate
from mathlib.game import files
from mathlib.run.html import page
from mathlib.run.runner import Run, run_notebook

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks"


def run(name: str, folder: Path, kind: str, **parameters: object) -> tuple[Run, files.Game]:
    source = folder / "game.json"
    files.save(files.example(kind), source)
    given = {
        "parameter_file": source, "panel": False, "autosave": folder / "kept", **parameters
    }  # fmt: skip
    return run_notebook(FOLDER / f"{name}.ipynb", folder / "out.ipynb", given), files.load(source)


def pictures(done: Run) -> int:
    html = page(done.notebook, "studio")  # refuses widgets
    return html.count("<svg")


def test_base_game(tmp_path: Path) -> None:
    done, game = run("01_base_game", tmp_path, "orb_respins")
    found = evaluate(game)
    assert done.messages == ""
    assert done.result == {
        "digest": found.digest,
        "total_rtp": found.total.value,
        "line_rtp": "{0.numerator}/{0.denominator}".format(found.parts["lines"].ratio),
        "line_hit_frequency": found.figures["line_hit_frequency"].value,
        "sd": found.figures["sd"].value,
    }
    assert Fraction(done.result["line_rtp"]) == found.parts["lines"].ratio
    assert pictures(done) == 2, "the parts and the tail"
    assert not (tmp_path / "kept").exists(), "nothing was done, so nothing is kept"


@pytest.mark.parametrize("modifiers", ["C", "JMC"])
def test_respins(tmp_path: Path, modifiers: str) -> None:
    done, game = run("02_respins", tmp_path, "orb_respins", modifiers=modifiers)
    found = evaluate(game)
    assert done.result is not None
    assert done.result["digest"] == found.digest
    assert done.result["chain"] == modifiers
    means = {name: numbers["mean_win"] for name, numbers in found.sets.items()}
    assert done.result["mean_win"] == means
    assert done.result["respins_rtp"] == found.figures["respins_rtp"].value
    assert pictures(done) == 3, "the chain, where it ends, what each modifier adds"


def test_pig_wizard(tmp_path: Path) -> None:
    done, game = run("03_pig_wizard", tmp_path, "pig_wizard")
    found = evaluate(game)
    names = ("some_win", "wizard_spins_one_in", "bonus_mean", "sd")
    expected = {"digest": found.digest, "total_rtp": found.total.value}
    assert done.result == expected | {name: found.figures[name].value for name in names}
    assert pictures(done) == 2, "the parts and the tail"


def test_tune_to_target(tmp_path: Path) -> None:
    source, output = ROOT / "params" / "pig_wizard_95.json", tmp_path / "tuned.json"
    given = {
        "parameter_file": source, "target": 0.92, "output": output, "panel": False,
        "autosave": tmp_path / "kept",
    }  # fmt: skip
    done = run_notebook(FOLDER / "04_tune_to_target.ipynb", tmp_path / "out.ipynb", given)
    assert done.result is not None
    tuned = files.load(output)
    assert done.result["met"]
    assert done.result["saved"]
    assert done.result["digest"] == files.digest(tuned)
    assert done.result["total_rtp"] == evaluate(tuned).total.value
    assert abs(done.result["total_rtp"] - 0.92) <= 5e-6
    assert abs(done.result["before"] - 0.95) < 1e-5
    assert done.result["moved"]
    assert done.result["explanation"][0].startswith("met: total_rtp")
    assert pictures(done) == 1


def test_dashboard(tmp_path: Path) -> None:
    done, game = run("08_dashboard", tmp_path, "pig_wizard")
    found = evaluate(game)
    assert done.result == {"digest": found.digest, "total_rtp": found.total.value}
