"""What changed on one reel: stop by stop where few did, else summed over the symbols."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from mathlib.game.change_places import ABSENT, Path

Strip = dict[str, Any]
"""A strip as a file has it: ``symbols``, and ``weights`` unless all are 1."""


def strip_edits(before: Strip, after: Strip) -> Iterator[tuple[Path, Any, Any]]:
    """Return the places of a strip that changed, with what stands there before and after.

    A strip of the same length with at most a quarter of its stops changed is told stop by stop.
    Otherwise the strip as a whole is one change, because the stops have moved.

    Yields
    ------
    tuple
        Path below the strip, value before, value after.

    Examples
    --------
    >>> list(strip_edits({"symbols": ["A", "K"]}, {"symbols": ["A", "Q"]}))
    [(('symbols', 1), 'K', 'Q')]
    """
    if before == after:
        return
    old, new = before["symbols"], after["symbols"]
    moved = [i for i, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]]
    if len(old) != len(new) or len(moved) > max(1, len(old) // 4):
        yield (), before, after
        return
    one, two = before.get("weights", ABSENT), after.get("weights", ABSENT)
    if (one is ABSENT) != (two is ABSENT):
        if moved:
            yield (), before, after
        else:
            yield ("weights",), one, two
        return
    for i in moved:
        yield ("symbols", i), old[i], new[i]
    if one is not ABSENT:
        for i, (weight, other) in enumerate(zip(one, two, strict=True)):
            if weight != other:
                yield ("weights", i), weight, other


def strip_sentence(before: Strip, after: Strip) -> str:
    """Return what changed on a strip, summed over its symbols.

    Examples
    --------
    >>> strip_sentence({"symbols": ["A", "A", "owl"]}, {"symbols": ["owl", "owl", "A"]})
    'owl 1 -> 2 stops, A 2 -> 1; order changed'
    >>> strip_sentence({"symbols": ["A", "K", "owl", "K"]}, {"symbols": ["K", "A", "owl", "K"]})
    'order of the stops changed'
    """
    old, new = before["symbols"], after["symbols"]
    counts = _pairs(Counter(old), Counter(new))
    texts = []
    if counts:
        first, *others = counts
        texts.append(", ".join([f"{first} stops", *others]))
    if len(old) != len(new):
        texts.append(f"{len(old)} -> {len(new)} stops in all")
    texts += _weighed(before, after)
    if not _order_kept(old, new):
        texts.append("order changed" if texts else "order of the stops changed")
    return "; ".join(texts) or "weights of the stops changed places"


def _weighed(before: Strip, after: Strip) -> list[str]:
    """Say how the weights of the symbols changed, where stops have weights of their own."""
    if "weights" not in before and "weights" not in after:
        return []
    sums = [_weights(strip) for strip in (before, after)]
    pairs = _pairs(*sums)
    given = ["weights" in strip for strip in (before, after)]
    texts = []
    if given[0] != given[1]:
        texts.append("stop weights given" if given[1] else "stop weights left out, 1 each")
    if pairs:
        totals = [f"{sum(total.values())}" for total in sums]
        tail = totals[0] if totals[0] == totals[1] else " -> ".join(totals)
        texts.append("weight " + ", ".join(pairs) + f" of {tail}")
    elif given[0] != given[1]:
        texts.append("same weight for every symbol")
    return texts


def _weights(strip: Strip) -> Counter[str]:
    out: Counter[str] = Counter()
    symbols = strip["symbols"]
    for symbol, weight in zip(symbols, strip.get("weights", [1] * len(symbols)), strict=True):
        out[symbol] += weight
    return out


def _pairs(old: Counter[str], new: Counter[str]) -> list[str]:
    """Say which symbols have more or less than before, what gained most first."""
    order = sorted(old | new, key=lambda symbol: (old[symbol] - new[symbol], symbol))
    return [f"{s} {old[s]} -> {new[s]}" for s in order if old[s] != new[s]]


def _order_kept(old: list[str], new: list[str]) -> bool:
    """Whether the stops that both strips have come in the same order on both."""
    common = sum((Counter(old) & Counter(new)).values())
    row = [0] * (len(new) + 1)
    for symbol in old:
        above = row[:]
        for j, other in enumerate(new):
            row[j + 1] = above[j] + 1 if symbol == other else max(row[j], above[j + 1])
    return row[-1] == common
