"""What a Respins round is made of, as plain data, and what is known of it.

The tests' own readings of the rules (`naive`, `brute`) start from this and from nothing else.
Amounts are whole tenths of the total bet here, expectations are multiples of the total bet.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mathlib.game.files import dump, example, parse
from mathlib.game.orb_respins import SETS, OrbRespins

Table = dict[Any, int]
LETTERS = {"golden": "J", "red": "M", "blue": "C"}
KINDS = ("blank", "money", "golden", "red", "blue")
"""What an empty cell can draw, in the order in which weights are drawn from."""


@dataclass(frozen=True)
class Round:
    """The parameters of one round; tables map an outcome to its weight."""

    cells: int
    modifiers: str
    start: Table
    bands: tuple[tuple[int, Table], ...]
    money: Table
    counter: int = 3
    charge: Table = field(default_factory=dict)
    charge_target: str = "pick"
    chosen: Table = field(default_factory=dict)
    multipliers: Table = field(default_factory=dict)
    limit: int = 4
    jackpots: dict[str, tuple[int, int]] = field(default_factory=dict)  # name: (prize, weight)
    needed: int = 3
    award: int = 400_000

    def __post_init__(self) -> None:
        bands = tuple((m, {k: w[k] for k in KINDS if k in w}) for m, w in self.bands)
        object.__setattr__(self, "bands", bands)

    @classmethod
    def of(cls, game: OrbRespins, modifiers: str) -> Round:
        """Take the pieces of one modifier set out of a game."""
        rules = game.respins
        one = rules.sets[modifiers]
        return cls(
            cells=game.cells(modifiers),
            modifiers=modifiers,
            start=dict(one.start),
            bands=tuple((band.up_to, dict(band.weights)) for band in one.bands),
            money=dict(rules.money),
            counter=rules.counter,
            charge=dict(rules.charge.values),
            charge_target=rules.charge.target,
            chosen=dict(rules.multiply.chosen),
            multipliers=dict(rules.multiply.multipliers),
            limit=rules.multiply.limit,
            jackpots={name: (j.prize, j.weight) for name, j in rules.jackpots.names.items()},
            needed=rules.jackpots.needed,
            award=rules.full_board_award,
        )

    def landing(self, held: int) -> Table:
        """Landing weights of an empty cell in a respin that starts with ``held`` Money."""
        return next(weights for up_to, weights in self.bands if held <= up_to)


@dataclass(frozen=True)
class Expected:
    """Expectations of one round.

    Money, charge, multiply and the jackpots count only in rounds that do not fill the board;
    respins, the Money count and the orbs count in all of them.
    """

    respins: float
    count: float
    orbs: dict[str, float]
    p_full: float
    money: float
    charge: float
    multiply: float
    jackpots: dict[str, float]
    jackpot_part: float
    full_part: float

    @classmethod
    def of(cls, result: Any, rules: Round) -> Expected:
        """Take the figures of the exact chain's result; what it leaves out is 0."""
        return cls(
            respins=result.expected_respins,
            count=result.expected_money,
            orbs=dict(result.orbs),
            p_full=result.p_full,
            money=result.money,
            charge=result.charge,
            multiply=result.multiply,
            jackpots={name: result.jackpots.get(name, 0.0) for name in rules.jackpots},
            jackpot_part=result.jackpot_part,
            full_part=result.full_part,
        )

    @property
    def total(self) -> float:
        """Mean win of a round in uncapped play."""
        return self.money + self.charge + self.multiply + self.jackpot_part + self.full_part

    def flat(self) -> dict[str, float]:
        """All figures by name."""
        return {
            "respins": self.respins,
            "count": self.count,
            **{f"orbs {letter}": self.orbs.get(letter, 0.0) for letter in "JMC"},
            "p_full": self.p_full,
            "money": self.money,
            "charge": self.charge,
            "multiply": self.multiply,
            **{f"won {name}": number for name, number in self.jackpots.items()},
            "jackpot part": self.jackpot_part,
            "full part": self.full_part,
            "total": self.total,
        }


def board(
    reels: int,
    rows: int,
    rows_with_jackpots: int,
    *,
    start: Table,
    bands: list[tuple[int, Table]],
    **changes: Any,
) -> OrbRespins:
    """Build a real game whose Respins board is small, or big.

    Parameters
    ----------
    start
        Weights of n0, the same in every set.
    bands
        Landing weights by Money held, the same in every set but for the orbs a set has not, cut
        or stretched to the cells of the set.
    changes
        Other pieces of the ``respins`` part of the file, such as ``money``.
    """
    data = dump(example("orb_respins"))
    data["strips"] = [data["strips"][0]] * reels
    data["paytable"] = {name: [0] * (reels - 1) + [10] for name in ("owl", "book", "A")}
    data["lines"] = [[0] * reels]
    data["respins"] |= {"rows": rows, "rows_with_jackpots": rows_with_jackpots} | changes
    for name in SETS:
        cells = reels * (rows_with_jackpots if "J" in name else rows)
        mine = [(up_to, _own(weights, name)) for up_to, weights in bands if up_to < cells - 1]
        last = next((weights for up_to, weights in bands if up_to >= cells - 1), bands[-1][1])
        mine.append((cells - 1, _own(last, name)))
        data["respins"]["sets"][name] = {
            "start": {str(n): weight for n, weight in start.items()},
            "bands": [{"up_to": up_to, "weights": weights} for up_to, weights in mine],
        }
    return parse(data)


def _own(weights: Table, modifiers: str) -> Table:
    return {k: w for k, w in weights.items() if LETTERS.get(k, modifiers) in modifiers}
