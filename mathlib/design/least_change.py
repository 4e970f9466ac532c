"""The smallest change that brings linear figures into their ranges.

Least distance programming (Lawson and Hanson, Solving Least Squares Problems, chapter 23): the
least vector z with G z >= h is found from one non-negative least squares problem, without
iteration parameters, and so repeatably. Every search for a design is a few of these.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog, nnls

Array = npt.NDArray[np.float64]


def least_change(slopes: Array, low: Array, high: Array, box: tuple[Array, Array]) -> Array | None:
    """Return the least z with low <= slopes z <= high inside a box.

    Parameters
    ----------
    slopes : ndarray, shape (goals, dials)
    low, high : ndarray, shape (goals,)
        Infinite where a side is open.
    box : tuple of ndarray, shape (dials,)
        Least and greatest of each z.

    Returns
    -------
    ndarray, shape (dials,), or None
        None when no z will do.

    Examples
    --------
    >>> wide = np.array([-9.0, -9.0]), np.array([9.0, 9.0])
    >>> least_change(np.array([[1.0, 1.0]]), np.array([2.0]), np.array([3.0]), wide).round(9)
    array([1., 1.])
    """
    unit = np.eye(slopes.shape[1])
    rows = np.vstack([slopes, -slopes, unit, -unit])
    bounds = np.concatenate([low, -high, box[0], -box[1]])
    size = np.linalg.norm(rows, axis=1)
    bounded = np.isfinite(bounds)
    if (bounds[bounded & (size == 0)] > 0).any():
        return None
    kept = bounded & (size > 0)
    g, h = rows[kept] / size[kept, None], bounds[kept] / size[kept]
    if not (h > 0).any():
        return np.zeros(slopes.shape[1])
    target = np.zeros(slopes.shape[1] + 1)
    target[-1] = 1.0
    system = np.vstack([g.T, h])
    found, _ = nnls(system, target, maxiter=30 * len(h))
    residual = system @ found - target
    if -residual[-1] < 1e-9:
        return None
    z: Array = np.clip(-residual[:-1] / residual[-1], *box)
    return z


def least_miss(slopes: Array, low: Array, high: Array, box: tuple[Array, Array]) -> float:
    """Return by how much the ranges must be widened, relative to 1, so that some z will do.

    Examples
    --------
    >>> small = np.array([-1.0]), np.array([1.0])
    >>> round(least_miss(np.array([[2.0]]), np.array([3.0]), np.array([4.0]), small), 9)
    1.0
    """
    goals, dials = slopes.shape
    rows = np.vstack([-slopes, slopes])
    limits = np.concatenate([-low, high])
    finite = np.isfinite(limits)
    widen = -np.ones((2 * goals, 1))
    found = linprog(
        np.append(np.zeros(dials), 1.0),
        A_ub=np.hstack([rows, widen])[finite],
        b_ub=limits[finite],
        bounds=[*zip(*box, strict=True), (0, None)],
    )
    return float(found.x[-1])


def extreme(
    slope: Array, slopes: Array, low: Array, high: Array, box: tuple[Array, Array]
) -> Array | None:
    """Return the z inside a box and the ranges where ``slope @ z`` is greatest; None if none.

    Examples
    --------
    >>> none = np.zeros((0, 2)), np.zeros(0), np.zeros(0)
    >>> extreme(np.array([1.0, -1.0]), *none, (np.zeros(2), np.ones(2)))
    array([1., 0.])
    """
    rows, limits = np.vstack([-slopes, slopes]), np.concatenate([-low, high])
    finite = np.isfinite(limits)
    found = linprog(
        -slope,
        A_ub=rows[finite] if finite.any() else None,
        b_ub=limits[finite] if finite.any() else None,
        bounds=list(zip(*box, strict=True)),
    )
    return np.asarray(found.x, dtype=np.float64) if found.success else None
