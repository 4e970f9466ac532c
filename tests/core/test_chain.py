"""Absorbing chains against answers that others computed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, prod

import pytest

from mathlib.core.chain import absorb
from mathlib.core.errors import MathlibError, NeverEndsError


def collect(weights, needed):
    """Draw names by weight until some name has come ``needed`` times; states are tallies."""
    total = sum(weights)

    def step(tally):
        if max(tally) == needed:
            return None
        out = {}
        for i, weight in enumerate(weights):
            after = tuple(n + (i == j) for j, n in enumerate(tally))
            if len(set(weights)) == 1:
                after = tuple(sorted(after))  # equal names: only how many have come how often
            out[after] = out.get(after, 0) + Fraction(weight, total)
        return out

    return absorb((0,) * len(weights), step)


def test_k10_six_equal_names():
    # Public question on collecting three of a kind among six: 4084571/559872 draws.
    assert collect([1] * 6, 3).steps == Fraction(4084571, 559872)


def test_k10_a_draw_weight_is_not_an_award_chance():
    # Same question with weights 40/30/20/8/2: mean draws and who comes to three first.
    result = collect([40, 30, 20, 8, 2], 3)
    assert float(result.steps) == pytest.approx(5.401971, abs=5e-7)
    first = Counter()
    for tally, chance in result.ends.items():
        first[tally.index(3)] += chance
    expected = [0.540327, 0.310482, 0.133570, 0.015274, 0.00034644]
    assert [float(first[i]) for i in range(5)] == pytest.approx(expected, abs=5e-7)
    assert sum(first.values()) == 1


def test_k12_sticky_wild_respins():
    # Public question: wilds stick with chances .02, .05, .03 per reel, respin while new ones come.
    chances = [Fraction(2, 100), Fraction(5, 100), Fraction(3, 100)]

    def step(state):
        spins, held = state
        if spins and not held[1]:
            return None
        out = {}
        free = [i for i in range(3) if i not in held[0]]
        for mask in range(1 << len(free)):
            new = [reel for bit, reel in enumerate(free) if mask >> bit & 1]
            chance = prod(chances[i] if i in new else 1 - chances[i] for i in free)
            # A spin without anything new, or with all three held, is the last.
            now = tuple(sorted((*held[0], *new)))
            after = (spins + 1, (now, bool(new)))
            out[after] = out.get(after, 0) + chance
        return out

    result = absorb((0, ((), True)), step)
    law = Counter()
    for (spins, _), chance in result.ends.items():
        law[spins] += chance
    assert float(law[1]) == pytest.approx(0.90307, abs=5e-6)
    assert float(law[2]) == pytest.approx(0.091121093, abs=5e-10)
    assert float(law[3]) == pytest.approx(0.0056463136, abs=5e-11)
    assert float(law[4]) == pytest.approx(0.0001625934, abs=5e-11)
    assert float(result.steps) == pytest.approx(1.1029015004, abs=5e-11)


def test_a_loop_through_several_states():
    # Gambler's ruin, fair: k (n - k) steps, ruin with chance 1 - k / n.
    n, k = 7, 3

    def step(x):
        return None if x in (0, n) else {x - 1: Fraction(1, 2), x + 1: Fraction(1, 2)}

    result = absorb(k, step)
    assert result.steps == k * (n - k)
    assert result.ends == {0: Fraction(n - k, n), n: Fraction(k, n)}


def test_floats_agree_with_fractions():
    # Negative binomial: three successes of chance 1/4.
    def chain(success):
        return absorb(0, lambda s: None if s == 3 else {s + 1: success, s: 1 - success})

    assert float(chain(Fraction(1, 4)).steps) == pytest.approx(chain(0.25).steps, rel=1e-14)
    assert chain(Fraction(1, 4)).steps == 12


def test_a_start_that_is_an_end():
    result = absorb("done", lambda _: None)
    assert (result.steps, result.ends) == (0, {"done": 1})


def test_a_process_that_never_ends_is_refused():
    with pytest.raises(NeverEndsError, match="never end once it is in state 'trap'"):
        absorb(0, lambda s: {0: {"trap": 0.5, "out": 0.5}, "trap": {"trap": 1.0}}.get(s))


def test_chances_that_do_not_add_up_are_refused():
    with pytest.raises(MathlibError, match="add up to 1"):
        absorb(0, lambda s: None if s else {1: 0.9})


def test_first_to_three_is_a_multinomial_sum():
    # Second way for two names: the loser has 0, 1 or 2 when the winner reaches three.
    p = Fraction(2, 5)
    first = sum(comb(2 + k, k) * p**3 * (1 - p) ** k for k in range(3))
    ends = collect([2, 3], 3).ends
    assert sum(chance for tally, chance in ends.items() if tally[0] == 3) == first
