"""The law of a round with Multiply alone: products of class laws, mixed over the final classes.

A multiplication is independent of everything that decides who is chosen, so given how many Money
symbols end multiplied j times, c_j, the win is a sum of independent values, c_j of them with the
law phi_j of a Money value times j multipliers:

    sum over (c_0, ..., c_L) of P(c) phi_0^c_0 * ... * phi_L^c_L   (* and powers: convolutions).

The chance P(c) is what the class chain's visits end with. phi_0 and phi_1 have few and small
values: all their products are made beforehand, and mixed for every (c_2, ..., c_L). From there
on Horner schemes take one class after the other, the second first.
"""

from __future__ import annotations

from math import comb

import numpy as np

from mathlib.core.errors import MathlibError
from mathlib.exact.respins.additive import atoms
from mathlib.exact.respins.chain import tables
from mathlib.exact.respins.classes import walk
from mathlib.exact.respins.landing import Landing
from mathlib.exact.respins.lattice import Atoms, Found, Law, Piece, mixed
from mathlib.exact.respins.outlook import NO_OUTLOOK
from mathlib.game.orb_respins import OrbRespins

CUT = 1e-19
"""Default chance below which a final state, or a piece of a law, is not placed."""
FLOOR = 1e-30
"""Smallest mass of a state of the class chain that is followed."""
MOST_ENDS = 40_000
"""Most final states; their products would take minutes."""
Classes = tuple[int, ...]


def multiplied_law(game: OrbRespins, modifiers: str, landing: Landing, cut: float = CUT) -> Found:
    """Return the law of the uncapped win of a round with M; see `additive_law`.

    Raises
    ------
    MathlibError
        When the board and the limit have too many final states.
    """
    multiply = game.respins.multiply
    ends = comb(landing.cells + multiply.limit, multiply.limit + 1)
    if ends > MOST_ENDS:
        raise MathlibError(
            f"respins.sets.{modifiers}: {landing.cells} cells with a limit of {multiply.limit} "
            f"multiplications have {ends:,} final states, more than {MOST_ENDS:,}; the law of "
            "the win is not computed"
        )
    laws = [atoms(game.respins.money)]
    factors = {m: weight / multiply.multipliers.total for m, weight in multiply.multipliers.items()}
    for _ in range(multiply.limit):
        laws.append(laws[-1].times(factors))
    chances, missing = final_classes(game, modifiers, landing)
    law = _mixed_over(chances, laws, game.cap, cut)
    highest = float((landing.cells - 1) * laws[-1].values[-1])
    steps = landing.cells * sum(len(one.values) + landing.cells for one in laws)
    lost = missing * np.array([1.0, highest**2])
    return Found(law, lost, 0.0, steps + 64 * landing.cells**2)


def final_classes(
    game: OrbRespins, modifiers: str, landing: Landing
) -> tuple[dict[Classes, float], float]:
    """Return the chance of each (c_0, ..., c_L) at the end of rounds that do not fill the board.

    Returns
    -------
    chances : dict
        Final classes to chance.
    missing : float
        Chance of what the class chain left out.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> game = example("orb_respins")
    >>> chances, missing = final_classes(game, "M", Landing.of(game, "M"))
    >>> len(next(iter(chances))), missing < 1e-25
    (5, True)
    """
    limit = game.respins.multiply.limit
    t = tables(game, modifiers, landing, limit, FLOOR)
    _, _, _, lost, _, _, _, visits = walk(t, NO_OUTLOOK)
    out: dict[Classes, float] = {}
    state = 0
    for m in range(landing.cells):
        for classes in _in_order(m, limit):
            chance = float(visits[state] * t.end[m])
            if chance > 0:
                out[classes] = chance
            state += 1
    return out, float(lost[:, 0].sum())


def _in_order(m: int, limit: int) -> list[Classes]:
    """Return the classes of m symbols in the order of rank: last prefix sum varies slowest."""
    if limit == 0:
        return [(m,)]
    return [(*lower, m - s) for s in range(m + 1) for lower in _in_order(s, limit - 1)]


def _mixed_over(chances: dict[Classes, float], laws: list[Atoms], cap: int, cut: float) -> Law:
    """Return the mixture of the products of the class laws."""
    products = _products(chances, laws[:2], cap, cut)
    pieces: dict[Classes, list[Piece]] = {}
    for classes, chance in chances.items():
        pieces.setdefault(classes[2:], []).append(Piece(products[classes[:2]], chance))
    found = {rest: mixed(some, cut) for rest, some in pieces.items()}
    for one in laws[2:]:
        schemes: dict[Classes, dict[int, Law]] = {}
        for classes, law in found.items():
            schemes.setdefault(classes[1:], {})[classes[0]] = law
        found = {rest: _horner(terms, one, cut) for rest, terms in schemes.items()}
    return found[()]


def _horner(terms: dict[int, Law], one: Atoms, cut: float) -> Law:
    """Return the sum over c of ``terms[c]`` convolved c times with a law."""
    law = terms[max(terms)]
    for count in range(max(terms) - 1, -1, -1):
        law = law.convolved(one, cut)
        if count in terms:
            law = mixed([Piece(law, 1.0), Piece(terms[count], 1.0)], 0.0)
    return law


def _products(
    chances: dict[Classes, float], laws: list[Atoms], cap: int, cut: float
) -> dict[Classes, Law]:
    """Return phi_0^a phi_1^b for all pairs that can come."""
    pairs = {classes[:2] for classes in chances}
    out: dict[Classes, Law] = {}
    if len(laws) == 1:
        law = Law.zero(cap)
        for a in range(max(pairs)[0] + 1):
            out[a,] = law
            law = law.convolved(laws[0], cut)
        return out
    column = Law.zero(cap)
    for b in range(max(b for _, b in pairs) + 1):
        law = column
        for a in range(max((a for a, other in pairs if other == b), default=-1) + 1):
            out[a, b] = law
            law = law.convolved(laws[0], cut)
        column = column.convolved(laws[1], cut)
    return out
