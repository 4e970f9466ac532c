"""A whole game round of Pig Wizard played rule by rule, cell by cell, draw by draw.

Amounts are whole tenths of the total bet. Locked symbols that no Pig Wizard opens show an outcome
that changes nothing, so it is not drawn. `tests.pig_wizard.compiled` plays the same rounds fast.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from mathlib.core.weights import WeightTable
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
from tests.pig_wizard.draws import Draws

SIDES = ("left", "right")
BALLS = {NONE: 0, "one": 1, "both": 2}
Window = list[list[str]]


@dataclass
class Outcome:
    """What one round came to; amounts in tenths of the total bet, before the cap but for paid.

    Counts of awards are by route: locked symbol, left ball, right ball. The modifier is 0 for
    none, 1 for cash add, 2 for line win.
    """

    modifier: int = 0
    wizard: int = 0
    base_lines: int = 0
    cash_lock: int = 0
    cash_add: int = 0
    line_win: int = 0
    mystic_locked: int = 0
    mystic_left: int = 0
    mystic_right: int = 0
    spins_locked: int = 0
    spins_left: int = 0
    spins_right: int = 0
    mystic: int = 0
    mystic_money: int = 0
    awards: int = 0
    spins: int = 0
    spins_lines: int = 0
    spins_cash: int = 0
    bonus_win: int = 0
    total: int = 0
    paid: int = 0


COLUMNS = tuple(field.name for field in fields(Outcome))


def play(game: PigWizard, draws: Draws) -> Outcome:
    """Play one round."""
    done = Outcome()
    _base_spin(game, draws, done)
    if done.mystic:
        done.mystic_money = _mystic_money(game, draws)
    _wizard_spins(game, draws, done)
    done.bonus_win = done.spins_lines + done.spins_cash
    base = done.base_lines + done.cash_lock + done.cash_add + done.line_win
    done.total = base + done.mystic_money + done.bonus_win
    done.paid = done.total if game.cap is None else min(done.total, game.cap)
    return done


def _base_spin(game: PigWizard, draws: Draws, done: Outcome) -> None:
    modifier = draws.pick(game.modifiers.weights)
    done.modifier = (NONE, CASH_ADD, LINE_WIN).index(modifier)
    wizard = modifier == CASH_ADD or draws.pick(game.pig_wizard) == LAND
    done.wizard = int(wizard)
    window = _spin(game, game.strips, wizard, draws)
    if modifier == LINE_WIN:
        while line_win(game, window) < game.modifiers.line_win.at_least:
            window = _spin(game, game.strips, wizard, draws)
    locked = sum(symbols.count(CASH) for symbols in window)
    added = 0
    if modifier == CASH_ADD:
        added = _add_cash(game, game.modifiers.cash_add.added, window, draws)
    lines, cash = line_win(game, window), 0
    if wizard:
        for _ in range(locked):
            outcome = draws.pick(game.locked)
            if outcome == MYSTIC_MONEY:
                done.mystic_locked += 1
            elif outcome == WIZARD_SPINS:
                done.spins_locked += 1
            else:
                cash += outcome
        for _ in range(added):
            cash += draws.pick(game.modifiers.cash_add.cash)
        _crystal_balls(game, draws, done)
    if modifier == NONE:
        done.base_lines, done.cash_lock = lines, cash
    elif modifier == CASH_ADD:
        done.cash_add = lines + cash
    else:
        done.line_win = lines + cash
    done.mystic = int(done.mystic_locked + done.mystic_left + done.mystic_right > 0)
    done.awards = done.spins_locked + done.spins_left + done.spins_right


def _crystal_balls(game: PigWizard, draws: Draws, done: Outcome) -> None:
    balls = game.crystal_balls
    hit = draws.pick(balls.hits)
    for side, table in zip(SIDES, (balls.left, balls.right), strict=True):
        if hit in (side, "both"):
            shown = draws.pick(table)
            if shown == MYSTIC_MONEY:
                setattr(done, f"mystic_{side}", 1)
            elif shown == WIZARD_SPINS:
                setattr(done, f"spins_{side}", 1)


def _mystic_money(game: PigWizard, draws: Draws) -> int:
    reel, row = game.centre
    others = [(i, j) for i in range(game.reels) for j in range(game.rows) if (i, j) != (reel, row)]
    made = set()
    for _ in range(draws.pick(game.mystic_money.made)):
        made.add(others.pop(draws.below(len(others))))
    window = _spin(game, game.mystic_money.strips, True, draws)
    win = 0
    for i, symbols in enumerate(window):
        for j, symbol in enumerate(symbols):
            if symbol == CASH or (i, j) in made:
                win += draws.pick(game.mystic_money.cash)
    return win


def _wizard_spins(game: PigWizard, draws: Draws, done: Outcome) -> None:
    bonus = game.wizard_spins
    left = done.awards * bonus.spins
    while left > 0:
        left -= 1
        done.spins += 1
        modifier = draws.pick(bonus.cash_add.weights)
        window = _spin(game, bonus.strips, True, draws)
        if modifier == CASH_ADD:
            _add_cash(game, bonus.cash_add.added, window, draws)
        done.spins_lines += line_win(game, window)
        for symbols in window:
            for symbol in symbols:
                if symbol == CASH:
                    done.spins_cash += draws.pick(bonus.cash)
        left += BALLS[draws.pick(bonus.retrigger)] * bonus.spins


def _spin(game: PigWizard, strips, wizard: bool, draws: Draws) -> Window:
    """Spin all reels; put the Pig Wizard in the centre when it is in view."""
    window = []
    for strip in strips:
        n = len(strip.symbols)
        stop = draws.pick(dict(enumerate(strip.stop_weights)))
        window.append([strip.symbols[(stop + row) % n] for row in range(game.rows)])
    if wizard:
        reel, row = game.centre
        window[reel][row] = WIZARD
    return window


def _add_cash(game: PigWizard, table: WeightTable[int], window: Window, draws: Draws) -> int:
    """Put n Cash Prizes in random free cells, or in all of them when they are fewer."""
    free = [
        (i, j)
        for i in range(game.reels)
        for j in range(game.rows)
        if window[i][j] not in (CASH, WIZARD)
    ]
    n = min(draws.pick(table), len(free))
    for _ in range(n):
        i, j = free.pop(draws.below(len(free)))
        window[i][j] = CASH
    return n


def line_win(game: PigWizard, window: Window) -> int:
    """Total line win, in tenths of the total bet."""
    line_bets = 0
    for line in game.lines:
        first = window[0][line[0]]
        if first not in game.paytable:
            continue
        best = 0
        for reel, row in enumerate(line):
            if window[reel][row] not in (first, WIZARD):
                break
            best = max(best, game.paytable[first][reel])
        line_bets += best
    tenths, rest = divmod(line_bets * 10, len(game.lines))
    assert rest == 0
    return tenths
