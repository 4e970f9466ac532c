"""The player of Pig Wizard: rounds by the kernel, records by its plain twin."""

from __future__ import annotations

import numpy as np

from mathlib.game.pig_wizard import PigWizard
from mathlib.play.pig_layout import layout
from mathlib.play.pig_record import PigRecord
from mathlib.play.pig_round import play_rounds
from mathlib.play.pig_tally import names
from mathlib.play.pig_twin import play_game
from mathlib.play.streams import Ints
from mathlib.play.tally import Floats

NOTHING = np.empty(0, dtype=np.int64)


class PigPlayer:
    """A game of Pig Wizard ready to be played; see `mathlib.play.players.Player`.

    Parameters
    ----------
    game : PigWizard
        The game.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> from mathlib.play.streams import stream
    >>> player, random = PigPlayer(example("pig_wizard")), stream(7, 0)
    >>> player.skip(random, 100)
    >>> bool(player.record(random).total == player.wins(stream(7, 0), 101)[100])
    True
    """

    def __init__(self, game: PigWizard) -> None:
        self.game = game
        self.names = names(game)
        self._layout = layout(game)

    def play(self, random: np.random.Generator, rounds: int, tally: Floats) -> None:
        """Play rounds and add them to the tally, shape (names,)."""
        play_rounds(random, self._layout, rounds, tally, NOTHING)

    def wins(self, random: np.random.Generator, rounds: int) -> Ints:
        """Play rounds and return the win of each, capped, in tenths; shape (rounds,)."""
        out = np.empty(rounds, dtype=np.int64)
        play_rounds(random, self._layout, rounds, np.zeros(len(self.names)), out)
        return out

    def skip(self, random: np.random.Generator, rounds: int) -> None:
        """Play rounds and forget them."""
        self.play(random, rounds, np.zeros(len(self.names)))

    def record(self, random: np.random.Generator) -> PigRecord:
        """Play one round in plain Python and return all of it."""
        return play_game(self.game, random)
