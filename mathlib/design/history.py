"""The state of a workbench: versions of a game in order, and what was put aside under a name.

A state is never changed: every act makes a new one, so an act that is refused leaves no trace.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from mathlib.core.errors import MathlibError, ParameterError, shown
from mathlib.game.files import Game, dumps, parse

STEPS = 100
"""Longest history; the oldest steps are given up first, the baseline never."""
FORMAT = 1


@dataclass(frozen=True)
class Step:
    """One version of the game.

    Parameters
    ----------
    game : Game
    text : str
        What led to it, in words.
    address : str
        The knob that was turned, if one was.
    """

    game: Game
    text: str
    address: str = ""

    @cached_property
    def document(self) -> str:
        """The canonical text of the game."""
        return dumps(self.game)


@dataclass(frozen=True)
class State:
    """Everything that a workbench holds.

    Parameters
    ----------
    baseline : Step
        What the current game is compared with.
    steps : tuple of Step
        The history, oldest first.
    position : int
        Which step is current; later ones were undone.
    snapshots : mapping
        Name to version.
    locked : frozenset of str
        Addresses of knobs that a solver must leave alone.
    """

    baseline: Step
    steps: tuple[Step, ...]
    position: int = 0
    snapshots: Mapping[str, Step] = field(default_factory=dict)
    locked: frozenset[str] = frozenset()

    @classmethod
    def of(cls, game: Game, text: str) -> State:
        """Return the state of a workbench that nothing was done on.

        Examples
        --------
        >>> from mathlib.game.files import example
        >>> State.of(example("orb_respins"), "opened").current.text
        'opened'
        """
        step = Step(game, text)
        return cls(step, (step,))

    @property
    def current(self) -> Step:
        """The version that is worked on."""
        return self.steps[self.position]

    def pushed(self, step: Step) -> State:
        """Return the state after a new step; what was undone is given up."""
        steps = (*self.steps[: self.position + 1], step)[-STEPS:]
        return replace(self, steps=steps, position=len(steps) - 1)

    def dropped(self) -> State:
        """Return the state without the current step and those undone."""
        return replace(self, steps=self.steps[: self.position], position=self.position - 1)

    def moved(self, position: int) -> State:
        """Return the state with another step as the current one.

        Raises
        ------
        MathlibError
            When there is no such step.
        """
        if not 0 <= position < len(self.steps):
            what = "undo" if position < 0 else "redo"
            raise MathlibError(f"there is nothing to {what}")
        return replace(self, position=position)

    def with_snapshots(self, snapshots: Mapping[str, Step]) -> State:
        """Return the state with other snapshots."""
        return replace(self, snapshots=dict(snapshots))


def state_text(state: State, name: str) -> str:
    """Return a state as the text of an autosave: JSON of canonical documents.

    Parameters
    ----------
    state : State
    name : str
        Of the parameter file it belongs to.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> state = State.of(example("orb_respins"), "opened")
    >>> read_state(state_text(state, "a")) == state
    True
    """
    steps = ",\n".join(map(_step, state.steps))
    snapshots = ",\n".join(
        f"{json.dumps(key)}: {_step(step)}" for key, step in state.snapshots.items()
    )
    return (
        f'{{"format": {FORMAT}, "name": {json.dumps(name)}, "position": {state.position},\n'
        f'"locked": {json.dumps(sorted(state.locked))},\n'
        f'"baseline": {_step(state.baseline)},\n'
        f'"history": [{steps}],\n"snapshots": {{{snapshots}}}}}\n'
    )


def read_state(text: str) -> State:
    """Read the text of an autosave.

    Raises
    ------
    MathlibError
        When it is none, or what it holds is no longer valid.
    """
    try:
        data: Any = json.loads(text)
        if data["format"] != FORMAT:
            raise MathlibError(f"autosave of another format, {shown(data['format'])}")
        steps = tuple(_read(item) for item in data["history"])
        state = State(
            _read(data["baseline"]),
            steps,
            int(data["position"]),
            {str(name): _read(item) for name, item in data["snapshots"].items()},
            frozenset(map(str, data["locked"])),
        )
        return state.moved(state.position)
    except ParameterError as error:
        raise MathlibError(f"autosave with a game that is not valid: {error}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise MathlibError("no autosave, or a damaged one") from None


def _step(step: Step) -> str:
    head = f'"text": {json.dumps(step.text)}, "address": {json.dumps(step.address)}'
    return f'{{{head}, "game": {step.document.rstrip()}}}'


def _read(data: Any) -> Step:
    return Step(parse(data["game"]), str(data["text"]), str(data["address"]))
