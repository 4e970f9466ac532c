"""Rules of the source tree that no other tool checks."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = sorted((ROOT / "mathlib").rglob("*.py"))


def imported(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


@pytest.mark.parametrize("package", ["papermill", "ipywidgets", "dask", "xlsxwriter", "numba"])
def test_at_most_one_module_imports(package):
    users = [path.relative_to(ROOT) for path in MODULES if package in imported(path)]
    assert len(users) <= 1, users


def test_modules_are_one_thing_each():
    long = {path.name: n for path in MODULES if (n := len(path.read_text().splitlines())) > 400}
    assert not long


def tracked():
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [ROOT / name for name in listed.stdout.split("\0") if name]


def test_nothing_committed_is_produced_or_names_a_machine():
    for path in tracked():
        if not path.exists():
            continue
        assert "build" not in path.relative_to(ROOT).parts[:1]
        text = path.read_text("utf-8", errors="replace")
        for word in ("/ho" + "me/", "/ro" + "ot/", "py" + "pi.org", "python" + "hosted"):
            assert word not in text, path
