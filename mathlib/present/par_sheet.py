"""The PAR sheet: numbered sections in the order a test laboratory reads them.

What all games share is here; what one game has of its own comes from its module, by the kind of
its parameters. The notebook, and later the workbook, show the same sections.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version

from mathlib.core.errors import MathlibError
from mathlib.exact.evaluation import Evaluation
from mathlib.present import orb_features, orb_reels, orb_states
from mathlib.present.blocks import Block, Picture, Section, Table, Text
from mathlib.present.numbers import fixed, known, one_in, percent, plain
from mathlib.present.plots import plot_parts, svg

GAMES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
Z90 = 1.645


@dataclass(frozen=True)
class ParSheet:
    """A PAR sheet: its sections, in order."""

    sections: tuple[Section, ...]

    def __getitem__(self, number: int) -> Section:
        """Return the section of a number."""
        for section in self.sections:
            if section.number == number:
                return section
        raise KeyError(number)

    def _repr_html_(self) -> str:
        return "\n".join(section._repr_html_() for section in self.sections)


def par_sheet(evaluation: Evaluation, report_date: str) -> ParSheet:
    """Lay an evaluation out as a PAR sheet.

    Parameters
    ----------
    evaluation : Evaluation
        Of any game the suite knows.
    report_date : str
        The date shown, year-month-day; given, never taken from the clock.

    Returns
    -------
    ParSheet
        Sections that show themselves in a notebook.

    Raises
    ------
    MathlibError
        When no sheet is laid out for this kind of game.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> sheet = par_sheet(evaluate(example("orb_respins")), "2026-11-30")
    >>> sheet[10].title
    'Reconciliation'
    """
    if evaluation.game.kind not in SECTIONS:
        raise MathlibError(f"no PAR sheet is laid out for a game of kind {evaluation.game.kind}")
    own = SECTIONS[evaluation.game.kind](evaluation)
    sections = {
        1: Section(1, "Identification", identification(evaluation, report_date)),
        2: Section(2, "Summary", summary_blocks(evaluation)),
        10: Section(10, "Reconciliation", reconciliation(evaluation)),
        **own,
    }
    return ParSheet(tuple(sections[number] for number in sorted(sections)))


def identification(evaluation: Evaluation, report_date: str) -> tuple[Block, ...]:
    """Return who the game is: names, versions, digests, revision log."""
    names = evaluation.game.identification
    rows = [
        ["Title", names.title],
        ["Code", names.code],
        ["Version", names.version],
        ["RTP version", names.rtp_version],
        ["Date of this sheet", report_date],
        ["SHA-256 of the parameter file", evaluation.digest],
        ["Library", f"mathlib {version('mathlib')}"],
    ]
    log = [[r.version, r.date, r.note] for r in names.revisions]
    return (
        Table(["", ""], rows),
        Table(["Version", "Date", "Revision"], log, caption="Revision log"),
    )


def summary_blocks(evaluation: Evaluation) -> tuple[Block, ...]:
    """Return the figures a reader looks for first, and how each is known."""
    figures = evaluation.figures
    total = evaluation.total
    rows = [
        ["Total RTP", percent(total.value), _known_total(evaluation)],
        ["House edge", percent(1 - total.value), _known_total(evaluation)],
    ]
    for name, title, kind in SUMMARY:
        if name in figures:
            figure = figures[name]
            text = {
                "percent": lambda x: percent(x),
                "one_in": lambda x: one_in(1 / x),
                "chance": lambda x: one_in(x),
                "x": lambda x: fixed(x, 4) + "x",
            }[kind](figure.value)
            rows.append([title, text, known(figure, 100 if kind == "percent" else 1)])
    blocks: list[Block] = [Table(["Quantity", "Value", "How known"], rows)]
    if "sd" in figures:
        sd = figures["sd"].value
        spans = []
        for games in GAMES:
            half = Z90 * sd / games**0.5
            low, high = max(total.value - half, 0.0), total.value + half
            spans.append([f"{games:,}", percent(low, 2), percent(high, 2)])
        caption = "RTP of so many games, 90 % of the time (normal approximation, z = 1.645)"
        blocks.append(Table(["Games", "From", "To"], spans, caption=caption))
    checks = evaluation.aims()
    if checks:
        aims = [
            [
                check.aim.text,
                plain(check.figure.value, 7),
                _range(check.aim.at_least, check.aim.at_most),
                "met" if check.met else "NOT MET",
            ]
            for check in checks
        ]
        blocks.append(
            Table(["Aim of the design", "Reached", "Wanted", ""], aims, caption="Design profile")
        )
    return tuple(blocks)


def reconciliation(evaluation: Evaluation) -> tuple[Block, ...]:
    """Return the parts of the RTP, added up to the last digit shown."""
    parts, total = evaluation.parts, evaluation.total
    # Rounded parts need not add up to the rounded total, so what rounding leaves has a row.
    shown = {name: round(100 * figure.value, 8) for name, figure in parts.items()}
    rows = [
        [
            label(name),
            fixed(shown[name], 8),
            fixed(100 * figure.value / total.value, 3),
            known(figure, 100),
        ]
        for name, figure in parts.items()
    ]
    rest = round(100 * total.value, 8) - sum(shown.values())
    if abs(rest) > 5e-9:
        rows.append(["rounding of the rows above", fixed(rest, 8), "", ""])
    whole = [fixed(100 * total.value, 8), fixed(100, 3), _known_total(evaluation)]
    rows.append(["Total", *whole])
    bar = plot_parts({label(name): figure.value for name, figure in parts.items()})
    return (
        Table(["Part", "RTP, % of bet", "Share of total, %", "How known"], rows, total=True),
        Picture(svg(bar), "RTP by part, in % of the total bet; the line marks the total."),
        Text.of(
            "Parts are uncapped and speak of rounds that do not fill the board, where the game "
            "has one; what the cap takes is subtracted once, from the total.",
            note=True,
        )
        if "full_board" in parts
        else Text.of("What the cap takes is subtracted once, from the total.", note=True),
    )


def _known_total(evaluation: Evaluation) -> str:
    others = [part for name, part in evaluation.parts.items() if name != "cap"]
    cap, total = evaluation.parts.get("cap"), evaluation.total
    if cap is not None and cap.kind != "exact" and all(p.kind == "exact" for p in others):
        return f"exact but for the cap ({known(total, 100)})"
    return known(total, 100)


def label(name: str) -> str:
    """Return the name of a part or figure as a reader sees it.

    Examples
    --------
    >>> label("full_board")
    'Full board'
    """
    return name.replace("_", " ").capitalize()


def _range(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f"{plain(low)} to {plain(high)}"
    if low is not None:
        return f"at least {plain(low)}"
    return f"at most {plain(high)}" if high is not None else "any"


SUMMARY = (
    ("line_rtp", "Line RTP", "percent"),
    ("respins_rtp", "Respins RTP, before the cap", "percent"),
    ("base_lines", "Base line RTP", "percent"),
    ("cash_lock_and_mystic", "Cash Lock and Mystic Money RTP", "percent"),
    ("wizard_spins_rtp", "Wizard Spins RTP", "percent"),
    ("modifiers_rtp", "Modifiers RTP", "percent"),
    ("any_win", "Hit frequency, any win", "percent"),
    ("some_win", "Hit frequency, any win", "percent"),
    ("line_hit_frequency", "Line hit frequency", "percent"),
    ("line_above_bet", "Line wins above the stake", "percent"),
    ("line_up_to_bet", "Line wins of at most the stake (losses disguised as wins)", "percent"),
    ("win_above_bet", "Wins above the stake", "percent"),
    ("disguised_loss", "Wins below the stake (losses disguised as wins)", "percent"),
    ("orb_in_view", "Spins with an orb in view", "percent"),
    ("feature_frequency", "Respins frequency", "chance"),
    ("mean_respins_win", "Mean Respins win, before the cap", "x"),
    ("wizard_in_view_one_in", "Pig Wizard in view", "one_in"),
    ("modifier_one_in", "Modifier", "one_in"),
    ("wizard_spins_one_in", "Wizard Spins", "one_in"),
    ("mystic_one_in", "Mystic Money", "one_in"),
    ("bonus_mean", "Mean Wizard Spins win", "x"),
    ("wizard_wins_nothing", "Pig Wizard spins that win nothing", "percent"),
    ("max_win", "Maximum win", "x"),
    ("full_board_chance", "Odds of the maximum win", "chance"),
    ("cap_one_in", "Odds of the maximum win", "one_in"),
    ("cap_cost", "Cost of the cap", "percent"),
    ("sd_line_win", "Standard deviation of the line win", "x"),
    ("sd", "Standard deviation per game, zeros included", "x"),
    ("volatility_index", "Volatility index (z = 1.645, 90 %)", "x"),
)
"""Figures of the summary, in order: name, title, and the way they are shown."""


def _orb(evaluation: Evaluation) -> Mapping[int, Section]:
    return {
        **orb_reels.sections(evaluation),
        **orb_features.sections(evaluation),
        **orb_states.sections(evaluation),
    }


SECTIONS: dict[str, Callable[[Evaluation], Mapping[int, Section]]] = {"orb_respins": _orb}
"""Sections of its own, per kind of game; one line makes a game known here."""
