"""Versions of a game: the current one and its history, a baseline, snapshots, an autosave.

Whatever is refused leaves them as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from mathlib.core.errors import MathlibError
from mathlib.design.autosave import Autosave
from mathlib.design.history import State, Step
from mathlib.game.changes import changes
from mathlib.game.files import Game, dump, parse

BASELINE, CURRENT = "baseline", "current"
V = TypeVar("V", bound="Versions")


class Versions:
    """A game with its history.

    Parameters
    ----------
    game : Game
        The game to begin with, which is also the baseline.
    autosave : Path, optional
        File to write the whole state to after every act.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> game = example("orb_respins")
    >>> versions = Versions(game)
    >>> versions.apply(game.model_copy(update={"cap": 500_000}))
    >>> versions.history
    ('opened', 'win cap: 40000x -> 50000x')
    >>> versions.undo()
    >>> versions.game == versions.baseline
    True
    """

    def __init__(self, game: Game, autosave: Path | None = None) -> None:
        self._state = State.of(game, "opened")
        self._listeners: list[Callable[[], object]] = []
        self._autosave = Autosave.at(autosave, game.kind) if autosave else None
        if self._autosave and not self._tells_more(self._autosave.found):
            self._autosave.found = None

    @property
    def game(self) -> Game:
        """The current game."""
        return self._state.current.game

    @property
    def baseline(self) -> Game:
        """The game that the current one is compared with."""
        return self._state.baseline.game

    @property
    def history(self) -> tuple[str, ...]:
        """What was done, in words, oldest first; with what was undone at the end."""
        return tuple(step.text for step in self._state.steps)

    @property
    def position(self) -> int:
        """Which entry of the history is current."""
        return self._state.position

    @property
    def can_undo(self) -> bool:
        """Whether there is an act to take back."""
        return self._state.position > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is an act to do again."""
        return self._state.position < len(self._state.steps) - 1

    @property
    def snapshots(self) -> Mapping[str, Game]:
        """Versions put aside, by name."""
        return {name: step.game for name, step in self._state.snapshots.items()}

    @property
    def locked(self) -> frozenset[str]:
        """Addresses of knobs that the solver must leave alone."""
        return self._state.locked

    def version(self, name: str | Game) -> Game:
        """Return a version by its name; as `compare` takes it."""
        if not isinstance(name, str):
            return name
        own = {BASELINE: self.baseline, CURRENT: self.game}
        return own[name] if name in own else self._snapshot(name).game

    def apply(self, game: Game, text: str = "") -> None:
        """Make another version the current one.

        Parameters
        ----------
        game : Game
            Of the same kind.
        text : str
            What was done, in words; without it, what changed.

        Raises
        ------
        MathlibError
            When it is of another kind, or not valid.
        """
        self._do(parse(dump(game), text), text)

    def undo(self) -> None:
        """Take the last act back."""
        self._set(self._state.moved(self._state.position - 1))

    def redo(self) -> None:
        """Do again what was taken back."""
        self._set(self._state.moved(self._state.position + 1))

    def snapshot(self, name: str, *, overwrite: bool = False) -> None:
        """Put the current version aside under a name.

        Raises
        ------
        MathlibError
            When the name is empty, or taken and not to be replaced.
        """
        if not name.strip() or name in (BASELINE, CURRENT):
            raise MathlibError(f"a snapshot cannot be called {name!r}; give it another name")
        if name in self._state.snapshots and not overwrite:
            raise MathlibError(f"there is a snapshot {name} already; give it another name")
        step = replace(self._state.current, text=name)
        self._set(self._state.with_snapshots({**self._state.snapshots, name: step}))

    def recall(self, name: str) -> None:
        """Make a snapshot the current version; this can be undone."""
        self.apply(self._snapshot(name).game, f"snapshot {name}")

    def forget(self, name: str) -> None:
        """Throw a snapshot away."""
        self._snapshot(name)
        left = {key: step for key, step in self._state.snapshots.items() if key != name}
        self._set(self._state.with_snapshots(left))

    def rebase(self, version: str | Game = CURRENT) -> None:
        """Make a version the baseline."""
        step = Step(self.version(version), "baseline")
        changes(step.game, self.game)  # Refuses another kind of game.
        self._set(replace(self._state, baseline=step))

    @property
    def notice(self) -> str:
        """What happened on the side, in words: earlier work put aside, a failing autosave."""
        return self._autosave.notice if self._autosave else ""

    @property
    def recovered(self) -> bool:
        """Whether an autosave has work that the file has not, neither taken up nor discarded."""
        return self._autosave is not None and self._autosave.found is not None

    @property
    def recovery(self) -> str:
        """What `restore` would bring back, in words; empty when there is nothing."""
        found = self._autosave.found if self._autosave else None
        if found is None:
            return ""
        kept = f", snapshots {', '.join(found.snapshots)}" if found.snapshots else ""
        same = found.baseline.document == self._state.baseline.document
        changed = "" if same else "; the file has changed since"
        return f"unsaved work, last: {found.current.text}{kept}{changed}"

    def restore(self) -> None:
        """Take up the work that the autosave holds: history, position, snapshots and locks.

        Raises
        ------
        MathlibError
            When there is none.
        """
        if self._autosave is None or self._autosave.found is None:
            raise MathlibError("there is no unsaved work to restore")
        state = self._autosave.found
        self._autosave.forget()
        self._set(state)

    def discard(self) -> None:
        """Throw away the work that the autosave holds."""
        if self._autosave is not None:
            self._autosave.forget()
        self._set(self._state)

    def subscribe(self: V, listener: Callable[[V], object]) -> Callable[[], None]:
        """Have a function called, with the workbench, after everything that is done.

        Returns
        -------
        callable
            Ends it.
        """

        def call() -> object:
            return listener(self)

        def end() -> None:
            if call in self._listeners:
                self._listeners.remove(call)

        self._listeners.append(call)
        return end

    def _do(
        self,
        game: Game,
        text: str,
        address: str = "",
        state: State | None = None,
        notify: bool = False,
    ) -> None:
        """Add a step for a game, unless it is the current one."""
        state = state or self._state
        found = changes(state.current.game, game)
        if found:
            said = f"{found[0].words} and {len(found) - 1} more" if found[1:] else found[0].words
            state = state.pushed(Step(game, text or said, address))
        if notify or state is not self._state:
            self._set(state)

    def _set(self, state: State) -> None:
        self._state = state
        if self._autosave is not None:
            self._autosave.write(state)
        problems = []
        for listener in tuple(self._listeners):
            try:
                listener()
            except Exception as problem:  # The others are told all the same.
                problems.append(problem)
        if problems:
            raise problems[0]

    def _snapshot(self, name: str) -> Step:
        if name not in self._state.snapshots:
            known = ", ".join(self._state.snapshots) or "there are none"
            raise MathlibError(f"no snapshot is called {name}; known: {known}")
        return self._state.snapshots[name]

    def _tells_more(self, found: State | None) -> bool:
        return found is not None and bool(
            found.snapshots or found.current.document != self._state.current.document
        )
