"""How long a slider's move takes in JupyterLab in a browser, from the key to the figure."""

from __future__ import annotations

import statistics
from decimal import Decimal

from playwright.sync_api import Page

from tests.browser.served import Served, settled
from tests.browser.test_lab import (
    WATCH,
    open_and_run,
    open_page,
    points,
    quick_figures,
    seconds,
    slide,
)

MOVES = 3
AT_ONCE = 0.5
"""Seconds until a figure with a bound is shown."""
CLOSE = Decimal("0.0005")
"""Points that it may be off."""


def test_a_move_of_the_slowest_set_in_a_browser(page: Page, lab: Served) -> None:
    open_and_run(page, lab, "02_respins")
    handle, field = open_page(page, "JMC", 1)
    shown, exact_after = [], []
    for _ in range(MOVES):
        page.evaluate(WATCH)
        slide(handle, field)
        shown.append(seconds(page))
        quick, exact = quick_figures(page)[0], settled(page)
        exact_after.append(page.evaluate("(performance.now() - window.pressed) / 1000"))
        assert abs(points(quick["total"]) - points(exact)) <= points(quick["bound"]) < CLOSE
    print(f"shown after {shown} s, exact after {exact_after} s")
    # Half a second where the exact total takes five; others may use the machine as well.
    assert statistics.median(shown) < max(AT_ONCE, statistics.median(exact_after) / 10)
