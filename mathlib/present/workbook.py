"""The PAR sheet as a workbook: true numbers, live formulas, a sheet for every section.

The one module that knows XlsxWriter. A number is written with all its bits and a formula with the
value that it gives, so that a reader who opens the file sees what the evaluation said, before and
after a recalculation.
"""

from __future__ import annotations

import datetime
from io import BytesIO
from math import ceil, isfinite
from pathlib import Path
from typing import Any

import xlsxwriter

from mathlib.core.errors import MathlibError
from mathlib.exact.evaluation import Evaluation
from mathlib.game.files import write_bytes
from mathlib.present.cells import Cell, exact, number_of
from mathlib.present.par_sheet import ParSheet, par_sheet
from mathlib.present.workbook_layout import Line, Plan, Spot, lay_out
from mathlib.present.workbook_sheets import sheets
from mathlib.verdict import Verdict

BLUE, INK, GREY, PALE, RULE = "#1f4e79", "#1a1f2b", "#5a6272", "#eef3f8", "#c9d3de"
BASE: dict[str, Any] = {"font_name": "Calibri", "font_size": 10, "font_color": INK}
LOOKS: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "font_size": 15, "font_color": BLUE},
    "under": {"font_color": GREY, "font_size": 9},
    "heading": {"bold": True, "font_size": 12, "font_color": BLUE},
    "caption": {"italic": True, "font_color": GREY},
    "text": {"text_wrap": True, "valign": "top"},
    "note": {"text_wrap": True, "valign": "top", "font_color": GREY, "font_size": 9},
    "head": {"bold": True, "bg_color": PALE, "bottom": 1, "bottom_color": BLUE,
             "text_wrap": True, "valign": "bottom"},
    "body": {"bottom": 4, "bottom_color": RULE, "valign": "top", "text_wrap": True},
    "fact": {"bottom": 4, "bottom_color": RULE, "valign": "top"},
    "rounding": {"bottom": 4, "bottom_color": RULE, "font_color": GREY, "italic": True},
    "total": {"bold": True, "top": 1, "top_color": BLUE},
}  # fmt: skip
"""How each kind of cell and text looks."""
ACROSS = 100
"""Characters that a text spans before it wraps."""
LINE_HEIGHT = 14
ONE_PAGE = 66
"""Rows that are made to fit one page."""


class Double(float):
    """A number that is written with all its bits; XlsxWriter alone gives sixteen digits."""

    def __format__(self, spec: str) -> str:
        return repr(float(self))


def write_workbook(
    evaluation: Evaluation,
    path: str | Path,
    report_date: str,
    verdict: Verdict | None = None,
    sheet: ParSheet | None = None,
) -> Path:
    """Write the PAR sheet of an evaluation as a workbook.

    Parameters
    ----------
    evaluation : Evaluation
        Of any game the suite knows.
    path : str or Path
        The file, which appears when it is complete.
    report_date : str
        The date shown and recorded, year-month-day; two runs with one date are identical.
    verdict : Verdict, optional
        The simulator's verdict on the exact figures, where no sheet is given.
    sheet : ParSheet, optional
        The PAR sheet of this evaluation and date, where it has been laid out already; with its
        verdict.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    MathlibError
        When the date is none, or the file cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> with TemporaryDirectory() as folder:
    ...     path = write_workbook(
    ...         evaluate(example("orb_respins")), Path(folder, "sheet.xlsx"), "2026-11-30")
    ...     path.read_bytes()[:2]
    b'PK'
    """
    try:
        created = datetime.datetime.fromisoformat(report_date)
    except ValueError:
        raise MathlibError(f"the date {report_date!r} is no date; write it as 2026-01-31") from None
    sheet = sheet or par_sheet(evaluation, report_date, verdict)
    plans = [lay_out(one) for one in sheets(sheet, evaluation)]
    content = BytesIO()
    writer = _Writer(content, sheet.title.text, evaluation.digest, report_date)
    writer.book.set_properties(
        {"title": sheet.title.text, "subject": "PAR sheet", "created": created,
         "comments": f"SHA-256 of the parameter file: {evaluation.digest}"}
    )  # fmt: skip
    for plan in plans:
        writer.write(plan)
    writer.book.close()
    return write_bytes(content.getvalue(), path)


class _Writer:
    """A workbook being written, sheet by sheet."""

    def __init__(self, content: BytesIO, title: str, digest: str, date: str) -> None:
        self.book = xlsxwriter.Workbook(content, {"in_memory": True})
        self.title, self.digest, self.date = title, digest, date
        self.formats: dict[tuple[str, str, bool], Any] = {}

    def write(self, plan: Plan) -> None:
        """Add one sheet."""
        page = self.book.add_worksheet(plan.title)
        page.hide_gridlines(2)
        page.write_string(0, 0, plan.title, self._format("title"))
        page.write_string(1, 0, self.title, self._format("under"))
        for column, width in plan.widths.items():
            page.set_column(column, column, width)
        for row, lines in plan.head_lines().items():
            page.set_row(row, LINE_HEIGHT * lines)
        for spot in plan.spots:
            self._spot(page, spot)
        for line in plan.lines:
            self._line(page, line, plan.widths)
        for name, (row, column) in plan.names.items():
            cell = xlsxwriter.utility.xl_rowcol_to_cell(row, column, True, True)
            self.book.define_name(name, f"='{plan.title}'!{cell}")
        page.freeze_panes(plan.frozen, 0)
        page.ignore_errors({"number_stored_as_text": "A1:XFD1048576"})
        self._print(page, plan)

    def _spot(self, page: Any, spot: Spot) -> None:
        cell, look = spot.cell, self._format(spot.kind, spot.cell, spot.right)
        number = number_of(cell)
        if number is None or not isfinite(number):
            page.write_string(spot.row, spot.column, str(cell), look)
        elif isinstance(number, int) and not exact(number):
            page.write_string(spot.row, spot.column, f"{number:,}", look)
        elif spot.formula:
            value = number if isinstance(number, int) else float(number)
            page.write_formula(spot.row, spot.column, f"={spot.formula}", look, value)
        else:
            value = number if isinstance(number, int) else Double(number)
            page.write_number(spot.row, spot.column, value, look)

    def _line(self, page: Any, line: Line, widths: dict[int, float]) -> None:
        look = self._format(line.kind)
        if line.kind in ("heading", "caption"):
            page.write_string(line.row, line.column, line.text, look)
            return
        last, across = -1, 0.0
        while across < ACROSS:
            last += 1
            across += widths.get(last, 8.43)
        page.merge_range(line.row, 0, line.row, last, line.text, look)
        page.set_row(line.row, LINE_HEIGHT * ceil(len(line.text) / (1.12 * across)))

    def _format(self, kind: str, cell: str = "", right: bool = False) -> Any:
        style = cell.style if isinstance(cell, Cell) else ""
        key = (kind, style, right)
        if key not in self.formats:
            look = BASE | LOOKS[kind] | self._side(kind, right)
            self.formats[key] = self.book.add_format(
                look | ({"num_format": style} if style else {})
            )
        return self.formats[key]

    @staticmethod
    def _side(kind: str, right: bool) -> dict[str, Any]:
        table = kind in ("head", "body", "fact", "rounding", "total")
        return {"align": "right" if right else "left", "indent": 0 if right else 1} if table else {}

    def _print(self, page: Any, plan: Plan) -> None:
        page.set_landscape()
        page.set_paper(9)  # A4
        page.fit_to_pages(1, 1 if plan.bottom <= ONE_PAGE else 0)
        page.repeat_rows(0, plan.frozen - 1)
        page.set_margins(left=0.5, right=0.5, top=0.8, bottom=0.7)
        page.set_header(f"&L&8 {self.title.replace('&', '&&')}&R&8 SHA-256 {self.digest}")
        page.set_footer(f"&L&8 {self.date}&C&8 &A&R&8 &P of &N")
