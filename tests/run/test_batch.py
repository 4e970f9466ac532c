"""Batches: every version on its own, and a comparison that says what each file is worth."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from mathlib.core.errors import MathlibError
from mathlib.design.sweep import changed, expand
from mathlib.evaluation import evaluate
from mathlib.game import files
from mathlib.present.summary import summary
from mathlib.run.batch import make_batch
from mathlib.run.cluster import connected
from mathlib.run.report import NAMES
from tests.run.conftest import loses_a_worker, mathlib

CAPS = range(60, 60 + 17 * 5, 5)
PAYS = (30, 40)
DATE = "2026-02-03"
ROUNDS = 20_000
"""Rounds played beside theory: what a batch does is the same for any number."""


def example(kind: str) -> files.Game:
    """Return a game that is quick to evaluate: no rare great prizes, no Jackpots with Charge."""
    game = files.example(kind)
    if kind == "pig_wizard":
        prizes = {"0.5": 400, "1": 400, "2": 160, "10": 40}
        return changed(game, {"/wizard_spins/cash": prizes})
    trigger = files.dump(game)["trigger"]
    for weights in trigger.values():
        weights.pop("JC", None)
        weights.pop("JMC", None)
    return changed(game, {"/trigger": trigger})


def sweep(folder: Path, kind: str, versions: Mapping[str, Mapping[str, object]]) -> Path:
    game = example(kind)
    base = files.save(game, folder / f"{kind}.json")
    path = folder / f"{kind}.sweep.json"
    entries = [
        {"label": label, "note": "Swept.", "changes": changes}
        for label, changes in versions.items()
    ]
    data = {
        "sweep": 1,
        "base": base.name,
        "digest": files.digest(game),
        "date": "2026-01-31",
        "versions": entries,
    }
    path.write_text(json.dumps(data), "utf-8")
    return path


def pigs(folder: Path, caps: Iterable[int]) -> Path:
    return sweep(folder, "pig_wizard", {f"cap-{cap}": {"/cap": cap} for cap in caps})


def orbs(folder: Path, pays: Iterable[int]) -> Path:
    return sweep(folder, "orb_respins", {f"owl-{pay}": {"/paytable/owl/2": pay} for pay in pays})


def stable(folder: Path) -> dict[str, bytes]:
    """Return name to contents of what must not differ from run to run."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".ipynb")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


@dataclass(frozen=True)
class Twenty:
    folder: Path
    code: int
    out: str
    err: str

    @property
    def made(self) -> list[dict[str, object]]:
        return json.loads((self.folder / "comparison.json").read_text("utf-8"))["versions"]


@pytest.fixture(scope="module")
def twenty(tmp_path_factory: pytest.TempPathFactory) -> Twenty:
    """Twenty versions of both games, one of them bad and in the middle, by three workers."""
    folder = tmp_path_factory.mktemp("batch")
    bad = folder / "bad.json"
    bad.write_text(files.dumps(files.example("pig_wizard")).replace('"cap"', '"cop"'), "utf-8")
    names = [path.name for path in (pigs(folder, CAPS), bad, orbs(folder, PAYS))]
    options = ("--date", DATE, "--rounds", str(ROUNDS), "--workers", "3", "--output", "out")
    done = mathlib("batch", *names, *options, cwd=folder)
    return Twenty(folder / "out", done.returncode, done.stdout, done.stderr)


def test_every_version_is_made_and_the_bad_one_harms_no_other(twenty: Twenty) -> None:
    assert twenty.code == 1
    assert "19 of 20 reports made" in twenty.out
    assert twenty.err.count("error") == 1
    assert "cop" in twenty.err
    assert not (twenty.folder / "bad" / "report.html").exists()
    for one in twenty.made:
        assert all((twenty.folder / str(one["label"]) / name).is_file() for name in NAMES)


def test_the_comparison_says_what_rtp_says_of_each_file(twenty: Twenty) -> None:
    assert len(twenty.made) == 19
    page = (twenty.folder / "index.html").read_text("utf-8")
    for one in twenty.made:
        label = str(one["label"])
        expected = summary(evaluate(files.load(twenty.folder / "params" / f"{label}.json")))
        keys = ("digest", "total_rtp", "parts", "line_hit_frequency", "feature_frequency")
        assert {key: one[key] for key in keys} == {key: expected[key] for key in keys}
        name = "full_board_chance" if one["kind"] == "orb_respins" else "cap_probability"
        assert one["max_win_chance"] == expected["figures"][name]["value"] > 0
        row = page.split(f'href="{label}/report.html"')[1].split("</tr>")[0]
        assert f">{100 * expected['total_rtp']:.4f}<" in row
    assert page.count("href=") == 2 * 19
    assert "bad" in re.sub("<[^>]*>", " ", page.split("Failed")[1])


def test_three_workers_and_one_give_the_same_files(twenty: Twenty, tmp_path: Path) -> None:
    """Known answer K24, for both games."""
    sources = [pigs(tmp_path, CAPS[:1]), orbs(tmp_path, PAYS[:1])]
    *_, (batch, _) = make_batch(sources, tmp_path / "one", DATE, workers=1, rounds=ROUNDS)
    assert list(batch.reports) == [f"cap-{CAPS[0]}", f"owl-{PAYS[0]}"]
    for label in batch.reports:
        made = stable(tmp_path / "one" / label)
        assert set(made) == set(NAMES) - {"report.ipynb"}
        assert made == stable(twenty.folder / label)
    compared = json.loads((tmp_path / "one" / "comparison.json").read_text("utf-8"))["versions"]
    assert compared == [one for one in twenty.made if one["label"] in batch.reports]


def test_a_batch_is_the_same_on_a_cluster_that_loses_a_worker(
    twenty: Twenty, cluster: str, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"kind": "poker"}', "utf-8")
    with connected(cluster) as client, loses_a_worker(client) as killed:
        sources = [pigs(tmp_path, CAPS[:2]), bad]
        *_, (batch, _) = make_batch(
            sources, tmp_path / "far", DATE, client=client, rounds=ROUNDS, pdf=True
        )
    assert len(killed) == 1
    assert list(batch.failed) == ["bad"]
    assert "found 'poker'" in batch.failed["bad"]
    for cap in CAPS[:2]:
        made = stable(tmp_path / "far" / f"cap-{cap}")
        assert made.pop("report.pdf").startswith(b"%PDF")
        assert made == stable(twenty.folder / f"cap-{cap}")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"/cop": 1}, "/cop: no such place"),
        ({"/cap": "x"}, "cap: found 'x'"),
        ({"locked.tilte": 1}, "locked.tilt"),
        ({"pig_wizard.land": 0}, "pig_wizard.land"),
        ({"pig_wizard.land": "many"}, "expected a number"),
    ],
)
def test_a_refused_change_names_its_version(
    tmp_path: Path, changes: dict[str, object], words: str
) -> None:
    source = sweep(tmp_path, "pig_wizard", {"good": {}, "wrong": changes})
    with pytest.raises(MathlibError, match="version wrong") as error:
        expand(source)
    assert words in str(error.value)


def test_a_sweep_is_only_for_the_base_it_was_written_for(tmp_path: Path) -> None:
    source = sweep(tmp_path, "pig_wizard", {"one": {}})
    game = files.example("pig_wizard")
    files.save(game.model_copy(update={"cap": 9_000}), tmp_path / "pig_wizard.json")
    with pytest.raises(MathlibError, match="write the new digest"):
        expand(source)


def test_labels_that_would_overwrite_each_other_are_refused(tmp_path: Path) -> None:
    source = sweep(tmp_path, "pig_wizard", {"one": {}})
    files.save(files.example("pig_wizard"), tmp_path / "one.json")
    with pytest.raises(MathlibError, match="two versions are called one"):
        list(make_batch([source, tmp_path / "one.json"], tmp_path / "out"))
    twice = json.loads(source.read_text("utf-8"))
    twice["versions"] *= 2
    source.write_text(json.dumps(twice), "utf-8")
    with pytest.raises(MathlibError, match="each label once"):
        expand(source)


def test_the_shipped_sweeps_fit_the_shipped_games() -> None:
    folder = Path(__file__).parents[2] / "params" / "sweeps"
    labels = [label for path in sorted(folder.glob("*.json")) for label in expand(path)]
    assert len(labels) == 8


def test_versions_of_one_design_reach_their_rtps_and_keep_their_spread(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "params" / "pig_wizard.json"
    done = mathlib(
        "versions", str(source), "--rtp", "91,93.5", "--no-report", "--output", "out", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    before = evaluate(files.load(source))
    for name, target in (("91", 0.91), ("93.5", 0.935)):
        game = files.load(tmp_path / "out" / f"pig_wizard_{name}.json")
        found = evaluate(game)
        assert abs(found.total.value - target) < 1e-5
        assert game.identification.rtp_version == f"{100 * target:.2f}"
        assert all(check.met for check in found.aims())
        for quantity, share in (("sd", 0.02), ("wizard_spins_frequency", 0.05)):
            old, new = (one.figures[quantity].value for one in (before, found))
            assert abs(new / old - 1) <= share
        old, new = (one.figures["line_hit_frequency"].value for one in (before, found))
        assert abs(new - old) <= 0.01


def test_rtps_that_are_none_are_refused(tmp_path: Path) -> None:
    source = tmp_path / "pig.json"
    files.save(files.example("pig_wizard"), source)
    for rtp, words in (("ninety", "expected percentages"), ("92,92", "comes twice")):
        done = mathlib("versions", source.name, "--rtp", rtp, cwd=tmp_path)
        assert done.returncode == 1
        assert words in done.stderr
        assert "Traceback" not in done.stderr
