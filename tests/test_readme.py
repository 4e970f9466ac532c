"""The README tells the truth: its tour runs, its commands and files exist."""

from __future__ import annotations

import re
from pathlib import Path

from mathlib.run.cli import app

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text("utf-8")


def test_the_tour_runs(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    code = re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)[1]
    lines = [line for line in code.splitlines() if line]
    assert len(lines) <= 10
    exec(compile(code, "README.md", "exec"), {})
    fraction, figure, mean = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"\d+/\d+", fraction)
    assert re.fullmatch(r"Figure\(.*kind='exact'.*\)", figure)
    assert float(mean) > 100


def test_commands_and_files_exist():
    known = {command.name or command.callback.__name__ for command in app.registered_commands}
    used = set(re.findall(r"`mathlib ([a-z]+)", TEXT))
    assert used <= known, used - known
    assert used == known, "every command has its row"
    for target in re.findall(r"[`\n]make ([a-z]+)", TEXT):
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE), target
    for path in re.findall(r"`((?:params|notebooks|mathlib)/[\w./]*)`", TEXT):
        assert (ROOT / path).exists(), path


def test_no_figure_is_still_to_be_filled_in():
    assert not re.findall(r"\| [A-Z]{5,}", TEXT)


def test_every_layer_is_on_the_map():
    for folder in (ROOT / "mathlib").iterdir():
        if folder.is_dir() and (folder / "__init__.py").exists():
            assert f"`mathlib/{folder.name}`" in TEXT
