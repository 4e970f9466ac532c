"""Tables that every sheet has: weights, bands of wins, award odds; and sums that add up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor, log10
from typing import Any, TypeVar

from mathlib.core.figures import Figure
from mathlib.core.weights import WeightTable
from mathlib.exact.pig_wizard.bands import Band
from mathlib.game.fields import LATTICE
from mathlib.present.blocks import Block, Table, Text
from mathlib.present.cells import Cell, exact, whole
from mathlib.present.numbers import amount, fixed, in_percent, one_in, percent, plain

K = TypeVar("K")
LEAST_ODDS = 1e8
"""An advertised award rarer than this must have its odds displayed (GLI-11)."""


def add_up(values: Sequence[Fraction | float], places: int) -> list[Fraction]:
    """Round values to so many decimals, so that they add up to their rounded sum.

    Each value is rounded down or up, by the method of largest remainders: none is off by a
    whole unit of the last place.

    Examples
    --------
    >>> [str(value) for value in add_up([Fraction(1, 3), Fraction(2, 3), Fraction(1, 3)], 1)]
    ['3/10', '7/10', '3/10']
    """
    exact = [Fraction(value) * 10**places for value in values]
    units = [floor(value) for value in exact]
    left = round(sum(exact, Fraction(0))) - sum(units)
    for i in sorted(range(len(exact)), key=lambda i: units[i] - exact[i])[:left]:
        units[i] += 1
    return [Fraction(unit, 10**places) for unit in units]


def add_up_cells(
    values: Sequence[Fraction | float], places: int, total: Fraction | float | None = None
) -> list[Cell]:
    """Return shares in percent as `add_up` rounds them, and their total, which is last.

    Parameters
    ----------
    values : sequence of Fraction or float
        The shares.
    places : int
        Decimals of the percentage.
    total : Fraction or float, optional
        Their sum as it is known best; without it, the sum of the values.

    Examples
    --------
    >>> add_up_cells([Fraction(1, 3), Fraction(2, 3)], 1)
    ['33.3', '66.7', '100.0']
    """
    shown = add_up([100 * value for value in values], places)
    cells = [
        in_percent(value, places, fixed(text, places))
        for value, text in zip(values, shown, strict=True)
    ]
    known = sum(values, Fraction(0)) if total is None else total
    return [*cells, in_percent(known, places, fixed(sum(shown, Fraction(0)), places))]


def odds(figure: Figure) -> str:
    """Return the odds of a chance; where it cannot be told from 0, what is proven of them.

    Examples
    --------
    >>> odds(Figure.rational(Fraction(1, 20))), odds(Figure(0.0, "exact", 1e-13)), odds(Figure(0.0))
    ('1 in 20', 'rarer than 1 in 1e13', 'never')
    """
    if figure.value <= figure.error and figure.error:
        return f"rarer than 1 in 1e{floor(-log10(figure.value + figure.error))}"
    return one_in(figure.value if figure.ratio is None else figure.ratio)


def weight_table(
    table: WeightTable[K], head: str, *, amounts: bool = False, show: Callable[[K], str] = str
) -> Table:
    """Return a weight table with its chances and, where all outcomes are numbers, its mean.

    Parameters
    ----------
    table : WeightTable
    head : str
        Of the column of outcomes.
    amounts : bool
        Whether whole numbers are tenths of the total bet.
    show : callable
        How other outcomes are shown.
    """
    few = exact(table.total)
    rows = [
        [
            outcome(key, amounts, show),
            whole(weight),
            percent(table.probability(key)).live("{1}/{1:total}", when=few),
        ]
        for key, weight in table.items()
    ]
    total = whole(table.total).live("SUM({1:all})", when=few)
    return Table(
        [head, "Weight", "Probability"], [*rows, [_mean(table, amounts), total, ""]], total=True
    )


def outcome(key: object, amounts: bool, show: Callable[[Any], str] = str) -> str:
    """Return an outcome of a weight table as a cell: an amount, a number or a word."""
    if not isinstance(key, int):
        return show(key)
    return amount(key) if amounts else whole(key)


def _mean(table: WeightTable[K], amounts: bool) -> str:
    """Return the mean of a table's outcomes where they are numbers."""
    numbers = {key: weight for key, weight in table.items() if isinstance(key, int)}
    if len(numbers) < len(table):
        return "total"
    mean = table.mean() / (LATTICE if amounts else 1)
    # Tenths are whole numbers again when multiplied by ten, so that the formula rounds once.
    unit, formula = ("x", "SUMPRODUCT(10*{0:all},{1:all})/(10*{1:total})") if amounts else (
        "", "SUMPRODUCT({0:all},{1:all})/{1:total}"
    )  # fmt: skip
    paid = sum(key * weight for key, weight in numbers.items())
    return Cell(f"mean {fixed(mean, 4)}{unit}", mean, f'"mean "#,##0.0000"{unit}"').live(
        formula, when=exact(paid, 10 * table.total)
    )


def band_names(bands: Sequence[Band]) -> list[str]:
    """Return the names of bands of wins in tenths of the total bet, 0 being the first.

    Examples
    --------
    >>> from mathlib.core.figures import ZERO
    >>> band_names([Band(-1, 0, ZERO, ZERO), Band(0, 10, ZERO, ZERO)])
    ['0', 'above 0 to 1x']
    """
    return [
        f"above {total_bets(band.low)} to {total_bets(band.high)}" if band.high else "0"
        for band in bands
    ]


def total_bets(tenths: float) -> str:
    """Return a bound of a band, which may be infinite.

    Examples
    --------
    >>> total_bets(0), total_bets(10), total_bets(float("inf"))
    ('0', '1x', 'no limit')
    """
    if tenths <= 0:
        return "0"
    return amount(int(tenths)) if tenths < float("inf") else "no limit"


def band_table(
    head: str,
    names: Sequence[str],
    chances: Sequence[Figure],
    rtps: Sequence[Fraction | float],
    total: float | None = None,
) -> Table:
    """Return bands of wins whose chances add up to 1, and whose RTPs to the total RTP.

    Parameters
    ----------
    head : str
        What the wins are of.
    names : sequence of str
        The bands.
    chances : sequence of Figure
        Their chances; they add up to 1.
    rtps : sequence of Fraction or float
        What they return, in total bets.
    total : float, optional
        The figure that they add up to, as the evaluation knows it.
    """
    *shares, one = add_up_cells([c.value if c.ratio is None else c.ratio for c in chances], 8, 1)
    *paid, all_paid = add_up_cells(rtps, 6, total)
    rows = [
        [name, share, odds(chance), rtp]
        for name, share, chance, rtp in zip(names, shares, chances, paid, strict=True)
    ]
    last = ["Total", one.live("{1:sum}"), "", all_paid.live("{3:sum}")]
    return Table([head, "Probability, %", "Odds", "RTP, % of bet"], [*rows, last], total=True)


def award_blocks(awards: Sequence[tuple[str, Figure]], per: str) -> tuple[Block, ...]:
    """Return the odds of advertised awards, and which of them are too rare to go unsaid.

    Parameters
    ----------
    awards : sequence of (name, chance)
    per : str
        What the chance is of: "game" or "game round".
    """
    rows = [
        [
            name,
            plain(chance.value) if chance.value > chance.error else "",
            odds(chance),
            "yes" if chance.value * LEAST_ODDS >= 1 else "no: display the odds",
        ]
        for name, chance in awards
    ]
    return (
        Table(["Award", f"Chance per {per}", "Odds", f"At least once in 100 million {per}s"], rows),
        Text.of(
            f"Chance that a {per} shows the award at least once. An award that is rarer than "
            f"once in 100 million {per}s must have its odds displayed (GLI-11).",
            note=True,
        ),
    )
