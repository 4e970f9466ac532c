"""Sessions: what an hour of a game does to a bankroll, over many players.

A session is a number of plays at one stake, as Autoplay makes them. After each play it stops, by
the first of these that holds,

1. on the loss limit: the net loss since the start has reached it (a play that might exceed it is
   still made: the rules say "if you reach the limit");
2. on the win limit: the net win since the start has reached it;
3. when the balance does not cover the next stake;
4. when the plays are used.

Autoplay pauses in a bonus and goes on after it: bonus wins belong to the play that won them.

Session s of a run of N plays is rounds s N to (s + 1) N - 1 of the seed, so every play of every
session can be replayed by its number, and results do not depend on the number of workers.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from mathlib.core.errors import MathlibError
from mathlib.game.files import Game, digest
from mathlib.play.finder import run_wins
from mathlib.play.players import Player, player
from mathlib.play.session_kernel import NEVER, run_sessions
from mathlib.play.session_plan import Plan, check_plan
from mathlib.play.session_result import Sessions
from mathlib.play.streams import BLOCK, Ints

MARKS = 60
"""At most so many stretches of plays between the balances that are kept."""
PIECE = 16 * BLOCK
"""Rounds that a worker plays at a time, or one session where that is more."""
MOST_SESSIONS, MOST_ROUNDS = 200_000, 10**9


def play_sessions(game: Game, plan: Plan, sessions: int, seed: int, workers: int = 2) -> Sessions:
    """Play many sessions of one plan.

    Parameters
    ----------
    game : Game
        Any game the suite knows.
    plan : Plan
        What every player does.
    sessions : int
        How many.
    seed : int
        Same seed, same sessions, whatever the number of workers.
    workers : int
        Threads.

    Returns
    -------
    Sessions

    Raises
    ------
    MathlibError
        When the plan makes no sense for the game, or is more work than is sensible.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> from mathlib.play.session_plan import Plan
    >>> plan = Plan(bankroll=2_000, stake=100, plays=50, loss_limit=1_000)
    >>> played = play_sessions(example("orb_respins"), plan, sessions=400, seed=1)
    >>> played.count, bool((played.end >= 1_000 - 99).all())
    (400, True)
    """
    check_plan(game, plan)
    _check_work(plan, sessions, seed, workers)
    one, marks = player(game), _marks(plan.plays)
    ends = np.empty((5, sessions), dtype=np.int64)
    paths = np.empty((len(marks), sessions), dtype=np.int64)
    step = max(PIECE // plan.plays, 1)

    def play(first: int) -> None:
        last = min(first + step, sessions)
        # Each worker fills columns of its own.
        _play(one, plan, seed, first, last, marks, ends[:, first:last], paths[:, first:last])

    with ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(play, range(0, sessions, step)):
            pass
    return Sessions(digest(game), plan, seed, marks, paths, *ends)


def _check_work(plan: Plan, sessions: int, seed: int, workers: int) -> None:
    if not 2 <= sessions <= MOST_SESSIONS:
        raise MathlibError(f"sessions {sessions}: give a whole number from 2 to {MOST_SESSIONS:,}")
    if sessions * plan.plays > MOST_ROUNDS:
        raise MathlibError(
            f"{sessions:,} sessions of {plan.plays:,} plays: more than {MOST_ROUNDS:,} rounds; "
            "ask for fewer sessions or plays"
        )
    for value, least, what in ((seed, 0, "seed"), (workers, 1, "workers")):
        if value < least:
            raise MathlibError(f"{what} {value}: give a whole number from {least}")


def _play(
    one: Player, plan: Plan, seed: int, first: int, last: int, marks: Ints, ends: Ints, paths: Ints
) -> None:
    wins = run_wins(one, seed, first * plan.plays, (last - first) * plan.plays)
    run_sessions(
        wins.reshape(last - first, plan.plays),
        plan.bankroll,
        plan.stake,
        NEVER if plan.loss_limit is None else plan.loss_limit,
        NEVER if plan.win_limit is None else plan.win_limit,
        marks,
        ends,
        paths,
    )


def _marks(plays: int) -> Ints:
    """Return the numbers of plays after which balances are kept: 0, evenly spaced, the last."""
    return np.unique(np.linspace(0, plays, min(plays, MARKS) + 1).round().astype(np.int64))
