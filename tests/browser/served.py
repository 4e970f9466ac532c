"""A real JupyterLab on a free port and a real browser, with profiles of their own."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "build" / "pictures"
START = 90
"""Seconds that a server may take to start on a busy machine."""


@dataclass(frozen=True)
class Served:
    """A server that runs: where it listens, and the folder it serves."""

    url: str
    folder: Path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def own_profile(folder: Path) -> dict[str, str]:
    """Return an environment in which Jupyter finds nobody's settings and keeps its own here."""
    places = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "IPYTHONDIR": "ipython",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    }
    for name in places.values():
        (folder / name).mkdir(parents=True, exist_ok=True)
    # News and extension look-ups would ask the network.
    quiet = folder / "settings" / "@jupyterlab"
    for plugin, name, values in (
        ("apputils-extension", "notification", {"fetchNews": "false", "checkForUpdates": False}),
        ("extensionmanager-extension", "plugin", {"enabled": False}),
    ):
        path = quiet / plugin / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))
    return {**os.environ, **{key: str(folder / name) for key, name in places.items()}}


def wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + START
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except urllib.error.HTTPError:
            return  # an answer, whatever it says
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
    process.terminate()
    pytest.fail(f"no server at {url}:\n{log.read_text()[-3000:]}")


def serve(command: list[str], url: str, profile: Path, folder: Path) -> Iterator[Served]:
    log = profile / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, cwd=folder, env=own_profile(profile), stdout=out, stderr=out
        )
        try:
            wait_for(url, process, log)
            yield Served(url, folder)
        finally:
            process.terminate()
            try:
                process.wait(60)  # it ends its kernels first
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def copy_of_project(folder: Path) -> Path:
    """Copy notebooks and parameter files, so that tests write nothing into the source tree."""
    for name in ("notebooks", "params"):
        shutil.copytree(
            ROOT / name, folder / name, ignore=shutil.ignore_patterns(".ipynb_checkpoints")
        )
    return folder


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = copy_of_project(tmp_path_factory.mktemp("project"))
    profile = tmp_path_factory.mktemp("jupyter")
    port = free_port()
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}",
        "--ServerApp.port_retries=0", "--IdentityProvider.token=", f"--ServerApp.root_dir={folder}",
        "--LabApp.news_url=None", "--LabApp.extension_manager=readonly",
        "--LabApp.expose_app_in_browser=True", "--ServerApp.terminals_enabled=False",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]  # fmt: skip
    yield from serve(command, f"http://127.0.0.1:{port}/lab", profile, folder)


expect.set_options(timeout=60_000)
LONG = 180_000
"""Milliseconds for what needs full evaluations while other tests run."""


def settled(page: Page) -> str:
    """Wait until the panel says that its total is exact, and return the total."""
    # What it says instead is in the report of a failure.
    expect(page.locator(".mp-stage span")).to_have_text(re.compile("^exact"), timeout=LONG)
    shown = page.text_content(".mp-total")
    assert shown
    return shown


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    assert chromium, "install Debian's chromium (apt-get install chromium), as .ci/run does"
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=flags)
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()
