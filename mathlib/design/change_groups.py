"""Which changes are evaluated together.

Those of one table where there are many, and those that are not valid without each other.
"""

from __future__ import annotations

from collections.abc import Sequence

from mathlib.core.errors import ParameterError
from mathlib.game.changes import Change, apply_changes
from mathlib.game.files import Game

Group = tuple[Change, ...]


def is_silent(group: Sequence[Change]) -> bool:
    """Whether no figure of the game can depend on any of the changes."""
    return all(change.is_silent for change in group)


def grouped(found: Sequence[Change], most: int) -> list[Group]:
    """Take changes together by the narrowest places that are few enough.

    Parameters
    ----------
    found : sequence of Change
    most : int
        Most groups of changes that can move a figure; the others stay alone.

    Examples
    --------
    >>> from mathlib.game.changes import changes
    >>> from mathlib.game.files import example
    >>> game = example("orb_respins")
    >>> pays = {**game.paytable, "owl": (0, 2, 25), "A": (0, 0, 6)}
    >>> found = changes(game, game.model_copy(update={"paytable": pays}))
    >>> [[len(group) for group in grouped(found, most)] for most in (3, 2, 1)]
    [[1, 1, 1], [2, 1], [3]]
    """
    silent = [change for change in found if change.is_silent]
    loud = [change for change in found if not change.is_silent]
    deepest = max((len(change.where) for change in loud), default=0)
    out: list[Group] = [(change,) for change in loud]
    for depth in range(deepest, -1, -1):
        if len(out) <= most:
            break
        together: dict[tuple[str, ...], list[Change]] = {}
        for change in loud:
            together.setdefault(change.where[:depth], []).append(change)
        out = [tuple(group) for group in together.values()]
    return [*((change,) for change in silent), *out]


def valid_groups(game: Game, groups: list[Group]) -> list[Group]:
    """Take groups that are not valid alone together with the nearest that makes them so.

    Parameters
    ----------
    game : Game
        The game that the changes are made in.
    groups : list
        Of changes that are valid when all are made.
    """
    groups = list(groups)
    while bad := [group for group in groups if not _is_valid(game, group)]:
        first = bad[0]
        others = [group for group in groups if group is not first]
        others.sort(key=lambda group: -len(common((*first, *group))))
        partner = next((group for group in others if _is_valid(game, (*first, *group))), None)
        rest = bad if len(bad) > 1 else groups
        together = rest if partner is None else [first, partner]
        if len(together) == 1:
            break
        place = groups.index(together[0])
        groups[place] = tuple(change for group in together for change in group)
        groups = [group for group in groups if not any(group is one for one in together)]
    return groups


def _is_valid(game: Game, group: Group) -> bool:
    try:
        apply_changes(game, group)
    except ParameterError:
        return False
    return True


def common(group: Sequence[Change]) -> tuple[str, ...]:
    """Return the words that all changes of a group have in common."""
    out = group[0].where
    for change in group:
        same = [a == b for a, b in zip(out, change.where, strict=False)]
        out = out[: same.index(False) if False in same else len(same)]
    return out
