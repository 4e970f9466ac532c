"""Claims of an evaluation of Pig Wizard: what of it a tally speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import cast

import numpy as np

from mathlib.core.figures import Figure
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.pig_wizard.awards import award_odds
from mathlib.exact.pig_wizard.solution import Solution
from mathlib.exact.pig_wizard.spread import event_wins
from mathlib.game.fields import LATTICE
from mathlib.game.pig_wizard import NONE, PigWizard
from mathlib.play.pig_tally import PARTS
from mathlib.verdict.claims import Claim, Prize, chance, spread_of
from mathlib.verdict.pig_features import feature_claims, spin_variances
from mathlib.verdict.pig_lines import line_claims
from mathlib.verdict.pig_prizes import part_prizes

ENTRIES = {
    "wizard_spins": "set.wizard_spins.rounds",
    "mystic": "set.mystic_money.rounds",
    "cash_add": "set.cash_add.rounds",
    "line_win": "set.line_win.rounds",
}
"""Frequencies of the evaluation whose entry in the tally is not that of an event."""
WORTH = {"wizard_spins": "bonus_mean", "mystic": "mystic_mean"}
"""Frequencies to the figure that says what each event is worth."""
TOPS = ("locked", "added", "mystic", "bonus")


def pig_claims(evaluation: Evaluation) -> Iterator[Claim]:
    """Yield every figure of an evaluation that a tally of the game speaks of.

    Parameters
    ----------
    evaluation : Evaluation
        Of Pig Wizard.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> [claim.part for claim in pig_claims(evaluate(example("pig_wizard")))][:3]
    ['total', 'sd', 'base lines']
    """
    prizes = part_prizes(evaluation)
    yield from _round(evaluation, tuple(prize for part in prizes.values() for prize in part))
    yield from _parts(evaluation, prizes)
    yield from _frequencies(evaluation)
    yield from feature_claims(evaluation)
    yield from line_claims(evaluation)
    odds = award_odds(cast(PigWizard, evaluation.game), evaluation.detail)
    for table in TOPS:
        if f"{table} cash" in odds:
            name = f"top {table} cash"
            yield chance(name, odds[f"{table} cash"], f"event.{name}.rounds")


def _round(evaluation: Evaluation, prizes: tuple[Prize, ...]) -> Iterator[Claim]:
    """Yield the total and its deviation; the exact law of the round says how both vary."""
    total, sd = evaluation.total, evaluation.figures["sd"]
    law = cast(Solution, evaluation.detail).round.pmf
    wins = np.arange(len(law)) / LATTICE
    third = float(law @ (wins - total.value) ** 3)
    square = spread_of(np.column_stack((wins, law)), total.value)
    yield Claim(
        "total", total, ("win",), worth=1.0, variance=sd.value**2,
        skew=third / sd.value**3 if sd.value else 0.0, prizes=prizes,
    )  # fmt: skip
    yield Claim(
        "sd", sd, ("win",), kind="spread", centre=total.value, variance=square.variance,
        skew=square.skew,
    )  # fmt: skip


def _parts(evaluation: Evaluation, prizes: dict[str, tuple[Prize, ...]]) -> Iterator[Claim]:
    figures, known = evaluation.figures, variances(evaluation)
    for name, entry in PARTS.items():
        yield Claim(
            name, evaluation.parts[name], (entry,), scale=(-1 if name == "cap" else 1) / LATTICE,
            worth=1.0, variance=known.get(name), prizes=prizes.get(name, ()),
        )  # fmt: skip
    for figure, entry in (
        ("cash_lock_and_mystic", "rtp.cash_lock_and_mystic"),
        ("modifiers_rtp", "rtp.modifiers"),
        ("wizard_spins_rtp", "set.wizard_spins"),
    ):
        yield Claim(
            figure, figures[figure], (entry,), worth=1.0, variance=known.get(figure),
            bound=known.get(f"{figure} at most"),
        )  # fmt: skip


def variances(evaluation: Evaluation) -> dict[str, float]:
    """Return the variance per game round of the parts for which the theory has one.

    A part that comes with chance f and then has mean m and variance v has f (v + m m) - (f m)**2.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> list(variances(evaluate(example("pig_wizard"))))[:2]
    ['base lines', 'cash lock']
    """
    game, solution = cast(PigWizard, evaluation.game), cast(Solution, evaluation.detail)
    plain = [state for state in solution.base if state.modifier == NONE]
    first, second = (
        float(sum(state.probability * state.law.moment(n, 0) for state in plain)) for n in (1, 2)
    )
    out = {"base lines": second - first**2}
    wins, sets = event_wins(game, solution), evaluation.sets
    wins |= {"mystic_money": solution.means.mystic, "wizard_spins": solution.means.bonus}
    parts = {
        "cash lock": ("cash_lock",),
        "cash add": ("cash_add",),
        "line win modifier": ("line_win",),
        "mystic money": ("mystic_money",),
        "wizard_spins_rtp": ("wizard_spins",),
        "modifiers_rtp": ("cash_add", "line_win"),
    }
    for part, names in parts.items():
        mean = square = 0.0
        for name in names:
            if name in wins:
                often, win = sets[name]["frequency"], wins[name]
                mean += often * float(win.mean)
                square += often * float(win.variance + win.mean**2)
        out[part] = square - mean**2
    # E[(a + b)**2] is at most 2 E[a a] + 2 E[b b].
    both = [(out[part], evaluation.parts[part].value) for part in ("cash lock", "mystic money")]
    out["cash_lock_and_mystic at most"] = sum(2 * (own + mean**2) for own, mean in both)
    spins, often = solution.spins, sets["wizard_spins"]["frequency"]
    spin = {part: evaluation.figures[f"bonus_spin_{part}"].value for part in ("lines", "cash")}
    for part, variance in spin_variances(evaluation).items():
        mean = float(spins.mean) * spin[part]
        bonus = float(spins.mean) * variance + float(spins.variance) * spin[part] ** 2
        out[f"wizard spins {part}"] = often * (bonus + mean**2) - (often * mean) ** 2
    return out


def _frequencies(evaluation: Evaluation) -> Iterator[Claim]:
    figures = evaluation.figures
    for name, figure in figures.items():
        if name.endswith("_one_in") and figure.kind != "bounded":
            event = name.removesuffix("_one_in")
            worth = figures[WORTH[event]].value if event in WORTH else None
            entry = ENTRIES.get(event, f"event.{event}.rounds")
            yield chance(f"{event} frequency", _chance(figure), entry, worth=worth)
    yield chance("line_hit_frequency", figures["line_hit_frequency"], "line.hits")
    yield chance("some_win", figures["some_win"], "win.hits")
    for name in ("win_up_to_bet", "disguised_loss", "win_above_bet"):
        yield chance(name, figures[name], f"event.{name}.rounds")
    in_view = "wizard_in_view"
    yield chance(
        "wizard_wins_nothing", figures["wizard_wins_nothing"], "event.wizard_wins_nothing.rounds",
        per=(f"event.{in_view}.rounds",), rate=_chance(figures[f"{in_view}_one_in"]).value,
    )  # fmt: skip
    locked = evaluation.sets["cash_lock"]
    yield chance(
        "cash lock frequency without modifiers", locked["frequency"], "set.cash_lock.rounds",
        worth=locked["mean_win"],
    )  # fmt: skip


def _chance(one_in: Figure) -> Figure:
    """Return the chance of an event that comes once in so many rounds."""
    if not isfinite(one_in.value):
        return Figure.rational(0)
    if one_in.ratio is not None:
        return Figure.rational(1 / one_in.ratio)
    return Figure(1 / one_in.value, one_in.kind, one_in.error / one_in.value**2)
