"""Evaluations of the last few games, so that undo, snapshots and comparisons cost nothing."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from mathlib.evaluation import evaluate
from mathlib.exact.evaluation import Evaluation
from mathlib.game.files import Game, dumps

Worth = Callable[[Game], Evaluation]
MOST = 16
"""Evaluations kept of each sort."""


class Memory:
    """Full and quick evaluations, remembered by the canonical text of their game.

    It may be asked from several threads; two that ask for the same game at once may both compute
    it, with the same result.

    Parameters
    ----------
    full, quick : callable
        What evaluates a game, and what gives its total and parts alone.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> memory = Memory(full=lambda game: Evaluation(game, {}, {}))
    >>> memory.full(example("orb_respins")) is memory.full(example("orb_respins"))
    True
    """

    def __init__(self, full: Worth = evaluate, quick: Worth | None = None) -> None:
        self._full, self._quick = full, quick or full
        self._known: dict[bool, OrderedDict[str, Evaluation]] = {
            is_full: OrderedDict() for is_full in (True, False)
        }
        self._lock = threading.Lock()

    def full(self, game: Game) -> Evaluation:
        """Return the full evaluation of a game."""
        return self._remembered(True, game)

    def quick(self, game: Game) -> Evaluation:
        """Return its total and parts; of the full evaluation, where that is there already."""
        text = dumps(game)
        with self._lock:
            known = self._known[True].get(text)
        return known or self._remembered(False, game)

    def _remembered(self, is_full: bool, game: Game) -> Evaluation:
        text = dumps(game)
        kept = self._known[is_full]
        with self._lock:
            if text in kept:
                kept.move_to_end(text)
                return kept[text]
        found = self._full(game) if is_full else self._quick(game)
        with self._lock:
            kept[text] = found
            if len(kept) > MOST:
                kept.popitem(last=False)
        return found
