"""Shaping a Respins round: landing bands from a few numbers, fitted to what a round should be.

A round is described by four numbers: the landing chance of Money on an almost empty board, the
factor by which it falls from band to band, and the landing chances of the orbs. Two of them are
solved for: the factor from the chance of a full board, a common scale of the orbs from the mean
win. What is fitted are the integer weights themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from scipy.optimize import brentq

from mathlib.core.errors import MathlibError
from mathlib.core.weights import WeightTable
from mathlib.exact.respins import RoundResult, solve_round
from mathlib.exact.respins.counts import count_chain
from mathlib.exact.respins.landing import Landing
from mathlib.game.orb_respins import MONEY, ORBS, Band, OrbRespins, RespinSet

TOTAL = 10_000
"""Weights of a band add up to this."""
QUICK = 1e-9
"""Floor of the class chain while fitting: means are then right to a few parts in 10,000."""


@dataclass(frozen=True)
class Shape:
    """Landing chances of one modifier set.

    Parameters
    ----------
    up_to : sequence of int
        Upper ends of the bands.
    money : float
        Chance of Money on an empty cell in the first band.
    orbs : mapping
        Modifier letter to the chance of its orb, in every band.
    taper : float
        Factor on the chance of Money from one band to the next.
    """

    up_to: Sequence[int]
    money: float
    orbs: Mapping[str, float]
    taper: float = 1.0

    def bands(self) -> tuple[Band, ...]:
        """Return the bands in integer weights.

        Examples
        --------
        >>> dict(Shape([7, 14], 0.06, {"M": 0.03}, 0.5).bands()[1].weights)
        {'blank': 9400, 'money': 300, 'red': 300}
        """
        bands = []
        for i, up_to in enumerate(self.up_to):
            weights = {MONEY: max(1, round(TOTAL * self.money * self.taper**i))}
            for letter, chance in self.orbs.items():
                weights[ORBS[letter]] = max(1, round(TOTAL * chance))
            blank = {"blank": TOTAL - sum(weights.values())}
            bands.append(Band(up_to=up_to, weights=WeightTable(blank | weights)))
        return tuple(bands)


def with_round(game: OrbRespins, modifiers: str, one: RespinSet) -> OrbRespins:
    """Return the game with another round for one modifier set.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> game = example("orb_respins")
    >>> with_round(game, "J", game.respins.sets["J"]) == game
    True
    """
    sets = {**game.respins.sets, modifiers: one}
    return game.model_copy(update={"respins": game.respins.model_copy(update={"sets": sets})})


def fit_round(
    game: OrbRespins,
    modifiers: str,
    shape: Shape,
    mean: float,
    p_full: float,
    scales: tuple[float, float] = (0.3, 4.0),
) -> tuple[OrbRespins, RoundResult]:
    """Fit one modifier set to a mean win and a chance of a full board.

    Parameters
    ----------
    game : OrbRespins
        The game; its start table for the set is kept.
    modifiers : str
        The modifier set.
    shape : Shape
        Where to begin: ``taper`` is solved for, ``orbs`` are scaled by one common factor.
    mean : float
        Wanted mean win of the uncapped round, in total bets.
    p_full : float
        Wanted chance that the board fills.
    scales : tuple of float
        Least and greatest factor on the orbs.

    Returns
    -------
    game, result
        The game with the fitted round, and the round's exact results.

    Raises
    ------
    MathlibError
        When the target is out of reach, naming what can be reached.
    """
    start = game.respins.sets[modifiers].start

    def build(scale: float, taper: float) -> OrbRespins:
        orbs = {letter: chance * scale for letter, chance in shape.orbs.items()}
        bands = Shape(shape.up_to, shape.money, orbs, taper).bands()
        return with_round(game, modifiers, RespinSet(start=start, bands=bands))

    def fill(scale: float, taper: float) -> float:
        filled = count_chain(Landing.of(build(scale, taper), modifiers)).p_full
        return log(max(filled, 1e-300) / p_full)

    def tapered(scale: float) -> OrbRespins:
        low, high = fill(scale, 0.2), fill(scale, 1.4)
        if low * high > 0:
            raise MathlibError(
                f"set {modifiers}: a full board cannot have a chance of {p_full:g} by tapering; "
                "change the chance of Money in the first band"
            )
        return build(scale, brentq(lambda taper: fill(scale, taper), 0.2, 1.4, xtol=1e-4))

    def miss(scale: float) -> float:
        return solve_round(tapered(scale), modifiers, QUICK).mean_uncapped - mean

    ends = [miss(scale) + mean for scale in scales]
    if not ends[0] <= mean <= ends[1]:
        raise MathlibError(
            f"set {modifiers}: a mean of {mean:g}x is out of reach; orbs scaled by "
            f"{scales[0]:g} to {scales[1]:g} give {ends[0]:.2f}x to {ends[1]:.2f}x"
        )
    fitted = tapered(brentq(miss, *scales, xtol=2e-3))
    return fitted, solve_round(fitted, modifiers, QUICK)
