"""Changed cells of two parameter files: their words, and that each can be made and undone alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mathlib.core.errors import MathlibError, ParameterError
from mathlib.game import files
from mathlib.game.change_places import ABSENT, PLACES, at, pattern
from mathlib.game.changes import apply_change, apply_changes, changes
from tests.game.edits import GONE, edited

KINDS = ("orb_respins", "pig_wizard")
A_BAND = {"up_to": 5, "weights": {"blank": 9, "money": 1}}

SAID: list[tuple[str, list[tuple[str, Any]], list[str]]] = [
    (
        "orb_respins",
        [("paytable/owl/2", 25), ("cap", 50000), ("respins/counter", 4), ("rows", 4)],
        [
            "win cap: 40000x -> 50000x",
            "rows of the window: 3 -> 4",
            "paytable, owl, 3 of a kind: 20 -> 25 line bets",
            "Respins, counter: 3 -> 4",
        ],
    ),
    (
        "orb_respins",
        [("trigger/JM/JM", 3), ("trigger/JM/none", 199)],
        [
            "trigger, JM in view, none: 200 -> 199 of 210",
            "trigger, JM in view, JM: 2 -> 3 of 210",
        ],
    ),
    (
        "orb_respins",
        [("trigger/JM/JM", 3)],
        ["trigger, JM in view, JM: 2 of 210 -> 3 of 211"],
    ),
    (
        "orb_respins",
        [("respins/sets/M/bands/1/weights/red", 16), ("respins/sets/M/bands/1/weights/blank", 964)],
        [
            "Respins M, up to 8 Money, blank: 965 -> 964 of 1000",
            "Respins M, up to 8 Money, red: 15 -> 16 of 1000",
        ],
    ),
    (
        "orb_respins",
        [("respins/sets/M/bands/0/up_to", 4), ("respins/sets/M/start/1", 2)],
        ["Respins M, start, 1 Money: 3 of 4 -> 2 of 3", "Respins M, band 1, up to: 3 -> 4 Money"],
    ),
    (
        "orb_respins",
        [("respins/sets/C/bands", [A_BAND, {**A_BAND, "up_to": 7}, {**A_BAND, "up_to": 8}])],
        [
            "Respins C, bands: 2 -> 3; taken out: up to 3 Money; up to 8 Money; "
            "added: up to 5 Money; up to 7 Money; up to 8 Money"
        ],
    ),
    (
        "orb_respins",
        [
            ("respins/money/25", GONE),
            ("respins/money/0.4", 1),
            ("respins/charge/target", "repick"),
            ("respins/multiply/multipliers/5", 19),
            ("respins/multiply/limit", 3),
            ("respins/jackpots/names/mini/prize", 12.6),
            ("respins/jackpots/names/grand", GONE),
            ("respins/jackpots/names/super", {"prize": 9, "weight": 1}),
        ],
        [
            "Money, values, 25x: taken out, was 1 of 100",
            "Money, values, 0.4x: added, 1 of 100",
            "Charge, target: pick -> repick",
            "Multiply, limit: 4 -> 3",
            "Multiply, multipliers, times 5: 18 of 100 -> 19 of 101",
            "Jackpots, grand: taken out, was prize 1875x, weight 1",
            "Jackpots, mini, prize: 12.5x -> 12.6x",
            "Jackpots, super: added, prize 9x, weight 1",
        ],
    ),
    (
        "orb_respins",
        [("respins/jackpots/names/mini/weight", 61)],
        ["Jackpots, mini, weight: 60 of 100 -> 61 of 101"],
    ),
    ("orb_respins", [("strips/2/symbols/9", "owl")], ["reel 3, stop 10: A -> owl"]),
    ("orb_respins", [("strips/2/weights/4", 3)], ["reel 3, stop 5, weight: 2 of 15 -> 3 of 16"]),
    (
        "orb_respins",
        [("strips/0/weights", [2, 1, 1, 1, 3, 1, 1, 1, 1, 1])],
        ["reel 1: stop weights given; weight owl 1 -> 3, A 3 -> 4 of 10 -> 13"],
    ),
    (
        "orb_respins",
        [("strips/2/weights", GONE)],
        ["reel 3: stop weights left out, 1 each; weight A 5 -> 4, book 4 -> 3, owl 2 -> 1"
         " of 15 -> 12"],
    ),
    (  # Moved by one stop and one A become an owl: told in sums.
        "orb_respins",
        [("strips/0/symbols",
          ["book", "A", "book", "golden", "owl", "owl", "red", "book", "A", "blue"])],
        ["reel 1: owl 1 -> 2 stops, A 3 -> 2; order changed"],
    ),
    (
        "orb_respins",
        [("strips/0/symbols",
          ["A", "book", "golden", "A", "owl", "red", "owl", "book", "A", "blue", "book"])],
        ["reel 1: owl 1 -> 2 stops; 10 -> 11 stops in all"],
    ),
    (
        "orb_respins",
        [("strips/0/symbols",
          ["book", "A", "A", "golden", "red", "owl", "book", "A", "book", "blue"])],
        ["reel 1: order of the stops changed"],
    ),
    ("orb_respins", [("lines/3", [0, 1, 0])], ["lines, line 4: 1 2 3 -> 1 2 1"]),
    (
        "orb_respins",
        [("lines", [[1, 1, 1], [0, 0, 0], [2, 2, 2], [2, 1, 0]]), ("paytable/A/2", 6)],
        [
            "paytable, A, 3 of a kind: 5 -> 6 line bets",
            "lines: 5 -> 4; taken out: 1 2 3",
        ],
    ),
    (
        "orb_respins",
        [
            ("identification/version", "1.1"),
            ("identification/revisions/1", {"version": "1.1", "date": "2026-12-01", "note": "Up."}),
            ("aims/0/at_least", 0.6),
            ("aims/0/at_most", GONE),
            ("stakes_pence", [10, 50, 100]),
        ],
        [
            "identification, version: 1.0 -> 1.1",
            "identification, revisions: 1 -> 2; added: 1.1 of 2026-12-01 (Up.)",
            "aims, total RTP, at most: taken out, was 1",
            "aims, total RTP, at least: 0.5 -> 0.6",
            "stakes: 2 -> 3; added: 50",
        ],
    ),
    (
        "pig_wizard",
        [
            ("cap", None),
            ("centre", [2, 0]),
            ("pig_wizard/land", 2),
            ("locked/mystic_money", 26),
            ("locked/0.5", 399),
            ("crystal_balls/left/wizard_spins", 3),
            ("modifiers/line_win/at_least", 2),
            ("mystic_money/strips/0/symbols/1", "A"),
            ("wizard_spins/retrigger/one", GONE),
        ],
        [
            "win cap: 5500x -> none",
            "centre cell: reel 3, row 2 -> reel 3, row 1",
            "Pig Wizard, land: 1 of 12 -> 2 of 13",
            "locked symbol, 0.5x: 400 -> 399 of 1000",
            "locked symbol, mystic money: 25 -> 26 of 1000",
            "crystal balls, left ball, wizard spins: added, 3 of 103",
            "Line win, at least: 1x -> 2x",
            "Mystic Money, reel 1, stop 2: cash -> A",
            "Wizard Spins, retrigger, one: taken out, was 3 of 100",
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "edits", "words"), SAID)
def test_words(kind: str, edits: list[tuple[str, Any]], words: list[str]) -> None:
    before = files.example(kind)
    after = files.parse(edited(kind, *edits))
    found = changes(before, after)
    assert [str(change) for change in found] == words
    assert apply_changes(before, found) == after
    back = changes(after, before)
    assert {change.reversed.words for change in back if not _named_by_file(change)} == {
        change.words for change in found if not _named_by_file(change)
    }


def _named_by_file(change: Any) -> bool:
    """A band is called by its limit, and a list's place is told from the first file."""
    return "up_to" in change.path


def test_same_game_has_no_changes() -> None:
    for kind in KINDS:
        assert changes(files.example(kind), files.example(kind)) == ()


def test_kinds_are_not_mixed() -> None:
    with pytest.raises(MathlibError, match="compare two files of one kind"):
        changes(files.example("orb_respins"), files.example("pig_wizard"))


def test_order_of_outcomes_is_a_change_of_its_own() -> None:
    game = files.example("orb_respins")
    table = {"J": 4, "none": 200, "M": 4, "JM": 3}
    other = files.parse(edited("orb_respins", ("trigger/JM", table)))
    first, second = changes(game, other)
    assert str(first) == "trigger, JM in view: order none, J, M, JM -> J, none, M, JM"
    assert str(second) == "trigger, JM in view, JM: 2 of 210 -> 3 of 211"
    assert list(apply_change(game, first).trigger["JM"].items()) == [
        ("J", 4), ("none", 200), ("M", 4), ("JM", 2),
    ]  # fmt: skip
    assert apply_change(other, second.reversed) == apply_change(game, first)


def test_change_that_does_not_start_here_is_refused() -> None:
    game = files.example("orb_respins")
    other = files.parse(edited("orb_respins", ("cap", 50000)))
    third = files.parse(edited("orb_respins", ("cap", 60000)))
    (change,) = changes(game, other)
    with pytest.raises(MathlibError, match="win cap: found 60000x, so the change"):
        apply_change(third, change)


def test_change_that_is_invalid_alone_is_refused_in_words() -> None:
    game = files.example("orb_respins")
    lines = [[1, 1, 1], [2, 2, 2], [0, 0, 0], [0, 1, 2], [2, 1, 0]]
    found = changes(game, files.parse(edited("orb_respins", ("lines", lines))))
    assert [change.path for change in found] == [("lines", 1), ("lines", 2)]
    with pytest.raises(ParameterError, match="every line once"):
        apply_change(game, found[0])


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    below = value.items() if isinstance(value, dict) else enumerate(value)
    out = []
    for key, item in below:
        here = (*path, key)
        whole = here[0] == "lines" or key in ("centre", "stakes_pence", "revisions")
        if isinstance(item, dict) or (isinstance(item, list) and not (whole and len(here) > 1)):
            out += [here] if key in ("centre", "stakes_pence") else _leaves(item, here)
        else:
            out.append(here)
    return out


@pytest.mark.parametrize("kind", KINDS)
def test_every_place_of_a_file_has_words(kind: str) -> None:
    document = files.dump(files.example(kind))
    unnamed = {
        ".".join(map(str, path))
        for path in _leaves(document)
        if path[0] not in ("kind", "format", "identification") and not pattern(path, PLACES)
    }
    assert not unnamed


def _shaken(document: dict[str, Any], rng: random.Random) -> None:
    """Move weights, pays and stops; take outcomes out, put them in, and change their order."""
    for path in rng.sample(_leaves(document), 12):
        home, key = at(document, path[:-1]), path[-1]
        if home is ABSENT or at(document, path) is ABSENT:
            continue
        if isinstance(key, int) and path[-2] == "symbols":
            home[key] = rng.choice([s for s in home if s not in ("wild", "cash")])
        elif (
            isinstance(home, dict) and all(type(n) is int for n in home.values()) and len(home) > 1
        ):
            keys = list(home)
            action = rng.randrange(4)
            if action == 0 and key not in ("none", "blank"):
                del home[key]
            elif action == 1:
                rng.shuffle(keys)
                items = [(k, home[k]) for k in keys]
                home.clear()
                home.update(items)
            elif action == 2 and path[-2] in ("money", "cash", "values"):
                items = list(home.items())
                items.insert(rng.randrange(len(items) + 1), (f"{rng.randrange(101, 200)}", 2))
                home.clear()
                home.update(items)
            else:
                home[key] += rng.randrange(1, 5)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(40))
def test_changes_make_the_second_file_and_unmake_it(kind: str, seed: int) -> None:
    before = files.example(kind)
    document = files.dump(before)
    _shaken(document, random.Random(seed))
    try:
        after = files.parse(document)
    except ParameterError:
        # Not every shaken file is a game; most are, which the next test counts.
        return
    found = changes(before, after)
    assert bool(found) == (files.dumps(before) != files.dumps(after))
    assert files.dumps(apply_changes(before, found)) == files.dumps(after)
    undone = apply_changes(after, [change.reversed for change in reversed(found)])
    assert files.dumps(undone) == files.dumps(before)


@pytest.mark.parametrize("kind", KINDS)
def test_most_shaken_files_are_games(kind: str) -> None:
    good = 0
    for seed in range(40):
        document = files.dump(files.example(kind))
        _shaken(document, random.Random(seed))
        try:
            good += bool(changes(files.example(kind), files.parse(document)))
        except ParameterError:
            continue
    assert good >= 25
