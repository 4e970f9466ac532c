"""What a player sets out to do in a session, and whether a game allows it."""

from __future__ import annotations

from dataclasses import dataclass

from mathlib.core.errors import MathlibError
from mathlib.game.files import Game

MOST_PLAYS, MOST_PENCE = 1_000_000, 10**12


@dataclass(frozen=True)
class Plan:
    """What a player sets out to do; amounts in pence.

    Parameters
    ----------
    bankroll : int
        Balance at the start.
    stake : int
        Total bet of every play: one of the game's stakes.
    plays : int
        Plays asked for.
    loss_limit : int or None
        Net loss at which Autoplay stops; None for none.
    win_limit : int or None
        Net win at which it stops; None for none.
    spin_seconds : float
        Time that a play takes.
    """

    bankroll: int
    stake: int
    plays: int
    loss_limit: int | None = None
    win_limit: int | None = None
    spin_seconds: float = 2.5


def check_plan(game: Game, plan: Plan) -> None:
    """Refuse a plan that a game does not allow.

    Raises
    ------
    MathlibError
        In words.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> check_plan(example("orb_respins"), Plan(bankroll=500, stake=30, plays=10))
    Traceback (most recent call last):
    mathlib.core.errors.MathlibError: stake 30p: the game is played at 10p, 100p
    """
    stakes = ", ".join(f"{stake}p" for stake in game.stakes_pence)
    if plan.stake not in game.stakes_pence:
        raise MathlibError(f"stake {plan.stake}p: the game is played at {stakes}")
    if plan.bankroll < plan.stake:
        raise MathlibError(
            f"bankroll {plan.bankroll}p: it does not cover the stake of {plan.stake}p; "
            "raise it, or take a lower stake"
        )
    if plan.bankroll > MOST_PENCE:
        raise MathlibError(f"bankroll {plan.bankroll}p: at most {MOST_PENCE:,}p")
    if not 1 <= plan.plays <= MOST_PLAYS:
        raise MathlibError(f"plays {plan.plays}: give a whole number from 1 to {MOST_PLAYS:,}")
    for limit, what in ((plan.loss_limit, "loss limit"), (plan.win_limit, "win limit")):
        if limit is not None and limit < 1:
            raise MathlibError(f"{what} {limit}p: give at least 1p, or none")
    if not 0 < plan.spin_seconds < 3600:
        raise MathlibError(f"{plan.spin_seconds} seconds a spin: give a time above 0, in seconds")
