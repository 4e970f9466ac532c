"""LibreOffice as a second reader of workbooks: what it computes from their formulas."""

from __future__ import annotations

import shutil
import subprocess
from math import nextafter
from pathlib import Path
from unittest import mock

import openpyxl
from openpyxl.cell import _writer
from openpyxl.compat import safe_string

ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""
"""Recalculate every formula when a file is opened."""


def convert(kind: str, folder: Path, *sources: Path) -> list[Path]:
    """Open files in LibreOffice, recalculate them and save them as another kind."""
    soffice = shutil.which("soffice")
    assert soffice, "install Debian's libreoffice-calc, as .ci/run does"
    profile = folder / "profile"
    (profile / "user").mkdir(parents=True, exist_ok=True)
    (profile / "user" / "registrymodifications.xcu").write_text(ALWAYS, "utf-8")
    made = [folder / kind / source.with_suffix(f".{kind}").name for source in sources]
    own = f"-env:UserInstallation={profile.as_uri()}"
    command = [soffice, own, "--headless", "--convert-to", kind, "--outdir", str(folder / kind)]
    command += map(str, sources)
    done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
    assert all(path.is_file() for path in made), done.stdout + done.stderr
    return made


def with_check(source: Path, copy: Path) -> list[str]:
    """Copy a workbook with a sheet that takes each formula's shown value from what it gives.

    LibreOffice saves 15 digits only, and calls numbers equal that differ in the last bits. So the
    differences are taken there, by its subtraction that rounds nothing away, in a copy that
    carries no values of formulas at all. The last row checks the check: a number against its
    neighbour. Returns what the rows are about.
    """
    book = openpyxl.load_workbook(source)
    shown = openpyxl.load_workbook(source, data_only=True)
    places = [
        (page.title, cell.coordinate)
        for page in book
        for row in page.iter_rows()
        for cell in row
        if cell.data_type == "f"
    ]
    check = book.create_sheet("check")
    subtract = "=_xlfn.ORG.LIBREOFFICE.RAWSUBTRACT"
    for i, (title, at) in enumerate(places, start=1):
        check.cell(i, 1, shown[title][at].value)
        check.cell(i, 2, f"{subtract}('{title}'!{at},A{i})")
    last = len(places) + 1
    check.cell(last, 1, nextafter(0.92, 1.0))
    check.cell(last, 2, f"{subtract}(0.92,A{last})")
    with mock.patch.object(_writer, "safe_string", _all_digits):
        book.save(copy)
    return [f"{title}!{at}" for title, at in places] + ["neighbour"]


def _all_digits(value: object) -> str:
    """Write numbers with all their bits, where openpyxl writes 16 digits."""
    return repr(value) if type(value) is float else safe_string(value)
