"""Work on the latest value only: what a slider needs while a full evaluation takes seconds.

While a value is worked on, newer ones replace each other; when the work is done, only the last is
taken up. Fifty quick moves so cause at most two pieces of work: that of the first and that of
the last value.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

V = TypeVar("V")
R = TypeVar("R")
Post = Callable[[Callable[[], object]], object]
"""Something that has a function called soon, on the thread where results are wanted."""


@dataclass(frozen=True)
class Outcome(Generic[V, R]):
    """What came of one value.

    Parameters
    ----------
    value : object
        The value that was submitted.
    result : object
        What the work returned; None where it failed.
    error : Exception or None
        What the work raised.
    is_latest : bool
        Whether nothing newer had been submitted when the outcome was delivered.
    """

    value: V
    result: R | None
    error: Exception | None
    is_latest: bool


class Latest(Generic[V, R]):
    """Run a function in the background on the latest value submitted.

    Parameters
    ----------
    work : callable
        From a value to a result. It runs on a thread of its own, one value at a time.
    deliver : callable
        Takes each `Outcome`; never called on the thread of the work.
    post : callable, optional
        How outcomes get to their thread: a function that takes a function and has it called
        there, such as ``loop.call_soon_threadsafe`` of the event loop of a notebook (see
        `on_loop`). What is there when `poll` or `wait` is called is delivered by that call, as
        everything is without ``post``.

    Examples
    --------
    >>> seen = []
    >>> latest = Latest(lambda x: x * x, seen.append)
    >>> latest.submit(3)
    >>> latest.wait()
    >>> seen
    [Outcome(value=3, result=9, error=None, is_latest=True)]
    """

    def __init__(
        self,
        work: Callable[[V], R],
        deliver: Callable[[Outcome[V, R]], object],
        post: Post | None = None,
    ) -> None:
        self._work, self._deliver, self._post = work, deliver, post
        self._changed = threading.Condition()
        self._waiting: list[V] = []
        self._running = False
        self._submitted = 0
        self._undelivered: deque[Callable[[], None]] = deque()

    @property
    def is_busy(self) -> bool:
        """Whether work is going on or waiting."""
        with self._changed:
            return self._running

    def submit(self, value: V) -> None:
        """Ask for work on a value; one that waits already is given up for it."""
        with self._changed:
            self._waiting = [value]
            self._submitted += 1
            if not self._running:
                self._running = True
                # Without work there is no thread: nothing to close, nothing that keeps a
                # kernel alive.
                threading.Thread(target=self._run, name="latest", daemon=True).start()

    def cancel(self) -> None:
        """Give up the value that waits; outcomes of earlier values are no longer the latest."""
        with self._changed:
            self._waiting = []
            self._submitted += 1

    def poll(self) -> int:
        """Deliver the outcomes that are there, on this thread; return how many."""
        count = 0
        while True:
            try:
                # The loop and `wait` may both deliver; each outcome goes to who takes it first.
                delivery = self._undelivered.popleft()
            except IndexError:
                return count
            delivery()
            count += 1

    def wait(self, timeout: float | None = None) -> None:
        """Wait until no work is left, then deliver what is undelivered; as `poll`.

        Parameters
        ----------
        timeout : float, optional
            Longest time in seconds.

        Raises
        ------
        TimeoutError
            When work is left after that.
        """
        end = None if timeout is None else time.monotonic() + timeout
        with self._changed:
            while self._running:
                left = None if end is None else end - time.monotonic()
                if left is not None and left <= 0:
                    raise TimeoutError(f"work is still going on after {timeout:g} s")
                self._changed.wait(left)
        self.poll()

    def _run(self) -> None:
        while True:
            with self._changed:
                if not self._waiting:
                    self._running = False
                    self._changed.notify_all()
                    return
                value, number = self._waiting.pop(), self._submitted
            result, error = None, None
            try:
                result = self._work(value)
            except Exception as problem:  # Whatever it is, the caller's thread hears of it.
                error = problem
            self._hand_over(value, result, error, number)

    def _hand_over(self, value: V, result: R | None, error: Exception | None, number: int) -> None:
        def delivery() -> None:
            # Whether it is the latest is known only when it arrives.
            self._deliver(Outcome(value, result, error, number == self._submitted))

        self._undelivered.append(delivery)
        if self._post is not None:
            # On a closed loop nobody is left to hear of it; `poll` still delivers.
            with suppress(RuntimeError):
                self._post(self.poll)


def on_loop(loop: asyncio.AbstractEventLoop | None = None) -> Post:
    """Return how outcomes get to an event loop, as a notebook's kernel has one.

    Parameters
    ----------
    loop : event loop, optional
        The loop; without it, the one that runs on this thread.

    Raises
    ------
    RuntimeError
        When no loop runs on this thread.

    Examples
    --------
    >>> async def show():
    ...     heard = asyncio.get_running_loop().create_future()
    ...     Latest(abs, heard.set_result, on_loop()).submit(-2)
    ...     return (await heard).result
    >>> asyncio.run(show())
    2
    """
    return (loop or asyncio.get_running_loop()).call_soon_threadsafe
