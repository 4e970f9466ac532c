"""Parameter files: what is saved is what was loaded, byte for byte, or nothing is written."""

import hashlib
import json
import os
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from mathlib.core.errors import MathlibError, ParameterError
from mathlib.game import files
from mathlib.game.orb_respins import OrbRespins
from mathlib.game.pig_wizard import PigWizard
from mathlib.game.schemas import write_schemas
from tests.game.edits import edited

SHIPPED = Path(__file__).parents[2] / "params"
kinds = pytest.mark.parametrize("kind", files.KINDS)


def stored(kind: str) -> bytes:
    return resources.files("mathlib.game").joinpath("examples", f"{kind}.json").read_bytes()


@kinds
def test_load_and_save_is_the_identity(kind: str, tmp_path: Path) -> None:
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    first.write_bytes(stored(kind))
    files.save(files.load(first), second)
    assert second.read_bytes() == stored(kind)


@kinds
def test_canonical_form_does_not_depend_on_how_the_file_was_typed(kind: str) -> None:
    data = json.loads(stored(kind))
    turned = {key: data[key] for key in reversed(data)}
    for text in (json.dumps(data), json.dumps(turned, indent=1), json.dumps(data) + "\n\n"):
        assert files.dumps(files.loads(text)).encode() == stored(kind)


@kinds
def test_digest_is_that_of_the_stored_bytes(kind: str) -> None:
    game = files.example(kind)
    assert files.digest(game) == hashlib.sha256(stored(kind)).hexdigest()
    assert files.digest(files.parse(edited(kind, ("identification/version", "1.1")))) != (
        files.digest(game)
    )


def test_no_cap_survives() -> None:
    game = files.parse(edited("pig_wizard", ("cap", None)))
    assert isinstance(game, PigWizard)
    assert game.cap is None
    text = files.dumps(game)
    assert '  "cap": null,\n' in text
    assert files.loads(text) == game
    assert files.dumps(files.loads(text)) == text


def test_long_strips_are_wrapped_and_survive() -> None:
    # Strips that ship have 60 to 110 stops: several rows of text each.
    strip = {"symbols": ["A", "10", "chest", "cash", "Q"] * 20, "weights": [7, 80, 900, 1, 20] * 20}
    game = files.parse(edited("pig_wizard", ("strips/1", strip)))
    text = files.dumps(game)
    assert max(map(len, text.splitlines())) <= 100
    assert json.loads(text)["strips"][1] == strip
    assert files.dumps(files.loads(text)) == text


@kinds
def test_only_a_meaningful_null_is_saved(kind: str) -> None:
    text = files.dumps(
        files.parse(edited(kind, ("aims", [{"quantity": "q", "text": "t", "at_most": 1}])))
    )
    assert '{"quantity": "q", "text": "t", "at_most": 1}' in text
    assert "null" not in text


def test_every_amount_on_the_lattice_survives() -> None:
    # Known answer K21: 0.1x to 40,000x in steps of 0.1x, as keys and as plain numbers.
    tenths = range(1, 400_001)
    table = {f"{t // 10}.{t % 10}" if t % 10 else f"{t // 10}": t for t in tenths}
    game = files.loads(json.dumps(edited("orb_respins", ("respins/money", table))))
    assert isinstance(game, OrbRespins)
    assert list(game.respins.money.items()) == [(t, t) for t in tenths]
    assert json.loads(files.dumps(game))["respins"]["money"] == table


@pytest.mark.parametrize("tenths", [1, 3, 7, 55_003, 399_999, 400_000])
def test_a_plain_amount_survives(tenths: int) -> None:
    game = files.loads(json.dumps(edited("pig_wizard", ("cap", tenths / 10))))
    assert isinstance(game, PigWizard)
    assert game.cap == tenths
    assert files.loads(files.dumps(game)) == game


@pytest.mark.parametrize(
    ("text", "path", "words"),
    [
        ('{"kind": "pig_wizard", "cap": 1, "cap": 2}', "cap", "each key once"),
        ('{"a": {"0.5": 1, "0.5": 2}}', "0.5", "each key once"),
        ('{"kind": "pig_wizard", "cap": NaN}', "(a number)", "a finite number"),
        ('{"kind": "pig_wizard", "cap": -Infinity}', "(a number)", "a finite number"),
        ('{"kind": "pig_wizard",\n "cap": }', "line 2, column 9", "JSON"),
        ("", "line 1, column 1", "JSON"),
        ("[]", "kind", "one of orb_respins, pig_wizard"),
        ('{"kind": 3}', "kind", "one of orb_respins, pig_wizard"),
        ('{"kind": "poker"}', "kind", "one of orb_respins, pig_wizard"),
        ('{"a": ' + "9" * 5000 + "}", "", "a parameter file"),
        ('{"a": 1e99999999999999999999}', "", "a parameter file"),
        ("[" * 100_000, "", "a parameter file"),
    ],
    ids=lambda value: f"{value:.24}",
)
def test_text_that_is_no_parameter_file(text: str, path: str, words: str) -> None:
    with pytest.raises(ParameterError) as caught:
        files.loads(text, "game.json")
    (problem,) = caught.value.problems
    assert problem.path == path
    assert words in problem.expected
    assert str(caught.value).startswith("game.json: 1 problem\n")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(MathlibError, match="no such file; check the name"):
        files.load(tmp_path / "none.json")
    with pytest.raises(MathlibError, match="cannot be read"):
        files.load(tmp_path)
    (tmp_path / "latin.json").write_bytes(b'{"kind": "\xe9"}')
    with pytest.raises(MathlibError, match="not UTF-8 text"):
        files.load(tmp_path / "latin.json")


@pytest.mark.parametrize("step", ["replace", "fdopen"])
def test_a_failed_save_leaves_the_old_file(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    path.write_text("old")

    def fails(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, fails)
    with pytest.raises(MathlibError, match=r"game\.json: cannot be written \(No space left"):
        files.save(files.example("pig_wizard"), path)
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_save_makes_the_folder_and_replaces_the_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "game.json"
    for kind in files.KINDS:
        assert files.save(files.example(kind), path) == path
        assert path.read_bytes() == stored(kind)
    assert [file.name for file in path.parent.iterdir()] == ["game.json"]


@kinds
def test_schema_files_are_fresh(kind: str, tmp_path: Path) -> None:
    write_schemas(tmp_path)
    name = f"{kind}.schema.json"
    assert (SHIPPED / "schema" / name).read_text() == (tmp_path / name).read_text()


@kinds
def test_schema_accepts_the_example(kind: str) -> None:
    schema = json.loads((SHIPPED / "schema" / f"{kind}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(json.loads(stored(kind)))


@pytest.mark.parametrize(
    ("kind", "change", "value", "path"),
    [
        ("orb_respins", "colour", 1, []),
        ("orb_respins", "cap", None, ["cap"]),
        ("orb_respins", "rows", 0, ["rows"]),
        ("orb_respins", "respins/money/0.25", 1, ["respins", "money"]),
        ("orb_respins", "respins/money/0.3", 1.5, ["respins", "money", "0.3"]),
        ("pig_wizard", "cap", 0, ["cap"]),
        ("pig_wizard", "centre", [1], ["centre"]),
        ("pig_wizard", "locked/grow", 1, ["locked"]),
        ("pig_wizard", "wizard_spins/retrigger/two", 1, ["wizard_spins", "retrigger"]),
        ("pig_wizard", "strips/0/symbols/0", 9, ["strips", 0, "symbols", 0]),
    ],
)
def test_schema_refuses_what_it_can(kind: str, change: str, value: Any, path: list[Any]) -> None:
    errors = list(
        jsonschema.Draft202012Validator(files.schema(kind)).iter_errors(
            edited(kind, (change, value))
        )
    )
    assert [list(error.absolute_path) for error in errors] == [path]


def test_schema_allows_no_cap() -> None:
    validator = jsonschema.Draft202012Validator(files.schema("pig_wizard"))
    validator.validate(edited("pig_wizard", ("cap", None)))
