"""A played round as text for a terminal."""

from __future__ import annotations

from mathlib.present.numbers import amount
from mathlib.present.replay import Replay
from mathlib.present.replay_scene import Board, Scene, Tile

MARKS = {"new": "+", "changed": "*"}
WIDTH = 11
SHORT = {"Mystic Money": "Mystic", "Wizard Spins": "Spins"}


def replay_text(shown: Replay) -> str:
    r"""Return a round step by step; ``+`` marks what is new and ``*`` what changed.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> from mathlib.play.replay import replay
    >>> game = example("orb_respins")
    >>> text = replay_text(Replay(game, replay(game, seed=1, number=20_000)))
    >>> print("\n".join(text.splitlines()[4:]))
    Base game
      (red)       book        (wild)
      book        A           (golden)
      A           (wild)      owl
      - 3 A on line 5: 1x
      - Golden and red in view: the trigger draws none
      line win 1x   total 1x
    """
    head = [shown.title, shown.summary, f"parameters {shown.played.digest}", ""]
    steps = ["\n".join(_scene(scene)) for scene in shown.scenes]
    return "\n".join(head) + "\n" + "\n\n".join(steps) + "\n"


def _scene(scene: Scene) -> list[str]:
    totals = "   ".join(f"{name} {_signed(value)}" for name, value in scene.totals)
    state = "   ".join(f"{name} {value}" for name, value in scene.state)
    lines = [scene.title, *(f"  {row}" for row in _board(scene.board))]
    lines += [f"  {state}"] if state else []
    return [*lines, *(f"  - {text}" for text in scene.says), f"  {totals}"]


def _board(board: Board) -> list[str]:
    rows = [board.tiles[row * board.reels : (row + 1) * board.reels] for row in range(board.rows)]
    return [" ".join(_tile(tile).ljust(WIDTH) for tile in row).rstrip() for row in rows]


def _tile(tile: Tile) -> str:
    if tile.kind == "empty":
        return "."
    mark = MARKS.get(tile.mark, "")
    if tile.kind in ("golden", "red", "blue"):
        return f"({tile.text or tile.kind}){mark}"
    if tile.kind in ("special", "pale"):
        return f"({tile.text})"[:WIDTH]
    return f"{SHORT.get(tile.text, tile.text)}{mark}"[:WIDTH]


def _signed(tenths: int) -> str:
    return amount(tenths) if tenths >= 0 else f"-{amount(-tenths)}"
