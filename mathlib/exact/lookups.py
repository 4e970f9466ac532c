"""Which exact laws of a game can be drawn from a table, and those laws."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from mathlib.core.errors import MathlibError
from mathlib.core.figures import Figure
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.lookup import Law
from mathlib.exact.orb_respins import OrbExact
from mathlib.exact.pig_wizard.solution import Solution
from mathlib.exact.respins import RoundResult
from mathlib.exact.respins.law import EXACT_SETS, round_law
from mathlib.game.files import Game
from mathlib.game.orb_respins import ORBS, SETS, OrbRespins

ROUND = "round"
LINES = "lines"


@dataclass(frozen=True)
class LineRow:
    """Line wins of one size with one set of orb colours in view, out of the full cycle."""

    in_view: str
    line_bets: int
    weight: int


@dataclass(frozen=True)
class LineLaw:
    """Joint law of line win and orb colours in view: integer weights as they are, not rounded."""

    rows: tuple[LineRow, ...]
    total: int
    mean: Fraction
    line_bets: int


def law_names(game: Game) -> tuple[str, ...]:
    """Return the names of the laws that can be drawn from a table.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> law_names(example("pig_wizard")), law_names(example("orb_respins"))
    (('round',), ('lines', 'J', 'M', 'C', 'JC'))
    """
    return (LINES, *EXACT_SETS) if isinstance(game, OrbRespins) else (ROUND,)


def check_name(game: Game, name: str) -> None:
    """Refuse the name of a law that has no exact table, in words.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> check_name(example("orb_respins"), "JM")
    Traceback (most recent call last):
    mathlib.core.errors.MathlibError: JM: the win of a Respins round with Multiply and another \
modifier has no exact law, only rounds as played; lines, J, M, C, JC have one
    """
    known = law_names(game)
    if name in known:
        return
    if isinstance(game, OrbRespins) and name in SETS:
        why = (
            "the win of a Respins round with Multiply and another modifier has no exact law, "
            f"only rounds as played; {', '.join(known)} have one"
        )
    elif isinstance(game, OrbRespins) and name == ROUND:
        why = (
            "a whole game round has no exact law, as rounds with Multiply and another modifier "
            f"have none; {', '.join(known)} have one"
        )
    else:
        why = f"no such law; this game has {', '.join(known)}"
    raise MathlibError(f"{name}: {why}")


def round_law_of(evaluation: Evaluation, name: str) -> Law:
    """Return the law of a whole game round, or of the Respins round of one modifier set.

    Parameters
    ----------
    evaluation : Evaluation
    name : str
        One of `law_names`, but for "lines".

    Returns
    -------
    Law
        Under the cap. Of a Respins round: given that it was triggered, the full board apart,
        without line wins.

    Raises
    ------
    MathlibError
        When there is no such law.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> law = round_law_of(evaluate(example("pig_wizard")), "round")
    >>> len(law.payouts), law.names
    (55001, {55000: 'cap'})
    """
    game = evaluation.game
    check_name(game, name)
    if isinstance(game, OrbRespins):
        return _respins_law(game, name, evaluation.detail.exact.rounds[name])
    solution: Solution = evaluation.detail
    capped = solution.round
    top = capped.law.top
    reaches_cap = capped.cap == top
    return Law(
        np.arange(top + 1),
        capped.pmf,
        evaluation.total,
        float(capped.law.pmf_error.max()),
        {top: "cap"} if reaches_cap else {},
        (top,) if reaches_cap else (),
    )


def line_law_of(exact: OrbExact) -> LineLaw:
    """Return the joint law of line win and orb colours in view.

    Examples
    --------
    >>> from mathlib.exact.orb_respins import solve
    >>> from mathlib.game.files import example
    >>> exact = solve(example("orb_respins"))
    >>> law = line_law_of(exact)
    >>> sum(row.weight for row in law.rows) == law.total == 10 * 12 * 15
    True
    """
    rows = []
    for mask, counts in enumerate(exact.law.counts):
        view = "".join(letter for bit, letter in enumerate(ORBS) if mask >> bit & 1)
        rows += [LineRow(view, win, int(counts[win])) for win in np.flatnonzero(counts).tolist()]
    return LineLaw(tuple(rows), exact.law.cycle, exact.law.mean, exact.game.line_bets)


def _respins_law(game: OrbRespins, name: str, solved: RoundResult) -> Law:
    law = round_law(game, name)
    cap, award = game.cap, game.respins.full_board_award
    chances = np.zeros(cap + 2)
    chances[: len(law.chances)] = law.chances
    chances[cap], chances[cap + 1] = law.tail[cap], law.p_full
    # The chain knows the mean better than the law, which leaves out what it cannot place.
    mean = Figure(solved.mean_uncapped, "exact", solved.error)
    return Law(
        np.append(np.arange(cap + 1), award),
        chances,
        mean - law.excess({0: 1.0}, game.line_bets),
        law.error,
        {cap: "cap", cap + 1: "full_board"},
        (cap + 1,) if law.p_full else (),
    )
