"""What a round still has ahead, squared: bounds what is left out of a law of its win.

From a visit to m Money symbols at full counter, R respins are to come; H charge draws by blue
orbs yet to land; G golden orbs. One visit takes n respins, misses included, and lands k Money,
b blue and g golden orbs; a blue orb draws in every respin after its own, so

    R = n + R',   H = b R' + H',   G = g + G',

with the primes from m + k. Second moments follow in falling order of m, one linear equation each
because a visit may land orbs only. A full board has nothing ahead.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mathlib.exact.respins.landing import Array, Landing


@dataclass(frozen=True)
class Ahead:
    """Mean squares of what is to come from each Money count at full counter; shape (cells,).

    Parameters
    ----------
    respins, draws, golden : ndarray
        E R**2, E H**2 and E G**2.
    """

    respins: Array
    draws: Array
    golden: Array


def ahead(landing: Landing) -> Ahead:
    """Return the mean squares to come.

    Parameters
    ----------
    landing : Landing
        Landing chances of the modifier set.

    Returns
    -------
    Ahead

    Examples
    --------
    >>> from mathlib.exact.respins.counts import count_chain
    >>> from mathlib.game.files import example
    >>> landing = Landing.of(example("orb_respins"), "C")
    >>> mean = count_chain(landing).expected_respins
    >>> bool(landing.start @ ahead(landing).respins > mean**2)
    True
    """
    n = landing.cells
    table = landing.joint(np.zeros(n), 0)[:, :, 0]
    end, miss = landing.end(), landing.miss()
    tries = np.array([miss**i for i in range(landing.counter)])
    turns = np.arange(1.0, landing.counter + 1)
    # Moments by Money count: R, R**2, H, R H, H**2, G, G**2; the last entry is a full board.
    r1, r2, h1, rh, h2, g1, g2 = np.zeros((7, n + 1))
    for m in range(n - 1, -1, -1):
        law = table[m, : n - m + 1].copy()
        law[0] = max(law[0] - miss[m], 0.0)  # orbs only
        s0, s1, s2 = (float(tries[:, m] @ turns**p) for p in (0, 1, 2))
        leave = end[m] + s0 * law[1:].sum()
        rest = landing.empty()[m] - np.arange(n - m + 1)
        b1, b2 = _moments(rest, landing.blue[m] / (1 - landing.money[m]))
        o1, o2 = _moments(rest, landing.golden[m] / (1 - landing.money[m]))
        # Counted on no landing at all too, what lands is 0: the table's own 0 row is right.
        full = table[m, : n - m + 1]
        to = slice(m, n + 1)
        once, ends = landing.counter * end[m], landing.counter**2 * end[m]
        # Entry m of each moment is still 0 on the right: `leave` takes the loop into account.
        r1[m] = (once + s1 * law.sum() + s0 * law @ r1[to]) / leave
        r2[m] = (ends + s2 * law.sum() + 2 * s1 * law @ r1[to] + s0 * law @ r2[to]) / leave
        h1[m] = s0 * (full * b1 @ r1[to] + law @ h1[to]) / leave
        cross = full * b1 @ (s1 * r1[to] + s0 * r2[to]) + law @ (s1 * h1[to] + s0 * rh[to])
        rh[m] = cross / leave
        h2[m] = s0 * (full * b2 @ r2[to] + 2 * (full * b1) @ rh[to] + law @ h2[to]) / leave
        g1[m] = s0 * (full @ o1 + law @ g1[to]) / leave
        g2[m] = s0 * (full @ o2 + 2 * (full * o1) @ g1[to] + law @ g2[to]) / leave
    return Ahead(r2[:n], h2[:n], g2[:n])


def _moments(cells: Array, chance: float) -> tuple[Array, Array]:
    """Return mean and mean square of a binomial number."""
    mean = cells * chance
    return mean, mean * (1 - chance) + mean**2
