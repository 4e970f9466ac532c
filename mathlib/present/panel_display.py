"""What the studio panel shows of its workbench, put into the widgets of its view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from mathlib.core.errors import MathlibError
from mathlib.design.workbench import Workbench
from mathlib.exact.evaluation import Evaluation
from mathlib.game import files
from mathlib.game.files import Game
from mathlib.present import panel_gauge, panel_html
from mathlib.present.panel_charts import WinChart
from mathlib.present.panel_pages import Page
from mathlib.present.panel_view import PageView, View
from mathlib.present.widgets import Kit

FULL = "volatility_index"
"""A figure that only full evaluations have, of either game."""


class Display:
    """Draws a workbench; what it shows is what it was told or can have at once.

    Parameters
    ----------
    bench : Workbench
    view : View
    pages : sequence of Page
    kit : Kit

    Attributes
    ----------
    shown : Evaluation or None
        Of the current game, as far as it is known.
    known : Evaluation or None
        The last full evaluation, of this game or one before.
    baseline : Evaluation or None
        The full evaluation of the baseline.
    views : dict
        Pages that were opened, by name.
    """

    def __init__(self, bench: Workbench, view: View, pages: Sequence[Page], kit: Kit) -> None:
        self.bench, self.view, self.kit = bench, view, kit
        self.pages = {page.name: page for page in pages}
        self.views: dict[str, PageView] = {}
        self.shown: Evaluation | None = None
        self.known: Evaluation | None = None
        self.baseline: Evaluation | None = None
        self.chart = WinChart()

    @property
    def is_exact(self) -> bool:
        """Whether what is shown is the full evaluation of the current game."""
        return self.shown is not None and FULL in self.shown.figures

    @property
    def target(self) -> float:
        """The total RTP that is wanted."""
        return float(self.view.target.value) / 100

    def is_based_on(self, baseline: Game) -> bool:
        """Whether the baseline shown is this game."""
        return self.baseline is not None and self.baseline.game == baseline

    def glance(self) -> None:
        """Take the total and its parts where they can be had at once."""
        self.shown = None
        if self.known is not None:
            try:
                self.shown = self.bench.quick
            except MathlibError as error:
                self.view.say(str(error), wrong=True)
        if self.is_exact:
            self.known = self.shown

    def draw(self, *, busy: bool, doing: str) -> None:
        """Draw the gauge, the parts and the key figures.

        Parameters
        ----------
        busy : bool
            Whether a full evaluation is on its way.
        doing : str
            What else goes on, in words.
        """
        view, shown = self.view, self.shown
        stage = panel_gauge.stage(shown, full=self.is_exact, busy=busy, doing=doing)
        if not self.is_exact:
            view.stage.value = stage  # first: no figure may stand beside an "exact" of the last
        view.gauge.value = panel_gauge.gauge(shown, self.target)
        view.stage.value = stage
        view.parts.value = panel_html.parts_bar(shown, self.baseline)
        view.keys.value = panel_html.key_figures(shown, self.known, self.baseline)

    def draw_chart(self) -> None:
        """Draw the win distribution, once it is known: a quick evaluation has none."""
        if self.shown is not None and self.baseline is not None and self.is_exact:
            drawn = self.chart.draw(self.shown, self.baseline)
            words = "P(a game round wins at least so much), both axes logarithmic"
            self.view.chart.value = f'<div class="mp-chart">{drawn}<p>{words}</p></div>'

    def open_page(self, tilts: Mapping[str, float]) -> None:
        """Show the page that is chosen, made when it is first opened."""
        name = self.view.nav.value
        if name not in self.views:
            self.views[name] = PageView(self.pages[name], self.bench.knobs, self.kit)
        self.show_page(tilts)
        self.view.page.children = (self.views[name].box,)

    def show_page(self, tilts: Mapping[str, float]) -> None:
        """Show the values of the current game on the open page."""
        page = self.views.get(self.view.nav.value)
        if page is not None:
            self.kit.quiet = True
            try:
                page.show(files.dump(self.bench.game), self.bench.locked, tilts)
            finally:
                self.kit.quiet = False

    def show_versions(self) -> None:
        """Show what can be undone, the history, the snapshots, and work that was recovered."""
        view, bench = self.view, self.bench
        view.buttons["undo"].disabled = not bench.can_undo
        view.buttons["redo"].disabled = not bench.can_redo
        names = ["baseline", *bench.snapshots]
        if list(view.version.options) != names:
            chosen = view.version.value
            view.version.options = names
            view.version.value = chosen if chosen in names else "baseline"
        view.history.value = panel_html.lines(bench.history, bench.position)
        view.recovery.value = escape(bench.recovery)
        (view.rescue.remove_class if bench.recovered else view.rescue.add_class)("mp-hidden")
        if bench.notice:
            view.say(bench.notice, wrong=True)
