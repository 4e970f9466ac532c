"""Pig Wizard: the kernel and its plain twin play the same rounds."""

from __future__ import annotations

import json
from dataclasses import asdict

import numpy as np
import pytest

from mathlib.play.pig_player import PigPlayer
from mathlib.play.pig_twin import play_game
from mathlib.play.streams import stream
from tests.pig_wizard.tiny import GAMES, tiny
from tests.play.pig_games import forced, game_of, shipped
from tests.play.pig_reading import tally_of


def tally_by_kernel(player, random):
    tally = np.zeros(len(player.names))
    player.play(random, 1, tally)
    return {name: int(x) for name, x in zip(player.names, tally, strict=True) if x}


def assert_same(game, rounds, seed):
    """Every entry of the tally of every round, and the numbers asked for, are the same."""
    player, one, other = PigPlayer(game), stream(seed, 0), stream(seed, 0)
    seen: dict[str, int] = {}
    for i in range(rounds):
        record = play_game(game, one)
        counted = tally_by_kernel(player, other)
        assert counted == tally_of(game, record), (seed, i)
        assert one.bit_generator.state == other.bit_generator.state, (seed, i)
        for name, value in counted.items():
            seen[name] = seen.get(name, 0) + value
    return seen, player


def test_ten_thousand_rounds_with_features_forced():
    seen, player = assert_same(forced(), 10_000, seed=1)
    never = {name for name in player.names if not seen.get(name)}
    # Five of a kind with added prizes about is all that may be missing: the rest has to come.
    assert all(name.startswith(("line.", "lines.")) for name in never), never
    assert len(never) < 20
    assert seen["set.wizard_spins.rounds"] > 1500
    assert seen["event.cap.rounds"] > 50


def test_rounds_of_the_shipped_game():
    assert_same(shipped(), 1000, seed=2)


@pytest.mark.parametrize("name", GAMES)
def test_tiny_games_with_an_edge_each(name):
    assert_same(tiny(*GAMES[name]), 100, seed=3)


def test_a_hundred_lines_and_stop_weights_beyond_32_bits():
    rows = range(3)
    lines = [[i, j, k, m, i] for i in rows for j in rows for k in rows for m in rows][::-1]
    game = game_of(
        ("lines", [*lines[:79], [0, 0, 1, 0, 2]]),
        ("paytable", {name: [0, 0, 40, 80, 800] for name in ("chest", "hat", "A", "Q", "10", "9")}),
        ("stakes_pence", [80]),
        ("reference_stake_pence", 80),
        ("strips/2/weights", [2**40 + i for i in range(13)]),
        ("pig_wizard", {"land": 2**45, "none": 2**44 + 1}),
        ("wizard_spins/cash", {"0.5": 2**50, "3000": 3}),
    )
    assert_same(game, 500, seed=4)


def test_wins_play_and_skip_take_the_same_numbers():
    game = forced()
    player, random = PigPlayer(game), stream(5, 0)
    wins = player.wins(stream(5, 0), 300)
    player.skip(random, 250)
    assert [player.record(random).total for _ in range(50)] == wins[250:].tolist()
    tally = np.zeros(len(player.names))
    player.play(stream(5, 0), 300, tally)
    assert tally[player.names.index("win.sum")] == wins.sum()
    assert tally[player.names.index("win.square")] == (wins**2).sum()


def test_what_is_shown_without_the_pig_wizard_changes_nothing():
    """Locked symbols show outcomes, repeatable, from a stream that the round does not use."""
    game = game_of(("pig_wizard", {"none": 1}), ("modifiers/weights", {"none": 1}))
    once, again = stream(6, 0), stream(6, 0)
    shown = [one for _ in range(200) for one in play_game(game, once).locked]
    assert shown == [one for _ in range(200) for one in play_game(game, again).locked]
    assert len({one.outcome for one in shown}) > 4
    assert not any(one.awarded for one in shown)


def test_a_record_is_plain_data():
    game, random = forced(), stream(7, 0)
    for _ in range(100):
        record = play_game(game, random)
        text = json.dumps(asdict(record))
        assert json.loads(text)["total"] == record.total == sum(record.parts.values())
