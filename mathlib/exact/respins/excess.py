"""A proven bound on what the cap takes from a round without Multiply.

Theory. For every theta > 0, (x)+ <= exp(theta x) / (e theta), so with L the line win, W the
round's win and c the cap

    E[(L + W - c)+] <= E[exp(theta L)] E[exp(theta W)] exp(-theta c) / (e theta).

The exponential moment of W follows from a chain on (Money held m, blue orbs landed B): a Money
symbol contributes E exp(theta v), each respin (E exp(theta u))^B for its charge draws, and a
golden orb of a name at most exp(theta prize / needed), because floor(n / needed) <= n / needed.
What passes the chain's limit of blue orbs is bounded by x <= exp(theta x) / (e theta) for the
win before, and by a linear bound for the win after that moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import e, exp

import numpy as np

from mathlib.core.weights import WeightTable
from mathlib.exact.respins.blues import MOST_BLUES, Weights, weighted_rounds
from mathlib.exact.respins.landing import Landing
from mathlib.game.fields import LATTICE
from mathlib.game.orb_respins import OrbRespins

THETAS = tuple(2.0**-k for k in range(6, 13))
"""Tilts tried, per total bet; the smallest bound is returned."""


def excess_bound(game: OrbRespins, modifiers: str, line_win: Mapping[int, float]) -> float:
    """Bound the mean win above the cap of a round without Multiply.

    Parameters
    ----------
    game : OrbRespins
        The game.
    modifiers : str
        J, C or JC.
    line_win : mapping
        Law of the line win of the same game round, line bets to chance.

    Returns
    -------
    float
        A number of total bets that E[(line win + round win - cap)+], on rounds that do not
        fill the board, does not exceed.

    Raises
    ------
    ValueError
        For a modifier set with Multiply: multiplied values have no exponential moment to use.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> excess_bound(example("orb_respins"), "C", {0: 1.0}) < 1e-9
    True
    """
    if "M" in modifiers:
        raise ValueError("this bound is for rounds without Multiply")
    landing = Landing.of(game, modifiers)
    cap = game.cap / LATTICE
    best = float("inf")
    passed = weighted_rounds(landing, Weights())[1]
    after = max(line_win) / game.line_bets + _future(game, modifiers, landing)
    for theta in THETAS:
        whole, beyond = weighted_rounds(landing, _weights(game, modifiers, theta))
        if np.isfinite(whole):
            lines = sum(p * exp(theta * win / game.line_bets) for win, p in line_win.items())
            bound = lines * whole * exp(-theta * cap) / (e * theta)
            best = min(best, bound + beyond / (e * theta) + passed * after)
    return float(best)


def _weights(game: OrbRespins, modifiers: str, theta: float) -> Weights:
    def moment(table: WeightTable[int]) -> float:
        return sum(w * exp(theta * v / LATTICE) for v, w in table.items()) / table.total

    names = game.respins.jackpots
    golden = sum(
        jackpot.weight * exp(theta * jackpot.prize / LATTICE / names.needed)
        for jackpot in names.names.values()
    )
    return Weights(
        money=moment(game.respins.money),
        charge=moment(game.respins.charge.values) if "C" in modifiers else 1.0,
        golden=golden / names.weights().total if "J" in modifiers else 1.0,
    )


def _future(game: OrbRespins, modifiers: str, landing: Landing) -> float:
    """Bound the mean win still to come once ``MOST_BLUES`` is passed."""
    s0, _ = landing.factors()
    respins = float(s0.max() / landing.end().min())
    golden = float((landing.empty() * landing.golden).max()) * respins
    blues = float((landing.empty() * landing.blue).max()) * respins
    names = game.respins.jackpots
    prize = max(jackpot.prize for jackpot in names.names.values()) / LATTICE / names.needed
    charge = float(game.respins.charge.values.mean()) / LATTICE
    charges = MOST_BLUES + landing.cells + blues
    money = landing.cells * float(game.respins.money.mean()) / LATTICE
    jackpots = prize * (golden + names.needed * len(names.names)) if "J" in modifiers else 0.0
    return money + jackpots + charge * charges * respins
