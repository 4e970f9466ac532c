"""Orb Respins in plain Python: the kernel's twin, which also keeps a record of the round.

It asks the generator for the same numbers in the same order as the kernel does, and follows the
rules on the parameter model itself: by names, line after line, cell after cell.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import Any

from mathlib.game.fields import LATTICE
from mathlib.game.orb_respins import MONEY, NONE, ORBS, WILD, OrbRespins
from mathlib.play.orb_record import (
    ChargeDraw,
    Landing,
    LineWin,
    Multiplied,
    OrbRecord,
    Pick,
    RedOrb,
    Respin,
    RespinsRecord,
    Reveal,
)
from mathlib.play.streams import plain_below, plain_pick


def play_game(game: OrbRespins, random: Any) -> OrbRecord:
    """Play one round of the game.

    Parameters
    ----------
    game : OrbRespins
        The game.
    random : Generator
        Asked for ``random()`` only.

    Returns
    -------
    OrbRecord

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> from mathlib.play.streams import stream
    >>> record = play_game(example("orb_respins"), stream(1, 0))
    >>> record.total == sum(win.pay for win in record.line_wins)
    True
    """
    stops = [_stop(random, strip.stop_weights) for strip in game.strips]
    window = tuple(
        tuple(strip.symbols[(stop + row) % len(strip.symbols)] for row in range(game.rows))
        for strip, stop in zip(game.strips, stops, strict=True)
    )
    line_wins = _line_wins(game, window)
    line_win = sum(win.pay for win in line_wins)
    shown = {symbol for reel in window for symbol in reel}
    view = "".join(letter for letter, orb in ORBS.items() if orb in shown)
    trigger = plain_pick(random, game.trigger[view]) if view else ""
    respins = None if trigger in ("", NONE) else Round(game, trigger, random).play()
    respin_win = respins.win if respins else 0
    capped = max(line_win + respin_win - game.cap, 0)
    if respins and respins.full:
        capped = line_win
    return OrbRecord(
        tuple(stops),
        window,
        line_wins,
        view,
        trigger,
        respins,
        line_win,
        respin_win,
        capped,
        line_win + respin_win - capped,
    )


def _stop(random: Any, weights: tuple[int, ...]) -> int:
    return bisect_right(list(accumulate(weights)), plain_below(random, sum(weights)))


def _line_wins(game: OrbRespins, window: tuple[tuple[str, ...], ...]) -> tuple[LineWin, ...]:
    """Read every line from reel 1, which has no wilds; only its highest win is paid."""
    wins = []
    for line, rows in enumerate(game.lines):
        symbols = [reel[row] for reel, row in zip(window, rows, strict=True)]
        pays = game.paytable.get(symbols[0])
        if pays is None:
            continue
        run = 1
        while run < len(symbols) and symbols[run] in (symbols[0], WILD):
            run += 1
        pay, count = max((pays[count - 1], count) for count in range(1, run + 1))
        if pay:
            wins.append(LineWin(line, symbols[0], count, pay * LATTICE // game.line_bets))
    return tuple(wins)


class Round:
    """One Respins round being played.

    Parameters
    ----------
    game : OrbRespins
        The game.
    modifiers : str
        The modifier set.
    random : Generator
        Asked for ``random()`` only.
    """

    def __init__(self, game: OrbRespins, modifiers: str, random: Any) -> None:
        self.game, self.modifiers, self.random = game, modifiers, random
        self.rules = game.respins
        self.cells = game.cells(modifiers)
        self.value: dict[int, int] = {}  # of each Money symbol by cell, in order of landing
        self.times: dict[int, int] = {}  # multiplications of each
        self.charges: dict[int, int] = {}  # charges of each that draw from now on
        self.blues = 0  # blue orbs landed before this respin
        self.collected = dict.fromkeys(self.rules.jackpots.names, 0)
        self.money = self.charge = self.jackpots = 0

    def play(self) -> RespinsRecord:
        """Play the round to its end."""
        start = self._start()
        respins: list[Respin] = []
        counter = self.rules.counter
        while counter > 0 and len(self.value) < self.cells:
            respins.append(self._respin(counter - 1))
            counter = respins[-1].counter
        full = len(self.value) == self.cells
        total = sum(self.value.values())
        multiply = total - self.money - self.charge
        win = self.rules.full_board_award if full else total + self.jackpots
        return RespinsRecord(
            self.modifiers,
            self.game.reels,
            self.cells // self.game.reels,
            start,
            tuple(respins),
            full,
            self.money,
            self.charge,
            multiply,
            self.jackpots,
            win,
        )

    def _start(self) -> tuple[Landing, ...]:
        landed = []
        for _ in range(plain_pick(self.random, self.rules.sets[self.modifiers].start)):
            cell = plain_below(self.random, self.cells)
            while cell in self.value:
                cell = plain_below(self.random, self.cells)
            landed.append(self._money(cell))
        return tuple(landed)

    def _respin(self, counter: int) -> Respin:
        landed = self._land()
        orbs = {orb: [one.cell for one in landed if one.what == orb] for orb in ORBS.values()}
        charged = self._charge()
        picks = self._picks(orbs[ORBS["C"]])
        reds = tuple(self._multiply(cell) for cell in orbs[ORBS["M"]])
        reveals = tuple(self._reveal(cell) for cell in orbs[ORBS["J"]])
        values = tuple(self.value.get(cell, 0) for cell in range(self.cells))
        left = self.rules.counter if landed else counter
        return Respin(landed, charged, picks, reds, reveals, values, left)

    def _land(self) -> tuple[Landing, ...]:
        """Let every empty cell draw, by the weights for the Money held before."""
        held = len(self.value)
        bands = self.rules.sets[self.modifiers].bands
        weights = next(band.weights for band in bands if held <= band.up_to)
        # Draws are assigned in this order, whatever the order in the file.
        order = [name for name in (MONEY, *ORBS.values(), "blank") if name in weights]
        landed = []
        for cell in [cell for cell in range(self.cells) if cell not in self.value]:
            draw = plain_below(self.random, weights.total)
            for what in order:
                draw -= weights[what]
                if draw < 0:
                    break
            if what == MONEY:
                landed.append(self._money(cell))
            elif what != "blank":
                landed.append(Landing(cell, what))
        return tuple(landed)

    def _money(self, cell: int) -> Landing:
        value = plain_pick(self.random, self.rules.money)
        self.value[cell], self.times[cell], self.charges[cell] = value, 0, 0
        self.money += value
        return Landing(cell, MONEY, value)

    def _charge(self) -> tuple[ChargeDraw, ...]:
        """Let the charges of earlier respins draw; this respin's blue orbs draw later."""
        if self.rules.charge.target == "pick":
            cells = (cell for cell in self.value for _ in range(self.charges[cell]))
        else:
            cells = (self._any() for _ in range(self.blues if self.value else 0))
        draws = []
        for cell in cells:
            gain = plain_pick(self.random, self.rules.charge.values)
            self.value[cell] += gain
            self.charge += gain
            draws.append(ChargeDraw(cell, gain))
        return tuple(draws)

    def _any(self) -> int:
        """Pick a Money symbol uniformly."""
        return list(self.value)[plain_below(self.random, len(self.value))]

    def _picks(self, blue: list[int]) -> tuple[Pick, ...]:
        self.blues += len(blue)
        if self.rules.charge.target != "pick":
            return ()
        picks = []
        for cell in blue:
            target = self._any() if self.value else None
            if target is not None:
                self.charges[target] += 1
            picks.append(Pick(cell, target))
        return tuple(picks)

    def _multiply(self, orb: int) -> RedOrb:
        drawn = plain_pick(self.random, self.rules.multiply.chosen)
        eligible = [cell for cell in self.value if self.times[cell] < self.rules.multiply.limit]
        chosen = []
        for i in range(min(drawn, len(eligible))):
            # One of those not chosen yet takes place i, and place i takes its place.
            j = i + plain_below(self.random, len(eligible) - i)
            eligible[i], eligible[j] = eligible[j], eligible[i]
            cell, before = eligible[i], self.value[eligible[i]]
            multiplier = plain_pick(self.random, self.rules.multiply.multipliers)
            self.value[cell] = before * multiplier
            self.times[cell] += 1
            chosen.append(Multiplied(cell, multiplier, before, before * multiplier))
        return RedOrb(orb, drawn, tuple(chosen))

    def _reveal(self, orb: int) -> Reveal:
        jackpots = self.rules.jackpots
        name = plain_pick(self.random, jackpots.weights())
        self.collected[name] = (self.collected[name] + 1) % jackpots.needed
        prize = 0 if self.collected[name] else jackpots.names[name].prize
        self.jackpots += prize
        return Reveal(orb, name, self.collected[name], prize)
