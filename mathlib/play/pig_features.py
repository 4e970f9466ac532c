"""The features of Pig Wizard, compiled: Mystic Money and Wizard Spins."""

from __future__ import annotations

from typing import Any, NamedTuple

from mathlib.core.jit import inlined
from mathlib.play.pig_counts import BONUS_SPINS, BONUS_TABLE, count_lines
from mathlib.play.pig_layout import (
    ADDS,
    BONUS_ADDED,
    BONUS_CASH,
    BONUS_MODIFIER,
    BONUS_STRIPS,
    MADE,
    MYSTIC_CASH,
    MYSTIC_STRIPS,
    NO_MODIFIER,
    RETRIGGER,
)
from mathlib.play.pig_spin import add_cash, choose, copy_window, count_cash, draw, line_win, spin
from mathlib.play.pig_tally import place
from mathlib.play.tally import add

MYSTIC, MYSTIC_ROUNDS = place("set.mystic_money"), place("set.mystic_money.rounds")
MYSTIC_PRIZES = place("set.mystic_money.prizes")
MYSTIC_AWARDS = place("set.mystic_money.awards")
SPINS, SPINS_ROUNDS = place("set.wizard_spins"), place("set.wizard_spins.rounds")
SPINS_LINES, SPINS_CASH = place("set.wizard_spins.lines"), place("set.wizard_spins.cash")
SPINS_PLAYED, SPINS_AWARDS = place("set.wizard_spins.spins"), place("set.wizard_spins.awards")
AWARD, AWARD_SPINS = place("set.wizard_spins.award"), place("set.wizard_spins.award_spins")
SPIN, SPIN_LINES = place("set.wizard_spins.spin"), place("set.wizard_spins.spin_lines")
SPIN_CASH, SPIN_ADDED = place("set.wizard_spins.spin_cash"), place("set.wizard_spins.added")
SPIN_ADDS = place("set.wizard_spins.cash_add.hits")
ONE_BALL = place("set.wizard_spins.one.hits")
"""The entry of both balls follows it."""
TOP_MYSTIC = place("event.top mystic cash.rounds")
TOP_BONUS = place("event.top bonus cash.rounds")


class Scratch(NamedTuple):
    """Arrays that one call of the kernel uses again in every round.

    ``strips`` is its own copy of the layout's, ``shown`` where each reel's window begins in it;
    ``free`` lists cells, ``found`` line wins; ``awards`` are those of Mystic Money and of Wizard
    Spins in this round.
    """

    strips: Any
    shown: Any
    free: Any
    found: Any
    awards: Any


@inlined
def mystic_money(random: Any, t: Any, s: Any, tally: Any) -> int:
    """Play Mystic Money: cells are made, the reels land behind them, every prize has a value."""
    others = 0
    for cell in range(t.cells):
        if cell != t.centre:
            s.free[others] = cell
            others += 1
    made = draw(random, t.tables, MADE)
    choose(random, s.free, others, made)
    spin(random, t.reels, t.wheels, MYSTIC_STRIPS, s.shown)
    copy_window(s.strips, t.rows, s.shown)
    s.strips[t.centre] = t.wizard
    for i in range(made):
        s.strips[s.free[i]] = t.cash
    prizes = count_cash(s.strips, t.cells, t.cash)
    win = 0
    top = False
    for _ in range(prizes):
        value = draw(random, t.tables, MYSTIC_CASH)
        win += value
        top = top or value == t.tops[2]
    tally[MYSTIC_ROUNDS] += 1
    tally[TOP_MYSTIC] += top
    add(tally, MYSTIC, win)
    add(tally, MYSTIC_PRIZES, prizes)
    add(tally, MYSTIC_AWARDS, s.awards[0])
    return win


@inlined
def wizard_spins(random: Any, t: Any, s: Any, tally: Any) -> int:
    """Play Wizard Spins until none is left; extra spins are played within their own award."""
    awards = s.awards[1]
    left = awards * t.spins
    rest = left - t.spins  # spins of the awards not begun: the current one ends when these are left
    lines = cash = played = 0
    award = award_spins = 0
    top = False
    while left > 0:
        of_lines, of_cash, shown = _bonus_spin(random, t, s, tally)
        top = top or shown
        played += 1
        lines += of_lines
        cash += of_cash
        award += of_lines + of_cash
        award_spins += 1
        balls = draw(random, t.tables, RETRIGGER)
        if balls:
            tally[ONE_BALL + balls - 1] += 1
        left += balls * t.spins - 1
        if left == rest:
            add(tally, AWARD, award)
            add(tally, AWARD_SPINS, award_spins)
            rest -= t.spins
            award = award_spins = 0
    tally[SPINS_ROUNDS] += 1
    tally[TOP_BONUS] += top
    add(tally, SPINS, lines + cash)
    add(tally, SPINS_LINES, lines)
    add(tally, SPINS_CASH, cash)
    add(tally, SPINS_PLAYED, played)
    add(tally, SPINS_AWARDS, awards)
    return lines + cash


@inlined
def _bonus_spin(random: Any, t: Any, s: Any, tally: Any) -> tuple[int, int, bool]:
    """Play one Wizard Spin: return line win, cash, and whether the greatest value was shown."""
    modifier = draw(random, t.tables, BONUS_MODIFIER)
    spin(random, t.reels, t.wheels, BONUS_STRIPS, s.shown)
    copy_window(s.strips, t.rows, s.shown)
    s.strips[t.centre] = t.wizard
    if modifier == ADDS:
        tally[SPIN_ADDS] += 1
        number = draw(random, t.tables, BONUS_ADDED)
        add(tally, SPIN_ADDED, add_cash(random, number, s.strips, t, s.free))
    lines = line_win(t.nodes, t.pays, t.cash, t.wizard, s.strips, s.shown, s.found)
    if modifier == NO_MODIFIER:
        tally[BONUS_SPINS] += 1
        if lines:
            count_lines(tally, BONUS_TABLE, lines, t.line_rows, s.found)
    cash = 0
    top = False
    for _ in range(count_cash(s.strips, t.cells, t.cash)):
        value = draw(random, t.tables, BONUS_CASH)
        cash += value
        top = top or value == t.tops[3]
    add(tally, SPIN, lines + cash)
    add(tally, SPIN_LINES, lines)
    add(tally, SPIN_CASH, cash)
    return lines, cash, top
