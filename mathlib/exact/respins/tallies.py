"""The joint law of Money held, charge draws made and golden orbs landed in a round.

Without Multiply a round's win is a sum of independent draws once three counts are known: the
Money symbols m at its end, the charge draws D and the golden orbs G. The chain lives on visits
at full counter to (m, B, G), B the blue orbs that draw, with a row over D for each:

- a miss adds B draws (none while no Money is held) and leaves the rest as it is;
- a landing of (k Money, b blue, j golden) comes after i < counter misses. It adds B draws too,
  and the new blue orbs draw from the next respin on;
- with charge.target = "pick" a blue orb that finds no Money is lost, with "repick" it is kept.

States are settled in rising order of (m, B, G): all but a lost blue orb raises one of them.
Arrivals too rare to follow are left out; their chance and a bound on their squared win (see
`ahead`) are returned.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mathlib.core.errors import MathlibError
from mathlib.exact.respins.ahead import ahead
from mathlib.exact.respins.landing import Array, Landing, binomial_tail, binomials
from mathlib.exact.respins.tally_walk import Tables, walk_counts
from mathlib.game.orb_respins import OrbRespins

MOST_ORBS = 250
"""Most orbs of one colour followed in a round."""
MOST_COUNTS = 50_000_000
"""Most entries of the joint law."""


@dataclass(frozen=True, eq=False)
class Tallies:
    """The joint law of the counts at the end of rounds that do not fill the board.

    Parameters
    ----------
    law : ndarray, shape (golden + 1, draws + 1, cells)
        ``[G, D, m]``: chance of each combination.
    lost : ndarray, shape (2,)
        Chance of what is left out, and a bound on its squared win in tenths.
    steps : int
        Longest chain of operations behind one entry, for the rounding bound.
    """

    law: Array
    lost: Array
    steps: int


def tallies(game: OrbRespins, modifiers: str, landing: Landing, cut: float) -> Tallies:
    """Return the joint law of Money, charge draws and golden orbs.

    Parameters
    ----------
    game, modifiers, landing
        A round without Multiply.
    cut : float
        Arrivals with less chance are not followed.

    Returns
    -------
    Tallies

    Raises
    ------
    MathlibError
        When there are too many counts to follow.

    Examples
    --------
    >>> from mathlib.exact.respins.counts import count_chain
    >>> from mathlib.game.files import example
    >>> game = example("orb_respins")
    >>> landing = Landing.of(game, "C")
    >>> found = tallies(game, "C", landing, 1e-20)
    >>> bool(np.allclose(found.law.sum(axis=(0, 1)), count_chain(landing).final[:-1], 1e-12, 0))
    True
    """
    n = landing.cells
    to_come = ahead(landing)
    law, rest = _landing_law(landing, cut)
    repick = game.respins.charge.target == "repick"
    stuck = np.ones(n)
    if not repick:
        # With no Money held, blue orbs alone change nothing: the chance to leave such a visit.
        idle = (landing.blank[0] + landing.blue[0]) ** n
        stuck[0] = landing.end()[0] + landing.factors()[0][0] * (1 - idle)
    tables = Tables(
        cells=n,
        counter=landing.counter,
        repick=repick,
        most_blue=MOST_ORBS if landing.blue.any() else 0,
        most_golden=MOST_ORBS if landing.golden.any() else 0,
        start=landing.start,
        miss=landing.miss(),
        end=landing.end(),
        stuck=stuck,
        law=law,
        rest=rest,
        costs=_costs(game, modifiers, n),
        ahead=np.array([to_come.respins, to_come.draws, to_come.golden]),
        cut=cut,
    )
    ends, chances, lost, longest = walk_counts(tables)
    golden, draws = (int(column.max(initial=0)) for column in (ends[:, 1], ends[:, 2:4].sum(1)))
    if not longest or (golden + 1) * (draws + 1) * n > MOST_COUNTS:
        raise MathlibError(
            f"respins.sets.{modifiers}: rounds are too long, with too many orbs, for the law of "
            "their win; give blank more weight, or golden and blue orbs less"
        )
    found = np.zeros((golden + 1, draws + 1, n))
    for m, g, first, length, place in ends.tolist():
        found[g, first : first + length, m] += chances[place : place + length]
    return Tallies(found, lost, int(longest) * (law[0].size + landing.counter))


def _landing_law(landing: Landing, cut: float) -> tuple[Array, Array]:
    """Return the law of what lands, as large as the cut asks for, and what it has no room for."""
    n, empty = landing.cells, landing.empty()
    most, rest = [], np.zeros(n)
    for chance in (landing.money, landing.blue, landing.golden):
        tail = binomial_tail(np.arange(n + 1)[:, None], empty, chance)
        most.append(int(np.argmax(tail.max(axis=1) <= cut)))
        rest += tail[most[-1]]
    k, b, j = (x.astype(np.int64) for x in np.ogrid[: most[0] + 1, : most[1] + 1, : most[2] + 1])
    ways = binomials(n)
    law = np.zeros((n, *(x + 1 for x in most)))
    for m, e in enumerate(empty.tolist()):
        left = np.maximum(e - k - b - j, 0)
        ways_m = ways[e, k] * ways[np.maximum(e - k, 0), b] * ways[np.maximum(e - k - b, 0), j]
        chance = landing.money[m] ** k * landing.blue[m] ** b * landing.golden[m] ** j
        law[m] = np.where(k + b + j <= e, ways_m * chance * landing.blank[m] ** left, 0.0)
    law[:, 0, 0, 0] = 0.0  # no landing: a miss
    return law, rest


def _costs(game: OrbRespins, modifiers: str, cells: int) -> Array:
    """Return the factors of (1, D**2, G**2) in a bound on the squared win.

    (x + y + z)**2 <= 3 (x**2 + y**2 + z**2), for Money, draws and jackpots; D and G are sums of
    three and two terms in turn.
    """
    rules = game.respins
    charge = rules.charge.values
    square = float(charge.variance() + charge.mean() ** 2) if "C" in modifiers else 0.0
    names = rules.jackpots.names.values()
    prize = max(jackpot.prize for jackpot in names) / rules.jackpots.needed
    prize *= "J" in modifiers
    return np.array([3.0 * (cells * max(rules.money)) ** 2, 9.0 * square, 6.0 * prize**2])
