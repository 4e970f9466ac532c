"""Where everything stands on a sheet of the workbook, and what its formulas read in place.

Plain data: nothing here knows the library that writes the file. Tables go below each other, those
of a row side by side while they fit; texts span the sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from mathlib.present.blocks import Block, Heading, Items, Picture, Row, Sheet, Stack, Table, Text
from mathlib.present.cells import Cell, exact, number_of
from mathlib.present.workbook_grid import Grid

FIRST = 3
"""Row of the first block; the rows above hold titles."""
MOST_COLUMNS = 14
"""Tables of one row go below each other beyond so many columns."""
LONG = 40
"""Rows of a table whose head stays in view, whatever else is on its sheet."""
FIRST_HEAD = 20
"""Characters of a first column's head that go on one line."""
LONGEST = 56
"""Characters of a text before it wraps."""
NOTES = {
    "rounding": "Binary rounding: each figure is the double nearest to an exact one; this is what "
    "their sum, in the order shown, leaves of the total.",
    "digits": "Integers above 2^53 stand as text with all their digits, because a spreadsheet "
    "would round them; figures that follow from them are values here, not formulas.",
}


@dataclass(frozen=True)
class Spot:
    """A cell in its place; ``kind`` is head, body, rounding, total, or fact where no heads are."""

    row: int
    column: int
    cell: str
    kind: str
    formula: str = ""
    right: bool = False


@dataclass(frozen=True)
class Line:
    """A text in its row; ``kind`` is heading, caption, text or note."""

    row: int
    column: int
    text: str
    kind: str


@dataclass
class Plan:
    """A sheet laid out.

    Parameters
    ----------
    title : str
        Of its tab.
    spots, lines : list
        Cells of tables, and texts.
    widths : dict
        Column to its width in characters.
    names : dict
        Name of a cell to its row and column.
    frozen : int
        Rows that stay in view and are repeated on every printed page.
    bottom : int
        The row below everything.
    notes : set
        Keys of `NOTES` that the sheet needs.
    """

    title: str
    spots: list[Spot] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    widths: dict[int, float] = field(default_factory=dict)
    names: dict[str, tuple[int, int]] = field(default_factory=dict)
    frozen: int = FIRST
    bottom: int = FIRST
    notes: set[str] = field(default_factory=set)

    def head_lines(self) -> dict[int, int]:
        """Return the rows of heads, and the lines of text that the longest head needs."""
        lines: dict[int, int] = {}
        for spot in self.spots:
            if spot.kind == "head":
                needed = len(wrap(spot.cell, int(self.widths[spot.column]) - 2)) or 1
                lines[spot.row] = max(lines.get(spot.row, 1), needed)
        return lines


def lay_out(sheet: Sheet) -> Plan:
    """Give every cell and text of a sheet its place.

    Examples
    --------
    >>> from mathlib.present.cells import whole
    >>> table = Table(["a", "b"], [["x", whole(2)], ["sum", whole(2).live("SUM({1:all})")]],
    ...               total=True)
    >>> [spot.formula for spot in lay_out(Sheet("s", (table,))).spots if spot.formula]
    ['SUM(B5:B5)']
    """
    plan, row = Plan(sheet.title), FIRST
    for block in sheet.blocks:
        row = _place(plan, block, row)
    first = sheet.blocks[0]
    if isinstance(first, Table) and not first.caption and any(first.heads):
        heads = {spot.row for spot in plan.spots if spot.kind == "head"}
        if len(heads) == 1 or len(first.rows) > LONG:
            plan.frozen = FIRST + 1
    for note in sorted(plan.notes):
        plan.lines.append(Line(row, 0, NOTES[note], "note"))
        row += 1
    plan.bottom = row
    return plan


def _place(plan: Plan, block: Block, row: int) -> int:
    """Place a block and return the next free row."""
    if isinstance(block, Heading):
        plan.lines.append(Line(row, 0, block.text, "heading"))
        return row + 1
    if isinstance(block, Text | Items):
        texts = block.paragraphs if isinstance(block, Text) else block.items
        kind = "note" if isinstance(block, Text) and block.note else "text"
        mark = "\N{BULLET} " if isinstance(block, Items) else ""
        plan.lines += [Line(row + i, 0, mark + text, kind) for i, text in enumerate(texts)]
        return row + len(texts) + 1
    groups, texts_after = _parts(block)
    column, bottom = 0, row
    for tables in groups:
        width = max(len(table.heads) for table in tables)
        if column and column + width > MOST_COLUMNS:
            row, column = bottom, 0
        bottom = max(bottom, _stack(plan, tables, row, column))
        column += width + 1
    for one in texts_after:
        bottom = _place(plan, one, bottom)
    return bottom


def _parts(block: Block) -> tuple[list[list[Table]], list[Block]]:
    """Return the columns of tables that a block holds, and its texts, which go below them."""
    if isinstance(block, Table):
        return [[block.sheet or block]], []
    if isinstance(block, Picture):
        return ([[block.sheet]] if block.sheet else []), []
    if isinstance(block, Text | Items | Heading):
        return [], [block]
    if not isinstance(block, Row | Stack):
        raise TypeError(f"a workbook cannot show a {type(block).__name__}")
    found = [_parts(one) for one in block.blocks]
    groups = [group for some, _ in found for group in some]
    texts = [text for _, some in found for text in some]
    if isinstance(block, Stack) and groups:
        groups = [[table for group in groups for table in group]]
    return groups, texts


def _stack(plan: Plan, tables: Sequence[Table], row: int, column: int) -> int:
    for table in tables:
        row = _table(plan, table, row, column) + 1
    return row


def _table(plan: Plan, table: Table, top: int, left: int) -> int:
    """Place a table and return the row below it."""
    if table.caption:
        plan.lines.append(Line(top, left, table.caption, "caption"))
        top += 1
    right = [i > 0 and any(number_of(row[i]) is not None for row in table.rows)
             for i in range(len(table.heads))]  # fmt: skip
    if any(table.heads):
        plan.spots += [
            Spot(top, left + i, head, "head", right=right[i]) for i, head in enumerate(table.heads)
        ]
        top += 1
    body = list(table.rows[:-1] if table.total else table.rows)
    grid = Grid(top, left, body, table.rows[-1] if table.total else None)
    if any(grid.rounding):
        plan.notes.add("rounding")
    for i, row in enumerate(grid.rows):
        for j, cell in enumerate(row):
            kind = grid.kind(i) if any(table.heads) else "fact"
            spot = Spot(top + i, left + j, cell, kind, grid.formula(i, j, cell), right[j])
            plan.spots.append(spot)
            if isinstance(cell, Cell) and cell.name:
                plan.names[cell.name] = (spot.row, spot.column)
            if isinstance(cell, Cell) and isinstance(cell.number, int) and not exact(cell.number):
                plan.notes.add("digits")
    _widen(plan.widths, table, left)
    return top + len(grid.rows)


def _widen(widths: dict[int, float], table: Table, left: int) -> None:
    for j, head in enumerate(table.heads):
        # A head takes three lines at most.
        room = len(head) if j == 0 and len(head) <= FIRST_HEAD else len(head) / 2.5
        words = [room + 2, *(len(word) + 2 for word in head.split())]
        # Long texts of a list without heads run on over the empty columns beside it.
        free = not any(table.heads) and j + 1 == len(table.heads)
        cells = [_width(row[j]) for row in table.rows if not free]
        widths[left + j] = max([widths.get(left + j, 8), *words, *cells])


def _width(cell: str) -> float:
    # A workbook shows a few digits more than a page.
    return len(cell) + 3 if isinstance(cell, Cell) else min(len(cell) + 2, LONGEST)
