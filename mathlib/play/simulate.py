"""Simulation: many rounds of a game, played in blocks on several workers, with one total.

Blocks are handed out in order and their totals merged in order, so at any moment the rounds that
are counted are rounds 0 to n - 1 of the seed. The state that is saved holds whole blocks only: a
later run replays the rest of a block and may go on to any greater number of rounds.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from mathlib.core.errors import MathlibError
from mathlib.game.files import Game, digest, dumps
from mathlib.play.players import player_of
from mathlib.play.progress import Progress, bar
from mathlib.play.simulation import Simulation
from mathlib.play.state import load_state, save_state
from mathlib.play.streams import BLOCK, stream
from mathlib.play.tally import Tally, merge, named

TASK = 8
"""Blocks in one piece of work."""
SAVE_EVERY = 3.0
"""Seconds between two saves of the state."""


class Future(Protocol):
    """Work that was handed out, as the standard library and Dask give it."""

    def result(self) -> Tally:
        """Wait for the totals."""

    def cancel(self) -> Any:
        """Take the work back if it was not begun."""


Submit = Callable[..., Future]


def simulate(
    game: Game,
    rounds: int,
    seed: int,
    workers: int = 2,
    state: Path | None = None,
    progress: Progress = False,
    client: Any = None,
) -> Simulation:
    """Play rounds of a game and add up what happens.

    Parameters
    ----------
    game : Game
        Any game the suite knows.
    rounds : int
        How many; exactly so many are played.
    seed : int
        Same seed, same rounds, whatever the number of workers.
    workers : int
        Threads, or with a client how many pieces of work it is given at a time.
    state : Path or None
        File that keeps what has been played; an existing one is continued.
    progress : bool or callable
        Whether to show a bar with rounds per second and the standard error of the RTP; or what
        to call, every now and then, with the simulation so far.
    client : object or None
        Whoever plays instead of threads: ``submit(function, *arguments)`` returns a future, as
        a Dask client does.

    Returns
    -------
    Simulation
        Incomplete, with all that is done, when it was interrupted from the keyboard.

    Raises
    ------
    MathlibError
        When a number makes no sense, or the state belongs to something else.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> simulation = simulate(example("orb_respins"), 10_000, seed=1)
    >>> simulation.rounds, simulation.complete
    (10000, True)
    >>> simulation == simulate(example("orb_respins"), 10_000, seed=1, workers=3)
    True
    """
    _check(rounds, seed, workers)
    text, name = dumps(game), digest(game)
    blocks, tally = load_state(state, name, seed) if state else (0, {})
    if blocks * BLOCK > rounds:
        raise MathlibError(
            f"{state}: holds {blocks * BLOCK:,} rounds already, more than the {rounds:,} asked "
            "for; ask for more, or give another file name"
        )
    run = Run(name, seed, rounds, blocks, tally, state)
    with _submitter(workers, client) as submit, bar(progress, rounds) as show:
        run.play(submit, text, workers, show)
    return run.simulation()


def play_blocks(text: str, seed: int, first: int, last: int, rounds: int) -> Tally:
    """Play blocks of a run; a plain function of plain arguments, to be sent anywhere.

    Parameters
    ----------
    text : str
        The game's canonical text.
    seed : int
        Seed of the run.
    first, last : int
        Blocks ``first`` to ``last - 1``.
    rounds : int
        Rounds of the whole run: the last block ends there.

    Returns
    -------
    dict
        Totals by name.

    Examples
    --------
    >>> from mathlib.game.files import dumps, example
    >>> play_blocks(dumps(example("orb_respins")), 1, 0, 1, 500)["rounds"]
    500
    """
    player = player_of(text)
    total: Tally = {}
    for block in range(first, last):
        tally = np.zeros(len(player.names))
        player.play(stream(seed, block), min(BLOCK, rounds - block * BLOCK), tally)
        merge(total, named(player.names, tally))
    return total


class Run:
    """A simulation under way: whole blocks done, and what they add up to."""

    def __init__(
        self, digest: str, seed: int, asked: int, blocks: int, tally: Tally, state: Path | None
    ) -> None:
        self.digest, self.seed, self.asked, self.state = digest, seed, asked, state
        self.done = blocks, tally
        self.rest: Tally = {}
        self.resumed = blocks * BLOCK
        self.began = self.saved = time.monotonic()

    def play(
        self, submit: Submit, text: str, workers: int, show: Callable[[Simulation], None]
    ) -> None:
        """Hand out all work that is left, and take it in, in order."""
        waiting: deque[tuple[int, Future]] = deque()
        tasks = self._tasks()
        try:
            while True:
                while len(waiting) < 2 * workers and (task := next(tasks, None)):
                    first, last = task
                    work = (text, self.seed, first, last, self.asked)
                    waiting.append((last, submit(play_blocks, *work)))
                if not waiting:
                    break
                last, future = waiting[0]
                self._take(last, future.result())
                waiting.popleft()
                show(self.simulation())
        except KeyboardInterrupt:
            pass  # what is done is kept, and the result says how much that is
        finally:
            for _, future in waiting:
                future.cancel()
            self._save()

    def _tasks(self) -> Iterator[tuple[int, int]]:
        """Yield pieces of work: whole blocks, and the part of a block that ends the run."""
        whole = self.asked // BLOCK
        for first in range(self.done[0], whole, TASK):
            yield first, min(first + TASK, whole)
        if self.asked % BLOCK:
            yield whole, whole + 1

    def _take(self, last: int, tally: Tally) -> None:
        if last * BLOCK > self.asked:
            self.rest = tally
            return
        merged = dict(self.done[1])
        merge(merged, tally)
        # One assignment: an interruption finds either the old totals or the new ones.
        self.done = last, merged
        if time.monotonic() - self.saved > SAVE_EVERY:
            self._save()

    def _save(self) -> None:
        if self.state:
            save_state(self.state, self.digest, self.seed, *self.done)
            self.saved = time.monotonic()

    def simulation(self) -> Simulation:
        """Return what has been played so far."""
        total = dict(self.done[1])
        merge(total, self.rest)
        rounds = total.get("rounds", 0)
        seconds = time.monotonic() - self.began
        return Simulation(self.digest, self.seed, self.asked, rounds, total, seconds, self.resumed)


@contextmanager
def _submitter(workers: int, client: Any) -> Iterator[Submit]:
    if client is not None:
        yield client.submit
        return
    with ThreadPoolExecutor(workers) as pool:
        yield pool.submit


def _check(rounds: int, seed: int, workers: int) -> None:
    for value, least, what in ((rounds, 1, "rounds"), (seed, 0, "seed"), (workers, 1, "workers")):
        if value < least:
            raise MathlibError(f"{what} {value}: give a whole number from {least}")
