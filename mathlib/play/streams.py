"""Random numbers of played rounds: one stream per block, and draws from integer weights.

Round r of a seed is round r % BLOCK of block r // BLOCK, and each block has a stream of its own,
so totals do not depend on how blocks are shared out. Kernels and their plain twins draw from
the same generator by the same two rules, which are exact: no integer is likelier than another.

A generator gives 53 random bits. Below n they are multiplied by n; the high part is the draw,
and the few low parts that would favour some draws are drawn again (D. Lemire, Fast random
integer generation in an interval, 2019). Totals above 2**31 take two numbers and a remainder.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mathlib.core.errors import MathlibError
from mathlib.core.jit import part
from mathlib.core.weights import K, WeightTable

Ints = npt.NDArray[np.int64]
BLOCK = 1 << 14
"""Rounds per block; each block has a random stream of its own."""
BITS = 1 << 53
SHORT = 1 << 31
"""Largest total that one random number serves."""
LONG = 1 << 62
"""Largest total at all."""
GUIDE = 256
"""Most entries of a wheel's guide."""


def stream(seed: int, block: int) -> np.random.Generator:
    """Return the generator of one block of rounds.

    Parameters
    ----------
    seed : int
        Seed of the run, 0 or more.
    block : int
        Number of the block, from 0: child ``block`` of the seed's sequence.

    Raises
    ------
    MathlibError
        When the seed is negative.

    Examples
    --------
    >>> stream(1, 0).random() == stream(1, 0).random() != stream(1, 1).random()
    True
    """
    if seed < 0:
        raise MathlibError(f"seed {seed} is negative; give a whole number from 0")
    sequence = np.random.SeedSequence(seed, spawn_key=(block,))
    return np.random.Generator(np.random.PCG64(sequence))


@part
def below(random: Any, n: int) -> int:
    """Return a uniform integer from 0 to n - 1, for n up to 2**62.

    Parameters
    ----------
    random : Generator
        Asked for ``random()`` only.
    n : int
        Number of outcomes.
    """
    if n > SHORT:
        top = LONG - LONG % n
        while True:
            high = int(random.random() * SHORT)
            draw = (high << 31) | int(random.random() * SHORT)
            if draw < top:
                return draw % n
    while True:
        bits = int(random.random() * BITS)
        # bits * n in two halves: the whole product can have 84 binary digits.
        upper = (bits >> 32) * n + (((bits & 0xFFFFFFFF) * n) >> 32)
        low = (bits * n) & (BITS - 1)
        if low >= n or low >= BITS % n:
            return upper >> 21


def plain_below(random: Any, n: int) -> int:
    """Return what `below` returns, in plain Python: the twins draw with it.

    Examples
    --------
    >>> plain_below(stream(1, 0), 6) == below(stream(1, 0), 6)
    True
    """
    if n > SHORT:
        draw = LONG
        while draw >= LONG - LONG % n:
            high = int(random.random() * SHORT)
            draw = high * SHORT + int(random.random() * SHORT)
        return draw % n
    product = int(random.random() * BITS) * n
    while product % BITS < BITS % n:
        product = int(random.random() * BITS) * n
    return product // BITS


def plain_pick(random: Any, table: WeightTable[K]) -> K:
    """Draw an outcome of a weight table in plain Python, as `pick` does by its place.

    Examples
    --------
    >>> plain_pick(stream(1, 0), WeightTable({"only": 7}))
    'only'
    """
    return table.pick(plain_below(random, table.total))


@part
def find(cumulative: Any, draw: int) -> int:
    """Return the place of the outcome that an integer draw selects.

    Parameters
    ----------
    cumulative : ndarray of int64
        Cumulative weights; the last is the total.
    draw : int
        0 <= draw < total.

    Examples
    --------
    >>> [find(np.array([1, 8]), draw) for draw in (0, 1, 7)]
    [0, 1, 1]
    """
    place = 0
    while draw >= cumulative[place]:
        place += 1
    return place


@part
def pick(random: Any, cumulative: Any) -> int:
    """Draw the place of an outcome by cumulative integer weights; for short tables."""
    return find(cumulative, below(random, cumulative[-1]))


def cumulative(weights: Sequence[int]) -> Ints:
    """Return cumulative weights for `pick`.

    Raises
    ------
    MathlibError
        When the total is more than a draw can tell apart.

    Examples
    --------
    >>> cumulative([1, 7, 100]).tolist()
    [1, 8, 108]
    """
    if sum(weights) > LONG:
        raise MathlibError(
            f"weights add up to {sum(weights)}, more than 2**62; divide them by a common factor"
        )
    return np.array(list(accumulate(weights)), dtype=np.int64)


class Wheel(NamedTuple):
    """Weights of many outcomes, such as the stops of a reel, ready to be drawn fast.

    ``guide[draw >> shift]`` is the first place that such a draw can select; ``even`` tells that
    every weight is 1, so that the draw is the place.
    """

    cumulative: Ints
    guide: Ints
    shift: int
    even: bool


def wheel(weights: Sequence[int]) -> Wheel:
    """Lay out weights of many outcomes.

    Examples
    --------
    >>> wheel([1, 1, 1]).even, wheel([1, 4, 5]).guide.tolist()
    (True, [0, 1, 1, 1, 1, 2, 2, 2, 2, 2])
    """
    table = cumulative(weights)
    shift = max((int(table[-1]) - 1).bit_length() - GUIDE.bit_length() + 1, 0)
    firsts = np.arange(((int(table[-1]) - 1) >> shift) + 1, dtype=np.int64) << shift
    guide = np.searchsorted(table, firsts, side="right").astype(np.int64)
    return Wheel(table, guide, shift, set(weights) == {1})


class Wheels(NamedTuple):
    """The wheels of several reels, one row each; ``total`` is the sum of a reel's weights."""

    total: Ints
    cumulative: Ints
    guide: Ints
    shift: Ints
    even: Ints


def wheels(reels: Sequence[Sequence[int]]) -> Wheels:
    """Lay out the stop weights of several reels for `spin`.

    Examples
    --------
    >>> wheels([[1, 1, 1], [1, 4, 5]]).total.tolist()
    [3, 10]
    """
    each = [wheel(weights) for weights in reels]
    tables = [np.zeros((len(each), max(map(len, rows))), dtype=np.int64) for rows in _rows(each)]
    for table, rows in zip(tables, _rows(each), strict=True):
        for reel, row in enumerate(rows):
            table[reel, : len(row)] = row
    return Wheels(
        np.array([one.cumulative[-1] for one in each]),
        tables[0],
        tables[1],
        np.array([one.shift for one in each]),
        np.array([int(one.even) for one in each]),
    )


def _rows(each: Sequence[Wheel]) -> tuple[list[Ints], list[Ints]]:
    return [one.cumulative for one in each], [one.guide for one in each]


@part
def spin(random: Any, wheels: Any, reel: int) -> int:
    """Draw where a reel stops; the same place as `pick` finds."""
    draw = below(random, wheels.total[reel])
    if wheels.even[reel]:
        return draw
    place = int(wheels.guide[reel, draw >> wheels.shift[reel]])
    while draw >= wheels.cumulative[reel, place]:
        place += 1
    return place
