"""Game history: complete, documented, and the same rounds that replay and simulation play."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from mathlib.core.errors import MathlibError
from mathlib.game import files
from mathlib.play import history
from mathlib.play.finder import find_rounds, run_wins, wishes
from mathlib.play.history import write_history
from mathlib.play.history_fields import field_texts
from mathlib.play.players import player
from mathlib.play.replay import replay, replays
from mathlib.play.streams import BLOCK
from tests.play import orb_games, pig_games

GAMES = {"orb_respins": orb_games.forced(), "pig_wizard": pig_games.forced()}


def paths(value, begin=""):
    """Yield every path of a line of the history with what stands there."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths(item, f"{begin}.{key}" if begin else key)
    elif isinstance(value, list):
        if not value or not isinstance(value[0], dict):
            yield begin, value
        for item in value:
            if isinstance(item, dict):
                yield from paths(item, begin)
    else:
        yield begin, value


def written(game, count, folder):
    path = write_history(game, 5, BLOCK - 20, count, folder / "rounds.jsonl")
    assert [found.name for found in folder.iterdir()] == ["rounds.jsonl"]
    head, *rounds = map(json.loads, path.read_text("utf-8").splitlines())
    return head, rounds


@pytest.mark.parametrize("kind", GAMES)
def test_every_field_is_documented_and_comes(kind, tmp_path):
    head, rounds = written(GAMES[kind], 300, tmp_path)
    texts = field_texts(kind)
    assert head["fields"] == texts
    found = {}
    for one in rounds:
        for path, value in paths(one):
            if value is not None:
                found.setdefault(path, []).append(value)
    own = {"digest", "seed", "number"}
    parts = {path for path in found if path.startswith("parts.")}
    leaves = {path for path in texts if not any(other.startswith(f"{path}.") for other in texts)}
    # A list of records that is empty stands at its own path; all others are leaves.
    assert leaves <= set(found) | {"parts"}
    assert set(found) <= set(texts) | own | parts
    for path, values in found.items():
        amount = texts.get(path.split(".")[0] if path in parts else path, "").startswith("x: ")
        flat = [one for value in values for one in (value if isinstance(value, list) else [value])]
        numbers = [one for one in flat if type(one) in (int, float)]
        assert all((type(one) is float) == amount for one in numbers), path
        assert all(f"{one:.1f}" == repr(one) for one in numbers if amount and one < 1e15), path


@pytest.mark.parametrize("kind", GAMES)
def test_rounds_are_those_of_replay_and_of_the_kernel(kind, tmp_path):
    game = GAMES[kind]
    head, rounds = written(game, 40, tmp_path)
    assert (head["digest"], head["seed"], head["first"]) == (files.digest(game), 5, BLOCK - 20)
    assert head["rounds"] == len(rounds) == 40
    wins = run_wins(player(game), 5, BLOCK - 20, 40).tolist()
    for number, (one, win) in enumerate(zip(rounds, wins, strict=True), BLOCK - 20):
        assert one["number"] == number
        assert one["seed"] == 5
        assert one["digest"] == files.digest(game)
        assert one["total"] == win / 10
        record = replay(game, 5, number).record
        assert one["stops"] == list(record.stops)
        assert [win["pay"] for win in one["line_wins"]] == [w.pay / 10 for w in record.line_wins]


def test_line_win_and_respins_total_stand_apart(tmp_path):
    _, rounds = written(GAMES["orb_respins"], 300, tmp_path)
    with_respins = [one for one in rounds if one["respins"]]
    assert len(with_respins) > 50
    for one in rounds:
        tenths = {name: round(10 * one[name]) for name in ("line_win", "respin_win", "capped")}
        paid = tenths["line_win"] + tenths["respin_win"] - tenths["capped"]
        assert round(10 * one["total"]) == paid
        assert one["respin_win"] == (one["respins"]["win"] if one["respins"] else 0)
    assert any(one["line_win"] and one["respin_win"] for one in rounds)


def test_a_file_is_whole_or_not_there(tmp_path, monkeypatch):
    path = tmp_path / "rounds.jsonl"
    path.write_text("older\n")
    whole = history.history_round

    def failing(played):
        if played.number == 7:
            raise KeyboardInterrupt
        return whole(played)

    monkeypatch.setattr(history, "history_round", failing)
    with pytest.raises(KeyboardInterrupt):
        write_history(GAMES["orb_respins"], 1, 0, 20, path)
    assert path.read_text() == "older\n"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("seed", "first", "count", "words"),
    [(1, 0, 0, "history of 0 rounds"), (1, -1, 5, "numbered from 0"), (-1, 0, 5, "negative")],
)
def test_refusals(seed, first, count, words, tmp_path):
    with pytest.raises(MathlibError, match=words):
        write_history(GAMES["orb_respins"], seed, first, count, tmp_path / "rounds.jsonl")
    assert not list(tmp_path.iterdir())


def happens(game, wanted, record):
    """Whether a record shows what was wanted, read from the record alone."""
    respins = getattr(record, "respins", None)
    if wanted == "respins":
        return respins is not None
    if wanted == "full_board":
        return respins is not None and respins.full
    if wanted == "cap":
        return record.capped > 0
    if wanted in ("wizard_spins", "mystic_money"):
        return getattr(record, wanted) is not None
    if wanted == "cash_lock":
        return record.modifier == "none" and any(one.awarded for one in record.locked)
    if wanted in ("cash_add", "line_win"):
        return record.modifier == wanted
    if wanted == "wizard":
        return record.wizard
    if wanted.startswith("win"):
        return record.total >= 10 * float(wanted[5:])
    if wanted in game.respins.jackpots.names:
        # A full board pays its award instead of jackpots.
        reveals = [one for respin in respins.respins for one in respin.reveals] if respins else []
        won = any(one.name == wanted and one.prize for one in reveals)
        return won and not respins.full
    return record.trigger == wanted


@pytest.mark.parametrize("kind", GAMES)
def test_the_finder_finds_all_and_nothing_else(kind):
    game, first, rounds = GAMES[kind], BLOCK - 150, 300
    records = [played.record for played in islice(replays(game, 5, first), rounds)]
    seen = 0
    for wanted in [*wishes(game), "win>=1", "win>=2.5", "win>=30"]:
        expected = [n for n, one in enumerate(records, first) if happens(game, wanted, one)]
        found = find_rounds(game, 5, wanted, limit=rounds, first=first, within=rounds)
        assert list(found) == expected, wanted
        assert find_rounds(game, 5, wanted, 2, first, rounds) == found[:2]
        seen += bool(expected)
    assert seen >= 8


def test_the_finder_looks_across_blocks_and_gives_up():
    game = files.example("orb_respins")
    numbers = find_rounds(game, 3, "JMC", limit=3)
    assert len(numbers) == 3
    assert all(replay(game, 3, number).record.trigger == "JMC" for number in numbers)
    assert find_rounds(game, 3, "JMC", first=numbers[0] + 1) == numbers[1:2]
    assert find_rounds(game, 3, "full_board", within=2_000) == ()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("wizard_spins",), "not known; ask for respins"),
        (("win>=-1",), "as in win>=100"),
        (("respins", 0), "limit 0"),
        (("respins", 1, -5), "first round -5"),
    ],
)
def test_wishes_that_are_refused(arguments, words):
    with pytest.raises(MathlibError, match=words):
        find_rounds(files.example("orb_respins"), 1, *arguments)
