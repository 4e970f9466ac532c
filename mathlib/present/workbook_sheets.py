"""Which sheets a workbook has: the sections of the PAR sheet, in laboratory order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mathlib.exact.evaluation import Evaluation
from mathlib.present.blocks import Block, Heading, Section, Sheet, Table, Text
from mathlib.present.cells import Cell
from mathlib.present.numbers import fixed, in_percent
from mathlib.present.par_sheet import ParSheet, label, part_name

NAMES = {
    4: "Paytable",
    5: "Strips",
    7: "Triggers",
    9: "Feature results",
    11: "Win bands",
    14: "Assumptions, disclosures",
}
"""Titles of tabs, where the title of the section is too long or not the same for all games."""

UNJUDGED = (
    "This workbook was made without a verdict: no game was played by the simulator for it. What "
    "is simulated says so wherever it stands."
)


class Verdict(NamedTuple):
    """What the simulator said of the exact figures.

    Parameters
    ----------
    rows : sequence of (part, exact, simulated, error, z)
        Numbers in the unit that the part names; the error is one standard error.
    text : str
        The verdict in one line.
    """

    rows: Sequence[tuple[str, float, float, float, float]]
    text: str


def sheets(sheet: ParSheet, evaluation: Evaluation, verdict: Verdict | None) -> list[Sheet]:
    """Return the sheets of a workbook in order.

    Parameters
    ----------
    sheet : ParSheet
        Of the evaluation.
    evaluation : Evaluation
    verdict : Verdict or None
        Shown under method and validation.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> from mathlib.present.par_sheet import par_sheet
    >>> evaluation = evaluate(example("orb_respins"))
    >>> found = sheets(par_sheet(evaluation, "2026-11-30"), evaluation, None)
    >>> [one.title for one in found][8:12]
    ['Respins rules', 'Set J', 'Set M', 'Set C']
    """
    found: list[Sheet] = []
    for section in sheet.sections:
        blocks = section.blocks
        if section.number == 2:
            blocks = (blocks[0], _parts(evaluation), *blocks[1:])
        if section.number == 13:
            blocks = (*blocks, Heading("Verdict of the simulator"), *_verdict(verdict))
        found += section.sheets or [Sheet(_tab(section), blocks)]
    return found


def _tab(section: Section) -> str:
    return NAMES.get(section.number, section.title)


def _parts(evaluation: Evaluation) -> Table:
    """Return the RTP by part, read from the reconciliation."""
    rows = [
        [label(name), in_percent(part.value).live(f"{{{part_name(name)}}}")]
        for name, part in evaluation.parts.items()
    ]
    total = ["Total", in_percent(evaluation.total.value).live("{total_rtp}")]
    return Table(["Part", "RTP, % of bet"], [*rows, total], total=True)


def _verdict(verdict: Verdict | None) -> tuple[Block, ...]:
    if verdict is None:
        return (Text.of(UNJUDGED),)
    rows = [
        [part, *(Cell(f"{x:.8g}", x) for x in (exact, simulated, error)), fixed(z, 2)]
        for part, exact, simulated, error, z in verdict.rows
    ]
    heads = ["Part", "Exact", "Simulated", "Standard error", "z"]
    return Table(heads, rows), Text.of(verdict.text)
