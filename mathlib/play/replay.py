"""Replay: any round of a run again, by its seed and number, with all that happened in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from mathlib.core.errors import MathlibError
from mathlib.game.files import Game, digest
from mathlib.play.players import player
from mathlib.play.streams import BLOCK, stream


@dataclass(frozen=True)
class Played:
    """One round of a run.

    Parameters
    ----------
    digest : str
        SHA-256 of the game's canonical parameter file.
    seed, number : int
        Seed of the run, and number of the round in it, from 0.
    record : object
        What happened: the game's own record, such as an `OrbRecord`.
    """

    digest: str
    seed: int
    number: int
    record: Any

    @property
    def block(self) -> int:
        """Block that the round is in."""
        return self.number // BLOCK

    def plain(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return asdict(self)


def replay(game: Game, seed: int, number: int) -> Played:
    """Play one round of a run again.

    Parameters
    ----------
    game : Game
        The game.
    seed : int
        Seed of the run.
    number : int
        Number of the round, from 0.

    Returns
    -------
    Played
        The same round that a simulation of this seed counts as its number-th.

    Raises
    ------
    MathlibError
        When there is no such round.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> played = replay(example("orb_respins"), seed=1, number=20_000)
    >>> played.block, played.record.window[0]
    (1, ('red', 'book', 'A'))
    """
    return next(replays(game, seed, number))


def replays(game: Game, seed: int, first: int = 0) -> Iterator[Played]:
    """Play the rounds of a run again from one of them on, without end.

    Raises
    ------
    MathlibError
        When there is no such round.

    Examples
    --------
    >>> from itertools import islice
    >>> from mathlib.game.files import example
    >>> [played.number for played in islice(replays(example("orb_respins"), 1, 16_383), 2)]
    [16383, 16384]
    """
    if first < 0:
        raise MathlibError(f"round {first}: rounds are numbered from 0")
    one, name = player(game), digest(game)
    block, skipped = divmod(first, BLOCK)
    random = stream(seed, block)
    one.skip(random, skipped)
    number = first
    while True:
        yield Played(name, seed, number, one.record(random))
        number += 1
        if number % BLOCK == 0:
            random = stream(seed, number // BLOCK)
