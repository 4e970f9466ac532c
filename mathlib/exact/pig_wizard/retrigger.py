"""The fixed point of a retriggered bonus: T = w (p0 + p1 T**s + p2 T**2s).

T is the generating function of what a spin and all that it brings win, w that of one spin. At a
real w up to the critical one, T is the least solution. At a complex w of that size or less the
right side maps the disc of radius T into itself and contracts it, so the disc holds exactly one
solution, and that is the generating function: whatever way a solution inside was found, it is
the right one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from mathlib.core.errors import MathlibError

Nodes = npt.NDArray[np.complex128]
V = TypeVar("V", float, Nodes)
UNIT = float(np.finfo(float).eps) / 2


def to_power(value: V, power: int) -> V:
    """Return a power of at least 0 by squaring, which rounds less than logarithms do.

    Examples
    --------
    >>> to_power(2.0, 10)
    1024.0
    """
    out = value * 0 + 1
    for bit in f"{power:b}":
        out = out * out
        if bit == "1":
            out = out * value
    return out


@dataclass(frozen=True)
class Retrigger:
    """What follows a spin: nothing, ``spins`` more or twice as many.

    Parameters
    ----------
    spins : int
        Spins that one ball brings.
    chances : tuple of float
        Chances of no, one and both balls.
    """

    spins: int
    chances: tuple[float, float, float]

    def value(self, total: V) -> V:
        """Return p0 + p1 T**s + p2 T**2s."""
        none, one, both = self.chances
        power = to_power(total, self.spins)
        return none + power * (one + both * power)

    def slope(self, total: V) -> V:
        """Return its derivative by T."""
        _, one, both = self.chances
        below = to_power(total, self.spins - 1)
        return self.spins * below * (one + 2 * both * below * total)

    @property
    def tolerance(self) -> float:
        """Residual, relative to the size of T, at which a solution counts as found."""
        return UNIT * (32 + 8 * self.spins)

    @property
    def critical(self) -> tuple[float, float]:
        """Largest w with a solution, and T there; infinite where there is no limit.

        Examples
        --------
        A spin brings one more with chance 1/4: T = w (3 + T) / 4 has a pole at w = 4.

        >>> Retrigger(1, (0.75, 0.25, 0.0)).critical
        (4.0, inf)
        >>> w, total = Retrigger(2, (0.75, 0.25, 0.0)).critical
        >>> round(w, 12), round(total, 12)
        (1.154700538379, 1.732050807569)
        """
        _, one, both = self.chances
        if not both and (self.spins == 1 or not one):
            return 1 / one if one else float("inf"), float("inf")
        low, high = 1.0, 2.0
        while high * self.slope(high) < self.value(high):
            low, high = high, 2 * high
        for _ in range(200):
            middle = (low + high) / 2
            if middle * self.slope(middle) < self.value(middle):
                low = middle
            else:
                high = middle
        return low / self.value(low), low


def least_root(retrigger: Retrigger, win: float) -> float:
    """Return the least real solution; Newton's steps from 0 rise to it, as p is convex.

    Raises
    ------
    MathlibError
        When there is none.

    Examples
    --------
    >>> round(least_root(Retrigger(6, (0.93, 0.05, 0.02)), 1.0), 12)
    1.0
    """
    total = 0.0
    for _ in range(200):
        slope = 1 - win * retrigger.slope(total)
        if slope <= 0:
            break
        step = (win * retrigger.value(total) - total) / slope
        total += step
        if step <= 4 * UNIT * total:
            return total
    raise MathlibError(f"a spin of size {win:.6g} has no finite total with all that it brings")


def roots(retrigger: Retrigger, win: Nodes, size: float) -> Nodes:
    """Return T at many complex w of at most the given size.

    Newton's steps from a few plain ones; where the result is not inside the disc or not
    accurate, plain steps from 0, which converge there always, by the contraction.

    Parameters
    ----------
    retrigger : Retrigger
    win : array of complex
        Values of the generating function of one spin.
    size : float
        Its value at the real point of the circle, the largest.

    Raises
    ------
    MathlibError
        When some solution is not found to the tolerance.
    """
    limit = least_root(retrigger, size)
    total = win * retrigger.chances[0]
    for _ in range(3):
        total = win * retrigger.value(total)
    for _ in range(12):
        step = (total - win * retrigger.value(total)) / (1 - win * retrigger.slope(total))
        total = total - step
        if np.max(np.abs(step)) <= 1e-9 * limit:  # the next step is less than the square
            break
    open_ = _open(retrigger, win, total, limit)
    if open_.any():
        total[open_] = _plain(retrigger, win[open_], limit)
        if _open(retrigger, win, total, limit).any():
            raise MathlibError("the retrigger equation of the bonus was not solved at some node")
    return total


def _open(retrigger: Retrigger, win: Nodes, total: Nodes, limit: float) -> npt.NDArray[np.bool_]:
    residual = np.abs(total - win * retrigger.value(total))
    inside = (residual <= retrigger.tolerance * limit) & (np.abs(total) <= limit * (1 + 1e-9))
    outside: npt.NDArray[np.bool_] = ~inside
    return outside


def _plain(retrigger: Retrigger, win: Nodes, limit: float) -> Nodes:
    total = np.zeros_like(win)
    for _ in range(20000):
        after = win * retrigger.value(total)
        change = np.max(np.abs(after - total))
        total = after
        if change <= 4 * UNIT * limit:
            break
    return total
