"""Pig Wizard in plain Python: the kernel's twin, which also keeps a record of the round.

It asks the generator for the same numbers in the same order as the kernel does, and follows the
rules on the parameter model itself: symbols by name, line by line, cell by cell.

Outcomes that locked symbols only show, without the Pig Wizard, come from a stream of their own
that is told by the state of the generator and leaves it as it is: the kernel skips them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from mathlib.core.weights import WeightTable
from mathlib.game.fields import LATTICE
from mathlib.game.lines import Strip
from mathlib.game.pig_wizard import (
    CASH,
    CASH_ADD,
    LAND,
    LINE_WIN,
    MYSTIC_MONEY,
    NONE,
    WIZARD,
    WIZARD_SPINS,
    PigWizard,
)
from mathlib.play.orb_record import LineWin
from mathlib.play.pig_record import (
    Balls,
    Cell,
    Locked,
    MysticMoneyRecord,
    PigRecord,
    Prize,
    Window,
    WizardSpin,
    WizardSpinsRecord,
)
from mathlib.play.streams import plain_below, plain_pick

Board = list[list[str]]
BALLS = {NONE: 0, "one": 1, "both": 2}


def play_game(game: PigWizard, random: np.random.Generator) -> PigRecord:
    """Play one round of the game.

    Parameters
    ----------
    game : PigWizard
        The game.
    random : Generator
        Asked for ``random()`` only, and for its state.

    Returns
    -------
    PigRecord

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> from mathlib.play.streams import stream
    >>> record = play_game(example("pig_wizard"), stream(1, 0))
    >>> record.total == sum(record.parts.values())
    True
    """
    return Round(game, random).play()


class Round:
    """One round being played.

    Parameters
    ----------
    game : PigWizard
        The game.
    random : Generator
        Its random numbers.
    """

    def __init__(self, game: PigWizard, random: np.random.Generator) -> None:
        self.game, self.random = game, random
        self.cells = [(reel, row) for reel in range(game.reels) for row in range(game.rows)]

    def play(self) -> PigRecord:
        """Play the round to its end."""
        game = self.game
        modifier = plain_pick(self.random, game.modifiers.weights)
        wizard = modifier == CASH_ADD or plain_pick(self.random, game.pig_wizard) == LAND
        tries, stops, board = 1, *self._spin(game.strips, wizard)
        if modifier == LINE_WIN:
            while sum(win.pay for win in self._lines(board)) < game.modifiers.line_win.at_least:
                tries, (stops, board) = tries + 1, self._spin(game.strips, wizard)
        landed = self._cash_cells(board)
        covers: dict[Cell, str] = {}
        if modifier == CASH_ADD:
            covers = self._add(game.modifiers.cash_add.added, board)
        line_wins = self._lines(board)
        locked = self._locked(landed, wizard)
        added = tuple(
            Prize(cell, plain_pick(self.random, game.modifiers.cash_add.cash), "added", symbol)
            for cell, symbol in covers.items()
        )
        balls = self._balls() if wizard else None
        mystic = bonus = None
        if awards := self._awards(MYSTIC_MONEY, locked, balls):
            mystic = self._mystic_money(awards)
        if awards := self._awards(WIZARD_SPINS, locked, balls):
            bonus = self._wizard_spins(awards)
        line_win = sum(win.pay for win in line_wins)
        cash = sum(one.outcome for one in locked if one.awarded and isinstance(one.outcome, int))
        cash += sum(prize.value for prize in added)
        parts = self._parts(modifier, line_win, cash, mystic, bonus)
        return PigRecord(
            modifier=modifier,
            wizard=wizard,
            tries=tries,
            stops=stops,
            window=_frozen(board),
            line_wins=line_wins,
            locked=locked,
            added=added,
            balls=balls,
            mystic_money=mystic,
            wizard_spins=bonus,
            parts=parts,
            line_win=line_win,
            cash=cash,
            capped=-parts["cap"],
            total=sum(parts.values()),
        )

    def _parts(
        self,
        modifier: str,
        line_win: int,
        cash: int,
        mystic: MysticMoneyRecord | None,
        bonus: WizardSpinsRecord | None,
    ) -> dict[str, int]:
        plain = modifier == NONE
        parts = {
            "base lines": line_win if plain else 0,
            "cash lock": cash if plain else 0,
            "cash add": line_win + cash if modifier == CASH_ADD else 0,
            "line win modifier": line_win + cash if modifier == LINE_WIN else 0,
            "mystic money": mystic.win if mystic else 0,
            "wizard spins lines": bonus.line_win if bonus else 0,
            "wizard spins cash": bonus.cash if bonus else 0,
        }
        total, cap = sum(parts.values()), self.game.cap
        return parts | {"cap": 0 if cap is None else -max(total - cap, 0)}

    def _spin(self, strips: Sequence[Strip], wizard: bool) -> tuple[tuple[int, ...], Board]:
        """Draw a stop of every reel; the Pig Wizard, if in view, stands in the centre."""
        stops, board = [], []
        for strip in strips:
            n = len(strip.symbols)
            stop = plain_pick(self.random, _stops(strip.stop_weights))
            stops.append(stop)
            board.append([strip.symbols[(stop + row) % n] for row in range(self.game.rows)])
        if wizard:
            reel, row = self.game.centre
            board[reel][row] = WIZARD
        return tuple(stops), board

    def _lines(self, board: Board) -> tuple[LineWin, ...]:
        """Read every line from reel 1, which shows no Pig Wizard; its highest win is paid."""
        wins = []
        for line, rows in enumerate(self.game.lines):
            symbols = [board[reel][row] for reel, row in enumerate(rows)]
            pays = self.game.paytable.get(symbols[0])
            if pays is None:
                continue
            run = 1
            while run < len(symbols) and symbols[run] in (symbols[0], WIZARD):
                run += 1
            pay, count = max((pays[n - 1], n) for n in range(1, run + 1))
            if pay:
                amount = pay * LATTICE // self.game.line_bets
                wins.append(LineWin(line, symbols[0], count, amount))
        return tuple(wins)

    def _cash_cells(self, board: Board) -> list[Cell]:
        return [(reel, row) for reel, row in self.cells if board[reel][row] == CASH]

    def _add(self, table: WeightTable[int], board: Board) -> dict[Cell, str]:
        """Put Cash Prizes in free cells; return the cells and the symbols that they cover."""
        free = [(i, j) for i, j in self.cells if board[i][j] not in (CASH, WIZARD)]
        number = min(plain_pick(self.random, table), len(free))
        covers = {}
        for reel, row in self._choose(free, number):
            covers[reel, row] = board[reel][row]
            board[reel][row] = CASH
        return covers

    def _choose(self, cells: list[Cell], number: int) -> list[Cell]:
        """Choose different cells: the one drawn and cell i of the list change places."""
        for i in range(number):
            j = i + plain_below(self.random, len(cells) - i)
            cells[i], cells[j] = cells[j], cells[i]
        return cells[:number]

    def _locked(self, landed: list[Cell], wizard: bool) -> tuple[Locked, ...]:
        if not landed:
            return ()
        random = self.random
        if not wizard:
            random = np.random.Generator(random.bit_generator.jumped())  # type: ignore[attr-defined]
        return tuple(Locked(cell, plain_pick(random, self.game.locked), wizard) for cell in landed)

    def _balls(self) -> Balls:
        rules = self.game.crystal_balls
        hit = plain_pick(self.random, rules.hits)
        left = plain_pick(self.random, rules.left) if hit in ("left", "both") else None
        right = plain_pick(self.random, rules.right) if hit in ("right", "both") else None
        return Balls(hit, left, right)

    def _awards(self, feature: str, locked: tuple[Locked, ...], balls: Balls | None) -> int:
        given = [one.outcome for one in locked if one.awarded]
        if balls:
            given += [outcome for outcome in (balls.left, balls.right) if outcome is not None]
        return given.count(feature)

    def _mystic_money(self, awards: int) -> MysticMoneyRecord:
        rules = self.game.mystic_money
        others = [cell for cell in self.cells if cell != self.game.centre]
        made = self._choose(others, plain_pick(self.random, rules.made))
        stops, board = self._spin(rules.strips, True)
        covers = {(reel, row): board[reel][row] for reel, row in made}
        for reel, row in made:
            board[reel][row] = CASH
        prizes = tuple(
            Prize(cell, plain_pick(self.random, rules.cash), *_origin(cell, covers, "made"))
            for cell in self._cash_cells(board)
        )
        win = sum(prize.value for prize in prizes)
        return MysticMoneyRecord(awards, tuple(made), stops, _frozen(board), prizes, win)

    def _wizard_spins(self, awards: int) -> WizardSpinsRecord:
        """Play until no spins are left; how often they are won again has no limit."""
        left = awards * self.game.wizard_spins.spins
        spins: list[WizardSpin] = []
        while left > 0:
            spins.append(self._wizard_spin(left - 1))
            left = spins[-1].left
        lines, cash = sum(spin.line_win for spin in spins), sum(spin.cash for spin in spins)
        return WizardSpinsRecord(awards, tuple(spins), lines, cash, lines + cash)

    def _wizard_spin(self, left: int) -> WizardSpin:
        rules = self.game.wizard_spins
        modifier = plain_pick(self.random, rules.cash_add.weights)
        stops, board = self._spin(rules.strips, True)
        covers = self._add(rules.cash_add.added, board) if modifier == CASH_ADD else {}
        line_wins = self._lines(board)
        prizes = tuple(
            Prize(cell, plain_pick(self.random, rules.cash), *_origin(cell, covers, "added"))
            for cell in self._cash_cells(board)
        )
        balls = plain_pick(self.random, rules.retrigger)
        return WizardSpin(
            modifier,
            stops,
            _frozen(board),
            line_wins,
            prizes,
            balls,
            left + BALLS[balls] * rules.spins,
            sum(win.pay for win in line_wins),
            sum(prize.value for prize in prizes),
        )


@lru_cache(maxsize=64)
def _stops(weights: tuple[int, ...]) -> WeightTable[int]:
    return WeightTable(dict(enumerate(weights)))


def _origin(cell: Cell, covers: dict[Cell, str], other: str) -> tuple[str, str]:
    return (other, covers[cell]) if cell in covers else ("landed", "")


def _frozen(board: Board) -> Window:
    return tuple(map(tuple, board))
