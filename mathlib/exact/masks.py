"""Bit masks and laws of marks for the walk over the full cycle, from columns and rules."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mathlib.exact.columns import Column
from mathlib.exact.marks import Marks
from mathlib.exact.tables import Bits, Flags, Ints, Items, Runs, Tables
from mathlib.exact.views import mark_of
from mathlib.game.lines import LineRules

WORD = 64


def most_win(rules: LineRules) -> int:
    """Return a bound on the total win in line bets: the highest pay on every line.

    Examples
    --------
    >>> most_win(LineRules(rows=2, lines=((0,), (1,)), pays={"A": (7,)}))
    14
    """
    return max(max(row) for row in rules.pays.values()) * len(rules.lines)


def tables_of(columns: Sequence[Column], rules: LineRules, marks: Marks) -> Tables:
    """Return what the walk reads; see :class:`~mathlib.exact.tables.Tables`.

    Examples
    --------
    >>> from mathlib.exact.columns import column
    >>> from mathlib.game.lines import Strip
    >>> rules = LineRules(rows=1, lines=((0, 0),), pays={"A": (0, 5)})
    >>> tables = tables_of([column(Strip(symbols=("A", "x")), 1)] * 2, rules, Marks.none())
    >>> tables.masks[0, :, 0, 0].tolist(), tables.steps.tolist()
    ([1, 0], [[0, 5]])
    """
    stops = np.array([len(one.windows) for one in columns], dtype=np.int64)
    shape = (len(columns), int(stops.max()))
    weights: Ints = np.zeros(shape, dtype=np.int64)
    mark: Ints = np.zeros(shape, dtype=np.int64)
    masks: Bits = np.zeros((*shape, 2 * len(rules.pays), _words(rules)), dtype=np.uint64)
    for reel, one in enumerate(columns):
        weights[reel, : stops[reel]] = one.weights
        mark[reel, : stops[reel]] = [mark_of(window, marks) for window in one.windows]
        masks[reel, : stops[reel]] = _line_masks(one, reel, rules)
    shown: Flags = np.any(masks != 0, axis=3)
    touches: Ints = shown.sum(axis=1).astype(np.int64)
    # A stable sort of "not shown" puts the windows that match in front.
    touch = np.argsort(~shown, axis=1, kind="stable").transpose(0, 2, 1)
    combine = marks.table
    missed, suffix = _mark_laws(weights, mark, shown, combine)
    used = int(stops[-1])
    patterns, pattern_masks, pattern_laws = _last_patterns(
        masks[-1, :used], mark[-1, :used], weights[-1, :used], len(combine)
    )
    best = np.maximum.accumulate(np.array(list(rules.pays.values()), dtype=np.int64), axis=1)
    wins, n_wins = _ordered_wins(rules)
    full = sorted(((row[-1], t) for t, row in enumerate(rules.pays.values())), reverse=True)
    return Tables(
        masks=masks,
        marks=mark,
        weights=weights,
        stops=stops,
        touch=np.ascontiguousarray(touch, dtype=np.int64),
        touches=touches,
        missed=missed,
        patterns=patterns,
        pattern_masks=pattern_masks,
        pattern_laws=pattern_laws,
        suffix=suffix[:, None],
        combine=combine,
        steps=np.diff(best, axis=1, prepend=0),
        single=_single(columns[0], rules, shape[1]),
        wins=wins,
        n_wins=n_wins,
        top=np.array([(t, pay) for pay, t in full], dtype=np.int64),
    )


def fresh_runs(tables: Tables, rules: LineRules) -> Runs:
    """Return the state of a walk that has not begun: every line matches every symbol."""
    reels, _, columns, words = tables.masks.shape
    symbols = columns // 2
    alive: Bits = np.zeros((reels + 1, symbols, words), dtype=np.uint64)
    alive[0] = ~np.uint64(0)
    paying = alive.copy() if rules.wilds_alone == "any_symbol" else np.zeros_like(alive)
    live: Ints = np.zeros((reels + 1, symbols), dtype=np.int64)
    live[0] = np.arange(symbols)
    lives: Ints = np.zeros(reels + 1, dtype=np.int64)
    lives[0] = symbols
    at: Ints = np.zeros((reels + 1, 3), dtype=np.int64)
    at[0, 2] = 1
    return Runs(alive, paying, live, lives, at, np.zeros(reels + 1, dtype=np.int64))


def items_room(tables: Tables) -> Items:
    """Return room for as many items as the last reel can need: two per win and symbol."""
    _, _, columns, words = tables.masks.shape
    room = (tables.wins.shape[1] + 1) * columns
    return Items(
        np.zeros((room, words), dtype=np.uint64),
        np.zeros(room, dtype=np.int64),
        np.zeros(room, dtype=np.int64),
        np.zeros(words, dtype=np.uint64),
        np.zeros(words, dtype=np.uint64),
    )


def _words(rules: LineRules) -> int:
    return -(-len(rules.lines) // WORD)


def _line_masks(one: Column, reel: int, rules: LineRules) -> Bits:
    """Masks of one reel, by matching and by being the symbol; shape (windows, 2 T, words)."""
    crossing = [[0] * _words(rules) for _ in range(rules.rows)]
    for i, line in enumerate(rules.lines):
        crossing[line[reel]][i // WORD] |= 1 << i % WORD
    through: Bits = np.array(crossing, dtype=np.uint64)
    names = list(rules.pays)
    matches: dict[str, Flags] = {
        symbol: np.array(
            [rules.matches(symbol, name) for name in names] + [symbol == name for name in names]
        )
        for symbol in {symbol for window in one.windows for symbol in window}
    }
    masks: Bits = np.zeros((len(one.windows), 2 * len(names), _words(rules)), dtype=np.uint64)
    for row in range(rules.rows):
        hit = np.array([matches[window[row]] for window in one.windows])
        masks |= np.where(hit[:, :, None], through[row], np.uint64(0))
    return masks


def _mark_laws(weights: Ints, mark: Ints, shown: Flags, combine: Ints) -> tuple[Ints, Ints]:
    """Laws of marks: of windows that miss a symbol with all later reels, and of whole reels."""
    reels, _, symbols = shown.shape
    size = len(combine)
    suffix: Ints = np.zeros((reels + 1, size), dtype=np.int64)
    missed: Ints = np.zeros((reels, symbols, size), dtype=np.int64)
    suffix[reels, 0] = 1
    for reel in reversed(range(reels)):
        whole: Ints = np.zeros(size, dtype=np.int64)
        np.add.at(whole, mark[reel], weights[reel])
        for m, later in enumerate(suffix[reel + 1]):
            np.add.at(suffix[reel], combine[m], whole * later)
        for t in range(symbols):
            part: Ints = np.zeros(size, dtype=np.int64)
            np.add.at(part, mark[reel], np.where(shown[reel, :, t], 0, weights[reel]))
            for m, later in enumerate(suffix[reel + 1]):
                np.add.at(missed[reel, t], combine[m], part * later)
    return missed, suffix


def _last_patterns(masks: Bits, mark: Ints, weights: Ints, size: int) -> tuple[Ints, Bits, Ints]:
    """Group the windows of the last reel by their mask, for each column of masks."""
    stops, columns, words = masks.shape
    found = [np.unique(masks[:, t], axis=0, return_inverse=True) for t in range(columns)]
    most = max(len(distinct) for distinct, _ in found)
    patterns: Ints = np.zeros(columns, dtype=np.int64)
    pattern_masks: Bits = np.zeros((columns, most, words), dtype=np.uint64)
    laws: Ints = np.zeros((columns, most, size), dtype=np.int64)
    for t, (distinct, which) in enumerate(found):
        patterns[t] = len(distinct)
        pattern_masks[t, : len(distinct)] = distinct
        np.add.at(laws[t], (which.reshape(stops), mark), weights)
    return patterns, pattern_masks, laws


def _single(first: Column, rules: LineRules, width: int) -> Flags:
    """Windows of reel 1 in which no cell stands for another symbol."""
    stands_in = {
        symbol: any(rules.matches(symbol, name) for name in rules.pays if name != symbol)
        for symbol in {symbol for window in first.windows for symbol in window}
    }
    flags: Flags = np.zeros(width, dtype=np.bool_)
    for w, window in enumerate(first.windows):
        flags[w] = not any(stands_in[symbol] for symbol in window)
    return flags


def _ordered_wins(rules: LineRules) -> tuple[Ints, Ints]:
    """All wins of at most d cells, for every d, highest first; and how many they are."""
    found = sorted(
        (
            (pay, t, count)
            for t, row in enumerate(rules.pays.values())
            for count, pay in enumerate(row, start=1)
            if pay
        ),
        reverse=True,
    )
    wins: Ints = np.zeros((rules.reels + 1, len(found), 3), dtype=np.int64)
    n_wins: Ints = np.zeros(rules.reels + 1, dtype=np.int64)
    for depth in range(1, rules.reels + 1):
        some = [(t, count, pay) for pay, t, count in found if count <= depth]
        n_wins[depth] = len(some)
        wins[depth, : len(some)] = np.reshape(some, (-1, 3))
    return wins, n_wins
