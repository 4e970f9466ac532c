"""One Respins round, exactly: every expectation of a modifier set, with its error bound."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
from scipy.stats import binom

from mathlib.core.errors import MathlibError, NeverEndsError
from mathlib.core.weights import WeightTable
from mathlib.exact.respins.blues import Weights, weighted_rounds
from mathlib.exact.respins.choices import PICK, PLAIN, REPICK
from mathlib.exact.respins.classes import Array, Tables, walk
from mathlib.exact.respins.counts import count_chain, to_come, unfilled_to_come
from mathlib.exact.respins.jackpots import expected_jackpots
from mathlib.exact.respins.landing import Landing, binomials
from mathlib.game.fields import LATTICE
from mathlib.game.orb_respins import OrbRespins

UNIT = float(np.finfo(float).eps) / 2
FLOOR = 2e-17
"""Default smallest mass of a state that is followed."""
MOST_STATES = 3_000_000
"""Most states of a class chain: a gigabyte of tables."""


@dataclass(frozen=True)
class RoundResult:
    """Expectations of one Respins round, uncapped, in total bets.

    The parts count rounds that do not fill the board; a full board pays ``full_part`` instead.

    Parameters
    ----------
    modifiers : str
        The modifier set, such as "JM".
    cells : int
        Cells of the board.
    expected_respins, expected_money : float
        Respins played, and Money symbols at the end (full boards included).
    orbs : dict
        Modifier letter to expected orbs landed, over all rounds.
    p_full : float
        Chance of a full board.
    final_money : ndarray, shape (cells + 1,)
        Law of the number of Money symbols at the end.
    money, charge, multiply : float
        Money values as drawn on landing; charge draws as drawn; what multipliers add.
    jackpots : dict
        Name to expected number of wins.
    jackpot_parts : dict
        Name to expected win.
    full_part : float
        P(full) times the full-board award.
    error : float
        Bound on the absolute error of ``mean_uncapped``: truncation and rounding.
    awards : dict
        Top award to the chance that a round shows it at least once and does not fill the board:
        each jackpot name, "money", "multiplier" and "charge" for the greatest value of each.
    states : int
        States settled by the class chain.
    """

    modifiers: str
    cells: int
    expected_respins: float
    expected_money: float
    orbs: dict[str, float]
    p_full: float
    final_money: Array
    money: float
    charge: float
    multiply: float
    jackpots: dict[str, float]
    jackpot_parts: dict[str, float]
    full_part: float
    error: float
    awards: dict[str, float]
    states: int

    @property
    def jackpot_part(self) -> float:
        """Expected win from all jackpots."""
        return sum(self.jackpot_parts.values())

    @property
    def mean_uncapped(self) -> float:
        """Expected win of a round before the cap."""
        return self.money + self.charge + self.multiply + self.jackpot_part + self.full_part


def solve_round(game: OrbRespins, modifiers: str, floor: float = FLOOR) -> RoundResult:
    """Solve the Respins round of one modifier set without sampling.

    Parameters
    ----------
    game : OrbRespins
        The game.
    modifiers : str
        One of J, M, C, JM, JC, MC, JMC.
    floor : float
        States with less probability are left out; what that can change is in ``error``. Larger
        is faster.

    Returns
    -------
    RoundResult

    Raises
    ------
    NeverEndsError
        When the round's end is too unlikely to be computed.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> result = solve_round(example("orb_respins"), "M")
    >>> result.charge, result.jackpot_part, result.error < 1e-9 * result.mean_uncapped
    (0.0, 0, True)
    """
    landing = Landing.of(game, modifiers)
    if not landing.end().min() > 0:
        raise NeverEndsError(
            f"respins.sets.{modifiers}: the chance that nothing lands is too small to compute "
            "with; give blank more weight in every band"
        )
    limit = game.respins.multiply.limit
    states = comb(landing.cells + limit, limit + 1)
    if "M" in modifiers and states > MOST_STATES:
        raise MathlibError(
            f"respins.sets.{modifiers}: {landing.cells} cells with a limit of {limit} "
            f"multiplications have {states:,} states, more than {MOST_STATES:,}; lower "
            "respins.multiply.limit or the rows of the board"
        )
    counts = count_chain(landing)
    rules = game.respins
    money_mean = float(rules.money.mean()) / LATTICE
    charge_mean = float(rules.charge.values.mean()) / LATTICE if "C" in modifiers else 0.0
    money = money_mean * counts.expected_money_unfilled
    unfilled = 1 - counts.p_full
    awards = {"money": _at_least_one(_top(rules.money), counts.final[:-1])}
    charge = 0.0
    if "C" in modifiers:
        # Without multiplications one class holds every symbol: draws as drawn.
        plain = tables(game, modifiers, landing, limit=0, floor=0.0)
        charge = charge_mean * float(walk(plain)[1].sum())
        never = weighted_rounds(landing, Weights(charge=1 - _top(rules.charge.values)))[0]
        awards["charge"] = unfilled - never
    multiply, truncation, settled = 0.0, 0.0, 0
    if "M" in modifiers:
        t = tables(game, modifiers, landing, limit=rules.multiply.limit, floor=floor)
        final, drawn, _, lost, awards["multiplier"], settled = walk(t)
        growth = 1 / t.scale
        multiplied = money_mean * float(final @ growth) + charge_mean * float(drawn @ growth)
        multiply = multiplied - money - charge
        truncation = _left_out(game, landing, t, lost)
    names = rules.jackpots.names if "J" in modifiers else {}
    weights = rules.jackpots.weights()
    jackpots = {}
    for name in names:
        jackpots[name], awards[name] = expected_jackpots(
            landing, float(weights.probability(name)), rules.jackpots.needed
        )
    parts = {name: jackpots[name] * names[name].prize / LATTICE for name in names}
    full = counts.p_full * game.respins.full_board_award / LATTICE
    total = money + charge + multiply + sum(parts.values()) + full
    return RoundResult(
        modifiers=modifiers,
        cells=landing.cells,
        expected_respins=counts.expected_respins,
        expected_money=counts.expected_money,
        orbs={letter: counts.orbs[letter] for letter in modifiers},
        p_full=counts.p_full,
        final_money=counts.final,
        money=money,
        charge=charge,
        multiply=multiply,
        jackpots=jackpots,
        jackpot_parts=parts,
        full_part=full,
        error=truncation + total * _rounding(game, landing),
        awards=awards,
        states=int(settled),
    )


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
        rare = binom.sf(np.arange(cells + 1)[:, None], landing.empty(), red).max(axis=1)
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
        tail=binom.sf(reds, landing.empty(), red),
        law=law,
        blues=law * others * blue[:, None, None],
        chosen=chosen,
        binomial=binomials(cells + limit + 1),
        scale=mean ** -np.arange(limit + 1.0),
        unfilled=unfilled,
        rest=rest,
        top=_top(multiply.multipliers),
        floor=floor,
    )


def _top(table: WeightTable[int]) -> float:
    """Return the chance of a table's greatest outcome."""
    return float(table.probability(max(table)))


def _at_least_one(chance: float, law: Array) -> float:
    """Return the chance that at least one of N independent draws succeeds, N by ``law``."""
    return float(law @ (1 - (1 - chance) ** np.arange(len(law))))


def _left_out(game: OrbRespins, landing: Landing, t: Tables, lost: Array) -> float:
    """Bound what the mass left out could have paid.

    Left out while m Money symbols are held, a round would still have paid a Money value per
    symbol at its end, the draws made so far, and one draw per charge and respin to come; each
    value is multiplied at most ``limit`` times, by mu on average, independently of what decided
    who is multiplied. The means to come are those of the round without Multiply.
    """
    money = float(game.respins.money.mean()) / LATTICE
    charge = float(game.respins.charge.values.mean()) / LATTICE if t.mode != PLAIN else 0.0
    symbols, respins, draws = to_come(landing)
    mass, charges, drawn = lost.T
    paid = mass @ symbols * money + charge * (drawn.sum() + charges @ respins + mass @ draws)
    return float(paid / t.scale[-1])


def _rounding(game: OrbRespins, landing: Landing) -> float:
    """Bound the relative rounding error of a round's figures.

    Every figure is a sum of products of positive floats, so it is off by at most the unit
    roundoff times the longest chain of operations. A path settles at most one state per cell
    and multiplication; a state adds at most ``fan_in`` terms one after another, and a loop that
    is left with chance q lengthens the chain by 1 / q.
    """
    s0, _ = landing.factors()
    leave = landing.end() + s0 * (1 - (1 - landing.money) ** landing.empty())
    steps = landing.cells * (1 + game.respins.multiply.limit)
    fan_in = 64 * landing.cells
    return UNIT * steps * (fan_in + float((1 / leave).max()))
