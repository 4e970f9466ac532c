"""The verdict as tables for a page, as text for a terminal, and as a workbook takes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mathlib.exact.evaluation import Evaluation
from mathlib.present.blocks import Block, Heading, Table, Text
from mathlib.present.cells import Cell, whole
from mathlib.present.numbers import fixed, in_percent, known, percent, plain
from mathlib.present.text import aligned
from mathlib.verdict import Row, Verdict
from mathlib.verdict.judge import LEAN, POINT, RARE, SEEN
from mathlib.verdict.result import ENOUGH, LEVEL
from mathlib.verdict.rounds import PlayedRound, rounds_as_played

HEADS = (
    "Figure", "Theory", "Simulated", "Standard error", "from", "z",
    f"Rounds to see {100 * POINT:g} points", "Not seen, % of bet", "",
)  # fmt: skip
UNJUDGED = (
    "This sheet was made without a verdict: no game was played by the simulator for it. What is "
    "simulated says so wherever it stands."
)
MAIN = ("total", "sd", "any_win", "some_win", "line_hit_frequency", "feature_frequency")
"""Rows that a PAR sheet shows, besides the parts of the RTP."""


def verdict_blocks(verdict: Verdict, evaluation: Evaluation | None = None) -> tuple[Block, ...]:
    """Return a verdict as blocks of a page, a row for every figure.

    Parameters
    ----------
    verdict : Verdict
    evaluation : Evaluation, optional
        What it is about: rounds whose law is not exact are then shown as they were played.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> from mathlib.play.simulate import simulate
    >>> from mathlib.verdict import verdict
    >>> game = example("pig_wizard")
    >>> blocks = verdict_blocks(verdict(evaluate(game), simulate(game, 20_000, seed=1)))
    >>> blocks[0].paragraphs[0][:18]
    'Not enough rounds:'
    """
    played = rounds_as_played(evaluation) if evaluation else ()
    table = replace(_table(verdict.rows, verdict), dense=True)
    return (_line(verdict), table, Text.of(*NOTES, note=True), *played_blocks(played))


def sheet_blocks(verdict: Verdict | None, evaluation: Evaluation) -> tuple[Block, ...]:
    """Return a verdict as a PAR sheet shows it: parts, main figures, and all that differ.

    A workbook, where rows are cheap, shows all figures in that place.
    """
    if verdict is None:
        return (Text.of(UNJUDGED),)
    wanted = {*MAIN, *evaluation.parts}
    rows = [row for row in verdict.rows if row.part in wanted or row.differs]
    table = replace(_table(rows, verdict), sheet=_table(verdict.rows, verdict))
    return (_line(verdict), table, Text.of(*NOTES, note=True))


def _line(verdict: Verdict) -> Text:
    return Text.of(f"{verdict.line[0].upper()}{verdict.line[1:]}.")


def _table(rows: Sequence[Row], verdict: Verdict) -> Table:
    caption = f"{verdict.rounds:,} rounds played rule by rule, seed {verdict.seed}"
    return Table(HEADS, [_cells(row) for row in rows], caption=caption)


def verdict_text(verdict: Verdict) -> str:
    """Return a verdict as text: a row for every figure, and the line last.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> from mathlib.play.simulate import simulate
    >>> from mathlib.verdict import verdict
    >>> game = example("pig_wizard")
    >>> text = verdict_text(verdict(evaluate(game), simulate(game, 20_000, seed=1)))
    >>> text.splitlines()[-1][:18]
    'not enough rounds:'
    """
    heads = ["figure", "theory", "simulated", "error", "from", "z", "rounds needed", "not seen", ""]
    rows = [
        [
            row.part,
            f"{row.exact:.7g}",
            _digits(row.simulated, 7),
            _digits(row.error, 3),
            row.error_from,
            "" if row.z is None else f"{row.z:.2f}",
            _digits(row.rounds_needed, 2),
            f"{100 * row.unseen:.2g}" if row.unseen else "",
            _mark(row),
        ]
        for row in verdict.rows
    ]
    head = f"{verdict.rounds:,} rounds, seed {verdict.seed}, parameters {verdict.digest}\n\n"
    return f"{head}{aligned(heads, rows)}\n{verdict.line}\n"


def simulated_total(verdict: Verdict) -> list[str]:
    """Return the row of a summary that shows the simulated total beside the exact one."""
    total = verdict.total
    value, error = total.simulated or 0.0, total.error or 0.0
    return [
        "Total RTP, simulated",
        percent(value),
        f"within {plain(196 * error, 3)} (95 %), {verdict.rounds:,} rounds, seed {verdict.seed}",
    ]


def played_blocks(rounds: Sequence[PlayedRound]) -> tuple[Block, ...]:
    """Return rounds whose win has no exact law as they were played, with 95 % intervals."""
    if not rounds:
        return ()
    sets = [one.modifiers for one in rounds]
    facts = [
        ["Rounds played", *(whole(one.rounds) for one in rounds)],
        ["Seed", *(f"{one.seed}" for one in rounds)],
        ["Mean win, theory, x", *(fixed(one.exact_mean) for one in rounds)],
        ["Mean win as played, x", *(fixed(one.mean.value) for one in rounds)],
        ["within (95 %)", *(fixed(1.96 * one.mean.error) for one in rounds)],
        *(
            [
                f"{100 * share:g} % of rounds win at most, x",
                *(_interval(*one.quantiles[share]) for one in rounds),
            ]
            for share in rounds[0].quantiles
        ),
        ["Greatest win seen, x", *(fixed(one.greatest, 1) for one in rounds)],
        ["Mean taken by the cap, x", *(plain(one.cap.value, 4) for one in rounds)],
        ["how known", *(known(one.cap) for one in rounds)],
    ]
    edges = sorted({(low, high) for one in rounds for low, high, _ in one.bands})
    bands = [
        [f"{low:,g}x to {high:,g}x", *(_chance(one, low, high) for one in rounds)]
        for low, high in edges
    ]
    caption = "Rounds that do not fill the board; in brackets what holds with 95 %"
    return (
        Heading("Rounds whose win has no exact law"),
        Table(["", *sets], facts, caption=caption),
        Table(["Win of the round", *sets], bands, caption="Chance of a win, %, with 95 % interval"),
    )


def _interval(value: float, low: float, high: float) -> str:
    return f"{value:,.1f} [{low:,.1f}, {high:,.1f}]"


def _chance(one: PlayedRound, low: float, high: float) -> str:
    for a, b, found in one.bands:
        if (a, b) == (low, high):
            return f"{100 * found.value:.3g} [{100 * found.low:.3g}, {100 * found.high:.3g}]"
    return ""


def _cells(row: Row) -> list[str]:
    return [
        row.part.replace("_", " "),
        plain(row.exact, 7),
        _plain(row.simulated, 7),
        _plain(row.error, 3),
        row.error_from,
        "" if row.z is None else fixed(row.z, 2),
        "" if row.rounds_needed is None else Cell(f"{row.rounds_needed:.2g}", row.rounds_needed),
        in_percent(row.unseen, 4) if row.unseen else "",
        _mark(row),
    ]


def _mark(row: Row) -> str:
    """Say what became of a row."""
    if row.differs:
        return "DIFFERS"
    return "" if row.p is not None else "too few"


def _plain(value: float | None, digits: int) -> str:
    return "" if value is None else plain(value, digits)


def _digits(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}g}"


NOTES = (
    "Standard errors are from the theory's variance; where it has none, from the sample, and the "
    "figure is then judged by the greatest variance that the theory allows, if it has that. "
    "Chances are judged by the binomial law, means by Pearson's law of type III, whose skewness "
    f"is the theory's or {LEAN:g} coefficients of variation; full boards apart, by Poisson's law. "
    f"All figures are judged together (Holm), at a level of {LEVEL:g}: so often a right "
    "evaluation is refused. Amounts and chances are in the figure's own unit.",
    f"Rounds to see {100 * POINT:g} points: after so many game rounds an error of the figure that "
    f"is worth {100 * POINT:g} points of the RTP, or of itself when it is a chance and worth "
    f"none, is {SEEN:g} standard errors. Not seen: what of the RTP comes from prizes that such a "
    f"run shows fewer than {RARE:g} times on average; what multipliers add is no list of prizes "
    f"and not in it. A run is enough when {SEEN:g} standard errors of the total are at most "
    f"{100 * ENOUGH:g} point, which is what tells one RTP version of a game from the next.",
)
