"""All exact results of one game, gathered for the figures and for those who draw them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mathlib.core.remember import remembered
from mathlib.exact.columns import column
from mathlib.exact.lines import LineTable, line_table
from mathlib.exact.pig_wizard.capped import CappedRound
from mathlib.exact.pig_wizard.functions import RoundFunction
from mathlib.exact.pig_wizard.highest import highest_award, highest_win
from mathlib.exact.pig_wizard.laws import Laws, solve_laws
from mathlib.exact.pig_wizard.means import Means, means
from mathlib.exact.pig_wizard.mystic import mystic_counts
from mathlib.exact.pig_wizard.points import Bounded, Real
from mathlib.exact.pig_wizard.routes import Routes, routes
from mathlib.exact.pig_wizard.spins import BonusSpins, SpinCount
from mathlib.exact.pig_wizard.states import (
    State,
    base_states,
    bonus_states,
    held_columns,
    reels_key,
)
from mathlib.game.lines import Strip
from mathlib.game.pig_wizard import NONE, PigWizard


@dataclass(frozen=True, eq=False)
class Basics:
    """Exact results that are sums and products of rational numbers; they take milliseconds.

    Parameters
    ----------
    lines : mapping
        "base", "base with the Pig Wizard" and "wizard spins" to their line-win tables.
    base, bonus : tuple of State
        Joint laws of line win, landed and added prizes, of base spins and of Wizard Spins.
    mystic_counts : mapping
        Law of the number of Cash Prizes of one Mystic Money.
    spins : BonusSpins
        Spins of a bonus that came, and (``spins.award``) of one award.
    routes : Routes
        Chances of the features, route by route.
    means : Means
        Expectations before the cap.
    """

    lines: Mapping[str, LineTable]
    base: tuple[State, ...]
    bonus: tuple[State, ...]
    mystic_counts: Mapping[int, Fraction]
    spins: BonusSpins
    routes: Routes
    means: Means


@dataclass(frozen=True, eq=False)
class Solution(Basics):
    """All exact results of one game: the basics, and the laws of wins.

    Parameters
    ----------
    laws : Laws
        Distributions before the cap.
    round : CappedRound
        The round's distribution under the cap.
    nothing, wizard_nothing : Bounded
        Chance that a round wins nothing, and that it does with the Pig Wizard in view.
    """

    laws: Laws
    round: CappedRound
    nothing: Bounded
    wizard_nothing: Bounded


def solve(game: PigWizard) -> Solution:
    """Solve a game.

    Parameters
    ----------
    game : PigWizard

    Returns
    -------
    Solution
    """
    known = basics(game)
    base, bonus, counts = known.base, known.bonus, known.mystic_counts
    function = RoundFunction(game, base, bonus, counts, known.routes.numbers)
    highest = highest_win(game, base, bonus, counts)
    most = highest_award(game, bonus)
    ends = {
        "round": highest,
        "award": most,
        "bonus": most * max(known.routes.numbers),
        "mystic": float(max(counts) * max(game.mystic_money.cash)),
    }
    laws = solve_laws(function, game.cap, ends)
    total = sum(known.means.parts.values(), Fraction(0))
    nothing = function(Real(0.0))
    return Solution(
        **vars(known),
        laws=laws,
        round=CappedRound(laws.round, game.cap, highest, total),
        nothing=nothing.round,
        wizard_nothing=nothing.wizard,
    )


def basics(game: PigWizard) -> Basics:
    """Solve what needs no law of the round's win.

    Parameters
    ----------
    game : PigWizard

    Returns
    -------
    Basics

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> list(basics(example("pig_wizard")).means.parts)[:2]
    ['base lines', 'cash lock']
    """
    base, bonus, counts = base_states(game), bonus_states(game), mystic_counts(game)
    found = routes(game, base)
    chances = game.wizard_spins.retrigger.probability
    award = game.wizard_spins.spins
    count = SpinCount(award, award, (chances(NONE), chances("one"), chances("both")))
    spins = BonusSpins(found.numbers, count)
    return Basics(
        lines=line_tables(game),
        base=base,
        bonus=bonus,
        mystic_counts=counts,
        spins=spins,
        routes=found,
        means=means(game, base, bonus, counts, spins, found),
    )


def line_tables(game: PigWizard) -> dict[str, LineTable]:
    """Return the line-win tables with and without the Pig Wizard in the centre.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> tables = line_tables(example("pig_wizard"))
    >>> tables["base"].rtp < tables["base with the Pig Wizard"].rtp
    True
    """
    base, bonus = game.strips, game.wizard_spins.strips
    return {
        "base": _table(reels_key(game, base, False), game, base, False),
        "base with the Pig Wizard": _table(reels_key(game, base, True), game, base, True),
        "wizard spins": _table(reels_key(game, bonus, True), game, bonus, True),
    }


@remembered(16)
def _table(_: object, game: PigWizard, strips: Sequence[Strip], held: bool) -> LineTable:
    if held:
        return line_table(held_columns(game, strips), game.rules)
    return line_table([column(strip, game.rows) for strip in strips], game.rules)
