"""Generating functions of the features and of a whole game round, on the lattice of 0.1x.

With T the total of a Wizard Spin and all that it brings, an award is S = T**spins, and awards
multiply. A locked symbol has h = cash + P(mystic) + P(wizard spins) S, and the two balls B
likewise; a base state with line win l, k landed and a added prizes contributes z**l h**k c**a B.
Mystic Money comes at most once: with h and B taken once with and once without its outcomes, the
round is F_without + M (F_with - F_without).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic

from mathlib.core.weights import WeightTable
from mathlib.exact.pig_wizard.points import Points, V
from mathlib.exact.pig_wizard.retrigger import Retrigger
from mathlib.exact.pig_wizard.states import State
from mathlib.game.pig_wizard import CASH_ADD, MYSTIC_MONEY, NONE, WIZARD_SPINS, PigWizard

Series = tuple[list[int], list[float]]
"""Exponents in tenths of the total bet, and weights."""


@dataclass(frozen=True)
class Values(Generic[V]):
    """Generating functions at some points.

    Parameters
    ----------
    spin : array or Bounded
        Win of one Wizard Spin.
    award : array or Bounded
        Win of one award of Wizard Spins, retriggers included.
    bonus : array or Bounded
        Win of a bonus that came, of one award or more.
    mystic : array or Bounded
        Win of one Mystic Money.
    wizard : array or Bounded
        Win of a round with the Pig Wizard in view; its mass is the chance of that.
    round : array or Bounded
        Win of a whole game round before the cap.
    """

    spin: V
    award: V
    bonus: V
    mystic: V
    wizard: V
    round: V


class RoundFunction:
    """All generating functions of the game, to be evaluated anywhere.

    Parameters
    ----------
    game : PigWizard
    base, bonus : sequence of State
        States of a base spin and of a Wizard Spin.
    mystic : mapping
        Law of the number of Cash Prizes of one Mystic Money.
    numbers : mapping
        Law of the number of awards of a bonus that came.

    Examples
    --------
    >>> from mathlib.exact.pig_wizard.mystic import mystic_counts
    >>> from mathlib.exact.pig_wizard.points import Real
    >>> from mathlib.exact.pig_wizard.states import base_states, bonus_states
    >>> from mathlib.game.files import example
    >>> game = example("pig_wizard")
    >>> function = RoundFunction(
    ...     game, base_states(game), bonus_states(game), mystic_counts(game), {1: Fraction(1)}
    ... )
    >>> round(function(Real(1.0)).round.value, 12)
    1.0
    """

    def __init__(
        self,
        game: PigWizard,
        base: Sequence[State],
        bonus: Sequence[State],
        mystic: Mapping[int, Fraction],
        numbers: Mapping[int, Fraction],
    ) -> None:
        self.game = game
        self.numbers = {number: float(chance) for number, chance in numbers.items()}
        self.mystic = {count: float(chance) for count, chance in mystic.items()}
        self.plain = _merged([state for state in base if not state.wizard], landed=False)
        self.held = _merged([state for state in base if state.wizard])
        self.spin = _merged(bonus, together=True)
        chances = game.wizard_spins.retrigger.probability
        none, one, both = (float(chances(name)) for name in (NONE, "one", "both"))
        self.retrigger = Retrigger(game.wizard_spins.spins, (none, one, both))

    def __call__(self, points: Points[V]) -> Values[V]:
        """Return all values at some points."""
        spin = self.spin_win(points)
        award = points.power(points.root(self.retrigger, spin), self.retrigger.spins)
        bonus = _horner(points, _constants(points, self.numbers), award)
        cash = _cash(points, self.game.mystic_money.cash)
        mystic = _horner(points, _constants(points, self.mystic), cash)
        without, with_it = self._rounds(points, award)
        wizard = without + mystic * (with_it - without)
        plain = self.plain.get((0, 0))
        whole = points(*plain) + wizard if plain else wizard
        return Values(spin, award, bonus, mystic, wizard, whole)

    def spin_win(self, points: Points[V]) -> V:
        """Return the value of the win of one Wizard Spin."""
        terms = {count: points(*series) for (count, _), series in self.spin.items()}
        return _horner(points, terms, _cash(points, self.game.wizard_spins.cash))

    def _rounds(self, points: Points[V], award: V) -> tuple[V, V]:
        """Return the rounds with the Pig Wizard in view: without Mystic Money, and all of them."""
        by_landed = self._by_landed(points)
        out = []
        for mystic in (False, True):
            locked = _outcome(points, self.game.locked, award, mystic)
            balls = self._balls(points, award, mystic)
            out.append(balls * _horner(points, by_landed, locked))
        return out[0], out[1]

    def _by_landed(self, points: Points[V]) -> dict[int, V]:
        """Return, per number of landed prizes, the series of line wins and added prizes."""
        table = self.game.modifiers
        cash = _cash(points, table.cash_add.cash) if CASH_ADD in table.weights else None
        grouped: dict[int, dict[int, V]] = {}
        for (landed, added), series in self.held.items():
            grouped.setdefault(landed, {})[added] = points(*series)
        return {
            landed: terms[0] if cash is None else _horner(points, terms, cash)
            for landed, terms in grouped.items()
        }

    def _balls(self, points: Points[V], award: V, mystic: bool) -> V:
        balls = self.game.crystal_balls
        left = _outcome(points, balls.left, award, mystic)
        right = _outcome(points, balls.right, award, mystic)
        hits = {name: float(balls.hits.probability(name)) for name in balls.hits}
        out = points([0], [hits.get("neither", 0.0)])
        for name, value in (("left", left), ("right", right), ("both", left * right)):
            if name in hits:
                out = out + value * hits[name]
        return out


def _merged(
    states: Sequence[State], landed: bool = True, together: bool = False
) -> dict[tuple[int, int], Series]:
    """Add the laws of states by (landed, added), or by their sum, or all in one."""
    found: dict[tuple[int, int], dict[int, float]] = {}
    for state in states:
        chance = float(state.probability)
        for k, added, tenths, chances in state.law.terms():
            key = (k + added, 0) if together else (k, added) if landed else (0, 0)
            into = found.setdefault(key, {})
            for win, share in zip(tenths, chances, strict=True):
                into[win] = into.get(win, 0.0) + chance * share
    return {key: (list(into), list(into.values())) for key, into in found.items()}


def _horner(points: Points[V], terms: Mapping[int, V], base: V) -> V:
    """Return the sum of terms[n] * base**n."""
    out = points([0], [0.0])
    for n in range(max(terms, default=0), -1, -1):
        out = out * base
        if n in terms:
            out = out + terms[n]
    return out


def _constants(points: Points[V], chances: Mapping[int, float]) -> dict[int, V]:
    return {number: points([0], [chance]) for number, chance in chances.items()}


def _cash(points: Points[V], table: WeightTable[int]) -> V:
    return points(list(table), table.probabilities().tolist())


def _outcome(
    points: Points[V], table: WeightTable[str] | WeightTable[int | str], award: V, mystic: bool
) -> V:
    """Return the value of one drawn outcome; Mystic Money's own win is not in it.

    What is no amount and no feature wins nothing, as ``grow``.
    """
    chances: dict[int, float] = {}
    spins = 0.0
    for outcome, chance in zip(table, table.probabilities().tolist(), strict=True):
        if outcome == WIZARD_SPINS:
            spins = chance
        elif outcome != MYSTIC_MONEY or mystic:
            amount = outcome if isinstance(outcome, int) else 0
            chances[amount] = chances.get(amount, 0.0) + chance
    value = points(list(chances) or [0], list(chances.values()) or [0.0])
    return value + award * spins if spins else value
