"""The PAR sheet of Pig Wizard: its numbers are the evaluation's, and its bands add up."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from mathlib.core.figures import ZERO, Figure
from mathlib.core.weights import WeightTable
from mathlib.evaluation import evaluate
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.pig_wizard import Solution
from mathlib.exact.pig_wizard.agreement import agreements
from mathlib.exact.pig_wizard.awards import award_odds
from mathlib.exact.pig_wizard.bands import drawable, quantile, win_bands
from mathlib.exact.pig_wizard.spread import event_wins
from mathlib.game.files import example
from mathlib.game.pig_wizard import PigWizard
from mathlib.present.blocks import Picture, Row, Section, Stack, Table
from mathlib.present.overview import SUMMARY
from mathlib.present.par_sheet import ParSheet, par_sheet
from mathlib.present.tables import add_up, award_blocks, odds
from mathlib.run.html import outside

DATE = "2026-11-30"


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    return evaluate(example("pig_wizard"))


@pytest.fixture(scope="module")
def sheet(evaluation: Evaluation) -> ParSheet:
    return par_sheet(evaluation, DATE)


def tables(section: Section) -> list[Table]:
    found, left = [], list(section.blocks)
    while left:
        block = left.pop(0)
        if isinstance(block, Row | Stack):
            left = [*block.blocks, *left]
        elif isinstance(block, Table):
            found.append(block)
    return found


def table(section: Section, head: str) -> Table:
    return next(one for one in tables(section) if head in (one.heads[0], one.caption))


def rows(one: Table) -> dict[str, list[str]]:
    return {row[0]: list(row[1:]) for row in one.rows}


def number(text: str) -> float:
    text = text.replace("\N{MINUS SIGN}", "-").replace(",", "")
    return float(re.sub(r"^1 in |[x%]| +$", "", text))


def test_every_section_is_there(sheet: ParSheet) -> None:
    assert [section.number for section in sheet.sections] == list(range(1, 15))
    for section in sheet.sections:
        assert all(block.html() for block in section.blocks), section.title
        for one in tables(section):
            assert one.rows, f"{section.title}: a table {one.heads} is empty"
            assert {len(row) for row in one.rows} == {len(one.heads)}


def test_same_evaluation_gives_the_same_page(evaluation: Evaluation, sheet: ParSheet) -> None:
    again = par_sheet(replace(evaluation), DATE)
    assert again._repr_html_() == sheet._repr_html_()


def test_page_is_still(sheet: ParSheet) -> None:
    assert outside(sheet._repr_html_()) == []


def test_summary_shows_the_figures(evaluation: Evaluation, sheet: ParSheet) -> None:
    shown = rows(table(sheet[2], "Quantity"))
    assert number(shown["Total RTP"][0]) == pytest.approx(100 * evaluation.total.value, abs=5e-5)
    assert len(set(shown)) == len(table(sheet[2], "Quantity").rows)
    for name, title, kind in SUMMARY:
        if name in evaluation.figures:
            value = evaluation.figures[name].value * (100 if kind == "percent" else 1)
            # The printed figure is rounded: to 4 decimals, or odds to whole rounds or 2 decimals.
            step = 0.5 if kind == "one_in" and value >= 1000 else 5e-3
            step = 5e-5 if kind != "one_in" else step
            assert number(shown[title][0]) == pytest.approx(value, abs=step * 1.0001)


def test_summary_has_all_that_the_layout_asks_for(evaluation: Evaluation) -> None:
    named = {name for name, _, _ in SUMMARY}
    wanted = {"some_win", "win_above_bet", "win_up_to_bet", "disguised_loss", "wizard_spins_one_in",
              "bonus_mean", "mystic_one_in", "mystic_mean", "max_win", "cap_one_in", "cap_cost",
              "sd", "volatility_index", "wizard_wins_nothing"}  # fmt: skip
    assert wanted <= named & set(evaluation.figures)


def test_reconciliation_adds_up_to_the_last_digit(sheet: ParSheet) -> None:
    *parts, total = table(sheet[10], "Part").rows
    cents = [round(1e8 * number(row[1])) for row in parts]
    assert sum(cents) == round(1e8 * number(total[1]))


def test_bands_add_up_to_the_last_digit(evaluation: Evaluation, sheet: ParSheet) -> None:
    *bands, total = table(sheet[11], "Win of a game round").rows
    chances = [round(1e8 * number(row[1])) for row in bands]
    paid = [round(1e6 * number(row[3])) for row in bands]
    assert sum(chances) == round(1e8 * number(total[1])) == 10**10
    assert sum(paid) == round(1e6 * number(total[3]))
    assert number(total[3]) == pytest.approx(100 * evaluation.total.value, abs=5.01e-7)
    assert bands[-1][0] == "above 5,000x to 5,500x"


def test_bands_are_sums_of_the_law(evaluation: Evaluation) -> None:
    solution: Solution = evaluation.detail
    pmf = solution.round.pmf
    wins = np.arange(len(pmf)) / 10
    bands = win_bands(solution, evaluation.total)
    for band in bands:
        at = slice(max(int(band.low) + 1, 0), int(band.high) + 1)
        assert band.chance.value == pytest.approx(pmf[at].sum(), abs=1e-12)
        # Up to 55,000 terms, each with the law's own noise of about 1e-16.
        assert band.rtp.value == pytest.approx((pmf * wins)[at].sum(), abs=1e-9)
    assert sum((b.rtp for b in bands), start=ZERO).value == pytest.approx(evaluation.total.value)


def test_a_win_at_the_cap_is_in_the_last_band() -> None:
    game = example("pig_wizard").model_copy(update={"cap": 500})
    found = evaluate(game)
    last = win_bands(found.detail, found.total)[-1]
    assert (last.low, last.high) == (200, 500)
    assert last.chance.value > found.figures["cap_probability"].value > 0
    # What the cap gives alone is in it too.
    assert last.rtp.value > 50 * found.figures["cap_probability"].value


def test_no_cap_has_an_open_last_band_and_a_sheet() -> None:
    found = evaluate(example("pig_wizard").model_copy(update={"cap": None}))
    sheet = par_sheet(found, DATE)
    *bands, total = table(sheet[11], "Win of a game round").rows
    assert bands[-1][0].endswith("to no limit")
    assert sum(round(1e6 * number(row[3])) for row in bands) == round(1e6 * number(total[3]))
    assert rows(table(sheet[2], "Quantity"))["Maximum win"][0] == "no limit"


def test_a_game_without_features_has_a_sheet_without_their_laws() -> None:
    game = example("pig_wizard")
    assert isinstance(game, PigWizard)
    grow = WeightTable({"grow": 1})
    balls = game.crystal_balls.model_copy(update={"left": grow, "right": grow})
    found = evaluate(
        game.model_copy(update={"locked": WeightTable({10: 1}), "crystal_balls": balls})
    )
    sheet = par_sheet(found, DATE)
    assert [row[0] for row in table(sheet[9], "Win of").rows] == ["Game round"]
    assert [row[0] for row in table(sheet[13], "Distribution of").rows] == ["Game round"]
    assert rows(table(sheet[9], "Feature"))["Wizard Spins"][0] == "never"
    assert "inf" not in re.findall(r">(\w+)<", sheet._repr_html_())


def test_events_have_the_means_of_the_parts(evaluation: Evaluation) -> None:
    wins = event_wins(evaluation.game, evaluation.detail)  # type: ignore[arg-type]
    assert set(wins) == {"cash_lock", "cash_add", "line_win"}
    for name, win in wins.items():
        assert float(win.mean) == pytest.approx(evaluation.sets[name]["mean_win"], rel=1e-14)
        assert win.variance > 0


def test_spread_of_cash_add_is_that_of_its_law(evaluation: Evaluation) -> None:
    """The whole law of the win, prize by prize, has the variance of the closed form."""
    game, solution = evaluation.game, evaluation.detail
    assert isinstance(game, PigWizard)
    (state,) = (one for one in solution.base if one.modifier == "cash_add")
    law = np.zeros(20_000)
    for (landed, added), (scale, wins) in state.law.slices.items():
        lines = np.zeros(max(wins) + 1)
        for win, weight in wins.items():
            lines[win] = float(scale * weight)  # a line bet is a tenth of the total bet
        for table, times in ((game.locked, landed), (game.modifiers.cash_add.cash, added)):
            one = np.zeros(1001)
            for value, p in zip(table, table.probabilities(), strict=True):
                one[value if isinstance(value, int) else 0] += p
            for _ in range(times):
                lines = np.convolve(lines, np.trim_zeros(one, "b"))
        law[: len(lines)] += lines
    at = np.arange(len(law)) / 10
    mean = float(law @ at)
    win = event_wins(game, solution)["cash_add"]
    assert law.sum() == pytest.approx(1, abs=1e-12)
    assert float(win.mean) == pytest.approx(mean, rel=1e-10)
    assert float(win.variance) == pytest.approx(float(law @ at**2) - mean**2, rel=1e-10)


def test_awards_at_least_once_by_enumeration(evaluation: Evaluation) -> None:
    game, solution = evaluation.game, evaluation.detail
    assert isinstance(game, PigWizard)
    found = award_odds(game, solution)
    # 1 of 100 values of Mystic Money is its greatest; n prizes show it with 1 - 0.99 ** n.
    once = sum(float(p) * (1 - 0.99**n) for n, p in solution.mystic_counts.items())
    mystic = 1 / evaluation.figures["mystic_one_in"].value
    assert found["mystic cash"].value == pytest.approx(mystic * once, rel=1e-12)
    assert found["cap"].value == evaluation.figures["cap_probability"].value
    # 5 of 100 added prizes are 5x, and n of them have weights 3, 4, 2 and 1; free cells abound.
    added = 0.3 * 0.05 + 0.4 * (1 - 0.95**2) + 0.2 * (1 - 0.95**3) + 0.1 * (1 - 0.95**5)
    assert found["added cash"].value == pytest.approx(0.02 * added, rel=1e-12)


def test_greatest_bonus_cash_by_the_number_of_spins(evaluation: Evaluation) -> None:
    """P(no top value) is the mean of s ** N over the number N of spins, s its chance per spin."""
    game, solution = evaluation.game, evaluation.detail
    assert isinstance(game, PigWizard)
    top = 1 / 1000  # 1 of the 1,000 weights of the bonus cash table is 3,000x
    spin = sum(
        float(state.probability * scale * sum(wins.values())) * (1 - top) ** (landed + added)
        for state in solution.bonus
        for (landed, added), (scale, wins) in state.law.slices.items()
    )
    at = np.arange(0, 4000)
    more = solution.spins.more_than(at)
    law = np.append(1.0, more[:-1]) - more
    none = float((law * spin**at).sum())
    bonus = 1 / evaluation.figures["wizard_spins_one_in"].value
    found = award_odds(game, solution)["bonus cash"]
    assert found.value == pytest.approx(bonus * (1 - none), rel=1e-9)


def test_rare_awards_are_flagged() -> None:
    listed = table_of(award_blocks([("often", Figure(1e-8)), ("rare", Figure(0.9e-8))], "game"))
    assert [row[3] for row in listed.rows] == ["yes", "no: display the odds"]


def table_of(blocks: tuple[object, ...]) -> Table:
    return next(block for block in blocks if isinstance(block, Table))


def test_quantiles_split_the_law(evaluation: Evaluation) -> None:
    law = evaluation.detail.laws.bonus
    for share in (Fraction(1, 10), Fraction(1, 2), Fraction(99, 100)):
        win = quantile(law, share)
        assert win is not None
        assert law.tail[win + 1] <= 1 - share < law.tail[win]


def test_nothing_below_its_bound_is_drawn(evaluation: Evaluation) -> None:
    law = evaluation.detail.laws.mystic
    wins, chances = drawable(law)
    at = np.rint(np.array(wins) * 10).astype(int)
    assert len(at) < law.top  # the far tail is 0 or noise
    assert (law.tail[at] > law.tail_error[at]).all()
    assert np.array_equal(law.tail[at], chances)


def test_figures_known_in_two_ways_agree(evaluation: Evaluation, sheet: ParSheet) -> None:
    found = agreements(evaluation.detail)
    assert len(found) == 6
    assert all(one.agrees for one in found)
    assert all(one.bound < 1e-8 for one in found)
    assert {row[-1] for row in table(sheet[13], "Figure").rows} == {"yes"}


def test_disagreement_is_said(evaluation: Evaluation) -> None:
    one = replace(agreements(evaluation.detail)[0], second=Figure(0.5, "exact", 1e-9))
    assert not one.agrees


def test_line_tables_show_the_rtp(evaluation: Evaluation, sheet: ParSheet) -> None:
    lines = [one for one in tables(sheet[6]) if one.heads[0] == "Win"]
    names = ("line_rtp_without_wizard", "line_rtp_with_wizard", "line_rtp_wizard_spins")
    for one, name in zip(lines, names, strict=True):
        assert number(one.rows[-1][-1]) == pytest.approx(
            100 * evaluation.figures[name].value, abs=5.01e-6
        )
        assert sum(int(row[1].replace(",", "")) for row in one.rows[:-1]) == int(
            one.rows[-1][1].replace(",", "")
        )


def test_triggers_show_the_routes(evaluation: Evaluation, sheet: ParSheet) -> None:
    shown = rows(table(sheet[7], "Route"))
    for route, title in (("left", "Left ball"), ("right", "Right ball")):
        value = evaluation.figures[f"{route}_mystic_money_one_in"].value
        assert number(shown[title][0]) == pytest.approx(value, rel=1e-3)
    assert shown["Left ball"][1] == "never"


def test_spins_are_the_closed_forms(evaluation: Evaluation, sheet: ParSheet) -> None:
    # 6 / (1 - 6 * 0.03 - 12 * 0.01) spins per award
    shown = rows(table(sheet[9], ""))
    assert number(shown["Spins, mean"][0]) == pytest.approx(6 / 0.7, abs=5e-7)
    more = rows(table(sheet[9], "P(more than N spins)"))
    # No ball on any of the first 6 spins, or more than 6 are played.
    assert number(more["6"][0]) == pytest.approx(1 - 0.96**6, rel=1e-5)


def test_strips_are_all_shown(evaluation: Evaluation, sheet: ParSheet) -> None:
    game = evaluation.game
    assert isinstance(game, PigWizard)
    lists = [one for one in tables(sheet[5]) if one.heads[0] == "Stop"]
    sets = (game.strips, game.mystic_money.strips, game.wizard_spins.strips)
    for one, reels in zip(lists, sets, strict=True):
        for reel, strip in enumerate(reels, start=1):
            shown = [row[reel].split(" ")[0] for row in one.rows if row[reel]]
            assert shown == list(strip.symbols)


def test_chart_marks_the_centre_on_its_lines(evaluation: Evaluation, sheet: ParSheet) -> None:
    chart = next(block for block in sheet[3].blocks if isinstance(block, Picture))
    through = sum(line[2] == 1 for line in evaluation.game.lines)
    assert chart.svg.count("#c8553d") == through == 4
    assert rows(table(sheet[3], ""))["Lines through the centre"] == ["4: 1, 6, 7, 10"]


def test_rounding_goes_to_the_largest() -> None:
    assert add_up([Fraction(1, 3)] * 3, 2) == [
        Fraction(34, 100),
        Fraction(33, 100),
        Fraction(33, 100),
    ]
    assert sum(add_up([0.1, 0.25, 0.65], 1)) == 1


def test_a_chance_below_its_bound_is_never_called_impossible() -> None:
    assert odds(Figure(0.0, "exact", 2e-13)) == "rarer than 1 in 1e12"
    assert odds(ZERO) == "never"
