"""Reports for all tests that look at one: made by the command line, beside a failing file."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from mathlib.game import files

DATE = "2026-02-03"
SHIPPED = sorted((Path(__file__).parents[2] / "params").glob("*.json"))


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
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    folder = tmp_path_factory.mktemp("reports")
    good, bad = folder / "good.json", folder / "bad.json"
    files.save(files.example("orb_respins"), good)
    bad.write_text(good.read_text("utf-8").replace('"cap": 40000', '"cap": -1'), "utf-8")
    sources = ["good.json", "bad.json", *map(str, SHIPPED)]
    done = mathlib("report", *sources, "--date", DATE, "--output", "out", cwd=folder)
    return Made(folder, good, bad, done.returncode, done.stdout, done.stderr)
