"""Replays: every step told and drawn as the record has it, in pictures, text and the viewer."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import islice
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from mathlib.core.errors import MathlibError
from mathlib.game import files
from mathlib.play.finder import find_rounds
from mathlib.play.replay import replay, replays
from mathlib.present.numbers import amount
from mathlib.present.replay import Replay
from mathlib.present.replay_board import MARKS, board_svg
from mathlib.present.replay_scene import HOLLOW, Board, Tile, pips
from mathlib.present.replay_text import replay_text
from mathlib.present.replay_viewer import ReplayViewer
from mathlib.run.cli import app
from mathlib.run.html import outside
from tests.play import orb_games, pig_games

GAMES = {
    "pick": orb_games.forced(),
    "repick": orb_games.forced(target="repick"),
    "pig": pig_games.forced(),
}
ROUNDS = 150


@cache
def shown(name):
    game = GAMES[name]
    return [Replay(game, played) for played in islice(replays(game, 5), ROUNDS)]


def tenths(text):
    """Read an amount back: what the picture says, not what the record holds."""
    found = re.fullmatch(r"([\d,]+)(?:\.(\d))?x", text)
    return 10 * int(found[1].replace(",", "")) + int(found[2] or 0) if found else None


@pytest.mark.parametrize("name", GAMES)
def test_totals_end_at_what_the_round_pays(name):
    for one in shown(name):
        record = one.played.record
        last = dict(one.scenes[-1].totals)
        assert last["total"] == record.total
        assert [key for scene in one.scenes[:-1] for key in dict(scene.totals)].count("total") == 0
        assert amount(record.total) in one.summary
        if "capped" in last:
            assert -last["capped"] == record.capped > 0


@pytest.mark.parametrize("name", ["pick", "repick"])
def test_boards_of_respins(name):
    seen = {"new": 0, "changed": 0, "golden": 0, "red": 0, "blue": 0}
    for one in shown(name):
        played = one.played.record.respins
        if played is None:
            assert len(one.scenes) == 1
            continue
        start, *scenes = one.scenes[1:]
        assert len(scenes) == len(played.respins)
        before = [tenths(tile.text) or 0 for tile in start.board.tiles]
        assert sum(value > 0 for value in before) == len(played.start)
        for scene, respin in zip(scenes, played.respins, strict=True):
            values = [tenths(tile.text) or 0 for tile in scene.board.tiles]
            assert tuple(values) == respin.values
            if scene is not scenes[-1]:
                totals = dict(scene.totals)
                assert totals["money"] == sum(values)
                assert totals.pop("so far") == sum(totals.values())
            for tile, old, new in zip(scene.board.tiles, before, values, strict=True):
                if new:
                    expected = "new" if not old else "changed" if new != old else ""
                    assert tile.mark == expected
                    seen[expected] = seen.get(expected, 0) + 1
                    assert bool(tile.before) == (new != (old or landed_value(respin, scene, tile)))
            orbs = [tile.kind for tile in scene.board.tiles if tile.kind in seen]
            assert sorted(orbs) == sorted(x.what for x in respin.landed if x.what != "money")
            for orb in orbs:
                seen[orb] += 1
            left = dict(scene.state)["respins left"]
            assert left == pips(respin.counter, one.game.respins.counter)
            before = values
    assert all(seen.values()), seen


def landed_value(respin, scene, tile):
    """Value with which the Money of a tile landed in this respin; its own when it did not."""
    cell = next(i for i, other in enumerate(scene.board.tiles) if other is tile)
    landed = {one.cell: one.value for one in respin.landed}
    return landed.get(cell, tenths(tile.text))


def test_what_a_symbol_carries_is_counted_from_the_record():
    for one in shown("pick"):
        played = one.played.record.respins
        if played is None:
            continue
        names = dict.fromkeys(one.game.respins.jackpots.names, 0)
        for upto, scene in enumerate(one.scenes[2:], 1):
            done = played.respins[:upto]
            picks = [pick.target for respin in done for pick in respin.picks]
            hits = [hit.cell for respin in done for red in respin.reds for hit in red.chosen]
            for cell, tile in enumerate(scene.board.tiles):
                if tile.kind == "money":
                    assert (tile.charges, tile.times) == (picks.count(cell), hits.count(cell))
            names |= {reveal.name: reveal.collected for reveal in done[-1].reveals}
            if "J" in played.modifiers:
                needed = one.game.respins.jackpots.needed
                state = dict(scene.state)
                assert {name: state[name.capitalize()] for name in names} == {
                    name: pips(have, needed) for name, have in names.items()
                }


def test_boards_of_pig_wizard():
    kinds = set()
    for one in shown("pig"):
        record, scenes = one.played.record, list(one.scenes)
        base = scenes.pop(0)
        assert paid(base) == record.cash
        assert dict(base.totals)["lines"] == record.line_win
        if record.mystic_money:
            kinds.add("mystic")
            assert paid(scenes.pop(0)) == record.mystic_money.win
        for scene, spin in zip(
            scenes, record.wizard_spins.spins if record.wizard_spins else (), strict=True
        ):
            kinds.add("spins")
            assert paid(scene) == spin.cash
            assert len(scene.board.lines) == len(spin.line_wins)
            assert dict(scene.state)["spins left"] == str(spin.left)
            marks = [tile.mark for tile in scene.board.tiles if tile.kind == "money"]
            assert marks.count("new") == sum(p.origin == "added" for p in spin.prizes)
    assert kinds == {"mystic", "spins"}


def paid(scene):
    return sum(tenths(tile.text) or 0 for tile in scene.board.tiles if tile.kind == "money")


def test_winning_lines_run_through_the_symbols_that_pay():
    game, wins = GAMES["pick"], 0
    for one in shown("pick"):
        board = one.scenes[0].board
        for line, win in zip(board.lines, one.played.record.line_wins, strict=True):
            wins += 1
            symbols = [board.tiles[cell].text for cell in line]
            assert set(symbols) <= {win.symbol, "wild"}
            assert len(symbols) == win.count
            rows = game.lines[win.line][: win.count]
            assert [cell // game.reels for cell in line] == list(rows)
    assert wins > 20


@pytest.mark.parametrize("name", GAMES)
def test_pictures_are_whole_and_stand_alone(name):
    for one in shown(name)[:25]:
        page = one.html()
        assert not outside(page)
        for scene in one.scenes:
            drawn = ElementTree.fromstring(board_svg(scene.board))
            texts = [element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
            for tile in scene.board.tiles:
                # An orb that acts shows what it did below it.
                assert not tile.text or tile.text in texts
                assert not tile.after or tile.after in texts
            lines = list(drawn.iter("{http://www.w3.org/2000/svg}polyline"))
            assert len(lines) == len(scene.board.lines)
            links = list(drawn.iter("{http://www.w3.org/2000/svg}line"))
            assert len(links) == len(scene.board.links)


def test_drawing_marks_and_escapes():
    tiles = (Tile("symbol", "<A&B>"), Tile("money", "1x", mark="new"), Tile("empty"))
    drawn = board_svg(Board(3, 1, tiles))
    assert "&lt;A&amp;B&gt;" in drawn
    assert drawn.count(f'stroke="{MARKS["new"]}"') == 1
    small = ElementTree.fromstring(board_svg(Board(3, 1, tiles), scale=0.5))
    large = ElementTree.fromstring(drawn)
    assert float(small.get("width")) == 0.5 * float(large.get("width"))
    assert small.get("viewBox") == large.get("viewBox")


def test_text_of_a_round_without_and_with_respins():
    game = files.example("orb_respins")
    number = find_rounds(game, 1, "JMC")[0]
    text = replay_text(Replay(game, replay(game, 1, number)))
    record = replay(game, 1, number).record
    assert text.startswith(f"Three Orbs (example) 1.0: round {number:,} of seed 1\n")
    assert files.digest(game) in text
    assert text.count("\nRespin ") == len(record.respins.respins)
    assert f"The round ends with {amount(record.respin_win)}" in text
    assert text.endswith(f"total {amount(record.total)}\n")
    assert "Jackpots + Multiply + Charge: the start" in text
    assert HOLLOW in text


def test_command_line(tmp_path):
    path = files.save(files.example("orb_respins"), tmp_path / "game.json")
    game, run = files.load(path), CliRunner().invoke
    plain = run(app, ["replay", str(path), "--seed", "3", "--round", "20000"])
    assert plain.stdout == replay_text(Replay(game, replay(game, 3, 20_000)))
    first, second = find_rounds(game, 3, "respins", limit=2)
    found = run(app, ["replay", str(path), "--seed", "3", "--next", "respins", "--json"])
    assert json.loads(found.stdout)["number"] == first
    after = ["--round", str(first), "--next", "respins", "--json"]
    found = run(app, ["replay", str(path), "--seed", "3", *after])
    assert json.loads(found.stdout)["number"] == second
    page = tmp_path / "round.html"
    done = run(app, ["replay", str(path), "--round", "5", "--html", str(page)])
    assert done.stdout == f"{page}\n"
    html = page.read_text("utf-8")
    assert "round 5 of seed 1" in html
    assert "<svg" in html
    assert not outside(html)
    for arguments, words in (
        (["--next", "sevens"], "not known; ask for respins"),
        (["--round", "-1"], "numbered from 0"),
        (["--seed", "-1"], "seed -1 is negative"),
    ):
        refused = run(app, ["replay", str(path), *arguments])
        assert refused.exit_code == 1
        assert words in refused.stderr


def test_viewer_steps_and_goes_on():
    game = files.example("orb_respins")
    viewer = ReplayViewer(game, seed=1)
    assert "round 0 of seed 1" in viewer.head.value
    viewer.wanted.value = "JM"
    viewer.buttons["find"].click()
    first, second = find_rounds(game, 1, "JM", limit=2)
    assert viewer.number.value == viewer.replay.played.number == first
    assert "Jackpots + Multiply: the start" in viewer.step.value
    steps = len(viewer.replay.scenes)
    assert (viewer.slider.value, viewer.slider.max) == (1, steps - 1)
    viewer.buttons["on"].click()
    assert "Respin 1" in viewer.step.value
    assert f"step 3 of {steps}" in viewer.place.value
    viewer.slider.value = viewer.slider.max
    assert f">total {amount(viewer.replay.played.record.total)}<" in viewer.step.value
    assert viewer.buttons["on"].disabled
    viewer.buttons["find"].click()
    assert viewer.number.value == second
    viewer.buttons["round"].click()
    assert viewer.replay.played.number == second + 1
    viewer.seed.value = 9
    viewer.buttons["show"].click()
    assert viewer.replay.played.seed == 9


def test_viewer_says_what_is_wrong_and_stays():
    viewer = ReplayViewer(files.example("pig_wizard"), seed=1, number=4)
    before = viewer.step.value
    viewer.number.value = 2.5
    viewer.buttons["show"].click()
    assert "round 2.5: give a whole number" in viewer.message.value
    viewer.number.value = -1
    viewer.buttons["show"].click()
    assert "numbered from 0" in viewer.message.value
    assert viewer.step.value == before
    viewer.number.value = 6
    viewer.buttons["show"].click()
    assert viewer.message.value == ""
    with pytest.raises(MathlibError, match="not known"):
        viewer.go("JMC")
