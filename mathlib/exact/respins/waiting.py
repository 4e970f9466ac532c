"""Rows of an array for the few states that are in use at a time."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mathlib.core.jit import inlined

Ints = npt.NDArray[np.int64]


class Waiting(NamedTuple):
    """Which row each state has.

    Parameters
    ----------
    row : ndarray, shape (states,)
        Row of each state; 0: none.
    free : ndarray, shape (rows,)
        The rows from 1 in some order; those in use come first.
    used : ndarray, shape (1,)
        Rows in use.
    """

    row: Ints
    free: Ints
    used: Ints


@inlined
def room(waits: Any, layers: Any, state: Any) -> Any:
    """Return a state's row of the layers; an empty one, if it has none yet."""
    if waits.row[state] == 0:
        waits.used[0] += 1
        free = waits.free[waits.used[0]]
        waits.row[state] = free
        for i in range(layers.shape[1]):
            for r in range(layers.shape[2]):
                layers[free, i, r] = 0.0
    return waits.row[state]


@inlined
def leave(waits: Any, state: Any) -> None:
    """Give back a state's row."""
    waits.free[waits.used[0]] = waits.row[state]
    waits.used[0] -= 1
    waits.row[state] = 0
