"""The rows of one table in a workbook, and its formulas in place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from mathlib.present.cells import Cell, number_of

ROUNDING = "binary rounding"
PLACE = re.compile(r"\{(\d+)(?:-(\d+)|:(all|total))?\}")
NAME = re.compile(r"\{([a-z_]+)\}")


class Grid:
    """The rows of a table in their places, and the formulas that read them.

    Parameters
    ----------
    top, left : int
        Where its body begins.
    body : list of rows
    total : row or None

    Attributes
    ----------
    rows : list of rows
        Body, what binary rounding leaves of a sum where it leaves something, and total.
    rounding : list of float
        What it leaves, per column. The sum is so near to the total that the difference, and the
        sum of both, are exact.
    """

    def __init__(
        self, top: int, left: int, body: list[Sequence[str]], total: Sequence[str] | None
    ) -> None:
        self.top, self.left, self.body, self.total = top, left, body, total
        columns = range(len(total or ()))
        self.rounding = [self._rounding(j) for j in columns] if total is not None else []
        self.rows = self._rows()

    def _rows(self) -> list[Sequence[str]]:
        rows = list(self.body)
        if any(self.rounding):
            left = [Cell(f"{r:.1e}", r, "0.0E+00") if r else "" for r in self.rounding]
            rows.append([ROUNDING, *left[1:]])
        return rows if self.total is None else [*rows, self.total]

    def kind(self, i: int) -> str:
        """Return what a row is."""
        if i < len(self.body):
            return "body"
        return "total" if i + 1 == len(self.rows) else "rounding"

    def formula(self, i: int, j: int, cell: str) -> str:
        """Return the formula of a cell in place; empty without one."""
        if not isinstance(cell, Cell) or not cell.formula:
            return ""
        if cell.formula == f"{{{j}:sum}}":
            rows = [k for k, row in enumerate(self.body) if number_of(row[j]) is not None]
            rows += [len(self.body)] if self.rounding[j] else []
            return "+".join(self._at(k, j) for k in rows)
        text = PLACE.sub(lambda found: self._read(found, i), cell.formula)
        return NAME.sub(r"\1", text)

    def _read(self, found: re.Match[str], i: int) -> str:
        j, last, which = int(found[1]), found[2], found[3]
        if last:
            return f"{self._at(i, j)}:{self._at(i, int(last))}"
        if which == "all":
            return f"{self._at(0, j)}:{self._at(len(self.body) - 1, j)}"
        return self._at(len(self.rows) - 1 if which else i, j)

    def _at(self, i: int, j: int) -> str:
        return f"{letters(self.left + j)}{self.top + i + 1}"

    def _rounding(self, j: int) -> float:
        """Return what the sum of a column leaves of its total, when it is to be added up."""
        cell = (self.total or ())[j]
        if not isinstance(cell, Cell) or cell.formula != f"{{{j}:sum}}":
            return 0.0
        numbers = [number for row in self.body if (number := number_of(row[j])) is not None]
        return float(cell.number) - added(numbers)


def added(numbers: Iterable[float]) -> float:
    """Add numbers up one after another, as a chain of additions in a cell does.

    Examples
    --------
    >>> added([0.1, 0.2, 0.3]) == 0.6
    False
    """
    total = 0.0
    for number in numbers:
        total += number
    return total


def letters(column: int) -> str:
    """Return the letters of a column, counted from 0.

    Examples
    --------
    >>> letters(0), letters(27)
    ('A', 'AB')
    """
    text = ""
    while column >= 0:
        text = chr(ord("A") + column % 26) + text
        column = column // 26 - 1
    return text
