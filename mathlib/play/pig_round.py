"""Rounds of Pig Wizard, compiled: a base spin, its awards, Mystic Money and Wizard Spins.

The order of draws is that of the rules: modifier, Pig Wizard, reels, added cells, values and
outcomes cell by cell, balls, features. Outcomes that locked symbols only show, without the Pig
Wizard, change nothing and are not drawn here. `mathlib.play.pig_twin` is the same in plain
Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mathlib.core.jit import inlined, kernel
from mathlib.play.pig_counts import (
    BASE_LINES,
    HELD_TABLE,
    IN_VAIN,
    LOCK_AND_MYSTIC,
    NO_TABLE,
    PLAIN_SPINS,
    PLAIN_TABLE,
    count_base,
    count_lines,
    count_round,
)
from mathlib.play.pig_features import Scratch, mystic_money, wizard_spins
from mathlib.play.pig_layout import (
    ADDED,
    ADDED_CASH,
    ADDS,
    BASE,
    GIVES_MYSTIC,
    GIVES_SPINS,
    HITS,
    LANDS,
    LEFT,
    LEFT_TABLE,
    LOCKED,
    MODIFIER,
    NO_MODIFIER,
    RIGHT,
    RIGHT_TABLE,
    WINS,
)
from mathlib.play.pig_spin import (
    add_cash,
    copy_window,
    count_cash,
    draw,
    line_win,
    spin,
)
from mathlib.play.pig_tally import place
from mathlib.play.tally import add

ROUNDS = place("rounds")
LEFT_BALL, RIGHT_BALL = place("event.left_ball.rounds"), place("event.right_ball.rounds")
LEFT_GIVES, RIGHT_GIVES = place("event.left_grow.rounds"), place("event.right_grow.rounds")
LOCKED_MYSTIC = place("event.locked_mystic_money.rounds")
LOCKED_SPINS = place("event.locked_wizard_spins.rounds")
TOP_LOCKED, TOP_ADDED = (place(f"event.top {table} cash.rounds") for table in ("locked", "added"))
"""Entries of ``mystic_money`` and ``wizard_spins`` follow those of ``grow``."""


@kernel
def play_rounds(random: Any, t: Any, rounds: int, tally: Any, wins: Any) -> None:
    """Play rounds, add them to the tally, and write as many wins as ``wins`` has room for."""
    s = Scratch(
        t.strips.copy(),
        np.zeros(t.reels.shape[1], dtype=np.int64),
        np.zeros(t.cells, dtype=np.int64),
        np.zeros((len(t.nodes) + 1, 2), dtype=np.int64),
        np.zeros(2, dtype=np.int64),
    )
    for i in range(rounds):
        modifier = draw(random, t.tables, MODIFIER)
        wizard = modifier == ADDS or draw(random, t.tables, LANDS) == 1
        if wizard or modifier != NO_MODIFIER:
            total = _special_round(random, t, s, tally, modifier, wizard)
        else:
            spin(random, t.reels, t.wheels, BASE, s.shown)
            total = line_win(t.nodes, t.pays, t.cash, t.wizard, s.strips, s.shown, s.found)
            tally[PLAIN_SPINS] += 1
            if total:
                add(tally, BASE_LINES, total)
                count_lines(tally, PLAIN_TABLE, total, t.line_rows, s.found)
        win = count_round(tally, total, t.cap)
        if i < len(wins):
            wins[i] = win
    tally[ROUNDS] += rounds


@inlined
def _special_round(random: Any, t: Any, s: Any, tally: Any, modifier: int, wizard: bool) -> int:
    """Play a round with the Pig Wizard or a modifier; return its win before the cap."""
    lines = added = cash = 0
    while True:
        spin(random, t.reels, t.wheels, BASE, s.shown)
        if wizard:
            copy_window(s.strips, t.rows, s.shown)
            s.strips[t.centre] = t.wizard
        if modifier == ADDS:
            break
        lines = line_win(t.nodes, t.pays, t.cash, t.wizard, s.strips, s.shown, s.found)
        if modifier != WINS or lines >= t.wanted:
            break
    if not wizard:
        copy_window(s.strips, t.rows, s.shown)
    landed = count_cash(s.strips, t.cells, t.cash)
    if modifier == ADDS:
        added = add_cash(random, draw(random, t.tables, ADDED), s.strips, t, s.free)
        lines = line_win(t.nodes, t.pays, t.cash, t.wizard, s.strips, s.shown, s.found)
    if wizard:
        s.awards[:] = 0
        cash = _unlock(random, t, s, tally, landed, added)
        _crystal_balls(random, t, s, tally)
    count_base(tally, modifier, wizard, lines, cash, landed, added)
    if lines:
        table = HELD_TABLE if modifier == NO_MODIFIER else NO_TABLE
        count_lines(tally, table, lines, t.line_rows, s.found)
    total = lines + cash
    if wizard:
        total += _features(random, t, s, tally, cash if modifier == NO_MODIFIER else 0)
        if total == 0:
            tally[IN_VAIN] += 1
    return total


@inlined
def _features(random: Any, t: Any, s: Any, tally: Any, lock: int) -> int:
    """Play the features that were awarded, Mystic Money first; return what they win."""
    mystic = bonus = 0
    if s.awards[0] > 0:
        mystic = mystic_money(random, t, s, tally)
    if s.awards[1] > 0:
        bonus = wizard_spins(random, t, s, tally)
    add(tally, LOCK_AND_MYSTIC, lock + mystic)
    return mystic + bonus


@inlined
def _unlock(random: Any, t: Any, s: Any, tally: Any, landed: int, added: int) -> int:
    """Award the outcomes of the locked symbols in view and of added prizes; return the cash."""
    cash = 0
    top = False
    for _ in range(landed):
        outcome = draw(random, t.tables, LOCKED)
        if outcome == GIVES_MYSTIC:
            s.awards[0] += 1
        elif outcome == GIVES_SPINS:
            s.awards[1] += 1
        else:
            cash += outcome
            top = top or outcome == t.tops[0]
    tally[TOP_LOCKED] += top
    tally[LOCKED_MYSTIC] += s.awards[0] > 0
    tally[LOCKED_SPINS] += s.awards[1] > 0
    top = False
    for _ in range(added):
        value = draw(random, t.tables, ADDED_CASH)
        cash += value
        top = top or value == t.tops[1]
    tally[TOP_ADDED] += top
    return cash


@inlined
def _crystal_balls(random: Any, t: Any, s: Any, tally: Any) -> None:
    hit = draw(random, t.tables, HITS)
    if hit & LEFT:
        tally[LEFT_BALL] += 1
        _one_ball(s, tally, LEFT_GIVES, draw(random, t.tables, LEFT_TABLE))
    if hit & RIGHT:
        tally[RIGHT_BALL] += 1
        _one_ball(s, tally, RIGHT_GIVES, draw(random, t.tables, RIGHT_TABLE))


@inlined
def _one_ball(s: Any, tally: Any, at: int, outcome: int) -> None:
    if outcome == GIVES_MYSTIC:
        s.awards[0] += 1
        tally[at + 1] += 1
    elif outcome == GIVES_SPINS:
        s.awards[1] += 1
        tally[at + 2] += 1
    else:
        tally[at] += 1
