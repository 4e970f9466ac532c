"""What the outlook knows of a round, against the class chain that follows every state."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest

from mathlib.exact.respins import solve_round
from mathlib.exact.respins.chain import chain_of, classes_of, tables
from mathlib.exact.respins.clusters import bounds, chances, family
from mathlib.exact.respins.outlook import BLUE, GROWTH, Outlook, outlook
from mathlib.game.files import dump, example, parse
from mathlib.game.orb_respins import OrbRespins
from tests.respins.spec import board

REDS = {"blank": 60, "money": 12, "golden": 4, "red": 15, "blue": 9}
MULTIPLY = {"limit": 2, "chosen": {"0": 1, "1": 3, "3": 2}, "multipliers": {"2": 3, "5": 1}}
WIDTHS = (10.0, 1e-1, 1e-3, 1e-5)


def at_start(ahead: Outlook, game: OrbRespins, modifiers: str, kind: int) -> float:
    """Sum what is ahead of a round's start, where all Money is untouched."""
    start, total = chain_of(game, modifiers).landing.start, 0.0
    for row, (untouched, *multiplied) in enumerate(ahead.sets.tolist()):
        if any(multiplied):
            continue
        ways = [comb(m, untouched) for m in range(len(start))]
        total += float((start * ways) @ ahead.sums[kind, :, 0, row])
    return total


@pytest.mark.parametrize("modifiers", ["JM", "JMC"])
@pytest.mark.parametrize("target", ["pick", "repick"])
def test_sets_of_all_symbols_are_exact(modifiers: str, target: str) -> None:
    pieces = {"multiply": MULTIPLY, "charge": {"target": target, "values": {"0.5": 1}}}
    game = board(3, 1, 2, start={0: 1, 2: 2}, bands=[(5, REDS)], **pieces)
    t = tables(game, modifiers, chain_of(game, modifiers).landing, 2, 0.0)
    ahead = outlook(t, 1.0, symbols=t.cells)
    found = classes_of(game, modifiers)
    growth = 1 / found.tables.scale
    money, draws = found.final @ growth, found.drawn @ growth
    assert at_start(ahead, game, modifiers, GROWTH) == pytest.approx(money, rel=1e-12)
    if "C" in modifiers:
        assert at_start(ahead, game, modifiers, BLUE) == pytest.approx(draws, rel=1e-12)
    fewer = outlook(t, 1.0, symbols=2)
    error = abs(at_start(fewer, game, modifiers, GROWTH) - money)
    assert error > 1e-6, "two symbols at a time are not enough"


def drawn_game(seed: int) -> tuple[OrbRespins, str]:
    """Draw a round with strong Multiply: many reds, large K, any limit."""
    rng = np.random.default_rng(seed)
    modifiers = str(rng.choice(["M", "JM", "MC", "JMC"]))
    data = dump(example("orb_respins"))
    rules = data["respins"]
    rules["counter"] = int(rng.integers(1, 5))
    rules["charge"]["target"] = str(rng.choice(["pick", "repick"]))
    least, most = int(rng.integers(0, 2)), int(rng.choice([1, 2, 3, 5, 10]))
    rules["multiply"] = {
        "limit": int(rng.choice([1, 2, 3, 4]) if "J" in modifiers else rng.choice([1, 3, 4, 6])),
        "chosen": {str(k): int(rng.integers(1, 20)) for k in range(least, most + 1)},
        "multipliers": {str(k): int(rng.integers(1, 20)) for k in (2, 3, int(rng.integers(4, 11)))},
    }
    for band in rules["sets"][modifiers]["bands"]:
        for outcome in band["weights"]:
            band["weights"][outcome] = int(rng.integers(1, 200))
        band["weights"]["blank"] = int(rng.integers(1000, 6000))
        band["weights"]["red"] = int(rng.choice([5, 20, 60, 200, 400]))
    return parse(data), modifiers


@pytest.mark.parametrize("seed", range(24))
def test_the_truth_lies_within_the_bound(seed: int) -> None:
    game, modifiers = drawn_game(seed)
    quick = [solve_round(game, modifiers, width=width) for width in WIDTHS]
    exact = solve_round(game, modifiers)
    for one in quick:
        assert abs(one.mean_uncapped - exact.mean_uncapped) <= one.error + exact.error
    assert quick[-1].states <= exact.states
    assert quick[-1].error < 1e-3 * exact.mean_uncapped
    assert "multiplier" in exact.awards
    assert "multiplier" not in quick[0].awards, "not computed, so not said"


def test_a_chain_followed_further_is_taken() -> None:
    game, modifiers = drawn_game(3)
    exact = solve_round(game, modifiers)
    assert solve_round(game, modifiers, width=1e-3).mean_uncapped == exact.mean_uncapped


@pytest.mark.parametrize("chosen", [[0.2, 0.5, 0.0, 0.3], [0.0, 1.0], [0.1, 0.0, 0.0, 0.0, 0.9]])
def test_one_red_orb_on_sets_is_within_the_bound_of_every_choice(chosen: list[float]) -> None:
    """Average any function of few symbols over all choices, and compare with what sets give."""
    limit, most, classes = 2, 2, (0, 0, 1, 2, 2, 0, 2)
    law, cells = np.array(chosen), 9
    rng = np.random.default_rng(7)
    sets = family(limit, most, tagged=False)
    of, c = sets.rows, sets.clusters
    values = rng.normal(size=len(of))

    def total(state: tuple[int, ...]) -> float:
        held = [state.count(j) for j in range(limit + 1)]
        return sum(
            values[i] * np.prod([comb(n, k) for n, k in zip(held, others, strict=True)])
            for (_, others), i in of.items()
        )

    eligible = [i for i, j in enumerate(classes) if j < limit]
    truth = 0.0
    for k, weight in enumerate(law):
        groups = list(combinations(eligible, min(k, len(eligible))))
        for group in groups:
            after = tuple(j + (i in group) for i, j in enumerate(classes))
            truth += weight / len(groups) * total(after)

    m = len(classes)
    chance = chances(sets.chances, cells, law)[m]
    bound = bounds(sets.bounds, cells, law)[m]
    step = np.array([chance[c.idle[i]] * values[i] for i in range(len(of))])
    for i in range(len(of)):
        for p in range(c.first[i], c.first[i + 1]):
            step[i] += c.ways[p] * chance[c.chance[p]] * values[c.to[p]]
    difference = list(values)
    for upper, lower in zip(c.upper[len(of) :], c.lower[len(of) :], strict=True):
        difference.append(difference[upper] - difference[lower])
    greatest = np.zeros(len(c.target))
    for member, group in zip(c.member, c.group, strict=True):
        greatest[group] = max(greatest[group], abs(difference[member]))
    remainder = np.zeros(len(of))
    np.add.at(remainder, c.target, c.share * bound[c.bound] * greatest)

    held = [classes.count(j) for j in range(limit + 1)]
    ways = [np.prod([comb(n, k) for n, k in zip(held, o, strict=True)]) for _, o in of]
    found, unknown = float(step @ ways), float(remainder @ ways)
    assert abs(found - truth) <= unknown
    assert abs(found - truth) > 1e-9, "the sets are too small to be exact here"
