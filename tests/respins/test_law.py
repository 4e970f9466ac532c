"""The law of a Respins round against enumeration, simulation and the expectations of the chain."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.stats import binomtest, chisquare

from mathlib.core.errors import MathlibError
from mathlib.exact.respins import solve_round
from mathlib.exact.respins.additive import atoms, charged_laws
from mathlib.exact.respins.landing import Landing
from mathlib.exact.respins.law import EXACT_SETS, RoundLaw, round_law
from mathlib.exact.respins.multiplied import multiplied_law
from mathlib.exact.respins.tallies import tallies
from mathlib.game.files import dump, example, load, parse
from mathlib.game.orb_respins import OrbRespins
from mathlib.play.respins import FULL, round_wins
from tests.respins.brute_law import win_law
from tests.respins.compiled import FULL as FILLED
from tests.respins.compiled import TOTAL, simulate
from tests.respins.spec import Round, board

SHIPPED = "params/orb_respins.json"
BANDS = [
    (0, {"blank": 180, "money": 8, "golden": 6, "red": 10, "blue": 6}),
    (2, {"blank": 190, "money": 4, "golden": 8, "red": 8, "blue": 4}),
]
PIECES = {
    "money": {"0.3": 2, "2.4": 1},
    "multiply": {"limit": 4, "chosen": {"0": 1, "1": 3, "2": 2}, "multipliers": {"2": 3, "5": 1}},
    "jackpots": {
        "needed": 2,
        "names": {"mini": {"prize": 2.5, "weight": 3}, "major": {"prize": 12.5, "weight": 1}},
    },
}
# (modifiers, charge.target, cells, smallest chance that the enumeration follows)
TINY = [
    ("J", "pick", 2, 1e-10),
    ("J", "pick", 3, 1e-7),
    ("M", "pick", 2, 1e-12),
    ("M", "pick", 3, 1e-7),
    ("C", "pick", 2, 1e-9),
    ("C", "pick", 3, 2e-6),
    ("C", "repick", 2, 1e-6),
    ("JC", "pick", 2, 1e-6),
    ("JC", "repick", 2, 5e-6),
]
PLAYED = [("J", "pick"), ("M", "pick"), ("C", "pick"), ("C", "repick"), ("JC", "repick")]


def tiny(target: str, cells: int, cap: float) -> OrbRespins:
    charge = {"target": target, "values": {"0.6": 3, "1.2": 1}}
    start = {0: 1, 1: 1} if cells == 2 else {0: 1, 1: 2, 2: 1}
    data = dump(
        board(
            cells, 1, 1, start=start, bands=BANDS, charge=charge, full_board_award=2.5, **PIECES
        )
    )  # fmt: skip
    return parse(data | {"cap": cap})


@pytest.mark.parametrize(("modifiers", "target", "cells", "least"), TINY)
def test_enumeration(modifiers: str, target: str, cells: int, least: float) -> None:
    """The enumeration is short of the truth by what it dropped, and nowhere above it."""
    game = tiny(target, cells, 4000)
    wins, p_full, dropped = win_law(Round.of(game, modifiers), least)
    law = round_law(game, modifiers)
    short = law.chances.copy()
    for win, chance in wins.items():
        short[win] -= chance
    assert short.min() > -1e-15
    assert short.sum() + law.p_full - p_full == pytest.approx(dropped, rel=1e-6, abs=1e-14)
    assert dropped < 5e-3
    assert law.error < 1e-13


@pytest.mark.parametrize(("modifiers", "target", "cells", "least"), TINY[:7])
def test_wins_above_a_low_cap(modifiers: str, target: str, cells: int, least: float) -> None:
    """The same law with a cap of 6x, which many rounds pass, and what the cap takes."""
    game = tiny(target, cells, 6)
    law, whole = round_law(game, modifiers), round_law(tiny(target, cells, 4000), modifiers)
    at = np.arange(len(whole.chances))
    below = np.pad(law.chances, (0, 60 - len(law.chances)))
    assert below == pytest.approx(np.pad(whole.chances, (0, 60))[:60], rel=1e-12)
    assert law.at_least(60).value == pytest.approx(whole.chances[60:].sum(), rel=1e-12)
    assert law.at_least(60).value > 1e-4
    assert law.mean.value == pytest.approx(whole.mean.value, rel=1e-12)
    assert law.square.value == pytest.approx(whole.square.value, rel=1e-12)
    # Line wins of 0, 0.7 and 9 line bets of 4 to the total bet: not whole tenths.
    lines = {0: 0.5, 3: 0.3, 9: 0.2}
    excess = sum(
        p * float(whole.chances @ np.maximum(at + win * 10 / 4 - 60, 0)) / 10
        for win, p in lines.items()
    )
    found = law.excess(lines, 4)
    assert found.value == pytest.approx(excess, rel=1e-11)
    assert found.error < 1e-10 * found.value


@cache
def shipped(modifiers: str) -> RoundLaw:
    return round_law(_load(), modifiers)


@cache
def _load() -> OrbRespins:
    game = load(SHIPPED)
    assert isinstance(game, OrbRespins)
    return game


@pytest.mark.parametrize("modifiers", EXACT_SETS)
def test_shipped_game(modifiers: str) -> None:
    law, solved = shipped(modifiers), solve_round(_load(), modifiers)
    whole = law.chances.sum() + law.found.law.over[0]
    assert abs(whole + solved.p_full - 1) < max(law.error, 1e-13)
    assert law.mean.value == pytest.approx(solved.mean_uncapped - solved.full_part, rel=1e-9)
    assert law.error < 1e-10
    assert law.rounding < 1e-9
    # Played rounds: each quantile of the law is passed as often as it says.
    wins = round_wins(_load(), modifiers, 200_000, seed=11)
    wins = wins[wins != FULL]
    for level in (law.quantile(q) for q in (0.1, 0.5, 0.9, 0.99, 0.999)):
        chance = law.at_least(level).value / (1 - law.p_full)
        seen = int((wins >= level).sum())
        assert binomtest(seen, len(wins), chance).pvalue > 6e-5, (level, seen)
    spread = float((wins / 10.0).std())
    mean = law.mean.value / (1 - law.p_full)
    assert abs(wins.mean() / 10 - mean) < 4 * spread / len(wins) ** 0.5


def test_far_tail_keeps_its_digits() -> None:
    """At P(win >= the cap) of 1 in 700 million the law still has ten digits and more."""
    law = shipped("M")
    chance = law.at_least(law.cap)
    assert 1e-10 < chance.value < 1e-8
    assert chance.error < 1e-4 * chance.value
    game = _load()
    finer = multiplied_law(game, "M", Landing.of(game, "M"), cut=1e-20).law
    assert finer.over[0] == pytest.approx(chance.value, abs=law.error)
    assert finer.below == pytest.approx(np.pad(law.chances, (0, 400_000 - len(law.chances)))[
        : len(finer.below)
    ], abs=law.error)  # fmt: skip


def test_transform_equals_positive_sums() -> None:
    game = example("orb_respins")
    assert isinstance(game, OrbRespins)
    counts = tallies(game, "JC", Landing.of(game, "JC"), 1e-10).law
    money, charge = atoms(game.respins.money), atoms(game.respins.charge.values)
    plain, none = charged_laws(counts, money, charge, game.cap, 1e-24, most=float("inf"))
    fast, noise = charged_laws(counts, money, charge, game.cap, 1e-24, most=0.0)
    assert none == 0 < noise < 1e-10
    for one, other in zip(plain, fast, strict=True):
        size = max(len(one.below), len(other.below))
        a, b = (np.pad(law.below, (0, size - len(law.below))) for law in (one, other))
        assert np.abs(a - b).max() <= noise
        assert np.abs(np.cumsum(a) - np.cumsum(b)).max() <= noise
        assert other.moments == pytest.approx(one.moments, rel=1e-12, abs=1e-25)


@pytest.mark.parametrize(("modifiers", "target"), PLAYED)
def test_chi_square(modifiers: str, target: str) -> None:
    """The law of a small game against the independent simulator, in cells of 200 rounds."""
    data = dump(example("orb_respins"))
    data["respins"]["charge"]["target"] = target
    game = parse(data)
    rows = simulate(Round.of(game, modifiers), 100_000, seed=3).rows
    wins = rows[rows[:, FILLED] == 0, TOTAL]
    law = round_law(game, modifiers)
    chances = law.chances / (1 - law.p_full)
    groups = np.floor(np.cumsum(chances) * len(wins) / 200).astype(int)
    groups = np.minimum(groups, groups[-1] - 1)
    expected = np.bincount(groups, chances) * len(wins)
    seen = np.bincount(groups[np.minimum(wins, len(groups) - 1)], minlength=len(expected))
    some = expected > 5
    left = len(wins) - expected[some].sum(), len(wins) - seen[some].sum()
    expected, seen = np.append(expected[some], left[0]), np.append(seen[some], left[1])
    if left[0] < 5:
        expected, seen = expected[:-1], seen[:-1]
        expected *= seen.sum() / expected.sum()
    assert chisquare(seen, expected).pvalue > 1e-4


@pytest.mark.parametrize("modifiers", ["JM", "MC", "JMC"])
def test_sets_without_a_law(modifiers: str) -> None:
    with pytest.raises(MathlibError, match="no exact law: only J, M, C, JC"):
        round_law(example("orb_respins"), modifiers)


def test_refusals() -> None:
    game = example("orb_respins")
    with pytest.raises(MathlibError, match="no modifier set 'X'"):
        round_law(game, "X")
    with pytest.raises(MathlibError, match="known up to the cap of 40000x"):
        round_law(game, "C").at_least(400_001)
    data = dump(game)
    data["respins"]["multiply"]["limit"] = 8
    data["respins"]["rows"] = 8
    band = data["respins"]["sets"]["M"]["bands"][-1]
    for name in ("M", "C", "MC"):
        data["respins"]["sets"][name]["bands"] = [
            {"up_to": 23, "weights": {k: v for k, v in band["weights"].items() if k != "red"}}
        ]
    with pytest.raises(MathlibError, match="final states, more than"):
        round_law(parse(data), "M")
