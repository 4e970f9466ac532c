"""Mystic Money: how many Cash Prizes its one spin accumulates."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from mathlib.exact.columns import column
from mathlib.exact.views import view_counts
from mathlib.game.pig_wizard import CASH, PigWizard


def union_law(cells: int, landed: int, made: int) -> Mapping[int, Fraction]:
    """Return the law of the number of cells that are landed or made, counted once.

    Parameters
    ----------
    cells, landed, made : int
        ``made`` of the cells are drawn without replacement; ``landed`` of them are given.

    Returns
    -------
    mapping
        Number of cells to probability: ``landed + made`` less a hypergeometric overlap.

    Examples
    --------
    >>> {count: str(chance) for count, chance in union_law(4, 1, 2).items()}
    {3: '1/2', 2: '1/2'}
    """
    ways = comb(cells, made)
    return {
        landed + made - both: Fraction(comb(landed, both) * comb(cells - landed, made - both), ways)
        for both in range(max(0, landed + made - cells), min(landed, made) + 1)
    }


def mystic_counts(game: PigWizard) -> Mapping[int, Fraction]:
    """Return the law of the number of Cash Prizes of one Mystic Money, made or landed.

    Which cells have landed does not matter, as the made ones are drawn uniformly.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> sum(mystic_counts(example("pig_wizard")).values())
    Fraction(1, 1)
    """
    feature = game.mystic_money
    landed = view_counts([column(strip, game.rows) for strip in feature.strips], [CASH])
    out: dict[int, Fraction] = {}
    for in_view in landed:
        for made in feature.made:
            chance = landed.probability(in_view) * feature.made.probability(made)
            for count, share in union_law(game.other_cells, in_view, made).items():
                out[count] = out.get(count, Fraction(0)) + chance * share
    return dict(sorted(out.items()))
