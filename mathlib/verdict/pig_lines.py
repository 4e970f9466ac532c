"""Claims of an evaluation of Pig Wizard about its lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from mathlib.core.figures import Figure
from mathlib.exact.columns import column
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.line_spread import hit_variances
from mathlib.exact.pig_wizard.solution import Solution
from mathlib.exact.pig_wizard.states import held_columns
from mathlib.game.pig_wizard import NONE, PigWizard
from mathlib.verdict.claims import Claim, Prize, figure, spread_of
from mathlib.verdict.pig_prizes import table_rates


def line_claims(evaluation: Evaluation) -> Iterator[Claim]:
    """Yield line wins: of all base spins, of each line table, and by symbol and count.

    Parameters
    ----------
    evaluation : Evaluation
        Of Pig Wizard.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> [claim.part for claim in line_claims(evaluate(example("pig_wizard")))][:2]
    ['line win of a base spin', 'sd_line_win']
    """
    yield from _base(evaluation)
    game, solution = cast(PigWizard, evaluation.game), cast(Solution, evaluation.detail)
    base, bonus = game.strips, game.wizard_spins.strips
    columns = {
        "base": [column(strip, game.rows) for strip in base],
        "base with the Pig Wizard": held_columns(game, base),
        "wizard spins": held_columns(game, bonus),
    }
    figures = {
        "base": "line_rtp_without_wizard",
        "base with the Pig Wizard": "line_rtp_with_wizard",
        "wizard spins": "line_rtp_wizard_spins",
    }
    for table, rate in table_rates(evaluation).items():
        per = (f"lines.{table}.spins.hits",)
        rtp, lines = evaluation.figures[figures[table]], len(game.lines)
        yield Claim(
            figures[table], rtp, (f"lines.{table}",), per, rate=rate, worth=rate,
            variance=_variance(solution, table),
        )  # fmt: skip
        spread = hit_variances(columns[table], game.rules)
        for row in solution.lines[table].rows:
            often = float(row.probability) * lines
            yield Claim(
                f"line {row.symbol} x {row.count}, {table}", figure(often),
                (f"lines.{table}.{row.symbol}.{row.count}.hits",), per, "number", 1.0, rate,
                worth=rate * row.pay / lines, variance=spread[row.symbol, row.count],
                prizes=(Prize(rate * often, rate * float(row.rtp)),),
            )  # fmt: skip


def _variance(solution: Solution, table: str) -> float | None:
    """Return the variance of the line win of a spin of a line table."""
    states = solution.bonus if table == "wizard spins" else solution.base
    wizard = table != "base"
    for state in states:
        if state.modifier == NONE and state.wizard == wizard:
            return float(state.law.moment(2, 0) - state.law.mean_line**2)
    return None


def _base(evaluation: Evaluation) -> Iterator[Claim]:
    """Yield mean and deviation of the line win of a base spin, whatever its modifier."""
    solution, sd = cast(Solution, evaluation.detail), evaluation.figures["sd_line_win"]
    law: dict[float, float] = {}
    for state in solution.base:
        for win, chance in state.law.wins.items():
            amount = win / state.law.line_bets
            law[amount] = law.get(amount, 0.0) + float(state.probability * chance)
    mean = sum(win * chance for win, chance in law.items())
    variance = sum(win**2 * chance for win, chance in law.items()) - mean**2
    yield Claim("line win of a base spin", figure(mean), ("line",), worth=1.0, variance=variance)
    found = spread_of(law, mean)
    yield Claim(
        "sd_line_win", Figure(sd.value, sd.kind, sd.error), ("line",), kind="spread", centre=mean,
        variance=found.variance, skew=found.skew,
    )  # fmt: skip
