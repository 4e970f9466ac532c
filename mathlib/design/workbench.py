"""The workbench: the game that is worked on, its knobs, what it is worth, and its files.

It is the object behind every panel: all that a panel shows or does is here, without widgets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from mathlib.core.errors import MathlibError
from mathlib.design.compare import Comparison, compare
from mathlib.design.dials import Goal
from mathlib.design.knobs import Knob, Number, knobs, matching, set_knob
from mathlib.design.memory import Memory
from mathlib.design.recount import laid_as_before
from mathlib.design.saving import Disk, Label
from mathlib.design.tune import TOLERANCE, Hold, Tuned, tune
from mathlib.design.versions import BASELINE, CURRENT, Versions
from mathlib.exact.evaluation import Evaluation
from mathlib.game.files import Game, dumps


class Workbench(Versions):
    """A game on the workbench.

    Parameters
    ----------
    game : Game
        The game to begin with, which is also the baseline.
    source : Path, optional
        The file it comes from; `save` without a path writes there.
    autosave : Path, optional
        File to write the whole state to after every act.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> bench = Workbench(example("orb_respins"))
    >>> bench.change("strips.0.count.owl", 2)
    >>> bench.history
    ('opened', 'reel 1: owl 1 -> 2 stops; 10 -> 11 stops in all')
    """

    def __init__(
        self, game: Game, *, source: Path | None = None, autosave: Path | None = None
    ) -> None:
        super().__init__(game, autosave)
        self.source = source
        self._kept = dumps(game)
        self._disk = Disk()
        self._memory = Memory()

    @classmethod
    def open(cls, path: str | Path, autosave: str | Path | None = None) -> Workbench:
        """Put the game of a parameter file on a workbench.

        Parameters
        ----------
        path : str or Path
            The parameter file.
        autosave : str or Path, optional
            Folder of the autosave, such as ``build/workbench``; the file in it has the name of
            the parameter file. When work is found there that the file does not have,
            `recovered` is set and `restore` takes it up.

        Raises
        ------
        MathlibError
            When the file cannot be read or is not valid, or the autosave would be in its place.
        """
        path = Path(path)
        disk = Disk()
        game = disk.read(path)
        kept = Path(autosave) / f"{path.stem}.json" if autosave is not None else None
        if kept is not None and kept.resolve() == path.resolve():
            raise MathlibError(
                f"{kept}: the autosave would replace the parameter file; name another folder"
            )
        bench = cls(game, source=path, autosave=kept)
        bench._disk = disk
        return bench

    @property
    def knobs(self) -> dict[str, Knob]:
        """All knobs of the current game by address."""
        return knobs(self.game)

    @property
    def is_saved(self) -> bool:
        """Whether the current game is the one last opened or saved."""
        return self._state.current.document == self._kept

    @property
    def evaluation(self) -> Evaluation:
        """The full evaluation of the current game; computed when first asked for."""
        return self._memory.full(self.game)

    @property
    def quick(self) -> Evaluation:
        """Total and parts of the current game, at once; see `mathlib.evaluation.quick`.

        When no game was evaluated in full yet, the baseline is, once.
        """
        return self._memory.quick(self.game, self.baseline)

    def evaluate(self, game: Game) -> Evaluation:
        """Return the full evaluation of any game, remembered; safe on any thread."""
        return self._memory.full(game)

    def compare(
        self, before: str | Game = BASELINE, after: str | Game = CURRENT, *, costs: bool = False
    ) -> Comparison:
        """Compare two versions.

        Parameters
        ----------
        before, after : str or Game
            "baseline", "current", the name of a snapshot, or a game.
        costs : bool
            Whether each change is evaluated alone.

        Raises
        ------
        MathlibError
            When there is no such version.
        """
        games = self.version(before), self.version(after)
        return compare(*games, costs=costs, worth=self._memory.full, alone=self._memory.alone)

    def change(self, address: str, value: Number, *, continues: bool = False) -> None:
        """Turn a knob of the current game.

        Parameters
        ----------
        address : str
            The knob, such as ``strips.3.count.owl``.
        value : int or float
        continues : bool
            Whether this goes on with the last act, when that turned the same knob: a slider that
            is dragged is one act. The value then replaces the last one, also of a tilt, which
            leans the table as it was before the drag.

        Raises
        ------
        MathlibError
            When the value is refused.

        Notes
        -----
        A strip that gets the stops again that it had before gets their order again.
        """
        state, last = self._state, self._state.current
        on_end = 0 < state.position == len(state.steps) - 1
        if continues and on_end and last.address == address:
            state = state.dropped()
        earlier = [step.game for step in reversed(state.steps[: state.position + 1])]
        game = laid_as_before(set_knob(earlier[0], address, value), earlier)
        self._do(game, "", address, state)

    def lock(self, *patterns: str) -> None:
        """Have the solver leave knobs alone: addresses, or patterns such as ``trigger.*``.

        Raises
        ------
        MathlibError
            When a pattern fits no knob of the current game.
        """
        self._set(replace(self._state, locked=self.locked | matching(self.knobs, patterns)))

    def unlock(self, *patterns: str) -> None:
        """Give locked knobs free again.

        Raises
        ------
        MathlibError
            When a pattern fits no locked knob.
        """
        self._set(replace(self._state, locked=self.locked - matching(self.locked, patterns)))

    def solve(
        self,
        target: float = 0.92,
        *,
        goals: Iterable[Goal | Hold] | None = None,
        free: Iterable[str] | None = None,
        limits: Mapping[str, tuple[Number, Number]] | None = None,
        fine: Iterable[str] | bool = False,
        tolerance: float = TOLERANCE,
    ) -> Tuned:
        """Bring the current game to a total RTP and other goals; as one act, where that is met.

        Parameters
        ----------
        target, goals, free, limits, fine, tolerance
            As `mathlib.design.tune.tune` takes them; what is locked here stays as it is.

        Returns
        -------
        Tuned
            Where it is not ``met``, the game here stays as it was, and its ``game`` is the
            nearest that was found.

        Raises
        ------
        MathlibError
            When a goal is out of reach; the game here then stays as it was.
        """
        here = self.knobs
        tuned = tune(
            self.game,
            target,
            goals=goals,
            free=free,
            locked=sorted(address for address in self.locked if address in here),
            limits=limits,
            fine=fine,
            tolerance=tolerance,
            near=self.evaluation,
        )
        if tuned.met:
            self.apply(tuned.game, f"solved for {target:.2%}")
        return tuned

    def save(
        self, path: str | Path | None = None, *, overwrite: bool = False, label: Label | None = None
    ) -> Path:
        """Save the current game as a parameter file, with its aims.

        Parameters
        ----------
        path : str or Path, optional
            Where; without it, the file that was opened.
        overwrite : bool
            Whether a file that is there may be replaced.
        label : Label, optional
            A version, an RTP version, and a new entry of the revision log.

        Returns
        -------
        Path
            The file written. An unchanged game gives back the bytes of the file it came from.

        Raises
        ------
        MathlibError
            When a file would be lost that was not to be replaced, or that changed meanwhile.
        """
        target = Path(path) if path is not None else self.source
        if target is None:
            raise MathlibError("say where to save: this game does not come from a file")
        game = (label or Label()).on(self.game)
        self._disk.write(game, target, overwrite=overwrite)
        self.source = self.source or target
        self._kept = dumps(game)
        self._do(game, f"saved as {target.name}", notify=True)
        return target
