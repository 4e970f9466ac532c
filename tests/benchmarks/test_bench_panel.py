"""How long a slider's move takes until the panel shows the exact total."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from mathlib.core.figures import ZERO, Figure
from mathlib.design.workbench import Workbench
from mathlib.evaluation import evaluate, quick
from mathlib.exact.evaluation import Evaluation
from mathlib.game import files
from mathlib.game.orb_respins import SETS, OrbRespins
from mathlib.present.panel import Panel
from mathlib.present.panel_charts import WinChart
from mathlib.present.panel_display import FULL

PARAMS = Path(__file__).parents[2] / "params"
MOVES = 7
BASE = 0.1
"""Seconds that a move of the base game or of a 15-cell set may take."""
MULTIPLY = 0.5
"""Seconds that a move of a 30-cell set with Multiply may take, up to a figure with a bound."""
POINT = 0.01


def free(game: files.Game) -> Evaluation:
    """Return an evaluation of a game where the cap costs nothing."""
    cap = {"cap_excess": {"value": 0.0, "kind": "bounded", "error": 0.0}}
    return Evaluation(game, {"cap": ZERO}, {}, dict.fromkeys(SETS, cap))


def known(game: files.Game) -> Evaluation:
    """Return what stands for the full evaluation here: it is not what is measured."""
    if not isinstance(game, OrbRespins):
        return evaluate(game)
    found = quick(game, free(game))
    return replace(found, figures={**found.figures, FULL: Figure(15.0)})


@pytest.fixture(scope="module")
def panels() -> Iterator[dict[str, Panel]]:
    """Return a panel of each game that knows its game, with nothing going on beside."""
    out = {}
    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setattr(WinChart, "tail", lambda *_: ([1.0, 2.0], [0.5, 0.1]))
    for kind in ("orb_respins", "pig_wizard"):
        game = files.load(PARAMS / f"{kind}.json")
        once = known(game)
        bench = Workbench(game)
        bench._memory.worth = lambda _, once=once: once
        out[kind] = Panel(bench)
        out[kind].wait(300)
    yield out
    monkeypatch.undo()


def seconds(panel: Panel, page: str, address: str) -> list[float]:
    """Return the seconds of each of several moves, until the total is shown.

    By the clock or of processors, whichever is less: others may use the machine as well, and two
    threads may share the work.
    """
    view = panel.page(page).views[address]
    widget = view.slider or view.field
    times = []
    for _ in range(MOVES):
        panel.wait(300)
        before, worked, start = panel.total, time.process_time(), time.perf_counter()
        widget.value += 1
        times.append(min(time.process_time() - worked, time.perf_counter() - start))
        assert panel.total != before
        assert not panel.is_exact
    return times


KNOBS = (
    ("orb_respins", "Reels", "strips.0.count.owl"),
    ("orb_respins", "Reels", "strips.3.count.wild"),
    ("orb_respins", "Trigger", "trigger.JMC.none"),
    ("orb_respins", "Money", "respins.money.25"),
    ("orb_respins", "M", "respins.sets.M.lands.red"),
    ("orb_respins", "C", "respins.sets.C.bands.1.money"),
    ("orb_respins", "MC", "respins.sets.MC.lands.blue"),
    ("pig_wizard", "Cash Lock", "locked.100"),
    ("pig_wizard", "Spins", "wizard_spins.retrigger.one"),
)
"""Knobs of the base games and of the sets on 15 cells."""


def test_a_move_is_shown_at_once(panels: dict[str, Panel]) -> None:
    times = [statistics.median(seconds(panels[kind], page, at)) for kind, page, at in KNOBS]
    assert statistics.median(times) < BASE, times
    assert max(times) < 4 * BASE, times


MULTIPLIED = (
    ("JM", "respins.sets.JM.lands.red"),
    ("JMC", "respins.sets.JMC.lands.blue"),
    ("Multiply", "respins.multiply.chosen.2"),
)
"""Knobs of the 30-cell sets with Multiply, one by one and all at once."""


@pytest.mark.parametrize(("page", "address"), MULTIPLIED)
def test_a_move_of_a_set_with_multiply_is_shown_with_a_close_bound(
    panels: dict[str, Panel], page: str, address: str
) -> None:
    panel = panels["orb_respins"]
    view = panel.page(page).views[address]
    widget = view.slider or view.field
    times = []
    for _ in range(MOVES):
        panel.wait(300)
        before, start = panel.total, time.perf_counter()
        widget.value += 1
        times.append(time.perf_counter() - start)
        assert panel.total != before
        assert not panel.is_exact
    game = panel.bench.game
    shown = quick(game, free(game)).total
    start = time.perf_counter()
    exact = quick(game, free(game), width=0.0).total
    followed = time.perf_counter() - start
    assert panel.total == f"{100 * shown.value:.6f} %"
    assert 0 < shown.error < 0.0005 * POINT
    assert abs(shown.value - exact.value) <= shown.error + exact.error
    assert exact.error < 1e-5 * shown.error
    print(f"\n{page}: shown after {times} s; all states followed {followed:.2f} s")
    # Half a second where following all states takes three; others may use the machine as well.
    assert statistics.median(times) < max(MULTIPLY, followed / 6)
