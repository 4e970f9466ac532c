"""The workbench: history, snapshots, autosave, files; and that what is refused leaves no trace."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mathlib.core.errors import MathlibError
from mathlib.core.figures import Figure
from mathlib.design.history import STEPS
from mathlib.design.memory import Memory
from mathlib.design.saving import Label
from mathlib.design.workbench import Workbench
from mathlib.exact.columns import column
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.lines import line_table
from mathlib.game import files
from mathlib.game.files import Game

OWL, TRIGGER, TILT = "strips.0.count.owl", "trigger.M.M", "respins.money.tilt"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def bench() -> Workbench:
    return Workbench(files.example("orb_respins"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return files.save(files.example("orb_respins"), tmp_path / "game.json")


def seen(bench: Workbench) -> tuple[Any, ...]:
    """Everything that a workbench shows of its state."""
    return bench.game, bench.baseline, bench.history, bench.position, bench.snapshots, bench.locked


def test_change_undo_and_redo(bench: Workbench) -> None:
    first = bench.game
    bench.change(OWL, 2)
    bench.change(TRIGGER, 6)
    assert bench.game.strips[0].symbols.count("owl") == 2
    assert bench.game.trigger["M"]["M"] == 6
    assert bench.history[2] == "trigger, M in view, M: 4 of 204 -> 6 of 206"
    last = bench.game
    bench.undo()
    bench.undo()
    assert bench.game == first
    assert (bench.can_undo, bench.can_redo, bench.position) == (False, True, 0)
    bench.redo()
    bench.redo()
    assert bench.game == last
    assert (bench.can_undo, bench.can_redo) == (True, False)
    assert bench.baseline == first


def test_new_act_gives_up_what_was_undone(bench: Workbench) -> None:
    bench.change(TRIGGER, 5)
    bench.change(TRIGGER, 6)
    bench.undo()
    bench.change(TRIGGER, 7)
    assert [text[-8:] for text in bench.history[1:]] == ["5 of 205", "7 of 207"]
    with pytest.raises(MathlibError, match="nothing to redo"):
        bench.redo()


def test_value_that_is_already_there_is_no_act(bench: Workbench) -> None:
    calls: list[Workbench] = []
    bench.subscribe(calls.append)
    bench.change(TRIGGER, 4)
    bench.apply(files.example("orb_respins"), "the same")
    assert bench.history == ("opened",)
    assert calls == []


@pytest.mark.parametrize(
    "act",
    [
        lambda b: b.change(TRIGGER, 0),
        lambda b: b.change("trigger.M.X", 1),
        lambda b: b.change(TRIGGER, 0, continues=True),
        lambda b: b.change(OWL, 2.5),
        lambda b: b.apply(files.example("pig_wizard")),
        lambda b: b.apply(b.game.model_copy(update={"cap": -1})),
        lambda b: b.redo(),
        lambda b: b.recall("nothing"),
        lambda b: b.forget("nothing"),
        lambda b: b.snapshot("one"),
        lambda b: b.snapshot(" "),
        lambda b: b.snapshot("current"),
        lambda b: b.rebase("nothing"),
        lambda b: b.rebase(files.example("pig_wizard")),
        lambda b: b.lock("no.such.knob"),
        lambda b: b.unlock("trigger.M.M"),
        lambda b: b.compare("nothing"),
        lambda b: b.restore(),
        lambda b: b.save(),
        lambda b: b.save(ROOT / "README.md"),
    ],
)
def test_refused_act_leaves_everything_as_it_was(bench: Workbench, act: Any) -> None:
    bench.change(TRIGGER, 5)
    bench.snapshot("one")
    bench.lock(OWL)
    before = seen(bench)
    calls: list[Workbench] = []
    bench.subscribe(calls.append)
    with pytest.raises(MathlibError):
        act(bench)
    assert seen(bench) == before
    assert calls == []


def test_nothing_to_undo_is_told(bench: Workbench) -> None:
    with pytest.raises(MathlibError, match="nothing to undo"):
        bench.undo()


def test_dragged_slider_is_one_act(bench: Workbench) -> None:
    first = bench.game
    for i, value in enumerate((5, 6, 7)):
        bench.change(TRIGGER, value, continues=i > 0)
    assert bench.history[1:] == ("trigger, M in view, M: 4 of 204 -> 7 of 207",)
    bench.change(OWL, 2, continues=True)
    assert len(bench.history) == 3
    bench.undo()
    bench.undo()
    assert bench.game == first


def test_dragged_tilt_leans_the_table_of_before(bench: Workbench) -> None:
    once = Workbench(bench.game)
    once.change(TILT, 0.05)
    for i, value in enumerate((0.01, -0.02, 0.05)):
        bench.change(TILT, value, continues=i > 0)
    assert bench.game == once.game
    bench.change(TILT, 0.0, continues=True)
    assert bench.game == bench.baseline
    assert bench.history == ("opened",)


def test_snapshots_are_recalled_and_forgotten(bench: Workbench) -> None:
    bench.change(TRIGGER, 5)
    bench.snapshot("five")
    bench.change(TRIGGER, 9)
    bench.recall("five")
    assert bench.game.trigger["M"]["M"] == 5
    assert bench.history[-1] == "snapshot five"
    bench.undo()
    assert bench.game.trigger["M"]["M"] == 9
    bench.snapshot("five", overwrite=True)
    assert bench.snapshots["five"].trigger["M"]["M"] == 9
    bench.forget("five")
    assert bench.snapshots == {}


def test_locks_take_patterns(bench: Workbench) -> None:
    bench.lock("trigger.M.*", OWL)
    assert bench.locked == {"trigger.M.M", "trigger.M.none", OWL}
    bench.unlock("trigger.*")
    assert bench.locked == {OWL}


def test_history_is_bounded_and_keeps_the_newest(bench: Workbench) -> None:
    for weight in range(5, STEPS + 7):
        bench.change(TRIGGER, weight)
    assert len(bench.history) == STEPS
    assert bench.history[0].endswith("6 of 206 -> 7 of 207")
    assert bench.game.trigger["M"]["M"] == STEPS + 6
    assert bench.baseline == files.example("orb_respins")


def test_listeners_hear_of_everything_until_they_end(bench: Workbench) -> None:
    heard: list[tuple[int, int]] = []
    end = bench.subscribe(lambda b: heard.append((b.position, len(b.snapshots))))
    bench.change(TRIGGER, 5)
    bench.snapshot("one")
    bench.undo()
    assert heard == [(1, 0), (1, 1), (0, 1)]
    end()
    end()
    bench.redo()
    assert len(heard) == 3


def test_failing_listener_does_not_keep_others_from_hearing(bench: Workbench) -> None:
    def bad(_: Workbench) -> None:
        raise ValueError("bad listener")

    heard: list[Workbench] = []
    bench.subscribe(bad)
    bench.subscribe(heard.append)
    with pytest.raises(ValueError, match="bad listener"):
        bench.change(TRIGGER, 5)
    assert heard == [bench]
    assert bench.game.trigger["M"]["M"] == 5


def lines_only(game: Game) -> Evaluation:
    rtp = line_table([column(strip, game.rows) for strip in game.strips], game.rules).rtp
    return Evaluation(game, {"lines": Figure.rational(rtp)}, {})


def test_evaluations_are_remembered_and_made_only_when_asked(bench: Workbench) -> None:
    asked: list[Game] = []

    def worth(game: Game) -> Evaluation:
        asked.append(game)
        return lines_only(game)

    bench._memory = Memory(worth, lambda game, near: worth(game))
    bench.change(OWL, 2)
    bench.snapshot("two owls")
    assert asked == []
    assert bench.quick is bench.quick
    assert asked == [bench.baseline, bench.game], "a full one close by, and the quick one"
    assert bench.evaluation is bench.evaluation is bench.quick
    bench.undo()
    bench.redo()
    assert bench.evaluation.game == bench.game
    assert len(asked) == 3
    found = bench.compare()
    assert found.change == lines_only(bench.game).total - lines_only(bench.baseline).total
    assert [change.words for change in found.changes] == [bench.history[1]]
    assert bench.compare("two owls", "current").changes == ()
    assert bench.compare(bench.baseline, "two owls", costs=True).costs[0].total == found.change
    assert len(asked) == 3, "one change costs what both games differ by"


FREE, COARSE = ("crystal_balls.*", "locked.*"), "crystal_balls.left.mystic_money"


def test_solve_is_one_act_and_leaves_locked_knobs_alone() -> None:
    bench = Workbench(files.example("pig_wizard"))
    bench.lock("crystal_balls.right.*", "crystal_balls.hits.*")
    before = bench.game
    aim = bench.evaluation.total.value - 0.002
    tuned = bench.solve(aim, free=FREE, goals=(), tolerance=2e-4)
    assert tuned.met
    assert bench.game == tuned.game != before
    assert bench.evaluation.total.value == pytest.approx(aim, abs=2e-4)
    assert bench.game.crystal_balls.right == before.crystal_balls.right
    assert bench.game.crystal_balls.hits == before.crystal_balls.hits
    assert len(bench.history) == 2
    assert bench.history[-1] == f"solved for {aim:.2%}"
    bench.undo()
    assert bench.game == before
    # Out of reach of one knob's limits; and in reach, but between two whole weights.
    state = seen(bench)
    with pytest.raises(MathlibError, match="out of reach"):
        bench.solve(3.0, free=[COARSE], goals=(), limits={COARSE: (7, 9)})
    missed = bench.solve(aim, free=[COARSE], goals=(), tolerance=1e-6)
    assert not missed.met
    below, above = (side.figures["total_rtp"] for side in (missed.below, missed.above))
    assert below < aim < above
    assert seen(bench) == state


# Files


@pytest.mark.parametrize("kind", ["orb_respins", "pig_wizard"])
@pytest.mark.parametrize("layout", ["canonical", "one line", "wide", "returns"])
def test_k23_loaded_and_saved_untouched_gives_the_same_bytes(
    tmp_path: Path, kind: str, layout: str
) -> None:
    game = files.example(kind)
    text = {
        "canonical": files.dumps(game),
        "one line": json.dumps(files.dump(game)),
        "wide": json.dumps(files.dump(game), indent=8).replace("5500", "5500.0") + "\n\n",
        "returns": files.dumps(game).replace("\n", "\r\n"),
    }[layout]
    source = tmp_path / "game.json"
    source.write_bytes(text.encode())
    bench = Workbench.open(source)
    assert bench.is_saved
    assert bench.save(overwrite=True) == source
    assert source.read_bytes() == text.encode()
    bench.change(*("trigger.M.M", 5) if kind == "orb_respins" else ("pig_wizard.land", 2))
    assert not bench.is_saved
    bench.undo()
    copy = bench.save(tmp_path / "new" / "copy.json")
    assert copy.read_bytes() == text.encode()


@pytest.mark.parametrize("name", ["orb_respins", "pig_wizard", "pig_wizard_95"])
def test_k23_shipped_files(tmp_path: Path, name: str) -> None:
    source = ROOT / "params" / f"{name}.json"
    copy = Workbench.open(source).save(tmp_path / "copy.json")
    assert copy.read_bytes() == source.read_bytes()


def test_no_file_is_replaced_without_being_told(path: Path) -> None:
    bench = Workbench.open(path)
    before = path.read_bytes()
    bench.change(TRIGGER, 5)
    with pytest.raises(MathlibError, match=r"game\.json: is there already"):
        bench.save()
    assert path.read_bytes() == before
    bench.save(overwrite=True)
    assert bench.is_saved
    assert files.load(path) == bench.game
    assert path.read_text("utf-8") == files.dumps(bench.game)


def test_file_that_somebody_else_changed_is_not_replaced(path: Path) -> None:
    bench = Workbench.open(path)
    bench.change(TRIGGER, 5)
    other = files.save(bench.game.model_copy(update={"cap": 500_000}), path).read_bytes()
    with pytest.raises(MathlibError, match="was changed by somebody else"):
        bench.save(overwrite=True)
    assert path.read_bytes() == other


def test_label_of_a_saved_version(path: Path) -> None:
    bench = Workbench.open(path)
    bench.change(TRIGGER, 5)
    label = Label(version="1.1", rtp_version="93", note="More red.", date="2026-12-01")
    saved = files.load(bench.save(path.with_name("93.json"), label=label))
    assert saved == bench.game
    assert bench.is_saved
    assert bench.history[-1] == "saved as 93.json"
    names = saved.identification
    assert (names.version, names.rtp_version, len(names.revisions)) == ("1.1", "93", 2)
    last = names.revisions[-1]
    assert (last.version, last.date, last.note) == ("1.1", "2026-12-01", "More red.")
    assert saved.aims == bench.baseline.aims != ()
    assert files.load(path) == bench.baseline


@pytest.mark.parametrize(
    ("label", "message"),
    [
        (Label(note="More red."), "a note and no date"),
        (Label(date="2026-12-01"), "a date and no note"),
        (Label(note="More red.", date="2026-02-30"), "a date, year-month-day"),
    ],
)
def test_label_that_is_none_writes_nothing(path: Path, label: Label, message: str) -> None:
    bench = Workbench.open(path)
    before = seen(bench)
    with pytest.raises(MathlibError, match=message):
        bench.save(path.with_name("new.json"), label=label)
    assert not path.with_name("new.json").exists()
    assert seen(bench) == before


# Autosave


def test_autosave_survives_a_killed_kernel(path: Path, tmp_path: Path) -> None:
    script = f"""
import os, signal
from mathlib.design.workbench import Workbench
bench = Workbench.open({str(path)!r}, autosave={str(tmp_path / "auto")!r})
bench.change({TRIGGER!r}, 5)
bench.snapshot("five")
bench.lock({OWL!r})
bench.change({TRIGGER!r}, 6)
bench.change({TRIGGER!r}, 7)
bench.undo()
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
    bench = Workbench.open(path, autosave=tmp_path / "auto")
    assert bench.recovered
    assert bench.recovery == (
        "unsaved work, last: trigger, M in view, M: 5 of 205 -> 6 of 206, snapshots five"
    )
    assert bench.game == files.load(path), "it is offered, not taken up unasked"
    bench.restore()
    assert not bench.recovered
    assert bench.game.trigger["M"]["M"] == 6
    assert bench.snapshots["five"].trigger["M"]["M"] == 5
    assert bench.locked == {OWL}
    bench.redo()
    assert bench.game.trigger["M"]["M"] == 7
    while bench.can_undo:
        bench.undo()
    assert bench.game == bench.baseline == files.load(path)


def test_restored_autosave_is_the_state_that_was_left(path: Path, tmp_path: Path) -> None:
    left = Workbench.open(path, autosave=tmp_path / "auto")
    left.change(TRIGGER, 5)
    left.rebase()
    left.snapshot('ö "quoted"')
    left.change(TILT, 0.02)
    left.undo()
    bench = Workbench.open(path, autosave=tmp_path / "auto")
    bench.restore()
    assert seen(bench) == seen(left)
    assert bench.baseline.trigger["M"]["M"] == 5


def test_saved_work_is_not_offered(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "auto"
    bench = Workbench.open(path, autosave=folder)
    assert not folder.exists(), "nothing is written before something is done"
    bench.change(TRIGGER, 5)
    bench.save(overwrite=True)
    again = Workbench.open(path, autosave=folder)
    assert (again.recovered, again.recovery, again.notice) == (False, "", "")
    again.snapshot("one")
    third = Workbench.open(path, autosave=folder)
    assert third.recovery == "unsaved work, last: opened, snapshots one"


def test_work_that_was_not_taken_up_is_put_aside(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "auto"
    Workbench.open(path, autosave=folder).change(TRIGGER, 5)
    offered = (folder / "game.json").read_bytes()
    bench = Workbench.open(path, autosave=folder)
    bench.change(TRIGGER, 6)
    assert bench.notice == "earlier unsaved work was put aside as game.kept-1.json"
    assert not bench.recovered
    assert (folder / "game.kept-1.json").read_bytes() == offered
    other = Workbench.open(path, autosave=folder)
    assert other.recovery.endswith("4 of 204 -> 6 of 206")
    other.discard()
    assert not other.recovered
    assert not Workbench.open(path, autosave=folder).recovered


def test_autosave_never_stands_in_place_of_the_file(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(MathlibError, match="would replace the parameter file"):
        Workbench.open(path, autosave=path.parent)
    assert path.read_bytes() == before


def test_offer_says_when_the_file_has_changed_since(path: Path, tmp_path: Path) -> None:
    Workbench.open(path, autosave=tmp_path / "auto").change(TRIGGER, 5)
    files.save(files.load(path).model_copy(update={"cap": 500_000}), path)
    bench = Workbench.open(path, autosave=tmp_path / "auto")
    assert bench.recovery.endswith("; the file has changed since")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no autosave, or a damaged one"),
        ("[]", "no autosave, or a damaged one"),
        ('{"format": 2}', "autosave of another format"),
        ("cut", "no autosave, or a damaged one"),
        ("invalid", "autosave with a game that is not valid"),
        ("other", "it holds a game of kind pig_wizard"),
    ],
)
def test_autosave_of_no_use_is_told_and_put_aside(
    path: Path, tmp_path: Path, text: str, problem: str
) -> None:
    folder = tmp_path / "auto"
    kind = "pig_wizard" if text == "other" else "orb_respins"
    other = files.save(files.example(kind), tmp_path / "other" / "game.json")
    left = Workbench.open(other, autosave=folder)
    left.snapshot("one")
    good = (folder / "game.json").read_text("utf-8")
    text = {"cut": good[:-40], "invalid": good.replace('"cap": ', '"cap": -'), "other": good}.get(
        text, text
    )
    (folder / "game.json").write_text(text, "utf-8")
    bench = Workbench.open(path, autosave=folder)
    assert not bench.recovered
    assert problem in bench.notice
    bench.change(TRIGGER, 5)
    assert (folder / "game.kept-1.json").read_text("utf-8") == text
    assert Workbench.open(path, autosave=folder).recovered


def test_failing_autosave_is_told_and_does_not_stop_the_work(path: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file where the folder should be")
    bench = Workbench.open(path, autosave=tmp_path / "taken" / "auto")
    bench.change(TRIGGER, 5)
    assert bench.game.trigger["M"]["M"] == 5
    assert bench.notice.startswith("the autosave failed, so unsaved work would be lost")
    os.remove(tmp_path / "taken")
    bench.change(TRIGGER, 6)
    assert bench.notice == ""
