"""Wizard Spins: number of spins, win distribution, retriggers."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mathlib.core.errors import MathlibError, NeverEndsError
from mathlib.exact.pig_wizard import solve
from mathlib.exact.pig_wizard.mystic import union_law
from mathlib.exact.pig_wizard.retrigger import Retrigger, least_root, roots
from mathlib.exact.pig_wizard.spins import SpinCount
from mathlib.game import files
from tests.game.edits import edited


def chances(one, both):
    return Fraction(1) - Fraction(one) - Fraction(both), Fraction(one), Fraction(both)


def test_expected_spins_of_public_questions():
    """Known answers (K11): 50 / (1 - 0.05), 6 / (1 - 0.3 - 0.24), and one that never ends."""
    assert float(SpinCount(50, 50, chances("0.001", 0)).mean) == pytest.approx(52.631579, abs=5e-7)
    count = SpinCount(6, 6, chances("0.05", "0.02"))
    assert float(count.mean) == pytest.approx(13.043478, abs=5e-7)
    with pytest.raises(NeverEndsError, match="might never end"):
        SpinCount(6, 6, chances("0.10", "0.05"))


def played(count, most):
    """P(N = n) for n up to most, by walking through (spins played, spins left)."""
    left = np.zeros(most + 2 * count.extra + count.awarded + 1)
    left[count.awarded] = 1.0
    law = []
    for _ in range(most + 1):
        law.append(left[0])
        left[0] = 0.0
        after = np.zeros_like(left)
        for balls, chance in enumerate(count.chances):
            moved = np.zeros_like(left)
            shift = balls * count.extra - 1
            if shift < 0:
                moved[:-1] = left[1:]
            else:
                moved[shift + 1 :] = left[1 : len(left) - shift]
            after += float(chance) * moved
        left = after
    return np.array(law)


@pytest.mark.parametrize(
    ("awarded", "extra", "one", "both"),
    [(6, 6, "0.03", "0.01"), (3, 2, "0.2", "0.1"), (1, 1, "0.5", "0"), (4, 3, "0", "0.1")],
)
def test_law_of_spins_against_a_walk(awarded, extra, one, both):
    count = SpinCount(awarded, extra, chances(one, both))
    most = 120
    law = played(count, most)
    tail = count.more_than(range(most + 1))
    expected = 1 - np.cumsum(law)
    np.testing.assert_allclose(tail, expected, rtol=1e-10, atol=1e-14)
    n = count.awarded + count.extra * np.arange(len(count.law))
    mean = float(np.dot(n, count.law))
    assert mean == pytest.approx(float(count.mean), rel=1e-11)
    variance = float(np.dot((n - mean) ** 2, count.law))
    assert variance == pytest.approx(float(count.variance), rel=1e-9)


def test_far_tail_of_spins_is_not_noise():
    """One ball only, chance q: 6 + 6m spins have a closed form, here at m = 30."""
    count = SpinCount(6, 6, chances("0.01", 0))
    m, spins, q = 30, 186, Fraction(1, 100)
    ways = Fraction(6, spins)
    for i in range(m):
        ways = ways * (spins - i) / (i + 1)
    exact = float(ways * q**m * (1 - q) ** (spins - m))
    assert 0 < exact < 1e-16
    assert count.law[m] == pytest.approx(exact, rel=1e-11)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 8), st.floats(0, 1), st.floats(0.05, 0.9), st.integers(0, 10**6))
def test_every_root_is_the_limit_of_plain_steps(spins, share, mean, seed):
    one = mean * share / spins
    both = mean * (1 - share) / (2 * spins)
    retrigger = Retrigger(spins, (1 - one - both, one, both))
    size = min(1 + 0.5 * (retrigger.critical[0] - 1), 3.0)
    random = np.random.default_rng(seed)
    win = size * np.sqrt(random.random(50)) * np.exp(2j * np.pi * random.random(50))
    win[0] = size
    plain = np.zeros_like(win)
    for _ in range(2000):
        plain = win * retrigger.value(plain)
    np.testing.assert_allclose(
        roots(retrigger, win, size), plain, rtol=0, atol=1e-12 * abs(plain[0])
    )


def test_beyond_the_critical_size_there_is_no_total():
    retrigger = Retrigger(6, (0.93, 0.05, 0.02))
    size, total = retrigger.critical
    assert least_root(retrigger, 0.999 * size) < total
    with pytest.raises(MathlibError, match="no finite total"):
        least_root(retrigger, 1.001 * size)


@pytest.mark.parametrize("name", ["award", "bonus"])
def test_bonus_law_has_the_moments_of_wald(name):
    """A bonus that came is the mean over its number of awards."""
    solution = solve(files.example("pig_wizard"))
    law, expected = getattr(solution.laws, name), getattr(solution.means, name)
    at = np.arange(law.size, dtype=float)
    mean, mean_error = law.measure(at, law.growth.beyond(law.size, 1))
    second, second_error = law.measure(at**2, law.growth.beyond(law.size, 2))
    assert mean / 10 == pytest.approx(float(expected.mean), rel=1e-11)
    assert mean_error < 1e-9 * mean
    variance = (second - mean**2) / 100
    assert variance == pytest.approx(float(expected.variance), rel=1e-9)
    assert second_error < 1e-9 * second


def test_bonus_law_against_a_walk_over_spins():
    """The same distribution from (spins left, win) in plain steps, until 1e-13 is left."""
    game = files.parse(
        edited(
            "pig_wizard",
            ("wizard_spins/cash", {"0.5": 3, "2": 1}),
            ("wizard_spins/retrigger", {"none": 90, "one": 7, "both": 3}),
            ("wizard_spins/spins", 2),
        )
    )
    solution = solve(game)
    spin = np.zeros(9000)
    cash = {5: 0.75, 20: 0.25}
    sums = [np.ones(1)]
    single = np.zeros(21)
    single[list(cash)] = list(cash.values())
    for _ in range(12):
        sums.append(np.convolve(sums[-1], single))
    for state in solution.bonus:
        for k, a, tenths, chance in state.law.terms():
            for win, p in zip(tenths, chance, strict=True):
                spin[win : win + len(sums[k + a])] += float(state.probability) * p * sums[k + a]
    left = {2: np.eye(1, 900)[0]}
    done = np.zeros(900)
    while max((law.sum() for law in left.values()), default=0.0) > 1e-14:
        after = {}
        for spins, law in left.items():
            won = np.convolve(law, spin[:900])[:900]
            for extra, p in ((0, 0.90), (2, 0.07), (4, 0.03)):
                after[spins - 1 + extra] = after.get(spins - 1 + extra, 0) + p * won
        done += after.pop(0, 0)
        left = after
    found = solution.laws.award.pmf[:900]
    np.testing.assert_allclose(found, done[: len(found)], rtol=0, atol=3e-13)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 7).flatmap(lambda n: st.tuples(st.just(n), *[st.integers(0, n)] * 2)))
def test_a_cell_both_made_and_landed_counts_once(case):
    cells, landed, made = case
    sets = [len(set(range(landed)) | set(cells)) for cells in combinations(range(cells), made)]
    expected = {n: Fraction(sets.count(n), len(sets)) for n in set(sets)}
    assert union_law(cells, landed, made) == expected


def test_rtp_of_the_bonus_is_its_frequency_times_its_mean():
    solution = solve(files.example("pig_wizard"))
    parts, routes = solution.means.parts, solution.routes
    rtp = parts["wizard spins lines"] + parts["wizard spins cash"]
    assert rtp == routes.feature["wizard_spins"] * solution.means.bonus.mean
    assert routes.awards["wizard_spins"] == (
        routes.feature["wizard_spins"] * solution.spins.awards_mean
    )
