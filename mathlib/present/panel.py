"""The studio panel: a view on a workbench. All state is the workbench's.

A move shows its exact total at once, from remembered chains; the full evaluation follows in the
background, for the latest game only, and reaches the widgets on the event loop of the kernel. A
notebook server may have widgets call back on a thread of their own, so one thing is done at a time.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Mapping
from math import inf
from pathlib import Path
from typing import Any, ClassVar, TypeVar
from weakref import WeakKeyDictionary

from mathlib.core.errors import MathlibError
from mathlib.design.compare import Comparison
from mathlib.design.knobs import Number
from mathlib.design.latest import Latest, Outcome, Post, on_loop
from mathlib.design.sensitivity import Effect, effects
from mathlib.design.tune import Tuned, tune
from mathlib.design.versions import CURRENT
from mathlib.design.workbench import Workbench
from mathlib.exact.evaluation import Evaluation
from mathlib.game.files import Game
from mathlib.present import panel_gauge, panel_html
from mathlib.present.panel_display import Display
from mathlib.present.panel_pages import in_short, pages
from mathlib.present.panel_view import BOTTOM, PageView, View
from mathlib.present.widgets import Kit

Job = tuple[str, Callable[[], Any], Callable[[Any], None]]
"""What is being done in words, the work, and what takes its result."""
Pair = tuple[Game, Game]
V = TypeVar("V")
EFFECTS = 64
"""Knobs in a sensitivity table at most."""


class Panel:
    """The studio panel of a workbench; shows itself in a notebook.

    Parameters
    ----------
    bench : Workbench
    target : float
        Total RTP that is wanted.
    export : str
        Path that is offered for the export.
    post : callable, optional
        How results of the background get to the thread of the widgets; without it, the event
        loop that runs on this thread or, where none runs, the calls of `wait`.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> panel = Panel(Workbench(example("pig_wizard")))
    >>> panel.wait(60)
    >>> panel.total
    '96.543051 %'
    """

    _open: ClassVar[WeakKeyDictionary[Workbench, Panel]] = WeakKeyDictionary()

    def __init__(
        self,
        bench: Workbench,
        *,
        target: float = 0.92,
        export: str = "",
        post: Post | None = None,
    ) -> None:
        self.bench = bench
        self._mutex = threading.RLock()
        names = bench.game.identification
        self.pages = pages(bench.game, bench.knobs)
        acts = {
            "undo": bench.undo, "redo": bench.redo, "solve": self._solve,
            "export": self._export, "snapshot": self._snapshot, "compare": self._compare,
            "recall": self._recall, "restore": bench.restore, "discard": bench.discard,
        }  # fmt: skip
        self.kit = Kit(self._turn, self._lock)
        title = f"{names.title} {names.version}, RTP version {names.rtp_version}"
        self.view = View(
            title,
            {name: self._guarded(act) for name, act in acts.items()},
            self.pages,
            round(100 * target, 10),
            export or f"../build/{names.code}.json",
        )
        self.display = Display(bench, self.view, self.pages, self.kit)
        post = post or _own_loop()
        self._full: Latest[Pair, tuple[Evaluation, Evaluation]] = Latest(
            self._evaluated, self._alone(self._arrived), post
        )
        self._jobs: Latest[Job, Any] = Latest(lambda job: job[1](), self._alone(self._done), post)
        self._steps: Latest[tuple[Game, str, int], list[Effect]] = Latest(
            self._stepped, self._alone(self._ranked), post
        )
        self._pair: Pair | None = None
        self._turns = 0
        self._doing = ""
        self._tilts: dict[str, float] = {}
        self._supersede()
        self._end = bench.subscribe(self._alone(lambda _: self._follow()))
        self.view.target.observe(self._alone(self._aim), "value")
        self.view.nav.observe(self._alone(lambda _: self._page_opened()), "value")
        self.view.bottom.observe(self._alone(lambda _: self._look_at_steps()), "selected_index")
        self._follow()
        self._page_opened()

    @property
    def target(self) -> float:
        """The total RTP that is wanted."""
        return self.display.target

    @property
    def total(self) -> str:
        """The total RTP as it is shown."""
        return panel_gauge.total_text(self.display.shown)

    @property
    def is_exact(self) -> bool:
        """Whether what is shown is the full evaluation of the current game."""
        return self.display.is_exact

    def page(self, name: str) -> PageView:
        """Open a page by its name, and return its widgets."""
        self.view.nav.value = name
        return self.display.views[name]

    def wait(self, timeout: float | None = None) -> None:
        """Wait until nothing goes on in the background, and show what came of it.

        Raises
        ------
        TimeoutError
            When something still goes on after so many seconds.
        """
        end = None if timeout is None else time.monotonic() + timeout
        works: tuple[Latest[Any, Any], ...] = (self._full, self._jobs, self._steps)
        while True:
            for one in works:
                one.wait(None if end is None else end - time.monotonic())
            if not any(one.is_busy for one in works):
                return

    def close(self) -> None:
        """Stop following the workbench, and close the widgets."""
        self._end()
        self._turns += 1
        for one in (self._full, self._jobs, self._steps):
            one.cancel()
        self.view.root.close()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return self.view.root._repr_mimebundle_(**options)

    def _supersede(self) -> None:
        """Close an older panel of this workbench: two would do everything twice."""
        older = Panel._open.get(self.bench)
        if older is not None:
            older.close()
        Panel._open[self.bench] = self

    def _alone(self, act: Callable[[V], object]) -> Callable[[V], None]:
        """Return the act as one that waits until nothing else is done to the panel."""

        def alone(value: V) -> None:
            with self._mutex:
                act(value)

        return alone

    # What the user does.

    def _guarded(self, act: Callable[[], object], tilting: bool = False) -> Callable[[], None]:
        def guarded() -> None:
            with self._mutex:
                self.view.say("")
                self._tilts = self._tilts if tilting else {}
                try:
                    act()
                except MathlibError as error:
                    self.view.say(str(error), wrong=True)
                except Exception as error:
                    self.view.say(f"this did not work: {error}", wrong=True)
                    raise  # into the log of the notebook server

        return guarded

    def _turn(self, address: str, value: Number, sliding: bool) -> None:
        self._guarded(lambda: self._change(address, value, sliding), tilting=True)()

    def _change(self, address: str, value: Number, sliding: bool) -> None:
        is_tilt = address.endswith(".tilt")
        goes_on = sliding or (is_tilt and address in self._tilts)
        self._tilts = {address: float(value)} if is_tilt else {}
        try:
            self.bench.change(address, value, continues=goes_on)
        except MathlibError:
            self._tilts = {}
            raise
        finally:
            self.display.show_page(
                self._tilts
            )  # also where nothing changed, or the value was refused

    def _aim(self, change: Mapping[str, float]) -> None:
        """Take a new target, or put the last one back."""
        if 0 < change["new"] < inf:
            self._draw()
            return
        self.view.target.value = change["old"]
        self.view.say(f"target {change['new']:g} %: it must be above 0, such as 92", wrong=True)

    def _lock(self, address: str, locked: bool) -> None:
        act = self.bench.lock if locked else self.bench.unlock
        self._guarded(lambda: act(address))()

    def _snapshot(self) -> None:
        name = self.view.snapshot_name.value.strip()
        self.bench.snapshot(name)
        self.view.snapshot_name.value = ""
        self.view.version.value = name
        self.view.say(f"snapshot {name} taken")

    def _recall(self) -> None:
        name = self.view.version.value
        if name == "baseline":
            self.bench.apply(self.bench.baseline, "back to the baseline")
        else:
            self.bench.recall(name)

    def _export(self) -> None:
        path = self.view.export_path.value.strip()
        if not path:
            raise MathlibError("say which file to export to")
        saved = self.bench.save(Path(path), overwrite=self.view.replace.value)
        self.view.say(f"exported to {saved}")

    def _compare(self) -> None:
        name = self.view.version.value
        self.view.bottom.selected_index = BOTTOM.index("Comparison")
        before, after = self.bench.version(name), self.bench.game

        def shown(found: Comparison) -> None:
            self.view.comparison.value = panel_html.comparison_table(found, (name, CURRENT))

        work = lambda: self.bench.compare(before, after, costs=True)  # noqa: E731
        self._begin((f"comparing with {name} \N{HORIZONTAL ELLIPSIS}", work, shown))

    def _solve(self) -> None:
        wanted, game, target = self.view.goals.read(), self.bench.game, self.target
        here = self.bench.knobs
        page = next(page for page in self.pages if page.name == self.view.nav.value)
        free = page.single(here) if wanted.page else None
        # Weights of tables are fine enough by themselves.
        fine = wanted.fine and all(here[address].kind == "count" for address in free or ())
        locked = sorted(self.bench.locked & here.keys())

        def work() -> Tuned:
            return tune(
                game, target, goals=wanted.goals, free=free, locked=locked, fine=fine,
                near=self.bench.evaluate(game),
            )  # fmt: skip

        def solved(tuned: Tuned) -> None:
            self.view.goals.explanation.value = panel_html.lines(tuned.explanation.splitlines())
            if self.bench.game != game:
                raise MathlibError("the game was changed while it was solved; solve again")
            if not tuned.met:
                raise MathlibError("\n".join(tuned.words) or "the goals are not met")
            if tuned.game == game:
                self.view.say("all goals are met as they are")
                return
            self.bench.apply(tuned.game, f"solved for {target:.4%}")
            turned = "; ".join(in_short(move.label) for move in tuned.moved)
            self.view.say(f"solved for {100 * target:g} % by turning {turned}")

        self._begin((f"solving for {100 * target:g} % \N{HORIZONTAL ELLIPSIS}", work, solved))

    # What goes on in the background.

    def _begin(self, job: Job) -> None:
        if self._doing:
            raise MathlibError(f"wait a moment: {self._doing}")
        self._doing = job[0]
        self._jobs.submit(job)
        self._draw()

    def _done(self, outcome: Outcome[Job, Any]) -> None:
        self._doing = ""

        def take() -> None:
            if outcome.error is not None:
                raise MathlibError(str(outcome.error)) from outcome.error
            outcome.value[2](outcome.result)

        self._guarded(take)()
        self._draw()

    def _evaluated(self, pair: Pair) -> tuple[Evaluation, Evaluation]:
        game, baseline = pair
        found = self.bench.evaluate(baseline), self.bench.evaluate(game)
        for one in found:
            self.display.chart.tail(one)
        return found

    def _arrived(self, outcome: Outcome[Pair, tuple[Evaluation, Evaluation]]) -> None:
        if outcome.error is not None:
            if outcome.is_latest:
                self.view.say(str(outcome.error), wrong=True)
                self._draw()  # nothing is being computed any more
            return
        assert outcome.result is not None
        self.display.baseline, self.display.known = outcome.result
        self.view.goals.offer(self.display.known)
        self.display.glance()
        self._draw()
        self._settle()

    def _stepped(self, value: tuple[Game, str, int]) -> list[Effect]:
        game, name, turn = value
        page = next(page for page in self.pages if page.name == name)
        found, near = self.bench.knobs, self.bench.evaluate(game)
        addresses = [a for s in page.sections for a in s.addresses if a in found][:EFFECTS]
        out = []
        for one in effects(game, addresses, near, found=found):
            if turn != self._turns:
                break  # the game is another by now
            out.append(one)
        return out

    def _ranked(self, outcome: Outcome[tuple[Game, str, int], list[Effect]]) -> None:
        if outcome.error is None and outcome.is_latest and outcome.value[2] == self._turns:
            words = f"One step of each knob on the page {outcome.value[1]}, made alone."
            self.view.effects.value = panel_html.effects_table(outcome.result or [], words)

    def _follow(self) -> None:
        """Show the workbench as it is now, and have it evaluated in full."""
        pair = self.bench.game, self.bench.baseline
        if pair != self._pair:  # else it is about locks, snapshots or a saved file
            self._pair = pair
            self._turns += 1
            self.display.glance()
            if self.is_exact and self.display.is_based_on(pair[1]):
                self._full.cancel()
            else:
                self._full.submit(pair)
            self._draw()
            self._settle()
        self.display.show_page(self._tilts)
        self.display.show_versions()

    def _draw(self) -> None:
        self.display.draw(busy=self._full.is_busy, doing=self._doing)

    def _settle(self) -> None:
        """Show what only a full evaluation knows, once there is one."""
        if self.is_exact:
            self.display.draw_chart()
        self._look_at_steps()

    def _page_opened(self) -> None:
        self.display.open_page(self._tilts)
        self._look_at_steps()

    def _look_at_steps(self) -> None:
        """Have the sensitivity table computed, where it is in front and the game is known."""
        if self.view.bottom.selected_index != BOTTOM.index("Sensitivity"):
            return
        words = "is being computed" if self.is_exact else "waits for the exact figure"
        self.view.effects.value = panel_html.effects_table([], words)
        if self.is_exact:
            self._steps.submit((self.bench.game, self.view.nav.value, self._turns))


def _own_loop() -> Post | None:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return None
    return on_loop()
