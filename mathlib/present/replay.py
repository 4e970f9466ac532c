"""Replay of a round as something to look at: pictures side by side, and a text for terminals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib import resources

from mathlib.game.files import Game
from mathlib.game.orb_respins import OrbRespins
from mathlib.play.orb_record import OrbRecord
from mathlib.play.pig_record import PigRecord
from mathlib.play.replay import Played
from mathlib.present.numbers import amount
from mathlib.present.replay_board import GOLD, INK, ORBS, RED, TEAL, board_svg
from mathlib.present.replay_orb import orb_scenes
from mathlib.present.replay_pig import pig_scenes
from mathlib.present.replay_scene import Scene

SMALL = 0.6
"""Scale of a board among others."""


@dataclass(frozen=True)
class Replay:
    """A round that was played, as a block of a report.

    Parameters
    ----------
    game : Game
        The game.
    played : Played
        The round.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> from mathlib.play.replay import replay
    >>> game = example("orb_respins")
    >>> shown = Replay(game, replay(game, seed=1, number=20_000))
    >>> shown.title, len(shown.scenes)
    ('Three Orbs (example) 1.0: round 20,000 of seed 1', 1)
    """

    game: Game
    played: Played

    @cached_property
    def scenes(self) -> tuple[Scene, ...]:
        """The steps of the round."""
        game, record = self.game, self.played.record
        if isinstance(game, OrbRespins):
            assert isinstance(record, OrbRecord)
            return orb_scenes(game, record)
        assert isinstance(record, PigRecord)
        return pig_scenes(game, record)

    @property
    def title(self) -> str:
        """Which round of which game this is."""
        names, played = self.game.identification, self.played
        return f"{names.title} {names.version}: round {played.number:,} of seed {played.seed}"

    @property
    def summary(self) -> str:
        """What the round pays, line wins and features apart, in one line."""
        record = self.played.record
        stops = ", ".join(map(str, record.stops))
        return f"pays {amount(record.total)}: {_sum(record)}; reels stop at {stops}"

    def html(self) -> str:
        """Return all steps side by side; needs no script."""
        scenes = "".join(scene_html(scene, SMALL) for scene in self.scenes)
        return (
            f"<style>{style()}</style>"
            f'<div class="mr">{self.head()}<div class="mr-scenes">{scenes}</div>{legend()}</div>'
        )

    def head(self) -> str:
        """Return the title and the summary as HTML."""
        return (
            f"<h3>{escape(self.title)}</h3>"
            f'<p class="mr-sub">{escape(self.summary)}<br>parameters {self.played.digest}</p>'
        )

    def _repr_html_(self) -> str:
        return self.html()


def style() -> str:
    """Return the style sheet of replays."""
    return resources.files("mathlib.present").joinpath("replay.css").read_text("utf-8")


def scene_html(scene: Scene, scale: float = 1.0) -> str:
    """Return one step: its picture, what is carried on, what happened, the running totals.

    Examples
    --------
    >>> from mathlib.present.replay_scene import EMPTY, Board
    >>> "<li>Nothing landed</li>" in scene_html(
    ...     Scene("Respin 1", Board(1, 1, (EMPTY,)), ("Nothing landed",)))
    True
    """
    board = board_svg(scene.board, scale)
    wide = board.partition('width="')[2].partition('"')[0]
    label = escape(f"{scene.title}: {'; '.join(scene.says)}", quote=True)
    board = board.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
    state = "".join(f"<span>{escape(name)} <b>{value}</b></span>" for name, value in scene.state)
    says = "".join(f"<li>{escape(text)}</li>" for text in scene.says)
    totals = "".join(
        f"<span>{escape(name)} {_signed(value)}</span>" for name, value in scene.totals
    )
    return (
        # Words wrap at the width of the board: a long list does not stretch a small picture.
        f'<div class="mr-scene" style="--wide: {max(float(wide), 230):g}px">'
        f"<h4>{escape(scene.title)}</h4>{board}"
        f'<div class="mr-state">{state}</div><ul>{says}</ul>'
        f'<div class="mr-totals">{totals}</div></div>'
    )


def legend() -> str:
    """Return what the marks of the pictures mean."""
    rim = '<svg width="16" height="14"><rect x="2" y="2" width="12" height="10" rx="3" {}/></svg>'
    dot = '<svg width="{}" height="14">{}</svg>'
    new = rim.format(f'fill="none" stroke="{INK}" stroke-width="2.6"')
    changed = rim.format(f'fill="none" stroke="{TEAL}" stroke-width="2.6"')
    money = rim.format(f'fill="#fbf1dc" stroke="{GOLD}"')
    times = dot.format(
        18, "".join(f'<circle cx="{x}" cy="8" r="3" fill="{RED}"/>' for x in (5, 13))
    )
    charges = dot.format(16, f'<circle cx="8" cy="7" r="6.5" fill="{ORBS["blue"]}"/>')
    return (
        f'<p class="mr-legend">{money}prize{new}came in this step{changed}changed in this step'
        f"{times}times multiplied{charges}charges it has</p>"
    )


def _sum(record: OrbRecord | PigRecord) -> str:
    if isinstance(record, OrbRecord):
        parts = {"line win": record.line_win, "Respins": record.respin_win}
    else:
        mystic, spins = record.mystic_money, record.wizard_spins
        parts = {
            "line win": record.line_win,
            "cash": record.cash,
            "Mystic Money": mystic.win if mystic else 0,
            "Wizard Spins": spins.win if spins else 0,
        }
    shown = [
        f"{name} {amount(value)}" for name, value in parts.items() if value or name == "line win"
    ]
    if record.capped:
        shown.append(f"less {amount(record.capped)} by the cap")
    return ", ".join(shown)


def _signed(tenths: int) -> str:
    return amount(tenths) if tenths >= 0 else f"\N{MINUS SIGN}{amount(-tenths)}"
