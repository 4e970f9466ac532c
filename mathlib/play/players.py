"""Players: one way to play every game, which the simulator, sessions and history share."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from mathlib.game.files import Game, dumps, loads
from mathlib.game.pig_wizard import PigWizard
from mathlib.play.streams import Ints
from mathlib.play.tally import Floats


class Player(Protocol):
    """A game ready to be played; every method takes its rounds from the generator in order.

    The four methods read the same random numbers for the same round, so that any of them can
    stand in for another: ``skip`` 100 rounds, then ``record`` the next.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the tally's entries; see `mathlib.play.tally`."""

    def play(self, random: np.random.Generator, rounds: int, tally: Floats) -> None:
        """Play rounds and add them to the tally, shape (names,)."""

    def wins(self, random: np.random.Generator, rounds: int) -> Ints:
        """Play rounds and return the win of each, capped, in tenths; shape (rounds,)."""

    def skip(self, random: np.random.Generator, rounds: int) -> None:
        """Play rounds and forget them."""

    def record(self, random: np.random.Generator) -> Any:
        """Play one round in plain Python and return all of it, as a frozen dataclass."""


def player(game: Game) -> Player:
    """Return the player of a game; remembered for the last few games.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> from mathlib.play.streams import stream
    >>> len(player(example("orb_respins")).wins(stream(1, 0), 5))
    5
    """
    return player_of(dumps(game))


@lru_cache(maxsize=8)
def player_of(text: str) -> Player:
    """Return the player of a game given by its canonical text."""
    game = loads(text)
    if isinstance(game, PigWizard):
        from mathlib.play.pig_player import PigPlayer

        return PigPlayer(game)
    from mathlib.play.orb_player import OrbPlayer

    return OrbPlayer(game)
