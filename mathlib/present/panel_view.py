"""The widgets of the studio panel and where they stand; what they do is the panel's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from importlib import resources
from typing import Any

from mathlib.design import handles
from mathlib.design.handles import Document
from mathlib.design.knobs import Knob
from mathlib.present import widgets
from mathlib.present.panel_goals import GoalsForm
from mathlib.present.panel_pages import Grid, Page
from mathlib.present.widgets import Kit, KnobView

BOTTOM = ("Win distribution", "Sensitivity", "Goals of Solve", "Comparison", "History")


class View:
    """All widgets of a panel.

    Parameters
    ----------
    title : str
        The game, in words.
    acts : mapping
        Name of a button to what it does.
    pages : sequence of Page
    target : float
        In per cent.
    export : str
        Path that is offered for the export.
    """

    def __init__(
        self,
        title: str,
        acts: Mapping[str, Callable[[], None]],
        pages: Sequence[Page],
        target: float,
        export: str,
    ) -> None:
        css = resources.files("mathlib.present").joinpath("panel.css").read_text("utf-8")
        self.title = widgets.html(f"<style>{css}</style><h3>{escape(title)}</h3>", "mp-title")
        self.stage, self.message = widgets.html("", "mp-right"), widgets.html("", "mp-message")
        self.gauge, self.keys = widgets.html(), widgets.html()
        self.parts, self.chart = widgets.html(), widgets.html("", "mp-fill")
        self.effects, self.comparison = widgets.html("", "mp-fill"), widgets.html("", "mp-fill")
        self.history = widgets.html("", "mp-fill")
        self.goals = GoalsForm()
        self.target = widgets.number(target, 0.01, "mp-target")
        self.export_path = widgets.text(export, "file to export to", "mp-path")
        self.replace = widgets.check("replace", False, "mp-tick")
        self.snapshot_name = widgets.text("", "name of a snapshot", "mp-namefield")
        self.version = widgets.choice(["baseline"], "mp-version")
        self.buttons = {
            name: widgets.button(words, hint, acts[name], icon, f"mp-{name}")
            for name, (words, hint, icon) in BUTTONS.items()
        }
        self.nav = widgets.switch(
            [page.name for page in pages], [page.title for page in pages], "mp-nav"
        )
        self.page = widgets.down([], "mp-page")
        self.bottom = widgets.tabs(
            [self.chart, self.effects, self.goals.box, self.comparison, self.history],
            BOTTOM, "mp-tabs",
        )  # fmt: skip
        self.recovery = widgets.html()
        self.root = self._laid_out()

    def _laid_out(self) -> Any:
        own = self.buttons
        self.rescue = widgets.across(
            [self.recovery, own["restore"], own["discard"]], "mp-rescue", "mp-hidden"
        )
        first = widgets.across(
            [own["undo"], own["redo"], widgets.html("target %", "mp-text"), self.target,
             own["solve"], self.export_path, self.replace, own["export"]], "mp-bar",
        )  # fmt: skip
        second = widgets.across(
            [self.snapshot_name, own["snapshot"], widgets.html("version", "mp-text"),
             self.version, own["compare"], own["recall"]], "mp-bar",
        )  # fmt: skip
        left = widgets.down([self.gauge, self.parts, self.keys], "mp-left")
        right = widgets.down([self.nav, self.page], "mp-knobs")
        return widgets.down(
            [widgets.across([self.title, self.stage], "mp-headline"), first, second,
             widgets.across([self.rescue, self.message], "mp-words"),
             widgets.across([left, right], "mp-body"), self.bottom], "mp-panel",
        )  # fmt: skip

    def say(self, text: str, *, wrong: bool = False) -> None:
        """Show a message in words: what was done, or why it was refused."""
        kind = "mp-wrong" if wrong else "mp-said"
        shown = escape(text)
        box = f'<div class="{kind}" title="{shown}">{shown}</div>'
        self.message.value = box if text else ""


BUTTONS = {
    "undo": ("Undo", "take the last act back", "undo"),
    "redo": ("Redo", "do it again", "repeat"),
    "solve": ("Solve", "bring the total to the target by the least change", "bullseye"),
    "export": ("Export", "save the current game as a parameter file", "download"),
    "snapshot": ("Snapshot", "put the current version aside under this name", "camera"),
    "compare": ("Compare", "this version with the current one", "columns"),
    "recall": ("Recall", "make this version the current one", "history"),
    "restore": ("Restore", "take the unsaved work up", "life-ring"),
    "discard": ("Discard", "go on without it", "trash"),
}
"""Buttons: words, hint and icon."""


class PageView:
    """The widgets of one page of knobs, made when it is first opened.

    Parameters
    ----------
    page : Page
    found : mapping
        Knobs of the game by address.
    kit : Kit
    """

    def __init__(self, page: Page, found: Mapping[str, Knob], kit: Kit) -> None:
        self.page, self._found = page, found
        self.views: dict[str, KnobView] = {}
        self._shares: list[tuple[list[Knob], list[Any]]] = []
        self._sums: list[tuple[list[list[Knob]], list[Any]]] = []
        boxes = []
        for section in page.sections:
            own = [found[address] for address in section.addresses]
            slides = not isinstance(section, Grid)
            views = [KnobView(knob, kit, slides) for knob in own]
            self.views |= {view.address: view for view in views}
            if isinstance(section, Grid):
                columns = [
                    [found[at] for row in section.cells if (at := row[i])]
                    for i in range(len(section.columns))
                ]
                sums = [kit.words("", "mp-sum") for _ in columns] if section.sums else []
                self._sums.append((columns, sums))
                boxes.append(kit.grid(section, views, sums))
            else:
                shares = [kit.words("", "mp-share") for _ in own]
                self._shares.append((own, list(shares)))
                boxes.append(kit.rows(section, views, shares))
        self.box = widgets.down(boxes)

    def show(self, document: Document, locked: frozenset[str], tilts: Mapping[str, float]) -> None:
        """Show the values of a game, given as the document of its file.

        Parameters
        ----------
        document : dict
        locked : frozenset of str
            Addresses of locked knobs.
        tilts : mapping
            Address of a tilt that is being turned to how far.
        """
        for address, view in self.views.items():
            value = self._found[address].handle.read(document)
            view.show(tilts.get(address, value), address in locked)
        for own, shares in self._shares:
            self._show_shares(document, own, shares)
        for columns, sums in self._sums:
            for column, total in zip(columns, sums, strict=False):
                _set(total, f"{sum(knob.handle.read(document) for knob in column):,}")

    def _show_shares(self, document: Document, own: Sequence[Knob], shares: Sequence[Any]) -> None:
        for knob, shown in zip(own, shares, strict=True):
            if knob.kind == "weight":
                place = knob.handle.table[0]
                table = handles.at(document, place)
                weights = [x["weight"] if isinstance(x, dict) else x for x in table.values()]
                value = knob.handle.read(document)
                _set(shown, f"{100 * value / sum(weights):.4g} %" if weights else "")


def _set(label: Any, text: str) -> None:
    if label.value != text:
        label.value = text
