"""Jackpots: expected wins of each name, on rounds that do not fill the board.

Each golden orb reveals a name by its weight, independently; every ``needed``-th of a name pays.
Per name the state is (Money count, orbs of that name modulo ``needed``). All arithmetic adds
positive numbers, so the rarest jackpot is as accurate as the commonest.
"""

from __future__ import annotations

import numpy as np

from mathlib.exact.respins.landing import Array, Landing


def expected_jackpots(landing: Landing, name_chance: float, needed: int) -> float:
    """Return the expected number of times one jackpot name is won in a round.

    Parameters
    ----------
    landing : Landing
        Landing chances of the modifier set.
    name_chance : float
        Chance that a golden orb reveals this name.
    needed : int
        Orbs of the name that win it once.

    Returns
    -------
    float
        Expected wins, counted on rounds that do not fill the board.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> landing = Landing.of(example("orb_respins"), "J")
    >>> expected_jackpots(landing, 0.0, 3)
    0.0
    """
    n = landing.cells
    orb = landing.golden * name_chance
    table = landing.joint(orb, n)
    s0, _ = landing.factors()
    miss, end = landing.miss(), landing.end()
    mass = np.zeros((n + 1, needed))
    wins = np.zeros((n + 1, needed))
    mass[:n, 0] = landing.start
    total = 0.0
    for m in range(n):
        stay = s0[m] * _turn(table[m, 0], needed)
        stay_wins = s0[m] * _turn(table[m, 0], needed, wins=True)
        for tally in range(needed):
            stay[tally, tally] -= s0[m] * miss[m]
        # Row vectors: visits = arrivals + visits @ stay.
        leave = np.eye(needed) - stay
        visits = np.linalg.solve(leave.T, mass[m])
        won = np.linalg.solve(leave.T, wins[m] + visits @ stay_wins)
        total += float(won.sum() * end[m])
        for k in range(1, n - m):
            move = s0[m] * _turn(table[m, k], needed)
            mass[m + k] += visits @ move
            wins[m + k] += won @ move + visits @ (s0[m] * _turn(table[m, k], needed, wins=True))
    return total


def _turn(law: Array, needed: int, wins: bool = False) -> Array:
    """Return the tally's step as a matrix, or the same with each entry times its wins."""
    out = np.zeros((needed, needed))
    for tally in range(needed):
        for orbs, chance in enumerate(law):
            won, after = divmod(tally + orbs, needed)
            out[tally, after] += chance * (won if wins else 1)
    return out
