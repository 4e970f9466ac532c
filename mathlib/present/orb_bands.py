"""Orb Respins, how wins are spread: section 11 of the PAR sheet."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import numpy as np

from mathlib.core.figures import Figure
from mathlib.evaluation import OrbDetail
from mathlib.exact.cycle import CycleLaw
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.orb_law import GameLaw
from mathlib.game.fields import LATTICE
from mathlib.present.blocks import Block, Heading, Picture, Text
from mathlib.present.plots import svg
from mathlib.present.tables import band_names, band_table
from mathlib.present.tail_plots import Tail, plot_win_tails

BANDS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
POINTS = 160
"""Points of the drawn tail."""


def win_bands(evaluation: Evaluation) -> tuple[Block, ...]:
    """Return the bands of the whole round's win with a picture, and those of the lines alone."""
    detail = cast(OrbDetail, evaluation.detail)
    bands = detail.law.bands()
    table = band_table(
        "Win of a game round",
        band_names(bands),
        [band.chance for band in bands],
        [band.rtp.value for band in bands],
        evaluation.total.value,
    )
    how = "All figures come from the exact distribution of a round"
    if detail.samples:
        rounds = next(iter(detail.samples.values())).rounds
        how += (
            f", but for Respins with {', '.join(detail.samples)}: of those {rounds:,} rounds each "
            "were played, and weighted so that their mean is the exact one"
        )
    text = (
        "Bands cover whole game rounds; a win at the cap is in the last band, a full board with "
        f"it. {how}; each figure is rounded down or up so that its column adds up."
    )
    cap = detail.law.cap / LATTICE
    return (
        table,
        Text.of(text, note=True),
        Picture(
            svg(plot_win_tails({"Game round": tail(detail.law)}, cap=cap)),
            "Chance that a game round wins at least so much; both axes logarithmic. What is no "
            "larger than its error is not drawn.",
        ),
        Heading("Line wins alone"),
        *line_bands(detail.exact.law),
    )


def tail(law: GameLaw) -> Tail:
    """Return wins in total bets and P(win at least that), where it is above its error.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> wins, chances = tail(evaluate(example("orb_respins")).detail.law)
    >>> wins[0], wins[-1], chances[0] > chances[-1] > 0
    (0.1, 40000.0, True)
    """
    tenths = np.unique(np.geomspace(1, law.cap, POINTS).round()).astype(int).tolist()
    found = [(at / LATTICE, law.at_least(at / LATTICE)) for at in tenths]
    drawn = [(win, chance.value) for win, chance in found if chance.value > chance.error]
    return [win for win, _ in drawn], [chance for _, chance in drawn]


def line_bands(law: CycleLaw) -> tuple[Block, ...]:
    """Return the line-win bands, which add up to 1 and to the line RTP."""
    edges = [bound for bound in BANDS if bound * law.line_bets < law.highest]
    bounds = [0, *(edge * law.line_bets for edge in edges), law.highest]
    chance, paid = [0] * len(bounds), [0] * len(bounds)
    for win, weight in law:
        band = next(i for i, bound in enumerate(bounds) if win <= bound)
        chance[band] += weight
        paid[band] += weight * win
    names = ["0"] + [
        f"above {low:g}x to {high:g}x" if low else f"above 0 to {high:g}x"
        for low, high in zip([0, *edges], [*edges, law.highest / law.line_bets], strict=True)
    ]
    chances = [Figure.rational(Fraction(n, law.cycle)) for n in chance]
    rtps = [Fraction(win, law.cycle * law.line_bets) for win in paid]
    return (
        band_table("Line win of a spin", names, chances, rtps, float(law.mean)),
        Text.of("Exact; the lines of every spin, without what Respins add.", note=True),
    )
