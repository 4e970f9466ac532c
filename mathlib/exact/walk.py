"""The compiled walk over the full cycle: every window of every reel, sharing all that it can.

Which lines still match a paying symbol is a bit mask, one AND per reel and symbol. Once no line
matches any symbol the win is fixed, and the remaining reels are added at once by the law of
their marks. While lines match one symbol only, just the windows that show it are visited, and
the others are added at once.

Two ways to fix a win. *Single*: while reel 1 shows no wild, a line can match one symbol only, and
each reel adds what the longer run pays more. *General*: a wild on reel 1 lets a line match many
symbols; runs are kept by length, and wins are taken in falling order, each line once.
"""

from __future__ import annotations

import numpy as np

from mathlib.core.jit import inlined, kernel, popcount
from mathlib.exact.tables import Ints, Items, Runs, Tables


@inlined
def settle(runs: Runs, tables: Tables, depth: int) -> int:
    """Return the win of all lines from their runs of at most ``depth``, each line's highest."""
    total = np.int64(0)
    for k in range(runs.paying.shape[2]):
        rest = ~np.uint64(0)
        for i in range(tables.n_wins[depth]):
            new = runs.paying[tables.wins[depth, i, 1], tables.wins[depth, i, 0], k] & rest
            if new:
                total += np.int64(popcount(int(new))) * tables.wins[depth, i, 2]
                rest ^= new
    return int(total)


@inlined
def list_gains(runs: Runs, tables: Tables, items: Items, found: int, pay: int) -> int:
    """List what lines ``items.new``, which have won ``pay``, can gain; returns the new number."""
    depth = tables.stops.shape[0] - 1
    symbols = tables.top.shape[0]
    for j in range(symbols):
        if tables.top[j, 1] <= pay:
            break
        t = tables.top[j, 0]
        for own in range(2):
            some = False
            for k in range(items.new.shape[0]):
                lines = runs.paying[depth, t, k]
                if own:  # lines of wilds only so far, which need the symbol itself
                    lines = runs.alive[depth, t, k] & ~lines
                items.lines[found, k] = lines & items.new[k]
                some |= items.lines[found, k] != 0
            if some:
                items.owner[found] = t + own * symbols
                items.gain[found] = tables.top[j, 1] - pay
                found += 1
    return found


@inlined
def stake_out(runs: Runs, tables: Tables, items: Items) -> tuple[int, int]:
    """Fix the wins before the last reel, and list what it can add; returns (win, items)."""
    depth = tables.stops.shape[0] - 1
    words = items.rest.shape[0]
    for k in range(words):
        items.rest[k] = ~np.uint64(0)
    total = np.int64(0)
    found = 0
    for i in range(tables.n_wins[depth]):
        t, count, pay = tables.wins[depth, i, 0], tables.wins[depth, i, 1], tables.wins[depth, i, 2]
        bits = np.int64(0)
        for k in range(words):
            items.new[k] = runs.paying[count, t, k] & items.rest[k]
            items.rest[k] ^= items.new[k]
            bits += np.int64(popcount(int(items.new[k])))
        if bits:
            total += bits * pay
            found = list_gains(runs, tables, items, found, pay)
    for k in range(words):
        items.new[k] = items.rest[k]  # lines that have won nothing yet
    return int(total), list_gains(runs, tables, items, found, 0)


@inlined
def list_single(runs: Runs, tables: Tables, items: Items) -> int:
    """List what the last reel can add to lines of single symbols; returns the number of items."""
    depth = tables.stops.shape[0] - 1
    found = 0
    for i in range(runs.lives[depth]):
        t = runs.live[depth, i]
        if tables.steps[t, depth]:
            for k in range(runs.alive.shape[2]):
                items.lines[found, k] = runs.alive[depth, t, k]
            items.owner[found] = t
            items.gain[found] = tables.steps[t, depth]
            found += 1
    return found


@inlined
def add_law(
    counts: Ints, combine: Ints, mark: int, win: int, weight: int, laws: Ints, i: int, j: int
) -> None:
    """Add reels at once whose marks alone are open: ``laws[i, j]`` are the weights of those."""
    for m in range(laws.shape[2]):
        counts[win, combine[mark, m]] += weight * laws[i, j, m]


@inlined
def last_reel(
    counts: Ints, tables: Tables, items: Items, found: int, mark: int, win: int, weight: int
) -> None:
    """Add all outcomes of the last reel after a state with that mark, win and weight."""
    reel = tables.stops.shape[0] - 1
    words = tables.masks.shape[3]
    first = items.owner[0]
    alone = True
    for i in range(found):
        alone &= items.owner[i] == first
    if alone:
        for p in range(tables.patterns[first]):
            total = win
            for k in range(words):
                for i in range(found):
                    hit = items.lines[i, k] & tables.pattern_masks[first, p, k]
                    total += np.int64(popcount(int(hit))) * items.gain[i]
            add_law(counts, tables.combine, mark, total, weight, tables.pattern_laws, first, p)
    else:
        for w in range(tables.stops[reel]):
            total = win
            for k in range(words):
                done = np.uint64(0)
                for i in range(found):
                    hit = items.lines[i, k] & tables.masks[reel, w, items.owner[i], k] & ~done
                    total += np.int64(popcount(int(hit))) * items.gain[i]
                    done |= hit
            mark_here = tables.combine[mark, tables.marks[reel, w]]
            counts[total, mark_here] += weight * tables.weights[reel, w]


@inlined
def further(runs: Runs, tables: Tables, depth: int, w: int, single: bool) -> int:
    """Let the next reel show window ``w``; returns how many symbols still match some line."""
    after = depth + 1
    symbols, words = runs.alive.shape[1], runs.alive.shape[2]
    if not single:
        for t in range(symbols):
            for k in range(words):
                runs.alive[after, t, k] = 0
                runs.paying[after, t, k] = 0
    won = np.int64(0)
    found = 0
    for i in range(runs.lives[depth]):
        t = runs.live[depth, i]
        bits = np.int64(0)
        for k in range(words):
            both = runs.alive[depth, t, k] & tables.masks[depth, w, t, k]
            runs.alive[after, t, k] = both
            bits += np.int64(popcount(int(both)))
            if not single:
                itself = runs.alive[depth, t, k] & tables.masks[depth, w, symbols + t, k]
                runs.paying[after, t, k] = itself | (runs.paying[depth, t, k] & both)
        if bits:
            won += bits * tables.steps[t, depth]
            runs.live[after, found] = t
            found += 1
    runs.lives[after] = found
    runs.at[after, 0] = tables.combine[runs.at[depth, 0], tables.marks[depth, w]]
    runs.at[after, 1] = runs.at[depth, 1] + won
    runs.at[after, 2] = runs.at[depth, 2] * tables.weights[depth, w]
    runs.place[after] = 0
    return found


@kernel
def walk(counts: Ints, tables: Tables, runs: Runs, items: Items, first: int, step: int) -> None:
    """Add to ``counts[win, mark]`` the weights of all outcomes with reel-1 windows first::step.

    Parameters
    ----------
    counts : array of int64
        Shape (highest win + 1, marks); added to.
    tables, runs, items
        See there; ``runs`` stands at the start.
    first, step : int
        The share of reel 1.
    """
    reels = tables.stops.shape[0]
    runs.place[0] = first
    single = False
    depth = 0
    while depth >= 0:
        mark, win, weight = runs.at[depth, 0], runs.at[depth, 1], runs.at[depth, 2]
        if depth == reels - 1:
            found = 0
            if single:
                found = list_single(runs, tables, items)
            else:
                win, found = stake_out(runs, tables, items)
            if found:
                last_reel(counts, tables, items, found, mark, win, weight)
            else:
                add_law(counts, tables.combine, mark, win, weight, tables.suffix, depth, 0)
            depth -= 1
            continue
        n = runs.place[depth]
        only = runs.live[depth, 0] if depth and runs.lives[depth] == 1 else -1
        if only >= 0 and n == 0:
            if not single:
                win = settle(runs, tables, depth)
            add_law(counts, tables.combine, mark, win, weight, tables.missed, depth, only)
        if n >= (tables.touches[depth, only] if only >= 0 else tables.stops[depth]):
            depth -= 1
            continue
        w = tables.touch[depth, only, n] if only >= 0 else n
        runs.place[depth] += 1 if depth else step
        if depth == 0:
            single = tables.single[w]
        if further(runs, tables, depth, w, single):
            depth += 1
        else:
            win = runs.at[depth + 1, 1]
            if not single:
                win = settle(runs, tables, depth)  # no run is longer
            mark, weight = runs.at[depth + 1, 0], runs.at[depth + 1, 2]
            add_law(counts, tables.combine, mark, win, weight, tables.suffix, depth + 1, 0)
