"""How numbers look: percentages, odds, amounts; the printed figure alone is rounded."""

from __future__ import annotations

from fractions import Fraction

from mathlib.core.figures import Figure
from mathlib.game.fields import LATTICE

Number = float | int | Fraction
MINUS = "\N{MINUS SIGN}"
Z95 = 1.96
"""Normal quantile of 95 % intervals."""


def percent(value: Number, places: int = 4) -> str:
    """Return a share as a percentage.

    Examples
    --------
    >>> percent(0.92), percent(-0.00012, 2)
    ('92.0000 %', '\N{MINUS SIGN}0.01 %')
    """
    return _signed(f"{100 * float(value):.{places}f}") + " %"


def plain(value: Number, digits: int = 6) -> str:
    """Return a number with so many significant digits, without an exponent where it fits.

    Examples
    --------
    >>> plain(0.000123456789), plain(1234567.8), plain(3.1e-9), plain(0)
    ('0.000123457', '1,234,568', '3.1e-09', '0')
    """
    number = float(value)
    if number == 0:
        return "0"
    if abs(number) >= 10 ** (digits - 1):
        return _signed(f"{number:,.0f}")
    if abs(number) < 1e-6:
        return _signed(f"{number:.{min(digits, 3)}g}")
    return _signed(f"{number:.{digits}g}")


def fixed(value: Number, places: int = 4) -> str:
    """Return a number with so many decimals and a thousands separator.

    Examples
    --------
    >>> fixed(12345.678, 2)
    '12,345.68'
    """
    return _signed(f"{float(value):,.{places}f}")


def one_in(chance: Number) -> str:
    """Return odds as "1 in N", N being 1 / chance.

    Examples
    --------
    >>> one_in(Fraction(500, 10_000)), one_in(0)
    ('1 in 20', 'never')
    """
    if chance == 0:
        return "never"
    n = 1 / float(chance)
    text = f"{n:,.0f}" if n >= 1000 else f"{n:,.2f}".rstrip("0").rstrip(".")
    return f"1 in {text}"


def amount(tenths: int) -> str:
    """Return a lattice amount as multiples of the total bet.

    Examples
    --------
    >>> amount(125), amount(400_000)
    ('12.5x', '40,000x')
    """
    whole, rest = divmod(tenths, LATTICE)
    return f"{whole:,}.{rest}x" if rest else f"{whole:,}x"


def money(pence: Number) -> str:
    """Return an amount of pence in pounds.

    Examples
    --------
    >>> money(100), money(4000000)
    ('£1.00', '£40,000.00')
    """
    return f"£{float(pence) / 100:,.2f}"


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
