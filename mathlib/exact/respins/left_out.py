"""States that the class chain leaves out, once their worth is known well enough."""

from __future__ import annotations

from typing import Any

from mathlib.core.jit import inlined, lean
from mathlib.exact.respins.choices import PICK, PLAIN, REPICK, first_draw, leave_out
from mathlib.exact.respins.outlook import BLUE, CHARGE, GROWTH

RARE = 0.01
"""Layers with less than this share of the floor are not looked at."""


@lean
def judge(here: Any, m: int, c: Any, t: Any, o: Any, weights: Any, left: Any, lost: Any) -> bool:
    """Leave a state out if the outlook knows its worth up to ``o.width``.

    Parameters
    ----------
    here : ndarray, shape (parts, width)
        What has arrived in the state, by reds to come; see `classes`.
    m : int
        Money symbols held.
    c : ndarray, shape (limit + 1,)
        Symbols of each class.
    t, o : Tables, Outlook
    weights : ndarray, shape (sets,)
        Scratch space: how often each set is found in the state.
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
    most, sums = o.most, o.sums
    weights[0] = 1.0
    for i in range(1, len(weights)):
        weights[i] = weights[o.without[i]] * t.binomial[c[o.last[i, 0]], o.last[i, 1]]
    worth = unknown = drawn = not_drawn = 0.0
    r = 0
    while r <= t.reds and unknown + not_drawn <= o.width:
        p = here[0, r]
        if 0 < p <= RARE * t.floor:
            leave_out(here, r, r, 1.0, t, lost)
            for i in range(len(here)):
                here[i, r] = 0.0
        elif p > 0:
            growth = sure = charge = blue = draws = 0.0
            for i in range(len(weights)):
                growth += weights[i] * most[GROWTH, m, r, i]
                sure += weights[i] * sums[GROWTH, m, r, i]
            if t.mode != PLAIN:
                for i in range(len(weights)):
                    charge += weights[i] * most[CHARGE, m, r, i]
                    blue += weights[i] * most[BLUE, m, r, i]
                    draws += weights[i] * sums[BLUE, m, r, i]
                held, charged = _greatest(here, r, c, t)
                not_drawn += p * blue + charged * charge + held * growth
                drawn += p * draws
            worth += p * sure
            unknown += p * growth
        r += 1
    known = bool(unknown + not_drawn <= o.width)
    if known:
        if t.mode != PLAIN:
            drawn += _held(here, m, c, weights, t, o)
        left[0] += worth
        left[1] += drawn
        left[2] += unknown
        left[3] += not_drawn
    return known


@inlined
def _greatest(here: Any, r: int, c: Any, t: Any) -> Any:
    """Return the most draws and the most charges per symbol of any class, or all blue orbs."""
    draws, held, charged = first_draw(t), 0.0, 0.0
    for j in range(t.limit):
        if c[j] > 0:
            held = max(held, here[draws + j, r] / c[j])
            if t.mode == PICK:
                charged = max(charged, here[1 + j, r] / c[j])
    if t.mode == REPICK:
        charged = here[1, r]
    return held, charged


@inlined
def _held(here: Any, m: int, c: Any, weights: Any, t: Any, o: Any) -> float:
    """Return the worth of draws made, and of charges held: by single symbols, or by all."""
    draws, worth, values = first_draw(t), 0.0, o.values
    for r in range(t.reds + 1):
        if here[0, r] == 0:
            continue
        drawn = charged = 0.0
        for j in range(t.limit):
            if c[j] > 0:
                growth = charge = 0.0
                for i in range(values.shape[4]):
                    w = weights[i] * (c[j] - o.sets[i, j])
                    growth += w * values[GROWTH, m, r, j, i]
                    charge += w * values[CHARGE, m, r, j, i]
                drawn += growth * here[draws + j, r] / c[j]
                if t.mode == PICK:
                    charged += charge * here[1 + j, r] / c[j]
        if t.mode == REPICK:
            for i in range(len(o.sets)):
                charged += here[1, r] * weights[i] * o.sums[CHARGE, m, r, i]
        worth += drawn + charged
    return worth
