"""The browser and the servers of these tests."""

from tests.browser.served import browser, lab, page

__all__ = ["browser", "lab", "page"]
