"""Strips from symbol counts: an order that meets spacing rules, repeatable by seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from mathlib.core.errors import MathlibError
from mathlib.game.lines import Strip

TRIES = 200


def strip_from_counts(
    counts: Mapping[str, int],
    seed: int,
    *,
    apart: Mapping[str, int] | None = None,
    stacks: Mapping[str, int] | None = None,
) -> Strip:
    """Order symbols around a strip.

    Line RTP does not depend on the order when all stop weights are equal; hit frequency and
    variance do.

    Parameters
    ----------
    counts : mapping
        Symbol to the number of its stops.
    seed : int
        Same seed, same strip.
    apart : mapping, optional
        Symbol to the least distance between two of its stops around the strip; 2, that is not
        adjacent, unless given. With rows of window and distance equal, a window never shows
        the symbol twice.
    stacks : mapping, optional
        Symbol to the height of the stacks it comes in, the last stack being what is left.

    Returns
    -------
    Strip

    Raises
    ------
    MathlibError
        When no order that meets the rules was found.

    Examples
    --------
    >>> strip = strip_from_counts({"A": 3, "K": 3, "W": 2}, seed=1, stacks={"W": 2})
    >>> len(strip.symbols), "W W" in " ".join(strip.symbols * 2)
    (8, True)
    """
    apart, stacks = apart or {}, stacks or {}
    blocks: list[tuple[str, ...]] = []
    for symbol, count in counts.items():
        height = stacks.get(symbol, 1)
        blocks += [(symbol,) * min(height, count - i) for i in range(0, count, height)]
    random = np.random.default_rng(seed)
    for _ in range(TRIES):
        order = _fill([blocks[i] for i in random.permutation(len(blocks))], apart, stacks)
        if order is not None:
            return Strip(symbols=order)
    raise MathlibError(
        f"no order of {sum(counts.values())} stops keeps the symbols as far apart as asked; "
        "lower a count or a distance"
    )


def _fill(
    waiting: list[tuple[str, ...]], apart: Mapping[str, int], stacks: Mapping[str, int]
) -> tuple[str, ...] | None:
    """Place blocks in the order given, each time the first that fits; None when stuck."""
    strip: list[str] = []
    while waiting:
        for i, block in enumerate(waiting):
            if _fits(strip, block[0], apart):
                strip += waiting.pop(i)
                break
        else:
            return None
    # The strip is a circle: what ends it meets what starts it.
    ends_meet = all(
        _distance(strip, symbol) >= apart.get(symbol, 2)
        for symbol in set(strip)
        if symbol not in stacks
    )
    return tuple(strip) if ends_meet and strip[0] != strip[-1] else None


def _fits(strip: Sequence[str], symbol: str, apart: Mapping[str, int]) -> bool:
    least = apart.get(symbol, 2)
    return symbol not in strip[max(0, len(strip) - least + 1) :]


def _distance(strip: Sequence[str], symbol: str) -> int:
    places = [i for i, s in enumerate(strip) if s == symbol]
    turns = [*places[1:], places[0] + len(strip)]
    return min(b - a for a, b in zip(places, turns, strict=True))
