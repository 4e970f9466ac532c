"""What lands in one respin: the multinomial law over the empty cells.

With m Money symbols held on N cells, each of the e = N - m empty cells independently shows
blank, Money or an orb with the chances of the band that holds m. A respin is repeated while
nothing lands, at most ``counter`` times in a row; with b the chance that nothing lands, the
misses before a landing contribute the factors

    s0 = 1 + b + ... + b^(counter-1)        (expected respins per visit at full counter)
    s1 = 1 + 2 b + ... + counter b^(counter-1)   (respins, weighted by how many came before)

and the round ends without a further landing with chance b^counter.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt
from scipy.special import bdtrc

from mathlib.game.orb_respins import MONEY, ORBS, OrbRespins

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Landing:
    """Landing chances of one modifier set, per number of Money symbols held.

    Parameters
    ----------
    cells : int
        Cells of the board, N.
    counter : int
        Respins at full counter.
    start : ndarray, shape (cells,)
        Chance of each number of Money symbols at the start.
    money, golden, red, blue, blank : ndarray, shape (cells,)
        Chance that an empty cell shows each, while m Money symbols are held.
    """

    cells: int
    counter: int
    start: Array
    money: Array
    golden: Array
    red: Array
    blue: Array
    blank: Array

    @classmethod
    def of(cls, game: OrbRespins, modifiers: str) -> Landing:
        """Read the landing chances of a modifier set from a game.

        Examples
        --------
        >>> from mathlib.game.files import example
        >>> float(Landing.of(example("orb_respins"), "M").red[0])
        0.015
        """
        cells = game.cells(modifiers)
        one = game.respins.sets[modifiers]
        chances = {name: np.zeros(cells) for name in ("blank", MONEY, *ORBS.values())}
        for held in range(cells):
            band = next(band for band in one.bands if held <= band.up_to)
            for outcome, weight in band.weights.items():
                chances[outcome][held] = weight / band.weights.total
        start = np.zeros(cells)
        for count, weight in one.start.items():
            start[count] = weight / one.start.total
        return cls(cells, game.respins.counter, start, **chances)

    def empty(self) -> npt.NDArray[np.int64]:
        """Return the number of empty cells per Money count; shape (cells,)."""
        return np.arange(self.cells, 0, -1)

    def miss(self) -> Array:
        """Return b, the chance that nothing lands in one respin; shape (cells,)."""
        return np.asarray(self.blank ** self.empty(), dtype=np.float64)

    def factors(self) -> tuple[Array, Array]:
        """Return s0 and s1 of the module's head; shape (cells,) each."""
        b = self.miss()
        powers = np.array([b**i for i in range(self.counter)])
        steps = np.arange(1, self.counter + 1)[:, None]
        return powers.sum(axis=0), (steps * powers).sum(axis=0)

    def end(self) -> Array:
        """Return the chance that a visit at full counter ends the round; shape (cells,)."""
        return np.asarray(self.miss() ** self.counter, dtype=np.float64)

    def joint(self, orb: Array, most: int) -> Array:
        """Return the law of (Money, orbs of one kind) that land; the rest is summed out.

        Parameters
        ----------
        orb : ndarray, shape (cells,)
            Chance that an empty cell shows the orb that is counted.
        most : int
            Largest number of orbs tabulated; more are left out.

        Returns
        -------
        ndarray, shape (cells, cells + 1, most + 1)
            ``[m, n, r]``: chance that n Money symbols and r orbs land while m are held.
        """
        empty = self.empty()[:, None, None]
        n = np.arange(self.cells + 1)[None, :, None]
        r = np.arange(most + 1)[None, None, :]
        rest = empty - n - r
        ways = binomials(self.cells)
        fits = rest >= 0
        chance = (
            self.money[:, None, None] ** n
            * orb[:, None, None] ** r
            * (1 - self.money - orb)[:, None, None] ** np.maximum(rest, 0)
        )
        count = ways[empty, n] * ways[np.maximum(empty - n, 0), np.minimum(r, self.cells)]
        return np.asarray(np.where(fits, count * chance, 0.0), dtype=np.float64)


def binomials(most: int) -> Array:
    """Return binomial coefficients n over k for 0 <= n, k <= most as floats.

    Examples
    --------
    >>> binomials(2).tolist()
    [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 2.0, 1.0]]
    """
    return _binomials(most).copy()


@lru_cache(maxsize=64)
def _binomials(most: int) -> Array:
    return np.array([[float(comb(n, k)) for k in range(most + 1)] for n in range(most + 1)])


def binomial_tail(k: npt.ArrayLike, n: npt.ArrayLike, chance: npt.ArrayLike) -> Array:
    """Return the chance of more than k successes in n trials.

    Parameters
    ----------
    k, n, chance : array_like
        Whole numbers from 0, and the chance of one success.

    Returns
    -------
    ndarray
        Of the arguments' common shape.

    Examples
    --------
    >>> binomial_tail([0, 1, 2, 3], 2, 0.5).tolist()
    [0.75, 0.25, 0.0, 0.0]
    """
    k, n = np.asarray(k, dtype=np.float64), np.asarray(n, dtype=np.int64)
    return np.where(k < n, bdtrc(np.minimum(k, n), n, chance), 0.0)
