"""The panel driven as a user drives it: by setting values and clicking, without a browser."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import matplotlib.pyplot as plt
import pytest

from mathlib.core.errors import MathlibError
from mathlib.design.knobs import knobs
from mathlib.design.workbench import Workbench
from mathlib.evaluation import evaluate
from mathlib.game import files
from mathlib.present.numbers import percent
from mathlib.present.panel import Panel
from mathlib.present.panel_pages import pages

KINDS = ("orb_respins", "pig_wizard")
SYMBOL = {"orb_respins": "owl", "pig_wizard": "chest"}
TABLE = {"orb_respins": ("Money", "respins.money"), "pig_wizard": ("Cash Lock", "locked")}
ROOT = Path(__file__).parents[2]
LONG = 300


class Counting(Workbench):
    """A workbench that counts the full evaluations it is asked for."""

    def __init__(self, game):
        super().__init__(game)
        self.asked = []

    def evaluate(self, game):
        self.asked.append(game)
        return super().evaluate(game)


def opened(kind, **options):
    panel = Panel(Workbench(files.example(kind)), **options)
    panel.wait(LONG)
    return panel


@pytest.fixture(params=KINDS)
def panel(request):
    made = opened(request.param)
    yield made
    made.close()


@pytest.fixture(params=KINDS)
def light(request):
    """A panel on which all games are worth what the first one is: for what is no figure."""
    bench = Workbench(files.example(request.param))
    known = evaluate(bench.game)
    bench._memory.worth = lambda game: replace(known, game=game)
    made = Panel(bench)
    made.wait(LONG)
    yield made
    made.close()


def count_view(panel, reel=0):
    address = f"strips.{reel}.count.{SYMBOL[panel.bench.game.kind]}"
    return panel.page("Reels").views[address]


def table_view(panel, row=0):
    name, prefix = TABLE[panel.bench.game.kind]
    views = panel.page(name).views
    return [view for address, view in views.items() if address.startswith(prefix)][row]


def printed(game):
    """The total as the command line's evaluation has it, with the panel's six decimals."""
    return percent(evaluate(game).total.value, 6)


def refused(game):
    raise MathlibError("no number comes of this")


def click(panel, name):
    button = panel.view.buttons[name]
    assert not button.disabled
    button.click()


def test_opening_shows_the_evaluation(panel):
    assert panel.is_exact
    assert panel.total == printed(panel.bench.game)
    figures = evaluate(panel.bench.game).figures
    hit = figures.get("any_win") or figures["some_win"]
    assert percent(hit.value, 3) in panel.view.keys.value
    assert "exact" in panel.view.stage.value
    assert panel.view.chart.value.count("<svg ") == 1
    for part in evaluate(panel.bench.game).parts:
        assert part.replace("_", " ").lower() in panel.view.parts.value.lower()


def test_a_count_moves_the_total_at_once_and_then_exactly(panel):
    before = panel.total
    view = count_view(panel)
    view.field.value += 1
    assert panel.total != before
    assert not panel.is_exact
    assert "bounded: within" in panel.view.stage.value
    assert "mp-pale" in panel.view.keys.value, "figures of the last game are set pale"
    quick = float(panel.total.split()[0])
    panel.wait(LONG)
    assert panel.is_exact
    assert panel.total == printed(panel.bench.game)
    error = 100 * panel.bench._memory.alone(panel.bench.game, panel.display.known).total.error
    assert abs(float(panel.total.split()[0]) - quick) <= error + 1e-6


def test_slider_and_field_show_the_same(light):
    view = table_view(light)
    new = view.slider.value + 1
    view.slider.value = new
    assert view.field.value == new
    assert light.bench.knobs[view.address].value == new
    view.field.value = new + 1
    assert view.slider.value == new + 1
    assert len(light.bench.history) == 3


def test_a_drag_is_one_act(light):
    view = table_view(light)
    start = view.slider.value
    for step in range(1, 6):
        view.slider.value = start + step
    assert len(light.bench.history) == 2
    click(light, "undo")
    assert view.field.value == start
    click(light, "redo")
    assert view.field.value == start + 5


def test_a_value_beyond_the_slider_is_taken_and_the_slider_grows(light):
    view = table_view(light)
    beyond = view.slider.max + 7
    view.field.value = beyond
    assert light.bench.knobs[view.address].value == beyond
    assert (view.field.value, view.slider.value) == (beyond, beyond)
    assert view.slider.max >= beyond
    assert light.view.message.value == ""


def test_a_value_beyond_the_limits_is_refused_in_words(light):
    view = table_view(light)
    before, bytes_before = view.field.value, files.dumps(light.bench.game)
    for bad in (-1, 0, 2.5, 2.0**60, float("nan"), float("inf")):
        view.field.value = bad
        assert "is not a whole number from 1 to" in light.view.message.value
        assert view.field.value == view.slider.value == before
        light.view.say("")
    assert files.dumps(light.bench.game) == bytes_before
    assert light.bench.history == ("opened",)


@pytest.mark.parametrize("bad", [0, -5, float("nan"), float("inf")])
def test_a_target_that_is_none_is_refused_in_words(bad):
    panel = Panel(Workbench(files.example("pig_wizard")), target=0.93)
    panel.view.target.value = bad
    assert "it must be above 0, such as 92" in panel.view.message.value
    assert panel.view.target.value == 93
    assert "nan" not in panel.view.gauge.value
    panel.close()


def test_a_tilt_leans_the_table_as_it_was_and_rests_at_0(light):
    name, prefix = TABLE[light.bench.game.kind]
    view = light.page(name).views[f"{prefix}.tilt"]
    step = max(1, view.slider.max // 4)
    for place in (step, 2 * step, 3 * step):
        view.slider.value = place
    once = Workbench(light.bench.baseline)
    once.change(view.address, round(3 * step * view.unit, 12))
    assert light.bench.game == once.game, "the last place counts, not the way to it"
    assert view.field.value == pytest.approx(3 * step * view.unit)
    table_view(light).field.value += 1
    assert view.slider.value == 0


def test_opening_pages_changes_nothing(light):
    for page in light.pages:
        views = light.page(page.name).views
        assert set(views) == set(page.addresses)
        for address, view in views.items():
            assert view.field.value == light.bench.knobs[address].value
    assert light.bench.history == ("opened",)


@pytest.mark.parametrize("kind", KINDS)
def test_every_count_and_table_is_on_a_page(kind):
    game = files.load(ROOT / "params" / f"{kind}.json")
    found = knobs(game)
    on_pages = [address for page in pages(game, found) for address in page.addresses]
    assert len(on_pages) == len(set(on_pages))
    single = {a for a, knob in found.items() if "strips" in a and ".weight." in a}
    shares = {a for a in found if ".strips." in a and ".share." in a}
    assert set(found) - set(on_pages) == single | shares


@pytest.mark.parametrize("name", [path.stem for path in sorted((ROOT / "params").glob("*.json"))])
def test_saved_untouched_gives_back_the_same_bytes(name, tmp_path):
    """Known answer K23."""
    source = ROOT / "params" / f"{name}.json"
    bench = Workbench.open(source)
    bench._memory.worth = refused  # nothing is evaluated here
    panel = Panel(bench, export=str(tmp_path / "out.json"))
    for page in panel.pages:
        panel.page(page.name)
    click(panel, "export")
    assert "exported to" in panel.view.message.value
    assert (tmp_path / "out.json").read_bytes() == source.read_bytes()
    panel.close()


def test_export_replaces_nothing_unasked(light, tmp_path):
    target = tmp_path / "out.json"
    target.write_text("mine")
    light.view.export_path.value = str(target)
    click(light, "export")
    assert "is there already" in light.view.message.value
    assert target.read_text() == "mine"
    light.view.replace.value = True
    click(light, "export")
    assert files.load(target) == light.bench.game
    light.view.export_path.value = " "
    click(light, "export")
    assert "say which file" in light.view.message.value


def test_solve_brings_the_total_to_the_target_and_leaves_locked_knobs_alone():
    panel = Panel(Workbench(files.load(ROOT / "params" / "pig_wizard_95.json")), target=0.92)
    panel.wait(LONG)
    assert "points above 92.00 %" in panel.view.gauge.value
    panel.page("Spins").views["wizard_spins.retrigger.none"].lock.value = True
    assert panel.bench.locked == {"wizard_spins.retrigger.none"}
    click(panel, "solve")
    assert "solving for 92 %" in panel.view.stage.value
    panel.view.buttons["solve"].click()
    assert "wait a moment" in panel.view.message.value
    panel.wait(LONG)
    before, after = panel.bench.baseline, panel.bench.game
    assert after.wizard_spins.retrigger == before.wizard_spins.retrigger
    assert abs(evaluate(after).total.value - 0.92) <= 5e-6
    assert panel.total == printed(after)
    assert "solved for 92 %" in panel.view.message.value
    assert "met: total_rtp" in panel.view.goals.explanation.value
    click(panel, "undo")
    assert panel.bench.game == before
    panel.close()


@pytest.mark.parametrize(("kind", "page"), [("orb_respins", "Trigger"), ("pig_wizard", "Spins")])
def test_solve_by_the_open_page_turns_its_single_weights(kind, page):
    panel = opened(kind)
    panel.view.target.value = round(float(panel.total.split()[0]) - 0.3, 2)
    panel.page(page)
    panel.view.goals.free.value = "what the open page shows"
    click(panel, "solve")
    panel.wait(LONG)
    assert "by turning" in panel.view.message.value, panel.view.message.value
    found = panel.bench.knobs
    old = Workbench(panel.bench.baseline).knobs
    turned = {a for a in found if found[a].kind == "weight" and found[a].value != old[a].value}
    assert turned
    assert turned <= set(panel.page(page).views)
    panel.close()


def test_solve_out_of_reach_says_so(panel):
    panel.view.target.value = 99999
    panel.page(TABLE[panel.bench.game.kind][0])
    panel.view.goals.free.value = "what the open page shows"
    click(panel, "solve")
    panel.wait(LONG)
    assert "out of reach" in panel.view.message.value
    assert panel.bench.history == ("opened",)


def test_a_goal_that_is_none_is_refused(light):
    chosen, least, _ = light.view.goals.rows[0]
    chosen.value = chosen.options[1][1]
    click(light, "solve")
    assert "say at least or at most" in light.view.message.value
    least.value = "many"
    click(light, "solve")
    assert "is not a number" in light.view.message.value
    least.value = "1.5 %"
    assert light.view.goals.read().goals[-1].at_least == 0.015


def test_snapshots_compare_and_recall(panel):
    view = count_view(panel)
    view.field.value += 1
    panel.view.snapshot_name.value = "richer"
    click(panel, "snapshot")
    richer = panel.bench.game
    click(panel, "snapshot")
    assert "cannot be called" in panel.view.message.value
    view.field.value += 1
    assert panel.view.version.options == ("baseline", "richer")
    panel.view.version.value = "richer"
    click(panel, "compare")
    panel.wait(LONG)
    assert "changed from richer to current" in panel.view.comparison.value
    assert f"{SYMBOL[richer.kind]} 2 -&gt; 3 stops" in panel.view.comparison.value
    click(panel, "recall")
    assert panel.bench.game == richer
    panel.view.version.value = "baseline"
    click(panel, "recall")
    assert panel.bench.game == panel.bench.baseline


def test_sensitivities_of_the_open_page_are_those_of_evaluations(panel):
    panel.page("Reels")
    panel.view.bottom.selected_index = 1
    panel.wait(LONG)
    symbol = SYMBOL[panel.bench.game.kind]
    address = f"strips.0.count.{symbol}"
    there = Workbench(panel.bench.game)
    there.change(address, there.knobs[address].value + 1)
    moved = 100 * (evaluate(there.game).total.value - evaluate(panel.bench.game).total.value)
    found = panel.view.effects.value.split(f"+1 {symbol} on reel 1</td>")[1]
    text = found.split(" points")[0].split(">")[-1].replace("\N{MINUS SIGN}", "-")
    assert float(text) == pytest.approx(moved, abs=1e-4)


def test_fifty_quick_moves_cause_two_full_evaluations_at_most():
    bench = Counting(files.example("pig_wizard"))
    panel = Panel(bench)
    panel.wait(LONG)
    view, may_end = table_view(panel), threading.Event()

    def slow(game):  # however slow the machine is, the moves are quicker
        assert may_end.wait(LONG)
        return evaluate(game)

    bench._memory.worth = slow
    done = set(map(files.dumps, bench.asked))
    bench.asked.clear()
    for step in range(1, 51):
        view.slider.value = 20 + step
        assert "bounded: within" in panel.view.stage.value
    may_end.set()
    panel.wait(LONG)
    new = {files.dumps(game) for game in bench.asked} - done
    assert len(new) == 2
    assert bench.asked[-1] == bench.game
    assert bench.knobs[view.address].value == 70
    assert panel.is_exact
    assert panel.total == printed(bench.game)
    panel.close()


def test_no_figures_are_left_open():
    panel = opened("pig_wizard")
    before = plt.get_fignums()
    chart, drawn = panel.display.chart, []
    axes, field = chart._ax, table_view(panel).field
    chart.tail = lambda _: ([1.0, 2.0], [0.5, 0.1])  # drawn sooner
    field.value += 1
    panel.wait(LONG)
    for step in range(100):
        field.value += -1 if step % 2 == 0 else 1
        assert panel.is_exact, "either game is known by now, and drawn anew"
        drawn.append(panel.view.chart.value)
    assert all(one != two for one, two in pairwise(drawn))
    assert plt.get_fignums() == before
    assert chart._ax is axes
    assert len(axes.figure.axes) == 1
    assert len(axes.lines) <= 3, "two tails and the cap"
    panel.close()


def test_locks_and_snapshots_do_not_evaluate_again(light):
    submitted = light._full._submitted
    count_view(light).lock.value = True
    light.view.snapshot_name.value = "a"
    click(light, "snapshot")
    assert light._full._submitted == submitted
    assert light.bench.locked == {count_view(light).address}
    count_view(light).lock.value = False
    assert not light.bench.locked


def test_a_second_panel_of_a_workbench_closes_the_first(light):
    second = Panel(light.bench)
    second.wait(LONG)
    seen = light.view.gauge.value
    count_view(second).field.value += 1
    assert light.view.gauge.value == seen
    second.close()


def test_unsaved_work_is_offered_and_taken_up(tmp_path):
    source = tmp_path / "game.json"
    files.save(files.example("pig_wizard"), source)
    first = Panel(Workbench.open(source, tmp_path / "kept"))
    first.wait(LONG)
    count_view(first).field.value += 1
    worked = first.bench.game
    first.close()
    again = Panel(Workbench.open(source, tmp_path / "kept"))
    again.wait(LONG)
    assert "mp-hidden" not in again.view.rescue._dom_classes
    assert "unsaved work" in again.view.recovery.value
    click(again, "restore")
    assert again.bench.game == worked
    assert "mp-hidden" in again.view.rescue._dom_classes
    again.close()


def test_on_an_event_loop_results_come_by_themselves():
    async def drive():
        panel = Panel(Workbench(files.example("pig_wizard")))
        assert not panel.is_exact
        while not panel.is_exact:
            await asyncio.sleep(0.01)
        count_view(panel).field.value += 1
        assert not panel.is_exact
        while not panel.is_exact:
            await asyncio.sleep(0.01)
        assert panel.total == printed(panel.bench.game)
        panel.close()

    asyncio.run(asyncio.wait_for(drive(), LONG))


def test_a_game_that_cannot_be_evaluated_is_told(panel, monkeypatch):
    monkeypatch.setattr(panel.bench._memory, "worth", refused)
    count_view(panel).field.value += 1
    panel.wait(LONG)
    assert "no number comes of this" in panel.view.message.value
    assert not panel.is_exact
    assert "bounded: within" in panel.view.stage.value
    assert "computed" not in panel.view.stage.value
