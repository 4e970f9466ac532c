"""The kernel of Orb Respins and its plain twin: the same rounds from the same numbers."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from mathlib.game import files
from mathlib.game.orb_respins import SETS
from mathlib.play.orb_player import OrbPlayer
from mathlib.play.streams import stream
from mathlib.play.tally import named
from tests.play.orb_games import count, forced

SHIPPED = files.load(Path(__file__).parents[2] / "params" / "orb_respins.json")
ROUNDS = 10_000
GAMES = {
    "forced": (forced(none=3), ROUNDS),
    "small boards that fill": (forced(rows=1, often=150), 4_000),
    "charges pick afresh": (forced(target="repick", rows=2), 2_000),
    "a cap that binds": (forced(("cap", 20), ("respins/full_board_award", 15), rows=2), 2_000),
    "as shipped": (SHIPPED, ROUNDS),
}


def played(game, rounds):
    """Records of the twin, their tally, and the number that its generator gives next."""
    player, random = OrbPlayer(game), stream(5, 3)
    tally, totals, one = Counter(dict.fromkeys(player.names, 0)), [], None
    for _ in range(rounds):
        one = player.record(random)
        count(game, one, tally)
        totals.append(one.total)
    return tally, totals, random.random()


@pytest.mark.parametrize("name", GAMES)
def test_twin_and_kernel_play_the_same_rounds(name):
    game, rounds = GAMES[name]
    player = OrbPlayer(game)
    plain, totals, after = played(game, rounds)
    random, tally = stream(5, 3), np.zeros(len(player.names))
    player.play(random, rounds, tally)
    assert named(player.names, tally) == plain
    assert random.random() == after
    assert player.wins(stream(5, 3), rounds).tolist() == totals
    _happened(name, plain)


def _happened(name, tally):
    """Whatever the game was made to show did happen, or the comparison says little."""
    sets = [f"set.{s}" for s in SETS]
    if name == "as shipped":
        assert sum(tally[f"{s}.rounds"] for s in sets) > 40
        return
    assert all(tally[f"{s}.rounds"] > 9 for s in sets)
    for part, letter in (("jackpots", "J"), ("multiply", "M"), ("charge", "C")):
        assert all(tally[f"{s}.{part}.hits"] > 5 for s in sets if letter in s)
        assert not any(tally[f"{s}.{part}.hits"] for s in sets if letter not in s[4:])
    assert tally["line.book.2.hits"]
    if name == "small boards that fill":
        assert all(tally[f"{s}.full.rounds"] > 5 for s in sets)
    if name == "a cap that binds":
        assert all(tally[f"{s}.excess.hits"] > 5 for s in sets)


def test_a_record_adds_up_and_is_plain_data():
    game, random, seen = forced(rows=1, often=150), stream(8, 0), 0
    for _ in range(500):
        record = OrbPlayer(game).record(random)
        one = record.respins
        assert record.total == record.line_win + record.respin_win - record.capped
        text = json.dumps(asdict(record))
        assert json.loads(text)["total"] == record.total
        if one is None or one.full:
            continue
        seen += 1
        assert one.win == one.money + one.charge + one.multiply + one.jackpots
        # Replay the board from what each respin says it did.
        board = [0] * (one.reels * one.rows)
        for landing in one.start:
            board[landing.cell] = landing.value
        for respin in one.respins:
            for landing in respin.landed:
                assert board[landing.cell] == 0
                board[landing.cell] = landing.value
            for draw in respin.charged:
                board[draw.cell] += draw.value
            for red in respin.reds:
                assert len(red.chosen) <= red.drawn
                for c in red.chosen:
                    assert board[c.cell] == c.before
                    board[c.cell] = c.after
            assert tuple(board) == respin.values
            assert respin.counter == 3 or not respin.landed
    assert seen > 50
