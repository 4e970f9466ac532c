"""Batches: reports of many versions, each on its own, and one page that compares them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from mathlib.core.errors import MathlibError
from mathlib.game.documents import read_text
from mathlib.game.files import dumps, write_bytes, write_text
from mathlib.run.pdf import browser
from mathlib.run.report import NAMES, PDF, PROCESSES, Report, check_date, make_reports

if TYPE_CHECKING:
    from mathlib.present.versions_page import Made

INDEX, DATA = "index.html", "comparison.json"


@dataclass
class Batch:
    """What became of a batch.

    Parameters
    ----------
    folder : Path
        Where it is: the parameter files, a folder per version, the comparison.
    reports : dict
        Label to its report, in the order of the sources; one with a ``problem`` where it failed.
    """

    folder: Path
    reports: dict[str, Report] = field(default_factory=dict)

    @property
    def failed(self) -> dict[str, str]:
        """Label to why there is no report."""
        return {label: one.problem for label, one in self.reports.items() if one.problem}


def make_batch(
    sources: Sequence[Path],
    folder: Path,
    date: str = "",
    workers: int = PROCESSES,
    client: Any = None,
    rounds: int | None = None,
    pdf: bool = False,
) -> Iterator[tuple[Batch, str]]:
    """Make the reports of all versions that some files name, and compare them.

    Parameters
    ----------
    sources : sequence of Path
        Parameter files and sweeps.
    folder : Path
        Gets ``params/LABEL.json`` and ``LABEL/`` for every version, and the comparison.
    date : str
        Printed in the reports; each version's last revision's when empty.
    workers : int
        Reports made at the same time on this machine.
    client : object, optional
        A cluster that makes them instead; see `mathlib.run.cluster`.
    rounds : int, optional
        Rounds to play beside theory; the notebook's own number without it.
    pdf : bool
        Whether to print the reports too.

    Yields
    ------
    batch, label
        The batch so far, and what was finished. When all is yielded the comparison stands.

    Raises
    ------
    MathlibError
        When the date is none, a label comes twice, no browser is there to print, or nothing can
        be written.
    """
    check_date(date)
    if pdf and client is None:
        browser()
    batch = Batch(folder)
    texts = _texts(sources, batch)
    paths = [write_text(text, folder / "params" / f"{label}.json") for label, text in texts.items()]
    for label in batch.failed:
        if label not in texts:
            yield batch, label
    options = ["--date", date] if date else []
    options += [] if rounds is None else ["--rounds", str(rounds)]
    options += ["--pdf"] if pdf else []
    made = (
        make_reports(paths, folder, date, processes=workers, rounds=rounds, pdf=pdf)
        if client is None
        else _remote(client, paths, folder, options)
    )
    for report in made if paths else ():
        batch.reports[report.source.stem] = report
        yield batch, report.source.stem
    _compare(batch)


def _texts(sources: Sequence[Path], batch: Batch) -> dict[str, str]:
    """Return the text of every version, and note the sources that are refused."""
    from mathlib.design.sweep import expand, is_sweep

    texts: dict[str, str] = {}
    for source in sources:
        try:
            if is_sweep(source):
                found = {label: dumps(game) for label, game in expand(source).items()}
            else:
                found = {source.stem: read_text(source)}
        except MathlibError as error:
            found = {}
            batch.reports[source.stem] = Report(source, problem=str(error))
        for label, text in found.items():
            if label in texts or label in (*NAMES, "params"):
                raise MathlibError(
                    f"{source}: two versions are called {label}; rename one, for their reports "
                    "would overwrite each other"
                )
            texts[label] = text
            batch.reports[label] = Report(source, problem=f"{label}: not reached")
    return texts


def _remote(
    client: Any, paths: Sequence[Path], folder: Path, options: Sequence[str]
) -> Iterator[Report]:
    jobs = [
        client.submit(remote_report, path.read_text("utf-8"), path.stem, options, pure=False)
        for path in paths
    ]
    for path, job in zip(paths, jobs, strict=True):
        try:
            contents, problem, messages = job.result()
        except Exception as error:
            # A version that kills every worker it is given to must not take the others down.
            yield Report(path, problem=f"{path}: {type(error).__name__}: {error}")
            continue
        if problem:
            yield Report(path, problem=f"{path}: {problem}", messages=messages)
            continue
        files = tuple(
            write_bytes(data, folder / path.stem / name) for name, data in contents.items()
        )
        yield Report(path, files, messages=messages)


def remote_report(
    text: str, label: str, options: Sequence[str]
) -> tuple[dict[str, bytes], str, str]:
    """Make one report somewhere else: text in, files out, nothing shared but this library.

    Parameters
    ----------
    text : str
        The parameter file.
    label : str
        Its name.
    options : sequence of str
        Of the command ``mathlib report``.

    Returns
    -------
    files, problem, messages
        Name to contents; why there are none; what the notebook wrote to the error stream.
    """
    with TemporaryDirectory(prefix="report") as scratch:
        source = Path(scratch, f"{label}.json")
        source.write_text(text, "utf-8")
        # A process of its own: a notebook runner wants the main thread, which a worker keeps.
        command = [sys.executable, "-m", "mathlib", "report", source.name, "--output", "out"]
        command += options
        done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, check=False)
        if done.returncode:
            said = done.stderr.removeprefix("error: ").removeprefix(f"{source.name}: ")
            return {}, said.strip() or f"exit code {done.returncode}", ""
        return _contents(Path(scratch, "out", label)), "", done.stderr


def _contents(folder: Path) -> dict[str, bytes]:
    made = (folder / name for name in (*NAMES, PDF))
    return {path.name: path.read_bytes() for path in made if path.is_file()}


def _compare(batch: Batch) -> None:
    """Write the comparison of what was made."""
    from mathlib.present.versions_page import Made, comparison_blocks
    from mathlib.run.html import blocks_page

    made = []
    for label, report in batch.reports.items():
        if not report.problem:
            data = json.loads((batch.folder / label / "evaluation.json").read_text("utf-8"))
            made.append(Made(label, data, f"{label}/report.html"))
    failed = batch.failed
    title = f"Comparison of {len(made)} versions" if len(made) != 1 else "One version"
    write_text(blocks_page(comparison_blocks(made, failed), title), batch.folder / INDEX)
    data = {"versions": [_data(one) for one in made], "failed": failed}
    text = json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False)
    write_text(text + "\n", batch.folder / DATA)


def _data(one: Made) -> Mapping[str, Any]:
    """Return what a program compares; the rest stands in the version's own data."""
    from mathlib.present.versions_page import top_chance

    kept = ("game", "kind", "version", "rtp_version", "digest", "total_rtp", "parts")
    rates = ("line_hit_frequency", "any_win_frequency", "feature_frequency")
    figures = {name: one.summary["figures"].get(name) for name in ("sd", "max_win")}
    return {
        "label": one.label,
        **{key: one.summary[key] for key in (*kept, *rates)},
        "figures": figures,
        "max_win_chance": top_chance(one.summary),
        "report": one.link,
    }
