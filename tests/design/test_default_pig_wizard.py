"""The shipped parameters of Pig Wizard: what was asked for, and the notebook that found them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from mathlib.evaluation import evaluate
from mathlib.exact.evaluation import Evaluation
from mathlib.game import files
from mathlib.game.pig_wizard import CASH, PigWizard
from mathlib.run.runner import run_notebook

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "notebooks" / "92_default_pig_wizard.ipynb"
TOTALS = {"pig_wizard": 0.92, "pig_wizard_95": 0.95}

# The limits asked for in the specification of the game, in the figures' own units.
ASKED = {
    "base_lines": (0.14, 0.24),
    "cash_lock_and_mystic": (0.28, 0.36),
    "wizard_spins_rtp": (0.28, 0.36),
    "wizard_spins_one_in": (180, 260),
    "modifiers_rtp": (0.03, 0.08),
    "modifier_one_in": (40, 100),
    "wizard_in_view_one_in": (8, 14),
    "some_win": (0.20, 0.30),
    "max_win": (5500, 5500),
    "cap_one_in": (1, 1e8),
    "wizard_wins_nothing": (0, 0.20),
}


def shipped(name: str) -> PigWizard:
    game = files.load(ROOT / "params" / f"{name}.json")
    assert isinstance(game, PigWizard)
    return game


def evaluated(name: str) -> Evaluation:
    return evaluate(shipped(name))


@pytest.mark.parametrize("name", TOTALS)
def test_every_aim_is_stated_as_asked_and_met(name: str) -> None:
    checks = {check.aim.quantity: check for check in evaluated(name).aims()}
    total = TOTALS[name]
    asked = ASKED | {"total_rtp": (total - 5e-5, total + 5e-5)}
    assert set(checks) == {*asked, "disguised_loss"}, "the share below the bet is shown"
    for quantity, limits in asked.items():
        aim = checks[quantity].aim
        assert (aim.at_least, aim.at_most) == pytest.approx(limits, rel=1e-12)
        assert limits[0] <= checks[quantity].figure.value <= limits[1]
    assert all(check.met for check in checks.values())
    assert 0 < checks["disguised_loss"].figure.value < checks["some_win"].figure.value


@pytest.mark.parametrize("name", TOTALS)
def test_the_total_is_tuned_and_its_parts_add_up(name: str) -> None:
    found = evaluated(name)
    figures, total = found.figures, found.total
    assert abs(total.value - TOTALS[name]) < 5e-6, "the finest dial is fine enough for this"
    assert total.error < 1e-9
    assert sum(part.value for part in found.parts.values()) == pytest.approx(total.value, abs=1e-12)
    groups = ("base_lines", "cash_lock_and_mystic", "wizard_spins_rtp", "modifiers_rtp")
    by_group = sum(figures[group].value for group in groups) - figures["cap_cost"].value
    assert by_group == pytest.approx(total.value, abs=1e-12)


@pytest.mark.parametrize("name", TOTALS)
def test_tables_and_reels_are_as_asked(name: str) -> None:
    game = shipped(name)
    assert sum(line[2] == 1 for line in game.lines) == 4
    assert len(game.lines) == 10
    amounts = [value for value in game.locked if isinstance(value, int)]
    assert (min(amounts), max(amounts)) == (5, 1000)
    assert {"mystic_money", "wizard_spins"} < set(game.locked)
    top = max(game.wizard_spins.cash)
    assert top == 30_000
    assert game.wizard_spins.cash[top] == min(game.wizard_spins.cash.values())
    assert game.stakes_pence == tuple(range(10, 101, 10))
    for reel, strip in enumerate(game.strips):
        counts = Counter(strip.symbols)
        assert 60 <= len(strip.symbols) <= 100
        assert (CASH in counts) == (reel != 2)
        royals = [counts[symbol] for symbol in ("A", "K", "Q", "J", "10", "9")]
        assert min(royals) > max(counts[symbol] for symbol in ("chest", "pot", "hat", "book"))


def test_the_paytable_is_as_asked() -> None:
    pays = {symbol: row[2:] for symbol, row in shipped("pig_wizard").paytable.items()}
    assert pays == {
        "chest": (50, 150, 500),
        "pot": (30, 100, 250),
        "hat": (20, 75, 150),
        "book": (20, 60, 100),
        **dict.fromkeys(("A", "K"), (10, 30, 75)),
        **dict.fromkeys(("Q", "J"), (8, 25, 60)),
        **dict.fromkeys(("10", "9"), (5, 20, 50)),
    }


def test_the_versions_are_told_apart() -> None:
    first, second = (shipped(name) for name in TOTALS)
    names = [game.identification for game in (first, second)]
    assert [one.rtp_version for one in names] == ["92.00", "95.00"]
    assert [one.code for one in names] == ["pig-wizard", "pig-wizard-95"]
    for shared in ("paytable", "lines", "strips", "locked", "modifiers", "mystic_money"):
        assert getattr(first, shared) == getattr(second, shared)


def test_the_notebook_finds_the_shipped_files_again(tmp_path: Path) -> None:
    compared, saved = tmp_path / "compared", tmp_path / "saved"
    compared.mkdir()
    for name in TOTALS:
        text = (ROOT / "params" / f"{name}.json").read_text("utf-8")
        if name == "pig_wizard_95":
            text = text.replace('"none": 97', '"none": 98')
        (compared / f"{name}.json").write_text(text, "utf-8")
    parameters = {"shipped": compared, "save_to": saved}
    run = run_notebook(NOTEBOOK, tmp_path / "out.ipynb", parameters)
    assert run.messages == ""
    assert run.result is not None
    assert run.result["aims_met"] is True
    assert run.result["same"] == {"pig-wizard": True, "pig-wizard-95": False}
    for name in TOTALS:
        made, kept = saved / f"{name}.json", ROOT / "params" / f"{name}.json"
        assert made.read_bytes() == kept.read_bytes()
        code = name.replace("_", "-")
        assert run.result["total_rtp"][code] == pytest.approx(evaluated(name).total.value)
