"""The law of a round without Multiply: sums of independent draws, mixed over what is counted.

With phi the law of a Money value and psi that of a charge draw, a round that ends with m Money
symbols, D charge draws and G golden orbs wins phi^m psi^D J_G (powers are convolutions), J_G the
law of the jackpots from G orbs. The joint law of the counts comes from `tallies`; the sum over D
is a Horner scheme, that over G deals the orbs to one jackpot name after another: of G orbs a
binomial number n shows the name, which pays floor(n / needed) times.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import binom

from mathlib.core.jit import kernel
from mathlib.core.weights import WeightTable
from mathlib.exact.respins.landing import Array, Landing
from mathlib.exact.respins.lattice import Atoms, Found, Law, Piece, mixed, spread, trimmed
from mathlib.exact.respins.spectrum import MOST_NODES, nodes_needed, transformed_laws
from mathlib.exact.respins.tallies import tallies
from mathlib.game.orb_respins import Jackpots, OrbRespins

CUT = 1e-20
"""Default chance below which a path of the counts, or a piece of a law, is not followed."""
CUT_BOTH = 1e-17
"""The same where golden and blue orbs are counted together, which is far more to follow."""
MOST_WORK = 2e11
"""Multiplications, by a generous count, that positive sums may take."""


def additive_law(game: OrbRespins, modifiers: str, landing: Landing) -> Found:
    """Return the law of the uncapped win of a round with J, C or JC.

    Parameters
    ----------
    game, modifiers, landing
        A round without Multiply.

    Returns
    -------
    Found
        The law on rounds that do not fill the board.
    """
    cut = CUT_BOTH if "J" in modifiers and "C" in modifiers else CUT
    counted = tallies(game, modifiers, landing, cut)
    money, charge = atoms(game.respins.money), atoms(game.respins.charge.values)
    cut *= 1e-4
    by_golden, noise = charged_laws(counted.law, money, charge, game.cap, cut)
    law = by_golden[0]
    if "J" in modifiers:
        law = jackpots_dealt(by_golden, game.respins.jackpots, cut)
    golden, draws, cells = counted.law.shape
    steps = cells * len(money.values) + draws * (len(charge.values) + cells)
    names = len(game.respins.jackpots.names) * golden
    return Found(law, counted.lost, noise, counted.steps + steps + names)


def charged_laws(
    counts: Array, money: Atoms, charge: Atoms, cap: int, cut: float, most: float = MOST_WORK
) -> tuple[list[Law], float]:
    """Return the law of Money and charge draws jointly with each number of golden orbs.

    Parameters
    ----------
    counts : ndarray, shape (golden + 1, draws + 1, cells)
        Joint law of the counts.
    money, charge : Atoms
        Laws of a Money value and of a charge draw.
    cap : int
        In tenths of the total bet.
    cut : float
        See `Law.convolved`.
    most : float
        Work up to which positive sums are taken; above it, a transform, if the wins fit one.

    Returns
    -------
    laws : list of Law
        ``[G]``.
    noise : float
        Bound on what a transform adds to the error of each chance.
    """
    golden, draws, cells = counts.shape
    work = golden * draws * draws * (len(charge.values) + cells) * float(charge.values[-1])
    if work > most and nodes_needed(counts, money, charge) <= MOST_NODES:
        return transformed_laws(counts, money, charge, cap)
    stacked = _stacked(_powers(money, cells, cap, cut))
    return [_charged(one, stacked, charge, cap, cut) for one in counts], 0.0


def atoms(table: WeightTable[int]) -> Atoms:
    """Return the law of one draw from a table of amounts.

    Examples
    --------
    >>> atoms(WeightTable({3: 1, 6: 3})).chances.tolist()
    [0.25, 0.75]
    """
    return Atoms.of({value: weight / table.total for value, weight in table.items()})


def _powers(one: Atoms, count: int, cap: int, cut: float) -> list[Law]:
    """Return the laws of the sums of 0, 1, ..., count - 1 draws."""
    laws = [Law.zero(cap)]
    for _ in range(count - 1):
        laws.append(laws[-1].convolved(one, cut))
    return laws


def _stacked(laws: list[Law]) -> tuple[Array, Array, Array]:
    """Return the pieces of laws as rows of arrays."""
    below = np.zeros((len(laws), max(len(law.below) for law in laws)))
    for row, law in zip(below, laws, strict=True):
        row[: len(law.below)] = law.below
    return below, np.array([law.over for law in laws]), np.array([law.loose for law in laws])


def _charged(
    draws: Array, powers: tuple[Array, Array, Array], charge: Atoms, cap: int, cut: float
) -> Law:
    """Return the law of Money and charge draws; ``draws[D, m]`` is the chance of the counts."""
    used = np.flatnonzero(draws.any(axis=1))
    if not len(used):
        return Law.nothing(cap)
    counts = draws[: used[-1] + 1]
    below, over, loose = _horner(counts, *powers, charge.values, charge.chances, cap, cut)
    return Law(below, over, loose, cap)


@kernel
def _horner(
    draws: Any, below: Any, over: Any, loose: Any, values: Any, chances: Any, cap: int, cut: float
) -> Any:
    """Return the sum of draws[D, m] psi^D phi^m, from the greatest D down."""
    room = min(cap, below.shape[1] + len(draws) * values[-1])
    law, other = np.zeros(room), np.zeros(room)
    lump, slack = np.zeros(3), np.zeros(3)
    top = 0
    for d in range(len(draws) - 1, -1, -1):
        lump_now, slack_now = np.zeros(3), np.zeros(3)
        now = spread(law, top, lump, slack, values, chances, cap, cut, other, lump_now, slack_now)
        for m in range(draws.shape[1]):
            w = draws[d, m]
            if w == 0:
                continue
            size = below.shape[1]
            while size > 0 and below[m, size - 1] == 0:
                size -= 1
            now = max(now, size)
            for i in range(size):
                other[i] += w * below[m, i]
            lump_now += w * over[m]
            slack_now += w * loose[m]
        law[:top] = 0.0
        law, other = other, law
        top = trimmed(law, now, cut, slack_now)
        lump, slack = lump_now, slack_now
    return law[:top], lump, slack


def jackpots_dealt(by_golden: list[Law], jackpots: Jackpots, cut: float) -> Law:
    """Return the law of a win with the jackpots that the golden orbs bring.

    Parameters
    ----------
    by_golden : list of Law
        ``[G]``: law of the win without jackpots, jointly with G golden orbs.
    jackpots : Jackpots
        Names, weights, prizes, and how many orbs of a name win it.
    cut : float
        See `Law.convolved`.

    Returns
    -------
    Law
    """
    left = sum(jackpot.weight for jackpot in jackpots.names.values())
    # Small prizes first: laws stay short while there are many of them.
    for jackpot in sorted(jackpots.names.values(), key=lambda one: one.prize):
        shown = _shares(len(by_golden), jackpot.weight / left)
        left -= jackpot.weight
        pieces = [
            [
                Piece(law, shown[rest, n], jackpot.prize * (n // jackpots.needed))
                for n, law in enumerate(by_golden[rest:])
            ]
            for rest in range(len(by_golden) if left else 1)
        ]
        by_golden = [mixed(row, cut) for row in pieces]
    return by_golden[0]


def _shares(most: int, chance: float) -> Array:
    """Return the chance that of rest + n orbs n show a name; ``[rest, n]``."""
    rest, shown = np.arange(most)[:, None], np.arange(most)
    ways = np.asarray(binom(rest + shown, shown), dtype=np.float64)
    out: Array = ways * chance**shown * (1 - chance) ** rest
    return out
