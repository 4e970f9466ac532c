"""Expectations of the game before the cap, all rational: wins of features and parts of the RTP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from mathlib.core.weights import WeightTable
from mathlib.exact.pig_wizard.routes import Routes
from mathlib.exact.pig_wizard.spins import BonusSpins
from mathlib.exact.pig_wizard.states import State
from mathlib.game.fields import LATTICE
from mathlib.game.pig_wizard import (
    CASH_ADD,
    LINE_WIN,
    MYSTIC_MONEY,
    NONE,
    WIZARD_SPINS,
    PigWizard,
)


@dataclass(frozen=True)
class Win:
    """Mean and variance of a win, in total bets and their square.

    Examples
    --------
    >>> Win(Fraction(2), Fraction(9, 4)).sd
    1.5
    """

    mean: Fraction
    variance: Fraction

    @property
    def sd(self) -> float:
        """Standard deviation, in total bets."""
        return sqrt(self.variance)


@dataclass(frozen=True)
class Means:
    """Expectations before the cap, in total bets.

    Parameters
    ----------
    parts : mapping
        Part of the RTP to its mean per game round.
    spin, award, bonus, mystic : Win
        One Wizard Spin; one award of them with its retriggers; a bonus that came, of one award
        or more; one Mystic Money.
    spin_lines, spin_cash : Fraction
        Mean line and cash win of one Wizard Spin.
    """

    parts: Mapping[str, Fraction]
    spin: Win
    award: Win
    bonus: Win
    mystic: Win
    spin_lines: Fraction
    spin_cash: Fraction


def amount(table: WeightTable[int]) -> Win:
    """Return mean and variance of a table of amounts in tenths of the total bet.

    Examples
    --------
    >>> amount(WeightTable({5: 1, 15: 1}))
    Win(mean=Fraction(1, 1), variance=Fraction(1, 4))
    """
    return Win(table.mean() / LATTICE, table.variance() / LATTICE**2)


def locked_cash(game: PigWizard) -> Fraction:
    """Return the mean cash value of one locked symbol; a feature counts as 0.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> locked_cash(example("pig_wizard"))
    Fraction(77, 50)
    """
    table = game.locked
    total = sum(value * weight for value, weight in table.items() if isinstance(value, int))
    return Fraction(total, table.total * LATTICE)


def spin_win(game: PigWizard, states: Sequence[State]) -> tuple[Win, Fraction, Fraction]:
    """Return the win of one Wizard Spin, and its mean from lines and from cash.

    With l the line win and t prizes of mean c and variance v, the second moment is
    E[l l] + 2 c E[l t] + v E[t] + c c E[t t].
    """
    prize = amount(game.wizard_spins.cash)

    def mean(power: int, prizes: int) -> Fraction:
        return sum(
            (state.probability * state.law.moment(power, prizes) for state in states), Fraction(0)
        )

    lines, cash = mean(1, 0), mean(0, 1) * prize.mean
    second = mean(2, 0) + 2 * prize.mean * mean(1, 1)
    second += prize.variance * mean(0, 1) + prize.mean**2 * mean(0, 2)
    return Win(lines + cash, second - (lines + cash) ** 2), lines, cash


def mystic_win(game: PigWizard, counts: Mapping[int, Fraction]) -> Win:
    """Return the win of one Mystic Money, from the law of its number of Cash Prizes."""
    prize = amount(game.mystic_money.cash)
    mean = sum((n * chance for n, chance in counts.items()), Fraction(0))
    second = sum((n * n * chance for n, chance in counts.items()), Fraction(0))
    variance = mean * prize.variance + (second - mean**2) * prize.mean**2
    return Win(mean * prize.mean, variance)


def modifier_win(game: PigWizard, state: State) -> Fraction:
    """Return the mean line and cash win of one base spin of a state, features apart."""
    win = state.law.mean_line
    if state.wizard:
        win += state.law.mean_landed * locked_cash(game)
    if state.modifier == CASH_ADD:
        win += state.law.mean_added * amount(game.modifiers.cash_add.cash).mean
    return win


def means(
    game: PigWizard,
    base: Sequence[State],
    bonus: Sequence[State],
    counts: Mapping[int, Fraction],
    spins: BonusSpins,
    routes: Routes,
) -> Means:
    """Return all expectations before the cap.

    Parameters
    ----------
    game : PigWizard
    base, bonus : sequence of State
        States of a base spin and of a Wizard Spin.
    counts : mapping
        Law of the number of Cash Prizes of one Mystic Money.
    spins : BonusSpins
    routes : Routes
    """
    spin, lines, cash = spin_win(game, bonus)
    mystic = mystic_win(game, counts)
    awarded = routes.awards[WIZARD_SPINS] * spins.award.mean
    plain = [state for state in base if state.modifier == NONE]

    def over(modifier: str) -> Fraction:
        found = [state for state in base if state.modifier == modifier]
        return sum((s.probability * modifier_win(game, s) for s in found), Fraction(0))

    base_lines = sum((state.probability * state.law.mean_line for state in plain), Fraction(0))
    parts = {
        "base lines": base_lines,
        "cash lock": over(NONE) - base_lines,
        "cash add": over(CASH_ADD),
        "line win modifier": over(LINE_WIN),
        "mystic money": routes.feature[MYSTIC_MONEY] * mystic.mean,
        "wizard spins lines": awarded * lines,
        "wizard spins cash": awarded * cash,
    }
    count = spins.award
    award = Win(count.win_mean(spin.mean), count.win_variance(spin.mean, spin.variance))
    mean, variance = spins.awards_mean * award.mean, spins.over_awards(award.mean, award.variance)
    return Means(parts, spin, award, Win(mean, variance), mystic, lines, cash)
