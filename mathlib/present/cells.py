"""Cells of tables: texts that keep the number they show, and the formula that leads to it.

A page shows the text. A workbook writes the number with all its bits, in a number format of its
own, and the formula where a reader would check a product or a sum.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

MOST = 2**53
"""Up to here every integer is a double; a spreadsheet holds no other numbers."""


class Cell(str):
    """A text that keeps the number it shows.

    Parameters
    ----------
    text : str
        What a page shows.
    number : int, float or Fraction
        What it stands for, unrounded.
    style : str
        Number format of a workbook; without one, it shows the decimals of the text.

    Examples
    --------
    >>> cell = Cell("50 %", 0.5, "0.00%")
    >>> cell, cell.number, (cell + " of it").style
    ('50 %', 0.5, '0.00%" of it"')
    """

    number: int | float
    style: str
    formula: str
    name: str

    def __new__(cls, text: str, number: float | Fraction, style: str = "") -> Cell:
        """Return the text as a cell; a string is made here, not in ``__init__``."""
        cell = super().__new__(cls, text)
        cell.number = float(number) if isinstance(number, Fraction) else number
        cell.style = style or _style(text)
        cell.formula = cell.name = ""
        return cell

    def __add__(self, unit: str) -> Cell:
        """Return the cell with a unit after its number."""
        return self._with(str.__add__(self, unit), style=f'{self.style}"{unit}"')

    def live(self, formula: str, *, when: bool = True) -> Cell:
        """Return the cell with a formula for workbooks, where it gives the number to the bit.

        Parameters
        ----------
        formula : str
            With places in braces: ``{2}`` is column 2 of the same row, from 0; ``{2:all}`` that
            column without the total, ``{2:total}`` its total; ``{1-4}`` columns 1 to 4 of the
            row; a word is the cell of that name. ``{2:sum}`` alone adds column 2 up in the order
            of the rows, and the workbook shows apart what binary rounding leaves.
        when : bool
            Whether the formula is exact; the number stands alone where it is not.
        """
        return self._with(self, formula=formula) if when else self

    def named(self, name: str) -> Cell:
        """Return the cell with a name that formulas can call it by; letters and underscores."""
        return self._with(self, name=name)

    def _with(self, text: str, **changes: Any) -> Cell:
        cell = Cell(text, self.number, self.style)
        cell.formula, cell.name = self.formula, self.name
        for key, value in changes.items():
            setattr(cell, key, value)
        return cell


def _style(text: str) -> str:
    """Return the number format that shows what a text shows."""
    if "e" in text:
        return "0.00E+00"
    decimals = len(text.partition(".")[2])
    return f"#,##0.{'0' * decimals}".rstrip(".")


def number_of(cell: str) -> int | float | None:
    """Return the number that a cell keeps; None when it is only text.

    Examples
    --------
    >>> number_of(Cell("1 in 4", 4.0)), number_of("never")
    (4.0, None)
    """
    return cell.number if isinstance(cell, Cell) else None


def whole(number: int) -> Cell:
    """Return an integer with a thousands separator.

    Examples
    --------
    >>> whole(12345)
    '12,345'
    """
    return Cell(f"{number:,}", number, "#,##0")


def exact(*numbers: int) -> bool:
    """Tell whether a spreadsheet can compute with these integers without rounding them.

    Examples
    --------
    >>> exact(3, 2**53), exact(2**53 + 2)
    (True, False)
    """
    return all(abs(number) <= MOST for number in numbers)
