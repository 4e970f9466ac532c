"""What the record of a round says about the tally, read off field by field."""

from __future__ import annotations

from collections import Counter

from mathlib.game.fields import LATTICE
from mathlib.game.pig_wizard import CASH_ADD, LINE_WIN, NONE, PigWizard
from mathlib.play.pig_record import PigRecord


class Reading:
    """The tally of one round."""

    def __init__(self, game: PigWizard, record: PigRecord) -> None:
        self.game, self.record = game, record
        self.tally: Counter[str] = Counter({"rounds": 1})
        self._totals()
        self._base()
        self._modifiers()
        self._balls()
        self._mystic_money()
        self._wizard_spins()
        self._top_values()

    def amount(self, name: str, value: int) -> None:
        self.tally[f"{name}.sum"] += value
        self.tally[f"{name}.square"] += value**2
        self.tally[f"{name}.hits"] += value > 0

    def event(self, name: str, happened: bool) -> None:
        self.tally[f"event.{name}.rounds"] += happened

    def line_table(self, table: str, spin) -> None:
        name = f"lines.{table}"
        self.tally[f"{name}.spins.hits"] += 1
        self.amount(name, sum(win.pay for win in spin.line_wins))
        wins = Counter((win.symbol, win.count) for win in spin.line_wins)
        for (symbol, count), number in wins.items():
            self.tally[f"{name}.{symbol}.{count}.hits"] += number
            self.tally[f"{name}.{symbol}.{count}.square"] += number**2

    def _totals(self) -> None:
        record = self.record
        self.amount("win", record.total)
        self.amount("line", record.line_win)
        self.amount("cap", record.capped)
        self.event("win_up_to_bet", 0 < record.total <= LATTICE)
        self.event("disguised_loss", 0 < record.total < LATTICE)
        self.event("win_above_bet", record.total > LATTICE)
        self.event("cap", self.game.cap is not None and record.total >= self.game.cap)
        self.event("wizard_in_view", record.wizard)
        self.event("wizard_wins_nothing", record.wizard and record.total == 0)
        parts = record.parts
        self.amount("part.base lines", parts["base lines"])
        self.amount("rtp.cash_lock_and_mystic", parts["cash lock"] + parts["mystic money"])
        self.amount("rtp.modifiers", parts["cash add"] + parts["line win modifier"])

    def _base(self) -> None:
        record = self.record
        for win in record.line_wins:
            self.tally[f"line.{win.symbol}.{win.count}.hits"] += 1
        self.event("cash_lock", record.wizard and bool(record.locked))
        if record.modifier == NONE:
            self.line_table("base with the Pig Wizard" if record.wizard else "base", record)
            self.tally["set.cash_lock.rounds"] += record.wizard and bool(record.locked)
            self.amount("set.cash_lock", record.cash)

    def _modifiers(self) -> None:
        record = self.record
        self.event("modifier", record.modifier != NONE)
        if record.modifier == NONE:
            return
        name = f"set.{record.modifier}"
        self.tally[f"{name}.rounds"] += 1
        self.amount(name, record.line_win + record.cash)
        self.amount(f"{name}.lines", record.line_win)
        self.amount(f"{name}.landed", len(record.locked))
        if record.modifier == CASH_ADD:
            self.amount(f"{name}.added", len(record.added))
        if record.modifier == LINE_WIN:
            state = f"{name}.{'with' if record.wizard else 'without'} wizard"
            self.tally[f"{state}.rounds"] += 1
            self.amount(state, record.line_win + record.cash)

    def _balls(self) -> None:
        record, balls = self.record, self.record.balls
        given = {one.outcome for one in record.locked if one.awarded}
        for feature in ("mystic_money", "wizard_spins"):
            self.event(f"locked_{feature}", feature in given)
        if balls:
            self.event("left_ball", balls.hit in ("left", "both"))
            self.event("right_ball", balls.hit in ("right", "both"))
            for side in ("left", "right"):
                if getattr(balls, side):
                    self.event(f"{side}_{getattr(balls, side)}", True)

    def _mystic_money(self) -> None:
        if mystic := self.record.mystic_money:
            self.tally["set.mystic_money.rounds"] += 1
            self.amount("set.mystic_money", mystic.win)
            self.amount("set.mystic_money.prizes", len(mystic.prizes))
            self.amount("set.mystic_money.awards", mystic.awards)

    def _wizard_spins(self) -> None:
        bonus = self.record.wizard_spins
        if not bonus:
            return
        name = "set.wizard_spins"
        self.tally[f"{name}.rounds"] += 1
        self.amount(name, bonus.win)
        self.amount(f"{name}.lines", bonus.line_win)
        self.amount(f"{name}.cash", bonus.cash)
        self.amount(f"{name}.spins", len(bonus.spins))
        self.amount(f"{name}.awards", bonus.awards)
        for spin in bonus.spins:
            self.amount(f"{name}.spin", spin.line_win + spin.cash)
            self.amount(f"{name}.spin_lines", spin.line_win)
            self.amount(f"{name}.spin_cash", spin.cash)
            if spin.balls != NONE:
                self.tally[f"{name}.{spin.balls}.hits"] += 1
            if spin.modifier == CASH_ADD:
                self.tally[f"{name}.cash_add.hits"] += 1
                self.amount(f"{name}.added", sum(one.origin == "added" for one in spin.prizes))
            else:
                self.line_table("wizard spins", spin)
        self._awards(bonus)

    def _awards(self, bonus) -> None:
        """An award ends when only the spins of those after it are left for the first time."""
        left = [spin.left for spin in bonus.spins]
        begins = 0
        for later in reversed(range(bonus.awards)):
            ends = left.index(later * self.game.wizard_spins.spins) + 1
            spins = bonus.spins[begins:ends]
            self.amount("set.wizard_spins.award", sum(one.line_win + one.cash for one in spins))
            self.amount("set.wizard_spins.award_spins", len(spins))
            begins = ends
        assert begins == len(bonus.spins)

    def _top_values(self) -> None:
        record, game = self.record, self.game
        shown = {
            "locked": [one.outcome for one in record.locked if one.awarded],
            "added": [one.value for one in record.added],
            "mystic": [one.value for one in record.mystic_money.prizes]
            if record.mystic_money
            else [],
            "bonus": [one.value for spin in record.wizard_spins.spins for one in spin.prizes]
            if record.wizard_spins
            else [],
        }
        tables = {
            "locked": [value for value in game.locked if isinstance(value, int)],
            "added": game.modifiers.cash_add.cash,
            "mystic": game.mystic_money.cash,
            "bonus": game.wizard_spins.cash,
        }
        for name, values in shown.items():
            self.event(f"top {name} cash", max(tables[name], default=None) in values)


def tally_of(game: PigWizard, record: PigRecord) -> dict[str, int]:
    """Return the entries of a round's tally that are not 0."""
    return {name: value for name, value in Reading(game, record).tally.items() if value}
