"""The panel as a page without code, served by voila."""

from __future__ import annotations

import sys

import pytest
from playwright.sync_api import Page, expect

from mathlib.evaluation import evaluate
from mathlib.game import files
from mathlib.present.numbers import percent
from tests.browser.served import (
    LONG,
    PICTURES,
    ROOT,
    copy_of_project,
    free_port,
    serve,
    settled,
)


def test_the_panel_without_code(page: Page, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = copy_of_project(tmp_path_factory.mktemp("project"))
    notebook = folder / "notebooks" / "08_dashboard.ipynb"
    text = notebook.read_text("utf-8")
    assert "../params/orb_respins.json" in text
    notebook.write_text(text.replace("orb_respins.json", "pig_wizard.json"), "utf-8")
    port = free_port()
    command = [
        sys.executable, "-m", "voila", str(notebook), "--no-browser", f"--port={port}",
        "--Voila.ip=127.0.0.1",
    ]  # fmt: skip
    profile = tmp_path_factory.mktemp("voila")
    for _ in serve(command, f"http://127.0.0.1:{port}/static/", profile, folder):
        page.goto(f"http://127.0.0.1:{port}/", timeout=LONG)
        page.wait_for_selector(".mp-panel", timeout=LONG)
        settled(page)
        game = files.load(ROOT / "params" / "pig_wizard.json")
        opened = percent(evaluate(game).total.value, 6)
        expect(page.locator(".mp-total")).to_have_text(opened)
        assert "Workbench" not in page.inner_text("body")
        assert "JSON" not in page.inner_text("body")
        page.locator(".mp-nav button", has_text="Cash Lock").click()
        page.locator(".mp-rows .noUi-handle").first.press("ArrowRight")
        field = page.locator(".mp-rows .mp-field input").first
        expect(field).to_have_value(str(game.locked[5] + 1))
        expect(page.locator(".mp-total")).not_to_have_text(opened)
        settled(page)
        assert page.locator(".mp-panel").evaluate("e => e.scrollWidth - e.clientWidth") == 0
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / "dashboard.png", full_page=True)
