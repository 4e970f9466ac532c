"""Claims of an evaluation of Pig Wizard about its features and modifiers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, cast

import numpy as np

from mathlib.exact.evaluation import Evaluation
from mathlib.exact.pig_wizard.means import amount
from mathlib.exact.pig_wizard.solution import Solution
from mathlib.exact.pig_wizard.spins import BonusSpins, SpinCount
from mathlib.exact.pig_wizard.spread import event_wins
from mathlib.game.fields import LATTICE
from mathlib.game.pig_wizard import PigWizard
from mathlib.verdict.claims import Claim, chance, figure, spread_of

BONUS = "set.wizard_spins"
MYSTIC = "set.mystic_money"
MOST_SPINS = 10_000
"""Spins up to which the law of their number is read."""


def feature_claims(evaluation: Evaluation) -> Iterator[Claim]:
    """Yield means and deviations of the features, per feature, award or spin, and the modifiers.

    Parameters
    ----------
    evaluation : Evaluation
        Of Pig Wizard.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> [claim.part for claim in feature_claims(evaluate(example("pig_wizard")))][:2]
    ['expected_spins', 'spins_sd']
    """
    yield from _wizard_spins(evaluation)
    yield from _mystic(evaluation)
    for name in ("cash_add", "line_win"):
        yield from _modifier(evaluation, name)


def _wizard_spins(evaluation: Evaluation) -> Iterator[Claim]:
    figures = {name: figure.value for name, figure in evaluation.figures.items()}
    spins = cast(Solution, evaluation.detail).spins
    awards, bonuses = figures["wizard_spins_awards"], figures["wizard_spins_frequency"]
    played = awards * figures["award_spins"]
    per_bonus = ((f"{BONUS}.rounds",), bonuses)
    per_award = ((f"{BONUS}.awards.sum",), awards)
    per_spin = ((f"{BONUS}.spins.sum",), played)
    for names, entry, per, law in (
        (("expected_spins", "spins_sd"), "spins", per_bonus, _law(spins)),
        (("award_spins", "award_spins_sd"), "award_spins", per_award, _law(spins.award)),
    ):
        count: dict[str, Any] = {"scale": 1.0, "worth": per[1] * figures["bonus_spin_mean"]}
        yield from _both(evaluation, names, f"{BONUS}.{entry}", *per, law=law, **count)
    for names, entry, per in (
        (("bonus_mean", "bonus_sd"), "", per_bonus),
        (("award_mean", "award_sd"), ".award", per_award),
        (("bonus_spin_mean", "bonus_spin_sd"), ".spin", per_spin),
    ):
        yield from _both(evaluation, names, f"{BONUS}{entry}", *per)
    for part, variance in spin_variances(evaluation).items():
        name = f"bonus_spin_{part}"
        yield Claim(
            name, evaluation.figures[name], (f"{BONUS}.spin_{part}",), per_spin[0], rate=played,
            worth=played, variance=variance,
        )  # fmt: skip
    yield Claim(
        "wizard_spins_awards", evaluation.figures["wizard_spins_awards"], (f"{BONUS}.awards",),
        scale=1.0, worth=figures["award_mean"],
        variance=_number_variance(bonuses, spins),
    )  # fmt: skip
    rules = cast(PigWizard, evaluation.game).wizard_spins
    # The chances in the file, as fixed numbers of spins would show them: for many spins, the
    # number of spins played is as good as fixed.
    for balls in ("one", "both"):
        value = float(rules.retrigger.probability(balls))
        yield chance(
            f"retrigger by {balls}", value, f"{BONUS}.{balls}.hits", per=per_spin[0], rate=played
        )
    if "cash_add" in rules.cash_add.weights:
        value = float(rules.cash_add.weights.probability("cash_add"))
        yield chance(
            "cash add in Wizard Spins", value, f"{BONUS}.cash_add.hits", per=per_spin[0],
            rate=played,
        )  # fmt: skip


def spin_variances(evaluation: Evaluation) -> dict[str, float]:
    """Return the variances of line win and cash of one Wizard Spin.

    With t prizes of mean c and variance v the cash has E[t] v + E[t t] c c - (E[t] c)**2.
    """
    game, solution = cast(PigWizard, evaluation.game), cast(Solution, evaluation.detail)

    def mean(line: int, prizes: int) -> float:
        return float(sum(s.probability * s.law.moment(line, prizes) for s in solution.bonus))

    prize = amount(game.wizard_spins.cash)
    one, variance = float(prize.mean), float(prize.variance)
    number = mean(0, 1)
    return {
        "lines": mean(2, 0) - mean(1, 0) ** 2,
        "cash": number * variance + mean(0, 2) * one**2 - (number * one) ** 2,
    }


def _number_variance(chance: float, spins: BonusSpins) -> float:
    """Return the variance of the number of awards in a game round."""
    mean, variance = float(spins.awards_mean), float(spins.awards_variance)
    return chance * (variance + mean**2) - (chance * mean) ** 2


def _law(spins: SpinCount | BonusSpins) -> Sequence[tuple[float, float]] | None:
    """Return the law of a number of spins; None when it has no end that is negligible."""
    more = spins.more_than(range(-1, MOST_SPINS))
    if more[-1] > 0:
        return None
    chances = more[:-1] - more[1:]
    return [(float(n), float(chances[n])) for n in np.flatnonzero(chances)]


def _both(
    evaluation: Evaluation,
    names: tuple[str, str],
    entry: str,
    per: tuple[str, ...],
    rate: float,
    law: Sequence[tuple[float, float]] | None = None,
    **more: Any,
) -> Iterator[Claim]:
    """Yield the mean of an amount and its deviation; how that varies is read off the law."""
    mean, sd = (evaluation.figures[name] for name in names)
    more = {"worth": rate, **more}
    yield Claim(names[0], mean, (entry,), per, rate=rate, variance=sd.value**2, **more)
    found = spread_of(law, mean.value) if law else None
    yield Claim(
        names[1], sd, (entry,), per, "spread", more.get("scale", 1 / LATTICE), rate,
        variance=found.variance if found else None, skew=found.skew if found else inf,
        centre=mean.value,
    )  # fmt: skip


def _mystic(evaluation: Evaluation) -> Iterator[Claim]:
    solution, found = cast(Solution, evaluation.detail), evaluation.sets["mystic_money"]
    per, rate = (f"{MYSTIC}.rounds",), found["frequency"]
    law = solution.laws.mystic
    whole = law.tail[-1] <= law.pmf[-1]
    wins = [(n / LATTICE, float(p)) for n, p in enumerate(law.pmf) if p > 0] if whole else None
    yield from _both(evaluation, ("mystic_mean", "mystic_sd"), MYSTIC, per, rate, wins)
    counts = solution.mystic_counts
    mean, square = (float(sum(n**k * p for n, p in counts.items())) for k in (1, 2))
    yield Claim(
        "mystic prizes", figure(found["prizes"]), (f"{MYSTIC}.prizes",), per, scale=1.0, rate=rate,
        worth=rate * found["mean_win"] / mean if mean else None, variance=square - mean**2,
    )  # fmt: skip
    yield Claim(
        "mystic awards", figure(found["awards"]), (f"{MYSTIC}.awards",), scale=1.0,
        worth=found["mean_win"],
    )  # fmt: skip


def _modifier(evaluation: Evaluation, name: str) -> Iterator[Claim]:
    game, solution = cast(PigWizard, evaluation.game), cast(Solution, evaluation.detail)
    found, at = evaluation.sets[name], f"set.{name}"
    rate, per = found["frequency"], (f"set.{name}.rounds",)
    wins = event_wins(game, solution)
    if name not in wins:
        return
    win = wins[name]
    yield Claim(
        f"{name}: mean_win", figure(found["mean_win"]), (at,), per, rate=rate, worth=rate,
        variance=float(win.variance),
    )  # fmt: skip
    squares = _squares(solution, name)
    for what, square in squares.items():
        if what == "added" and name != "cash_add":
            continue
        scale, worth = (1 / LATTICE, rate) if what == "lines" else (1.0, None)
        yield Claim(
            f"{name}: {what}", figure(found[what]), (f"{at}.{what}",), per, scale=scale, rate=rate,
            worth=worth, variance=max(square - found[what] ** 2, 0.0),
        )  # fmt: skip
    if name == "line_win":
        for state in ("without", "with"):
            own = f"{at}.{state} wizard"
            value = found.get(f"mean_{state}_wizard")
            if value is not None:
                share = _share(solution, name, state == "with")
                yield Claim(
                    f"{name}: mean_{state}_wizard", figure(value), (own,), (f"{own}.rounds",),
                    rate=share, worth=share, bound=float(win.variance + win.mean**2) * rate / share,
                )  # fmt: skip


def _squares(solution: Solution, modifier: str) -> dict[str, float]:
    """Return mean squares of line win, prizes landed and prizes added, given a modifier."""
    states = [state for state in solution.base if state.modifier == modifier]
    total = sum(state.probability for state in states)

    def mean(place: int) -> float:
        squares = (s.probability * s.law.mean(lambda *x: x[place] ** 2) for s in states)
        return float(sum(squares) / total)

    bets = states[0].law.line_bets
    return {"lines": mean(0) / bets**2, "landed": mean(1), "added": mean(2)}


def _share(solution: Solution, modifier: str, wizard: bool) -> float:
    """Return the chance of a spin with a modifier, and with or without the Pig Wizard."""
    return float(
        sum(
            state.probability
            for state in solution.base
            if state.modifier == modifier and state.wizard == wizard
        )
    )
