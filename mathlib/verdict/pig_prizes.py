"""What the parts of Pig Wizard's RTP are made of: line wins and values of the cash tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from mathlib.core.weights import WeightTable
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.lines import LineTable
from mathlib.exact.pig_wizard.means import locked_cash
from mathlib.exact.pig_wizard.solution import Solution
from mathlib.game.fields import LATTICE
from mathlib.game.pig_wizard import CASH_ADD, NONE, PigWizard
from mathlib.verdict.claims import Prize, of_table


def part_prizes(evaluation: Evaluation) -> dict[str, tuple[Prize, ...]]:
    """Return the prizes of the parts of the RTP.

    The cap takes from wins of many prizes and has no list of its own; line wins of spins with a
    modifier are left out, whose laws are those of the whole spin.

    Parameters
    ----------
    evaluation : Evaluation
        Of Pig Wizard.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> evaluation = evaluate(example("pig_wizard"))
    >>> prizes = part_prizes(evaluation)["mystic money"]
    >>> abs(sum(p.share for p in prizes) - evaluation.parts["mystic money"].value) < 1e-12
    True
    """
    game, solution = cast(PigWizard, evaluation.game), cast(Solution, evaluation.detail)
    rules, parts = game.wizard_spins, evaluation.parts
    locked = _amounts(game.locked)
    one = float(locked_cash(game))
    rates = table_rates(evaluation)
    base = [
        prize
        for table in ("base", "base with the Pig Wizard")
        for prize in of_lines(solution.lines[table], rates[table])
    ]
    lines = solution.lines["wizard spins"]
    won = parts["wizard spins lines"].value
    out = {
        "base lines": tuple(base),
        "cash lock": _locked(parts["cash lock"].value, locked, one),
        "mystic money": of_table(parts["mystic money"].value, game.mystic_money.cash),
        "wizard spins lines": of_lines(lines, won / float(lines.rtp) if lines.rtp else 0.0),
        "wizard spins cash": of_table(parts["wizard spins cash"].value, rules.cash),
    }
    for name, part in ((CASH_ADD, "cash add"), ("line_win", "line win modifier")):
        found = evaluation.sets[name]
        cash = found["frequency"] * found["landed"] * one
        out[part] = _locked(cash, locked, one)
    added = evaluation.sets[CASH_ADD]
    table = game.modifiers.cash_add.cash
    mean = float(table.mean()) / LATTICE
    out["cash add"] += of_table(added["frequency"] * added["added"] * mean, table)
    return out


def table_rates(evaluation: Evaluation) -> dict[str, float]:
    """Return how many spins of each line table a game round has.

    Wizard Spins with added prizes are counted apart, and belong to none.
    """
    solution = cast(Solution, evaluation.detail)
    rates = dict.fromkeys(("base", "base with the Pig Wizard"), 0.0)
    for state in solution.base:
        if state.modifier == NONE:
            rates["base with the Pig Wizard" if state.wizard else "base"] += float(
                state.probability
            )
    figures = evaluation.figures
    game = cast(PigWizard, evaluation.game)
    plain = float(game.wizard_spins.cash_add.weights.probability(NONE))
    spins = figures["wizard_spins_awards"].value * figures["award_spins"].value
    return {**rates, "wizard spins": spins * plain}


def of_lines(table: LineTable, spins: float) -> tuple[Prize, ...]:
    """Return the line wins of so many spins per game round."""
    lines = len(table.per_line)
    return tuple(
        Prize(spins * float(row.probability) * lines, spins * float(row.rtp)) for row in table.rows
    )


def _amounts(table: WeightTable[int | str]) -> Mapping[int, float]:
    """Return the chance of each amount of a table that has words as well."""
    return {x: float(table.probability(x)) for x in table if isinstance(x, int)}


def _locked(total: float, chances: Mapping[int, float], mean: float) -> tuple[Prize, ...]:
    """Return the values of locked symbols that make up a part."""
    symbols = total / mean if mean else 0.0
    return tuple(
        Prize(symbols * chance, symbols * chance * value / LATTICE)
        for value, chance in chances.items()
    )
