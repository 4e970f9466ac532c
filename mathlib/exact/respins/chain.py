"""The chains of one Respins round, remembered by what they depend on.

What lands never depends on what Money is worth: tables of values, charges and jackpots enter
only when a round is put together (see `solve`). So a chain is computed once for its landing
weights, K and multipliers, and every other change finds it here.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np

from mathlib.core.errors import MathlibError, NeverEndsError
from mathlib.core.remember import remembered
from mathlib.core.weights import WeightTable
from mathlib.exact.respins.blues import Weights, weighted_rounds
from mathlib.exact.respins.choices import PICK, PLAIN, REPICK
from mathlib.exact.respins.classes import Array, Tables, walk
from mathlib.exact.respins.counts import Counts, count_chain, unfilled_to_come
from mathlib.exact.respins.jackpots import expected_jackpots
from mathlib.exact.respins.landing import Landing, binomial_tail, binomials
from mathlib.exact.respins.outlook import NO_OUTLOOK, outlook
from mathlib.game.orb_respins import OrbRespins

FLOOR = 2e-17
"""Default smallest mass of a state that is followed."""
MOST_STATES = 3_000_000
"""Most states of a class chain: a gigabyte of tables."""


@dataclass(frozen=True, eq=False)
class Chain:
    """What one modifier set's round does, whatever its values.

    Parameters
    ----------
    landing : Landing
        Landing chances.
    counts : Counts
        The Money-count chain.
    draws : float
        Expected charge draws on rounds that do not fill the board.
    """

    landing: Landing
    counts: Counts
    draws: float


@dataclass(frozen=True, eq=False)
class Classes:
    """Result of the class chain of a set with Multiply; see `classes.walk`.

    Parameters
    ----------
    tables : Tables
        What the chain read.
    width : float
        Largest error of a state's worth at which it was left out.
    final, drawn : ndarray, shape (limit + 1,)
        Expected symbols that end in each class, and scaled charge draws on them.
    lost, left : ndarray
        What was left out: by its mass, and by its worth.
    topped : float
        Chance that the greatest multiplier was drawn.
    states : int
        States settled.
    """

    tables: Tables
    width: float
    final: Array
    drawn: Array
    lost: Array
    left: Array
    topped: float
    states: int


def chain_of(game: OrbRespins, modifiers: str) -> Chain:
    """Return the chain of one modifier set, computed once for the same landing weights.

    Raises
    ------
    NeverEndsError
        When the round's end is too unlikely to be computed.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> game = example("orb_respins")
    >>> chain_of(game, "M") is chain_of(game, "M")
    True
    """
    return _chain(_landing_key(game, modifiers), game, modifiers)


@remembered(64)
def _chain(_: object, game: OrbRespins, modifiers: str) -> Chain:
    landing = Landing.of(game, modifiers)
    if not landing.end().min() > 0:
        raise NeverEndsError(
            f"respins.sets.{modifiers}: the chance that nothing lands is too small to compute "
            "with; give blank more weight in every band"
        )
    draws = 0.0
    if "C" in modifiers:
        # Without multiplications one class holds every symbol: draws as drawn.
        plain = tables(game, modifiers, landing, limit=0, floor=0.0)
        draws = float(walk(plain, NO_OUTLOOK)[1].sum())
    return Chain(landing, count_chain(landing), draws)


def classes_of(
    game: OrbRespins, modifiers: str, floor: float = FLOOR, width: float = 0.0
) -> Classes:
    """Return the class chain of a set with Multiply, computed once for what it depends on.

    Parameters
    ----------
    game : OrbRespins
        The game.
    modifiers : str
        A modifier set with M.
    floor : float
        States with less mass are left out; a chain that was followed further will do as well.
    width : float
        States are left out as soon as their worth is known up to this, in Money values or charge
        draws; up to twice as much will do. 0: never.

    Raises
    ------
    MathlibError
        When the chain has too many states.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> classes_of(example("orb_respins"), "M").final.shape
    (5,)
    """
    multiply = game.respins.multiply.model_dump_json()
    key = *_landing_key(game, modifiers), multiply
    return _classes(key, game, modifiers, floor, width)


def _fine_enough(
    kept: Classes, _game: OrbRespins, _modifiers: str, floor: float, width: float
) -> bool:
    return kept.tables.floor <= floor and kept.width <= 2 * width


@remembered(32, _fine_enough)
def _classes(_: object, game: OrbRespins, modifiers: str, floor: float, width: float) -> Classes:
    landing = chain_of(game, modifiers).landing
    limit = game.respins.multiply.limit
    states = comb(landing.cells + limit, limit + 1)
    if states > MOST_STATES:
        raise MathlibError(
            f"respins.sets.{modifiers}: {landing.cells} cells with a limit of {limit} "
            f"multiplications have {states:,} states, more than {MOST_STATES:,}; lower "
            "respins.multiply.limit or the rows of the board"
        )
    t = tables(game, modifiers, landing, limit=limit, floor=floor)
    ahead = NO_OUTLOOK
    if width > 0:
        ahead = outlook(tables(game, modifiers, landing, limit=limit, floor=0.0), width)
    final, drawn, _ending, lost, left, topped, settled, _visits = walk(t, ahead)
    return Classes(t, width, final, drawn, lost, left, float(topped), int(settled))


def jackpots_of(game: OrbRespins, modifiers: str, chance: float) -> tuple[float, float]:
    """Return a jackpot's expected wins and its chance, computed once; see `jackpots`.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> jackpots_of(example("orb_respins"), "J", 0.0)
    (0.0, 0.0)
    """
    needed = game.respins.jackpots.needed
    key = (*_landing_key(game, modifiers), chance, needed)
    return _jackpots(key, chain_of(game, modifiers).landing, chance, needed)


@remembered(512)
def _jackpots(_: object, landing: Landing, chance: float, needed: int) -> tuple[float, float]:
    return expected_jackpots(landing, chance, needed)


def never_of(game: OrbRespins, modifiers: str) -> float:
    """Return the chance that a round neither fills nor draws the greatest charge; once.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> 0 < never_of(example("orb_respins"), "C") < 1
    True
    """
    charge = game.respins.charge
    top = top_chance(charge.values)
    key = (*_landing_key(game, modifiers), top)
    return _never(key, chain_of(game, modifiers).landing, top, charge.target)


@remembered(64)
def _never(_: object, landing: Landing, top: float, target: str) -> float:
    return weighted_rounds(landing, Weights(charge=1 - top), target)[0]


def _landing_key(game: OrbRespins, modifiers: str) -> tuple[object, ...]:
    """Return all that decides what lands, and which symbols a blue orb charges."""
    rules = game.respins
    landing = rules.sets[modifiers].model_dump_json()
    target = rules.charge.target if "C" in modifiers else ""
    return modifiers, game.cells(modifiers), rules.counter, target, landing


def tables(game: OrbRespins, modifiers: str, landing: Landing, limit: int, floor: float) -> Tables:
    """Prepare what the class chain reads.

    Parameters
    ----------
    game, modifiers, landing
        The round.
    limit : int
        Multiplications allowed per symbol; 0 follows the round without its red orbs.
    floor : float
        See `solve_round`.

    Returns
    -------
    Tables
    """
    cells = landing.cells
    multiply = game.respins.multiply
    red = landing.red if limit else np.zeros(cells)
    # Reds past the first few are too rare to matter; what they weigh is bounded by ``tail``.
    reds = 0
    if limit:
        rare = binomial_tail(np.arange(cells + 1)[:, None], landing.empty(), red).max(axis=1)
        reds = int(np.argmax(rare <= floor)) if (rare <= floor).any() else cells
    law = landing.joint(red, reds)
    s0, s1 = landing.factors()
    landed = np.arange(cells + 1)[None, :, None] + np.arange(reds + 1)[None, None, :]
    others = np.maximum(landing.empty()[:, None, None] - landed, 0)
    blue = landing.blue / (1 - landing.money - red)
    unfilled, rest = unfilled_to_come(landing)
    mode = PLAIN
    if "C" in modifiers:
        mode = PICK if game.respins.charge.target == "pick" else REPICK
    chosen = np.zeros(max(multiply.chosen) + 1)
    for k, weight in multiply.chosen.items():
        chosen[k] = weight / multiply.chosen.total
    mean = float(multiply.multipliers.mean())
    return Tables(
        cells=cells,
        limit=limit,
        reds=reds,
        mode=mode,
        counter=landing.counter,
        start=landing.start,
        miss=landing.miss(),
        end=landing.end(),
        s0=s0,
        s1=s1,
        lands=np.array([law_m[1:].sum() for law_m in landing.joint(red * 0, 0)[:, :, 0]]),
        tail=binomial_tail(reds, landing.empty(), red),
        law=law,
        blues=law * others * blue[:, None, None],
        chosen=chosen,
        binomial=binomials(cells + limit + 1),
        scale=mean ** -np.arange(limit + 1.0),
        unfilled=unfilled,
        rest=rest,
        top=top_chance(multiply.multipliers),
        floor=floor,
    )


def top_chance(table: WeightTable[int]) -> float:
    """Return the chance of a table's greatest outcome.

    Examples
    --------
    >>> top_chance(WeightTable({1: 3, 5: 1}))
    0.25
    """
    return float(table.probability(max(table)))
