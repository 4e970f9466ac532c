"""The two readings of the Respins round against each other and against closed forms."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mathlib.game.files import example
from mathlib.game.orb_respins import SETS
from tests.respins import brute
from tests.respins.compare import disagreements
from tests.respins.compiled import simulate
from tests.respins.naive import Draws, play
from tests.respins.paths import every_path
from tests.respins.spec import Expected, Round, board

CASES = [(s, t) for s in SETS for t in ("pick", "repick") if "C" in s or t == "pick"]
TWO_JACKPOTS = {
    "needed": 2,
    "names": {"mini": {"prize": 12.5, "weight": 2}, "minor": {"prize": 30, "weight": 1}},
}


def lively(cells: int, target: str = "pick"):
    """Give a small game in which every rule works often."""
    return board(
        cells, 1, 1,
        start={0: 1, 1: 3},
        bands=[
            (0, {"blank": 60, "money": 20, "golden": 15, "red": 15, "blue": 15}),
            (2, {"blank": 70, "money": 4, "golden": 10, "red": 20, "blue": 10}),
        ],
        money={"0.3": 3, "1.2": 1},
        charge={"target": target, "values": {"0.3": 2, "0.6": 1}},
        multiply={"limit": 4, "chosen": {"0": 1, "1": 3, "2": 2}, "multipliers": {"2": 3, "3": 1}},
        jackpots=TWO_JACKPOTS,
    )  # fmt: skip


def one_symbol(orb: str, **changes) -> Round:
    """Two cells, one of them Money for ever; the other is blank or an orb, evenly."""
    letter = {"golden": "J", "red": "M", "blue": "C"}[orb]
    return Round(
        cells=2, modifiers=letter, start={1: 1}, bands=((1, {"blank": 1, orb: 1}),),
        money={10: 1}, **changes,
    )  # fmt: skip


# With p = 1/2 for an orb and three blanks in a row to end, the orbs are geometric: one more
# before three blanks has the chance a = 7/8.
A = 7 / 8
HAND = {
    # E[T] until three blanks in a row is 2 + 4 + 8; with R orbs the sum is worth 2**min(R, 4).
    "multiply four times at most": (
        one_symbol("red", chosen={1: 1}, multipliers={2: 1}, limit=4),
        {
            "respins": 14.0,
            "orbs M": A / (1 - A),
            "multiply": sum((1 - A) * A**r * 2**r for r in range(4)) + A**4 * 16 - 1,
        },
    ),
    "no symbol is left for a second choice": (
        one_symbol("red", chosen={10: 1}, multipliers={3: 1}, limit=1),
        {"orbs M": 7.0, "multiply": A * 3 + (1 - A) - 1},
    ),
    # The orb-to-orb waits are 11/7 respins on average, the last three pay every charge:
    # E = 11/7 E[R (R - 1) / 2] + 3 E[R] with E[R] = 7, E[R (R - 1)] = 98.
    "charges pay from the next respin": (
        one_symbol("blue", charge={10: 1}),
        {"orbs C": 7.0, "charge": 98.0, "money": 1.0},
    ),
    "one symbol is picked again": (
        one_symbol("blue", charge={10: 1}, charge_target="repick"),
        {"orbs C": 7.0, "charge": 98.0},
    ),
    # Every third orb wins: sum of P(R >= 3), P(R >= 6), ...
    "third of a name": (
        one_symbol("golden", jackpots={"mini": (125, 1)}),
        {"won mini": A**3 / (1 - A**3), "jackpot part": 12.5 * A**3 / (1 - A**3)},
    ),
    # No Money ever: a blue orb is lost, a red one does nothing, both reset the counter.
    "orbs on an empty board": (
        replace(
            one_symbol("blue", charge={10: 1}), modifiers="MC", start={0: 1},
            bands=((1, {"blank": 2, "red": 1, "blue": 1}),), chosen={2: 1}, multipliers={2: 1},
        ),
        # three in a row of chance 1/4 each: 4 + 16 + 64; an orb in 3/4 of them, 4/3 orbs each
        {"respins": 84.0, "orbs M": 42.0, "orbs C": 42.0, "charge": 0.0, "total": 0.0},
    ),
    # Counter 1, one cell to fill: it ends at the first respin, blank or full.
    "a full board pays its award only": (
        replace(
            one_symbol("red"), counter=1, bands=((1, {"blank": 3, "money": 1}),), award=1000,
            chosen={0: 1}, multipliers={2: 1},
        ),
        {"respins": 1.0, "count": 1.25, "p_full": 0.25, "money": 0.75, "full part": 25.0},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", HAND)
def test_closed_forms(case: str) -> None:
    rules, known = HAND[case]
    exact = brute.solve(rules)
    assert {name: exact.flat()[name] for name in known} == pytest.approx(known, abs=1e-10)
    assert disagreements(simulate(rules, 100_000, seed=11), exact) == []


def coins(cells: int, start: int, weights: dict[str, int]) -> Round:
    return Round(cells, "C", {start: 1}, ((cells - 1, weights),), {10: 1}, charge={3: 1})


@pytest.mark.parametrize(
    ("start", "weights", "filled", "p_full", "respins"),
    [
        # Known answer K9, "reset to 3" on 9 cells.
        (6, {"blank": 95, "money": 5}, 6.499779, 0.0182624, 3.857103),
        # Known answer K8, a complete public hold-and-win.
        (6, {"blank": 969, "money": 31}, 6.300753, 0.00507095, None),
        (7, {"blank": 969, "money": 31}, 7.190154, 0.0179866, None),
        (8, {"blank": 969, "money": 31}, 8.090147, 0.0901468, None),
    ],
)
def test_known_hold_and_win(start, weights, filled, p_full, respins) -> None:
    exact = brute.solve(coins(9, start, weights))
    assert exact.count == pytest.approx(filled, abs=6e-7)
    assert exact.p_full == pytest.approx(p_full, rel=3e-6)
    assert respins is None or exact.respins == pytest.approx(respins, abs=6e-7)
    assert exact.money == pytest.approx(exact.count - 9 * exact.p_full, abs=1e-12)


def test_known_hold_and_win_15_cells() -> None:
    # Known answer K9, "reset to 3" on 15 cells: too many boards for brute force.
    known = Expected(
        respins=6.387361, count=8.283283, orbs={}, p_full=0.00163947,
        money=8.283283 - 15 * 0.00163947, charge=0.0, multiply=0.0, jackpots={},
        jackpot_part=0.0, full_part=65.5788,
    )  # fmt: skip
    sample = simulate(coins(15, 6, {"blank": 95, "money": 5}), 400_000, seed=5)
    assert disagreements(sample, known) == []


@pytest.mark.parametrize(("modifiers", "target"), CASES)
def test_compiled_form_plays_the_same_rounds(modifiers: str, target: str) -> None:
    for game, n in ((lively(3, target), 400), (example("orb_respins"), 60)):
        rules = replace(Round.of(game, modifiers), charge_target=target)
        draws = Draws(2026)
        assert [play(rules, draws) for _ in range(n)] == list(simulate(rules, n, 2026).outcomes())


@pytest.mark.parametrize(("modifiers", "target"), CASES)
@pytest.mark.parametrize("cells", [2, 3])
def test_brute_force_agrees_with_simulation(cells: int, modifiers: str, target: str) -> None:
    rules = Round.of(lively(cells, target), modifiers)
    sample = simulate(rules, 200_000, seed=cells)
    assert disagreements(sample, brute.solve(rules)) == []


@pytest.mark.parametrize("modifiers", ["J", "M", "C", "MC"])
@pytest.mark.parametrize("target", ["pick", "repick"])
def test_brute_force_agrees_with_every_path(modifiers: str, target: str) -> None:
    game = board(
        2, 1, 1,
        start={0: 1, 1: 2},
        bands=[
            (0, {"blank": 960, "money": 10, "golden": 10, "red": 10, "blue": 10}),
            (1, {"blank": 970, "money": 5, "golden": 5, "red": 10, "blue": 10}),
        ],
        counter=1,
        money={"1.2": 1},
        charge={"target": target, "values": {"0.3": 1}},
        multiply={"limit": 2, "chosen": {"1": 1, "2": 1}, "multipliers": {"2": 1}},
        jackpots=TWO_JACKPOTS,
    )  # fmt: skip
    rules = Round.of(game, modifiers)
    paths, cut = every_path(rules, least=1e-9)
    assert cut < 1e-5
    for name, exact in brute.solve(rules).flat().items():
        # Nothing is negative, so cut paths can only lower a figure; they hold several orbs each,
        # hence most of what is lost is of the rarest figure, the jackpots.
        assert 0.995 * exact - 1e-12 <= paths.flat()[name] <= exact + 1e-12, name


WRONG = {
    "one multiplication fewer": {"limit": 3},
    "another charge target": {"charge_target": "repick"},
    "a longer counter": {"counter": 4},
    "another number of a name": {"needed": 3},
    "another first band": {"bands": ((2, {"blank": 70, "money": 5, "red": 20, "blue": 10}),)},
    "K never 2": {"chosen": {0: 1, 1: 5}},
    "half a charge more": {"charge": {3: 1, 6: 1}},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_comparison_notices_another_rule(wrong: str) -> None:
    right = Round.of(lively(3), "JMC")
    changed = replace(right, **WRONG[wrong])
    assert disagreements(simulate(right, 200_000, seed=1), brute.solve(changed)) != []
