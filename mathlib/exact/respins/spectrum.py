"""Sums of Money and charge draws for many numbers of golden orbs at once, by their transform.

At a point z of the unit circle the sum over counts is a polynomial in phi(z) and psi(z). A charge
table of a few values has |psi(z)| well below 1 at nearly every point, so that high powers vanish
there: the points are sorted by how many they need, and each group is one product of matrices.

A transform has a noise that positive sums do not have: it is bounded and returned. The moments
of each law are sums of positive numbers all the same.
"""

from __future__ import annotations

from math import ceil, log, log2

import numpy as np
import numpy.typing as npt
from scipy.fft import irfft, next_fast_len, rfft

from mathlib.exact.respins.landing import Array
from mathlib.exact.respins.lattice import Atoms, Law

Complex = npt.NDArray[np.complex128]
UNIT = float(np.finfo(float).eps)
VANISHED = 1e-19
"""What a power of psi may add, at most, and not be counted."""
MOST_NODES = 1 << 19
CHUNK = 512


def nodes_needed(counts: Array, money: Atoms, charge: Atoms) -> int:
    """Return how many points make aliases negligible; the sum of all values is enough.

    Parameters
    ----------
    counts : ndarray, shape (golden + 1, draws + 1, cells)
        Joint law of the counts.
    money, charge : Atoms
        Laws of a Money value and of a charge draw.

    Returns
    -------
    int
        By the exponential moments of the win: P(win >= n) <= E[rho^win] rho^-n.
    """
    by_count = counts.sum(axis=0)
    draws, symbols = np.arange(by_count.shape[0]), np.arange(by_count.shape[1])
    highest = draws[-1] * int(charge.values[-1]) + symbols[-1] * int(money.values[-1])
    best = float(highest)
    with np.errstate(over="ignore", invalid="ignore"):
        for theta in 2.0 ** np.arange(-16, 0):
            one, other = (float(a.chances @ np.exp(theta * a.values)) for a in (money, charge))
            moment = float(other**draws @ by_count @ one**symbols)
            if np.isfinite(moment) and moment > 0:
                best = min(best, (log(moment) - log(VANISHED)) / theta)
    return int(next_fast_len(int(best) + 2, real=True))


def transformed_laws(
    counts: Array, money: Atoms, charge: Atoms, cap: int
) -> tuple[list[Law], float]:
    """Return the law of Money and charge draws jointly with each number of golden orbs.

    Parameters
    ----------
    counts, money, charge
        See `nodes_needed`.
    cap : int
        In tenths of the total bet.

    Returns
    -------
    laws : list of Law
        ``[G]``. What is loose makes their moments right; it may be negative.
    noise : float
        Bound on the error of each chance, and of each tail, all laws together.
    """
    size = nodes_needed(counts, money, charge)
    nodes = _nodes(counts, _transform(money, size), _transform(charge, size))
    series = irfft(nodes, size, axis=1)
    exact = _moments(counts, money, charge)
    laws = []
    for one, moments in zip(series, exact, strict=True):
        floor = 4 * float(np.max(-one, initial=0.0)) + VANISHED / size
        seen = np.flatnonzero(one > floor)
        whole = np.where(one > floor, one, 0.0)[: seen[-1] + 1 if len(seen) else 0]
        at = np.arange(cap, max(len(whole), cap))
        above = whole[cap:]
        over = np.array([above @ (at - cap).astype(float) ** k for k in range(3)])
        law = Law(whole[:cap].copy(), over, np.zeros(3), cap)
        laws.append(Law(law.below, over, moments - law.moments, cap))
    return laws, _noise(counts, money, charge, size)


def _transform(atoms: Atoms, size: int) -> Complex:
    law = np.zeros(size)
    np.add.at(law, atoms.values % size, atoms.chances)
    return np.asarray(rfft(law), dtype=np.complex128)


def _nodes(counts: Array, phi: Complex, psi: Complex) -> Complex:
    """Return sum over (D, m) of counts[G, D, m] psi^D phi^m at each point; (golden + 1, points)."""
    golden, draws, _ = counts.shape
    used = np.flatnonzero(counts.any(axis=(0, 1)))
    weights = np.ascontiguousarray(counts[:, :, used].transpose(1, 0, 2)).reshape(draws, -1)
    with np.errstate(divide="ignore"):
        needed = np.minimum(1 + np.log(VANISHED) / np.log(np.minimum(abs(psi), 1 - UNIT)), draws)
    out = np.empty((golden, len(psi)), dtype=np.complex128)
    order = np.argsort(needed, kind="stable")
    low = 0
    while low < len(order):
        terms = ceil(needed[order[low]])
        end = min(low + CHUNK, int(np.searchsorted(needed[order], 1.25 * terms, "right")))
        points = order[low : max(end, low + 1)]
        terms = ceil(needed[points[-1]])
        powers = np.ones((len(points), terms), dtype=np.complex128)
        powers[:, 1:] = psi[points, None]
        np.cumprod(powers, axis=1, out=powers)
        sums = powers.real @ weights[:terms] + 1j * (powers.imag @ weights[:terms])
        of_money = phi[points, None] ** used
        out[:, points] = np.einsum("pgm,pm->gp", sums.reshape(-1, golden, len(used)), of_money)
        low += len(points)
    return out


def _moments(counts: Array, money: Atoms, charge: Atoms) -> Array:
    """Return E[win^k], k = 0, 1, 2, jointly with each number of golden orbs; (golden + 1, 3)."""
    draws = np.arange(counts.shape[1], dtype=float)[:, None]
    symbols = np.arange(counts.shape[2], dtype=float)
    mean, spread = np.zeros(2), np.zeros(2)
    for i, atoms in enumerate((charge, money)):
        mean[i] = atoms.chances @ atoms.values
        spread[i] = atoms.chances @ (atoms.values - mean[i]) ** 2
    first = draws * mean[0] + symbols * mean[1]
    second = first**2 + draws * spread[0] + symbols * spread[1]
    return np.stack([(counts * x).sum(axis=(1, 2)) for x in (np.ones(1), first, second)], axis=1)


def _noise(counts: Array, money: Atoms, charge: Atoms, size: int) -> float:
    """Bound the error of each coefficient and tail sum.

    A power D of a value that is off by e is off by D e, and each product adds one rounding; a
    sum over D adds one for each term. The inverse transform keeps the largest error of a node
    and adds its own, some log2(size) roundings. A tail sum has at most 1 + log(size) times the
    error of a coefficient (the Lebesgue constant).
    """
    stages = 4 * log2(size) + 4
    draws, symbols = np.ogrid[: counts.shape[1], : counts.shape[2]]
    by_count = counts.sum(axis=0)
    products = float((by_count * (draws + symbols)).sum()) * (stages + 4)
    sums = float(by_count.sum()) * (counts.shape[1] + counts.shape[2] + stages + 8)
    return float(UNIT * (products + sums) * (1 + log(size)) + 4 * VANISHED)
