"""One Respins round, exactly: every expectation of a modifier set, with its error bound."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mathlib.exact.respins.chain import (
    FLOOR,
    chain_of,
    classes_of,
    jackpots_of,
    never_of,
    top_chance,
)
from mathlib.exact.respins.choices import PLAIN
from mathlib.exact.respins.classes import Array, Tables
from mathlib.exact.respins.counts import to_come
from mathlib.exact.respins.landing import Landing
from mathlib.game.fields import LATTICE
from mathlib.game.orb_respins import OrbRespins

__all__ = ["FLOOR", "RoundResult", "solve_round"]
UNIT = float(np.finfo(float).eps) / 2
ROUGH_FLOOR = 2e-11
"""Smallest mass of a state, of a choice and of waiting reds beside an outlook."""


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


def solve_round(
    game: OrbRespins, modifiers: str, floor: float = FLOOR, width: float = 0.0
) -> RoundResult:
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
    width : float
        More than 0: a figure at once. States are left out as soon as their worth is known up to
        this many Money values or draws, by the `outlook`; the rest is in ``error``, and the odds
        of the greatest multiplier and charge are not computed.

    Returns
    -------
    RoundResult

    Raises
    ------
    NeverEndsError
        When the round's end is too unlikely to be computed.
    MathlibError
        When the class chain has too many states.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> result = solve_round(example("orb_respins"), "M")
    >>> result.charge, result.jackpot_part, result.error < 1e-9 * result.mean_uncapped
    (0.0, 0, True)
    """
    chain, rules = chain_of(game, modifiers), game.respins
    landing, counts = chain.landing, chain.counts
    money_mean = float(rules.money.mean()) / LATTICE
    charge_mean = float(rules.charge.values.mean()) / LATTICE if "C" in modifiers else 0.0
    money = money_mean * counts.expected_money_unfilled
    charge = charge_mean * chain.draws
    awards = {"money": _at_least_one(top_chance(rules.money), counts.final[:-1])}
    if "C" in modifiers and width == 0:
        awards["charge"] = 1 - counts.p_full - never_of(game, modifiers)
    multiply, truncation, settled = 0.0, 0.0, 0
    if "M" in modifiers:
        found = classes_of(game, modifiers, ROUGH_FLOOR if width > 0 else floor, width)
        growth = 1 / found.tables.scale
        ended, drawn, unknown, not_drawn = found.left.tolist()
        multiplied = money_mean * (float(found.final @ growth) + ended)
        multiplied += charge_mean * (float(found.drawn @ growth) + drawn)
        multiply, settled = multiplied - money - charge, found.states
        truncation = _left_out(game, landing, found.tables, found.lost)
        if found.width == 0:
            awards["multiplier"] = found.topped
        else:  # what was left out by its mass is worth from 0 to the bound
            truncation /= 2
            multiply += truncation
            truncation += money_mean * unknown + charge_mean * not_drawn
    names = rules.jackpots.names if "J" in modifiers else {}
    weights = rules.jackpots.weights()
    jackpots = {}
    for name in names:
        chance = float(weights.probability(name))
        jackpots[name], awards[name] = jackpots_of(game, modifiers, chance)
    parts = {name: jackpots[name] * names[name].prize / LATTICE for name in names}
    full = counts.p_full * rules.full_board_award / LATTICE
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
        states=settled,
    )


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
