"""Pig Wizard, what a spin is made of: sections 3 to 6 of the PAR sheet."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import cast

from mathlib.exact.evaluation import Evaluation
from mathlib.exact.lines import LineTable
from mathlib.exact.pig_wizard import Solution
from mathlib.exact.pig_wizard.state_law import StateLaw
from mathlib.game.lines import Strip
from mathlib.game.pig_wizard import NONE, PigWizard
from mathlib.present.blocks import Block, Heading, Picture, Row, Section, Sheet, Stack, Table, Text
from mathlib.present.cells import whole
from mathlib.present.numbers import amount, fixed, money, percent, plain
from mathlib.present.plots import chart_svg
from mathlib.present.reels import (
    TOP_ROW,
    line_chart,
    line_totals,
    line_wins,
    paytables,
    strip_counts,
    strip_list,
)


def sections(evaluation: Evaluation) -> Mapping[int, Section]:
    """Return the sections on the reels, by number."""
    game = cast(PigWizard, evaluation.game)
    return {
        3: Section(3, "Configuration", _configuration(game)),
        4: Section(4, "Symbols and paytable", _paytable(game)),
        5: _strips(game),
        6: Section(6, "Line wins", _line_wins(cast(Solution, evaluation.detail))),
    }


def _configuration(game: PigWizard) -> tuple[Block, ...]:
    reel, row = game.centre
    crossing = [f"{i}" for i, line in enumerate(game.lines, start=1) if line[reel] == row]
    cap = (
        f"{amount(game.cap)} total bet per game round, once on its total; reaching it ends the "
        "round"
        if game.cap is not None
        else "none"
    )
    rows = [
        ["Grid", f"{game.reels} reels x {game.rows} rows, in the base game and both features"],
        ["Centre cell", f"reel {reel + 1}, row {row + 1} from the top"],
        ["Lines", f"{game.line_bets}, all always played"],
        ["Lines through the centre", f"{len(crossing)}: {', '.join(crossing) or 'none'}"],
        ["Evaluation", "left to right from reel 1, highest win per line, lines add"],
        ["Line bet", f"total bet / {game.line_bets}"],
        ["Stakes", ", ".join(money(stake) for stake in game.stakes_pence)],
        ["Win cap", cap],
        ["Rounding", "none: every prize is a whole number of pence at every stake; only the "
                     "printed figure is rounded"],
    ]  # fmt: skip
    chart = chart_svg(game.lines, game.rows, cell_marked=game.centre)
    return (
        Table(["", ""], rows),
        Picture(
            chart,
            f"Line chart: the {game.line_bets} lines, numbered; reels left to right. The centre "
            "cell is in red on the lines that the Pig Wizard can help.",
            line_chart(game.lines),
        ),
    )


def _paytable(game: PigWizard) -> tuple[Block, ...]:
    blocks = paytables(game.paytable, game.reels, game.line_bets, game.reference_stake_pence)
    return (
        *blocks,
        Text.of(
            "Pig Wizard: lands in the centre cell only and is on no strip; wild for every paying "
            "symbol, not for Cash Prizes; pays nothing of its own.",
            f"Cash Prize: on every reel but reel {game.centre[0] + 1}; pays nothing on lines and "
            "breaks them. In the base game it is locked, and pays what it shows only with the Pig "
            "Wizard in view; in the features it is always paid.",
        ),
    )


def _strips(game: PigWizard) -> Section:
    sets: dict[str, tuple[Strip, ...]] = {
        "Base game": game.strips,
        "Mystic Money": game.mystic_money.strips,
        "Wizard Spins": game.wizard_spins.strips,
    }
    blocks: list[Block] = [
        Text.of(f"Three sets of strips. {TOP_ROW} The Pig Wizard covers what its cell shows.")
    ]
    for name, reels in sets.items():
        blocks.append(Heading(f"{name}: symbols"))
        blocks.append(Row(_counts(reels, game)))
    lists = {name: strip_list(reels, name) for name, reels in sets.items()}
    whole_list = (Heading("Strips, stop by stop"), Row(tuple(lists.values())))
    sheets = [Sheet(f"Strips, {name}", (one,)) for name, one in lists.items()]
    return Section(
        5, "Reel strips", (*blocks, *whole_list), (*sheets, Sheet("Symbol counts", tuple(blocks)))
    )


def _counts(reels: tuple[Strip, ...], game: PigWizard) -> tuple[Block, ...]:
    """Return counts and, beside them, chances; the lengths below where there is more room."""
    counts, *chances = strip_counts(reels, game.rows, game.paytable)
    lengths, stops = cast(Row, counts).blocks
    if len(chances) == 1:
        return (Stack((stops, lengths)), chances[0])
    return (lengths, stops, *chances)


def _line_wins(solution: Solution) -> tuple[Block, ...]:
    without, held = _plain(solution, wizard=False), _plain(solution, wizard=True)
    bonus = next((state.law for state in solution.bonus if state.modifier == NONE), None)
    lines = solution.lines
    parts: list[tuple[str, str, LineTable, StateLaw | None]] = [
        ("base", "Base game without the Pig Wizard", lines["base"], without),
        ("wizard", "Base game with the Pig Wizard", lines["base with the Pig Wizard"], held),
        ("spins", "Wizard Spins, the Pig Wizard held", lines["wizard spins"], bonus),
    ]
    blocks: list[Block] = []
    for where, title, table, law in parts:
        blocks += [Heading(title), Row((line_wins(table, where), _facts(table, law, where)))]
    return (
        *blocks,
        Heading("Line wins and Cash Prizes in view, jointly"),
        Row(
            (
                _joint("Base game", {"no Pig Wizard": without, "Pig Wizard": held}),
                _joint("Wizard Spins", {"": bonus}),
            )
        ),
        Text.of(
            "Hits are counted over the whole cycle and all lines, as exact integers; spins with a "
            "modifier apart. The Pig Wizard adds to the run of the symbol it stands in for; a "
            "line pays its highest win once. Line win and Cash Prizes share the reels, so their "
            "joint law is used.",
            note=True,
        ),
    )


def _plain(solution: Solution, *, wizard: bool) -> StateLaw | None:
    found = (s.law for s in solution.base if s.modifier == NONE and s.wizard == wizard)
    return next(found, None)


def _facts(table: LineTable, law: StateLaw | None, where: str) -> Table:
    rows = [*line_totals(table, where), ["Line RTP", percent(table.rtp, 6)]]
    if law is not None:
        wins, bets = law.wins, law.line_bets
        low = sum((p for win, p in wins.items() if 0 < win <= bets), Fraction(0))
        second = sum((p * win * win for win, p in wins.items()), Fraction(0)) / bets**2
        rows += [
            ["Line hit frequency", percent(law.hit_frequency, 6)],
            ["0 < line win <= stake", percent(low, 6)],
            ["Line win > stake", percent(law.hit_frequency - low, 6)],
            ["Standard deviation", fixed(sqrt(second - law.mean_line**2), 6) + "x"],
            ["Highest line win", plain(Fraction(max(wins), bets)) + "x"],
        ]
    return Table(["Full cycle", ""], rows)


def _joint(caption: str, laws: Mapping[str, StateLaw | None]) -> Block:
    """Return, per number of Cash Prizes, its chance and the line wins that go with it.

    The centre reel has no Cash Prize, so their number has one law with and without the Pig Wizard.
    """
    found = {title: law for title, law in laws.items() if law is not None}
    landed = next((law.landed for law in found.values()), {})
    rows: dict[int, list[str]] = {n: [whole(n), percent(chance)] for n, chance in landed.items()}
    heads, last = ["Cash Prizes", "Probability"], ["any", ""]
    for title, law in found.items():
        heads += [f"Line hits, {title}" if title else "Line hits", "Mean line win"]
        last += [percent(law.hit_frequency), fixed(law.mean_line, 5) + "x"]
        for n, row in rows.items():
            row += _given(law, n)
    return Table(heads, [*rows.values(), last], total=True, caption=caption)


def _given(law: StateLaw, landed: int) -> list[str]:
    scale, wins = law.slices[landed, 0]
    chance = law.landed[landed]
    hits = scale * sum(weight for win, weight in wins.items() if win)
    paid = scale * sum(weight * win for win, weight in wins.items()) / law.line_bets
    return [percent(hits / chance), fixed(paid / chance, 5) + "x"]
