"""The law of a whole game round of Orb Respins against sums over every pair of wins."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from mathlib.core.errors import MathlibError
from mathlib.core.figures import Figure
from mathlib.exact import orb_figures
from mathlib.exact.orb_law import GameLaw, game_law
from mathlib.exact.orb_parts import LineWins, fixed_part
from mathlib.exact.orb_respins import OrbExact, solve
from mathlib.exact.respins.law import EXACT_SETS, round_law
from mathlib.game.files import dump, example, parse
from mathlib.play.respins import FULL, round_wins

SOME = ("J", "M", "C")
CAP = 400  # 40x, in tenths: passed by many rounds of the example


@cache
def solved(cap: int, sets: tuple[str, ...]) -> OrbExact:
    """Solve the example with another cap, in tenths, and only some modifier sets."""
    data = dump(example("orb_respins"))
    data["cap"] = cap / 10
    data["respins"]["full_board_award"] = cap / 10
    for view, table in data["trigger"].items():
        data["trigger"][view] = {k: w for k, w in table.items() if k == "none" or k in sets}
    return solve(parse(data))


@cache
def exact_law(cap: int) -> GameLaw:
    exact = solved(cap, SOME)
    return game_law(exact, {name: round_law(exact.game, name) for name in SOME})


def test_every_set_with_a_law() -> None:
    exact = solved(400_000, EXACT_SETS)
    law = game_law(exact, {name: round_law(exact.game, name) for name in EXACT_SETS})
    total = orb_figures.evaluation(exact, law.excess).total
    assert law.mean.value == pytest.approx(total.value, abs=law.mean.error + total.error)
    assert law.mean.kind == "exact"
    assert law.mean.error < 1e-7
    assert sum(band.chance.value for band in law.bands()) == pytest.approx(1, abs=1e-12)


def every_win(exact: OrbExact) -> dict[float, float]:
    """Law of the capped win in total bets: every line win with every round win."""
    bets, cap = exact.game.line_bets, exact.game.cap / 10
    out: dict[float, float] = {}

    def add(win: float, chance: float) -> None:
        paid = round(min(win, cap), 6)
        out[paid] = out.get(paid, 0.0) + chance

    for win, chance in exact.idle_law.items():
        add(win / bets, chance)
    for name in SOME:
        trigger, law = float(exact.trigger[name]), round_law(exact.game, name)
        for line, p in exact.line_law(name).items():
            for win, q in enumerate(law.chances.tolist()):
                add(line / bets + win / 10, trigger * float(p) * q)
            add(cap, trigger * float(p) * float(law.found.law.over[0]))
        add(exact.game.respins.full_board_award / 10, trigger * law.p_full)
    return out


def test_against_every_pair_of_wins() -> None:
    exact, law = solved(CAP, SOME), exact_law(CAP)
    wins = every_win(exact)
    at, chances = np.array(list(wins)), np.array(list(wins.values()))
    for band in law.bands():
        inside = (at > band.low / 10) & (at <= band.high / 10)
        assert band.chance.value == pytest.approx(chances[inside].sum(), rel=1e-11)
        assert band.rtp.value == pytest.approx(chances[inside] @ at[inside], rel=1e-11)
        assert band.chance.kind == band.rtp.kind == "exact"
        assert band.chance.error < 1e-11
    mean, square = chances @ at, chances @ at**2
    assert law.mean.value == pytest.approx(mean, rel=1e-12)
    assert law.sd.value == pytest.approx((square - mean**2) ** 0.5, rel=1e-11)
    order = np.argsort(at)
    below = np.cumsum(chances[order])
    for share in (0.5, 0.9, 0.99, 0.999):
        assert law.quantile(share) == at[order][np.searchsorted(below, share)]
    for win in (0, 0.2, 7, 39.9, 40):
        assert law.at_least(win).value == pytest.approx(chances[at >= win].sum(), rel=1e-11)
    assert law.at_least(40.2).value == 0
    assert law.at_least(40).value > 1e-4


@pytest.mark.parametrize("cap", [CAP, 400_000])
def test_bands_add_up_to_the_evaluation(cap: int) -> None:
    exact, law = solved(cap, SOME), exact_law(cap)
    evaluation = orb_figures.evaluation(exact, law.excess)
    bands = law.bands()
    assert sum(band.chance.value for band in bands) == pytest.approx(1, abs=1e-12)
    total = sum(band.rtp.value for band in bands)
    assert total == pytest.approx(evaluation.total.value, rel=1e-10)
    assert evaluation.parts["cap"].kind == "exact"
    assert bands[-1].high == cap
    assert (evaluation.parts["cap"].value < -1e-3) == (cap == CAP)


def test_played_sets() -> None:
    """Play what has a law as well: bands near the exact ones, and the very same total."""
    exact, law = solved(CAP, SOME), exact_law(CAP)
    some = ("M", "C")
    wins = {name: round_wins(exact.game, name, 100_000, seed=5) for name in some}
    laws = {name: round_law(exact.game, name) for name in SOME if name not in some}
    played = game_law(exact, laws, wins, law.excess)
    assert played.mean.value == pytest.approx(law.mean.value, rel=1e-12)
    assert played.excess["M"] is law.excess["M"]
    for mine, known in zip(played.bands(), law.bands(), strict=True):
        for figure, true in ((mine.chance, known.chance), (mine.rtp, known.rtp)):
            assert figure.kind == "simulated"
            assert abs(figure.value - true.value) < 4.5 * figure.error + 1e-13
            assert figure.error < 0.2 * true.value + 1e-5
    assert abs(played.sd.value - law.sd.value) < 4.5 * played.sd.error
    assert played.sd.error < 0.01 * law.sd.value


def test_known_mean_narrows_the_error() -> None:
    """The mean of the round being known, a band's error is less than a plain count's."""
    exact, law = solved(CAP, SOME), exact_law(CAP)
    wins = round_wins(exact.game, "M", 50_000, seed=6)
    laws = {name: round_law(exact.game, name) for name in SOME if name != "M"}
    played = game_law(exact, laws, {"M": wins}, law.excess)
    share = float((wins[wins != FULL] >= 200).mean())
    plain = float(exact.trigger["M"]) * (share * (1 - share) / len(wins)) ** 0.5
    assert 0.1 * plain < played.at_least(20).error < 0.95 * plain


def test_what_no_round_showed_has_a_limit() -> None:
    exact = solved(400_000, SOME)
    laws = {name: round_law(exact.game, name) for name in SOME if name != "M"}
    excess = {"M": Figure(0.0, "simulated", 1e-6)}
    law = game_law(exact, laws, {"M": round_wins(exact.game, "M", 1000, seed=1)}, excess)
    # The rule of three: 0 of n says, at 95 %, at most 3 / n.
    limit = float(exact.trigger["M"]) * (1 - exact.rounds["M"].p_full) * 3 / 1000
    assert 1.96 * law.at_least(30_000).error == pytest.approx(limit, rel=1e-2)


def test_full_board_below_the_cap() -> None:
    """A full board pays its award, without the line win, in the band of the award."""
    data = dump(solved(CAP, SOME).game)
    data["respins"]["full_board_award"] = 15
    exact = solve(parse(data))
    law = game_law(exact, {name: round_law(exact.game, name) for name in SOME})
    full = sum(float(exact.trigger[s]) * exact.rounds[s].p_full for s in SOME)
    before, after = exact_law(CAP).bands(), law.bands()
    low = next(i for i, band in enumerate(after) if band.high == 200)
    assert after[low].chance.value - before[low].chance.value == pytest.approx(full, rel=1e-6)
    assert after[low].rtp.value - before[low].rtp.value == pytest.approx(15 * full, rel=1e-6)
    total = orb_figures.evaluation(exact, law.excess).total.value
    assert law.mean.value == pytest.approx(total, rel=1e-10)


def test_line_wins_above_the_cap() -> None:
    lines = LineWins.of({0: 0.5, 7: 0.25, 100: 0.25}, 5, 10)
    chance, returned = fixed_part(lines, 1.0, 0, 50).mean(-1, None)
    assert (chance.value, returned.value) == (1.0, 0.25 * 1.4 + 0.25 * 5)
    assert fixed_part(lines, 1.0, 0, 50).square().value == pytest.approx(0.25 * (1.96 + 25))


def test_refusals() -> None:
    exact = solved(CAP, SOME)
    with pytest.raises(MathlibError, match="needs the law of J, or rounds"):
        game_law(exact, {})
    with pytest.raises(MathlibError, match="above 0 and below 1"):
        exact_law(CAP).quantile(1.0)
