"""The number of Money symbols alone: respins, orbs, Money held, and a full board.

Multiplications, charges and jackpots never change what lands, so the Money count m with the
counter is a chain of its own. Taking the counter out (see `landing`), x[m], the expected visits
to count m at full counter, solves

    x[m] = (arrivals at m) / (1 - s0 (chance that orbs but no Money land)),

in rising order of m: the only loop is from a count to itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mathlib.exact.respins.landing import Array, Landing


@dataclass(frozen=True)
class Counts:
    """Exact laws and means of the Money-count chain of one round.

    Parameters
    ----------
    visits : ndarray, shape (cells,)
        Expected visits to each Money count at full counter.
    final : ndarray, shape (cells + 1,)
        Chance of each Money count at the end; the last entry is a full board.
    expected_respins : float
        Expected number of respins.
    orbs : dict
        Modifier letter to expected number of its orbs landed, over all rounds.
    """

    visits: Array
    final: Array
    expected_respins: float
    orbs: dict[str, float]

    @property
    def p_full(self) -> float:
        """Chance that every cell holds Money at the end."""
        return float(self.final[-1])

    @property
    def expected_money(self) -> float:
        """Expected number of Money symbols at the end, full boards included."""
        return float(self.final @ np.arange(len(self.final)))

    @property
    def expected_money_unfilled(self) -> float:
        """Expected number of Money symbols at the end, counted on rounds that do not fill."""
        return float(self.final[:-1] @ np.arange(len(self.final) - 1))


def count_chain(landing: Landing) -> Counts:
    """Solve the Money-count chain of one round.

    Parameters
    ----------
    landing : Landing
        Landing chances of the modifier set.

    Returns
    -------
    Counts

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> counts = count_chain(Landing.of(example("orb_respins"), "M"))
    >>> bool(abs(counts.final.sum() - 1) < 1e-14)
    True
    """
    n = landing.cells
    s0, _ = landing.factors()
    end = landing.end()
    table = landing.joint(np.zeros(n), 0)[:, :, 0]
    arrivals = np.concatenate([landing.start, [0.0]])
    visits = np.zeros(n)
    for m in range(n):
        # 1 - s0 (p0 - b), written as a sum of what does leave: nothing cancels.
        leave = end[m] + s0[m] * table[m, 1:].sum()
        visits[m] = arrivals[m] / leave
        arrivals[m + 1 :] += visits[m] * s0[m] * table[m, 1 : n - m + 1]
    final = np.concatenate([visits * end, arrivals[-1:]])
    tries = visits * s0
    orbs = {
        letter: float((tries * landing.empty() * chance).sum())
        for letter, chance in (("J", landing.golden), ("M", landing.red), ("C", landing.blue))
    }
    return Counts(visits, final, float(tries.sum()), orbs)


def to_come(landing: Landing) -> tuple[Array, Array, Array]:
    """Return what is still expected from a visit to each Money count at full counter.

    Parameters
    ----------
    landing : Landing
        Landing chances of the modifier set.

    Returns
    -------
    symbols, respins, draws : ndarray, shape (cells,)
        Money symbols at the end (0 when the board fills), respins to come, and charge draws
        that blue orbs yet to land will make.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> landing = Landing.of(example("orb_respins"), "C")
    >>> symbols, respins, draws = to_come(landing)
    >>> bool(abs(landing.start @ respins - count_chain(landing).expected_respins) < 1e-12)
    True
    """
    n = landing.cells
    s0, _ = landing.factors()
    end = landing.end()
    table = landing.joint(np.zeros(n), 0)[:, :, 0]
    others = np.maximum(landing.empty()[:, None] - np.arange(n + 1), 0)
    blues = table * others * (landing.blue / (1 - landing.money))[:, None]
    symbols, respins, draws = np.zeros(n + 1), np.zeros(n + 1), np.zeros(n + 1)
    for m in range(n - 1, -1, -1):
        law = s0[m] * table[m, 1 : n - m + 1]
        leave = end[m] + law.sum()
        after = slice(m + 1, n + 1)
        symbols[m] = (end[m] * m + law @ symbols[after]) / leave
        respins[m] = (s0[m] + law @ respins[after]) / leave
        new = s0[m] * blues[m, : n - m + 1]
        draws[m] = (new @ respins[m:] + law @ draws[after]) / leave
    return symbols[:n], respins[:n], draws[:n]


def unfilled_to_come(landing: Landing) -> tuple[Array, Array]:
    """Return the chance not to fill the board from each Money count, and the respins till then.

    Parameters
    ----------
    landing : Landing
        Landing chances of the modifier set.

    Returns
    -------
    unfilled, rest : ndarray, shape (cells,)
        From a visit at full counter: the chance that the round ends unfilled, and the expected
        respins to come on that event.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> landing = Landing.of(example("orb_respins"), "C")
    >>> unfilled, rest = unfilled_to_come(landing)
    >>> bool(abs(landing.start @ unfilled + count_chain(landing).p_full - 1) < 1e-12)
    True
    """
    n = landing.cells
    s0, s1 = landing.factors()
    end, miss = landing.end(), landing.miss()
    table = landing.joint(np.zeros(n), 0)[:, :, 0]
    unfilled, rest = np.zeros(n + 1), np.zeros(n + 1)
    for m in range(n - 1, -1, -1):
        law = table[m, 1 : n - m + 1]
        leave = end[m] + s0[m] * law.sum()
        after = slice(m + 1, n + 1)
        unfilled[m] = (end[m] + s0[m] * (law @ unfilled[after])) / leave
        # Of the respins of this visit, those before and with a landing count by what follows.
        orbs = max(table[m, 0] - miss[m], 0.0)
        here = s1[m] * (orbs * unfilled[m] + law @ unfilled[after])
        rest[m] = (landing.counter * end[m] + here + s0[m] * (law @ rest[after])) / leave
    return unfilled[:n], rest[:n]
