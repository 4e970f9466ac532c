"""The background worker: many quick moves, little work, and the last value never lost."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import pytest

from mathlib.core.errors import MathlibError
from mathlib.design.latest import Latest, Outcome, on_loop


class Slow:
    """Work that lasts until it is let go, and knows what it was asked and where it ran."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.threads: set[int] = set()
        self.started, self.go = threading.Event(), threading.Event()

    def __call__(self, value: int) -> int:
        self.asked.append(value)
        self.threads.add(threading.get_ident())
        self.started.set()
        assert self.go.wait(10)
        return value * 10


def test_fifty_quick_moves_cause_two_evaluations_the_last_with_the_last_value() -> None:
    work, seen = Slow(), []
    latest: Latest[int, int] = Latest(work, seen.append)
    latest.submit(0)
    assert work.started.wait(10)
    for value in range(1, 50):
        latest.submit(value)
    assert latest.is_busy
    work.go.set()
    latest.wait(10)
    assert work.asked == [0, 49]
    assert [(o.value, o.result, o.is_latest) for o in seen] == [(0, 0, False), (49, 490, True)]
    assert not latest.is_busy


def test_moves_before_the_work_begins_cause_at_most_two_as_well() -> None:
    work, seen = Slow(), []
    latest: Latest[int, int] = Latest(work, seen.append)
    for value in range(50):
        latest.submit(value)
    work.go.set()
    latest.wait(10)
    assert len(work.asked) <= 2
    assert work.asked[-1] == 49
    assert seen[-1] == Outcome(49, 490, None, True)


def test_outcomes_are_delivered_on_the_thread_that_polls() -> None:
    work, threads = Slow(), []
    latest: Latest[int, int] = Latest(work, lambda _: threads.append(threading.get_ident()))
    work.go.set()
    latest.submit(1)
    latest.wait(10)
    assert threads == [threading.get_ident()]
    assert work.threads.isdisjoint(threads)
    assert latest.poll() == 0


def test_outcomes_are_delivered_on_the_event_loop() -> None:
    work = Slow()
    seen: list[tuple[int, int]] = []

    async def moves() -> None:
        done = asyncio.Event()

        def deliver(outcome: Outcome[int, int]) -> None:
            seen.append((outcome.value, threading.get_ident()))
            if outcome.is_latest:
                done.set()

        latest: Latest[int, int] = Latest(work, deliver, on_loop())
        for value in range(50):
            latest.submit(value)
        # The loop is free while the work goes on.
        await asyncio.sleep(0)
        work.go.set()
        await asyncio.wait_for(done.wait(), 10)

    asyncio.run(moves())
    assert len(work.asked) <= 2
    assert seen[-1] == (49, threading.get_ident())
    assert {thread for _, thread in seen} == {threading.get_ident()}


def test_errors_are_delivered_and_the_next_value_is_worked_on() -> None:
    def work(value: int) -> int:
        if value < 0:
            raise MathlibError("no such weight")
        return value

    seen: list[Outcome[int, int]] = []
    latest: Latest[int, int] = Latest(work, seen.append)
    for value in (-1, 2):
        latest.submit(value)
        latest.wait(10)
    assert [str(outcome.error) for outcome in seen] == ["no such weight", "None"]
    assert [outcome.result for outcome in seen] == [None, 2]


def test_newer_value_after_the_work_makes_an_undelivered_outcome_stale() -> None:
    work, seen = Slow(), []
    work.go.set()
    posted: list[Any] = []
    latest: Latest[int, int] = Latest(work, seen.append, posted.append)
    for value in (1, 2):
        latest.submit(value)
        while latest.is_busy:
            time.sleep(0.001)
    for delivery in posted:
        delivery()
    assert [(o.value, o.is_latest) for o in seen] == [(1, False), (2, True)]


def test_wait_delivers_what_a_loop_has_not() -> None:
    work, seen = Slow(), []
    work.go.set()
    posted: list[Any] = []
    latest: Latest[int, int] = Latest(work, seen.append, posted.append)
    latest.submit(1)
    latest.wait(10)
    assert [outcome.value for outcome in seen] == [1]
    for delivery in posted:
        delivery()
    assert len(seen) == 1, "delivered once"


def test_cancel_gives_up_what_waits() -> None:
    work, seen = Slow(), []
    latest: Latest[int, int] = Latest(work, seen.append)
    latest.submit(1)
    assert work.started.wait(10)
    latest.submit(2)
    latest.cancel()
    work.go.set()
    latest.wait(10)
    assert [(o.value, o.is_latest) for o in seen] == [(1, False)]


def test_wait_tells_when_it_takes_too_long() -> None:
    work = Slow()
    latest: Latest[int, int] = Latest(work, lambda _: None)
    latest.submit(1)
    with pytest.raises(TimeoutError, match=r"after 0\.01 s"):
        latest.wait(0.01)
    work.go.set()
    latest.wait(10)


def test_closed_loop_loses_nothing() -> None:
    work, seen = Slow(), []
    loop = asyncio.new_event_loop()
    latest: Latest[int, int] = Latest(work, seen.append, on_loop(loop))
    latest.submit(1)
    loop.close()
    work.go.set()
    latest.wait(10)
    assert [outcome.value for outcome in seen] == [1]
