"""Claims of an evaluation of Orb Respins: what of it a tally speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, sqrt
from typing import cast

import numpy as np

from mathlib.core.figures import Figure
from mathlib.evaluation import OrbDetail
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.line_spread import hit_variances
from mathlib.exact.orb_law import GameLaw
from mathlib.exact.orb_respins import OrbExact
from mathlib.game.fields import LATTICE
from mathlib.game.orb_respins import SETS, OrbRespins
from mathlib.play.orb_game import PARTS
from mathlib.verdict.claims import (
    Claim,
    Prize,
    chance,
    figure,
    of_table,
    skew_limit,
    spread_of,
)
from mathlib.verdict.orb_sets import money_square, set_claims, win_square


def orb_claims(evaluation: Evaluation) -> Iterator[Claim]:
    """Yield every figure of an evaluation that a tally of the game speaks of.

    Parameters
    ----------
    evaluation : Evaluation
        Of Orb Respins.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> [claim.part for claim in orb_claims(evaluate(example("orb_respins")))][:3]
    ['total', 'lines', 'money']
    """
    own = _Orb(evaluation)
    yield own.total()
    yield from own.parts()
    yield from own.spins()
    yield from own.spreads()
    yield from own.line_rows()
    for name in SETS:
        yield from set_claims(evaluation, name)


class _Orb:
    """An evaluation of Orb Respins, with what its claims have in common."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.detail = cast(OrbDetail, evaluation.detail)
        self.exact: OrbExact = self.detail.exact
        self.game = cast(OrbRespins, evaluation.game)
        self.rules = self.game.respins
        self.award = self.rules.full_board_award / LATTICE
        self.full = evaluation.parts["full_board"].value / self.award
        self.sets = [name for name in SETS if self.exact.trigger[name]]

    def over_sets(self, what: str) -> tuple[str, ...]:
        return tuple(f"set.{name}{what}" for name in self.sets)

    def total(self) -> Claim:
        prizes = tuple(prize for part in self.prizes().values() for prize in part)
        return Claim(
            "total",
            self.evaluation.total,
            ("win",),
            worth=1.0,
            variance=self.evaluation.figures["sd"].value ** 2,
            rare=(self.full, self.award),
            prizes=prizes,
        )

    def prizes(self) -> dict[str, tuple[Prize, ...]]:
        """Return what the parts are made of; what multipliers add is no list of prizes."""
        parts = self.evaluation.parts
        lines = len(self.game.lines)
        return {
            "lines": tuple(
                Prize(float(row.probability) * lines, float(row.rtp))
                for row in self.exact.lines.rows
            ),
            "money": of_table(parts["money"].value, self.rules.money),
            "charge": of_table(parts["charge"].value, self.rules.charge.values),
            "jackpots": tuple(
                Prize(
                    sum(self.rate(s) * self.number(s, name) for s in self.sets),
                    sum(self.rate(s) * self.number(s, name) for s in self.sets)
                    * jackpot.prize
                    / LATTICE,
                )
                for name, jackpot in self.rules.jackpots.names.items()
            ),
            "full_board": (Prize(self.full, parts["full_board"].value),),
        }

    def rate(self, name: str) -> float:
        return float(self.exact.trigger[name])

    def number(self, name: str, jackpot: str) -> float:
        return float(self.evaluation.sets[name]["jackpots"].get(jackpot, 0.0))

    def parts(self) -> Iterator[Claim]:
        parts, prizes = self.evaluation.parts, self.prizes()
        line = self.evaluation.figures["sd_line_win"].value ** 2
        yield Claim(
            "lines", parts["lines"], ("line",), worth=1.0, variance=line, prizes=prizes["lines"]
        )
        evaluation = self.evaluation
        money = sum(self.rate(s) * money_square(evaluation, s) for s in self.sets)
        won = sum(self.rate(s) * win_square(evaluation, s) for s in self.sets)
        for name in PARTS:
            yield Claim(
                name, parts[name], self.over_sets(f".{name}"), worth=1.0,
                variance=money - parts[name].value ** 2 if name == "money" else None,
                bound=None if name == "money" else won, prizes=prizes.get(name, ()),
            )  # fmt: skip
        yield Claim(
            "full_board", parts["full_board"], self.over_sets(".full.rounds"), kind="chance",
            scale=self.award, worth=1.0, prizes=prizes["full_board"],
        )  # fmt: skip
        yield Claim("cap", parts["cap"], ("cap",), scale=-1 / LATTICE, worth=1.0)

    def spins(self) -> Iterator[Claim]:
        """Yield frequencies: what pays, what is in view, what is played."""
        figures = self.evaluation.figures
        up_to_bet = "line.up_to_bet.rounds"
        yield chance("line_hit_frequency", figures["line_hit_frequency"], "line.hits")
        yield chance("line_up_to_bet", figures["line_up_to_bet"], up_to_bet)
        yield chance("line_above_bet", figures["line_above_bet"], "line.hits", less=(up_to_bet,))
        yield chance("any_win", figures["any_win"], "win.hits")
        views = {view: f"view.{view}.rounds" for view in SETS}
        yield chance("orb_in_view", figures["orb_in_view"], *views.values())
        for view, entry in views.items():
            yield chance(f"orbs {view} in view", Figure.rational(self.exact.in_view[view]), entry)
        mean = figures.get("mean_respins_win")
        played = self.over_sets(".rounds")
        yield chance(
            "feature_frequency",
            figures["feature_frequency"],
            *played,
            worth=mean.value if mean else None,
        )
        if mean is not None:
            rate = figures["feature_frequency"].value
            yield Claim(
                "mean_respins_win", mean, self.over_sets(""), per=played, rate=rate, worth=rate,
                variance=self.round_variance(mean.value, rate),
                rare=(self.full / rate, self.award),
            )  # fmt: skip

    def round_variance(self, mean: float, rate: float) -> float:
        """Return the variance of the win of a Respins round, whichever its set."""
        square = 0.0
        for name in self.sets:
            one = self.evaluation.sets[name]
            square += self.rate(name) / rate * (one["sd"] ** 2 + one["mean_win"] ** 2)
        return square - mean**2

    def spreads(self) -> Iterator[Claim]:
        figures, law = self.evaluation.figures, self.exact.law
        mean = float(law.mean)
        found = spread_of(((win / law.line_bets, n / law.cycle) for win, n in law), mean)
        yield Claim(
            "sd_line_win", figures["sd_line_win"], ("line",), kind="spread", centre=mean,
            variance=found.variance, skew=found.skew,
        )  # fmt: skip
        total, cap = self.evaluation.total.value, self.game.cap / LATTICE
        fourth = fourth_moment(self.detail.law)
        # |(w - m)**2| is at most w**2 + m**2 where both are 0 or more.
        variance = (sqrt(fourth) + total**2) ** 2 - figures["sd"].value ** 4
        ordinary = max(fourth - self.full * self.award**4, 0.0)
        yield Claim(
            "sd", figures["sd"], ("win",), kind="spread", centre=total, variance=variance,
            skew=skew_limit(cap**2, ordinary), rare=(self.full, self.award**2),
        )  # fmt: skip

    def line_rows(self) -> Iterator[Claim]:
        lines = len(self.game.lines)
        variances = hit_variances(self.exact.columns, self.game.rules)
        for row in self.exact.lines.rows:
            often = float(row.probability) * lines
            yield Claim(
                f"line {row.symbol} x {row.count}", figure(often),
                (f"line.{row.symbol}.{row.count}.hits",), kind="number", scale=1.0,
                variance=variances[row.symbol, row.count], worth=row.pay / lines,
                prizes=(Prize(often, float(row.rtp)),),
            )  # fmt: skip


def fourth_moment(law: GameLaw) -> float:
    """Return the mean fourth power of a game's win, in total bets; line wins above the cap stay.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> evaluation = evaluate(example("orb_respins"))
    >>> fourth_moment(evaluation.detail.law) > evaluation.figures["sd"].value ** 4
    True
    """
    out = 0.0
    for part in law.parts:
        chances = -np.diff(part.lines.tails[0])
        lines, wins = np.arange(len(chances)) / law.unit, part.wins / law.unit
        out += sum(
            comb(4, n) * float(part.weights @ wins**n) * float(chances @ lines ** (4 - n))
            for n in range(5)
        )
    return out
