"""Bring a problem to its goals: the closest design, or in words why there is none."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mathlib.core.errors import MathlibError
from mathlib.design.dials import Dial, Goal, Number, Problem, in_words
from mathlib.design.reach import OutOfReachError, extremes
from mathlib.design.search import Search, Steps
from mathlib.design.whole_steps import nearest
from mathlib.design.whole_symbols import MOST, best_of_all, designs, neighbours


@dataclass(frozen=True)
class Design:
    """A design that was looked at.

    Parameters
    ----------
    values : mapping
        Name to value of every dial.
    figures : mapping
        Figure to its exact value, for the goals.
    """

    values: Mapping[str, Number]
    figures: Mapping[str, float]


@dataclass(frozen=True)
class Solved:
    """What a search came to.

    Parameters
    ----------
    design : Design
        The closest design that meets the goals, or the nearest to them.
    met : bool
        Whether it meets all goals.
    below, above : Design or None
        Where whole symbols alone did not meet the first goal: the designs just below and above
        it, among those looked at that meet the other goals.
    looked : int
        Designs looked at.
    complete : bool
        Whether these are all designs of whole symbols within the limits.
    words : tuple of str
        What was found, in sentences.
    """

    design: Design
    met: bool
    below: Design | None
    above: Design | None
    looked: int
    complete: bool
    words: tuple[str, ...]


def solve(
    problem: Problem,
    goals: Sequence[Goal],
    fine: Collection[str] = (),
    most: int = MOST,
    *,
    reach: bool = True,
) -> Solved:
    """Find the design closest to the present one that meets all goals.

    Parameters
    ----------
    problem : Problem
    goals : sequence of Goal
        The first is the target: nearest and reach are told of it.
    fine : collection of str
        Dials that are turned only when the others, which count whole symbols, do not reach the
        target.
    most : int
        Where the designs of whole symbols are no more than this, all are looked at.
    reach : bool
        Whether to find out what can be reached when the goals are not met, which takes longer
        than the search itself.

    Returns
    -------
    Solved
        Not met when dials are too coarse: then with the nearest designs on both sides.

    Raises
    ------
    OutOfReachError
        When no design within the limits meets the goals, with what can be reached.
    MathlibError
        When there is no dial to turn.
    """
    search = Search(problem, goals)
    names = [dial.name for dial in search.dials]
    main = [i for i, name in enumerate(names) if name not in fine]
    rest = [i for i in range(len(names)) if i not in main]
    if not names:
        raise MathlibError(
            "nothing is free to be turned: unlock knobs, or name others that may be turned"
        )
    start = np.zeros(len(names), dtype=np.int64)
    if not search.miss(search.look(start)).any():
        return _solved(search, start, words=("All goals are met as they are.",))
    symbols = all(search.dials[i].symbols for i in main)
    complete = bool(main) and symbols and designs(search, main) <= most
    steps = _main(search, start, main, complete) if main else start
    if main and not search.miss(search.look(steps)).any():
        return _solved(search, steps, complete=complete)
    below, above = neighbours(search)
    words = _between(search, below, above, complete, symbols=True) if symbols and main else ()
    if rest:
        steps = nearest(search, steps, rest)
        if not search.miss(search.look(steps)).any():
            words = (*words, f"The rest was moved to {_names(search.dials, steps, rest)}.")
            return _solved(search, steps, below, above, complete, words)
    if reach:
        _refuse_far(search, start, [*main, *rest], complete and not rest)
    if rest or not words:
        below, above = neighbours(search)
        words = (*words, *_between(search, below, above, complete=False))
    return _solved(search, steps, below, above, complete, words)


def _main(search: Search, start: Steps, main: Sequence[int], complete: bool) -> Steps:
    if complete:
        return best_of_all(search, start, main)
    return nearest(search, start, main)


def _refuse_far(search: Search, steps: Steps, active: Sequence[int], complete: bool) -> None:
    """Raise an error when the first goal is outside of what the dials can reach."""
    goal = search.goals[0]
    if complete:
        kept = [figures for figures in search.seen.values() if not search.miss(figures)[1:].any()]
        found = [float(figures[0]) for figures in kept or search.seen.values()]
        least, most = min(found), max(found)
    else:
        first = Search(search.problem, search.goals[:1])
        least, most = extremes(first, steps, active)
    if most < goal.at_least or least > goal.at_most:
        raise OutOfReachError(goal, least, most, ())
    others = search.goals[1:]
    if not others or complete:
        return
    missed = search.miss(search.look(steps))[1:]
    if missed.any():
        steps = nearest(Search(search.problem, others), steps, active)
        still = search.miss(search.look(steps))[1:]
        if still.any():
            bad = others[int(np.argmax(still))]
            one = Search(search.problem, [bad])
            raise OutOfReachError(bad, *extremes(one, steps, active), tuple(search.goals[:1]))
    least, most = extremes(search, steps, active)
    if most < goal.at_least or least > goal.at_most:
        raise OutOfReachError(goal, least, most, _in_the_way(search, steps, active))


def _in_the_way(search: Search, steps: Steps, active: Sequence[int]) -> tuple[Goal, ...]:
    """Return the goals that each alone keep the first from being met; else all others."""
    goal, found = search.goals[0], []
    for other in search.goals[1:]:
        least, most = extremes(Search(search.problem, [goal, other]), steps, active)
        if most < goal.at_least or least > goal.at_most:
            found.append(other)
    return tuple(found or search.goals[1:])


def _solved(
    search: Search,
    steps: Steps,
    below: Steps | None = None,
    above: Steps | None = None,
    complete: bool = False,
    words: tuple[str, ...] = (),
) -> Solved:
    met = not search.miss(search.look(steps)).any()
    below_, above_ = (one if one is None else _design(search, one) for one in (below, above))
    return Solved(_design(search, steps), met, below_, above_, len(search.seen), complete, words)


def _design(search: Search, steps: Steps) -> Design:
    names = [goal.quantity for goal in search.goals]
    return Design(search.values(steps), dict(zip(names, search.look(steps).tolist(), strict=True)))


def _between(
    search: Search, below: Steps | None, above: Steps | None, complete: bool, symbols: bool = False
) -> tuple[str, ...]:
    goal = search.goals[0]
    middle = sum(goal.inner) / 2
    what = "Whole symbols alone" if symbols else "Whole weights"
    of = f"all {len(search.seen)}" if complete else f"{len(search.seen)}"
    sides = []
    for steps, side in ((below, "below"), (above, "above")):
        if steps is None:
            sides.append(f"none {side}")
        else:
            value = float(search.look(steps)[0])
            away = in_words(goal.quantity, abs(value - middle)).replace(" %", " points")
            sides.append(f"{in_words(goal.quantity, value)} ({away} {side})")
    target = in_words(goal.quantity, middle)
    return (
        f"{what} do not reach a {goal.quantity} of {target}: of {of} designs looked at, the "
        f"nearest have {' and '.join(sides)}.",
    )


def _names(dials: Sequence[Dial], steps: Steps, active: Sequence[int]) -> str:
    turned = [dials[i].label for i in active if steps[i]]
    return ", ".join(turned) or "none of the fine knobs"
