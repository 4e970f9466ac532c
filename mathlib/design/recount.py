"""Changing symbol counts of a strip with as few moves as possible, within its spacing rules.

A strip keeps its order where it can: one stop at a time is put in or taken out where the rules
still hold. Only when no such place is left is the whole strip laid anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from mathlib.core.errors import MathlibError
from mathlib.design.handles import at
from mathlib.design.spacing import Spacing, runs, spacing, strip_sets
from mathlib.design.strips import strip_from_counts
from mathlib.game import files
from mathlib.game.files import Game
from mathlib.game.lines import Strip

Stops = list[tuple[str, int]]
"""Symbol and weight of each stop."""
Ranked = list[tuple[tuple[int, ...], int]]
"""How good a place is, the less the better, and the place."""


def laid_anew(strip: Strip, rules: Spacing, seed: int) -> Strip:
    """Return the same symbols in a new order that keeps the rules.

    Parameters
    ----------
    strip : Strip
        With equal stop weights; else weight would move from symbol to symbol.
    rules : Spacing
    seed : int
        Same seed, same order.

    Returns
    -------
    Strip
        Line RTP is that of the old order; hit frequency and variance are not.

    Raises
    ------
    MathlibError
        When weights differ, or no order was found.

    Examples
    --------
    >>> strip = Strip(symbols=("A", "K", "A", "K", "Q", "Q", "Q"))
    >>> new = laid_anew(strip, Spacing({}, {}), seed=2)
    >>> sorted(new.symbols) == sorted(strip.symbols), Spacing({}, {}).broken(new.symbols)
    (True, '')
    """
    if not _equal(strip):
        raise MathlibError(
            "stops of different weights cannot be put in a new order, which would move weight "
            "from symbol to symbol; make the weights equal first"
        )
    stacks = {name: height for name, height in rules.stacks.items() if name in strip.symbols}
    new = strip_from_counts(Counter(strip.symbols), seed, apart=rules.apart, stacks=stacks)
    return Strip(symbols=new.symbols, weights=strip.weights)


def reordered(game: Game, seed: int) -> Game:
    """Return a game with its strips in a new order that keeps the game's spacing rules.

    Parameters
    ----------
    game : Game
        A strip with unequal stop weights stays as it is; see `laid_anew`.
    seed : int
        Of the first strip; the others follow. Same seed, same strips.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> game = example("orb_respins")
    >>> new = reordered(game, seed=4)
    >>> sorted(new.strips[0].symbols) == sorted(game.strips[0].symbols)
    True
    """
    document = files.dump(game)
    for path, strips in strip_sets(game).items():
        place = document
        for key in path[:-1]:
            place = place[key]
        new = [
            laid_anew(strip, spacing(game, strip), seed + reel) if _equal(strip) else strip
            for reel, strip in enumerate(strips)
        ]
        place[path[-1]] = [strip.model_dump(mode="json") for strip in new]
    return files.parse(document)


def laid_as_before(game: Game, earlier: Sequence[Game]) -> Game:
    """Return a game whose recounted strips lie as they did when they last had the same stops.

    A stop that is put in and taken out again need not leave the order that was there before it;
    who goes back to a count wants the strip back that had it. A strip with the same counts as in
    the latest version stays: a weight that was given to one stop is not another's.

    Parameters
    ----------
    game : Game
    earlier : sequence of Game
        Versions of it, the latest first.

    Examples
    --------
    >>> from mathlib.design.knobs import set_knob
    >>> from mathlib.game.files import example
    >>> game = example("orb_respins")
    >>> more = set_knob(game, "strips.0.count.owl", 2)
    >>> laid_as_before(set_knob(more, "strips.0.count.owl", 1), [more, game]) == game
    True
    """
    document, found = files.dump(game), False
    for path, strips in strip_sets(game).items():
        sets = [strip_sets(version)[path] for version in earlier]
        for reel, strip in enumerate(strips):
            versions = [one[reel] for one in sets if reel < len(one)]
            if versions and Counter(strip.symbols) != Counter(versions[0].symbols):
                same = next((one for one in versions if _stops(one) == _stops(strip)), strip)
                at(document, path)[reel] = same.model_dump(mode="json")
                found |= same != strip
    return files.parse(document) if found else game


def _stops(strip: Strip) -> Counter[tuple[str, int]]:
    return Counter(zip(strip.symbols, strip.stop_weights, strict=True))


def recounted(strip: Strip, symbol: str, count: int, rules: Spacing, seed: int = 0) -> Strip:
    """Return a strip with another number of stops of one symbol, all others in their order.

    Parameters
    ----------
    strip : Strip
        One that keeps the rules.
    symbol : str
        On the strip or not.
    count : int
        Stops of it, from 0; the strip becomes longer or shorter by the difference.
    rules : Spacing
    seed : int
        Decides between places that are equally good.

    Returns
    -------
    Strip
        A new stop has the weight that most stops of the symbol have, or of the whole strip where
        it had none.

    Raises
    ------
    MathlibError
        When no order with so many stops was found.

    Examples
    --------
    >>> strip = Strip(symbols=("A", "K", "Q", "A", "K", "Q"))
    >>> "".join(recounted(strip, "A", 3, Spacing({}, {})).symbols)
    'AKQAKAQ'
    >>> "".join(recounted(strip, "Q", 1, Spacing({}, {})).symbols)
    'AKQAK'
    """
    stops: Stops | None = list(zip(strip.symbols, strip.stop_weights, strict=True))
    random = np.random.default_rng(seed)
    have = strip.symbols.count(symbol)
    while stops and have != count:
        one_step = _put_in if have < count else _taken_out
        stops = one_step(stops, symbol, rules, random)
        have += 1 if have < count else -1
    if not stops:
        return _from_counts(strip, symbol, count, rules, seed)
    symbols, weights = zip(*stops, strict=True)
    return Strip(symbols=symbols, weights=None if strip.weights is None else weights)


def _put_in(
    stops: Stops, symbol: str, rules: Spacing, random: np.random.Generator, weight: int = 0
) -> Stops | None:
    """Return the stops with one more of a symbol; None where no place is left for it."""
    ranked = _openings(stops, symbol, rules)
    if not ranked:
        return None
    place = _best(ranked, random)
    stop = symbol, weight or _usual_weight(stops, symbol)
    return [*stops[:place], stop, *stops[place:]]


def _taken_out(
    stops: Stops, symbol: str, rules: Spacing, random: np.random.Generator
) -> Stops | None:
    """Return the stops with one fewer of a symbol; where need be, a neighbour moves as well."""
    ranked = _leaving(stops, symbol, rules)
    if ranked:
        place = _best(ranked, random)
        return [*stops[:place], *stops[place + 1 :]]
    for i in (i for i, (name, _) in enumerate(stops) if name == symbol):
        rest = [*stops[i + 1 :], *stops[:i]]  # the neighbours stand at both ends
        if len(rest) > 1:
            (name, weight), rest = rest[0], rest[1:]
            moved = _put_in(rest, name, rules, random, weight)
            if moved and not rules.broken([one for one, _ in moved]):
                start = (len(moved) - i) % len(moved)
                return [*moved[start:], *moved[:start]]
    return None


def _best(ranked: Ranked, random: np.random.Generator) -> int:
    first = min(ranked)[0]
    equals = [place for key, place in ranked if key == first]
    return equals[int(random.integers(len(equals)))]


def _openings(stops: Stops, symbol: str, rules: Spacing) -> Ranked:
    """Rank the places for one more stop: on a stack with room, then far from its likes."""
    symbols = [name for name, _ in stops]
    out: Ranked = []
    for i in range(len(symbols)):
        before, after = symbols[i - 1], symbols[i]
        new = [*symbols[:i], symbol, *symbols[i:]]
        if not rules.breach(new, symbol):
            splits = before == after != symbol
            grows = symbol in rules.stacks and symbol in (before, after)
            out.append(((splits, not grows, -_reach(new, i)), i))
    return out


def _leaving(stops: Stops, symbol: str, rules: Spacing) -> Ranked:
    """Rank the stops that may go: of the lowest stack, then those nearest to their likes."""
    symbols = [name for name, _ in stops]
    n = len(symbols)
    out: Ranked = []
    for start, height in runs(symbols, symbol) if n > 1 else ():
        for i in {start, (start + height - 1) % n}:
            if not rules.broken([*symbols[:i], *symbols[i + 1 :]]):
                out.append(((height, _reach(symbols, i)), i))
    return out


def _reach(symbols: Sequence[str], i: int) -> int:
    """Return the distance from a stop to the nearest other stop of its symbol."""
    n = len(symbols)
    return next((k for k in range(1, n) if symbols[i] in (symbols[(i + k) % n], symbols[i - k])), n)


def _equal(strip: Strip) -> bool:
    return len(set(strip.stop_weights)) == 1


def _usual_weight(stops: Stops, symbol: str) -> int:
    own = Counter(weight for name, weight in stops if name == symbol)
    return (own or Counter(weight for _, weight in stops)).most_common(1)[0][0]


def _from_counts(strip: Strip, symbol: str, count: int, rules: Spacing, seed: int) -> Strip:
    counts = Counter(strip.symbols)
    counts[symbol] = count
    symbols = tuple((+counts).elements())
    if not symbols:
        raise MathlibError("a strip needs at least one stop")
    if not _equal(strip):
        raise MathlibError(
            f"{count} stops of {symbol} do not fit in without a new order of the strip, and stops "
            "of different weights cannot be put in a new order; make the weights equal first"
        )
    weights = None if strip.weights is None else (strip.weights[0],) * len(symbols)
    return laid_anew(Strip(symbols=symbols, weights=weights), rules, seed)
