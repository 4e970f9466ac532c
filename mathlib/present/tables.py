"""Tables that every sheet has: weights, bands of wins, award odds; and sums that add up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor, log10
from typing import TypeVar

from mathlib.core.figures import Figure
from mathlib.core.weights import WeightTable
from mathlib.game.fields import LATTICE
from mathlib.present.blocks import Block, Table, Text
from mathlib.present.numbers import amount, fixed, one_in, percent, plain

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
    rows = [
        [
            amount(key) if amounts and isinstance(key, int) else show(key),
            f"{weight:,}",
            percent(table.probability(key)),
        ]
        for key, weight in table.items()
    ]
    last = "total"
    if all(isinstance(key, int) for key in table):
        mean = table.mean() / (LATTICE if amounts else 1)
        last = f"mean {fixed(mean, 4)}{'x' if amounts else ''}"
    rows.append([last, f"{table.total:,}", ""])
    return Table([head, "Weight", "Probability"], rows, total=True)


def band_table(
    head: str, names: Sequence[str], chances: Sequence[Figure], rtps: Sequence[Fraction | float]
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
    """
    shares = add_up([100 * (c.value if c.ratio is None else c.ratio) for c in chances], 8)
    paid = add_up([100 * rtp for rtp in rtps], 6)
    rows = [
        [name, fixed(share, 8), odds(chance), fixed(rtp, 6)]
        for name, share, chance, rtp in zip(names, shares, chances, paid, strict=True)
    ]
    total = ["Total", fixed(sum(shares, Fraction(0)), 8), "", fixed(sum(paid, Fraction(0)), 6)]
    return Table([head, "Probability, %", "Odds", "RTP, % of bet"], [*rows, total], total=True)


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
