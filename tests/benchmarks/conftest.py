"""A real browser, to time in it what a user waits for."""

from tests.browser.served import browser, lab, page

__all__ = ["browser", "lab", "page"]
