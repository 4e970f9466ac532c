"""Two versions of a game side by side: what changed, what it did, and what each change cost.

The cost of a change is what it does to the total RTP when it is made alone in the first game.
Changes do not add up exactly: the product of two moved weights is a change of its own. What is
left of the whole difference is shown as interaction, so that the list always adds up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from mathlib.core.errors import MathlibError, ParameterError
from mathlib.core.figures import ZERO, Figure
from mathlib.evaluation import evaluate
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
Worth = Callable[[Game], Evaluation]


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
    alone: Worth | None = None,
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
        What evaluates a game, and what gives its parts when a change is made alone; without the
        second, the first does both.
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
    >>> game = example("orb_respins")
    >>> same = compare(game, game)
    >>> same.changes, same.change
    ((), Figure(value=0.0, kind='exact', error=0.0, ratio=Fraction(0, 1)))
    """
    found = changes(before, after)
    one, two = worth(before), worth(after)
    names = [*one.parts, *(name for name in two.parts if name not in one.parts)]
    parts = {
        name: Difference(one.parts.get(name, ZERO), two.parts.get(name, ZERO)) for name in names
    }
    figures = {
        name: Difference(one.figures[name], two.figures[name])
        for name in one.figures
        if name in two.figures
    }
    prices: tuple[Cost, ...] = ()
    if costs:
        base = one if alone is None else alone(before)
        prices = _costs(before, base, found, alone or worth, most)
    return Comparison(before, after, found, parts, figures, prices)


def _costs(
    game: Game, base: Evaluation, found: Sequence[Change], worth: Worth, most: int
) -> tuple[Cost, ...]:
    """Evaluate groups of changes alone; those that cannot be are taken together with others."""
    groups = _valid_groups(game, _grouped(found, most))
    try:
        return tuple(_cost(game, base, group, worth) for group in groups)
    except MathlibError:
        # Valid files that cannot be evaluated are rare; the whole of the changes can.
        loud = tuple(change for change in found if not change.is_silent)
        silent = [group for group in groups if all(change.is_silent for change in group)]
        return tuple(_cost(game, base, group, worth) for group in [*silent, loud])


def _cost(game: Game, base: Evaluation, group: tuple[Change, ...], worth: Worth) -> Cost:
    where = _common(group)
    if all(change.is_silent for change in group):
        return Cost(group, where, dict.fromkeys(base.parts, ZERO))
    parts = worth(apply_changes(game, group)).parts
    names = [*base.parts, *(name for name in parts if name not in base.parts)]
    moved = {
        name: Difference(base.parts.get(name, ZERO), parts.get(name, ZERO)).change for name in names
    }
    return Cost(group, where, moved)


def _grouped(found: Sequence[Change], most: int) -> list[tuple[Change, ...]]:
    """Take changes together by the narrowest places that are few enough."""
    silent = [change for change in found if change.is_silent]
    loud = [change for change in found if not change.is_silent]
    deepest = max((len(change.where) for change in loud), default=0)
    out: list[tuple[Change, ...]] = [(change,) for change in loud]
    for depth in range(deepest, -1, -1):
        if len(out) <= most:
            break
        together: dict[tuple[str, ...], list[Change]] = {}
        for change in loud:
            together.setdefault(change.where[:depth], []).append(change)
        out = [tuple(group) for group in together.values()]
    return [*((change,) for change in silent), *out]


def _valid_groups(game: Game, groups: list[tuple[Change, ...]]) -> list[tuple[Change, ...]]:
    """Take groups that are invalid alone together with the nearest that makes them valid."""
    groups = list(groups)
    while bad := [group for group in groups if not _is_valid(game, group)]:
        first = bad[0]
        others = [group for group in groups if group is not first]
        others.sort(key=lambda group: -len(_common((*first, *group))))
        partner = next((group for group in others if _is_valid(game, (*first, *group))), None)
        rest = bad if len(bad) > 1 else groups
        together = rest if partner is None else [first, partner]
        if len(together) == 1:
            break
        place = groups.index(together[0])
        groups[place] = tuple(change for group in together for change in group)
        groups = [group for group in groups if not any(group is one for one in together)]
    return groups


def _is_valid(game: Game, group: tuple[Change, ...]) -> bool:
    try:
        apply_changes(game, group)
    except ParameterError:
        return False
    return True


def _common(group: Sequence[Change]) -> tuple[str, ...]:
    """Return the words that all changes of a group have in common."""
    out = group[0].where
    for change in group:
        same = [a == b for a, b in zip(out, change.where, strict=False)]
        out = out[: same.index(False) if False in same else len(same)]
    return out
