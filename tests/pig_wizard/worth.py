"""What a tiny game is worth: parts, figures and distributions from the enumerated laws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import inf

import numpy as np

from mathlib.game.pig_wizard import CASH_ADD, LINE_WIN, NONE, PigWizard
from tests.pig_wizard import brute
from tests.pig_wizard.brute import Spin
from tests.pig_wizard.laws import Law, branching, lengths, mean, projected, unrolled
from tests.pig_wizard.tiny import GAMES, tiny

PARTS = (
    "base lines",
    "cash lock",
    "cash add",
    "line win modifier",
    "mystic money",
    "wizard spins lines",
    "wizard spins cash",
    "cap",
)


ROUTES = ("locked", "left", "right")
"""Ways to a feature, in the order of `tests.pig_wizard.brute.Routes`."""


@dataclass(frozen=True)
class Worth:
    """A tiny game, enumerated.

    Distributions are given for amounts below ``limit`` tenths; a cap may be no higher.
    """

    game: PigWizard
    limit: int = 300

    @cached_property
    def reels(self) -> Law:
        """Law of the base spin before any symbol is opened."""
        return brute.base_reels(self.game)

    @cached_property
    def base(self) -> Law:
        """Law of the base spin."""
        return brute.base_spin(self.game, self.reels)

    @cached_property
    def mystic(self) -> Law:
        """Law of the win of one Mystic Money."""
        return brute.mystic_money(self.game)

    @cached_property
    def bonus_spin(self) -> Law:
        """Law of (lines, cash) of one spin of Wizard Spins."""
        return brute.bonus_spin(self.game)

    @cached_property
    def extra(self) -> Law:
        """Law of the extra spins after one spin."""
        return brute.extra_spins(self.game)

    def chance(self, event: Callable[[Spin], bool]) -> Fraction:
        """Chance of something seen of the base spin."""
        return sum((p for spin, p in self.base.items() if event(spin)), Fraction(0))

    @cached_property
    def awards(self) -> Law:
        """Law of the awards of Wizard Spins in one round."""
        return projected(self.base, lambda spin: sum(spin.awards))

    @cached_property
    def p_bonus(self) -> Fraction:
        """Chance of at least one award."""
        return 1 - self.awards.get(0, Fraction(0))

    @cached_property
    def p_mystic(self) -> Fraction:
        """Chance of Mystic Money, which comes once however often it is awarded."""
        return self.chance(lambda spin: any(spin.mystic))

    @cached_property
    def parts(self) -> dict[str, Fraction]:
        """Points of RTP, in total bets; Wald's identity gives the bonus its mean."""

        def won(modifier: str, what: Callable[[Spin], int]) -> Fraction:
            return mean(projected(self.base, lambda spin: (spin.modifier == modifier) * what(spin)))

        spins = mean(self.awards) * self.game.wizard_spins.spins / (1 - mean(self.extra))
        tenths = {
            "base lines": won(NONE, lambda spin: spin.lines),
            "cash lock": won(NONE, lambda spin: spin.cash),
            "cash add": won(CASH_ADD, lambda spin: spin.lines + spin.cash),
            "line win modifier": won(LINE_WIN, lambda spin: spin.lines + spin.cash),
            "mystic money": self.p_mystic * mean(self.mystic),
            "wizard spins lines": spins * mean(projected(self.bonus_spin, lambda win: win[0])),
            "wizard spins cash": spins * mean(projected(self.bonus_spin, lambda win: win[1])),
        }
        return {name: amount / 10 for name, amount in tenths.items()}

    @cached_property
    def uncapped(self) -> Fraction:
        """Mean win of a round before the cap."""
        return sum(self.parts.values(), Fraction(0))

    @cached_property
    def cap_part(self) -> float:
        """What the cap takes, as a negative number of total bets."""
        cap = self.game.cap
        if cap is None:
            return 0.0
        paid = float(self.paid_law @ np.arange(cap + 1))
        return paid / 10 - float(self.uncapped)

    @cached_property
    def paid_law(self) -> np.ndarray:
        """P(round pays w) for w tenths: up to the cap, or below the limit when there is none."""
        law, cap = self.round_law, self.game.cap
        if cap is None:
            return law
        assert cap <= self.limit
        return np.append(law[:cap], 1 - law[:cap].sum())

    @cached_property
    def _bonuses(self) -> dict[int, np.ndarray]:
        """Awards to P(the bonus wins w) for w tenths below the limit."""
        win, spins = projected(self.bonus_spin, sum), self.game.wizard_spins.spins
        numbers = {1, *self.awards} - {0}
        return {n: unrolled(win, self.extra, n * spins, self.limit)[0] for n in numbers}

    def wins(self, awards: Law) -> np.ndarray:
        """P(a bonus with these awards wins w) for w tenths below the limit."""
        return sum(float(share) * self._bonuses[number] for number, share in awards.items())

    def lengths(self, awards: Law) -> np.ndarray:
        """P(a bonus with these awards lasts n spins) for n = 0, 1, ..."""
        spins = self.game.wizard_spins.spins
        return lengths(projected(awards, lambda number: number * spins), self.extra)

    @cached_property
    def round_law(self) -> np.ndarray:
        """P(round wins w before the cap) for w tenths below the limit."""
        return self._round_law(lambda spin: True)

    def _round_law(self, event: Callable[[Spin], bool]) -> np.ndarray:
        """Chances of round wins together with something seen of the base spin."""
        mystic = np.zeros(self.limit)
        for win, chance in self.mystic.items():
            if win < self.limit:
                mystic[win] = float(chance)
        out = np.zeros(self.limit)
        kinds = projected(self.base, lambda spin: (any(spin.mystic), sum(spin.awards)))
        for mystics, number in kinds:
            law = np.zeros(self.limit)
            for spin, chance in self.base.items():
                won = spin.lines + spin.cash
                kind = any(spin.mystic), sum(spin.awards)
                if kind == (mystics, number) and event(spin) and won < self.limit:
                    law[won] += float(chance)
            if mystics:
                law = np.convolve(law, mystic)[: self.limit]
            if number:
                law = np.convolve(law, self._bonuses[number])[: self.limit]
            out += law
        return out

    @property
    def highest(self) -> float:
        """Highest pay of a round, in total bets; a bonus that may be extended has no highest."""
        rules = self.game.wizard_spins
        spin = max(sum(win) for win in self.bonus_spin)
        bonus = inf if spin and max(self.extra) else spin * rules.spins
        wins = [
            spin.lines
            + spin.cash
            + (max(self.mystic) if any(spin.mystic) else 0)
            + (sum(spin.awards) * bonus if any(spin.awards) else 0)
            for spin in self.base
        ]
        return min(max(wins), inf if self.game.cap is None else self.game.cap) / 10

    @cached_property
    def figures(self) -> dict[str, float]:
        """What a round pays, by name."""
        wizard = self.chances["wizard_in_view"]
        nothing = float(self._round_law(lambda spin: spin.wizard)[0])
        paid, cap = self.paid_law, self.game.cap
        return {
            "total_rtp": float(self.uncapped) + self.cap_part,
            "some_win": 1 - float(paid[0]),
            "disguised_loss": float(paid[1:10].sum()),
            "win_above_bet": 1 - float(paid[:11].sum()),
            "wizard_wins_nothing": nothing / float(wizard) if wizard else 0.0,
            "cap_probability": 0.0 if cap is None else float(paid[cap]),
        }

    @cached_property
    def chances(self) -> dict[str, Fraction]:
        """Chances of what a base spin shows and awards, by name."""
        balls = self.game.crystal_balls.hits
        wizard = self.chance(lambda spin: spin.wizard)
        out = {
            "wizard_in_view": wizard,
            "modifier": self.chance(lambda spin: spin.modifier != NONE),
            "cash_add": self.chance(lambda spin: spin.modifier == CASH_ADD),
            "line_win": self.chance(lambda spin: spin.modifier == LINE_WIN),
            "wizard_spins": self.p_bonus,
            "mystic": self.p_mystic,
            "cash_lock": sum(
                (p for spin, p in self.reels.items() if spin.wizard and spin.locked), Fraction(0)
            ),
        }
        for route, name in enumerate(ROUTES):
            out[f"{name}_mystic_money"] = self.chance(lambda spin, i=route: spin.mystic[i] > 0)
            out[f"{name}_wizard_spins"] = self.chance(lambda spin, i=route: spin.awards[i] > 0)
        for side in ROUTES[1:]:
            hit = balls.probability(side) + balls.probability("both")
            out[f"{side}_ball"] = wizard * hit
        return out

    def moments(self, awards: Law) -> dict[str, float]:
        """Mean and sd of the spins and of the win of a bonus, from the law of its awards."""
        start = projected(awards, lambda number: number * self.game.wizard_spins.spins)
        spins, spins_sd = branching(start, self.extra, {1: Fraction(1)})
        win, win_sd = branching(start, self.extra, projected(self.bonus_spin, sum))
        return {
            "expected_spins": spins,
            "spins_sd": spins_sd,
            "bonus_mean": win / 10,
            "bonus_sd": win_sd / 10,
        }

    @property
    def bonus_that_came(self) -> Law:
        """Law of the awards of a round, given one at least."""
        return {number: p / self.p_bonus for number, p in self.awards.items() if number}


@cache
def worth_of(name: str) -> Worth:
    """Return the worth of a named tiny game, enumerated once for all tests."""
    return Worth(tiny(*GAMES[name]))
