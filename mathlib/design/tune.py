"""Tuning: the design closest to a game that meets goals, in integer weights, explained.

Free unless others are named are the knobs that a mathematician turns last: how often features
come, and how the value tables lean. Where these do not suffice, symbols on the reels follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mathlib.design.choice import Choice, choose, symbols_of
from mathlib.design.dials import Goal, Number
from mathlib.design.game_problem import GameProblem, near_of
from mathlib.design.handles import Tilt
from mathlib.design.reach import OutOfReachError
from mathlib.design.solver import Solved, solve
from mathlib.design.spread_estimate import SPREAD
from mathlib.design.tuned import Hold, Move, Tuned
from mathlib.evaluation import evaluate
from mathlib.exact.evaluation import Evaluation
from mathlib.game import files
from mathlib.game.files import Game

__all__ = ["HELD", "Goal", "Hold", "Move", "Tuned", "tune"]

TOLERANCE = 5e-6
"""Half a thousandth of a point."""
TABLES = {
    "orb_respins": ("trigger.rate", "respins.money.tilt", "respins.charge.values.tilt"),
    "pig_wizard": (
        "wizard_spins.retrigger.none",
        "crystal_balls.left.mystic_money",
        "locked.tilt",
        "mystic_money.cash.tilt",
        "modifiers.cash_add.cash.tilt",
    ),
}
"""Knobs that are free unless others are named."""
FINE = {"orb_respins": "trigger.rate", "pig_wizard": "wizard_spins.retrigger.none"}
"""The knob that takes up what whole symbols leave."""
DESIGNS = 300
"""So many designs of whole symbols are all evaluated."""
PASSES = 3
"""Searches at most, each with the cost of the cap as the last one found it."""


HELD = (Hold("line_hit_frequency", 0.01), Hold("feature_frequency", 0.05, relative=True))
"""Kept unless other goals are given."""


def tune(
    game: Game,
    target: float = 0.92,
    *,
    goals: Iterable[Goal | Hold] | None = None,
    free: Iterable[str] | None = None,
    locked: Iterable[str] = (),
    limits: Mapping[str, tuple[Number, Number]] | None = None,
    fine: Iterable[str] | bool = False,
    tolerance: float = TOLERANCE,
    near: Evaluation | None = None,
) -> Tuned:
    """Bring a game to a total RTP and other goals by the least change of its free knobs.

    Parameters
    ----------
    game : Game
    target : float
        Wanted total RTP.
    goals : iterable of Goal or Hold, optional
        For any figure: a part ("money"), a figure of the evaluation ("mean_respins_win",
        "p_full_most", "sd") or a number of a set ("sets.JM.mean_win"). Unless given, the line
        hit frequency stays within 1 point and the feature frequency within 5 % of the game's.
    free, locked : iterable of str, optional
        Addresses or patterns of the knobs that may turn, and exceptions. Unless given, value
        tables and feature chances, and symbols on the reels where these do not suffice.
    limits : mapping, optional
        Address or pattern to least and greatest value. Without, weights stay within a factor of
        4, and counts within a factor of 2.
    fine : iterable of str or bool
        Knobs that take up what whole symbols leave; True for the game's own fine knob.
    tolerance : float
        Of the total RTP.
    near : Evaluation, optional
        A full evaluation of the game or one close by, if there is one already.

    Returns
    -------
    Tuned
        Not ``met`` only where knobs are too coarse, with the nearest designs on both sides.

    Raises
    ------
    OutOfReachError
        When the limits do not allow it, with the least and greatest value and the goal in
        conflict.
    MathlibError
        When a pattern fits no knob, or a figure is not known.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> tuned = tune(example("pig_wizard"), 0.93, tolerance=2e-4)
    >>> tuned.met, abs(tuned.evaluation.total.value - 0.93) < 2e-4
    (True, True)
    """
    wanted = HELD if goals is None else tuple(goals)
    fine = ((FINE[game.kind],) if fine else ()) if isinstance(fine, bool) else tuple(fine)
    first = TABLES[game.kind] if free is None else tuple(free)
    choice = choose(game, first, fine, locked, limits or {})
    failed = None
    if choice.free or free is not None:
        try:
            return _tuned(choice, target, wanted, tolerance, near)
        except OutOfReachError as error:
            if free is not None:
                raise
            failed = error
    choice = choose(game, (*first, *symbols_of(game)), fine, locked, limits or {})
    # What tables cannot move at all, or may not, is a matter of the reels, and so is its reach.
    theirs = failed is None or failed.most - failed.least < 1e-9 * abs(failed.most)
    tuned = _tuned(choice, target, wanted, tolerance, near, reach=theirs)
    if failed is None or tuned.met or theirs:
        return tuned
    raise failed.with_remark(
        " (by value tables and feature chances; symbols on the reels do not make up for the rest)"
    )


def _tuned(
    choice: Choice,
    target: float,
    wanted: Sequence[Goal | Hold],
    tolerance: float,
    near: Evaluation | None,
    *,
    reach: bool = True,
) -> Tuned:
    """Solve, see what the cap costs in the result, and solve again where that matters."""
    asked = [goal.quantity for goal in wanted]
    full = any(name in SPREAD for name in asked)
    if full and near is None:
        near = evaluate(choice.before)
    problem = GameProblem(choice.game, choice.free, near)
    now = problem.figures({}, asked, rough=False)
    goals = (
        Goal.near("total_rtp", target, tolerance),
        *(goal.goal(now) if isinstance(goal, Hold) else goal for goal in wanted),
    )
    for _ in range(PASSES):
        solved = solve(problem, goals, choice.fine, DESIGNS, reach=reach)
        game = problem.game_at(solved.design.values)
        after = GameProblem(
            game, choice.free, near_of(game, problem.floor, full=full), problem.floor
        )
        figures = after.figures({}, asked, rough=False)
        met = all(goal.met(figures[goal.quantity]) for goal in goals)
        if met or not solved.met:
            break
        problem = GameProblem(choice.game, choice.free, after.near, problem.floor)
    return Tuned(
        game=game,
        before=choice.before,
        met=met,
        goals=goals,
        figures=figures,
        moved=_moves(choice, solved, game),
        below=solved.below,
        above=solved.above,
        words=(*choice.words, *solved.words),
        floor=problem.floor,
    )


def _moves(choice: Choice, solved: Solved, game: Game) -> tuple[Move, ...]:
    documents = files.dump(choice.game), files.dump(game)
    moves = []
    for knob in choice.free:
        after = solved.design.values[knob.address]
        if after == knob.value:
            continue
        if isinstance(knob.handle, Tilt):
            old, new = (knob.handle.mean(document) for document in documents)
            words = f"the table's mean goes from {old:.6g} to {new:.6g}"
        else:
            words = f"{(after - knob.value) / knob.value:+.2%}" if knob.value else "new"
        moves.append(Move(knob.address, knob.label, knob.value, after, words))
    return tuple(moves)
