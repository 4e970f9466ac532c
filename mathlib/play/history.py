"""Game history: rounds of a run as JSON lines, one round a line, all that happened in each.

The first line says what the file is: the game and the digest of its parameters, the seed, the
first round and how many, the unit of amounts, and ``fields``: every field of a round by its path
(``respins.respins.landed.value``) with its meaning. Each line after it is one round: ``digest``,
``seed`` and ``number``, by which it can be played again, and the fields of the game's record.
Line wins and the Respins total stand apart, as the rules ask: ``line_win`` and ``respin_win``.

Amounts are multiples of the total bet with one decimal; in memory they are whole tenths.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from mathlib.core.errors import MathlibError
from mathlib.game.fields import LATTICE
from mathlib.game.files import Game, digest, write_pieces
from mathlib.play.history_fields import field_texts, is_amount
from mathlib.play.replay import Played, replays

FORMAT = "mathlib game history 1"
UNIT = "x, multiples of the total bet, to one decimal"


def write_history(game: Game, seed: int, first: int, count: int, path: str | Path) -> Path:
    """Write rounds of a run to a file of JSON lines; the file appears when all is written.

    Rounds are played again by the plain twin, some thousands a second.

    Parameters
    ----------
    game : Game
        The game.
    seed : int
        Seed of the run.
    first, count : int
        First round, from 0, and how many.
    path : str or Path
        Where to.

    Returns
    -------
    Path

    Raises
    ------
    MathlibError
        When there are no such rounds, or the file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> from mathlib.game.files import example
    >>> folder = tempfile.mkdtemp()
    >>> path = write_history(example("orb_respins"), 1, 0, 3, Path(folder, "rounds.jsonl"))
    >>> head, *rounds = map(json.loads, path.read_text().splitlines())
    >>> head["unit"], [one["number"] for one in rounds]
    ('x, multiples of the total bet, to one decimal', [0, 1, 2])
    """
    if count < 1:
        raise MathlibError(f"history of {count} rounds: give a whole number from 1")
    played = islice(replays(game, seed, first), count)
    opening = next(played)  # Refuses a bad seed or number before a file is begun.
    return write_pieces(_lines(game, opening, played, count), path)


def history_head(game: Game, seed: int, first: int, count: int) -> dict[str, Any]:
    """Return the first line of a history as data.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> history_head(example("pig_wizard"), 1, 0, 9)["fields"]["wizard_spins.spins.cash"]
    'x: cash of the spin'
    """
    names = game.identification
    return {
        "format": FORMAT,
        "game": names.title,
        "kind": game.kind,
        "code": names.code,
        "version": names.version,
        "rtp_version": names.rtp_version,
        "digest": digest(game),
        "seed": seed,
        "first": first,
        "rounds": count,
        "unit": UNIT,
        "fields": field_texts(game.kind),
    }


def history_round(played: Played) -> dict[str, Any]:
    """Return one round as a history gives it.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> from mathlib.play.replay import replay
    >>> history_round(replay(example("orb_respins"), seed=1, number=20_000))["line_win"]
    1.0
    """
    head = {"digest": played.digest, "seed": played.seed, "number": played.number}
    record: dict[str, Any] = _told(played.record, amount=False)
    return head | record


def _lines(game: Game, opening: Played, rest: Iterator[Played], count: int) -> Iterator[bytes]:
    yield _line(history_head(game, opening.seed, opening.number, count))
    yield _line(history_round(opening))
    for played in rest:
        yield _line(history_round(played))


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def _told(value: Any, amount: bool) -> Any:
    """Return records as plain data; tenths become total bets where a field is an amount."""
    if is_dataclass(value) and not isinstance(value, type):
        kind = type(value)
        return {
            field.name: _told(getattr(value, field.name), is_amount(kind, field.name))
            for field in fields(value)
        }
    if isinstance(value, dict):
        return {key: _told(item, amount) for key, item in value.items()}
    if isinstance(value, tuple):
        return [_told(item, amount) for item in value]
    return value / LATTICE if amount and isinstance(value, int) else value
