"""The loop of a session: a balance, a stake, and reasons to stop."""

from __future__ import annotations

from mathlib.core.jit import kernel
from mathlib.game.fields import LATTICE
from mathlib.play.streams import Ints

USED, LOSS, WIN, RUIN = range(4)
"""Why a session ended: plays used, loss limit, win limit, the balance does not cover the stake."""
NEVER = -1
"""A limit that is not set."""


@kernel
def run_sessions(
    wins: Ints,
    bankroll: int,
    stake: int,
    loss_limit: int,
    win_limit: int,
    marks: Ints,
    ends: Ints,
    paths: Ints,
) -> None:
    """Play sessions on given wins.

    Parameters
    ----------
    wins : ndarray of int64, shape (sessions, plays)
        Win of each play in tenths of the total bet.
    bankroll, stake : int
        In pence.
    loss_limit, win_limit : int
        In pence, or `NEVER`.
    marks : ndarray of int64
        Numbers of plays after which the balance is noted, rising, up to the number of plays.
    ends : ndarray of int64, shape (5, sessions)
        Filled with balance at the end, plays, reason, longest run of plays without any win, and
        longest run without a win above the stake.
    paths : ndarray of int64, shape (marks, sessions)
        Filled with the balances at the marks; an ended session keeps its last.
    """
    for session in range(wins.shape[0]):
        balance = bankroll
        reason = USED
        mark = played = dry = losing = longest_dry = longest_losing = 0
        while mark < len(marks) and marks[mark] == 0:
            paths[mark, session] = balance
            mark += 1
        while played < wins.shape[1]:
            win = wins[session, played]
            balance += win * stake // LATTICE - stake
            played += 1
            dry = 0 if win > 0 else dry + 1
            losing = 0 if win > LATTICE else losing + 1
            longest_dry = max(longest_dry, dry)
            longest_losing = max(longest_losing, losing)
            if mark < len(marks) and marks[mark] == played:
                paths[mark, session] = balance
                mark += 1
            if loss_limit != NEVER and bankroll - balance >= loss_limit:
                reason = LOSS
                break
            if win_limit != NEVER and balance - bankroll >= win_limit:
                reason = WIN
                break
            if balance < stake:
                # The plays that were asked for can be used up by this very one.
                reason = RUIN if played < wins.shape[1] else USED
                break
        for later in range(mark, len(marks)):
            paths[later, session] = balance
        ends[0, session] = balance
        ends[1, session] = played
        ends[2, session] = reason
        ends[3, session] = longest_dry
        ends[4, session] = longest_losing
