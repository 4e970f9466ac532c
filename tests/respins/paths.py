"""Every path of the plain simulator, in place of random ones.

`Paths` answers the simulator's draws with every outcome in turn, so the rules are those of
`naive.play` word for word, with values as they are; only paths below a chance are cut off.
"""

from __future__ import annotations

from tests.respins.naive import Outcome, play
from tests.respins.spec import Expected, Round, Table


class TooRareError(Exception):
    """The path has become too unlikely to follow."""


class Path:
    """One path: the draws so far, each as (options, the one taken)."""

    def __init__(self, trail: list[tuple[list, int]], least: float) -> None:
        self.trail, self.least = trail, least
        self.at, self.chance = 0, 1.0

    def pick(self, table: Table):
        total = sum(table.values())
        return self._take([(outcome, weight / total) for outcome, weight in table.items()])

    def below(self, n: int) -> int:
        return self._take([(i, 1 / n) for i in range(n)])

    def _take(self, options: list):
        if self.at == len(self.trail):
            self.trail.append((options, 0))
        options, taken = self.trail[self.at]
        self.at += 1
        outcome, chance = options[taken]
        self.chance *= chance
        if self.chance < self.least:
            raise TooRareError
        return outcome


def every_path(rules: Round, least: float) -> tuple[Expected, float]:
    """Return the expectations over all paths of chance ``least`` or more, and what was cut."""
    trail: list[tuple[list, int]] = []
    found: list[tuple[float, Outcome]] = []
    cut = 0.0
    while True:
        path = Path(trail, least)
        try:
            found.append((play(rules, path), path.chance))  # type: ignore[arg-type]
        except TooRareError:
            cut += path.chance
        del trail[path.at :]
        while trail and trail[-1][1] + 1 == len(trail[-1][0]):
            trail.pop()
        if not trail:
            return _expected(rules, found), cut
        options, taken = trail.pop()
        trail.append((options, taken + 1))


def _expected(rules: Round, found: list[tuple[Outcome, float]]) -> Expected:
    short = [(outcome, chance) for outcome, chance in found if not outcome.full]
    p_full = sum(chance for outcome, chance in found if outcome.full)
    return Expected(
        respins=sum(o.respins * p for o, p in found),
        count=sum(o.count * p for o, p in found),
        orbs={letter: sum(o.orbs[letter] * p for o, p in found) for letter in "JMC"},
        p_full=p_full,
        money=sum(o.money * p for o, p in short) / 10,
        charge=sum(o.charge * p for o, p in short) / 10,
        multiply=sum(o.multiply * p for o, p in short) / 10,
        jackpots={name: sum(o.jackpots[name] * p for o, p in short) for name in rules.jackpots},
        jackpot_part=sum(o.jackpot_part * p for o, p in short) / 10,
        full_part=p_full * rules.award / 10,
    )
