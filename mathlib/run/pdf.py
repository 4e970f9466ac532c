"""Pages on paper: a page of HTML printed by the Chromium or Chrome that is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from mathlib.core.errors import MathlibError

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
"""Names of Chromium and its kin, and where they stand when they are on no search path."""

PATIENCE = 180
"""Seconds that a page may take."""


def browser() -> str:
    """Return the program that prints.

    Raises
    ------
    MathlibError
        When there is none.
    """
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    raise MathlibError(
        "a PDF is printed by Chromium or Chrome, and none was found; install one so that "
        "'chromium' or 'google-chrome' starts it (on Debian: apt-get install chromium), or print "
        "report.html from any browser"
    )


def print_page(page: Path, target: Path) -> Path:
    """Print a page that stands alone, without headers and footers.

    Parameters
    ----------
    page : Path
        HTML; its own style sheet sets the paper.
    target : Path
        The PDF, which appears when it is complete.

    Returns
    -------
    Path
        The target.

    Raises
    ------
    MathlibError
        When there is no browser, it prints nothing in time, or the target cannot be written.
    """
    program = browser()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        # Beside the target: a move within one folder is one step, and a browser that is shut off
        # from the rest of the disk may write where its reader keeps files.
        with TemporaryDirectory(
            dir=target.parent, prefix="printing-", ignore_cleanup_errors=True
        ) as scratch:
            printed = Path(scratch, "page.pdf")
            said = _run(
                [program, *_options(Path(scratch, "profile"), printed), page.absolute().as_uri()]
            )
            if not printed.is_file() or not printed.read_bytes().startswith(b"%PDF"):
                raise MathlibError(f"{page}: {program} printed nothing{said}")
            os.replace(printed, target)
    except OSError as error:
        raise MathlibError(f"{target}: cannot be written ({error.strerror})") from None
    return target


def _options(profile: Path, printed: Path) -> list[str]:
    options = [
        "--headless",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--no-first-run",
        "--no-pdf-header-footer",
        "--generate-pdf-document-outline",
        f"--user-data-dir={profile}",
        f"--print-to-pdf={printed}",
    ]
    if getattr(os, "geteuid", lambda: 1)() == 0:
        options.append("--no-sandbox")  # With the sandbox it refuses to start for root.
    return options


def _run(command: list[str]) -> str:
    """Run a browser, and return the last line of what it said."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f" in {PATIENCE} seconds"
    lines = done.stderr.strip().splitlines()
    return f": {lines[-1]}" if lines else ""
