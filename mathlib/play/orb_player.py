"""The player of Orb Respins."""

from __future__ import annotations

import numpy as np

from mathlib.game.orb_respins import OrbRespins
from mathlib.play.orb_game import layout, orb_names, play_games
from mathlib.play.orb_record import OrbRecord
from mathlib.play.orb_twin import play_game
from mathlib.play.streams import Ints
from mathlib.play.tally import Floats

NOTHING = np.empty(0, dtype=np.int64)


class OrbPlayer:
    """Orb Respins ready to be played; see `mathlib.play.players.Player`.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> from mathlib.play.streams import stream
    >>> player, random = OrbPlayer(example("orb_respins")), stream(7, 0)
    >>> player.skip(random, 100)
    >>> player.record(random).total == player.wins(stream(7, 0), 101)[100]
    np.True_
    """

    def __init__(self, game: OrbRespins) -> None:
        self.game = game
        self.names = orb_names(game)
        self._layout = layout(game)

    def play(self, random: np.random.Generator, rounds: int, tally: Floats) -> None:
        """Play rounds and add them to the tally, shape (names,)."""
        play_games(random, self._layout, rounds, tally, NOTHING)

    def wins(self, random: np.random.Generator, rounds: int) -> Ints:
        """Play rounds and return the win of each, capped, in tenths; shape (rounds,)."""
        wins = np.empty(rounds, dtype=np.int64)
        play_games(random, self._layout, rounds, np.zeros(len(self.names)), wins)
        return wins

    def skip(self, random: np.random.Generator, rounds: int) -> None:
        """Play rounds and forget them."""
        self.play(random, rounds, np.zeros(len(self.names)))

    def record(self, random: np.random.Generator) -> OrbRecord:
        """Play one round in plain Python and return all of it."""
        return play_game(self.game, random)
