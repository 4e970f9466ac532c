"""Sums over few Money symbols at a time: the index sets and the chances that `outlook` reads.

What a round has ahead can be written as a sum over sets of few Money symbols,

    V(state) = sum over sets T of at most P symbols of G(classes of T),

exactly in what lands and in what ends, and nearly in what a red orb does. With m Money symbols
held, l of a set T in the last class and D' others there as well, a red orb chooses among
E = m - l - D' symbols, i given eligible ones of T with chance

    f_i(E) = E[min(K, E) (min(K, E) - 1) ...] / (E (E - 1) ...),  i factors each.

By Newton's formula f_i(m - l - D') is a sum of d-th differences times binomial(D', d), and
binomial(D', d) counts the sets of d further symbols in the last class: what T loses to D' is said
by sets that hold d symbols more. Sets of q symbols take the terms up to d = P - q.

The remainder. Let S be i eligible symbols of T, r the rest of T. For a given r and all of S but
one, that one can be any of E - (eligible in r) - (i - 1) symbols, and for n = P - q

    (number of these) |remainder of f_i| <= bound * binomial(D', n + 1),

the bound being the largest ratio for any D' there can be. So all that is cut off is at most a sum
over sets again: r, S without one, and n + 1 symbols of the last class, P symbols in all. What one
choice changes enters by its largest amount over the class of the one left out.

A *row* is (tag, others): the class of one tagged symbol and the number of other symbols of each
class. With the tag ``limit + 1`` no symbol on the board is tagged. A *choice* says how many of
the others are chosen of each class below the last, and at its end whether the tagged one is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mathlib.exact.respins.landing import binomials

Array = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Row = tuple[int, tuple[int, ...]]
Choice = tuple[int, ...]
Key = tuple[int, int, int, int]
Differences = tuple[list[int], list[int], list[int], list[int], list[tuple[int, float, int]]]


class Clusters(NamedTuple):
    """Sets of symbols, what one red orb makes of them, and their differences.

    Parameters
    ----------
    tag, others : ndarray, shape (rows,) and (rows, limit + 1)
        The rows; small sets first, and of one size those multiplied most often.
    more, landed : ndarray, shape (rows,)
        The row with one more untouched symbol, and with the tagged symbol landed; -1: none.
    first, to, ways, chance : ndarray
        A red orb gives row i the sum over ``first[i]`` to ``first[i + 1]`` of rows ``to``, each
        by a number of ways and a chance (a column of `chances`); its own row is left out.
    idle : ndarray, shape (rows,)
        Column of the chance that none of the row is chosen.
    upper, lower : ndarray, shape (differences,)
        A difference is the one at ``upper`` less the one at ``lower``; the first are the rows.
    member, group : ndarray
        Differences, and the group whose greatest amount they belong to.
    target, share, bound : ndarray, shape (groups,)
        Set that a group's amount is added to, its factor, and its column of `bounds`.
    """

    tag: Ints
    others: Ints
    more: Ints
    landed: Ints
    first: Ints
    to: Ints
    ways: Array
    chance: Ints
    idle: Ints
    upper: Ints
    lower: Ints
    member: Ints
    group: Ints
    target: Ints
    share: Array
    bound: Ints


@dataclass(frozen=True, eq=False)
class Family:
    """Clusters, and what the columns of their tables stand for.

    Parameters
    ----------
    clusters : Clusters
        The sets.
    rows : dict
        Row to its place.
    chances : tuple of (eligible, chosen, last, order)
        So many eligible symbols in a set, so many of them chosen, so many symbols of the last
        class, and the order of the difference.
    bounds : tuple of (chosen, order, last, eligible)
        Chosen symbols, order of the last term that is kept, and symbols of the rest.
    """

    clusters: Clusters
    rows: dict[Row, int]
    chances: tuple[Key, ...]
    bounds: tuple[Key, ...]


@lru_cache(maxsize=32)
def family(limit: int, most: int, *, tagged: bool) -> Family:
    """List all sets of at most ``most`` symbols.

    Parameters
    ----------
    limit : int
        Multiplications allowed per symbol, at least 1.
    most : int
        Symbols of a set, at least 1; a tagged one counts even while it is yet to land.
    tagged : bool
        Whether every set has a tagged symbol, or none has.

    Returns
    -------
    Family

    Examples
    --------
    >>> len(family(4, 2, tagged=True).rows), len(family(4, 2, tagged=False).rows)
    (36, 21)
    """
    none = limit + 1
    rows = {row: i for i, row in enumerate(_rows(limit, most, tagged))}
    found: dict[Key, int] = {}
    first, steps, idle = [0], [], []
    for tag, others in rows:
        for order in range(others[limit] + 1):
            kept: Row = tag, (*others[:limit], others[limit] - order)
            eligible, last = _eligible(kept, limit), kept[1][limit] + (tag == limit)
            for choice in _choices(kept, limit):
                key = found.setdefault((eligible, sum(choice), last, order), len(found))
                if order == 0 and not any(choice):
                    idle.append(key)
                    continue
                ways = comb(others[limit], order) * _ways(kept, choice)
                steps.append((rows[_chosen(kept, choice)], ways, key))
        first.append(len(steps))
    to, ways_of, keys = (np.array(one) for one in zip(*steps, strict=True))
    pairs, limits = _differences(rows, limit, most, tagged)
    upper, lower, members, groups, kinds = pairs
    clusters = Clusters(
        tag=np.array([tag for tag, _ in rows]),
        others=np.array([others for _, others in rows]),
        more=np.array([rows.get((tag, (o[0] + 1, *o[1:])), -1) for tag, o in rows]),
        landed=np.array([rows.get((0, o), -1) if tag == none else -1 for tag, o in rows]),
        first=np.array(first),
        to=to,
        ways=ways_of.astype(np.float64),
        chance=keys,
        idle=np.array(idle),
        upper=np.array(upper),
        lower=np.array(lower),
        member=np.array(members),
        group=np.array(groups),
        target=np.array([target for target, _, _ in kinds]),
        share=np.array([share for _, share, _ in kinds]),
        bound=np.array([bound for _, _, bound in kinds]),
    )
    return Family(clusters, rows, tuple(found), limits)


class Places(NamedTuple):
    """Where sets are found from smaller ones.

    Parameters
    ----------
    without, last : ndarray, shape (sets,) and (sets, 2)
        Each set without the symbols of its last class, and that class and how many they are.
    held : ndarray, shape (limit, smaller)
        Row of each symbol tagged below the last class, beside each set that leaves it room.
    """

    without: Ints
    last: Ints
    held: Ints


@lru_cache(maxsize=32)
def places(limit: int, most: int) -> Places:
    """Find each set from the smaller ones, and the rows of symbols tagged on the board.

    Parameters
    ----------
    limit, most : int
        See `family`.

    Returns
    -------
    Places

    Examples
    --------
    >>> found = places(4, 3)
    >>> found.without.shape, found.last.shape, found.held.shape
    ((56,), (56, 2), (4, 21))
    """
    rows = family(limit, most, tagged=True).rows
    sets = family(limit, most, tagged=False)
    counts = sets.clusters.others
    every = np.arange(len(counts))
    classes = np.array([max((j for j, k in enumerate(of) if k), default=0) for of in counts])
    rest = counts.copy()
    rest[every, classes] = 0
    without = np.array([sets.rows[limit + 1, tuple(of)] for of in rest.tolist()])
    smaller = [tuple(of) for of in counts.tolist() if sum(of) < most]
    held = np.array([[rows[tag, of] for of in smaller] for tag in range(limit)])
    return Places(without, np.stack([classes, counts[every, classes]], axis=1), held)


def _rows(limit: int, most: int, tagged: bool) -> list[Row]:
    tags = range(limit + 2) if tagged else [limit + 1]
    rows = [
        (tag, others)
        for others in product(range(most + 1), repeat=limit + 1)
        if sum(others) + tagged <= most
        for tag in tags
    ]

    def order(row: Row) -> tuple[int, int]:
        tag, others = row
        times = sum(j * n for j, n in enumerate(others)) + (tag if tag <= limit else 0)
        return sum(others), -times

    return sorted(rows, key=order)


def _eligible(row: Row, limit: int) -> int:
    return sum(row[1][:limit]) + (row[0] < limit)


def _choices(row: Row, limit: int) -> Iterator[Choice]:
    tag, others = row
    return product(*(range(n + 1) for n in others[:limit]), range(1 + (tag < limit)))


def _ways(row: Row, choice: Choice) -> int:
    return prod(comb(n, k) for n, k in zip(row[1], choice[:-1], strict=False))


def _chosen(row: Row, choice: Choice) -> Row:
    """Return the row after a red orb has chosen: each chosen symbol is one class further."""
    tag, others = row
    left = [n - k for n, k in zip(others, (*choice[:-1], 0), strict=True)]
    return tag + choice[-1], tuple(n + k for n, k in zip(left, (0, *choice[:-1]), strict=True))


def _differences(
    rows: dict[Row, int], limit: int, most: int, tagged: bool
) -> tuple[Differences, tuple[Key, ...]]:
    """List the differences of every row by every choice, and the groups of the module's head."""
    sets = {row: i for i, row in enumerate(_rows(limit, most, False))}
    nothing = (0,) * (limit + 1)
    place = {(row, nothing): i for row, i in rows.items()}
    upper, lower = list(rows.values()), [-1] * len(rows)
    limits: dict[Key, int] = {}
    groups: dict[object, int] = {}
    members: list[int] = []
    of_group: list[int] = []
    kinds: list[tuple[int, float, int]] = []
    pairs = [(row, choice) for row in rows for choice in _choices(row, limit) if any(choice)]
    for row, choice in sorted(pairs, key=lambda pair: sum(pair[1])):
        tag, others = row
        picked = [j for j, k in enumerate(choice) if k]
        one = tuple(int(j == picked[0]) for j in range(limit + 1))
        rest = tuple(k - x for k, x in zip(choice, one, strict=True))
        upper.append(place[_chosen(row, one), rest])
        lower.append(place[row, rest])
        place[row, choice] = len(place)
        order = most - sum(others) - tagged
        left = [n - k for n, k in zip(others, (*choice[:-1], 0), strict=True)]
        in_left = tag <= limit and not choice[-1]
        left[tag if in_left else 0] += in_left
        key = sum(choice), order, left[limit], sum(left[:limit])
        bound = limits.setdefault(key, len(limits))
        for j in picked:
            # The symbol summed over is one of class j, or the tagged one.
            stay = [k - (i == j) for i, k in enumerate(choice)]
            tag_stays = bool(stay.pop())
            stay[tag if tag_stays else 0] += tag_stays
            whole = [*(x + y for x, y in zip(left, stay, strict=False)), left[limit] + order + 1]
            share = comb(whole[limit], order + 1) * prod(map(comb, whole, stay)) / sum(choice)
            share *= stay[tag] if tag_stays else left[tag] if in_left else 1
            # Alike in all but the class of the symbol summed over.
            alike = None if j == limit else tag, tag_stays, *left, *stay, sum(choice), order
            if alike not in groups:
                groups[alike] = len(groups)
                kinds.append((sets[limit + 1, tuple(whole)], share, bound))
            members.append(len(place) - 1)
            of_group.append(groups[alike])
    return (upper, lower, members, of_group, kinds), tuple(limits)


def chances(keys: tuple[Key, ...], cells: int, chosen: Array) -> Array:
    """Return the chances that rows of a family read.

    Parameters
    ----------
    keys : tuple
        ``Family.chances``.
    cells : int
        Cells of the board.
    chosen : ndarray, shape (most + 1,)
        Chance of each K.

    Returns
    -------
    ndarray, shape (cells, keys)
        For each number of Money symbols held, the difference of the given order of the chance
        that exactly these of the eligible are chosen.

    Examples
    --------
    >>> keys = ((1, 1, 0, 0), (1, 1, 0, 1))  # one symbol is chosen; and the first difference
    >>> chances(keys, 4, np.array([0.0, 1.0]))[3].tolist()
    [0.3333333333333333, 0.16666666666666669]
    """
    n = binomials(cells + len(chosen))
    number = np.arange(cells + 1)
    most = np.minimum(np.arange(len(chosen))[:, None], number)
    out = np.zeros((cells, len(keys)))
    exactly = {}
    for eligible, i, _, _ in set(keys):
        others = np.maximum(number - eligible, 0)
        ways = n[others, np.maximum(most - i, 0)] / n[number, most]
        fits = (number >= eligible) & (most >= i)
        exactly[eligible, i] = chosen @ np.where(fits, ways, 0.0)
    for column, (eligible, i, last, order) in enumerate(keys):
        held = np.arange(last + order + eligible, cells)
        out[held, column] = _difference(exactly[eligible, i], held - last, order)
    return out


def bounds(keys: tuple[Key, ...], cells: int, chosen: Array) -> Array:
    """Return the bounds of the module's head.

    Parameters
    ----------
    keys : tuple
        ``Family.bounds``.
    cells, chosen
        See `chances`.

    Returns
    -------
    ndarray, shape (cells, keys)
        For each number of Money symbols held.

    Examples
    --------
    >>> found = bounds(((1, 0, 0, 0),), 5, np.array([0.0, 1.0]))
    >>> found[4].tolist()  # (4 - D) (1 / (4 - D) - 1 / 4) / D
    [0.25]
    """
    n = binomials(cells + len(chosen))
    number = np.arange(cells + 1)
    most = np.minimum(np.arange(len(chosen))[:, None], number)
    out = np.zeros((cells, len(keys)))
    gone = np.arange(1, cells)
    for column, (i, order, last, eligible) in enumerate(keys):
        all_of = chosen @ (n[most, i] / np.maximum(n[number, i], 1.0))
        held = np.arange(min(last + eligible + i + order + 1, cells), cells)
        free = (held - last)[:, None]
        newton = sum(n[gone, d] * _difference(all_of, free, d) for d in range(order + 1))
        remainder = np.abs(all_of[np.maximum(free - gone, 0)] - newton)
        could = np.maximum(free - gone - eligible - (i - 1), 0)
        ratio = could * remainder / np.maximum(n[gone, order + 1], 1.0)
        out[held, column] = np.where(gone > order, ratio, 0.0).max(axis=1, initial=0.0)
    return out


def _difference(values: Array, at: Ints, order: int) -> Array:
    """Return the forward difference of ``values[at - x]`` in x at x = 0."""
    terms = [(-1) ** (order - x) * comb(order, x) * values[at - x] for x in range(order + 1)]
    return np.asarray(sum(terms), dtype=np.float64)
