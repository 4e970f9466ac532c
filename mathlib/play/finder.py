"""Finding rounds of a run: the next one with a feature, or with a win of at least so much.

Whole blocks are played by the kernel with a tally. A block in which the wanted entry was counted
is halved, and halved again, from saved states of its generator, until single rounds are left:
a rare feature costs little more than playing the rounds once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from mathlib.core.errors import MathlibError, shown
from mathlib.game.fields import LATTICE
from mathlib.game.files import Game
from mathlib.game.orb_respins import SETS, OrbRespins
from mathlib.game.pig_wizard import CASH_ADD, LINE_WIN, MYSTIC_MONEY, WIZARD_SPINS
from mathlib.play.players import Player, player
from mathlib.play.streams import BLOCK, Ints, stream

FAR = 20_000_000
"""Rounds that are looked at before a search gives up."""


def find_rounds(
    game: Game, seed: int, wanted: str, limit: int = 1, first: int = 0, within: int = FAR
) -> tuple[int, ...]:
    """Return the numbers of the next rounds in which something happens.

    Parameters
    ----------
    game : Game
        The game.
    seed : int
        Seed of the run.
    wanted : str
        A name of `wishes`, such as ``respins`` or ``wizard_spins``; or ``win>=100``, in total
        bets, for the win of the whole round after the cap.
    limit : int
        How many are looked for.
    first : int
        Number of the first round looked at.
    within : int
        How many rounds are looked at.

    Returns
    -------
    tuple of int
        In rising order; fewer than the limit when there are no more within these rounds.

    Raises
    ------
    MathlibError
        When the wish is not known, or a number makes no sense.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> from mathlib.play.replay import replay
    >>> numbers = find_rounds(example("orb_respins"), 1, "JM", limit=2)
    >>> [replay(example("orb_respins"), 1, n).record.trigger for n in numbers]
    ['JM', 'JM']
    """
    for value, lowest, what in ((first, 0, "first round"), (limit, 1, "limit")):
        if value < lowest:
            raise MathlibError(f"{what} {value}: give a whole number from {lowest}")
    least = _least_win(wanted)
    known = wishes(game)
    if least is None and wanted not in known:
        raise MathlibError(
            f"rounds with {shown(wanted)}: not known; ask for {', '.join(known)}, "
            "or for a win as in win>=100"
        )
    one = player(game)
    entries = [one.names.index(name) for name in known.get(wanted, ())]
    return tuple(islice(_found(one, seed, entries, least, first, first + within), limit))


def next_round(game: Game, seed: int, wanted: str, first: int = 0) -> int:
    """Return the number of the next round in which something happens; as `find_rounds`.

    Raises
    ------
    MathlibError
        Also when there is none for a long time.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> next_round(example("orb_respins"), 1, "win>=1", first=20_000)
    20000
    """
    found = find_rounds(game, seed, wanted, first=first)
    if not found:
        raise MathlibError(f"no {wanted} in {FAR:,} rounds from round {first:,} of seed {seed} on")
    return found[0]


def wishes(game: Game) -> dict[str, tuple[str, ...]]:
    """Return what can be looked for in a game: the entries of the tally that count it.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> ", ".join(wishes(example("pig_wizard")))
    'wizard_spins, mystic_money, cash_lock, cash_add, line_win, wizard, cap'
    """
    if isinstance(game, OrbRespins):
        return {
            "respins": tuple(f"set.{name}.rounds" for name in SETS),
            **{name: (f"set.{name}.rounds",) for name in SETS},
            **{
                name: tuple(f"set.{s}.jackpot.{name}.hits" for s in SETS if "J" in s)
                for name in game.respins.jackpots.names
            },
            "full_board": tuple(f"set.{name}.full.rounds" for name in SETS),
            "cap": ("cap.hits",),
        }
    features = (WIZARD_SPINS, MYSTIC_MONEY, "cash_lock", CASH_ADD, LINE_WIN)
    return {
        **{name: (f"set.{name}.rounds",) for name in features},
        "wizard": ("event.wizard_in_view.rounds",),
        "cap": ("cap.hits",),
    }


def run_wins(one: Player, seed: int, first: int, count: int) -> Ints:
    """Return the wins of rounds of a run, capped, in tenths; shape (count,).

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> one = player(example("orb_respins"))
    >>> bool((run_wins(one, 1, 0, 20_000)[16_380:16_390] == run_wins(one, 1, 16_380, 10)).all())
    True
    """
    pieces = [one.wins(random, n) for _, random, n in _pieces(one, seed, first, first + count)]
    return np.concatenate(pieces) if pieces else np.empty(0, dtype=np.int64)


def _pieces(
    one: Player, seed: int, first: int, end: int
) -> Iterator[tuple[int, np.random.Generator, int]]:
    """Yield rounds block by block: the first one's number, its generator, and how many."""
    while first < end:
        block, skipped = divmod(first, BLOCK)
        rounds = min(BLOCK - skipped, end - first)
        random = stream(seed, block)
        if skipped:
            one.skip(random, skipped)
        yield first, random, rounds
        first += rounds


def _found(
    one: Player, seed: int, entries: Sequence[int], least: int | None, first: int, end: int
) -> Iterator[int]:
    for start, random, rounds in _pieces(one, seed, first, end):
        if least is not None:
            for at in np.flatnonzero(one.wins(random, rounds) >= least):
                yield start + int(at)
        else:
            yield from _halved(one, random, entries, start, rounds)


def _halved(
    one: Player, random: Any, entries: Sequence[int], first: int, rounds: int
) -> Iterator[int]:
    """Yield the rounds of a stretch in which an entry is counted."""
    state = random.bit_generator.state
    tally = np.zeros(len(one.names))
    one.play(random, rounds, tally)
    if not tally[entries].any():
        return
    if rounds == 1:
        yield first
        return
    random.bit_generator.state = state
    half = rounds // 2
    yield from _halved(one, random, entries, first, half)
    # The first half may have ended anywhere in its own search: begin the second half afresh.
    random.bit_generator.state = state
    one.skip(random, half)
    yield from _halved(one, random, entries, first + half, rounds - half)


def _least_win(wanted: str) -> int | None:
    found = re.fullmatch(r"win\s*>=\s*(\d{1,12}(?:\.\d)?)x?", wanted)
    return round(float(found[1]) * LATTICE) if found else None
