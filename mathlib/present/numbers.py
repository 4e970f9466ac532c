"""How numbers look: percentages, odds, amounts; the printed figure alone is rounded."""

from __future__ import annotations

from fractions import Fraction

from mathlib.core.figures import Figure
from mathlib.game.fields import LATTICE
from mathlib.present.cells import Cell

Number = float | int | Fraction
MINUS = "\N{MINUS SIGN}"
Z95 = 1.96
"""Normal quantile of 95 % intervals."""


def percent(value: Number, places: int = 4) -> Cell:
    """Return a share as a percentage.

    Examples
    --------
    >>> percent(0.92), percent(-0.00012, 2)
    ('92.0000 %', '\N{MINUS SIGN}0.01 %')
    """
    text = _signed(f"{100 * float(value):.{places}f}") + " %"
    return Cell(text, value, f"0.{'0' * max(places, 5)}%")


def in_percent(value: Number, places: int = 5, text: str = "") -> Cell:
    """Return a share for a column whose head says that it is in percent.

    Parameters
    ----------
    value : number
        The share.
    places : int
        Decimals.
    text : str
        What is shown instead, where a column is rounded so that it adds up.

    Examples
    --------
    >>> in_percent(Fraction(1, 8), 3)
    '12.500'
    """
    shown = text or fixed(100 * float(value), places)
    return Cell(shown, value, f"0.{'0' * max(places, 5)}%")


def plain(value: Number, digits: int = 6) -> Cell:
    """Return a number with so many significant digits, without an exponent where it fits.

    Examples
    --------
    >>> plain(0.000123456789), plain(1234567.8), plain(3.1e-9), plain(0)
    ('0.000123457', '1,234,568', '3.1e-09', '0')
    """
    number = float(value)
    if number == 0:
        text = "0"
    elif abs(number) >= 10 ** (digits - 1):
        text = _signed(f"{number:,.0f}")
    else:
        text = _signed(f"{number:.{min(digits, 3) if abs(number) < 1e-6 else digits}g}")
    return Cell(text, value)


def fixed(value: Number, places: int = 4) -> Cell:
    """Return a number with so many decimals and a thousands separator.

    Examples
    --------
    >>> fixed(12345.678, 2)
    '12,345.68'
    """
    style = f"#,##0.{'0' * places}".rstrip(".")
    return Cell(_signed(f"{float(value):,.{places}f}"), value, style)


def one_in(chance: Number) -> str:
    """Return odds as "1 in N", N being 1 / chance.

    Examples
    --------
    >>> one_in(Fraction(500, 10_000)), one_in(0)
    ('1 in 20', 'never')
    """
    return "never" if chance == 0 else in_n(1 / chance)


def in_n(n: Number) -> Cell:
    """Return "1 in N", given N.

    Examples
    --------
    >>> in_n(12.5)
    '1 in 12.5'
    """
    value = float(n)
    if value >= 1000:
        return Cell(f"1 in {value:,.0f}", value, '"1 in "#,##0')
    text = f"{value:,.2f}".rstrip("0").rstrip(".")
    return Cell(f"1 in {text}", value, '"1 in "#,##0.00')


def amount(tenths: int) -> Cell:
    """Return a lattice amount as multiples of the total bet.

    Examples
    --------
    >>> amount(125), amount(400_000)
    ('12.5x', '40,000x')
    """
    whole, rest = divmod(tenths, LATTICE)
    text = f"{whole:,}.{rest}x" if rest else f"{whole:,}x"
    return Cell(text, tenths / LATTICE, '#,##0.0"x"' if rest else '#,##0"x"')


def money(pence: Number) -> Cell:
    """Return an amount of pence in pounds.

    Examples
    --------
    >>> money(100), money(4000000)
    ('£1.00', '£40,000.00')
    """
    pounds = float(pence) / 100
    return Cell(f"£{pounds:,.2f}", pounds, '"£"#,##0.00')


def known(figure: Figure, unit: float = 1.0) -> str:
    """Say how a figure is known, its error in the unit it is shown in.

    Examples
    --------
    >>> known(Figure(0.5, "simulated", 0.001), unit=100)
    'simulated, within 0.196 (95 %)'
    """
    error = figure.error * unit
    if figure.kind == "simulated":
        return f"simulated, within {plain(Z95 * error, 3)} (95 %)"
    if figure.kind == "bounded":
        return f"bounded, within {plain(error, 2)}"
    return f"exact, within {plain(error, 2)}" if error else "exact"


def _signed(text: str) -> str:
    if text.startswith("-"):
        # What rounds to nothing has no sign.
        return text[1:] if not text.strip("-0.,e+") else MINUS + text[1:]
    return text
