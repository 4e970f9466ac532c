"""What a tiny game is worth: parts, figures and distributions from the enumerated laws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

import numpy as np

from mathlib.game.pig_wizard import CASH_ADD, LINE_WIN, NONE, PigWizard
from tests.pig_wizard import brute
from tests.pig_wizard.brute import Spin
from tests.pig_wizard.laws import Law, mean, projected, unrolled, variance
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


@dataclass(frozen=True)
class Worth:
    """A tiny game, enumerated.

    Parameters
    ----------
    game : PigWizard
        Small enough: a few stops on a reel.
    limit : int
        Distributions are given for amounts below this many tenths; the cap's cost needs the
        amounts below the cap.
    """

    game: PigWizard
    limit: int = 300

    @cached_property
    def base(self) -> Law:
        """Law of the base spin."""
        return brute.base_spin(self.game)

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
        below = self.round_law[:cap]
        assert len(below) == cap
        paid = float(below @ np.arange(cap)) + cap * (1 - float(below.sum()))
        return paid / 10 - float(self.uncapped)

    @cached_property
    def _bonuses(self) -> dict[int, tuple[np.ndarray, np.ndarray]]:
        wins = projected(self.bonus_spin, sum)
        spins = self.game.wizard_spins.spins
        return {
            number: unrolled(wins, self.extra, number * spins, self.limit)
            for number in self.awards
            if number
        }

    @cached_property
    def bonus_law(self) -> np.ndarray:
        """P(bonus wins w | bonus) for w tenths below the limit."""
        assert self.p_bonus
        return sum(
            float(self.awards[number] / self.p_bonus) * wins
            for number, (wins, _) in self._bonuses.items()
        )

    def spins_law(self) -> np.ndarray:
        """P(bonus lasts n spins | bonus), n = 0, 1, ..."""
        out = np.zeros(100_000)
        for number, share in self.awards.items():
            if number:
                start = number * self.game.wizard_spins.spins
                _, lengths = unrolled({0: Fraction(1)}, self.extra, start, 1)
                out[: len(lengths)] += float(share / self.p_bonus) * lengths
        return np.trim_zeros(out, "b")

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
                law = np.convolve(law, self._bonuses[number][0])[: self.limit]
            out += law
        return out

    @cached_property
    def figures(self) -> dict[str, float]:
        """Rates, chances and moments by name; moments of the bonus are of a bonus that came."""
        wizard = self.chance(lambda spin: spin.wizard)
        nothing = float(self._round_law(lambda spin: spin.wizard)[0])
        law, cap = self.round_law, self.game.cap
        out = {
            "total_rtp": float(self.uncapped) + self.cap_part,
            "wizard_in_view": float(wizard),
            "modifier": float(self.chance(lambda spin: spin.modifier != NONE)),
            "wizard_spins": float(self.p_bonus),
            "mystic": float(self.p_mystic),
            "some_win": 1 - float(law[0]),
            "disguised_loss": float(law[1 : 10 if cap is None else min(10, cap)].sum()),
            "wizard_wins_nothing": nothing / float(wizard) if wizard else 0.0,
            "cap": 0.0 if cap is None else 1 - float(law[:cap].sum()),
        }
        if cap is not None and cap < 10:  # a capped total may itself be a disguised loss
            out["disguised_loss"] += out["cap"]
        if self.p_bonus:
            out |= self._bonus_moments()
        return out

    def _bonus_moments(self) -> dict[str, float]:
        """Mean and sd of the spins and of the win of a bonus.

        One spin and all that follows from it wins B = X + the sum of R independent copies of B,
        so E B = E X / (1 - E R) and Var B = (Var X + Var R (E B)^2) / (1 - E R). Spins: X = 1.
        """
        start = projected(
            {n: p / self.p_bonus for n, p in self.awards.items() if n},
            lambda number: number * self.game.wizard_spins.spins,
        )
        out = {}
        win = projected(self.bonus_spin, sum)
        for law, names, unit in (
            ({1: Fraction(1)}, ("expected_spins", "spins_sd"), 1),
            (win, ("bonus_mean", "bonus_sd"), 10),
        ):
            share = 1 - mean(self.extra)
            one = mean(law) / share
            spread = (variance(law) + variance(self.extra) * one**2) / share
            out[names[0]] = float(mean(start) * one) / unit
            out[names[1]] = float(mean(start) * spread + variance(start) * one**2) ** 0.5 / unit
        return out


@cache
def worth_of(name: str) -> Worth:
    """Return the worth of a named tiny game, enumerated once for all tests."""
    return Worth(tiny(*GAMES[name]))
