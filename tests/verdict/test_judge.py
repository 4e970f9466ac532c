"""How a row is judged: standard errors, tails, full boards, and many rows together."""

from __future__ import annotations

from math import inf, sqrt

import pytest
from scipy import stats

from mathlib.core.figures import Figure
from mathlib.verdict.claims import Claim, Prize, chance, spread_of
from mathlib.verdict.judge import FEW, POINT, SEEN, Row, judge, tail
from mathlib.verdict.result import LEVEL, Verdict, told_apart


def amount(total, square, hits):
    return {"win.sum": total, "win.square": square, "win.hits": hits}


def total(value, sd, **more):
    return Claim("total", Figure(value), ("win",), worth=1.0, variance=sd**2, **more)


@pytest.mark.parametrize(("sd", "points"), [(2, 0.447), (8, 1.789), (20, 4.472)])
def test_standard_error_of_200000_spins(sd, points):
    """Known answer K18: judged by z, never by a fixed band."""
    rounds = 200_000
    off = 0.01 * rounds * 10  # one point too much
    found = {"rounds": rounds, **amount(int(0.92 * rounds * 10 + off), 0, 0)}
    row = judge(total(0.92, sd), found)
    assert 100 * row.error == pytest.approx(points, abs=5e-4)
    assert row.error_from == "theory"
    assert row.z == pytest.approx(1 / points, rel=2e-3)
    # The rounds after which 0.05 points are three of these errors.
    assert row.rounds_needed == pytest.approx((SEEN * sd / POINT) ** 2)


@pytest.mark.parametrize(
    ("count", "rounds", "p"), [(3, 2000, 1e-3), (9, 2000, 1e-3), (5100, 10_000, 0.5)]
)
def test_a_chance_is_judged_by_its_exact_binomial_law(count, rounds, p):
    row = judge(chance("x", p, "x.hits"), {"rounds": rounds, "x.hits": count})
    law = stats.binom(rounds, p)
    assert row.p == pytest.approx(min(1, 2 * min(law.cdf(count), law.sf(count - 1))), rel=1e-6)
    assert row.error == pytest.approx(sqrt(p * (1 - p) / rounds))


def test_what_cannot_come_is_a_difference_when_it_comes():
    row = judge(chance("x", Figure.rational(0), "x.hits"), {"rounds": 10, "x.hits": 1})
    assert row.p == 0
    assert judge(chance("x", Figure.rational(0), "x.hits"), {"rounds": 10, "x.hits": 0}).p == 1


@pytest.mark.parametrize("skew", [0.0, 0.05, 0.7])
@pytest.mark.parametrize("z", [0.5, 3.0, 6.0])
def test_tail_is_the_greatest_of_pearsons_laws(z, skew):
    laws = [stats.pearson3(skew * share).sf(z) for share in (1, 0.5, 0.25)] if skew else []
    assert tail(z, skew) == pytest.approx(max([stats.norm.sf(z), *laws]), rel=1e-3)
    assert tail(z, skew) <= tail(z, 2 * skew) <= tail(z, inf)


def test_a_figure_known_within_a_bound_is_judged_at_its_edge():
    tally = {"rounds": 10_000, **amount(10_000 * 10, 0, 0)}
    sharp = judge(total(0.95, 1.0), tally)
    bounded = Claim("total", Figure(0.95, "bounded", 0.06), ("win",), variance=1.0)
    assert sharp.p < 1e-5
    assert judge(bounded, tally).p == 1
    # One standard error of a simulated figure adds to that of the run.
    simulated = Claim("total", Figure(0.95, "simulated", 0.01), ("win",), variance=1.0, skew=0.0)
    z = 0.05 / sqrt(0.01**2 + 0.01**2)
    assert judge(simulated, tally).p == pytest.approx(2 * stats.norm.sf(z))


def test_full_boards_are_judged_apart():
    """A board of 40,000x in a million rounds is 4 points; one in 50 runs has it."""
    sd, p, size, rounds = 9.0, 2e-8, 40_000.0, 1_000_000
    won = int((0.92 + size / rounds) * rounds * 10)
    tally = {"rounds": rounds, **amount(won, 0, 0)}
    plain, apart = (
        judge(total(0.92, sd, skew=0.0), tally),
        judge(total(0.92, sd, skew=0.0, rare=(p, size)), tally),
    )
    assert plain.z == apart.z > 4.4
    assert plain.p < 1e-5
    # One board: what is left is p * size above the mean. Two: nothing is left to explain.
    boards = stats.poisson(rounds * p)
    rest = sqrt(sd**2 - p * (1 - p) * size**2 + 2 * p * size * (0.92 - p * size))
    left = stats.norm.sf(p * size / (rest / sqrt(rounds)))
    assert apart.p == pytest.approx(2 * (boards.pmf(1) * left + boards.sf(1)), rel=1e-3)
    # Three boards are more than chance allows.
    tally["win.sum"] = int((0.92 + 3 * size / rounds) * rounds * 10)
    assert judge(total(0.92, sd, skew=0.0, rare=(p, size)), tally).p < 1e-5


def test_a_sample_that_saw_little_is_no_measure_of_the_spread():
    claim = Claim("money", Figure(5.0), ("win",))
    few = {"rounds": 1000, **amount(1000, 10_000, FEW - 1)}
    row = judge(claim, few)
    assert (row.simulated, row.error, row.z, row.p) == (0.1, None, None, None)
    enough = judge(claim, {"rounds": 1000, **amount(1000, 10_000, FEW)})
    assert enough.error_from == "sample"
    assert enough.error == pytest.approx(0.1 * sqrt((1000 * 10_000 - 1000**2) / 1000 / 999 / 1000))
    # The sample says 50 errors; the greatest variance that the theory allows says less than 2.
    bound = Claim("money", Figure(5.0), ("win",), bound=90.0**2, skew=0.0)
    held = judge(bound, {"rounds": 1000, **amount(1000, 10_000, FEW)})
    assert held.error == enough.error
    assert held.p == pytest.approx(2 * stats.norm.sf(4.9 / (90 / sqrt(1000))))
    assert judge(bound, few).error_from == "bound"


def test_nothing_played_is_not_judged():
    claim = Claim("set", Figure(5.0), ("win",), ("set.rounds",), variance=1.0)
    row = judge(claim, {"rounds": 10, "set.rounds": 0, **amount(0, 0, 0)})
    assert (row.simulated, row.error, row.z, row.p) == (None, None, None, None)


def test_deviation_of_a_known_law():
    """A win of 2 with chance 1/4: sd sqrt(3)/2, squared distances 1/4 and 9/4."""
    found = spread_of({0.0: 0.75, 2.0: 0.25}, 0.5)
    assert found.variance == pytest.approx(0.75 / 16 + 0.25 * 81 / 16 - (3 / 4) ** 2)
    sd = sqrt(3) / 2
    claim = Claim(
        "sd", Figure(sd), ("win",), kind="spread", centre=0.5, variance=found.variance,
        skew=found.skew,
    )  # fmt: skip
    row = judge(claim, {"rounds": 400, **amount(100 * 20, 100 * 400, 100)})
    assert row.simulated == pytest.approx(sd)
    assert row.error == pytest.approx(sqrt(found.variance / 400) / (2 * sd))
    assert row.z == pytest.approx(0, abs=1e-12)


def test_prizes_that_a_run_does_not_see():
    prizes = (Prize(1e-3, 0.1), Prize(1e-6, 0.002), Prize(1e-8, 0.0007))
    claim = total(0.92, 5.0, prizes=prizes)
    for rounds, unseen in ((1000, 0.1027), (100_000, 0.0027), (10_000_000, 0.0007), (10**9, 0)):
        assert claim.unseen(rounds, 5.0) == pytest.approx(unseen)


def row(p, part="x"):
    return Row(part, "mean", 1.0, "exact", 1.0, 0.001, "theory", 0.0, p, 10, None, 0.0)


def test_rows_are_judged_together():
    """Holm: the least p against level / m, the next against level / (m - 1)."""
    m = 100
    ps = [LEVEL / m * 0.99, LEVEL / (m - 1) * 0.99, LEVEL / (m - 2) * 1.01, *[0.5] * (m - 3)]
    marked = told_apart([row(None), *map(row, ps)])
    assert [one.differs for one in marked[:5]] == [False, True, True, False, False]
    assert not any(one.differs for one in told_apart([row(LEVEL / 2), *[row(0.5)] * 9]))
    # A row that is not judged does not make the others harder to refuse.
    assert told_apart([row(LEVEL * 0.9), *[row(None)] * 50])[0].differs


def test_the_line_of_a_verdict():
    short = Verdict("ab", 1, 1000, 1000, (Row("total", "mean", 0.92, "exact", 0.9, 0.02, "theory",
                                              -1.0, 0.3, 1000, 1e9, 0.0),))  # fmt: skip
    assert short.outcome == "not enough rounds"
    assert short.visible == pytest.approx(0.06)
    assert short.rounds_enough == 36_000
    assert short.line.startswith("not enough rounds: none of 1 figures")
    assert "36,000 are enough" in short.line
    many = [Row(f"part {i}", "mean", 1, "exact", 2, 0.1, "theory", 10, 0, 9, None, 0.0, True)
            for i in range(8)]  # fmt: skip
    wrong = Verdict("ab", 1, 1000, 1000, (*short.rows, *many))
    assert wrong.outcome == "disagrees"
    names = ", ".join(f"part {i}" for i in range(6))
    assert wrong.line == f"disagrees in {names} and 2 more"
    assert wrong.differing == tuple(f"part {i}" for i in range(8))
