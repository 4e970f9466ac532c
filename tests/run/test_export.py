"""Engine packages: exported, damaged in every way, and imported again elsewhere."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
from typer.testing import CliRunner

from mathlib.core.errors import MathlibError
from mathlib.core.figures import Figure
from mathlib.evaluation import evaluate
from mathlib.game import files
from mathlib.present.summary import summary
from mathlib.run import export_check
from mathlib.run.cli import app
from mathlib.run.export import export_package, package
from mathlib.run.export_check import import_package
from mathlib.run.export_lookup import lookup_mean
from mathlib.run.export_manifest import manifest_of, read_manifest

ROOT = Path(__file__).parents[2]
run = CliRunner()


@pytest.fixture(scope="module")
def pig(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a package with look-up tables, to be copied and not changed."""
    folder = tmp_path_factory.mktemp("packages") / "pig"
    export_package(files.example("pig_wizard"), folder, total=2**32)
    return folder


@pytest.fixture
def copy(pig: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(pig, tmp_path / "copy"))


def names(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in names(folder)}


def reseal(folder: Path) -> None:
    """Make all digests anew, as somebody who knows how they are made could."""
    data = contents(folder)
    old = json.loads(data.pop("manifest.json"))
    shown = json.loads(data["evaluation.json"])
    game = files.load(folder / "parameters.json")
    made = json.loads(manifest_of(game, shown, data, old["lookup"]))
    made = {**made, "library": old["library"]}
    del made["digest"]
    digest = hashlib.sha256(files.canonical(made).encode()).hexdigest()
    (folder / "manifest.json").write_text(files.canonical({**made, "digest": digest}), "utf-8")


def test_orb_respins_there_and_back(tmp_path: Path) -> None:
    game = files.example("orb_respins")
    made = export_package(game, tmp_path / "orb", total=2**30)
    found = import_package(tmp_path / "orb", made.digest)
    assert (found.game, found.digest, found.same_library) == (game, made.digest, True)
    assert found.figures == len(summary(evaluate(game))["figures"])
    assert [name for name in made.files if name.startswith("lookup")] == [
        "lookup/lines.csv",
        *(f"lookup/respins_{name}.csv" for name in ("C", "J", "JC", "M")),
    ]
    assert not list(tmp_path.glob(".*")), "nothing temporary is left"


@pytest.mark.parametrize("path", sorted((ROOT / "params").glob("*.json")), ids=lambda p: p.stem)
def test_shipped_file_there_and_back(path: Path, tmp_path: Path) -> None:
    done = run.invoke(app, ["export", str(path), "-o", str(tmp_path / "package")])
    assert done.exit_code == 0, done.stderr
    digest = re.search(r"package digest ([0-9a-f]{64})\n", done.stdout)
    assert digest is not None
    back = tmp_path / "back.json"
    again = ["import", str(tmp_path / "package"), "-o", str(back), "--digest", digest[1]]
    done = run.invoke(app, again)
    assert done.exit_code == 0, done.stderr
    assert "figures hold to the last bit" in done.stdout
    assert back.read_bytes() == path.read_bytes()
    shown = json.loads((tmp_path / "package" / "evaluation.json").read_text("utf-8"))
    assert shown == json.loads(json.dumps(summary(evaluate(files.load(path)))))


def test_package_is_what_its_schemas_say(pig: Path) -> None:
    for name in ("tables", "manifest", "parameters"):
        schema = json.loads((pig / "schemas" / f"{name}.schema.json").read_text("utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        data = json.loads((pig / f"{name}.json").read_text("utf-8"))
        jsonschema.Draft202012Validator(schema).validate(data)
    manifest = json.loads((pig / "manifest.json").read_text("utf-8"))
    assert {*manifest["files"], "manifest.json"} == set(names(pig))
    evaluation = evaluate(files.example("pig_wizard"))
    assert manifest["figures"]["total_rtp"]["value"] == evaluation.total.value
    assert list(manifest["figures"]["parts"]) == list(evaluation.parts)


def test_names_are_safe_on_every_system(pig: Path) -> None:
    reserved = {"con", "prn", "aux", "nul"}
    for name in names(pig):
        assert re.fullmatch(r"[A-Za-z0-9_]+(/[A-Za-z0-9_]+)?(\.[a-z]+){1,2}", name), name
        assert not {part.split(".")[0].lower() for part in name.split("/")} & reserved
    lower = [name.lower() for name in names(pig)]
    assert len(set(lower)) == len(lower)
    assert all(b"\r" not in data for data in contents(pig).values())


def test_same_game_same_bytes(pig: Path, tmp_path: Path) -> None:
    export_package(files.example("pig_wizard"), tmp_path / "again", total=2**32)
    assert contents(tmp_path / "again") == contents(pig)


def test_one_bit_anywhere_is_caught_and_the_file_is_named(copy: Path) -> None:
    seeded = random.Random(20261130)
    for name in names(copy):
        good = (copy / name).read_bytes()
        places = {0, 8 * len(good) - 1, *(seeded.randrange(8 * len(good)) for _ in range(4))}
        for place in sorted(places):
            bad = bytearray(good)
            bad[place // 8] ^= 1 << place % 8
            (copy / name).write_bytes(bad)
            with pytest.raises(MathlibError, match=f"{re.escape(name)}: changed"):
                import_package(copy)
        (copy / name).write_bytes(good)
    assert import_package(copy).same_library


def test_every_byte_of_the_manifests_seal_counts(pig: Path) -> None:
    good = (pig / "manifest.json").read_bytes()
    assert read_manifest(good, "m")["package"] == "mathlib engine package"
    # Steps of five bits come to every byte.
    for place in range(8 * good.index(b'  "digest": "'), 8 * len(good), 5):
        bad = bytearray(good)
        bad[place // 8] ^= 1 << place % 8
        with pytest.raises(MathlibError, match=r"^m: changed"):
            read_manifest(bytes(bad), "m")


def test_missing_and_extra_files_are_named(copy: Path) -> None:
    (copy / "strips" / "base.csv").unlink()
    (copy / "tables.json").write_bytes(b"{}")
    (copy / "notes.txt").write_text("mine")
    with pytest.raises(MathlibError) as caught:
        import_package(copy)
    assert str(caught.value).splitlines()[1:] == [
        "  notes.txt: extra, not a file of the package",
        "  strips/base.csv: missing",
        f"  tables.json: changed (2 bytes instead of {tables_size(copy)})",
    ]
    (copy / "manifest.json").unlink()
    with pytest.raises(MathlibError, match=r"has no manifest\.json"):
        import_package(copy)
    with pytest.raises(MathlibError, match="no such folder"):
        import_package(copy / "nowhere")


def tables_size(folder: Path) -> int:
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    return int(manifest["files"]["tables.json"]["size"])


def test_links_and_empty_folders_are_no_package(copy: Path) -> None:
    (copy / "more").mkdir()
    with pytest.raises(MathlibError, match="an empty folder"):
        import_package(copy)
    (copy / "more").rmdir()
    (copy / "README.txt").rename(copy.parent / "README.txt")
    (copy / "README.txt").symlink_to(copy.parent / "README.txt")
    with pytest.raises(MathlibError, match=r"README\.txt: a link"):
        import_package(copy)


def last_digit(text: str) -> str:
    value = json.loads(text)["figures"]["total_rtp"]["value"]
    near = float(f"{value:.15g}")
    assert near != value
    return text.replace(repr(value), repr(near))


FORGERIES: dict[str, tuple[str, Callable[[str], str], str]] = {
    "a figure": (
        "evaluation.json",
        lambda t: re.sub(r'("hit_frequency": )0\.\d', r"\g<1>0.9", t, count=1),
        "evaluation.json: not what its tables give .*hit_frequency",
    ),
    "the last digit of a figure": (
        "evaluation.json",
        last_digit,
        "evaluation.json: not what its tables give .*total_rtp",
    ),
    "the text": (
        "README.txt",
        lambda t: t.replace("min(sum, 5500x)", "min(sum, 5501x)"),
        r"README\.txt: not what its tables give",
    ),
    "a weight, its sums": (
        "strips/mystic_money.csv",
        lambda t: t.replace("4,7,Q,1,8", "4,7,Q,2,9"),
        r"strips/mystic_money\.csv: cumulative weights or layout disagree",
    ),
    "a symbol": (
        "strips/base.csv",
        lambda t: t.replace("0,0,9,1,1", "0,0,A,1,1"),
        "disagree with themselves at parameters",
    ),
    "a look-up table": (
        "lookup/round.csv",
        lambda t: re.sub(r"moved between two", "moved between 2", t),
        r"lookup/round\.csv: not what its tables give",
    ),
    "the parameter file": (
        "parameters.json",
        lambda t: t.replace('"cap": 5500', '"cap": 5400'),
        r"parameters\.json is not the game that its tables describe",
    ),
}


@pytest.mark.parametrize("case", FORGERIES)
def test_forgery_with_new_digests_is_caught(copy: Path, case: str) -> None:
    name, change, message = FORGERIES[case]
    old = (copy / name).read_text("utf-8")
    (copy / name).write_text(change(old), "utf-8")
    assert (copy / name).read_text("utf-8") != old
    reseal(copy)
    with pytest.raises(MathlibError, match=message):
        import_package(copy)


def test_digest_that_was_printed_tells_packages_apart(copy: Path) -> None:
    reseal(copy)
    found = import_package(copy)
    assert import_package(copy, found.digest).words == found.words
    with pytest.raises(MathlibError, match=f"another package: its digest is {found.digest}"):
        import_package(copy, "0" * 64)


def other_library(monkeypatch: pytest.MonkeyPatch) -> None:
    known = export_check.library()
    monkeypatch.setattr(export_check, "library", lambda: {**known, "digest": "0" * 64})


def test_another_library_needs_figures_within_their_errors(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = copy / "evaluation.json"
    good = path.read_text("utf-8")
    path.write_text(last_digit(good), "utf-8")
    reseal(copy)
    assert import_package(copy, within_errors=True).same_library
    other_library(monkeypatch)
    found = import_package(copy)
    count = found.figures
    assert not found.same_library
    assert found.words[1] == (
        f"all {count} figures hold within their error bounds, {count - 1} of them to the last "
        "bit, evaluated by another version of the library"
    )
    value = json.loads(good)["figures"]["total_rtp"]["value"]
    path.write_text(good.replace(repr(value), repr(value + 1e-9)), "utf-8")
    reseal(copy)
    with pytest.raises(MathlibError, match=r"evaluation.json: total_rtp: does not hold"):
        import_package(copy)


def test_another_library_checks_the_look_up_table(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other_library(monkeypatch)
    path = copy / "lookup" / "round.csv"
    text = path.read_text("utf-8")
    rows = text.splitlines()
    # The cap's weight goes to a payout that does not exist, twice as high.
    rows[-1] = rows[-1].replace("cap,55000,5500.0", "cap,110000,11000.0")
    path.write_text("\n".join(rows) + "\n", "utf-8")
    reseal(copy)
    with pytest.raises(MathlibError, match=r"lookup/round\.csv: its total or its mean does not"):
        import_package(copy)


def test_form_that_no_export_writes_is_refused_in_words(copy: Path) -> None:
    (copy / "evaluation.json").write_text('{"parts": {}, "figures": []}', "utf-8")
    data = contents(copy)
    manifest = json.loads(data.pop("manifest.json"))
    del manifest["digest"]
    manifest["files"]["evaluation.json"] = {
        "sha256": hashlib.sha256(data["evaluation.json"]).hexdigest(),
        "size": len(data["evaluation.json"]),
    }
    digest = hashlib.sha256(files.canonical(manifest).encode()).hexdigest()
    text = files.canonical({**manifest, "digest": digest})
    (copy / "manifest.json").write_text(text, "utf-8")
    with pytest.raises(MathlibError, match="not what its tables give"):
        import_package(copy)
    with pytest.raises(MathlibError, match="not of the form that its schemas describe"):
        import_package(copy, within_errors=True)


def test_export_refuses_figures_that_the_written_integers_do_not_have(tmp_path: Path) -> None:
    game = files.example("pig_wizard")
    evaluation = evaluate(game)
    parts = {**evaluation.parts, "base lines": Figure(0.25)}
    with pytest.raises(MathlibError, match=r"not exported: .*differ in total_rtp: .*and written"):
        export_package(game, tmp_path / "p", dataclasses.replace(evaluation, parts=parts))
    other = game.model_copy(update={"cap": 54000})
    with pytest.raises(MathlibError, match=r"not exported: .*differ in digest"):
        export_package(other, tmp_path / "p", evaluation)
    assert not list(tmp_path.iterdir())


def test_what_stands_there_is_replaced_only_if_it_is_a_package(
    pig: Path, copy: Path, tmp_path: Path
) -> None:
    game = files.example("pig_wizard")
    with pytest.raises(MathlibError, match="is there already"):
        export_package(game, copy)
    export_package(game, copy, replace=True)
    assert "lookup/round.csv" not in names(copy)
    (copy / "mine.txt").write_text("mine")
    with pytest.raises(MathlibError, match=r"not as it was exported \(mine\.txt: extra"):
        export_package(game, copy, replace=True)
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.txt").write_text("mine")
    with pytest.raises(MathlibError, match="not replaced, as it is no package"):
        export_package(game, other, replace=True)
    assert (other / "mine.txt").read_text() == (copy / "mine.txt").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy", "other"]
    assert names(pig), "the package that was copied is as it was"


def test_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file")
    game = files.example("pig_wizard")
    with pytest.raises(MathlibError, match="cannot be written"):
        export_package(game, tmp_path / "file" / "package")


def test_import_does_not_write_over_another_file(copy: Path, tmp_path: Path) -> None:
    target = tmp_path / "mine.json"
    target.write_text("mine")
    done = run.invoke(app, ["import", str(copy), "-o", str(target)])
    assert (done.exit_code, target.read_text()) == (1, "mine")
    assert done.stderr == f"error: {target}: is there already, with something else; name another\n"


def test_lookup_command_says_what_it_wrote(tmp_path: Path, pig: Path) -> None:
    source = files.save(files.example("pig_wizard"), tmp_path / "pig.json")
    table = tmp_path / "table.csv"
    done = run.invoke(app, ["lookup", str(source), "-o", str(table), "--total", "2**32"])
    assert done.exit_code == 0, done.stderr
    assert table.read_bytes() == (pig / "lookup" / "round.csv").read_bytes()
    total, mean = lookup_mean(table.read_text("utf-8"))
    assert total == 2**32
    assert abs(float(mean) - evaluate(files.example("pig_wizard")).total.value) < 1e-9
    assert f"mean of this table {float(mean)!r}; they differ by" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--total", "1000"], "the total 1000 is no power of 2"),
        (["--total", "many"], "the total 'many' is no power of 2; write it as 2**32"),
        (["--total", "2**20"], "a total of 2**20 is too small: the payout of 5500x"),
        (["--total", "2**50"], "a total of 2**50 is too large"),
        (["--law", "JM"], "JM: no such law; this game has round"),
    ],
)
def test_lookup_that_cannot_be_is_refused(
    tmp_path: Path, arguments: list[str], message: str
) -> None:
    source = files.save(files.example("pig_wizard"), tmp_path / "pig.json")
    table = tmp_path / "table.csv"
    done = run.invoke(app, ["lookup", str(source), "-o", str(table), *arguments])
    assert done.exit_code == 1
    assert done.stderr.startswith(f"error: {message}")
    assert not table.exists()


@pytest.mark.parametrize("kind", files.KINDS)
def test_package_holds_on_another_clone_in_a_clean_environment(kind: str, tmp_path: Path) -> None:
    """Its own copy of the library, home and folder, and no variables of this process."""
    export_package(files.example(kind), tmp_path / "package")
    # With its compiled kernels: compiling them again takes a minute and computes the same.
    shutil.copytree(ROOT / "mathlib", tmp_path / "clone" / "mathlib")
    home = tmp_path / "home"
    home.mkdir()
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); from mathlib.run import cli; "
    code += "print(cli.__file__); cli.main()"
    arguments = ["import", str(tmp_path / "package"), "-o", "back.json"]
    found = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", code, str(tmp_path / "clone"), *arguments],
        cwd=home,
        env={"HOME": str(home), "PATH": os.defpath},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith(str(tmp_path / "clone"))
    count = len(summary(evaluate(files.example(kind)))["figures"])
    # In the second wording when the working tree changed while this test ran.
    same = f"all {count} figures hold to the last bit", f"{count} of them to the last bit"
    assert any(words in found.stdout for words in same), found.stdout
    assert (home / "back.json").read_text("utf-8") == files.dumps(files.example(kind))


def test_package_of_a_game_is_made_without_a_folder() -> None:
    game = files.example("pig_wizard")
    made = package(game, evaluate(game))
    assert list(made)[-1] == "manifest.json"
    assert made["parameters.json"] == files.dumps(game).encode()
