"""Evaluations of the last few games, so that undo, snapshots and comparisons cost nothing."""

from __future__ import annotations

import threading
from collections import OrderedDict

from mathlib.design.compare import Quick, Worth
from mathlib.evaluation import evaluate, quick
from mathlib.exact.evaluation import Evaluation
from mathlib.game.files import Game, dumps

MOST = 16
"""Evaluations kept of each sort."""


class Memory:
    """Full and quick evaluations, remembered by the canonical text of their game.

    It may be asked from several threads: full evaluations are made one after the other, so a game
    that two threads ask for is evaluated once.

    Parameters
    ----------
    worth : callable
        What evaluates a game in full.
    alone : callable
        What gives the total and parts of a game at once, with the full evaluation of one close by.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> memory = Memory(worth=lambda game: Evaluation(game, {}, {}))
    >>> memory.full(example("orb_respins")) is memory.full(example("orb_respins"))
    True
    """

    def __init__(self, worth: Worth = evaluate, alone: Quick = quick) -> None:
        self.worth, self.alone = worth, alone
        self._full: OrderedDict[str, Evaluation] = OrderedDict()
        self._quick: OrderedDict[str, Evaluation] = OrderedDict()
        self._lock, self._working = threading.Lock(), threading.Lock()

    def full(self, game: Game) -> Evaluation:
        """Return the full evaluation of a game."""
        text = dumps(game)
        found = self._recalled(self._full, text)
        if found is not None:
            return found
        with self._working:
            found = self._recalled(self._full, text)
            return found or self._kept(self._full, text, self.worth(game))

    def quick(self, game: Game, near: Game) -> Evaluation:
        """Return the total and parts of a game; its full evaluation, where that is there already.

        Parameters
        ----------
        game : Game
        near : Game
            A game close by, evaluated in full when no game was yet.
        """
        text = dumps(game)
        found = self._recalled(self._full, text) or self._recalled(self._quick, text)
        if found is not None:
            return found
        with self._lock:
            last = next(reversed(self._full.values()), None)
        return self._kept(self._quick, text, self.alone(game, last or self.full(near)))

    def _recalled(self, kept: OrderedDict[str, Evaluation], text: str) -> Evaluation | None:
        with self._lock:
            if text in kept:
                kept.move_to_end(text)
            return kept.get(text)

    def _kept(self, kept: OrderedDict[str, Evaluation], text: str, found: Evaluation) -> Evaluation:
        with self._lock:
            kept[text] = found
            if len(kept) > MOST:
                kept.popitem(last=False)
        return found
