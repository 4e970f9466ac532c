"""Two versions of a game side by side: what changed, what it did, and what each change cost.

The cost of a change is what it does to the total RTP when it is made alone in the first game.
Changes do not add up exactly: the product of two moved weights is a change of its own. What is
left of the whole difference is shown as interaction, so that the list always adds up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from mathlib.core.errors import MathlibError
from mathlib.core.figures import ZERO, Figure
from mathlib.design.change_groups import common, grouped, is_silent, valid_groups
from mathlib.evaluation import evaluate, quick
from mathlib.exact.evaluation import Evaluation
from mathlib.game.changes import Change, apply_changes, changes
from mathlib.game.files import Game

MOST = 20
"""Most evaluations made for the costs of changes; more changes are taken together by table."""
POINTS = 100
"""Points of RTP in the whole bet."""
MAIN = (
    "line_hit_frequency",
    "any_win",
    "some_win",
    "orb_in_view",
    "feature_frequency",
    "wizard_spins_frequency",
    "respins_one_in",
    "wizard_spins_one_in",
    "mystic_one_in",
    "modifier_one_in",
    "mean_respins_win",
    "bonus_mean",
    "full_board_chance",
    "sd",
    "volatility_index",
    "max_win",
    "cap_one_in",
)
"""Figures that a reader looks at first, of either game."""
CAP = "cap"
"""The key of the cap in a file, and the part of the RTP that it takes."""
CLOSE = 1e-7
"""Largest cost of the cap, in total bets, that a quick evaluation may leave in its error."""
Worth = Callable[[Game], Evaluation]
Quick = Callable[[Game, Evaluation], Evaluation]
"""From a game, and the full evaluation of one close by, to its total and parts."""


@dataclass(frozen=True)
class Difference:
    """One quantity of both games, in its own unit."""

    before: Figure
    after: Figure

    @property
    def change(self) -> Figure:
        """After less before; exactly 0 where nothing moved, even between simulated figures."""
        return ZERO if self.before == self.after else self.after - self.before

    @property
    def percent(self) -> float | None:
        """The change in percent of the value before; None where that was 0 or has no number."""
        base, moved = self.before.value, self.change.value
        if base == 0 or not (isfinite(base) and isfinite(moved)):
            return None
        return 100 * moved / abs(base)


@dataclass(frozen=True)
class Cost:
    """What some changes, made alone in the first game, do to its RTP.

    Parameters
    ----------
    changes : tuple of Change
        One; or several that are taken together, because there are many or because none of them
        is valid without the others.
    where : tuple of str
        What the changes have in common, in words.
    parts : mapping
        Part of the RTP to what the changes do to it, in total bets.
    """

    changes: tuple[Change, ...]
    where: tuple[str, ...]
    parts: Mapping[str, Figure]

    @property
    def total(self) -> Figure:
        """What the changes do to the total RTP, in total bets."""
        return sum(self.parts.values(), start=ZERO)

    @property
    def words(self) -> str:
        """The change; of several, what they have in common and their number."""
        if len(self.changes) == 1:
            return self.changes[0].words
        place = ", ".join(self.where) or "several places"
        return f"{place}: {len(self.changes)} changes together"


@dataclass(frozen=True)
class Comparison:
    """Two versions of a game side by side.

    Parameters
    ----------
    before, after : Game
    changes : tuple of Change
        Every changed place.
    parts, figures : mapping
        Part of the RTP, and named figure that both have, to its difference.
    costs : tuple of Cost
        Of every change, in file order; empty when costs were not asked for.
    """

    before: Game
    after: Game
    changes: tuple[Change, ...]
    parts: Mapping[str, Difference]
    figures: Mapping[str, Difference]
    costs: tuple[Cost, ...] = ()

    @property
    def total(self) -> Difference:
        """Total RTP before and after."""
        parts = self.parts.values()
        return Difference(
            sum((part.before for part in parts), start=ZERO),
            sum((part.after for part in parts), start=ZERO),
        )

    @property
    def interaction(self) -> Figure:
        """What the changes do together beyond what each does alone, in total bets."""
        return self.change - sum((cost.total for cost in self.costs), start=ZERO)

    @property
    def change(self) -> Figure:
        """What all changes do to the total RTP, in total bets."""
        return sum((part.change for part in self.parts.values()), start=ZERO)


def compare(
    before: Game,
    after: Game,
    *,
    costs: bool = True,
    worth: Worth = evaluate,
    alone: Quick = quick,
    most: int = MOST,
) -> Comparison:
    """Compare two versions of a game.

    Parameters
    ----------
    before, after : Game
        Two games of one kind.
    costs : bool
        Whether to evaluate each change alone.
    worth, alone : callable
        What evaluates a game in full, and what gives the parts of one at once but for the cost
        of the cap. The second evaluates changes made alone where the cap costs next to nothing,
        and what it does not know is in the error of its figures.
    most : int
        Most evaluations for the costs; when there are more changes, those of one table, then of
        one section, are taken together.

    Returns
    -------
    Comparison

    Raises
    ------
    MathlibError
        When the games are of different kinds, or one cannot be evaluated.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> game = example("pig_wizard")
    >>> same = compare(game, game)
    >>> same.changes, same.change
    ((), Figure(value=0.0, kind='exact', error=0.0, ratio=Fraction(0, 1)))
    """
    found = changes(before, after)
    one, two = worth(before), worth(after)
    parts = {
        name: Difference(one.parts.get(name, ZERO), two.parts.get(name, ZERO))
        for name in dict.fromkeys([*one.parts, *two.parts])
    }
    figures = {
        name: Difference(one.figures[name], two.figures[name])
        for name in one.figures
        if name in two.figures
    }
    prices = _Prices(one, two, worth, alone).of(found, most) if costs else ()
    return Comparison(before, after, found, parts, figures, prices)


@dataclass(frozen=True)
class _Prices:
    """What it takes to evaluate changes alone."""

    before: Evaluation
    after: Evaluation
    worth: Worth
    alone: Quick

    def of(self, found: Sequence[Change], most: int) -> tuple[Cost, ...]:
        """Evaluate groups of changes; those that cannot be alone are taken with others."""
        groups = valid_groups(self.before.game, grouped(found, most))
        if sum(not is_silent(group) for group in groups) == 1:
            # All that counts is one cost: what both games are worth tells it.
            return tuple(self._cost(group, self.after) for group in groups)
        try:
            return tuple(self._cost(group) for group in groups)
        except MathlibError:
            # Valid files that cannot be evaluated are rare; the whole of the changes can.
            loud = tuple(change for change in found if not change.is_silent)
            silent = [group for group in groups if is_silent(group)]
            return tuple(self._cost(group, self.after) for group in [*silent, loud])

    def _cost(self, group: tuple[Change, ...], known: Evaluation | None = None) -> Cost:
        base = self.before.parts
        if is_silent(group):
            return Cost(group, common(group), dict.fromkeys(base, ZERO))
        parts = (known or self._evaluated(group)).parts
        moved = {
            name: Difference(base.get(name, ZERO), parts.get(name, ZERO)).change
            for name in dict.fromkeys([*base, *parts])
        }
        return Cost(group, common(group), moved)

    def _evaluated(self, group: tuple[Change, ...]) -> Evaluation:
        game = apply_changes(self.before.game, group)
        cap = abs(self.before.parts.get(CAP, ZERO).value)
        if cap > CLOSE or any(change.path[0] == CAP for change in group):
            return self.worth(game)
        return self.alone(game, self.before)
