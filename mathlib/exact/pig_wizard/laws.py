"""The distributions of a game round and of its features, on the lattice of 0.1x."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf, log

from scipy.fft import next_fast_len

from mathlib.exact.pig_wizard.functions import RoundFunction, Values
from mathlib.exact.pig_wizard.lattice import LatticeLaw, Tilted
from mathlib.exact.pig_wizard.points import Bounded, Circle, Nodes, Real
from mathlib.exact.pig_wizard.tilt import Growth, growths, log_limit, radii

LAWS = ("round", "award", "bonus", "mystic")
NEGLIGIBLE = 1e-13
"""Mass beyond the last point of interest when no cap says where that is."""
UNSEEN = 1e-18
"""Mass beyond the nodes; if they would be too many, a radius below 1 keeps its aliases away."""
MOST = 2**20
"""Most nodes of a circle."""


@dataclass(frozen=True, eq=False)
class Laws:
    """Distributions before the cap.

    Parameters
    ----------
    round : LatticeLaw
        Total win of a game round.
    award : LatticeLaw
        Win of one award of Wizard Spins, retriggers included.
    bonus : LatticeLaw
        Win of a bonus that came, of one award or more.
    mystic : LatticeLaw
        Win of one Mystic Money.
    """

    round: LatticeLaw
    award: LatticeLaw
    bonus: LatticeLaw
    mystic: LatticeLaw


def solve_laws(function: RoundFunction, cap: int | None, highest: Mapping[str, float]) -> Laws:
    """Return the distributions.

    Parameters
    ----------
    function : RoundFunction
    cap : int or None
        Win cap, in tenths of the total bet.
    highest : mapping
        Each of `LAWS` to its highest win, in tenths; may be infinite.

    Returns
    -------
    Laws
        On a lattice up to the cap; without one, to where what follows is negligible.
    """
    limit = log_limit(
        lambda r: function.spin_win(Real(r)).value, function.retrigger, max(highest.values())
    )
    growth = growths(lambda r: _pick(function(Real(r))), limit, highest)
    top, size = extent(growth["round"], cap)
    error = function(Real(1.0, size)).round.error

    def circle(radius: float) -> dict[str, Tilted]:
        points = Circle(size, radius)
        nodes, bounds = function(points), function(Real(radius, size))
        out = {}
        for name in LAWS:
            series: Nodes = getattr(nodes, name)
            bound: Bounded = getattr(bounds, name)
            aliases = growth[name].aliases(size, log(radius))
            out[name] = Tilted(radius, points.coefficients(series), bound.error, aliases)
        return out

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(circle, radii(growth["round"], size, top, error)))
    return Laws(
        **{name: LatticeLaw([one[name] for one in found], growth[name], top) for name in LAWS}
    )


def _pick(values: Values[Bounded]) -> dict[str, float]:
    return {name: getattr(values, name).value for name in LAWS}


def extent(growth: Growth, cap: int | None) -> tuple[int, int]:
    """Return the last lattice point of interest, and the number of nodes.

    Parameters
    ----------
    growth : Growth
        Of the round.
    cap : int or None

    Examples
    --------
    >>> import numpy as np
    >>> extent(Growth(np.array([1.0]), np.array([0.5])), 20)
    (20, 45)
    """
    low, high = 0, MOST // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if growth.beyond(middle) <= NEGLIGIBLE else (middle, high)
    top = int(min(high, inf if cap is None else cap, growth.last))
    size = float(2 * (top + 1))
    while size < MOST and growth.beyond(int(size)) > UNSEEN:
        size *= 1.1
    return top, int(next_fast_len(int(size), real=True))
