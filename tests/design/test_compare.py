"""Comparison of two games: costs are those of the changed cells alone, and the list adds up."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from mathlib.core.errors import MathlibError
from mathlib.core.figures import Figure
from mathlib.design.compare import Comparison, compare
from mathlib.evaluation import evaluate
from mathlib.exact.columns import column
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.lines import line_table
from mathlib.game import files
from mathlib.game.files import Game
from tests.game.edits import edited

ORB, PIG = "orb_respins", "pig_wizard"


def lines_only(game: Game) -> Evaluation:
    """A quick worth: line RTP as a fraction, and a part for the cap that is next to nothing."""
    rtp = line_table([column(strip, game.rows) for strip in game.strips], game.rules).rtp
    parts = {"lines": Figure.rational(rtp), "cap": Figure.rational(-Fraction(game.cap, 10**13))}
    return Evaluation(game, parts, {"total_rtp": Figure.rational(rtp)})


class Counting:
    """Evaluates as `lines_only`, and counts."""

    def __init__(self) -> None:
        self.games: list[str] = []

    def __call__(self, game: Game) -> Evaluation:
        self.games.append(files.dumps(game))
        return lines_only(game)


def compared(*edits: tuple[str, Any], kind: str = ORB, **options: Any) -> Comparison:
    worth = options.setdefault("worth", lines_only)
    options.setdefault("alone", lambda game, near: worth(game))
    return compare(files.example(kind), files.parse(edited(kind, *edits)), **options)


def test_paytable_cell_has_the_cost_of_its_hits() -> None:
    game = files.example(ORB)
    table = line_table([column(strip, game.rows) for strip in game.strips], game.rules)
    (owls,) = [row for row in table.rows if (row.symbol, row.count) == ("owl", 3)]
    (cost,) = compared(("paytable/owl/2", 26)).costs
    assert cost.words == "paytable, owl, 3 of a kind: 20 -> 26 line bets"
    # Six line bets more for each owl win; the RTP of a row is its pay times its chance.
    assert cost.total.ratio == owls.rtp * Fraction(6, 20)
    assert cost.parts["cap"].ratio == 0


def test_costs_and_interaction_add_up_to_the_whole_change() -> None:
    found = compared(
        ("paytable/owl/2", 26), ("strips/0/symbols/0", "owl"), ("cap", 50000), ("rows", 4)
    )
    assert [cost.words for cost in found.costs] == [
        "win cap: 40000x -> 50000x",
        "rows of the window: 3 -> 4",
        "paytable, owl, 3 of a kind: 20 -> 26 line bets",
        "reel 1, stop 1: A -> owl",
    ]
    alone = sum((cost.total.ratio for cost in found.costs), Fraction(0))
    assert found.interaction.ratio == found.change.ratio - alone
    # More owls that pay more: the product of both is no change's own.
    assert found.interaction.ratio > 0
    assert found.total.after.ratio - found.total.before.ratio == found.change.ratio
    assert found.total.percent == pytest.approx(
        100 * float(found.change.ratio / found.total.before.ratio), rel=1e-12
    )


def test_names_aims_and_stakes_cost_nothing_and_are_not_evaluated() -> None:
    worth = Counting()
    found = compared(
        ("identification/version", "2"),
        ("aims/0/at_least", 0.6),
        ("reference_stake_pence", 10),
        worth=worth,
    )
    assert [cost.total.ratio for cost in found.costs] == [0, 0, 0]
    assert found.interaction.ratio == 0
    assert len(worth.games) == 2


def test_many_changes_are_taken_together_by_table() -> None:
    weights = [(f"strips/2/weights/{i}", 9) for i in range(12)]
    pays = [(f"paytable/{symbol}/{n}", 2 * n + 50) for symbol in ("owl", "A") for n in (1, 2)]
    worth = Counting()
    found = compared(*weights, *pays, ("cap", 50000), worth=worth)
    assert len(found.changes) == 17
    assert len(found.costs) == 17
    worth.games.clear()
    found = compared(*weights, *pays, ("cap", 50000), worth=worth, most=15)
    assert [len(cost.changes) for cost in found.costs] == [1, 2, 2, *[1] * 12]
    assert len(worth.games) == 2 + 15
    found = compared(*weights, *pays, ("cap", 50000), worth=worth, most=14)
    assert [cost.words for cost in found.costs] == [
        "win cap: 40000x -> 50000x",
        "paytable: 4 changes together",
        "reel 3: 12 changes together",
    ]
    assert sum(len(cost.changes) for cost in found.costs) == 17


def test_changes_that_only_fit_together_are_one_cost() -> None:
    swapped = [[1, 1, 1], [2, 2, 2], [0, 0, 0], [0, 1, 2], [2, 1, 0]]
    found = compared(("lines", swapped), ("cap", 50000), ("paytable/owl/2", 30))
    assert [cost.words for cost in found.costs] == [
        "win cap: 40000x -> 50000x",
        "paytable, owl, 3 of a kind: 20 -> 30 line bets",
        "lines: 2 changes together",
    ]
    assert found.costs[2].total.ratio == 0  # The same lines in another order.


def test_a_new_symbol_and_its_stops_are_one_cost() -> None:
    found = compared(
        ("paytable/dragon", [0, 0, 100]),
        *((f"strips/{reel}/symbols/0", "dragon") for reel in range(3)),
        ("cap", 50000),
    )
    assert [cost.words for cost in found.costs] == [
        "win cap: 40000x -> 50000x",
        "several places: 4 changes together",
    ]
    assert found.costs[1].total.ratio != 0
    assert found.interaction.ratio == 0


def test_game_that_cannot_be_evaluated_alone_is_taken_with_the_rest() -> None:
    def picky(game: Game) -> Evaluation:
        if game.cap == 500_000 and game.rows == 3:
            raise MathlibError("cannot be evaluated")
        return lines_only(game)

    found = compared(("cap", 50000), ("rows", 4), ("identification/version", "2"), worth=picky)
    assert [cost.words for cost in found.costs] == [
        "identification, version: 1.0 -> 2",
        "several places: 2 changes together",
    ]
    assert found.interaction.ratio == 0


def test_quick_evaluation_prices_all_but_the_cap() -> None:
    asked: list[tuple[str, Evaluation]] = []

    def alone(game: Game, near: Evaluation) -> Evaluation:
        asked.append((str(game.rows), near))
        rtp = lines_only(game).parts["lines"]
        return Evaluation(
            game, {"lines": rtp, "cap": Figure(near.parts["cap"].value, "bounded", 9)}, {}
        )

    worth = Counting()
    found = compared(("cap", 50000), ("rows", 4), worth=worth, alone=alone)
    cap, rows = found.costs
    assert cap.total.ratio == Fraction(-100_000, 10**13)
    assert len(worth.games) == 3
    assert [(rows, near.game) for rows, near in asked] == [("4", found.before)]
    assert (rows.parts["cap"].value, rows.parts["cap"].error) == (0, 9)


def test_full_evaluation_prices_where_the_cap_costs_something() -> None:
    def dear(game: Game) -> Evaluation:
        return Evaluation(game, {"cap": Figure.rational(-Fraction(game.rows, 10**6))}, {})

    def alone(game: Game, near: Evaluation) -> Evaluation:
        raise AssertionError("a quick evaluation does not know the cost of the cap")

    edits = (("rows", 4), ("paytable/owl/2", 26))
    found = compared(*edits, worth=dear, alone=alone)
    assert [cost.total.ratio for cost in found.costs] == [Fraction(-1, 10**6), 0]


def test_costs_only_when_asked_for() -> None:
    worth = Counting()
    found = compared(("cap", 50000), ("rows", 4), worth=worth, costs=False)
    assert len(worth.games) == 2
    assert found.costs == ()


def test_parts_and_figures_are_those_of_both_evaluations() -> None:
    before = files.example(PIG)
    after = files.parse(edited(PIG, ("paytable/chest/4", 510), ("crystal_balls/left/grow", 95)))
    found = compare(before, after, alone=lambda game, near: evaluate(game))
    one, two = evaluate(before), evaluate(after)
    assert found.change.value == pytest.approx(two.total.value - one.total.value, abs=1e-12)
    for name, part in found.parts.items():
        assert part.before == one.parts[name]
        assert part.after == two.parts[name]
    # The pay moves lines, the balls what they award, and nothing moves the locked symbol.
    assert found.parts["base lines"].change.value > 0
    assert found.parts["mystic money"].change.value < 0
    assert found.parts["cash lock"].change.value == 0
    assert found.figures["mystic_one_in"].percent > 0
    pay, ball = found.costs
    assert pay.parts["base lines"].value == found.parts["base lines"].change.value
    assert pay.parts["mystic money"].value == 0
    assert ball.parts["base lines"].value == 0
    assert ball.total.value < 0 < pay.total.value
    assert pay.total.value + ball.total.value + found.interaction.value == pytest.approx(
        found.change.value, abs=1e-12
    )


def test_kinds_are_not_mixed() -> None:
    with pytest.raises(MathlibError, match="one kind"):
        compare(files.example(ORB), files.example(PIG), worth=lines_only)
