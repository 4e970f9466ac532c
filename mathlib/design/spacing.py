"""Spacing rules of strips: how far apart symbols stand, and how high they may be stacked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mathlib.game.files import Game
from mathlib.game.lines import Strip
from mathlib.game.orb_respins import ORBS, OrbRespins

StripPath = tuple[str, ...]
"""Where a set of reels stands in a file: ("strips",) or ("wizard_spins", "strips")."""


@dataclass(frozen=True)
class Spacing:
    """Rules for the order of one strip, which is a circle.

    Parameters
    ----------
    apart : mapping
        Symbol to the least distance between two of its stops; 2, that is not adjacent, unless
        given. With the rows of the window as distance, a window never shows the symbol twice.
    stacks : mapping
        Symbol to the greatest height of the stacks it may come in; distances do not bind it.
    """

    apart: Mapping[str, int]
    stacks: Mapping[str, int]

    def breach(self, symbols: Sequence[str], symbol: str) -> str:
        """Return in words how the stops of one symbol break the rules; empty when they do not.

        Examples
        --------
        >>> rules = Spacing({"red": 3}, {"W": 2})
        >>> rules.breach(["red", "A", "red", "K", "A"], "red")
        'red stands 2 stops apart, less than 3'
        >>> rules.breach(["W", "A", "W", "W"], "W")
        'W stands in a stack of 3, higher than 2'
        """
        if symbol in self.stacks:
            height = max((length for _, length in runs(symbols, symbol)), default=0)
            most = self.stacks[symbol]
            return f"{symbol} stands in a stack of {height}, higher than {most}" * (height > most)
        near, least = nearest(symbols, symbol), self.apart.get(symbol, 2)
        return f"{symbol} stands {near} stops apart, less than {least}" * (near < least)

    def broken(self, symbols: Sequence[str]) -> str:
        """Return in words the first rule that an order breaks; empty when it keeps all.

        Examples
        --------
        >>> Spacing({}, {}).broken(["A", "K", "A", "Q"]), Spacing({}, {}).broken(["A", "K", "K"])
        ('', 'K stands 1 stops apart, less than 2')
        """
        found = (self.breach(symbols, symbol) for symbol in dict.fromkeys(symbols))
        return next((words for words in found if words), "")

    def relaxed(self, symbols: Sequence[str]) -> Spacing:
        """Return the rules, none stricter than an order already keeps.

        Symbols that come in stacks may come in stacks as high as their highest one.

        Examples
        --------
        >>> Spacing({"red": 3}, {}).relaxed(["red", "A", "red", "K", "K", "A"])
        Spacing(apart={'red': 2}, stacks={'K': 2})
        """
        apart, stacks = dict(self.apart), dict(self.stacks)
        for symbol in dict.fromkeys(symbols):
            height = max(length for _, length in runs(symbols, symbol))
            if symbol in stacks or (height > 1 and symbol not in apart):
                stacks[symbol] = max(height, stacks.get(symbol, 1))
            elif symbol in apart:
                apart[symbol] = min(apart[symbol], nearest(symbols, symbol))
        return Spacing(apart, stacks)


def spacing(game: Game, strip: Strip) -> Spacing:
    """Return the spacing rules of a game for one of its strips.

    No two orbs of one colour in a window, no symbol beside itself, stacks no higher than those
    that the strip has. A strip that breaks a rule is not asked for more than it keeps.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> game = example("orb_respins")
    >>> rules = spacing(game, Strip(symbols=("wild", "wild", "red", "A", "K")))
    >>> rules.apart["red"], dict(rules.stacks)
    (3, {'wild': 2})
    """
    orbs = ORBS.values() if isinstance(game, OrbRespins) else ()
    return Spacing(dict.fromkeys(orbs, game.rows), {}).relaxed(strip.symbols)


def strip_sets(game: Game) -> dict[StripPath, tuple[Strip, ...]]:
    """Return the sets of reels of a game by their place in its file.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> [".".join(path) for path in strip_sets(example("pig_wizard"))]
    ['strips', 'mystic_money.strips', 'wizard_spins.strips']
    """
    sets: dict[StripPath, tuple[Strip, ...]] = {("strips",): game.strips}
    if not isinstance(game, OrbRespins):
        sets["mystic_money", "strips"] = game.mystic_money.strips
        sets["wizard_spins", "strips"] = game.wizard_spins.strips
    return sets


def runs(symbols: Sequence[str], symbol: str) -> list[tuple[int, int]]:
    """Return (first stop, length) of every unbroken run of a symbol around a strip.

    Examples
    --------
    >>> runs(["W", "A", "W", "W", "A", "W"], "W")
    [(2, 2), (5, 2)]
    """
    n = len(symbols)
    starts = [i for i in range(n) if symbols[i] == symbol and symbols[i - 1] != symbol]
    if not starts:
        return [(0, n)] if n and symbols[0] == symbol else []
    return [(i, next(k for k in range(1, n + 1) if symbols[(i + k) % n] != symbol)) for i in starts]


def nearest(symbols: Sequence[str], symbol: str) -> int:
    """Return the least distance between two stops of a symbol around a strip.

    Returns
    -------
    int
        The whole strip for a single stop, and for none.

    Examples
    --------
    >>> nearest(["A", "K", "Q", "A", "K"], "A"), nearest(["A", "K"], "K")
    (2, 2)
    """
    places = [i for i, one in enumerate(symbols) if one == symbol]
    if not places:
        return len(symbols)
    turns = [*places[1:], places[0] + len(symbols)]
    return min(b - a for a, b in zip(places, turns, strict=True))
