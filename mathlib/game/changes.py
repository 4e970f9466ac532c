"""What differs between two parameter files: every changed cell, in words, each to be undone alone.

Both files are compared as the plain data of their canonical form, whatever their game's model;
only strips and tables of weights get words of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from mathlib.core.errors import MathlibError
from mathlib.game.change_places import ABSENT, STRIPS, Path, at, place
from mathlib.game.change_words import said, sentence
from mathlib.game.files import Game, dump, parse
from mathlib.game.strip_changes import strip_edits, strip_sentence

SILENT = ("identification", "aims", "stakes_pence", "reference_stake_pence")
"""Keys of a file that no figure of the game depends on."""
_WHOLE = ("stakes_pence", "centre")


@dataclass(frozen=True)
class Change:
    """One changed place of a parameter file.

    Parameters
    ----------
    path : tuple
        Keys, and indices from 0, as in the file.
    before, after : object
        Plain data of the file; `mathlib.game.change_places.ABSENT` where the key is not there. Of
        a change of order, the keys of a table in their order.
    where : tuple of str
        The place in words, from the widest to the narrowest.
    words : str
        The place and what changed, as a mathematician says it.
    back : str
        The words for the opposite change.
    keys : tuple of two tuples
        Keys around the place, before and after: a key that comes is put where it belongs, for
        the order of outcomes is the order in which draws are assigned.
    is_order : bool
        Whether only the order of a table's outcomes changed.
    """

    path: Path
    before: Any
    after: Any
    where: tuple[str, ...]
    words: str
    back: str
    keys: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    is_order: bool = False

    @property
    def reversed(self) -> Change:
        """The opposite change: applied to the second file it undoes this one alone."""
        return replace(
            self,
            before=self.after,
            after=self.before,
            words=self.back,
            back=self.words,
            keys=self.keys[::-1],
        )

    @property
    def is_silent(self) -> bool:
        """Whether no figure of the game can depend on it: names, aims, stakes."""
        return self.path[0] in SILENT

    def __str__(self) -> str:
        return self.words


def changes(before: Game, after: Game) -> tuple[Change, ...]:
    """Return every changed place of two parameter files of one kind of game.

    Parameters
    ----------
    before, after : Game
        Two games of one kind.

    Returns
    -------
    tuple of Change
        In file order. Applied one after the other to ``before`` they give ``after``, to the byte
        of its canonical form.

    Raises
    ------
    MathlibError
        When the games are of different kinds.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> game = example("orb_respins")
    >>> pays = {**game.paytable, "owl": (0, 0, 25)}
    >>> (change,) = changes(game, game.model_copy(update={"paytable": pays}))
    >>> change.words, change.path
    ('paytable, owl, 3 of a kind: 20 -> 25 line bets', ('paytable', 'owl', 2))
    """
    if before.kind != after.kind:
        raise MathlibError(
            f"{before.identification.title} is of kind {before.kind} and "
            f"{after.identification.title} of kind {after.kind}: their parameters have nothing "
            "in common; compare two files of one kind"
        )
    documents = dump(before), dump(after)
    return tuple(_Walk(*documents).below((), *documents))


def apply_change(game: Game, change: Change) -> Game:
    """Return the game with one change made, and nothing else.

    Raises
    ------
    MathlibError
        When the game does not have what the change starts from.
    ParameterError
        When the game would not be valid with this change alone.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> game = example("orb_respins")
    >>> other = game.model_copy(update={"cap": 500_000})
    >>> (change,) = changes(game, other)
    >>> apply_change(game, change) == other, apply_change(other, change.reversed) == game
    (True, True)
    """
    return apply_changes(game, [change])


def apply_changes(game: Game, several: Iterable[Change]) -> Game:
    """Return the game with several changes made together; as `apply_change`."""
    document = dump(game)
    for change in several:
        _edit(document, change)
    return parse(document)


@dataclass(frozen=True)
class _Walk:
    """A walk through two documents at once."""

    old: dict[str, Any]
    new: dict[str, Any]

    def below(self, path: Path, a: Any, b: Any) -> Iterator[Change]:
        if a == b and not (isinstance(a, dict) and list(a) != list(b)):
            if isinstance(a, dict | list):
                yield from self._children(path, a, b)
        elif _is_strip(path) and a is not ABSENT and b is not ABSENT:
            for below, x, y in strip_edits(a, b):
                yield self._change((*path, *below), x, y)
        elif isinstance(a, dict) and isinstance(b, dict):
            yield from self._order(path, list(a), list(b))
            yield from self._children(path, a, b)
        elif isinstance(a, list) and isinstance(b, list) and not _is_leaf(path, a, b):
            yield from self._children(path, a, b)
        else:
            yield self._change(path, a, b)

    def _children(self, path: Path, a: Any, b: Any) -> Iterator[Change]:
        keys: Iterable[str | int]
        keys = range(len(a)) if isinstance(a, list) else [*(k for k in a if k not in b), *b]
        for key in keys:
            one, two = at(a, (key,)), at(b, (key,))
            yield from self.below((*path, key), one, two)

    def _order(self, path: Path, a: list[str], b: list[str]) -> Iterator[Change]:
        one, two = [key for key in a if key in b], [key for key in b if key in a]
        if one != two:
            where = place(path, self.old)
            lead = ", ".join(where) + ": order "
            texts = said(", ".join(one)), said(", ".join(two))
            keys = tuple(a), tuple(b)
            words = [f"{lead}{x} -> {y}" for x, y in (texts, texts[::-1])]
            yield Change(path, a, b, where, words[0], words[1], keys, is_order=True)

    def _change(self, path: Path, a: Any, b: Any) -> Change:
        where = place(path, self.old)
        lead = ", ".join(where) + ": "
        words = lead + self._said(path, self.old, self.new, (a, b))
        back = lead + self._said(path, self.new, self.old, (b, a))
        around = [at(document, path[:-1]) for document in (self.old, self.new)]
        keys = [tuple(one) if isinstance(one, dict) else () for one in around]
        return Change(path, a, b, where, words, back, (keys[0], keys[1]))

    def _said(self, path: Path, old: Any, new: Any, values: tuple[Any, Any]) -> str:
        strip = path[:-1] if path[-1] == "weights" else path
        if _is_strip(strip):
            return strip_sentence(at(old, strip), at(new, strip))
        return sentence(path, old, new, values)


def _is_strip(path: Path) -> bool:
    return bool(path) and type(path[-1]) is int and ".".join(map(str, path[:-1])) in STRIPS


def _is_leaf(path: Path, a: list[Any], b: list[Any]) -> bool:
    """Whether a list is told as a whole: a line, stakes, or a list that got longer or shorter."""
    return len(a) != len(b) or path[0] in _WHOLE or (path[0] == "lines" and len(path) > 1)


def _edit(document: dict[str, Any], change: Change) -> None:
    """Make one change in a file's data, where it is found to start from what it should."""
    home = at(document, change.path[:-1])
    found = at(document, change.path)
    if change.is_order:
        if isinstance(found, dict) and _same_order(list(found), change.before):
            home[change.path[-1]] = _reordered(found, change.after)
            return
    elif found == change.before and isinstance(home, dict | list):
        _put(home, change.path[-1], deepcopy(change.after), change.keys[1])
        return
    now = "nothing there" if found is ABSENT else f"found {said(found, change.path)}"
    raise MathlibError(
        f"{', '.join(change.where)}: {now}, so the change ({change.words}) does not start from "
        "this game; compare the two games again"
    )


def _put(home: Any, key: Any, value: Any, order: tuple[str, ...]) -> None:
    if value is ABSENT:
        del home[key]
    elif isinstance(home, list) or key in home or key not in order:
        home[key] = value
    else:
        earlier = [name for name in order[: order.index(key)] if name in home]
        items = list(home.items())
        place = list(home).index(earlier[-1]) + 1 if earlier else 0
        items.insert(place, (key, value))
        home.clear()
        home.update(items)


def _same_order(found: list[str], wanted: list[str]) -> bool:
    return [key for key in found if key in wanted] == [key for key in wanted if key in found]


def _reordered(table: dict[str, Any], order: list[str]) -> dict[str, Any]:
    """Return a table with its keys in an order; a key that the order lacks stays after its own."""
    keys = [key for key in order if key in table]
    for before, key in zip([None, *table], table, strict=False):
        if key not in keys:
            keys.insert(keys.index(before) + 1 if before is not None else 0, key)
    return {key: table[key] for key in keys}
