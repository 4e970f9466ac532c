"""A Respins round played rule by rule, cell by cell, with the values as they are.

This is the readable form; `compiled` plays the same rounds, draw for draw, at speed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.respins.spec import LETTERS, Round, Table

MASK = (1 << 64) - 1


class Draws:
    """SplitMix64 (Steele, Lea and Flood 2014): the whole randomness of a run."""

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def below(self, n: int) -> int:
        """Return one of 0..n-1, n below 2**32: the chances are 1 / n to within 2**-32."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return (((z ^ (z >> 31)) >> 32) * n) >> 32

    def pick(self, table: Table):
        """Return one outcome of a table of weights."""
        draw = self.below(sum(table.values()))
        for outcome, weight in table.items():
            if draw < weight:
                return outcome
            draw -= weight
        raise AssertionError


@dataclass
class Money:
    """One Money symbol: what it is worth now, and what happened to it."""

    value: int
    times_multiplied: int = 0
    charges: int = 0


@dataclass
class Outcome:
    """What one round came to; amounts in tenths of the total bet, full board or not."""

    respins: int = 0
    count: int = 0
    orbs: dict[str, int] = field(default_factory=lambda: dict.fromkeys("JMC", 0))
    full: bool = False
    money: int = 0
    charge: int = 0
    multiply: int = 0
    jackpots: dict[str, int] = field(default_factory=dict)
    jackpot_part: int = 0
    total: int = 0


def play(rules: Round, draws: Draws) -> Outcome:
    """Play one round."""
    done = Outcome(jackpots=dict.fromkeys(rules.jackpots, 0))
    cells: list[Money | None] = [None] * rules.cells
    for _ in range(draws.pick(rules.start)):
        empty = [i for i, cell in enumerate(cells) if cell is None]
        _money_lands(rules, cells, empty[draws.below(len(empty))], draws, done)
    seen = dict.fromkeys(rules.jackpots, 0)
    counter = rules.counter
    while counter > 0 and None in cells:
        counter -= 1
        done.respins += 1
        landed = _land(rules, cells, draws, done)
        if any(landed.values()):
            counter = rules.counter
        _charge(rules, cells, landed["C"], draws, done)
        for _ in range(landed["M"]):
            _multiply(rules, cells, draws)
        for _ in range(landed["J"]):
            _reveal(rules, seen, draws, done)
    held = [cell for cell in cells if cell is not None]
    done.count = len(held)
    done.full = len(held) == rules.cells
    done.multiply = sum(symbol.value for symbol in held) - done.money - done.charge
    paid = done.money + done.charge + done.multiply + done.jackpot_part
    done.total = rules.award if done.full else paid
    return done


def _money_lands(
    rules: Round, cells: list[Money | None], cell: int, draws: Draws, done: Outcome
) -> None:
    value = draws.pick(rules.money)
    cells[cell] = Money(value)
    done.money += value


def _land(rules: Round, cells: list[Money | None], draws: Draws, done: Outcome) -> dict[str, int]:
    """Fill every empty cell; the weights are those of the Money held before anything lands."""
    weights = rules.landing(sum(cell is not None for cell in cells))
    landed = {"money": 0, "J": 0, "M": 0, "C": 0}
    for i, cell in enumerate(cells):
        if cell is None:
            what = draws.pick(weights)
            if what == "money":
                _money_lands(rules, cells, i, draws, done)
                landed["money"] += 1
            elif what != "blank":
                landed[LETTERS[what]] += 1
                done.orbs[LETTERS[what]] += 1
    return landed


def _charge(
    rules: Round, cells: list[Money | None], blues: int, draws: Draws, done: Outcome
) -> None:
    """Pay the charges of earlier respins; then let this respin's blue orbs pick."""
    held = [cell for cell in cells if cell is not None]

    def gain(symbol: Money) -> None:
        value = draws.pick(rules.charge)
        symbol.value += value
        done.charge += value

    if rules.charge_target == "repick":
        for _ in range(done.orbs["C"] - blues):
            if held:
                gain(held[draws.below(len(held))])
        return
    for symbol in held:
        for _ in range(symbol.charges):
            gain(symbol)
    for _ in range(blues):
        if held:
            held[draws.below(len(held))].charges += 1


def _multiply(rules: Round, cells: list[Money | None], draws: Draws) -> None:
    """Let one red orb act."""
    eligible = [c for c in cells if c is not None and c.times_multiplied < rules.limit]
    most = draws.pick(rules.chosen)
    for _ in range(min(most, len(eligible))):
        symbol = eligible.pop(draws.below(len(eligible)))
        symbol.value *= draws.pick(rules.multipliers)
        symbol.times_multiplied += 1


def _reveal(rules: Round, seen: dict[str, int], draws: Draws, done: Outcome) -> None:
    """Let one golden orb show a name."""
    name = draws.pick({name: weight for name, (_, weight) in rules.jackpots.items()})
    seen[name] += 1
    if seen[name] == rules.needed:
        seen[name] = 0
        done.jackpots[name] += 1
        done.jackpot_part += rules.jackpots[name][0]
