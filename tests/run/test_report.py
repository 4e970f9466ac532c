"""The report as a reader gets it: in a browser without scripts or network, and as data."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, sync_playwright

from mathlib.evaluation import evaluate
from mathlib.game import files
from mathlib.present.summary import summary
from mathlib.run.html import outside
from mathlib.run.report import NAMES, PDF, make_report
from tests.run.conftest import DATE, SHIPPED, Made

PICTURES = Path(__file__).parents[2] / "build" / "pictures"
SECTIONS = 14
"""Sections of our PAR sheet layout."""


def test_good_reports_are_made_beside_a_bad_file(made: Made) -> None:
    assert made.code == 1
    assert made.err.startswith("error: bad.json: 1 problem\n  cap: found -1")
    assert made.err.count("\n") == 2, "and nothing else is wrong"
    *lines, last = made.out.splitlines()
    names = ["good", *(path.stem for path in SHIPPED)]
    assert last == f"{len(names)} of {len(names) + 1} reports made"
    for name in names:
        for file in (*NAMES, PDF):
            assert f"out/{name}/{file}" in lines
            assert (made.folder / "out" / name / file).is_file()
    assert len(lines) == (len(NAMES) + 1) * len(names)
    assert not list(made.folder.rglob("printing-*")), "nothing temporary is left"
    assert {path.name for path in (made.folder / "out").iterdir()} == set(names)


def test_page_stands_alone_and_shows_no_code(made: Made) -> None:
    text = made.page.read_text("utf-8")
    assert outside(text) == []
    assert "par_sheet" not in text
    assert str(made.folder) not in text, "no machine's paths in a report"
    assert DATE in text
    assert files.digest(files.load(made.good)) in text


def test_data_are_those_of_the_evaluation(made: Made) -> None:
    data = json.loads((made.page.parent / "evaluation.json").read_text("utf-8"))
    assert data == json.loads(json.dumps(summary(evaluate(files.load(made.good)))))


def test_two_runs_are_the_same_but_for_the_date_given(made: Made, tmp_path: Path) -> None:
    """Known answer K24, but for the workbook, on which there are tests of its own."""
    again = make_report(made.good, tmp_path, "2031-12-30")
    assert again.messages == ""
    page, data = (path.read_text("utf-8") for path in again.files[:2])
    assert page.count("2031-12-30") == 1
    assert page.replace("2031-12-30", DATE) == made.page.read_text("utf-8")
    assert data == made.page.with_name("evaluation.json").read_text("utf-8")


@pytest.fixture(scope="module")
def browser_page() -> Iterator[tuple[Page, list[str]]]:
    chromium = shutil.which("chromium")
    assert chromium, "install Debian's chromium (apt-get install chromium), as .ci/run does"
    asked: list[str] = []

    def refuse(request: Request) -> None:
        asked.append(request.url)

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-background-networking"]
        )
        context = browser.new_context(
            java_script_enabled=False, offline=True, viewport={"width": 1280, "height": 900}
        )
        page = context.new_page()
        page.set_default_timeout(180_000)
        page.on("request", refuse)
        yield page, asked
        browser.close()


GAMES = ["good", *(path.stem for path in SHIPPED)]
CUT = """[...document.querySelectorAll('table, svg, img')].filter(
    e => e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > innerWidth + 1
).map(e => e.textContent.slice(0, 40))"""
"""What reaches out of its box or of the window."""


@pytest.mark.parametrize("name", GAMES)
def test_page_in_a_browser_without_scripts_and_network(
    made: Made, browser_page: tuple[Page, list[str]], name: str
) -> None:
    page, asked = browser_page
    asked.clear()
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(made.report(name).as_uri())
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png", full_page=True)
    assert [url for url in asked if not url.startswith("data:")] == [made.report(name).as_uri()]
    names = json.loads(made.report(name).with_name("evaluation.json").read_text("utf-8"))
    assert page.title() == f"{names['game']} {names['version']} ({names['rtp_version']}): PAR sheet"
    headings = page.locator("h2").all_inner_texts()
    numbers = [int(found[1]) for h in headings if (found := re.match(r"(\d+)", h))]
    assert numbers == list(range(1, SECTIONS + 1))
    assert page.locator("table").count() >= SECTIONS
    for picture in page.locator("img, svg").all():
        box = picture.bounding_box()
        assert box is not None
        assert box["width"] > 20
        assert box["height"] > 20
    assert page.evaluate("document.documentElement.scrollWidth") == 1280
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("name", GAMES)
def test_page_prints_on_a4(made: Made, browser_page: tuple[Page, list[str]], name: str) -> None:
    page, _ = browser_page
    page.goto(made.report(name).as_uri())
    paper = made.report(name).with_name(PDF).read_bytes()
    sizes = set(re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", paper))
    assert len(sizes) == 1
    # A4 in points: 210 mm by 297 mm at 72 points to 25.4 mm.
    width, height = map(float, sizes.pop())
    assert (width, height) == pytest.approx((595.3, 841.9), abs=1)
    # The sheet between its margins: 184 mm, at 96 pixels to 25.4 mm.
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 695, "height": 1000})
    assert page.evaluate(CUT) == []
    page.emulate_media(media="screen")
