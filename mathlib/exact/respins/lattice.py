"""Laws of a win on the lattice of 0.1x, by additions and multiplications of positive numbers.

No transform is taken: each chance is a sum of products of chances, so that the far tail has as
many right digits as the middle. A law has three pieces:

- ``below``: the chance of each win below the cap;
- ``over``: for wins at or above the cap, E[(win - cap)^k], k = 0, 1, 2, on that event;
- ``loose``: for what is too rare to be placed, E[win^k], k = 0, 1, 2, on that event.

All three are followed through a convolution without loss, so the moments of a law are right
whatever was lumped; the mass that is loose bounds the error of each chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mathlib.core.jit import kernel, part

Array = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
BLOCK = 512
"""Lattice points that are moved, or found too rare to be moved, together."""


class Atoms(NamedTuple):
    """A law with few values: wins in tenths, rising, and their chances."""

    values: Ints
    chances: Array

    @classmethod
    def of(cls, chances: Mapping[int, float]) -> Atoms:
        """Return the atoms of a mapping from win to chance.

        Examples
        --------
        >>> Atoms.of({3: 0.25, 1: 0.75}).values.tolist()
        [1, 3]
        """
        values = sorted(chances)
        return cls(np.array(values, dtype=np.int64), np.array([chances[v] for v in values]))

    def times(self, factors: Mapping[int, float]) -> Atoms:
        """Return the law of the win multiplied by an independent factor."""
        out: dict[int, float] = {}
        for value, chance in zip(self.values.tolist(), self.chances.tolist(), strict=True):
            for factor, p in factors.items():
                out[value * factor] = out.get(value * factor, 0.0) + chance * p
        return Atoms.of(out)


class Law:
    """A law, or a part of one, as the head of the module says.

    Parameters
    ----------
    below, over, loose : ndarray
        The three pieces; ``below`` ends with its last chance that is not 0.
    cap : int
        In tenths of the total bet.
    """

    def __init__(self, below: Array, over: Array, loose: Array, cap: int) -> None:
        self.below, self.over, self.loose, self.cap = below, over, loose, cap

    @classmethod
    def nothing(cls, cap: int) -> Law:
        """Return the law of no mass at all."""
        return cls(np.zeros(0), np.zeros(3), np.zeros(3), cap)

    @classmethod
    def zero(cls, cap: int) -> Law:
        """Return the law of a win of 0."""
        return cls(np.ones(1), np.zeros(3), np.zeros(3), cap)

    @cached_property
    def mass(self) -> float:
        """Chance of what is placed."""
        return float(self.below.sum() + self.over[0])

    @cached_property
    def moments(self) -> Array:
        """Return E[win^k], k = 0, 1, 2, of all three pieces, in tenths."""
        at = np.arange(len(self.below), dtype=np.float64)
        weighted = self.below * at
        placed = np.array([self.below.sum(), weighted.sum(), weighted @ at])
        return np.asarray(placed + _moved(self.over, self.cap) + self.loose)

    def convolved(self, atoms: Atoms, cut: float) -> Law:
        """Return the law of the win and an independent one added up.

        Parameters
        ----------
        atoms : Atoms
            Law of the other win.
        cut : float
            What weighs no more than this, block by block and atom by atom, is left loose.

        Examples
        --------
        >>> law = Law.zero(4).convolved(Atoms.of({1: 0.5, 3: 0.5}), 0.0)
        >>> law.convolved(Atoms.of({0: 0.5, 2: 0.5}), 0.0).below.tolist()
        [0.0, 0.25, 0.0, 0.5]
        """
        room = min(self.cap, len(self.below) + int(atoms.values[-1]))
        out, over, loose = np.zeros(room), np.zeros(3), np.zeros(3)
        top = add_convolved(
            self.below, self.over, self.loose, atoms.values, atoms.chances, self.cap, cut,
            out, over, loose,
        )  # fmt: skip
        return Law(out[:top], over, loose, self.cap)


@dataclass(frozen=True, eq=False)
class Found:
    """A law, and what is known of its errors.

    Parameters
    ----------
    law : Law
        The law found.
    lost : ndarray, shape (2,)
        Chance of rounds the law knows nothing of, and a bound on E[win^2] on them, in tenths.
    noise : float
        Bound on the absolute error of each chance, and of each tail, apart from that.
    steps : int
        Longest chain of roundings behind a chance.
    """

    law: Law
    lost: Array
    noise: float
    steps: int


class Piece(NamedTuple):
    """A law with a weight, its wins moved up by a number of tenths."""

    law: Law
    weight: float
    shift: int = 0


def mixed(pieces: list[Piece], cut: float) -> Law:
    """Return the sum of weighted laws.

    Parameters
    ----------
    pieces : list of Piece
        At least one; all with the same cap.
    cut : float
        A law whose mass weighs no more than this is left loose.

    Examples
    --------
    >>> law = mixed([Piece(Law.zero(4), 0.5), Piece(Law.zero(4), 0.25, 9)], 0.0)
    >>> law.below.tolist(), law.over.tolist()
    ([0.5], [0.25, 1.25, 6.25])
    """
    cap = pieces[0].law.cap
    kept = [piece for piece in pieces if piece.weight * piece.law.mass > cut]
    tops = [len(p.law.below) + p.shift for p in kept if len(p.law.below) and p.shift < cap]
    top = max(tops, default=0)
    out, over, loose = np.zeros(min(cap, top)), np.zeros(3), np.zeros(3)
    for law, weight, shift in pieces:
        if weight * law.mass > cut:
            add_moved(law.below, weight, shift, cap, out, over)
            over += weight * _moved(law.over, shift)
            loose += weight * _moved(law.loose, shift)
        elif weight > 0:
            loose += weight * _moved(law.moments, shift)
    return Law(out, over, loose, cap)


def _moved(moments: Array, by: float) -> Array:
    """Return the moments of a win that is greater by a number."""
    p, first, second = moments
    return np.array([p, first + by * p, second + 2 * by * first + by * by * p])


@kernel
def add_moved(p: Any, weight: float, shift: int, cap: int, out: Any, over: Any) -> None:
    """Add a law's ``below``, weighted and moved up, to ``out`` and ``over``."""
    inside = max(min(len(p), cap - shift), 0)
    for i in range(inside):
        out[i + shift] += weight * p[i]
    for i in range(inside, len(p)):
        w, e = weight * p[i], float(i + shift - cap)
        over[0] += w
        over[1] += w * e
        over[2] += w * e * e


@kernel
def add_convolved(
    p: Any, over_p: Any, loose_p: Any, values: Any, chances: Any, cap: int, cut: float,
    out: Any, over: Any, loose: Any,
) -> int:  # fmt: skip
    """Add the convolution of a law with atoms to ``out``, ``over`` and ``loose``.

    Returns
    -------
    int
        One past the last point of ``out`` that is kept: what follows it is moved to ``loose``.
    """
    top = spread(p, len(p), over_p, loose_p, values, chances, cap, cut, out, over, loose)
    return trimmed(out, top, cut, loose)


@part
def spread(
    p: Any, size: int, over_p: Any, loose_p: Any, values: Any, chances: Any, cap: int, cut: float,
    out: Any, over: Any, loose: Any,
) -> int:  # fmt: skip
    """Convolve the first ``size`` points of a law with atoms; see `add_convolved`."""
    for a in range(len(values)):
        _lump(over, chances[a], over_p[0], over_p[1], over_p[2], float(values[a]))
        _lump(loose, chances[a], loose_p[0], loose_p[1], loose_p[2], float(values[a]))
    top = 0
    for low in range(0, size, BLOCK):
        high = min(low + BLOCK, size)
        mass = _sum(p, low, high)
        if mass == 0:
            continue
        first = second = -1.0  # found when they are needed
        for a in range(len(values)):
            w, v = chances[a], values[a]
            if w * mass > cut and low + v < cap:
                inside = min(high, cap - v)
                top = max(top, inside + v)
                for i in range(low, inside):
                    out[i + v] += w * p[i]
                for i in range(inside, high):
                    _lump(over, w, p[i], 0.0, 0.0, float(i + v - cap))
                continue
            if first < 0:
                first, second = _moments(p, low, high)
            if w * mass > cut:
                _lump(over, w, mass, first, second, float(low + v - cap))
            else:
                _lump(loose, w, mass, first, second, float(low + v))
    return top


@part
def _sum(p: Any, low: int, high: int) -> float:
    """Add up part of an array, four sums at a time: the processor need not wait for each."""
    a = b = c = d = 0.0
    i = low
    while i + 4 <= high:
        a += p[i]
        b += p[i + 1]
        c += p[i + 2]
        d += p[i + 3]
        i += 4
    while i < high:
        a += p[i]
        i += 1
    return (a + b) + (c + d)


@part
def _moments(p: Any, low: int, high: int) -> Any:
    first = second = 0.0
    for i in range(low, high):
        at = float(i - low)
        first += at * p[i]
        second += at * at * p[i]
    return first, second


@part
def trimmed(out: Any, top: int, cut: float, loose: Any) -> int:
    """Make loose what lies at the end and is not above the cut; return where the rest ends."""
    while top > 0 and out[top - 1] <= cut:
        top -= 1
        _lump(loose, 1.0, out[top], 0.0, 0.0, float(top))
        out[top] = 0.0
    return top


@part
def _lump(to: Any, w: float, mass: float, first: float, second: float, by: float) -> None:
    """Add weighted moments of a win that is greater by a number."""
    to[0] += w * mass
    to[1] += w * (first + by * mass)
    to[2] += w * (second + 2 * by * first + by * by * mass)
