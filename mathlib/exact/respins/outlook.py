"""What a Respins round has ahead from any state, by few symbols at a time, with a bound.

The class chain follows states by their chance. What it leaves out is worth what is computed here.

Values. Three kinds, as sums over the sets of `clusters` with one tagged symbol, for a state of m
Money symbols with r red orbs waiting (r = 0: a visit at full counter):

    GROWTH   mu^class of the tagged symbol at the end, if the board does not fill
    CHARGE   worth of all draws of one charge on it, each divided by mu^class at the time
    BLUE     the same of charges yet to land on it

A symbol may be tagged before it lands. With charge.target = "repick" a charge is on nobody:
CHARGE then is what one blue orb that has landed draws on the tagged symbol. Everything is solved
for falling m. The loop of red orbs that land without Money is solved set by set: by the order of
the rows a set leads to sets known before, or to itself.

Bound. The values obey the equations of the round but for the remainders of `clusters`. So their
error is at most what the remainders add up to, over all red acts to come. Each kind's remainder is
bounded by a sum over sets of P symbols, all tagged symbols together, so what adds up is a sum
over sets as well, ``most``; and it obeys the equations of the round with the remainder of its own
step added, again bounded by sets of P symbols. (For an upper bound that is enough: the step of a
red orb is monotone, and the smallest solution is reached from 0.)

For draws, the remainder of GROWTH counts once for each draw so far, divided by mu^class at the
time. Which symbols were charged says nothing about whom red orbs will choose but by their classes
now. So if no class holds more than a draws and h charges per symbol, then none ever holds more
than a and h with all that would come to a symbol that is on the board from now on, and

    error of the draws <= BLUE's + h CHARGE's + a GROWTH's,

where CHARGE's includes GROWTH's for each draw of a charge to come, and BLUE's CHARGE's.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mathlib.core.jit import inlined, kernel, lean, part
from mathlib.exact.respins.choices import PICK, PLAIN
from mathlib.exact.respins.clusters import bounds, chances, family, places

Array = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
GROWTH, CHARGE, BLUE = range(3)
SYMBOLS = 3
"""P, the most symbols of a set."""
CLOSE = 1e-6
"""Relative change at which the iteration of a bound stops; a hundred times as much is added."""
ROUNDS = 300
"""Rounds after which it is given up."""
UNBOUNDED = 1e200
"""Stands for no bound: so many reds that each remainder brings forth another."""
NEVER = 1e-18
"""Chances of a landing that are less than any rounding."""


class Outlook(NamedTuple):
    """Values ahead and their bounds; see the module's head.

    Parameters
    ----------
    width : float
        A state is left out if what is not known of its worth is less; 0: never.
    sets : ndarray, shape (sets, limit + 1)
        Symbols of each class in each set; small sets first.
    without, last : ndarray, shape (sets,) and (sets, 2)
        Each set without the symbols of its last class, and that class and how many they are.
    values : ndarray, shape (3, cells, cells + 1, limit, smaller)
        By kind, Money symbols, red orbs waiting, class of the tagged symbol, and the set of the
        others, which has less than P symbols.
    sums, most : ndarray, shape (3, cells, cells + 1, sets)
        Values summed over who is tagged, be it on the board or yet to land; and their bounds.
    """

    width: float
    sets: Ints
    without: Ints
    last: Ints
    values: Array
    sums: Array
    most: Array


NO_SETS, NOTHING = np.zeros((0, 2), dtype=np.int64), np.zeros((3, 0, 0, 0))
NO_OUTLOOK = Outlook(
    width=0.0,
    sets=NO_SETS,
    without=np.zeros(0, dtype=np.int64),
    last=NO_SETS,
    values=np.zeros((3, 0, 0, 0, 0)),
    sums=NOTHING,
    most=NOTHING,
)


def outlook(t: Any, width: float, symbols: int = SYMBOLS) -> Outlook:
    """Solve what is ahead from every state of a round with Multiply.

    Parameters
    ----------
    t : Tables
        Of the class chain, with all red orbs that can land.
    width : float
        Kept in the result.
    symbols : int
        P; with as many symbols as there are cells all values are exact.

    Returns
    -------
    Outlook

    Examples
    --------
    >>> from mathlib.exact.respins.chain import chain_of, tables
    >>> from mathlib.game.files import example
    >>> game = example("orb_respins")
    >>> t = tables(game, "M", chain_of(game, "M").landing, limit=4, floor=0.0)
    >>> ahead = outlook(t, 1e-6)
    >>> ahead.values.shape, ahead.sums.shape
    ((3, 9, 10, 4, 21), (3, 9, 10, 56))
    """
    tagged = family(t.limit, symbols, tagged=True)
    sets = family(t.limit, symbols, tagged=False)
    whole = np.zeros((len(tagged.rows), 2), dtype=np.int64)
    for (tag, others), i in tagged.rows.items():
        counts = [n + (j == tag) for j, n in enumerate(others)]
        ways = counts[tag] if tag <= t.limit else 1
        whole[i] = sets.rows[t.limit + 1, tuple(counts)], ways
    values, sums, most = look(
        t,
        tagged.clusters,
        sets.clusters,
        whole,
        chances(tagged.chances, t.cells, t.chosen),
        chances(sets.chances, t.cells, t.chosen),
        bounds(tagged.bounds, t.cells, t.chosen),
        bounds(sets.bounds, t.cells, t.chosen),
    )
    found = places(t.limit, symbols)
    return Outlook(
        width=width,
        sets=sets.clusters.others,
        without=found.without,
        last=found.last,
        values=np.ascontiguousarray(values[..., found.held]),
        sums=sums,
        most=most,
    )


@kernel
def look(
    t: Any, tagged: Any, sets: Any, whole: Any,
    chance: Any, set_chance: Any, bound: Any, set_bound: Any,
) -> Any:  # fmt: skip
    """Solve values and bounds for falling Money counts.

    Parameters
    ----------
    t : Tables
    tagged, sets : Clusters
    whole : ndarray, shape (rows, 2)
        The set of each row's symbols, and how many of them can be the tagged one.
    chance, set_chance, bound, set_bound : ndarray
        Their `chances` and `bounds`.

    Returns
    -------
    tuple of ndarray
        ``Outlook.values``, for all tags, ``Outlook.sums`` and ``Outlook.most``.
    """
    cells, rows, many = t.cells, len(tagged.tag), len(sets.tag)
    values = np.zeros((3, cells, cells + 1, rows))
    sums, most = np.zeros((3, cells, cells + 1, many)), np.zeros((3, cells, cells + 1, many))
    known, base, room = np.zeros(cells + 1), np.zeros(rows), np.zeros((3, rows))
    difference = np.zeros(max(len(tagged.upper), len(sets.upper)))
    greatest = np.zeros(max(len(tagged.target), len(sets.target)))
    add = np.zeros((cells + 1, many))
    deepest, bounded = _deepest(t), True
    for m in range(cells - 1, -1, -1):
        reds = deepest[m]
        for kind in range(1 if t.mode == PLAIN else 3):
            base[:] = 0.0
            _bring(base, values, kind, m, deepest, tagged, True, t, room)
            _solve(base, values[kind, m], reds, known, tagged, chance[m], m, t)
            for r in range(reds + 1):
                for i in range(rows):
                    sums[kind, m, r, whole[i, 0]] += whole[i, 1] * values[kind, m, r, i]
            if bounded:
                of_sets = base[:many]
                of_sets[:] = 0.0
                _bring(of_sets, most, kind, m, deepest, sets, False, t, room[:, :many])
                for r in range(1, reds + 1):
                    _remainders(
                        values[kind, m, r - 1], add[r], tagged, bound[m], difference, greatest
                    )
                bounded = _add_up(
                    of_sets, most[kind, m], add, reds, sets, set_chance[m], set_bound[m], m, t,
                    difference, greatest,
                )  # fmt: skip
            if not bounded:
                most[kind, m] = UNBOUNDED
    return values, sums, most


@part
def _deepest(t: Any) -> Any:
    """Return the most red orbs that can wait, by Money count, but for chances of `NEVER`."""
    deepest = np.zeros(t.cells, dtype=np.int64)
    for m in range(t.cells):
        for n in range(t.cells - m):
            for r in range(t.law.shape[2]):
                if t.law[m, n, r] > NEVER:
                    deepest[m + n] = max(deepest[m + n], r)
    return deepest


@lean
def _bring(
    base: Any, ahead: Any, kind: int, m: int, deepest: Any, c: Any, exact: bool, t: Any, room: Any
) -> None:
    """Add what landings bring, and what ends; values of all greater m being known.

    Reds that land without Money bring back the same kind, which is left to the loop. Bounds
    (``exact`` false) take every symbol on the board to hold the charge, and no draw is divided.
    """
    rows, none = len(base), t.limit + 1
    mixed, drawn, landed = room[0], room[1], room[2]
    if exact and kind != BLUE:
        for i in range(rows):
            if c.tag[i] < none and c.others[i].sum() == 0:
                if kind == GROWTH:
                    base[i] += t.end[m] / t.scale[c.tag[i]]
                elif t.mode == PICK or m > 0:
                    base[i] += t.end[m] * t.counter / (1 if t.mode == PICK else m)
    for n in range(t.cells - m):
        now = m + n
        mixed[:] = 0.0
        drawn[:] = 0.0
        for r in range(deepest[now] + 1):
            q = t.law[m, n, r]
            if n == 0 and r == 0:
                q = max(q - t.miss[m], 0.0)
            if n > 0:
                _add(mixed, t.s0[m] * q, ahead[kind, now, r])
            if kind == CHARGE:
                _add(drawn, q, ahead[GROWTH, now, r])
            elif kind == BLUE and (now > 0 or t.mode != PICK):
                charges = t.s0[m] * t.blues[m, n, r] / (now if t.mode == PICK else 1)
                _add(mixed, charges, ahead[CHARGE, now, r])
        if kind == CHARGE:
            for i in range(rows):
                if exact:
                    drawn[i] *= t.scale[c.tag[i]] if c.tag[i] < none else 0.0
            landed[:] = 0.0
            _land(landed, drawn, n, c, t)
            for i in range(rows):
                here = not exact or c.tag[i] < none
                base[i] += landed[i] * _draws(m, n, here, t)
        if n > 0 or kind == BLUE:
            _land(base, mixed, n, c, t)
    if exact and kind == CHARGE and t.mode == PICK:
        for i in range(rows):  # a symbol yet to land holds no charge
            if c.tag[i] == none:
                base[i] = 0.0


@inlined
def _add(to: Any, share: float, of: Any) -> None:
    for i in range(len(to)):
        to[i] += share * of[i]


@lean
def _draws(m: int, n: int, here: bool, t: Any) -> float:
    """Return the draws on one symbol by the landing of n Money; ``here``: not one of these."""
    if t.mode == PICK:
        return float(t.s1[m])
    draws = t.s0[m] / max(m + n, 1)
    if here and m > 0:
        draws += (t.s1[m] - t.s0[m]) / m
    return float(draws)


@lean
def _land(to: Any, ahead: Any, n: int, c: Any, t: Any) -> None:
    """Add to each row the sets that hold any of n new symbols besides its own."""
    for i in range(len(to)):
        j, k = i, 0
        while j >= 0 and k <= n:
            to[i] += t.binomial[n, k] * ahead[j]
            j, k = c.more[j], k + 1
        j, k = c.landed[i], 0
        while j >= 0 and k < n:
            to[i] += n * t.binomial[n - 1, k] * ahead[j]
            j, k = c.more[j], k + 1


@lean
def _solve(
    base: Any, ahead: Any, reds: int, known: Any, c: Any, chance: Any, m: int, t: Any
) -> None:
    """Solve the loop of reds that land without Money, row by row; fill in waiting reds."""
    for i in range(len(base)):
        known[: reds + 1] = 0.0
        for p in range(c.first[i], c.first[i + 1]):
            w = c.ways[p] * chance[c.chance[p]]
            if w != 0:
                for r in range(1, reds + 1):
                    known[r] += w * ahead[r - 1, c.to[p]]
        idle = chance[c.idle[i]]
        total, leave, power = base[i], t.end[m] + t.s0[m] * t.lands[m], 1.0
        for r in range(1, reds + 1):
            known[r] += idle * known[r - 1]
            power *= idle
            total += t.s0[m] * t.law[m, 0, r] * known[r]
            leave += t.s0[m] * t.law[m, 0, r] * (1.0 - power)
        power = total / leave
        for r in range(reds + 1):
            ahead[r, i] = known[r] + power
            power *= idle


@lean
def _remainders(ahead: Any, to: Any, c: Any, bound: Any, difference: Any, greatest: Any) -> None:
    """Set the sum over sets that bounds the remainder of one red act."""
    rows = len(ahead)
    for i in range(rows):
        difference[i] = ahead[i]
    for i in range(rows, len(c.upper)):
        difference[i] = difference[c.upper[i]] - difference[c.lower[i]]
    greatest[:] = 0.0
    for i in range(len(c.member)):
        x = abs(difference[c.member[i]])
        if x > greatest[c.group[i]]:
            greatest[c.group[i]] = x
    to[:] = 0.0
    for g in range(len(c.target)):
        to[c.target[g]] += c.share[g] * bound[c.bound[g]] * greatest[g]


@lean
def _add_up(
    base: Any, most: Any, add: Any, reds: int, c: Any, chance: Any, bound: Any, m: int, t: Any,
    difference: Any, greatest: Any,
) -> bool:  # fmt: skip
    """Add up remainders over all red acts to come, from 0 until nothing changes, if ever."""
    many, own = len(base), add[0]
    leave = t.end[m] + t.s0[m] * t.lands[m]
    for r in range(1, reds + 1):
        leave += t.s0[m] * t.law[m, 0, r]
    for _ in range(ROUNDS):
        for r in range(1, reds + 1):
            _remainders(most[r - 1], own, c, bound, difference, greatest)
            for i in range(many):
                x = add[r, i] + own[i] + chance[c.idle[i]] * most[r - 1, i]
                for p in range(c.first[i], c.first[i + 1]):
                    x += c.ways[p] * chance[c.chance[p]] * most[r - 1, c.to[p]]
                most[r, i] = x
        change = largest = 0.0
        for i in range(many):
            x = base[i]
            for r in range(1, reds + 1):
                x += t.s0[m] * t.law[m, 0, r] * most[r, i]
            x /= leave
            change, largest = max(change, abs(x - most[0, i])), max(largest, x)
            most[0, i] = x
        if not largest < UNBOUNDED:
            return False
        if change <= CLOSE * largest:
            for r in range(reds + 1):
                for i in range(many):
                    most[r, i] *= 1.0 + 100 * CLOSE
            return True
    return False
