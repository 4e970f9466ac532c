"""The goals of the panel's solver, as a form: what is kept, what is wanted, what may be turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mathlib.core.errors import MathlibError
from mathlib.design.dials import Goal
from mathlib.design.tune import HELD, Hold
from mathlib.exact.evaluation import Evaluation
from mathlib.present import widgets
from mathlib.present.par_sheet import label

DEFAULT, PAGE = "feature chances and value tables, then reels", "what the open page shows"
ROWS = 3
NONE = "\N{EM DASH}"


@dataclass(frozen=True)
class Wanted:
    """What the solver is asked for, besides the target.

    Parameters
    ----------
    goals : tuple of Goal or Hold
    page : bool
        Whether the knobs of the open page are free, instead of the solver's own choice.
    fine : bool
        Whether a fine knob takes up what whole symbols leave.
    """

    goals: tuple[Goal | Hold, ...]
    page: bool
    fine: bool


class GoalsForm:
    """The form; `read` says what it asks for.

    Parameters
    ----------
    held : sequence of Hold
        Figures that can be kept by ticking a box.
    """

    def __init__(self, held: Sequence[Hold] = HELD) -> None:
        self.held = [(hold, widgets.check(_words(hold), True, "mp-check")) for hold in held]
        self.free = widgets.choice([DEFAULT, PAGE], "mp-longer")
        self.fine = widgets.check("let a fine weight take up what whole symbols leave", True)
        self.rows = [
            (
                widgets.choice([NONE], "mp-long"),
                widgets.text("", "at least", "mp-short"),
                widgets.text("", "at most", "mp-short"),
            )
            for _ in range(ROWS)
        ]
        self.explanation = widgets.html(
            '<p class="mp-soft">What Solve moved, and whether each goal is met, is told here.</p>',
            "mp-fill",
        )
        left = widgets.down(
            [
                widgets.html("<b>Keep</b>", "mp-section"),
                *(box for _, box in self.held),
                widgets.html("<b>May be turned, unless locked</b>", "mp-section"),
                self.free,
                self.fine,
                widgets.html("<b>Also wanted</b> (rates as numbers: 0.35)", "mp-section"),
                *(widgets.across(row) for row in self.rows),
            ],
            "mp-goals",
        )
        self.box = widgets.across([left, self.explanation], "mp-bottom")

    def offer(self, evaluation: Evaluation) -> None:
        """Offer the figures of an evaluation as goals."""
        names = [*evaluation.figures, *evaluation.parts]
        options = [(NONE, NONE), *((label(name), name) for name in dict.fromkeys(names))]
        for chosen, _, _ in self.rows:
            if len(chosen.options) != len(options):
                before = chosen.value
                chosen.options = options
                chosen.value = before if before in names else NONE

    def read(self) -> Wanted:
        """Return what is asked for.

        Raises
        ------
        MathlibError
            When a limit is no number, or a goal has none.
        """
        goals: list[Goal | Hold] = [hold for hold, box in self.held if box.value]
        for chosen, least, most in self.rows:
            if chosen.value != NONE:
                limits = {
                    key: _number(field.value, chosen.value)
                    for key, field in (("at_least", least), ("at_most", most))
                    if field.value.strip()
                }
                if not limits:
                    raise MathlibError(f"{label(chosen.value)}: say at least or at most how much")
                goals.append(Goal(chosen.value, **limits))
        return Wanted(tuple(goals), self.free.value == PAGE, self.fine.value)


def _words(hold: Hold) -> str:
    share = f"{hold.within:.0%}" if hold.relative else f"{100 * hold.within:g} point"
    return f"{label(hold.quantity).lower()} within {share}"


def _number(text: str, name: str) -> float:
    try:
        share = text.strip().endswith("%")
        return float(text.strip().rstrip("%").replace(",", "")) / (100 if share else 1)
    except ValueError:
        raise MathlibError(f"{label(name)}: {text!r} is not a number, such as 0.35") from None
