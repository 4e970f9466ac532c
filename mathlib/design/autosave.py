"""The file in which a workbench survives the end of its kernel."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from pathlib import Path

from mathlib.core.errors import MathlibError
from mathlib.design.history import State, read_state, state_text
from mathlib.game.files import write_text


@dataclass
class Autosave:
    """The autosave of one parameter file.

    Parameters
    ----------
    path : Path
        Where it is.
    found : State or None
        What was there before, as long as it is neither taken up nor thrown away. It is then put
        aside before anything is written, so no unsaved work is ever lost.
    problem : str
        Why what was there could not be read, in words.
    aside, failure : str
        Where earlier work was put aside, and why the last writing failed, in words.
    """

    path: Path
    found: State | None = None
    problem: str = ""
    aside: str = ""
    failure: str = ""

    @classmethod
    def at(cls, path: Path, kind: str) -> Autosave:
        """Look at what is there.

        Parameters
        ----------
        path : Path
            Where; nothing need be there.
        kind : str
            Of the game; the work on another kind of game is put aside.

        Examples
        --------
        >>> Autosave.at(Path("no_such_folder") / "a.json", "orb_respins").found is None
        True
        """
        try:
            state = read_state(path.read_text("utf-8"))
        except FileNotFoundError:
            return cls(path)
        except (OSError, UnicodeDecodeError):
            return cls(path, None, "it cannot be read")
        except MathlibError as error:
            return cls(path, None, str(error))
        if state.current.game.kind != kind:
            return cls(path, None, f"it holds a game of kind {state.current.game.kind}")
        return cls(path, state)

    @property
    def notice(self) -> str:
        """What a user has to know, in words; empty when all is well."""
        useless = (
            self.problem and f"the autosave is of no use and will be put aside: {self.problem}"
        )
        return "; ".join(text for text in (useless, self.aside, self.failure) if text)

    def write(self, state: State) -> None:
        """Write a state in one move; what was found and not taken up is put aside before.

        A failure does not stop the work: it is told by `notice`.
        """
        self.failure = ""
        try:
            if self.found is not None or self.problem:
                self._put_aside()
            write_text(state_text(state, self.path.stem), self.path)
        except (OSError, MathlibError) as error:
            self.failure = f"the autosave failed, so unsaved work would be lost: {error}"

    def forget(self) -> None:
        """Take what was found as dealt with."""
        self.found, self.problem = None, ""

    def _put_aside(self) -> None:
        names = (self.path.with_suffix(f".kept-{n}.json") for n in count(1))
        free = next(name for name in names if not name.exists())
        if self.path.exists():
            self.path.rename(free)
            self.aside = f"earlier unsaved work was put aside as {free.name}"
        self.forget()
