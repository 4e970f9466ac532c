"""What the walk over the full cycle reads and writes: bit masks of lines, laws of marks, runs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Bits = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]


class Tables(NamedTuple):
    """What the walk reads. R reels, W windows at most, T paying symbols, K words, M marks.

    Parameters
    ----------
    masks : array of uint64, shape (R, W, 2 T, K)
        Column t: lines whose cell in this window matches symbol t; column T + t: lines whose
        cell is symbol t itself.
    marks, weights : array of int64, shape (R, W)
        Of each window; ``stops[reel]`` of them are used.
    stops : array of int64, shape (R,)
        Windows of each reel.
    touch : array of int64, shape (R, 2 T, W)
        The windows whose mask in that column is not 0; ``touches[reel, column]`` of them.
    touches : array of int64, shape (R, 2 T)
        How many those are.
    missed : array of int64, shape (R, 2 T, M)
        Law of the marks of all other windows of the reel, together with all later reels.
    patterns : array of int64, shape (2 T,)
        How many different masks a column has on the last reel.
    pattern_masks : array of uint64, shape (2 T, P, K)
        Those masks.
    pattern_laws : array of int64, shape (2 T, P, M)
        Law of the marks of the windows with that mask.
    suffix : array of int64, shape (R + 1, 1, M)
        Law of the marks of a reel and all later ones.
    combine : array of int64, shape (M, M)
        Mark of two reels together.
    steps : array of int64, shape (T, R)
        What one more matching cell adds to the best pay of a run, in line bets.
    single : array of bool, shape (W,)
        Windows of reel 1 after which no line can match two symbols.
    wins : array of int64, shape (R + 1, wins, 3)
        (symbol, count, pay) of every win of at most d cells, in falling order of pay.
    n_wins : array of int64, shape (R + 1,)
        How many those are.
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
    patterns: Ints
    pattern_masks: Bits
    pattern_laws: Ints
    suffix: Ints
    combine: Ints
    steps: Ints
    single: Flags
    wins: Ints
    n_wins: Ints
    top: Ints


class Runs(NamedTuple):
    """Where the walk stands; row d of each array belongs to the state after d reels.

    Parameters
    ----------
    alive : array of uint64, shape (R + 1, T, K)
        Lines whose first d cells match the symbol.
    paying : array of uint64, shape (R + 1, T, K)
        Those whose run may pay: it shows the symbol itself, or wilds alone will do (general
        way only).
    live : array of int64, shape (R + 1, T)
        The symbols that some line still matches; ``lives[d]`` of them.
    lives : array of int64, shape (R + 1,)
        How many those are.
    at : array of int64, shape (R + 1, 3)
        Mark, win so far (single symbols only), weight.
    place : array of int64, shape (R + 1,)
        Next window to visit.
    """

    alive: Bits
    paying: Bits
    live: Ints
    lives: Ints
    at: Ints
    place: Ints


class Items(NamedTuple):
    """What the last reel can add: ``lines[i]`` gain ``gain[i]`` by a cell of mask ``owner[i]``.

    Of the items that hold a line, the first that matches counts. ``rest`` and ``new`` are room
    for sets of lines.
    """

    lines: Bits
    owner: Ints
    gain: Ints
    rest: Bits
    new: Bits
