"""Orb Respins, what the base game is made of: sections 3 to 7 and 11 of the PAR sheet."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import cast

from mathlib.evaluation import OrbDetail
from mathlib.exact.evaluation import Evaluation
from mathlib.game.orb_respins import NONE, ORBS, SET_NAMES, SETS, OrbRespins
from mathlib.present.blocks import Block, Picture, Row, Section, Table, Text
from mathlib.present.cells import exact, whole
from mathlib.present.numbers import amount, fixed, money, one_in, percent, plain
from mathlib.present.orb_bands import win_bands
from mathlib.present.plots import chart_svg, plot_line_law, svg
from mathlib.present.reels import line_chart, line_totals, line_wins, paytables, strip_section


def sections(evaluation: Evaluation) -> Mapping[int, Section]:
    """Return the sections on the reels, by number."""
    game = cast(OrbRespins, evaluation.game)
    return {
        3: Section(3, "Configuration", _configuration(game)),
        4: Section(4, "Symbols and paytable", _paytable(game)),
        5: strip_section(game.strips, game.rows, game.paytable),
        6: Section(6, "Line wins", _line_wins(evaluation)),
        7: Section(7, "Trigger", _trigger(evaluation)),
        11: Section(11, "Win bands of the game round", win_bands(evaluation)),
    }


def _configuration(game: OrbRespins) -> tuple[Block, ...]:
    rules = game.respins
    boards = f"{game.reels} x {rules.rows}; with Jackpots {game.reels} x {rules.rows_with_jackpots}"
    rows = [
        ["Base grid", f"{game.reels} reels x {game.rows} rows"],
        ["Respins board", boards],
        ["Lines", f"{game.line_bets}, all always played"],
        ["Evaluation", "left to right from reel 1, highest win per line, lines add"],
        ["Line bet", f"total bet / {game.line_bets}"],
        ["Stakes", ", ".join(money(stake) for stake in game.stakes_pence)],
        ["Win cap", f"{amount(game.cap)} total bet per game"],
        ["Full board", f"{amount(rules.full_board_award)} total bet, instead of all other wins"],
        ["Rounding", "none: every prize is a whole number of pence at every stake; only the "
                     "printed figure is rounded"],
    ]  # fmt: skip
    chart = chart_svg(game.lines, game.rows)
    return (
        Table(["", ""], rows),
        Picture(
            chart,
            f"Line chart: the {game.line_bets} lines, numbered; reels left to right.",
            line_chart(game.lines),
        ),
    )


def _paytable(game: OrbRespins) -> tuple[Block, ...]:
    blocks = paytables(game.paytable, game.reels, game.line_bets, game.reference_stake_pence)
    return (
        *blocks,
        Text.of(
            "wild: reels 2 to 5; stands in for every paying symbol, not for orbs or Money; pays "
            "nothing of its own.",
            f"{', '.join(ORBS.values())}: bonus orbs on every reel; they pay nothing on lines "
            "and break them. Money appears during Respins only.",
        ),
    )


def _line_wins(evaluation: Evaluation) -> tuple[Block, ...]:
    solved = cast(OrbDetail, evaluation.detail).exact
    table, law = solved.lines, solved.law
    facts = [
        *line_totals(table),
        ["Line RTP", f"{table.rtp.numerator}/{table.rtp.denominator}"],
        ["Line hit frequency", percent(law.hit_frequency, 6)],
        ["0 < line win <= stake", percent(law.up_to_bet, 6)],
        ["Line win > stake", percent(law.above_bet, 6)],
        ["Standard deviation", fixed(law.sd, 6) + "x"],
        ["Highest line win", plain(Fraction(law.highest, law.line_bets)) + "x"],
        *(
            [f"Quantile {percent(q, 1)}", plain(Fraction(law.quantile(q), law.line_bets)) + "x"]
            for q in (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100), Fraction(999, 1000))
        ),
    ]
    return (
        Row((line_wins(table), Table(["Full cycle", ""], facts))),
        Text.of(
            "Hits are counted over the whole cycle and all lines, as exact integers. A wild adds "
            "to the run of the symbol it stands in for; a line pays its highest win once.",
            note=True,
        ),
        Picture(
            svg(plot_line_law(law)),
            "Chance that the lines of one spin pay at least so much; both axes logarithmic.",
        ),
    )


def _trigger(evaluation: Evaluation) -> tuple[Block, ...]:
    game = cast(OrbRespins, evaluation.game)
    solved = cast(OrbDetail, evaluation.detail).exact
    rows = []
    for view in SETS:
        table, seen = game.trigger[view], solved.in_view[view]
        weights = [whole(table[s]) if s in table else "" for s in (NONE, *SETS)]
        total = whole(table.total).live("SUM({2-9})", when=exact(table.total))
        rows.append([colours(view), percent(seen), *weights, total])
    heads = ["Colours in view", "Probability", NONE, *SETS, "total"]
    rates = [
        [f"{name} - {SET_NAMES[name]}", plain(solved.trigger[name]), one_in(solved.trigger[name])]
        for name in SETS
    ]
    any_set = solved.respins_frequency
    rates.append(["Any Respins", plain(any_set).live("{1:sum}"), one_in(any_set)])
    return (
        Table(heads, rows, caption="Integer weights of the modifier set won, by colours in view"),
        Table(["Modifier set", "Probability per game", "Odds"], rates, total=True),
        Text.of(
            "J is won by golden, M by red, C by blue orbs. Probabilities of colours in view are "
            "exact over the full cycle, jointly with the line win.",
            note=True,
        ),
    )


def colours(view: str) -> str:
    """Return a set of colours in words.

    Examples
    --------
    >>> colours("JC")
    'golden + blue'
    """
    return " + ".join(ORBS[letter] for letter in view)
