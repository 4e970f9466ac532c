"""Reports: the PAR sheet notebook run over parameter files, side by side, each on its own."""

from __future__ import annotations

import datetime
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from mathlib.core.errors import MathlibError
from mathlib.game.files import digest, load, write_text
from mathlib.run.pdf import browser, print_page

if TYPE_CHECKING:
    from mathlib.run.runner import Run

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "90_par_sheet.ipynb"
"""The PAR sheet notebook of the source tree that this library stands in."""

NAMES = ("report.html", "evaluation.json", "workbook.xlsx", "report.ipynb")
"""The page, the summary as data, the workbook, the executed notebook."""

PDF = "report.pdf"
"""The page on paper, for those who ask for it."""

PROCESSES = 2


@dataclass(frozen=True)
class Report:
    """What became of one parameter file.

    Parameters
    ----------
    source : Path
        The parameter file.
    files : tuple of Path
        What was made, in the order of `NAMES`; the PDF last.
    problem : str
        Why there is no report; empty when there is one.
    messages : str
        Warnings that the notebook wrote.
    """

    source: Path
    files: tuple[Path, ...] = ()
    problem: str = ""
    messages: str = ""


def make_report(
    source: Path,
    folder: Path,
    date: str = "",
    notebook: Path = NOTEBOOK,
    rounds: int | None = None,
    pdf: bool = False,
) -> Report:
    """Make the report of one parameter file.

    Parameters
    ----------
    source : Path
        The parameter file.
    folder : Path
        Where the files of `NAMES` go. An older report there is removed first, so that a failure
        leaves none.
    date : str
        Printed in the report, year-month-day; the last revision's when empty.
    notebook : Path
        The PAR sheet notebook, which writes the workbook itself: it has the evaluation.
    rounds : int, optional
        Rounds to play beside theory; the notebook's own number without it.
    pdf : bool
        Whether to print the page too.

    Returns
    -------
    Report

    Raises
    ------
    MathlibError
        When the file is refused or the notebook fails; or when the page, which then stands,
        cannot be printed.
    """
    from mathlib.run.runner import run_notebook

    files = tuple(folder / name for name in NAMES)
    html, data, workbook, executed = files
    try:
        for old in (*files, folder / PDF):
            old.unlink(missing_ok=True)
    except OSError as error:
        raise MathlibError(f"{folder}: cannot be written to ({error.strerror})") from None
    game = load(source)
    names = game.identification
    values = {
        "parameter_file": source,
        "report_date": date or names.revisions[-1].date,
        "workbook": workbook,
    }
    if rounds is not None:
        values["rounds"] = rounds
    title = f"{names.title} {names.version} ({names.rtp_version}): PAR sheet"
    try:
        run = run_notebook(notebook, executed, values, failed=folder / "failed.ipynb")
        page, result = _contents(run, notebook.name, title, digest(game))
        if not workbook.is_file():
            raise MathlibError(f"{notebook.name}: it wrote no workbook where it was told to")
    except MathlibError:
        for file in files:
            file.unlink(missing_ok=True)
        raise
    write_text(page, html)
    write_text(result, data)
    (folder / "failed.ipynb").unlink(missing_ok=True)
    if pdf:
        files = (*files, print_page(html, folder / PDF))
    return Report(source, files, messages=run.messages)


def make_reports(
    sources: Sequence[Path],
    folder: Path,
    date: str = "",
    notebook: Path = NOTEBOOK,
    processes: int = PROCESSES,
    rounds: int | None = None,
    pdf: bool = False,
) -> Iterator[Report]:
    """Make reports of several parameter files at once, in processes of their own.

    Parameters
    ----------
    sources, date, notebook, rounds, pdf
        As for `make_report`.
    folder : Path
        Each report goes into a folder below it that is named as its parameter file.
    processes : int
        Reports made at the same time; the files do not depend on it.

    Yields
    ------
    Report
        In the order they are finished; one with a ``problem`` where it failed, which leaves the
        others as they are.

    Raises
    ------
    MathlibError
        When two files have one name, the date is none, or no browser is there to print.
    """
    check_date(date)
    if pdf:
        browser()
    _check_names(sources)
    job = partial(_attempt, date=date, notebook=notebook, rounds=rounds, pdf=pdf)
    if len(sources) == 1:
        yield job(sources[0], folder / sources[0].stem)
        return
    # Fresh processes: a fork would copy the threads of a caller that has some.
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        jobs = {pool.submit(job, source, folder / source.stem): source for source in sources}
        for done in as_completed(jobs):
            yield _outcome(done, jobs[done])


def _contents(run: Run, name: str, title: str, wanted: str) -> tuple[str, str]:
    """Return the page and the result of a run, once they are known to be about this file."""
    from mathlib.run.html import page

    if run.result is None:
        raise MathlibError(f"{name}: no cell is tagged 'result'; tag the last one")
    if run.result.get("digest") != wanted:
        raise MathlibError(f"{name}: its result does not carry the digest of the file it was given")
    result = json.dumps(run.result, indent=2, ensure_ascii=False, allow_nan=False)
    return page(run.notebook, title), result + "\n"


def check_date(date: str) -> None:
    """Refuse a date to print that is none.

    Examples
    --------
    >>> check_date("2026-02-30")
    Traceback (most recent call last):
    mathlib.core.errors.MathlibError: the date '2026-02-30' is no date; write it as 2026-01-31
    """
    if date:
        try:
            well_formed = datetime.date.fromisoformat(date).isoformat() == date
        except ValueError:
            well_formed = False
        if not well_formed:
            raise MathlibError(f"the date {date!r} is no date; write it as 2026-01-31")


def _check_names(sources: Sequence[Path]) -> None:
    twice = [stem for stem, n in Counter(source.stem for source in sources).items() if n > 1]
    if twice:
        raise MathlibError(
            f"{len(sources)} files, and more than one is named {twice[0]}: their reports would "
            "overwrite each other; run them one by one with different --output folders"
        )


def _attempt(
    source: Path, folder: Path, date: str, notebook: Path, rounds: int | None, pdf: bool
) -> Report:
    try:
        return make_report(source, folder, date, notebook, rounds, pdf)
    except MathlibError as error:
        text = str(error)
        return Report(source, problem=text if str(source) in text else f"{source}: {text}")


def _outcome(done: Future[Report], source: Path) -> Report:
    try:
        return done.result()
    except Exception as error:
        # Even a defect, or a process that was killed, must not take the other reports down.
        return Report(source, problem=f"{source}: {type(error).__name__}: {error}")
