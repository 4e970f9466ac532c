"""A game's tables for an engine: nothing is lost, nothing that is derived may disagree."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from pydantic import BaseModel

from mathlib.core.errors import MathlibError
from mathlib.core.weights import WeightTable
from mathlib.game import files
from mathlib.game.files import Game
from mathlib.game.package import Tables, amount_data, amount_of, tables_of
from mathlib.game.package_read import game_of
from mathlib.game.package_schema import tables_schema

PARAMS = Path(__file__).parents[2] / "params"
GAMES: dict[str, Callable[[], Game]] = {
    **{f"example {kind}": lambda kind=kind: files.example(kind) for kind in files.KINDS},
    **{path.stem: lambda path=path: files.load(path) for path in sorted(PARAMS.glob("*.json"))},
}
LARGEST = 400_000
"""40,000x in tenths, as the known answer on exported amounts has it."""


def through_text(tables: Tables) -> Tables:
    """Write and read, as a package does."""
    return Tables(json.loads(files.canonical(tables.document)), tables.strips)


@pytest.mark.parametrize("name", GAMES)
def test_game_survives(name: str) -> None:
    game = GAMES[name]()
    tables = through_text(tables_of(game))
    assert files.dumps(game_of(tables)) == files.dumps(game)
    jsonschema.Draft202012Validator(tables_schema()).validate(tables.document)


def weight_tables(value: Any) -> Iterator[WeightTable[Any]]:
    if isinstance(value, WeightTable):
        yield value
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from weight_tables(getattr(value, name))
    elif isinstance(value, dict):
        for item in value.values():
            yield from weight_tables(item)
    elif isinstance(value, tuple):
        for item in value:
            yield from weight_tables(item)


@pytest.mark.parametrize("kind", files.KINDS)
def test_every_weight_table_is_taken_with_running_sums(kind: str) -> None:
    game = files.example(kind)
    tables = tables_of(game).document["tables"]
    models = list(weight_tables(game))
    taken = [table for name, table in tables.items() if name != "respins.jackpots.names"]
    assert len(models) == len(taken) > 10
    assert sorted([list(model.values()) for model in models]) == sorted(
        [[row["weight"] for row in table["rows"]] for table in taken]
    )
    for table in tables.values():
        total = 0
        for row in table["rows"]:
            total += row["weight"]
            assert row["cumulative"] == total
        assert table["total"] == total


def test_no_amount_is_left_as_a_plain_fraction() -> None:
    def fractions(value: Any, path: str) -> Iterator[str]:
        if isinstance(value, float):
            yield path
        elif isinstance(value, dict):
            for key, item in value.items():
                yield from fractions(item, f"{path}.{key}")
        elif isinstance(value, list):
            for i, item in enumerate(value):
                yield from fractions(item, f"{path}.{i}")

    for kind in files.KINDS:
        found = list(fractions(tables_of(files.example(kind)).document, ""))
        assert all(path.startswith(".rules.aims.") for path in found), found


def test_k21_every_amount_up_to_40000x_survives() -> None:
    """Known answer: every amount on the 0.1x lattice up to 40,000x survives exactly."""
    for amount in range(LARGEST + 1):
        data = amount_data(amount)
        assert data["text"] == f"{amount // 10}.{amount % 10}"
        assert amount_of(data) == amount
    game = files.example("orb_respins")
    money = WeightTable({amount: 1 + amount % 7 for amount in range(1, LARGEST + 1)})
    game = game.model_copy(update={"respins": game.respins.model_copy(update={"money": money})})
    tables = tables_of(game)
    back = game_of(Tables(json.loads(json.dumps(tables.document)), tables.strips))
    assert back.respins.money == money


def spoil(tables: Tables, change: Callable[[dict[str, Any]], None]) -> Tables:
    document = copy.deepcopy(tables.document)
    change(document)
    return Tables(document, dict(tables.strips))


CHANGES: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "running sum": (
        lambda d: d["tables"]["trigger.J"]["rows"][0].update(cumulative=199),
        "disagree with themselves at tables.trigger.J.rows.0.cumulative",
    ),
    "total": (
        lambda d: d["tables"]["respins.money"].update(total=101),
        "disagree with themselves at tables.respins.money.total",
    ),
    "text of an amount": (
        lambda d: d["tables"]["respins.money"]["rows"][1].update(text="1.3"),
        "'1.3' is not 12 tenths",
    ),
    "pay in tenths": (
        lambda d: d["pays"][0].update(tenths=41),
        "disagree with themselves at pays.0.tenths",
    ),
    "an outcome twice": (
        lambda d: d["tables"]["respins.money"]["rows"].append(
            {"tenths": 3, "text": "0.3", "weight": 60, "cumulative": 160}
        ),
        "disagree with themselves at tables.respins.money",
    ),
    "a weight of 0": (
        lambda d: d["tables"]["trigger.J"]["rows"][1].update(weight=0, cumulative=200),
        "the game rebuilt from the tables: 1 problem",
    ),
    "a table too many": (
        lambda d: d["tables"].update(more=d["tables"]["trigger.J"]),
        "disagree with themselves at tables",
    ),
    "no table": (lambda d: d["tables"].pop("trigger.J"), "cannot be read: KeyError 'trigger.J'"),
    "another digest": (
        lambda d: d.update(parameters="0" * 64),
        "disagree with themselves at parameters",
    ),
    "stops of a reel": (
        lambda d: d["rules"]["strips"]["reels"][0].update(stops=11),
        "disagree with themselves at rules.strips.reels.0.stops",
    ),
}


@pytest.mark.parametrize("case", CHANGES)
def test_tables_that_disagree_with_themselves_are_refused(case: str) -> None:
    change, message = CHANGES[case]
    with pytest.raises(MathlibError, match="(?s)" + message.replace(".", r"\.")):
        game_of(spoil(tables_of(files.example("orb_respins")), change))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("0,1,book,1,2\n", "0,1,book,1,3\n", "strips/base.csv: cumulative weights or layout"),
        ("0,1,book,1,2\n", "0,2,book,1,2\n", "position 2 of reel 0 is out of order"),
        ("reel,position", "position,reel", "a strip file has the columns"),
        ("0,1,book,1,2\n", "0,1,book,x,2\n", "invalid literal for int"),
    ],
)
def test_strip_file_is_read_strictly(old: str, new: str, message: str) -> None:
    tables = tables_of(files.example("orb_respins"))
    text = tables.strips["strips/base.csv"]
    assert text.count(old) == 1
    with pytest.raises(MathlibError, match=message):
        game_of(Tables(tables.document, {"strips/base.csv": text.replace(old, new)}))


def test_symbols_with_commas_and_explicit_equal_weights_survive() -> None:
    text = files.dumps(files.example("orb_respins")).replace('"A"', '"A, \\"ace\\"\\n"')
    data = json.loads(text)
    data["strips"][0]["weights"] = [1] * len(data["strips"][0]["symbols"])
    game = files.parse(data)
    assert files.dumps(game_of(through_text(tables_of(game)))) == files.dumps(game)


def test_total_that_doubles_cannot_hold_is_refused() -> None:
    data = files.dump(files.example("orb_respins"))
    data["trigger"]["J"] = {"none": 2**53, "J": 1}
    with pytest.raises(MathlibError, match=r"trigger.J: its weights add up to 9007199254740993"):
        tables_of(files.parse(data))
