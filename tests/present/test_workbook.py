"""The workbook: what its cells hold is the evaluation, and a spreadsheet computes the same."""

from __future__ import annotations

import dataclasses
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from math import sqrt
from pathlib import Path

import openpyxl
import pytest
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from mathlib.core.errors import MathlibError
from mathlib.core.weights import WeightTable
from mathlib.evaluation import evaluate
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.lines import LineRow, LineTable
from mathlib.game import files
from mathlib.play.simulate import simulate
from mathlib.present.blocks import Row, Sheet, Table
from mathlib.present.cells import Cell, whole
from mathlib.present.overview import SUMMARY
from mathlib.present.par_sheet import ParSheet, label, par_sheet
from mathlib.present.reels import line_totals, line_wins
from mathlib.present.tables import weight_table
from mathlib.present.workbook import write_workbook
from mathlib.present.workbook_layout import lay_out
from mathlib.verdict import verdict
from tests.present.spreadsheet import convert, with_check

DATE = "2026-02-03"
SHIPPED = Path(__file__).parents[2] / "params" / "pig_wizard.json"
GAMES = {
    "orb_respins": lambda: files.example("orb_respins"),
    "pig_wizard": lambda: files.example("pig_wizard"),
    "shipped": lambda: files.load(SHIPPED),
}
ORB_TABS = ["Identification", "Summary", "Configuration", "Paytable", "Strips", "Symbol counts",
            "Line wins", "Triggers", "Respins rules", "Set J", "Set M", "Set C", "Set JM",
            "Set JC", "Set MC", "Set JMC", "Feature results", "Reconciliation", "Win bands",
            "Award odds", "Method and validation", "Assumptions, disclosures"]  # fmt: skip
PIG_TABS = ["Identification", "Summary", "Configuration", "Paytable", "Strips, Base game",
            "Strips, Mystic Money", "Strips, Wizard Spins", "Symbol counts", "Line wins",
            "Triggers", "Order of a round", "Cash Lock", "Modifiers", "Mystic Money",
            "Wizard Spins", "Feature results", "Reconciliation", "Win bands", "Award odds",
            "Method and validation", "Assumptions, disclosures"]  # fmt: skip


@dataclass(frozen=True)
class Made:
    """A workbook, and the evaluation that it shows."""

    path: Path
    evaluation: Evaluation
    sheet: ParSheet
    formulas: Workbook
    values: Workbook

    def cells(self) -> Iterator[tuple[str, str, str, float]]:
        """Yield sheet, place, formula and shown value of each formula."""
        for page in self.formulas:
            for row in page.iter_rows():
                for cell in row:
                    if cell.data_type == "f":
                        shown = self.values[page.title][cell.coordinate].value
                        yield page.title, cell.coordinate, cell.value, shown


@pytest.fixture(scope="module", params=list(GAMES))
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    evaluation = evaluate(GAMES[request.param]())
    path = tmp_path_factory.mktemp("workbook") / "sheet.xlsx"
    sheet = par_sheet(evaluation, DATE)
    assert write_workbook(evaluation, path, DATE, sheet=sheet) == path
    formulas, values = (openpyxl.load_workbook(path, data_only=flag) for flag in (False, True))
    return Made(path, evaluation, sheet, formulas, values)


ONE = pytest.mark.parametrize("made", ["orb_respins"], indirect=True)
"""For what does not depend on the game."""


def rows(page: Worksheet, head: str) -> list[list[object]]:
    """Return the rows of the first table that has this head, from its column on."""
    at = next(c for row in page.iter_rows() for c in row if c.value == head)
    found = []
    for row in page.iter_rows(min_row=at.row + 1, min_col=at.column):
        if row[0].value is None:
            break
        found.append([cell.value for cell in row])
    return found


def column(page: Worksheet, head: str, width: int = 1) -> dict[object, list[object]]:
    return {row[0]: row[1 : width + 1] for row in rows(page, head)}


def test_sheets_are_in_laboratory_order(made: Made) -> None:
    tabs = ORB_TABS if made.evaluation.game.kind == "orb_respins" else PIG_TABS
    assert made.values.sheetnames == tabs


def test_figures_are_those_of_the_evaluation_to_the_last_bit(made: Made) -> None:
    evaluation, page = made.evaluation, made.values["Summary"]
    shown = column(page, "Quantity")
    assert shown["Total RTP"] == [evaluation.total.value]
    assert shown["House edge"] == [1 - evaluation.total.value]
    checked = 0
    for name, title, _ in SUMMARY:
        figure = evaluation.figures.get(name)
        if figure is not None and not isinstance(shown[title][0], str):
            odds = name in ("feature_frequency", "full_board_chance")
            assert shown[title] == [1 / figure.value if odds else figure.value], name
            checked += 1
    assert checked > 12
    spans = rows(page, "Games")
    for games, low, high, *_ in spans:
        assert isinstance(games, int)
        half = 1.645 * evaluation.figures["sd"].value / sqrt(games)
        assert (low, high) == (max(evaluation.total.value - half, 0), evaluation.total.value + half)
    assert [row[0] for row in spans] == [10**n for n in range(3, 8)]


def test_parts_add_up_to_the_total(made: Made) -> None:
    parts = made.evaluation.parts
    wanted = {label(name): figure.value for name, figure in parts.items()}
    for tab in ("Summary", "Reconciliation"):
        shown = {name: row[0] for name, row in column(made.values[tab], "Part").items()}
        total = shown.pop("Total")
        shown.pop("binary rounding", None)
        assert shown == wanted
        assert total == made.evaluation.total.value
    assert made.formulas.defined_names["total_rtp"].attr_text.startswith("'Reconciliation'!$B$")


def line_tables(evaluation: Evaluation) -> list[LineTable]:
    detail = evaluation.detail
    if evaluation.game.kind == "orb_respins":
        return [detail.exact.lines]
    return [detail.lines[name] for name in ("base", "base with the Pig Wizard", "wizard spins")]


def test_line_wins_are_the_rational_numbers_rounded_once(made: Made) -> None:
    listed = [list(row) for row in made.values["Line wins"].iter_rows(values_only=True)]
    starts = [i for i, row in enumerate(listed) if row[0] == "Win"]
    for start, table in zip(starts, line_tables(made.evaluation), strict=True):
        for row, wanted in zip(listed[start + 1 :], table.rows, strict=False):
            odds = float(1 / wanted.probability) if wanted.hits else "never"
            assert row[:6] == [
                f"{wanted.symbol} x {wanted.count}", wanted.hits, float(wanted.probability), odds,
                wanted.pay, float(wanted.rtp),
            ]  # fmt: skip
        total = listed[start + 1 + len(table.rows)]
        assert total[1] == sum(row.hits for row in table.rows)
        assert total[2] == float(table.hit_frequency_per_line)
        assert total[5] == float(table.rtp)
        assert listed[start + 1][7:9] == ["Cycle", table.cycle]


def weight_tables(value: object) -> Iterator[WeightTable[object]]:
    """Yield every table of weights that a game has."""
    if isinstance(value, WeightTable):
        yield value
    elif isinstance(value, dict | tuple | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from weight_tables(item)
    elif hasattr(value, "__pydantic_fields__"):
        for name in type(value).__pydantic_fields__:
            yield from weight_tables(getattr(value, name))
        if hasattr(value, "weights") and callable(value.weights):
            yield value.weights()


def test_every_weight_table_is_in_the_workbook(made: Made) -> None:
    listed = [
        [cell.value for cell in line]
        for page in made.values
        for line in (*page.iter_rows(), *page.iter_cols())
    ]
    texts = [" ".join(repr(v) for v in line if isinstance(v, int)) for line in listed]
    tables = list(weight_tables(made.evaluation.game))
    assert len(tables) > 12
    for table in tables:
        assert any(" ".join(map(repr, table.values())) in text for text in texts), table


def known_values(evaluation: Evaluation) -> set[float]:
    """Return every number that a formula of the workbook may come to."""
    total, figures = evaluation.total.value, evaluation.figures
    known = {total, 1 - total, 1.0, figures["sd"].value * 1.645}
    known |= {part.value for part in evaluation.parts.values()}
    known |= {part.value / total for part in evaluation.parts.values()}
    for games in (10**n for n in range(3, 8)):
        half = 1.645 * figures["sd"].value / sqrt(games)
        known |= {max(total - half, 0.0), total + half}
    for table in line_tables(evaluation):
        known |= {float(r.probability) for r in table.rows} | {float(r.rtp) for r in table.rows}
        known |= {float(1 / r.probability) for r in table.rows if r.hits}
        known |= {sum(r.hits for r in table.rows), float(table.rtp)}
        known |= {float(table.hit_frequency_per_line)}
    for weights in weight_tables(evaluation.game):
        known |= {weights.total, 0.0} | {float(weights.probability(key)) for key in weights}
        if all(isinstance(key, int) for key in weights):
            known |= {float(weights.mean()), float(weights.mean() / 10)}
    game = evaluation.game
    sets = [game.strips] if game.kind == "orb_respins" else [
        game.strips, game.mystic_money.strips, game.wizard_spins.strips
    ]  # fmt: skip
    known |= {strip.total for reels in sets for strip in reels}
    rtps = [one["rtp"] for one in evaluation.sets.values()]
    known.add(sum(rtps))
    if game.kind == "orb_respins":
        known.add(float(evaluation.detail.exact.respins_frequency))
    return known


def test_every_formula_shows_a_value_of_the_evaluation(made: Made) -> None:
    known = known_values(made.evaluation)
    found = list(made.cells())
    assert len(found) > 250
    assert [cell for cell in found if cell[3] not in known] == []


def test_libreoffice_recalculates_every_formula_to_the_last_bit(made: Made, tmp_path: Path) -> None:
    places = with_check(made.path, tmp_path / "check.xlsx")
    books = convert("xlsx", tmp_path, made.path, tmp_path / "check.xlsx")
    saved, checked = (openpyxl.load_workbook(path, data_only=True) for path in books)
    found = [row[1] for row in checked["check"].iter_rows(values_only=True)]
    differences = dict(zip(places, found, strict=True))
    assert differences.pop("neighbour") != 0
    assert len(differences) == len(list(made.cells()))
    assert {place: d for place, d in differences.items() if d != 0} == {}
    for title, at, _, shown in made.cells():
        # The file itself, as it is saved again: with 15 digits.
        assert saved[title][at].value == pytest.approx(shown, rel=5e-15, abs=0), (title, at)


@ONE
def test_libreoffice_prints_the_sheets(made: Made, tmp_path: Path) -> None:
    (printed,) = convert("pdf", tmp_path, made.path)
    pages = re.findall(rb"/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+) ?\]", printed.read_bytes())
    assert len(pages) >= len(ORB_TABS)
    # A4 across, in points.
    assert {(round(float(w)), round(float(h))) for w, h in pages} == {(842, 595)}


def test_sheets_are_set_to_be_read_and_printed(made: Made) -> None:
    for page in made.formulas:
        assert not page.sheet_view.showGridLines
        assert page.freeze_panes in ("A4", "A5")
        assert page.page_setup.orientation == "landscape"
        assert page.sheet_properties.pageSetUpPr.fitToPage
        assert page.page_setup.fitToHeight in (0, None)  # as many pages as it takes, or one
        assert made.evaluation.digest in page.oddHeader.right.text
        assert made.evaluation.game.identification.title in page.oddHeader.left.text
        assert DATE in page.oddFooter.left.text
    assert made.values["Reconciliation"]["B5"].number_format == "0.000000%"


@ONE
def test_two_runs_differ_by_the_date_alone(made: Made, tmp_path: Path) -> None:
    again = write_workbook(made.evaluation, tmp_path / "again.xlsx", DATE)
    assert again.read_bytes() == made.path.read_bytes()
    later = write_workbook(made.evaluation, tmp_path / "later.xlsx", "2026-12-01")
    assert openpyxl.load_workbook(later).properties.created == datetime(2026, 12, 1)
    with zipfile.ZipFile(later) as a, zipfile.ZipFile(made.path) as b:
        changed = {name for name in a.namelist() if a.read(name) != b.read(name)}
        sheets = {name for name in changed if name.startswith("xl/worksheets/")}
        assert changed - sheets == {"docProps/core.xml", "xl/sharedStrings.xml"}
        for name in sheets:
            assert a.read(name) == b.read(name).replace(DATE.encode(), b"2026-12-01")


@ONE
def test_verdict_is_shown_number_by_number(made: Made, tmp_path: Path) -> None:
    game = made.evaluation.game
    found = verdict(made.evaluation, simulate(game, 50_000, seed=5))
    sheet = par_sheet(made.evaluation, DATE, found)
    path = write_workbook(made.evaluation, tmp_path / "v.xlsx", DATE, found)
    book = openpyxl.load_workbook(path, data_only=True)
    rows = list(book["Method and validation"].iter_rows(values_only=True))
    at = [row[0] for row in rows].index("Figure")
    shown = [row[:9] for row in rows[at + 1 : at + 1 + len(found.rows)]]
    for cells, row in zip(shown, found.rows, strict=True):
        numbers = (row.exact, row.simulated, row.error, row.z, row.rounds_needed)
        assert cells[0] == row.part.replace("_", " ")
        assert [*cells[1:4], *cells[5:7]] == ["" if x is None else x for x in numbers], row.part
    texts = {row[0] for row in rows}
    assert f"{found.line[0].upper()}{found.line[1:]}." in texts
    # The page has the main rows, and the simulated total beside the exact one.
    page = sheet[13]._repr_html_()
    assert f"50,000 rounds played rule by rule, seed {found.seed}" in page
    assert page.count("<tr>") < len(found.rows)
    summary = [row[:3] for row in book["Summary"].iter_rows(values_only=True)]
    total = next(row for row in summary if row[0] == "Total RTP, simulated")
    assert total[1] == found.total.simulated
    assert "(95 %), 50,000 rounds, seed 5" in total[2]


def test_integers_that_no_double_holds_keep_their_digits() -> None:
    cycle = 3**40
    row = LineRow("A", 3, 5, 7**21, Fraction(7**21, cycle), Fraction(5 * 7**21, cycle))
    table = LineTable((row,), cycle, (row.rtp,))
    plan = lay_out(Sheet("s", (Row((line_wins(table), Table(["", ""], line_totals(table)))),)))
    shown = [spot.cell for spot in plan.spots]
    assert f"{7**21:,}" in shown
    assert f"{cycle:,}" in shown
    assert not any(spot.formula for spot in plan.spots)
    assert plan.notes == {"digits"}
    assert float(row.rtp) in [cell.number for cell in shown if isinstance(cell, Cell)]


@ONE
def test_weights_that_no_double_holds_are_written_as_text(made: Made, tmp_path: Path) -> None:
    block = weight_table(WeightTable({1: 2**53 + 1, 2: 1}), "Value")
    sections = (dataclasses.replace(made.sheet[12], blocks=(block,)),)
    sheet = dataclasses.replace(made.sheet, sections=sections)
    path = write_workbook(made.evaluation, tmp_path / "large.xlsx", DATE, sheet=sheet)
    page = openpyxl.load_workbook(path, data_only=True)["Award odds"]
    assert [row[1] for row in rows(page, "Value")] == ["9,007,199,254,740,993", 1,
                                                       "9,007,199,254,740,994"]  # fmt: skip
    assert not [c for row in page.iter_rows() for c in row if c.data_type == "f"]
    assert any("2^53" in str(row[0]) for row in page.iter_rows(values_only=True))


def test_rounding_of_a_sum_is_shown_apart() -> None:
    parts = [0.1, 0.2, 0.3]
    rows = [[f"{i}", Cell(f"{part}", part)] for i, part in enumerate(parts)]
    table = Table(["", "x"], [*rows, ["sum", Cell("0.6", 0.6).live("{1:sum}")]], total=True)
    spots = {(spot.row, spot.column): spot for spot in lay_out(Sheet("s", (table,))).spots}
    left, total = spots[7, 1].cell, spots[8, 1]
    assert isinstance(left, Cell)
    assert 0.1 + 0.2 + 0.3 + left.number == 0.6 != 0.1 + 0.2 + 0.3
    assert spots[7, 0].cell == "binary rounding"
    assert total.formula == "B5+B6+B7+B8"


def test_formulas_read_their_own_table() -> None:
    def table() -> Table:
        body = [[f"{n}", whole(n), whole(2 * n).live("2*{1}")] for n in (1, 2)]
        last = ["", whole(3).live("SUM({1:all})"), whole(6).live("2*{1:total}+{far}*0")]
        return Table(["n", "a", "b"], [*body, last], total=True)

    plan = lay_out(Sheet("s", (Row((table(), table())),)))
    found = [spot.formula for spot in plan.spots if spot.formula]
    assert found == ["2*B5", "2*B6", "SUM(B5:B6)", "2*B7+far*0",
                     "2*F5", "2*F6", "SUM(F5:F6)", "2*F7+far*0"]  # fmt: skip


@ONE
@pytest.mark.parametrize("date", ["", "30.11.2026", "2026-13-01"])
def test_a_date_that_is_none_is_refused(made: Made, tmp_path: Path, date: str) -> None:
    with pytest.raises(MathlibError, match="is no date; write it as 2026-01-31"):
        write_workbook(made.evaluation, tmp_path / "x.xlsx", date)
    assert list(tmp_path.iterdir()) == []


@ONE
def test_a_file_that_cannot_be_written_is_told(made: Made, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(MathlibError, match="cannot be written"):
        write_workbook(made.evaluation, tmp_path / "taken" / "x.xlsx", DATE, sheet=made.sheet)
