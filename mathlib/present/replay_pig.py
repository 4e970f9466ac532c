"""A round of Pig Wizard told in scenes: the base spin, Mystic Money, and every Wizard Spin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mathlib.game.pig_wizard import CASH, NONE, WIZARD, PigWizard
from mathlib.play.pig_record import (
    Balls,
    Cell,
    Locked,
    MysticMoneyRecord,
    PigRecord,
    Prize,
    Window,
    WizardSpin,
)
from mathlib.present.numbers import amount
from mathlib.present.pig_names import word
from mathlib.present.replay_scene import Board, Scene, Tile, line_cells, line_words, listed

BALLS = {"none": "no ball", "one": "one ball", "both": "both balls"}


def pig_scenes(game: PigWizard, record: PigRecord) -> tuple[Scene, ...]:
    """Return the scenes of a round.

    Parameters
    ----------
    game : PigWizard
        The game that was played.
    record : PigRecord
        The round.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> from mathlib.play.replay import replay
    >>> game = example("pig_wizard")
    >>> [scene.title for scene in pig_scenes(game, replay(game, seed=1, number=14).record)]
    ['Base spin']
    """
    total = record.line_win + record.cash
    scenes = [_base(game, record, total)]
    if record.mystic_money is not None:
        total += record.mystic_money.win
        scenes.append(_mystic(game, record.mystic_money, total))
    if record.wizard_spins is not None:
        feature = 0
        for number, spin in enumerate(record.wizard_spins.spins, 1):
            won = spin.line_win + spin.cash
            feature, total = feature + won, total + won
            totals = (("this spin", won), ("Wizard Spins", feature), ("so far", total))
            scenes.append(_wizard_spin(game, spin, number, totals))
    last = scenes[-1]
    says, ends = last.says, [("total", record.total)]
    if record.capped:
        says = (*says, f"The cap takes {amount(record.capped)}")
        ends.insert(0, ("capped", -record.capped))
    scenes[-1] = replace(last, says=says, totals=(*last.totals[:-1], *ends))
    return tuple(scenes)


def _base(game: PigWizard, record: PigRecord, total: int) -> Scene:
    tiles = {one.cell: _locked(one) for one in record.locked}
    tiles |= {prize.cell: _prize(prize) for prize in record.added}
    says = []
    if record.modifier != NONE:
        says.append(f"Modifier: {word(record.modifier)}")
    says += line_words(record.line_wins) or ["No line wins"]
    given = [_outcome(one.outcome) for one in record.locked if one.awarded]
    if given:
        says.append(f"The Pig Wizard unlocks {listed(given)}")
    elif record.locked:
        says.append("Cash Prizes stay locked: what they show is not paid")
    if record.added:
        values = [amount(prize.value) for prize in record.added]
        says.append(f"Added Cash Prizes pay {listed(values)}")
    if record.balls is not None:
        says += _ball_words(record.balls)
    board = _board(game, record.window, tiles, line_cells(record.line_wins, game.lines, game.reels))
    totals = (("lines", record.line_win), ("cash", record.cash), ("so far", total))
    return Scene("Base spin", board, tuple(says), totals=totals)


def _ball_words(balls: Balls) -> list[str]:
    hit = [("left", balls.left), ("right", balls.right)]
    words = [f"The {side} ball is hit: {word(given)}" for side, given in hit if given is not None]
    return words or ["No crystal ball is hit"]


def _mystic(game: PigWizard, played: MysticMoneyRecord, total: int) -> Scene:
    tiles = {prize.cell: _prize(prize) for prize in played.prizes}
    made = sum(prize.origin == "made" for prize in played.prizes)
    says = [
        f"The Pig Wizard is held, {made} cells become Cash Prizes, {len(tiles) - made} more land",
        f"Together they pay {amount(played.win)}",
    ]
    totals = (("Mystic Money", played.win), ("so far", total))
    return Scene("Mystic Money", _board(game, played.window, tiles), tuple(says), totals=totals)


def _wizard_spin(
    game: PigWizard, spin: WizardSpin, number: int, totals: tuple[tuple[str, int], ...]
) -> Scene:
    tiles = {prize.cell: _prize(prize) for prize in spin.prizes}
    says = []
    if spin.modifier != NONE:
        says.append(f"Modifier: {word(spin.modifier)}")
    says += line_words(spin.line_wins)
    if spin.prizes:
        says.append(f"Cash Prizes pay {listed([amount(prize.value) for prize in spin.prizes])}")
    if spin.balls != NONE:
        extra = {"one": 1, "both": 2}[spin.balls] * game.wizard_spins.spins
        says.append(f"{BALLS[spin.balls].capitalize()}: {extra} more spins")
    lines = line_cells(spin.line_wins, game.lines, game.reels)
    state = (("spins left", str(spin.left)),)
    board = _board(game, spin.window, tiles, lines)
    return Scene(f"Wizard Spin {number}", board, tuple(says or ["No win"]), state, totals)


def _board(
    game: PigWizard,
    window: Window,
    prizes: Mapping[Cell, Tile],
    lines: tuple[tuple[int, ...], ...] = (),
) -> Board:
    tiles = tuple(
        prizes.get((reel, row)) or _symbol(window[reel][row])
        for row in range(game.rows)
        for reel in range(game.reels)
    )
    return Board(game.reels, game.rows, tiles, lines)


def _symbol(name: str) -> Tile:
    if name == WIZARD:
        return Tile("special", "Pig", after="Wizard")
    # A Cash Prize without a value of its own does not come: each has an outcome or a prize.
    return Tile("pale" if name == CASH else "symbol", name)


def _outcome(outcome: int | str) -> str:
    return amount(outcome) if isinstance(outcome, int) else word(outcome)


def _locked(one: Locked) -> Tile:
    text = _outcome(one.outcome)
    if one.awarded:
        return Tile("money", text, mark="changed", after="unlocked")
    return Tile("pale", text, after="locked")


def _prize(prize: Prize) -> Tile:
    new = "new" if prize.origin != "landed" else ""
    after = {"added": "added", "made": "made"}.get(prize.origin, "")
    covers = prize.covers if prize.covers != CASH else ""
    return Tile("money", amount(prize.value), before=covers, after=after, mark=new)
