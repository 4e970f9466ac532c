"""Reports for all tests that look at one: made by the command line, beside a failing file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from mathlib.game import files

DATE = "2026-02-03"
PARAMS = Path(__file__).parents[2] / "params"
SHIPPED = [PARAMS / "orb_respins.json", PARAMS / "pig_wizard.json"]
"""One of each kind."""


@dataclass(frozen=True)
class Made:
    """What ``mathlib report`` did with the shipped games, a small good file and a bad one."""

    folder: Path
    good: Path
    bad: Path
    code: int
    out: str
    err: str

    @property
    def page(self) -> Path:
        return self.report("good")

    def report(self, name: str) -> Path:
        return self.folder / "out" / name / "report.html"


def mathlib(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own, warnings being errors there too."""
    command = [sys.executable, "-W", "error", "-m", "mathlib", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """A scheduler and two worker processes on this machine."""
    from distributed import LocalCluster

    # A page on any free port: other tests of this machine may have a cluster, too.
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as started:
        yield started.scheduler_address


def kill_worker(client: Any) -> int:
    """Kill one worker process of a cluster, and return its number."""
    victim = min(client.run(os.getpid).values())
    os.kill(victim, signal.SIGKILL)
    return victim


@contextmanager
def loses_a_worker(client: Any) -> Iterator[list[int]]:
    """Kill one worker as soon as all are at work; the list then holds its number."""
    killed: list[int] = []
    ended = Event()

    def wait_and_kill() -> None:
        while not ended.wait(0.2):
            if all(client.processing().values()):
                killed.append(kill_worker(client))
                return

    thread = Thread(target=wait_and_kill)
    thread.start()
    try:
        yield killed
    finally:
        ended.set()
        thread.join()


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("reports")
    good, bad = folder / "good.json", folder / "bad.json"
    files.save(files.example("pig_wizard"), good)
    bad.write_text(good.read_text("utf-8").replace('"cap": 5500', '"cap": -1'), "utf-8")
    sources = ["good.json", "bad.json", *map(str, SHIPPED)]
    done = mathlib("report", *sources, "--pdf", "--date", DATE, "--output", "out", cwd=folder)
    return Made(folder, good, bad, done.returncode, done.stdout, done.stderr)
