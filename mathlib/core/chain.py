"""Absorbing Markov chains given by a start state and a transition function over named states.

Theory: with Q the one-step probabilities between transient states, the expected numbers of
visits from the start are the row N = e_start (I - Q)^-1, an absorbing state is reached with
probability (N R), and the expected number of steps is the sum of N (Kemeny and Snell, Finite
Markov Chains, chapter III). With `Fraction` probabilities every result is a rational number.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from mathlib.core.errors import MathlibError, NeverEndsError

S = TypeVar("S", bound=Hashable)
Number = Fraction | float
Step = Callable[[S], Mapping[S, Number] | None]


@dataclass(frozen=True)
class Absorption(Generic[S]):
    """What becomes of an absorbing chain.

    Parameters
    ----------
    visits : mapping
        Transient state to expected number of visits, the start included.
    ends : mapping
        Absorbing state to the probability of ending there.
    """

    visits: Mapping[S, Number]
    ends: Mapping[S, Number]

    @property
    def steps(self) -> Number:
        """Expected number of steps until absorption."""
        return sum(self.visits.values(), start=Fraction(0))


def absorb(start: S, step: Step[S]) -> Absorption[S]:
    """Solve an absorbing chain.

    Parameters
    ----------
    start : hashable
        The state to begin in.
    step : callable
        Maps a state to ``{next state: probability}``, or to None when the state is absorbing.

    Returns
    -------
    Absorption
        Expected visits and end probabilities, rational when the probabilities are.

    Raises
    ------
    NeverEndsError
        When an absorbing state cannot be reached from some reachable state.
    MathlibError
        When the probabilities out of a state are negative or do not add up to 1.

    Examples
    --------
    Three equal names, draw until some name has come twice:

    >>> def step(seen):
    ...     if 2 in seen:
    ...         return None
    ...     out = {}
    ...     for i in range(3):
    ...         after = tuple(n + (i == j) for j, n in enumerate(seen))
    ...         out[after] = out.get(after, 0) + Fraction(1, 3)
    ...     return out
    >>> absorb((0, 0, 0), step).steps
    Fraction(26, 9)
    """
    moves, ends = _explore(start, step)
    if start in ends:
        return Absorption({}, {start: Fraction(1)})
    _require_end(moves, ends)
    visits: dict[S, Number] = dict.fromkeys(moves, Fraction(0))
    visits[start] = Fraction(1)
    _eliminate(moves, visits)
    reached: dict[S, Number] = dict.fromkeys(ends, Fraction(0))
    for state, row in moves.items():
        for after, chance in row.items():
            if after in ends:
                reached[after] += visits[state] * chance
    return Absorption(visits, reached)


def _explore(start: S, step: Step[S]) -> tuple[dict[S, dict[S, Number]], dict[S, None]]:
    moves: dict[S, dict[S, Number]] = {}
    ends: dict[S, None] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in moves or state in ends:
            continue
        row = step(state)
        if row is None:
            ends[state] = None
            continue
        total: Number = sum(row.values(), start=Fraction(0))
        if abs(float(total) - 1) > 1e-12 or any(chance < 0 for chance in row.values()):
            raise MathlibError(
                f"chances out of state {state!r} must be >= 0 and add up to 1, not {total}"
            )
        moves[state] = {after: chance for after, chance in row.items() if chance}
        waiting.extend(moves[state])
    return moves, ends


def _require_end(moves: Mapping[S, Mapping[S, Number]], ends: Mapping[S, None]) -> None:
    before: dict[S, list[S]] = {}
    for state, row in moves.items():
        for after in row:
            before.setdefault(after, []).append(state)
    good = set(ends)
    waiting = list(ends)
    while waiting:
        for state in before.get(waiting.pop(), ()):
            if state not in good:
                good.add(state)
                waiting.append(state)
    stuck = [state for state in moves if state not in good]
    if stuck:
        raise NeverEndsError(
            f"the process can never end once it is in state {stuck[0]!r}; "
            "give some outcome there that leads to an end"
        )


def _eliminate(moves: Mapping[S, Mapping[S, Number]], visits: dict[S, Number]) -> None:
    """Turn start mass into expected visits by eliminating one state at a time.

    The chance to leave a state is summed, never computed as 1 - p, so floats lose nothing to
    cancellation (Grassmann, Taksar and Heyman).
    """
    flow = {state: dict(row) for state, row in moves.items()}
    into: dict[S, set[S]] = {state: set() for state in moves}
    for state, row in flow.items():
        for after in row:
            if after in into:
                into[after].add(state)
    mass = dict(visits)
    done: list[tuple[S, Number, dict[S, Number]]] = []
    seen: set[S] = set()
    for state, row in flow.items():
        row.pop(state, None)
        seen.add(state)
        live = {after: chance for after, chance in row.items() if after not in seen}
        leave = sum(live.values(), start=Fraction(0))
        column = {i: flow[i].pop(state) for i in into[state] if i not in seen}
        for source, chance in column.items():
            for after, onward in live.items():
                flow[source][after] = flow[source].get(after, Fraction(0)) + (
                    chance * onward / leave
                )
                if after in into:
                    into[after].add(source)
        for after, onward in live.items():
            if after in mass:
                mass[after] += mass[state] * onward / leave
        flow[state] = live
        done.append((state, leave, column))
    for state, leave, column in reversed(done):
        total = mass[state] + sum(
            (visits[source] * chance for source, chance in column.items()), start=Fraction(0)
        )
        visits[state] = total / leave
