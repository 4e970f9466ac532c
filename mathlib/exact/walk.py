"""The compiled walk over the full cycle: every window of every reel, sharing all that it can.

Which lines still match a paying symbol is a bit mask, one AND per reel and symbol. Once no line
matches any symbol the win is fixed, and the remaining reels are added at once by the law of
their marks. While lines match one symbol only, just the windows that show it are visited, and
the others are added at once.

Two ways to fix a win. *Additive*: when no cell of reel 1 matches two paying symbols, a line can
match one symbol only, and each reel adds what the longer run pays more. *General*: wilds on reel
1 let a line match many symbols; runs are kept by length, and wins are taken in falling order,
each line once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mathlib.core.jit import kernel, popcount

Ints = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint64]


class Tables(NamedTuple):
    """What the walk reads. R reels, W windows at most, T paying symbols, K words, M marks.

    Parameters
    ----------
    masks : array of uint64, shape (R, W, T, K)
        Lines whose cell in this window matches the symbol.
    marks, weights : array of int64, shape (R, W)
        Of each window; ``stops[reel]`` of them are used.
    stops : array of int64, shape (R,)
        Windows of each reel.
    touch : array of int64, shape (R, T, W)
        The windows that match the symbol somewhere; ``touches[reel, symbol]`` of them.
    touches : array of int64, shape (R, T)
        How many those are.
    missed : array of int64, shape (R, T, M)
        Law of the marks of all other windows of the reel, together with all later reels.
    suffix : array of int64, shape (R + 1, M)
        Law of the marks of a reel and all later ones.
    combine : array of int64, shape (M, M)
        Mark of two reels together.
    steps : array of int64, shape (T, R)
        What one more matching cell adds to the best pay of a run, in line bets.
    wins : array of int64, shape (wins, 3)
        (symbol, count, pay) in falling order of pay.
    top : array of int64, shape (T, 2)
        (symbol, pay of a run over all reels) in falling order of pay.
    """

    masks: Bits
    marks: Ints
    weights: Ints
    stops: Ints
    touch: Ints
    touches: Ints
    missed: Ints
    suffix: Ints
    combine: Ints
    steps: Ints
    wins: Ints
    top: Ints


class Runs(NamedTuple):
    """Where the walk stands; row d of each array belongs to the state after d reels.

    Parameters
    ----------
    alive : array of uint64, shape (R + 1, T, K)
        Lines whose first d cells match the symbol.
    live : array of int64, shape (R + 1, T)
        The symbols that some line still matches; ``lives[d]`` of them.
    lives : array of int64, shape (R + 1,)
        How many those are.
    at : array of int64, shape (R + 1, 3)
        Mark, win so far (additive walk only), weight.
    place : array of int64, shape (R + 1,)
        Next window to visit.
    """

    alive: Bits
    live: Ints
    lives: Ints
    at: Ints
    place: Ints


class Items(NamedTuple):
    """What the last reel can add: ``lines[i]`` gain ``gain[i]`` if it matches ``owner[i]``.

    Of the items that hold a line, the first that matches counts.
    """

    lines: Bits
    owner: Ints
    gain: Ints


@kernel
def settle(alive: Bits, depth: int, wins: Ints) -> int:
    """Return the win of all lines from their runs of at most ``depth``, each line's highest.

    Parameters
    ----------
    alive : array of uint64
        As in :class:`Runs`.
    depth : int
        Longest run to look at.
    wins : array of int64
        As in :class:`Tables`.

    Returns
    -------
    int
        Line bets.

    Examples
    --------
    One line, whose first two cells match the only symbol:

    >>> runs = np.ones((3, 1, 1), dtype=np.uint64)
    >>> settle(runs, 2, np.array([[0, 2, 10], [0, 1, 5]]))
    10
    """
    total = np.int64(0)
    for k in range(alive.shape[2]):
        rest = ~np.uint64(0)
        for i in range(wins.shape[0]):
            t, count, pay = wins[i]
            if count <= depth:
                new = alive[count, t, k] & rest
                if new:
                    total += np.int64(popcount(int(new))) * pay
                    rest ^= new
    return int(total)


@kernel
def stake_out(runs: Runs, tables: Tables, items: Items) -> tuple[int, int]:
    """Fix the wins before the last reel, and list what the last reel can add.

    Returns the win so far and the number of items written.
    """
    wins, top = tables.wins, tables.top
    depth = tables.stops.shape[0] - 1
    total = np.int64(0)
    found = 0
    words = runs.alive.shape[2]
    rest = np.full(words, ~np.uint64(0))
    new = np.zeros(words, dtype=np.uint64)
    for i in range(wins.shape[0] + 1):
        pay = np.int64(0)
        if i == wins.shape[0]:
            new[:] = rest  # lines that have won nothing yet
        else:
            t, count, pay = wins[i]
            if count > depth:
                continue
            bits = np.int64(0)
            for k in range(words):
                new[k] = runs.alive[count, t, k] & rest[k]
                rest[k] ^= new[k]
                bits += np.int64(popcount(int(new[k])))
            if not bits:
                continue
            total += bits * pay
        for j in range(top.shape[0]):
            if top[j, 1] <= pay:
                break
            some = False
            for k in range(words):
                items.lines[found, k] = runs.alive[depth, top[j, 0], k] & new[k]
                some |= items.lines[found, k] != 0
            if some:
                items.owner[found] = top[j, 0]
                items.gain[found] = top[j, 1] - pay
                found += 1
    return int(total), found


@kernel
def list_additive(runs: Runs, tables: Tables, items: Items) -> int:
    """List what the last reel can add in an additive walk; returns the number of items."""
    depth = tables.stops.shape[0] - 1
    found = 0
    for i in range(runs.lives[depth]):
        t = runs.live[depth, i]
        if tables.steps[t, depth]:
            items.lines[found] = runs.alive[depth, t]
            items.owner[found] = t
            items.gain[found] = tables.steps[t, depth]
            found += 1
    return found


@kernel
def add_law(counts: Ints, combine: Ints, mark: int, win: int, weight: int, law: Ints) -> None:
    """Add reels at once whose marks alone are open: ``law`` is the weight of each mark."""
    for m in range(law.shape[0]):
        if law[m]:
            counts[combine[mark, m], win] += weight * law[m]


@kernel
def last_reel(
    counts: Ints, tables: Tables, items: Items, found: int, mark: int, win: int, weight: int
) -> None:
    """Add all outcomes of the last reel after a state with that mark, win and weight."""
    reel = tables.stops.shape[0] - 1
    masks = tables.masks[reel]
    first = items.owner[0]
    single = True
    for i in range(found):
        single &= items.owner[i] == first
    stops = tables.stops[reel]
    if single:
        stops = tables.touches[reel, first]
        add_law(counts, tables.combine, mark, win, weight, tables.missed[reel, first])
    for n in range(stops):
        w = tables.touch[reel, first, n] if single else n
        total = win
        for k in range(masks.shape[2]):
            done = np.uint64(0)
            for i in range(found):
                hit = items.lines[i, k] & masks[w, items.owner[i], k] & ~done
                if hit:
                    total += np.int64(popcount(int(hit))) * items.gain[i]
                    done |= hit
        mark_here = tables.combine[mark, tables.marks[reel, w]]
        counts[mark_here, total] += weight * tables.weights[reel, w]


@kernel
def further(runs: Runs, tables: Tables, depth: int, w: int, additive: bool) -> int:
    """Let the next reel show window ``w``; returns how many symbols still match some line."""
    after = depth + 1
    if not additive:
        runs.alive[after] = 0
    won = np.int64(0)
    found = 0
    for i in range(runs.lives[depth]):
        t = runs.live[depth, i]
        bits = np.int64(0)
        for k in range(runs.alive.shape[2]):
            both = runs.alive[depth, t, k] & tables.masks[depth, w, t, k]
            runs.alive[after, t, k] = both
            bits += np.int64(popcount(int(both)))
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
def walk(
    counts: Ints, tables: Tables, runs: Runs, items: Items, first: int, step: int, additive: bool
) -> None:
    """Add to ``counts[mark, win]`` the weights of all outcomes with reel-1 windows first::step.

    Parameters
    ----------
    counts : array of int64
        Shape (marks, highest win + 1); added to.
    tables, runs, items
        See there; ``runs`` stands at the start.
    first, step : int
        The share of reel 1.
    additive : bool
        Whether a line can match one paying symbol only.
    """
    reels = tables.stops.shape[0]
    runs.place[0] = first
    depth = 0
    while depth >= 0:
        mark, win, weight = runs.at[depth]
        if depth == reels - 1:
            if additive:
                found = list_additive(runs, tables, items)
            else:
                win, found = stake_out(runs, tables, items)
            if found:
                last_reel(counts, tables, items, found, mark, win, weight)
            else:
                add_law(counts, tables.combine, mark, win, weight, tables.suffix[depth])
            depth -= 1
            continue
        n = runs.place[depth]
        only = runs.live[depth, 0] if depth and runs.lives[depth] == 1 else -1
        if only >= 0 and n == 0:
            if not additive:
                win = settle(runs.alive, depth, tables.wins)
            add_law(counts, tables.combine, mark, win, weight, tables.missed[depth, only])
        if n >= (tables.touches[depth, only] if only >= 0 else tables.stops[depth]):
            depth -= 1
            continue
        w = tables.touch[depth, only, n] if only >= 0 else n
        runs.place[depth] += 1 if depth else step
        if further(runs, tables, depth, w, additive):
            depth += 1
            continue
        mark, win, weight = runs.at[depth + 1]
        if not additive:
            win = settle(runs.alive, depth + 1, tables.wins)
        add_law(counts, tables.combine, mark, win, weight, tables.suffix[depth + 1])
