"""The exact chain of the Respins round against the tests' own readings of the rules."""

from __future__ import annotations

from functools import cache

import pytest

from mathlib.exact.respins import solve_round
from mathlib.game.files import dump, example, parse
from mathlib.game.orb_respins import SETS, OrbRespins
from tests.respins import brute
from tests.respins.compare import disagreements
from tests.respins.compiled import simulate
from tests.respins.spec import Expected, Round, board

CASES = [(s, t) for s in SETS for t in ("pick", "repick") if "C" in s or t == "pick"]
EVEN = {"blank": 60, "money": 10, "golden": 10, "red": 10, "blue": 10}
TAPER = {"blank": 80, "money": 3, "golden": 10, "red": 15, "blue": 10}
REDS = {"blank": 30, "money": 2, "golden": 3, "red": 60, "blue": 5}
NO_ORBS = {"blank": 90, "money": 10}
ONE_VALUE = {
    "money": {"1.2": 1},
    "charge": {"values": {"0.3": 1}},
    "multiply": {"limit": 4, "chosen": {"1": 1}, "multipliers": {"2": 1}},
    "jackpots": {"needed": 3, "names": {"mini": {"prize": 12.5, "weight": 1}}},
}
TWO_VALUES = {
    "money": {"0.3": 2, "2.4": 1},
    "charge": {"values": {"0.6": 3, "12.5": 1}},
    "multiply": {"limit": 4, "chosen": {"0": 1, "1": 3, "2": 2}, "multipliers": {"2": 3, "5": 1}},
    "jackpots": {
        "needed": 3,
        "names": {"mini": {"prize": 12.5, "weight": 3}, "major": {"prize": 125, "weight": 1}},
    },
}

# (cells, start, bands, pieces)
TINY = {
    "2 cells, one value": (2, {1: 1}, [(1, EVEN)], ONE_VALUE),
    "3 cells, one value, n0 of 0 to 2": (3, {0: 1, 1: 2, 2: 3}, [(2, EVEN)], ONE_VALUE),
    "2 cells, two values, a band each": (2, {0: 1, 1: 1}, [(0, EVEN), (1, TAPER)], TWO_VALUES),
    "3 cells, two values, a band each": (
        3, {0: 2, 1: 1}, [(0, TAPER), (1, EVEN), (2, TAPER)], TWO_VALUES,
    ),
    "3 cells, an empty start": (3, {0: 1}, [(0, EVEN), (2, TAPER)], TWO_VALUES),
    "3 cells, the limit reached": (3, {1: 1}, [(2, REDS)], TWO_VALUES),
    "3 cells, limit 1 and K up to 10": (
        3, {0: 1, 2: 1}, [(2, REDS)],
        TWO_VALUES | {
            "multiply": {"limit": 1, "chosen": {"2": 1, "10": 3}, "multipliers": {"3": 1, "4": 1}}
        },
    ),
    "2 cells, limit 6, K of 0 or 1": (
        2, {1: 1}, [(1, REDS)],
        TWO_VALUES | {
            "multiply": {"limit": 6, "chosen": {"0": 1, "1": 4}, "multipliers": {"1": 1, "2": 1}}
        },
    ),
    "3 cells, counter 1, every orb a jackpot": (
        3, {0: 1, 1: 1}, [(2, EVEN)],
        TWO_VALUES | {"counter": 1, "jackpots": TWO_VALUES["jackpots"] | {"needed": 1}},
    ),
    "3 cells, counter 5, second of a name": (
        3, {1: 1}, [(1, TAPER), (2, EVEN)],
        TWO_VALUES | {"counter": 5, "jackpots": TWO_VALUES["jackpots"] | {"needed": 2}},
    ),
    "3 cells, orbs in the first band only": (
        3, {0: 1, 1: 1}, [(1, EVEN), (2, NO_ORBS)], TWO_VALUES,
    ),
    "3 cells, no Money lands": (
        3, {1: 1, 2: 1}, [(2, {"blank": 8, "golden": 1, "red": 1, "blue": 1})], ONE_VALUE,
    ),
}  # fmt: skip


def with_target(game: OrbRespins, target: str) -> OrbRespins:
    data = dump(game)
    data["respins"]["charge"]["target"] = target
    return parse(data)


@pytest.mark.parametrize("name", TINY)
def test_brute_force(name: str) -> None:
    cells, start, bands, pieces = TINY[name]
    plain = board(cells, 1, 1, start=start, bands=bands, **pieces)
    far = []
    for modifiers, target in CASES:
        game = with_target(plain, target)
        rules = Round.of(game, modifiers)
        solved = solve_round(game, modifiers)
        chain = Expected.of(solved, rules).flat()
        for figure, exact in brute.solve(rules).flat().items():
            # Both are sums of positive floats: nothing but rounding may part them.
            if abs(chain[figure] - exact) > 1e-10 * max(1.0, abs(exact)):
                far.append((modifiers, target, figure, chain[figure], exact))
        assert solved.mean_uncapped == pytest.approx(chain["total"], rel=1e-12)
    assert far == []


@cache
def mid_size(target: str) -> OrbRespins:
    """Give a game on 15 and 30 cells in which most rounds see several orbs."""
    return board(
        5, 3, 6,
        start={0: 1, 1: 2, 3: 1},
        bands=[
            (4, {"blank": 930, "money": 40, "golden": 10, "red": 12, "blue": 10}),
            (9, {"blank": 950, "money": 22, "golden": 8, "red": 12, "blue": 8}),
            (29, {"blank": 975, "money": 5, "golden": 8, "red": 8, "blue": 5}),
        ],
        money={"0.3": 6, "1.2": 3, "6": 1},
        charge={"target": target, "values": {"0.3": 6, "3": 1}},
        multiply={
            "limit": 4, "chosen": {"0": 1, "1": 3, "2": 2, "4": 1}, "multipliers": {"2": 8, "3": 1}
        },
        jackpots={"needed": 3, "names": {
            "mini": {"prize": 12.5, "weight": 60}, "minor": {"prize": 30, "weight": 30},
            "major": {"prize": 125, "weight": 9}, "grand": {"prize": 1875, "weight": 1},
        }},
    )  # fmt: skip


@cache
def crowded(target: str) -> OrbRespins:
    """Give a game on 15 cells whose boards often fill and whose Money reaches the limit."""
    return board(
        5, 3, 3,
        start={5: 1, 8: 1},
        bands=[(14, {"blank": 860, "money": 60, "golden": 20, "red": 60, "blue": 20})],
        money={"0.3": 3, "1.2": 1},
        charge={"target": target, "values": {"0.3": 3, "0.6": 1}},
        multiply={"limit": 4, "chosen": {"2": 1, "6": 1, "10": 1}, "multipliers": {"2": 4, "3": 1}},
    )  # fmt: skip


@pytest.mark.parametrize(("modifiers", "target"), CASES)
def test_simulation_of_the_example(modifiers: str, target: str) -> None:
    game = with_target(example("orb_respins"), target)
    assert _far(game, modifiers, 200_000) == []


@pytest.mark.parametrize(("modifiers", "target"), CASES)
def test_simulation_on_15_and_30_cells(modifiers: str, target: str) -> None:
    assert _far(mid_size(target), modifiers, 200_000) == []


@pytest.mark.parametrize(("modifiers", "target"), CASES)
def test_simulation_of_crowded_boards(modifiers: str, target: str) -> None:
    assert _far(crowded(target), modifiers, 50_000) == []


def _far(game: OrbRespins, modifiers: str, rounds: int) -> list[str]:
    rules = Round.of(game, modifiers)
    expected = Expected.of(solve_round(game, modifiers), rules)
    return disagreements(simulate(rules, rounds, seed=20261130), expected)
