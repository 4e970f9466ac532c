"""Which sheets a workbook has: the sections of the PAR sheet, in laboratory order."""

from __future__ import annotations

from mathlib.exact.evaluation import Evaluation
from mathlib.present.blocks import Section, Sheet, Table
from mathlib.present.numbers import in_percent
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


def sheets(sheet: ParSheet, evaluation: Evaluation) -> list[Sheet]:
    """Return the sheets of a workbook in order.

    Parameters
    ----------
    sheet : ParSheet
        Of the evaluation.
    evaluation : Evaluation

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> from mathlib.present.par_sheet import par_sheet
    >>> evaluation = evaluate(example("orb_respins"))
    >>> found = sheets(par_sheet(evaluation, "2026-11-30"), evaluation)
    >>> [one.title for one in found][8:12]
    ['Respins rules', 'Set J', 'Set M', 'Set C']
    """
    found: list[Sheet] = []
    for section in sheet.sections:
        blocks = section.blocks
        if section.number == 2:
            blocks = (blocks[0], _parts(evaluation), *blocks[1:])
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
