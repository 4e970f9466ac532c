"""A proven bound on what the cap takes from a round without Multiply.

Theory. For every theta > 0, (x)+ <= exp(theta x) / (e theta), so with L the line win, W the
round's win and c the cap

    E[(L + W - c)+] <= E[exp(theta L)] E[exp(theta W)] exp(-theta c) / (e theta).

The exponential moment of W follows from a chain on (Money held m, blue orbs landed B): a Money
symbol contributes E exp(theta v), each respin (E exp(theta u))^B for its charge draws, and a
golden orb of a name at most exp(theta prize / needed), because floor(n / needed) <= n / needed.
The number of blue orbs has no limit, and with it the moment would not exist; so B is followed
up to ``MOST_BLUES``, and what goes beyond is bounded by x <= exp(theta x) / (e theta) for the
win before and by the linear bound of `solve` for the win after that moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, e, exp

import numpy as np

from mathlib.exact.respins.landing import Array, Landing
from mathlib.game.fields import LATTICE
from mathlib.game.orb_respins import OrbRespins

MOST_BLUES = 60
THETAS = tuple(2.0**-k for k in range(6, 13))
"""Tilts tried, per total bet; the smallest bound is returned."""


@dataclass(frozen=True)
class _Tilt:
    """Exponential moments of one draw each, at one theta."""

    theta: float
    money: float
    charge: float
    golden: float


def excess_bound(game: OrbRespins, modifiers: str, line_win: dict[int, float]) -> float:
    """Bound the mean win above the cap of a round without Multiply.

    Parameters
    ----------
    game : OrbRespins
        The game.
    modifiers : str
        J, C or JC.
    line_win : dict
        Law of the line win of the same game round, line bets to chance.

    Returns
    -------
    float
        A number of total bets that E[(line win + round win - cap)+], on rounds that do not
        fill the board, does not exceed.

    Raises
    ------
    ValueError
        For a modifier set with Multiply: multiplied values have no exponential moment to use.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> bool(excess_bound(example("orb_respins"), "C", {0: 1.0}) < 1e-9)
    True
    """
    if "M" in modifiers:
        raise ValueError("this bound is for rounds without Multiply")
    landing = Landing.of(game, modifiers)
    cap = game.cap / LATTICE
    best = float("inf")
    for theta in THETAS:
        tilt = _tilt(game, modifiers, theta)
        whole, beyond = _moment(landing, tilt)
        if not np.isfinite(whole):
            continue
        lines = sum(p * exp(theta * win / game.line_bets) for win, p in line_win.items())
        bound = lines * whole * exp(-theta * cap) / (e * theta)
        if beyond:
            most_lines = max(line_win) / game.line_bets
            mass = _moment(landing, _tilt(game, modifiers, 0.0))[1]
            after = most_lines + _future(game, modifiers, landing)
            bound += beyond / (e * theta) + mass * after
        best = min(best, bound)
    return best


def _tilt(game: OrbRespins, modifiers: str, theta: float) -> _Tilt:
    def moment(values: list[tuple[int, int]], total: int) -> float:
        return sum(w * exp(theta * v / LATTICE) for v, w in values) / total

    rounds = game.respins
    charge = rounds.charge.values
    names = rounds.jackpots
    golden = sum(
        float(names.weights().probability(name))
        * exp(theta * jackpot.prize / LATTICE / names.needed)
        for name, jackpot in names.names.items()
    )
    return _Tilt(
        theta,
        moment(list(rounds.money.items()), rounds.money.total),
        moment(list(charge.items()), charge.total) if "C" in modifiers else 1.0,
        golden if "J" in modifiers else 1.0,
    )


def _moment(landing: Landing, tilt: _Tilt) -> tuple[float, float]:
    """Return the tilted mass that ends, and that which passes ``MOST_BLUES``."""
    n, most = landing.cells, MOST_BLUES if landing.blue.any() else 0
    mass = np.zeros((n, most + 1))
    mass[:, 0] = landing.start * tilt.money ** np.arange(n)
    ended = beyond = 0.0
    for m in range(n):
        law = _landing_law(landing, m, tilt)
        miss = float(landing.miss()[m])
        for blues in range(most + 1):
            if mass[m, blues] == 0:
                continue
            draw = tilt.charge**blues
            tries = sum((miss * draw) ** i for i in range(landing.counter)) * draw
            leave = 1 - tries * (law[0, 0] - miss)
            if not leave > 0:
                return float("inf"), float("inf")
            visits = mass[m, blues] / leave
            ended += visits * (miss * draw) ** landing.counter
            out = visits * tries * law[: n - m]
            out[0, 0] = 0.0
            fits = min(most - blues, out.shape[1] - 1)
            mass[m : m + len(out), blues : blues + fits + 1] += out[:, : fits + 1]
            beyond += float(out[:, fits + 1 :].sum())
    return ended, beyond


def _landing_law(landing: Landing, m: int, tilt: _Tilt) -> Array:
    """Return the tilted law of (Money, blue orbs) landing, not filling the board."""
    empty = landing.cells - m
    rest = landing.blank[m] + landing.golden[m] * tilt.golden
    out = np.zeros((empty + 1, empty + 1))
    for k in range(empty + 1):
        for b in range(empty - k + 1):
            out[k, b] = (
                comb(empty, k)
                * comb(empty - k, b)
                * (landing.money[m] * tilt.money) ** k
                * landing.blue[m] ** b
                * rest ** (empty - k - b)
            )
    return out


def _future(game: OrbRespins, modifiers: str, landing: Landing) -> float:
    """Bound the mean win still to come once ``MOST_BLUES`` is passed."""
    s0, _ = landing.factors()
    respins = float(s0.max() / landing.end().min())
    golden = float((landing.empty() * landing.golden).max()) * respins
    blues = float((landing.empty() * landing.blue).max()) * respins
    names = game.respins.jackpots
    prize = max(jackpot.prize for jackpot in names.names.values()) / LATTICE / names.needed
    charge = float(game.respins.charge.values.mean()) / LATTICE
    charges = MOST_BLUES + landing.cells + blues
    money = landing.cells * float(game.respins.money.mean()) / LATTICE
    jackpots = prize * (golden + names.needed * len(names.names)) if "J" in modifiers else 0.0
    return money + jackpots + charge * charges * respins
