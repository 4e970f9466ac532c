"""States that the class chain leaves out, once their worth is known well enough."""

from __future__ import annotations

from typing import Any

from mathlib.core.jit import inlined, part
from mathlib.exact.respins.choices import PICK, PLAIN, REPICK, first_draw, leave_out
from mathlib.exact.respins.outlook import BLUE, CHARGE, GROWTH

RARE = 0.01
"""Layers with less than this share of the floor are not looked at."""


@part
def judge(
    here: Any, m: int, c: Any, t: Any, o: Any, weights: Any, choose: Any, left: Any, lost: Any
) -> bool:
    """Leave a state out if the outlook knows its worth up to ``o.width``.

    Parameters
    ----------
    here : ndarray, shape (reds + 1, parts)
        What has arrived in the state, by reds to come; see `classes`.
    m : int
        Money symbols held.
    c : ndarray, shape (limit + 1,)
        Symbols of each class.
    t, o : Tables, Outlook
    weights, choose : ndarray, shape (rows,) and (2, limit + 1, SYMBOLS + 1)
        Scratch space: how often each set is found in the state, and binomial coefficients of
        the classes, as they are and with one symbol less.
    left : ndarray, shape (4,)
        Worth of final Money, worth of charge draws, and the bounds of their errors are added
        here, in units of one Money value and of one draw as drawn.
    lost : ndarray, shape (3,)
        Layers of next to no mass are left out by their mass; see `leave_out`.

    Returns
    -------
    bool
        Whether it was left out.
    """
    if o.width == 0:
        return False
    sets, of, most, sums = len(o.sets), o.sets, o.most, o.sums
    for j in range(t.limit + 1):
        for k in range(choose.shape[2]):
            choose[0, j, k] = t.binomial[c[j], k]
            choose[1, j, k] = t.binomial[max(c[j] - 1, 0), k]
    for i in range(sets):
        weights[i] = 1.0
        for x in range(of.shape[1]):
            weights[i] *= choose[0, of[i, x, 0], of[i, x, 1]]
    worth = unknown = drawn = not_drawn = 0.0
    for r in range(len(here)):
        p = here[r, 0]
        if 0 < p <= RARE * t.floor:
            leave_out(here, r, r, 1.0, t, lost)
            here[r, :] = 0.0
        if here[r, 0] == 0:
            continue
        growth = sure = 0.0
        if t.mode == PLAIN:
            for i in range(sets):
                growth += weights[i] * most[GROWTH, m, r, i]
                sure += weights[i] * sums[GROWTH, m, r, i]
        else:
            charge = blue = draws = 0.0
            for i in range(sets):
                w = weights[i]
                growth += w * most[GROWTH, m, r, i]
                charge += w * most[CHARGE, m, r, i]
                blue += w * most[BLUE, m, r, i]
                sure += w * sums[GROWTH, m, r, i]
                draws += w * sums[BLUE, m, r, i]
            held, charged = _greatest(here, r, c, t)
            not_drawn += p * blue + charged * charge + held * growth
            drawn += p * draws
        worth += p * sure
        unknown += p * growth
        if unknown + not_drawn > o.width:
            return False
    if t.mode != PLAIN:
        drawn += _held(here, m, choose, weights, t, o)
    left[0] += worth
    left[1] += drawn
    left[2] += unknown
    left[3] += not_drawn
    return True


@inlined
def _greatest(here: Any, r: int, c: Any, t: Any) -> Any:
    """Return the most draws and the most charges per symbol of any class, or all blue orbs."""
    draws, held, charged = first_draw(t), 0.0, 0.0
    for j in range(t.limit):
        if c[j] > 0:
            held = max(held, here[r, draws + j] / c[j])
            if t.mode == PICK:
                charged = max(charged, here[r, 1 + j] / c[j])
    if t.mode == REPICK:
        charged = here[r, 1]
    return held, charged


@inlined
def _held(here: Any, m: int, choose: Any, weights: Any, t: Any, o: Any) -> float:
    """Return the worth of draws made, and of charges held: by single symbols, or by all."""
    draws, worth, tag, others = first_draw(t), 0.0, o.tag, o.others
    if t.mode == REPICK:
        for r in range(len(here)):
            for i in range(len(o.sets)):
                worth += here[r, 1] * weights[i] * o.sums[CHARGE, m, r, i]
    for i in range(len(tag)):
        weights[i] = 1.0
        for x in range(others.shape[1]):
            j = others[i, x, 0]
            weights[i] *= choose[int(j == tag[i]), j, others[i, x, 1]]
    for r in range(len(here)):
        if here[r, 0] == 0:
            continue
        drawn = charged = 0.0
        for i in range(len(tag)):
            drawn += weights[i] * here[r, draws + tag[i]] * o.values[GROWTH, m, r, i]
            if t.mode == PICK:
                charged += weights[i] * here[r, 1 + tag[i]] * o.values[CHARGE, m, r, i]
        worth += drawn + charged
    return worth
