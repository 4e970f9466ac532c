"""Claims of an evaluation of Orb Respins about the rounds of one modifier set."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Any, cast

import numpy as np

from mathlib.core.figures import Figure
from mathlib.evaluation import OrbDetail
from mathlib.exact.evaluation import Evaluation
from mathlib.game.fields import LATTICE
from mathlib.game.orb_respins import OrbRespins
from mathlib.play.orb_game import TOPS
from mathlib.verdict.claims import Claim, Prize, chance, figure, skew_limit, spread_of

LETTERS = {"money": "", "charge": "C", "multiply": "M"}
"""Parts of a round, and the modifier that each needs."""


def set_claims(evaluation: Evaluation, name: str) -> Iterator[Claim]:
    """Yield what an evaluation says of the Respins rounds of one modifier set.

    Parameters
    ----------
    evaluation : Evaluation
        Of Orb Respins.
    name : str
        The modifier set.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> [claim.part for claim in set_claims(evaluate(example("orb_respins")), "J")][:3]
    ['set J: frequency', 'set J: p_full', 'set J: mean_win']
    """
    own = _Set(evaluation, name)
    one, rate = own.one, own.rate
    yield chance(f"set {name}: frequency", one["frequency"], *own.per, worth=one["mean_win"])
    if rate:
        yield own.chance("p_full", one["p_full"], "full.rounds", worth=rate * own.award)
        yield from own.wins()
        yield from own.deviation()
        yield from own.counts()
        yield from own.jackpots()
        for top in TOPS:
            if top in own.exact.awards:
                yield own.chance(f"top {top}", own.exact.awards[top], f"top.{top}.hits")


def win_square(evaluation: Evaluation, name: str) -> float:
    """Return the mean squared win of a round that does not fill the board, in total bets squared.

    No part of the win has a greater one.
    """
    one = evaluation.sets[name]
    award = cast(OrbRespins, evaluation.game).respins.full_board_award / LATTICE
    square = one["sd"] ** 2 + one["mean_win"] ** 2 - one["p_full"] * award**2
    return float(max(square, one["mean_win"] ** 2))


def money_square(evaluation: Evaluation, name: str) -> float:
    """Return the mean square of the Money values of a round that does not fill the board.

    Values are drawn independently of how many there are.
    """
    law = cast(OrbDetail, evaluation.detail).exact.rounds[name].final_money[:-1].tolist()
    number, square = (sum(n**k * p for n, p in enumerate(law)) for k in (1, 2))
    table = cast(OrbRespins, evaluation.game).respins.money
    mean, variance = float(table.mean()) / LATTICE, float(table.variance()) / LATTICE**2
    return float(number * variance + square * mean**2)


class _Set:
    """What the claims about one modifier set have in common."""

    def __init__(self, evaluation: Evaluation, name: str) -> None:
        detail = cast(OrbDetail, evaluation.detail)
        game = cast(OrbRespins, evaluation.game)
        self.evaluation, self.name, self.one = evaluation, name, evaluation.sets[name]
        self.exact, self.sample = detail.exact.rounds[name], detail.samples.get(name)
        self.law = detail.laws.get(name)
        self.solved = detail.exact
        self.rules, self.cap = game.respins, game.cap / LATTICE
        self.award = game.respins.full_board_award / LATTICE
        self.rate, self.per = float(detail.exact.trigger[name]), (f"set.{name}.rounds",)

    def chance(self, what: str, value: float, entry: str, worth: float | None = None) -> Claim:
        """Return the claim that a round shows something with a chance."""
        return chance(
            f"set {self.name}: {what}", value, f"set.{self.name}.{entry}", per=self.per,
            rate=self.rate, worth=worth,
        )  # fmt: skip

    def mean(self, what: str, value: Figure | float, entry: str, **more: Any) -> Claim:
        """Return the claim that an amount of a round has a mean; its worth is that of a win."""
        more = {"worth": self.rate, **more}
        return Claim(
            f"set {self.name}: {what}", figure(value), (f"set.{self.name}{entry}",), self.per,
            rate=self.rate, **more,
        )  # fmt: skip

    def wins(self) -> Iterator[Claim]:
        """Yield the mean win and its parts, the line win beside it, and what the cap takes."""
        one = self.one
        yield self.mean(
            "mean_win", Figure(one["mean_win_uncapped"], "exact", one["error"]), "",
            variance=one["sd"] ** 2, rare=(one["p_full"], self.award), prizes=self.prizes(),
        )  # fmt: skip
        line, square = self.solved.line_mean(self.name), self.solved.line_square(self.name)
        yield self.mean(
            "line win", Figure.rational(line), ".line", variance=float(square - line**2)
        )
        known = {
            "money": {"variance": money_square(self.evaluation, self.name) - one["money"] ** 2}
        }
        bound = {"bound": win_square(self.evaluation, self.name)}
        for part, letter in LETTERS.items():
            if letter in self.name:
                value = Figure(one[part], "exact", one["error"])
                yield self.mean(part, value, f".{part}", **known.get(part, bound))
        excess = one["cap_excess"]
        cost = Figure(excess["value"], excess["kind"], excess["error"])
        yield self.mean("cap", cost, ".excess")

    def prizes(self) -> tuple[Prize, ...]:
        """Return the jackpots and the full board; Money values are listed for the whole game."""
        one = self.one
        jackpots = tuple(
            Prize(self.rate * often, self.rate * one["jackpot_parts"][jackpot])
            for jackpot, often in one["jackpots"].items()
        )
        return (*jackpots, Prize(self.rate * one["p_full"], self.rate * one["full_board"]))

    def deviation(self) -> Iterator[Claim]:
        """Yield the deviation of the win under the cap.

        How it varies is read off the law of the win or, where none is known, off the rounds that
        were played for the evaluation; the greatest win, the cap, then limits the skewness.
        """
        sd, p_full, sample = self.one["sd"], self.one["p_full"], self.sample
        if not sd:
            return
        rare = (p_full, self.award**2)
        if self.law is not None:
            wins = np.append(np.arange(len(self.law.chances)), self.law.cap) / LATTICE
            chances = np.append(self.law.chances, self.law.tail[-1])
            mean = float(chances @ wins) + p_full * self.award
            own = spread_of(np.column_stack((wins, chances)), mean)
            whole = spread_of(
                np.column_stack((np.append(wins, self.award), np.append(chances, p_full))), mean
            )
            value, variance, skew = figure(sd), whole.variance, own.skew
        elif sample is not None:
            mean = sample.capped.value * (1 - p_full) + self.one["full_board"]
            own_square = sample.square.error**2 * sample.rounds + sample.square.value**2
            fourth = own_square + p_full * self.award**4
            # |(w - m)**2| is at most w**2 + m**2 where both are 0 or more.
            variance = (sqrt(fourth) + mean**2) ** 2 - sd**4
            value = Figure(sd, "simulated", sample.square.error / (2 * sd))
            skew = skew_limit(self.cap**2, own_square)
        else:
            return
        yield self.mean(
            "sd", value, ".paid", kind="spread", centre=mean, variance=variance, worth=None,
            skew=skew, rare=rare,
        )  # fmt: skip

    def counts(self) -> Iterator[Claim]:
        """Yield respins, Money symbols held at the end, and orbs that land."""
        one, law = self.one, self.exact.final_money.tolist()
        mean, square = (sum(n**k * p for n, p in enumerate(law)) for k in (1, 2))
        count = {"scale": 1.0, "worth": None}
        yield self.mean("expected_respins", one["expected_respins"], ".respins", **count)
        variance = square - mean**2
        yield self.mean(
            "expected_money", one["expected_money"], ".held", variance=variance, **count
        )
        for letter, number in one["orbs"].items():
            yield self.mean(f"orbs {letter}", number, f".orbs.{letter}", **count)

    def jackpots(self) -> Iterator[Claim]:
        """Yield the number of each jackpot, and the chance that a round has it at all."""
        for jackpot, number in self.one["jackpots"].items():
            worth = self.rate * self.rules.jackpots.names[jackpot].prize / LATTICE
            entry, often = f"jackpot.{jackpot}", self.rate * number
            yield self.mean(
                f"jackpot {jackpot}", number, f".{entry}", scale=1.0, worth=worth,
                prizes=(Prize(often, self.rate * self.one["jackpot_parts"][jackpot]),),
            )  # fmt: skip
            yield self.chance(
                f"jackpot {jackpot} at least once", self.exact.awards[jackpot], f"{entry}.hits",
                worth=worth,
            )  # fmt: skip
