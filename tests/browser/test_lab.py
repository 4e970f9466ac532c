"""The studio in a real JupyterLab: open, run, turn a knob, solve, export, and ask `mathlib rtp`."""

from __future__ import annotations

import re
import statistics
import time
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from typer.testing import CliRunner

from mathlib.run.cli import app
from tests.browser.conftest import PICTURES, Served

LONG = 180_000
"""Milliseconds for what needs full evaluations while other tests run."""
IDLE = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
EXACT = ".mp-stage.mp-exact"
PLACES = """() => {
    const top = document.querySelector('.mp-panel').getBoundingClientRect().top;
    return ['.mp-headline', '.mp-bar', '.mp-message', '.mp-gauge', '.mp-parts', '.mp-keys',
            '.mp-nav', '.mp-page', '.mp-tabs'].map(name => {
        const box = document.querySelector(name).getBoundingClientRect();
        return [name, box.top - top, box.left, box.width, box.height];
    });
}"""
"""Where the boxes of the panel are, seen from its top."""


def open_and_run(page: Page, lab: Served, name: str) -> None:
    page.goto(f"{lab.url}/tree/notebooks/{name}.ipynb?reset")
    page.wait_for_selector(".jp-NotebookPanel .jp-Cell")
    page.wait_for_function(IDLE, timeout=LONG)
    page.evaluate("window.jupyterapp.commands.execute('application:toggle-left-area')")
    # Not awaited: the panel has to be there before the last cell is.
    page.evaluate("void window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_selector(".mp-panel", timeout=LONG)
    page.wait_for_selector(EXACT, timeout=LONG)
    page.wait_for_function(IDLE, timeout=LONG)


def total(page: Page) -> str:
    return page.inner_text(".mp-total")


def settled(page: Page) -> str:
    """Wait for the exact figure of the game on the panel, and return it."""
    page.wait_for_selector(EXACT, timeout=LONG)
    return total(page)


def rtp(file: Path) -> str:
    """Return the total that `mathlib rtp` prints, in per cent."""
    done = CliRunner().invoke(app, ["rtp", str(file)])
    assert done.exit_code == 0, done.output
    found = re.search(r"^total +(\S+)", done.stdout, re.MULTILINE)
    assert found
    return f"{found[1]} %"


def export(page: Page, lab: Served, name: str) -> Path:
    field = page.locator(".mp-path input")
    field.fill(f"../build/{name}.json")
    field.press("Enter")
    page.locator(".mp-export").click()
    expect(page.locator(".mp-message")).to_contain_text(f"{name}.json")
    expect(page.locator(".mp-said")).to_contain_text("exported to")
    return lab.folder / "build" / f"{name}.json"


def first_slider(page: Page, group: str) -> Locator:
    page.locator(".mp-nav button", has_text=re.compile(rf"^\s*{group}\s*$")).click()
    handle = page.locator(".mp-rows .noUi-handle").first
    handle.wait_for()
    handle.focus()
    return handle


@pytest.mark.parametrize(
    ("name", "group", "moves"),
    [
        ("01_base_game", "Money", 40),
        ("02_respins", "M", 40),
        ("03_pig_wizard", "Cash Lock", 40),
        ("04_tune_to_target", "Spins", 40),
    ],
)
def test_a_notebook_from_opening_to_export(
    page: Page, lab: Served, name: str, group: str, moves: int
) -> None:
    open_and_run(page, lab, name)
    opened, places = settled(page), page.evaluate(PLACES)
    assert rtp(export(page, lab, f"{name}_opened")) == opened

    handle = first_slider(page, group)
    field = page.locator(".mp-rows .mp-field input").first
    start = int(field.input_value())
    for _ in range(moves):
        handle.press("ArrowRight")
    expect(field).to_have_value(str(start + moves))
    moved = settled(page)
    assert moved != opened
    if group != "M":  # solving Respins anew takes long, and one notebook of that game will do
        assert rtp(export(page, lab, f"{name}_moved")) == moved

    page.locator(".mp-solve").click()
    page.wait_for_function(
        "document.querySelector('.mp-distance').innerText.startsWith('on target')", timeout=LONG
    )
    solved = settled(page)
    assert f"{float(solved.split()[0]):.2f}" == "92.00"
    expect(page.locator(".mp-distance")).to_contain_text("92.00 %")
    assert rtp(export(page, lab, f"{name}_solved")) == solved

    assert page.evaluate(PLACES) == places, "nothing jumps"
    cut = "e => [e.scrollWidth - e.clientWidth, e.querySelectorAll('.mp-wrong').length]"
    assert page.locator(".mp-panel").evaluate(cut) == [0, 0]
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.locator(".mp-panel").evaluate("e => e.scrollIntoView({block: 'start'})")
    page.screenshot(path=PICTURES / f"{name}.png")


def test_a_move_is_shown_at_once_and_a_mistake_in_words(page: Page, lab: Served) -> None:
    open_and_run(page, lab, "03_pig_wizard")
    handle = first_slider(page, "Modifiers")
    times = []
    for _ in range(7):
        before, start = total(page), time.perf_counter()
        handle.press("ArrowRight")
        page.wait_for_function(f"document.querySelector('.mp-total').innerText !== '{before}'")
        times.append(time.perf_counter() - start)
    assert statistics.median(times) < 1.0, "key to figure, browser and all"

    field = page.locator(".mp-rows .mp-field input").first
    value, before = field.input_value(), settled(page)
    field.fill("2.5")
    field.press("Enter")
    expect(page.locator(".mp-wrong")).to_contain_text("is not a whole number from 1 to")
    expect(field).to_have_value(value)
    assert total(page) == before
    page.locator(".mp-undo").click()
    page.wait_for_function(f"document.querySelector('.mp-total').innerText !== '{before}'")
    expect(page.locator(".mp-message")).to_be_empty()
