"""The randomness of the simulated rounds: the same integers in plain Python and compiled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from mathlib.core.jit import kernel

MASK = (1 << 64) - 1


class Draws:
    """SplitMix64 (Steele, Lea and Flood 2014): the whole randomness of a run."""

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def below(self, n: int) -> int:
        """Return one of 0..n-1, n below 2**32: the chances are 1 / n to within 2**-32."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return (((z ^ (z >> 31)) >> 32) * n) >> 32

    def pick(self, table: Mapping[Any, int]) -> Any:
        """Return one outcome of a table of weights."""
        draw = self.below(sum(table.values()))
        for outcome, weight in table.items():
            if draw < weight:
                return outcome
            draw -= weight
        raise AssertionError


def state_of(seed: int) -> np.ndarray:
    """Return the generator's state for the kernels."""
    return np.array([seed & MASK], dtype=np.uint64)


def table_of(outcomes: list[int], weights: list[int]) -> np.ndarray:
    """Return a table for `pick`: outcomes and weights, the last column their total."""
    assert sum(weights) < 1 << 32
    return np.array([[*outcomes, 0], [*weights, sum(weights)]], dtype=np.int64)


@kernel
def below(state, n):
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    high = (z ^ (z >> np.uint64(31))) >> np.uint64(32)
    return np.int64((high * np.uint64(n)) >> np.uint64(32))


@kernel
def pick(state, table):
    draw = below(state, table[1, -1])
    i = 0
    while draw >= table[1, i]:
        draw -= table[1, i]
        i += 1
    return table[0, i]
