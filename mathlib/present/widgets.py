"""The only module that knows ipywidgets: the few kinds of widgets that the panel is made of.

Widgets of one kind share their layout and style objects, each of which would be a message and a
model of its own in the browser: a grid of 64 fields opens in a fraction of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor
from typing import Any

import ipywidgets
from ipywidgets.widgets import widget_bool, widget_description, widget_int, widget_string

from mathlib.design.knobs import Knob, Number
from mathlib.present.panel_pages import Grid, Rows

Turn = Callable[[str, Number, bool], None]
"""Takes an address, a value, and whether this may go on with the last act (a slider's drag)."""
Lock = Callable[[str, bool], None]
STEPS = 200
"""Steps of a slider for a tilt, each way."""
ROUND = (10, 12, 15, 20, 30, 40, 50, 60, 80, 100)
"""Tenths at which the range of a slider may end, times a power of ten."""


def html(text: str = "", *classes: str) -> Any:
    """Return a piece of HTML."""
    return _classed(ipywidgets.HTML(text), *classes)


def button(text: str, tooltip: str, act: Callable[[], None], icon: str = "", *classes: str) -> Any:
    """Return a button that does something."""
    made = ipywidgets.Button(description=text, tooltip=tooltip, icon=icon)
    made.on_click(lambda _: act())
    return _classed(made, *classes)


def text(value: str, placeholder: str, *classes: str) -> Any:
    """Return a line of text to edit."""
    return _classed(ipywidgets.Text(value, placeholder=placeholder), *classes)


def number(value: float, step: float, *classes: str) -> Any:
    """Return a field for a number without limits of its own: nothing is clamped by it."""
    return _classed(ipywidgets.FloatText(value, step=step), *classes)


def check(words: str, value: bool, *classes: str) -> Any:
    """Return a box to tick."""
    made = ipywidgets.Checkbox(value, description=words, indent=False)
    return _classed(made, *classes)


def choice(options: Sequence[Any], *classes: str) -> Any:
    """Return a list to choose from."""
    return _classed(ipywidgets.Dropdown(options=options), *classes)


def switch(options: Sequence[str], tooltips: Sequence[str], *classes: str) -> Any:
    """Return buttons of which one is pressed."""
    made = ipywidgets.ToggleButtons(options=options, tooltips=tooltips)
    return _classed(made, *classes)


def steps(most: int, *classes: str) -> Any:
    """Return a slider over steps from 0 to the last."""
    made = ipywidgets.IntSlider(min=0, max=most, readout=False)
    return _classed(made, *classes)


def across(children: Sequence[Any], *classes: str) -> Any:
    """Return widgets side by side."""
    return _classed(ipywidgets.HBox(tuple(children)), *classes)


def down(children: Sequence[Any], *classes: str) -> Any:
    """Return widgets one below the other."""
    return _classed(ipywidgets.VBox(tuple(children)), *classes)


def tabs(children: Sequence[Any], titles: Sequence[str], *classes: str) -> Any:
    """Return widgets of which one is in front."""
    return _classed(ipywidgets.Tab(tuple(children), titles=tuple(titles)), *classes)


class KnobView:
    """One knob: an exact field, a lock box and, where asked for, a slider.

    Parameters
    ----------
    knob : Knob
        As it is now.
    kit : Kit
        What the widgets of a page share.
    sliding : bool
        Whether there is a slider.
    """

    def __init__(self, knob: Knob, kit: Kit, sliding: bool) -> None:
        self.address, self.kind, self._kit = knob.address, knob.kind, kit
        # A slider counts steps from 0: a browser moves one with fractions onto its own grid, and
        # tells it as if the user had done it.
        self.unit = _tilt_step(knob) if knob.kind == "tilt" else 1
        self.field = _classed(
            ipywidgets.FloatText(knob.value, step=self.unit, layout=kit.layout, style=kit.field),
            "mp-field",
        )
        self.lock = _classed(
            ipywidgets.ToggleButton(
                icon="unlock", tooltip=kit.hint, layout=kit.layout, style=kit.toggle
            ),
            "mp-lock",
        )
        self.slider = self._slider(knob) if sliding else None
        self.field.observe(lambda change: self._typed(change["new"]), "value")
        self.lock.observe(lambda change: self._locked(change["new"]), "value")
        if self.slider is not None:
            self.slider.observe(lambda change: self._slid(change["new"]), "value")

    def show(self, value: Number, locked: bool) -> None:
        """Show a value and whether it is locked; a slider's range grows to hold the value."""
        if self.field.value != value:
            self.field.value = value
        slider = self.slider
        if slider is not None:
            place = round(value / self.unit)
            if place > slider.max:
                slider.max = place if self.kind == "tilt" else _room(place)
            if place < slider.min:
                slider.min = place
            if slider.value != place:
                slider.value = place
        if self.lock.value != locked:
            self.lock.value = locked
        icon = "lock" if locked else "unlock"
        if self.lock.icon != icon:
            self.lock.icon = icon

    def _slider(self, knob: Knob) -> Any:
        if knob.kind == "tilt":
            value, least, most = 0, ceil(knob.least / self.unit), floor(knob.most / self.unit)
        else:
            value, least = int(knob.value), int(min(knob.least, knob.value))
            most = int(min(knob.most, _room(knob.value)))
        made = ipywidgets.IntSlider(
            value=value, min=least, max=most, readout=False,
            layout=self._kit.layout, style=self._kit.slider,
        )  # fmt: skip
        return _classed(made, "mp-slider")

    def _typed(self, value: float) -> None:
        if not self._kit.quiet:
            whole = self.kind != "tilt" and value.is_integer()
            self._kit.turn(self.address, int(value) if whole else value, False)

    def _slid(self, place: int) -> None:
        if not self._kit.quiet:
            value = round(place * self.unit, 12) if self.kind == "tilt" else place
            self._kit.turn(self.address, value, True)

    def _locked(self, locked: bool) -> None:
        if not self._kit.quiet:
            self._kit.lock(self.address, locked)


class Kit:
    """What the widgets of a panel share.

    Parameters
    ----------
    turn, lock : callable
        What a knob that is turned, or locked, is told to.

    Attributes
    ----------
    quiet : bool
        Set while the panel itself changes widgets, so that they are not taken for acts.
    """

    hint = "lock: Solve leaves this alone"

    def __init__(self, turn: Turn, lock: Lock) -> None:
        self.turn, self.lock, self.quiet = turn, lock, False
        self.layout = ipywidgets.Layout()
        self.field = widget_description.DescriptionStyle()
        self.toggle = widget_bool.ToggleButtonStyle()
        self.slider = widget_int.SliderStyle()
        self.label = widget_string.LabelStyle()

    def words(self, value: str, *classes: str) -> Any:
        """Return a short text of a page."""
        made = ipywidgets.Label(value, layout=self.layout, style=self.label)
        return _classed(made, *classes)

    def rows(self, section: Rows, views: Sequence[KnobView], shares: Sequence[Any]) -> Any:
        """Return knobs one below the other: label, slider, field, share of the table, lock."""
        cells = [
            widget
            for (_, label), view, share in zip(section.rows, views, shares, strict=True)
            for widget in (
                self.words(label, "mp-name"), view.slider, view.field, share, view.lock
            )
        ]  # fmt: skip
        box = _classed(ipywidgets.GridBox(tuple(cells)), "mp-rows")
        return down([html(f"<b>{section.title}</b>", "mp-section"), box])

    def grid(self, section: Grid, views: Sequence[KnobView], sums: Sequence[Any]) -> Any:
        """Return knobs in rows and columns, each a field with its lock."""
        left = iter(views)
        cells = [self.words(section.corner, "mp-head")]
        cells += [self.words(name, "mp-head", "mp-wide") for name in section.columns]
        for name, row in zip(section.rows, section.cells, strict=True):
            cells.append(self.words(name, "mp-name"))
            for address in row:
                view = next(left) if address else None
                empty = [self.words("", "mp-wide")]
                cells += [view.field, view.lock] if view is not None else empty
        if section.sums:
            cells += [self.words("sum", "mp-name"), *sums]
        columns = f"mp-grid mp-columns-{len(section.columns)}".split()
        box = _classed(ipywidgets.GridBox(tuple(cells)), *columns)
        title = [html(f"<b>{section.title}</b>", "mp-section")] if section.title else []
        return down([*title, box])


def _classed(widget: Any, *classes: str) -> Any:
    for name in classes:
        widget.add_class(name)
    return widget


def _room(value: Number) -> int:
    """Return an upper end for a slider that leaves room to double a value.

    Examples
    --------
    >>> _room(5), _room(9609)
    (20, 20000)
    """
    wanted = max(20, 2 * int(value))
    power: int = 10 ** (len(str(wanted)) - 1)
    return next(top for k in ROUND if (top := k * power // 10) >= wanted)


def _tilt_step(knob: Knob) -> float:
    wide = max(knob.most, -knob.least) / STEPS
    return float(f"{wide:.1g}") if wide else 1.0
