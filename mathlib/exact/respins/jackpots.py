"""Jackpots: expected wins of each name, on rounds that do not fill the board.

Each golden orb reveals a name by its weight, independently; every ``needed``-th of a name pays.
Per name the state is (Money count, orbs of that name modulo ``needed``). All arithmetic adds
positive numbers, so the rarest jackpot is as accurate as the commonest.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from mathlib.exact.respins.landing import Array, Landing


def expected_jackpots(landing: Landing, name_chance: float, needed: int) -> tuple[float, float]:
    """Return how often one jackpot name is won in a round, and the chance that it is at all.

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
    wins, chance : float
        Expected wins, and the chance of at least one, on rounds that do not fill the board.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> landing = Landing.of(example("orb_respins"), "J")
    >>> expected_jackpots(landing, 0.0, 3)
    (0.0, 0.0)
    """
    orb = landing.golden * name_chance
    table = landing.joint(orb, landing.cells)
    # Step and wins of the tally by Money held and Money that lands.
    turns = _turns(landing.cells, needed)
    steps, gains = (np.einsum("mkr,rij->mkij", table, turn) for turn in turns)
    # Tallies 0 .. needed - 1 before the first win, then the same again after it.
    size = 2 * needed
    mass, wins = np.zeros((2, landing.cells + 1, size))
    mass[:-1, 0] = landing.start
    s0, _ = landing.factors()
    miss, end = landing.miss(), landing.end()
    total = chance = 0.0
    for m in range(landing.cells):
        stay = s0[m] * (steps[m, 0] - miss[m] * np.eye(size))
        # Row vectors: visits = arrivals + visits @ stay.
        leave = (np.eye(size) - stay).T
        visits = np.linalg.solve(leave, mass[m])
        won = np.linalg.solve(leave, wins[m] + visits @ gains[m, 0] * s0[m])
        total += float(won.sum() * end[m])
        chance += float(visits[needed:].sum() * end[m])
        lands = slice(1, landing.cells - m)
        mass[m + 1 : -1] += s0[m] * (visits @ steps[m, lands])
        wins[m + 1 : -1] += s0[m] * (won @ steps[m, lands] + visits @ gains[m, lands])
    return total, chance


@lru_cache(maxsize=8)
def _turns(most: int, needed: int) -> tuple[Array, Array]:
    """Return, per number of orbs, the tally's step and the wins on it as matrices."""
    steps, gains = np.zeros((2, most + 1, 2 * needed, 2 * needed))
    for orbs in range(most + 1):
        for before in range(2 * needed):
            again, tally = divmod(before, needed)
            won, after = divmod(tally + orbs, needed)
            to = after + needed * (again or won > 0)
            steps[orbs, before, to] = 1
            gains[orbs, before, to] = won
    return steps, gains
