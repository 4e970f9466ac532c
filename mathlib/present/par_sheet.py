"""The PAR sheet: numbered sections in the order a test laboratory reads them.

What all games share is here; what one game has of its own comes from its module, by the kind of
its parameters. The notebook, and later the workbook, show the same sections.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import version

from mathlib.core.errors import MathlibError
from mathlib.core.source import library_digest
from mathlib.exact.evaluation import Evaluation
from mathlib.present import (
    orb_features,
    orb_reels,
    orb_states,
    pig_features,
    pig_reels,
    pig_results,
    pig_states,
)
from mathlib.present.blocks import Block, Heading, Picture, Section, Table, Text, Title
from mathlib.present.numbers import in_percent, known
from mathlib.present.overview import known_total, summary_blocks
from mathlib.present.pig_names import PROPER
from mathlib.present.plots import plot_parts, svg
from mathlib.present.tables import add_up_cells
from mathlib.present.verdict import sheet_blocks
from mathlib.verdict import Verdict


@dataclass(frozen=True)
class ParSheet:
    """A PAR sheet: the game's name and versions, and its sections in order."""

    title: Title
    sections: tuple[Section, ...]

    def __getitem__(self, number: int) -> Section:
        """Return the section of a number."""
        for section in self.sections:
            if section.number == number:
                return section
        raise KeyError(number)

    def _repr_html_(self) -> str:
        sections = "\n".join(section._repr_html_() for section in self.sections)
        return f"{self.title._repr_html_()}\n{sections}"


def par_sheet(evaluation: Evaluation, report_date: str, verdict: Verdict | None = None) -> ParSheet:
    """Lay an evaluation out as a PAR sheet.

    Parameters
    ----------
    evaluation : Evaluation
        Of any game the suite knows.
    report_date : str
        The date shown, year-month-day; given, never taken from the clock.
    verdict : Verdict, optional
        Of a simulation on the evaluation: shown in the summary and under method and validation.

    Returns
    -------
    ParSheet
        Sections that show themselves in a notebook.

    Raises
    ------
    MathlibError
        When no sheet is laid out for this kind of game.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> sheet = par_sheet(evaluate(example("orb_respins")), "2026-11-30")
    >>> sheet[10].title
    'Reconciliation'
    """
    if evaluation.game.kind not in SECTIONS:
        raise MathlibError(f"no PAR sheet is laid out for a game of kind {evaluation.game.kind}")
    own = SECTIONS[evaluation.game.kind](evaluation)
    sections = {
        1: Section(1, "Identification", identification(evaluation, report_date)),
        2: Section(2, "Summary", summary_blocks(evaluation, verdict)),
        10: Section(10, "Reconciliation", reconciliation(evaluation)),
        **own,
    }
    method = sections[13]
    judged = (Heading("Verdict of the simulator"), *sheet_blocks(verdict, evaluation))
    sections[13] = replace(method, blocks=(*method.blocks, *judged))
    names = evaluation.game.identification
    title = Title(f"{names.title}, version {names.version}, RTP version {names.rtp_version}")
    return ParSheet(title, tuple(sections[number] for number in sorted(sections)))


def identification(evaluation: Evaluation, report_date: str) -> tuple[Block, ...]:
    """Return who the game is: names, versions, digests, revision log."""
    names = evaluation.game.identification
    rows = [
        ["Title", names.title],
        ["Code", names.code],
        ["Version", names.version],
        ["RTP version", names.rtp_version],
        ["Date of this sheet", report_date],
        ["SHA-256 of the parameter file", evaluation.digest],
        ["Library", f"mathlib {version('mathlib')}"],
        ["SHA-256 of the library's code", library_digest()],
    ]
    log = [[r.version, r.date, r.note] for r in names.revisions]
    return (
        Table(["", ""], rows),
        Table(["Version", "Date", "Revision"], log, caption="Revision log"),
    )


def reconciliation(evaluation: Evaluation) -> tuple[Block, ...]:
    """Return the parts of the RTP, added up to the last digit shown."""
    parts, total = evaluation.parts, evaluation.total
    *shown, all_shown = add_up_cells([part.value for part in parts.values()], 6, total.value)
    rows = [
        [
            label(name),
            value.named(part_name(name)),
            in_percent(figure.value / total.value, 3).live("{1}/{1:total}") if total.value else "",
            known(figure, 100),
        ]
        for (name, figure), value in zip(parts.items(), shown, strict=True)
    ]
    whole_rtp = all_shown.live("{1:sum}").named("total_rtp")
    rows.append(["Total", whole_rtp, in_percent(1, 3), known_total(evaluation)])
    bar = plot_parts({label(name): figure.value for name, figure in parts.items()})
    return (
        Table(["Part", "RTP, % of bet", "Share of total, %", "How known"], rows, total=True),
        Picture(svg(bar), "RTP by part, in % of the total bet; the line marks the total."),
        Text.of(
            "Parts are uncapped and speak of rounds that do not fill the board, where the game "
            "has one; what the cap takes is subtracted once, from the total.",
            note=True,
        )
        if "full_board" in parts
        else Text.of("What the cap takes is subtracted once, from the total.", note=True),
    )


def part_name(name: str) -> str:
    """Return the name by which a workbook's formulas call the cell of a part.

    Examples
    --------
    >>> part_name("wizard spins cash")
    'rtp_wizard_spins_cash'
    """
    return "rtp_" + name.replace(" ", "_")


def label(name: str) -> str:
    """Return the name of a part or figure as a reader sees it.

    Examples
    --------
    >>> label("full_board")
    'Full board'
    >>> label("wizard spins cash")
    'Wizard Spins cash'
    """
    text = name.replace("_", " ").capitalize()
    for proper in PROPER:
        text = text.replace(proper.capitalize(), proper)
    return text


def _orb(evaluation: Evaluation) -> Mapping[int, Section]:
    return {
        **orb_reels.sections(evaluation),
        **orb_features.sections(evaluation),
        **orb_states.sections(evaluation),
    }


def _pig(evaluation: Evaluation) -> Mapping[int, Section]:
    return {
        **pig_reels.sections(evaluation),
        **pig_features.sections(evaluation),
        **pig_results.sections(evaluation),
        **pig_states.sections(evaluation),
    }


SECTIONS: dict[str, Callable[[Evaluation], Mapping[int, Section]]] = {
    "orb_respins": _orb,
    "pig_wizard": _pig,
}
"""Sections of its own, per kind of game; one line makes a game known here."""
