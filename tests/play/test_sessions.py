"""Sessions against a plain player on the twin's wins, and against odds that are known exactly."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import sqrt

import numpy as np
import pytest
from scipy.stats import chi2

from mathlib.core.errors import MathlibError
from mathlib.game import files
from mathlib.play.replay import replays
from mathlib.play.session_plan import Plan
from mathlib.play.session_result import REASONS
from mathlib.play.sessions import play_sessions
from tests.game.edits import edited
from tests.play import pig_games

EXAMPLE = files.example("orb_respins")
WIN, STOPS = 9, 20


def coin():
    """A game that pays the stake twice in 9 of 20 rounds, and nothing else.

    Two reels show A only; the third has 9 A among 20 stops, read in one row.
    """
    third = ["A"] * WIN + ["owl"] * (STOPS - WIN)
    return files.parse(
        edited(
            "orb_respins",
            ("aims", []),
            ("lines", [[0, 0, 0]]),
            ("paytable", {"A": [0, 0, 2], "owl": [0, 0, 1]}),
            ("strips", [{"symbols": ["A"]}, {"symbols": ["A"]}, {"symbols": third}]),
        )
    )


def plain_session(wins, plan):
    """Play one session on wins in tenths, by the words of the rules."""
    balance, spells, streaks = plan.bankroll, [0], [0]
    path = [balance]
    for play, win in enumerate(wins, 1):
        balance = balance - plan.stake + win * plan.stake // 10
        path.append(balance)
        spells.append(spells[-1] + 1 if win == 0 else 0)
        streaks.append(streaks[-1] + 1 if win <= 10 else 0)
        net = balance - plan.bankroll
        if plan.loss_limit is not None and -net >= plan.loss_limit:
            why = "loss limit reached"
        elif plan.win_limit is not None and net >= plan.win_limit:
            why = "win limit reached"
        elif play == plan.plays:
            why = "plays used"
        elif balance < plan.stake:
            why = "balance below the stake"
        else:
            continue
        return balance, play, why, max(spells), max(streaks), path
    raise AssertionError("a session ends")


PLANS = [
    Plan(2_000, 100, 70),
    Plan(300, 100, 70),
    Plan(100, 100, 1),
    Plan(1_000, 10, 65, loss_limit=105),
    Plan(1_000, 100, 70, loss_limit=700, win_limit=300),
    Plan(1_000, 100, 70, win_limit=1),
    Plan(1_000, 100, 70, loss_limit=1_000),
]


@pytest.mark.parametrize("plan", PLANS, ids=str)
@pytest.mark.parametrize("game", [EXAMPLE, pig_games.forced()], ids=["orb", "pig"])
def test_sessions_are_those_of_a_plain_player(game, plan):
    sessions = 12
    found = play_sessions(game, plan, sessions, seed=4)
    rounds = replays(game, 4)
    for session in range(sessions):
        # Session s of N plays is rounds s N to (s + 1) N - 1 of the seed.
        wins = [played.record.total for played in islice(rounds, plan.plays)]
        balance, plays, why, dry, losing, path = plain_session(wins, plan)
        assert found.end[session] == balance
        assert found.played[session] == plays
        assert REASONS[int(found.reason[session])] == why
        assert (found.dry[session], found.losing[session]) == (dry, losing)
        at_marks = [path[min(mark, plays)] for mark in found.marks.tolist()]
        assert found.paths[:, session].tolist() == at_marks
    assert found.marks[0] == 0
    assert found.marks[-1] == plan.plays


def test_any_number_of_workers_gives_the_same_sessions():
    plan = Plan(5_000, 100, 999, loss_limit=4_000)
    runs = [play_sessions(EXAMPLE, plan, 700, 9, workers) for workers in (1, 2, 5)]
    for run in runs[1:]:
        for name in ("paths", "end", "played", "reason", "dry", "losing"):
            assert (getattr(run, name) == getattr(runs[0], name)).all(), name
    # More sessions begin with the same ones; another seed does not.
    assert (play_sessions(EXAMPLE, plan, 300, 9).end == runs[0].end[:300]).all()
    assert (play_sessions(EXAMPLE, plan, 300, 8).end != runs[0].end[:300]).any()


def test_gamblers_ruin():
    # Even bets won with p, from i stakes to 0 or N: P(ruin) = (r^i - r^N) / (1 - r^N), r = q/p.
    i, n, r = 5, 10, (STOPS - WIN) / WIN
    exact = (r**i - r**n) / (1 - r**n)
    plan = Plan(i * 100, 100, 600, win_limit=(n - i) * 100)
    found = play_sessions(coin(), plan, 8_000, seed=2)
    # 600 plays end all but 1e-12 of the sessions.
    assert set(found.end.tolist()) == {0, n * 100}
    assert abs(found.ruin.value - exact) < 4 * found.ruin.error
    assert found.ruin.error == pytest.approx(sqrt(exact * (1 - exact) / 8_000), rel=0.05)
    by = found.ends_by()
    assert by["balance below the stake"] == found.ruin
    assert by["win limit reached"].value == pytest.approx(1 - found.ruin.value, abs=1e-12)
    # The same walk, stopped by a loss limit at the same place.
    limited = play_sessions(coin(), Plan(5_000, 100, 600, i * 100, (n - i) * 100), 8_000, seed=2)
    assert (limited.end - 5_000 == found.end - i * 100).all()
    assert limited.ends_by()["loss limit reached"].value == found.ruin.value


def test_end_balances_and_curves_of_a_coin():
    bankroll, plays, sessions = 4, 30, 6_000
    p = WIN / STOPS
    # The law of the balance in stakes after each play; at 0 the session has ended.
    law, laws = {bankroll: 1.0}, [{bankroll: 1.0}]
    for _ in range(plays):
        following = Counter({0: law.get(0, 0.0)})
        for balance, chance in law.items():
            if balance:
                following[balance + 1] += chance * p
                following[balance - 1] += chance * (1 - p)
        law = dict(following)
        laws.append(law)
    found = play_sessions(coin(), Plan(bankroll * 100, 100, plays), sessions, seed=6)
    counts = Counter((found.end // 100).tolist())
    likely = [balance for balance, chance in law.items() if sessions * chance >= 5]
    rest = 1 - sum(law[balance] for balance in likely)
    cells = [(counts[b], sessions * law[b]) for b in likely]
    cells.append((sessions - sum(counts[b] for b in likely), sessions * rest))
    statistic = sum((seen - wanted) ** 2 / wanted for seen, wanted in cells)
    assert statistic < chi2.isf(1e-4, len(cells) - 1)
    assert found.ruin.value == counts[0] / sessions
    for mark, law, ahead, going in zip(found.marks, laws, found.ahead, found.going, strict=True):
        chance = sum(one for balance, one in law.items() if balance > bankroll)
        assert abs(ahead.value - chance) <= 4.5 * sqrt(chance * (1 - chance) / sessions)
        # A session makes play n when it was not ruined by play n - 1.
        made = 1 - (laws[mark - 1].get(0, 0.0) if mark else 0.0)
        assert abs(going.value - made) <= 4.5 * sqrt(max(made * (1 - made), 0) / sessions) + 1e-12


def test_theory_and_conservation():
    # 0.9 of the stake comes back, with a standard deviation of 2 sqrt(p q) stakes.
    rtp, deviation = 2 * WIN / STOPS, 2 * sqrt(WIN * (STOPS - WIN)) / STOPS
    found = play_sessions(coin(), Plan(1_000, 100, 200, loss_limit=500), 4_000, seed=3)
    staked, won = found.played * 100, found.end - 1_000 + found.played * 100
    assert (won % 200 == 0).all()
    assert (won >= 0).all()
    assert (found.end >= 500).all()
    assert found.loss.value == pytest.approx((staked - won).mean(), rel=1e-12)
    assert found.expected_loss(rtp).value == pytest.approx(0.1 * staked.mean(), rel=1e-12)
    for beyond in (found.beyond_theory(rtp), found.beyond_theory(rtp, deviation)):
        assert beyond.value == pytest.approx(found.loss.value - 0.1 * staked.mean(), abs=1e-9)
        assert abs(beyond.value) < 4 * beyond.error
    # Both errors estimate the same thing, by Wald's identities.
    errors = [found.beyond_theory(rtp).error, found.beyond_theory(rtp, deviation).error]
    assert errors[0] == pytest.approx(errors[1], rel=0.05)
    # An RTP that is two points off is noticed: these sessions see differences of 0.2 points.
    wrong = found.beyond_theory(rtp + 0.02, deviation)
    assert abs(wrong.value) > 4 * wrong.error


def test_extreme_limits():
    at_once = play_sessions(coin(), Plan(1_000, 100, 50, loss_limit=1, win_limit=1), 400, seed=1)
    assert set(at_once.played.tolist()) == {1}
    assert set(at_once.end.tolist()) == {900, 1_100}
    never = play_sessions(coin(), Plan(10**6, 100, 50, 10**9, 10**9), 400, seed=1)
    assert never.ends_by()["plays used"].value == 1
    assert never.ruin.value == 0
    assert never.ruin.error == pytest.approx(3 / 400 / 1.96)
    one = play_sessions(coin(), Plan(100, 100, 50), 400, seed=1)
    assert one.ruin.value > 0.5
    assert one.played.min() == 1
    # A session is as long as 2.5 s a play, unless told otherwise.
    assert never.minutes.value == pytest.approx(50 * 2.5 / 60)
    slow = play_sessions(coin(), Plan(10**6, 100, 50, spin_seconds=6), 400, seed=1)
    assert slow.minutes.value == pytest.approx(5)


def test_quantiles_of_the_fan():
    found = play_sessions(coin(), Plan(5_000, 100, 40), 999, seed=1)
    fan = found.fan((0.25, 0.5))
    assert fan.shape == (2, len(found.marks))
    assert fan[1, -1] == sorted(found.end.tolist())[499]
    assert (fan[:, 0] == 5_000).all()
    assert (np.diff(fan, axis=0) >= 0).all()


@pytest.mark.parametrize(
    ("plan", "sessions", "words"),
    [
        (Plan(1_000, 20, 10), 10, "stake 20p: the game is played at 10p, 100p"),
        (Plan(99, 100, 10), 10, "does not cover the stake"),
        (Plan(1_000, 100, 0), 10, "plays 0"),
        (Plan(1_000, 100, 10, loss_limit=0), 10, "loss limit 0p"),
        (Plan(1_000, 100, 10, win_limit=-5), 10, "win limit -5p"),
        (Plan(1_000, 100, 10, spin_seconds=0), 10, "seconds a spin"),
        (Plan(10**13, 100, 10), 10, "bankroll"),
        (Plan(1_000, 100, 10), 1, "sessions 1"),
        (Plan(1_000, 100, 10**6), 10**5, "more than 1,000,000,000 rounds"),
    ],
)
def test_refusals(plan, sessions, words):
    with pytest.raises(MathlibError, match=words):
        play_sessions(EXAMPLE, plan, sessions, seed=1)


def test_seed_and_workers_are_refused():
    for seed, workers, words in ((-1, 1, "seed -1"), (1, 0, "workers 0")):
        with pytest.raises(MathlibError, match=words):
            play_sessions(EXAMPLE, PLANS[0], 10, seed, workers)
