"""Rounds weighted by what lands: a chain on (Money held, blue orbs landed).

Weights multiply along a round: one for each Money symbol that lands, one for each golden orb,
and one for each charge draw, so B blue orbs weigh charge^B in every respin. With weights of 1
this is the law of the round; with z < 1 per draw it gives the chance that a rare draw never
came; with exponential weights it bounds the tail of the win. The number of blue orbs has no
limit: it is followed up to ``MOST_BLUES``, and what passes that is returned.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mathlib.exact.respins.landing import Array, Landing, binomials

MOST_BLUES = 60


@dataclass(frozen=True)
class Weights:
    """Weight of each Money symbol, charge draw and golden orb."""

    money: float = 1.0
    charge: float = 1.0
    golden: float = 1.0


def weighted_rounds(landing: Landing, weights: Weights, target: str = "") -> tuple[float, float]:
    """Return the weighted mass of rounds that end unfilled, and of those past ``MOST_BLUES``.

    Parameters
    ----------
    landing : Landing
        Landing chances of the modifier set.
    weights : Weights
        What each symbol or draw multiplies a round by.
    target : str
        What becomes of a blue orb that finds no Money: lost with "pick", waiting with "repick".
        When empty it counts as a charge all the same, which makes ``ended`` an upper bound where
        weights exceed 1.

    Returns
    -------
    ended, beyond : float
        Infinite when the weights grow faster than rounds end.

    Examples
    --------
    >>> from mathlib.exact.respins.counts import count_chain
    >>> from mathlib.game.files import example
    >>> landing = Landing.of(example("orb_respins"), "JMC")
    >>> ended, beyond = weighted_rounds(landing, Weights())
    >>> bool(abs(ended + count_chain(landing).p_full - 1) < 1e-14), beyond < 1e-20
    (True, True)
    """
    n, most = landing.cells, MOST_BLUES if landing.blue.any() else 0
    mass = np.zeros((n, most + 1))
    mass[:, 0] = landing.start * weights.money ** np.arange(n)
    draws = weights.charge ** np.arange(most + 1)
    ended = beyond = 0.0
    for m in range(n):
        law = _landing_law(landing, m, weights)
        miss = float(landing.miss()[m])
        idle = draws  # drawn in a respin after which m Money symbols are held, as before
        if m == 0 and target == "pick":
            law[0, 0], law[0, 1:] = law[0].sum(), 0.0
        elif m == 0 and target:
            idle = np.ones_like(draws)
        tries = np.array([(miss * idle) ** i for i in range(landing.counter)]).sum(axis=0)
        leave = 1 - tries * idle * (law[0, 0] - miss)
        if not leave.min() > 0:
            return float("inf"), float("inf")
        ends = (miss * idle) ** landing.counter
        for blues in range(most + 1):  # rising: blue orbs alone keep m and raise B
            if mass[m, blues] == 0:
                continue
            visits = mass[m, blues] / leave[blues]
            ended += float(visits * ends[blues])
            out = visits * tries[blues] * law[: n - m]
            out[0] *= idle[blues]
            out[1:] *= draws[blues]
            out[0, 0] = 0.0
            fits = min(most - blues, out.shape[1] - 1)
            mass[m : m + len(out), blues : blues + fits + 1] += out[:, : fits + 1]
            beyond += float(out[:, fits + 1 :].sum())
    return ended, beyond


def _landing_law(landing: Landing, m: int, weights: Weights) -> Array:
    """Return the weighted law of (Money, blue orbs) landing while m are held."""
    empty = landing.cells - m
    k = np.arange(empty + 1)[:, None]
    b = np.arange(empty + 1)[None, :]
    rest = landing.blank[m] + landing.red[m] + landing.golden[m] * weights.golden
    left = np.maximum(empty - k - b, 0)
    ways = binomials(empty)
    law = (
        ways[empty, k]
        * ways[empty - k, b]
        * (landing.money[m] * weights.money) ** k
        * landing.blue[m] ** b
        * rest**left
    )
    return np.asarray(np.where(k + b <= empty, law, 0.0), dtype=np.float64)
