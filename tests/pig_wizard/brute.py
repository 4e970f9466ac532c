"""Tiny games of Pig Wizard by exhaustive enumeration: no sampling, no transform, no shortcut.

A spin is a law over states, sent through the rules one after the other; every branch of every
draw is taken, and states that are equal from then on are added up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple

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
from tests.pig_wizard.laws import Law, chances, then

Routes = tuple[int, int, int]
"""Awards by locked symbols, left ball, right ball."""


class Spin(NamedTuple):
    """A base spin, as far as it has gone; amounts in tenths."""

    modifier: str = NONE
    wizard: bool = False
    window: tuple[tuple[str, ...], ...] = ()
    locked: int = 0
    added: int = 0
    lines: int = 0
    cash: int = 0
    mystic: Routes = (0, 0, 0)
    awards: Routes = (0, 0, 0)


def windows(game: PigWizard, strips, wizard: bool) -> Iterator[tuple[Any, Fraction]]:
    """Every stop of every reel, with the Pig Wizard put in the centre if it is in view."""
    views = []
    for reel, strip in enumerate(strips):
        view = []
        for stop, chance in chances(dict(enumerate(strip.stop_weights))).items():
            column = [strip.symbols[(stop + i) % len(strip.symbols)] for i in range(game.rows)]
            if wizard and reel == game.centre[0]:
                column[game.centre[1]] = WIZARD
            view.append((tuple(column), chance))
        views.append(view)
    for stops in product(*views):
        share = Fraction(1)
        for _, chance in stops:
            share *= chance
        yield tuple(column for column, _ in stops), share


def with_added(game: PigWizard, table: Mapping[int, int], window: Any) -> Iterator[Any]:
    """Every set of cells that can receive added Cash Prizes: (window, number), chance."""
    free = [
        (reel, row)
        for reel in range(game.reels)
        for row in range(game.rows)
        if (reel, row) != game.centre and window[reel][row] != CASH
    ]
    for n, chance in chances(table).items():
        subsets = list(combinations(free, min(n, len(free))))
        for subset in subsets:
            after = tuple(
                tuple(
                    CASH if (reel, row) in subset else window[reel][row] for row in range(game.rows)
                )
                for reel in range(game.reels)
            )
            yield (after, len(subset)), chance / len(subsets)


def line_win(game: PigWizard, window: Any) -> int:
    """Total line win in tenths: for every line the best of all symbols and all lengths."""
    won = 0
    for line in game.lines:
        shown = [window[reel][row] for reel, row in enumerate(line)]
        won += max(
            pays[length - 1] * all(symbol in (target, WIZARD) for symbol in shown[:length])
            for target, pays in game.paytable.items()
            for length in range(1, game.reels + 1)
        )
    return won * 10 // len(game.lines)


def count_cash(window: Any) -> int:
    """Cash Prizes in view."""
    return sum(column.count(CASH) for column in window)


def plus(routes: Routes, route: int) -> Routes:
    """Add one award by a route."""
    one, two, three = (n + (i == route) for i, n in enumerate(routes))
    return one, two, three


def base_reels(game: PigWizard) -> Law:
    """Law of the base spin as far as its reels and added cells, the window then forgotten."""

    def modifier(spin: Spin):
        for name, chance in chances(game.modifiers.weights).items():
            yield spin._replace(modifier=name), chance

    def pig_wizard(spin: Spin):
        table = {LAND: 1} if spin.modifier == CASH_ADD else game.pig_wizard
        for name, chance in chances(table).items():
            yield spin._replace(wizard=name == LAND), chance

    def reels(spin: Spin):
        seen = list(windows(game, game.strips, spin.wizard))
        if spin.modifier == LINE_WIN:
            enough = game.modifiers.line_win.at_least
            seen = [(window, p) for window, p in seen if line_win(game, window) >= enough]
            total = sum(p for _, p in seen)
            seen = [(window, p / total) for window, p in seen]
        for window, chance in seen:
            yield spin._replace(window=window, locked=count_cash(window)), chance

    def added(spin: Spin):
        if spin.modifier != CASH_ADD:
            yield spin._replace(window=(), lines=line_win(game, spin.window)), Fraction(1)
            return
        for (window, n), chance in with_added(game, game.modifiers.cash_add.added, spin.window):
            yield spin._replace(window=(), added=n, lines=line_win(game, window)), chance

    law: Law = {Spin(): Fraction(1)}
    for rule in (modifier, pig_wizard, reels, added):
        law = then(law, rule)
    assert sum(law.values()) == 1
    return law


def base_spin(game: PigWizard, law: Law) -> Law:
    """Law of the base spin to its end, from that of its reels; no prize is left unopened."""

    def outcome(spin: Spin):
        """Open one more locked symbol, if the Pig Wizard is in view and one is left."""
        if not (spin.wizard and spin.locked):
            yield spin._replace(locked=0), Fraction(1)
            return
        rest = spin._replace(locked=spin.locked - 1)
        for what, chance in chances(game.locked).items():
            if what == MYSTIC_MONEY:
                yield rest._replace(mystic=plus(spin.mystic, 0)), chance
            elif what == WIZARD_SPINS:
                yield rest._replace(awards=plus(spin.awards, 0)), chance
            else:
                yield rest._replace(cash=spin.cash + what), chance

    def value(spin: Spin):
        """Give one more added Cash Prize its value, if one is left."""
        if not spin.added:
            yield spin, Fraction(1)
            return
        for what, chance in chances(game.modifiers.cash_add.cash).items():
            yield spin._replace(added=spin.added - 1, cash=spin.cash + what), chance

    def balls(spin: Spin):
        if not spin.wizard:
            yield spin, Fraction(1)
            return
        quiet = {"": 1}
        for hit, p in chances(game.crystal_balls.hits).items():
            left = game.crystal_balls.left if hit in ("left", "both") else quiet
            right = game.crystal_balls.right if hit in ("right", "both") else quiet
            for (one, q), (two, r) in product(chances(left).items(), chances(right).items()):
                after = spin
                for route, shown in ((1, one), (2, two)):
                    if shown == MYSTIC_MONEY:
                        after = after._replace(mystic=plus(after.mystic, route))
                    if shown == WIZARD_SPINS:
                        after = after._replace(awards=plus(after.awards, route))
                yield after, p * q * r

    for rule in (*[outcome, value] * (game.reels * game.rows), balls):
        law = then(law, rule)
    assert sum(law.values()) == 1
    return law


def mystic_money(game: PigWizard) -> Law:
    """Law of the win of one Mystic Money, in tenths."""
    rules = game.mystic_money
    others = [
        (reel, row)
        for reel in range(game.reels)
        for row in range(game.rows)
        if (reel, row) != game.centre
    ]
    law: Law = defaultdict(Fraction)  # of (prizes without a value yet, win)
    for n, chance in chances(rules.made).items():
        subsets = list(combinations(others, n))
        for made, (window, share) in product(subsets, windows(game, rules.strips, True)):
            landed = [cell for cell in others if window[cell[0]][cell[1]] == CASH]
            law[len({*made, *landed}), 0] += chance * share / len(subsets)
    return {win: chance for (_, win), chance in _valued(law, rules.cash, len(others)).items()}


def bonus_spin(game: PigWizard) -> Law:
    """Law of (line win, cash) of one spin of Wizard Spins, in tenths."""
    rules = game.wizard_spins
    law: Law = defaultdict(Fraction)  # of (prizes without a value yet, (lines, cash))
    for modifier, chance in chances(rules.cash_add.weights).items():
        for window, share in windows(game, rules.strips, True):
            if modifier == CASH_ADD:
                seen = list(with_added(game, rules.cash_add.added, window))
            else:
                seen = [((window, 0), Fraction(1))]
            for (after, _), part in seen:
                law[count_cash(after), (line_win(game, after), 0)] += chance * share * part
    spread: Law = defaultdict(Fraction)
    for (n, (lines, _)), chance in law.items():
        for (_, cash), share in _valued({(n, 0): Fraction(1)}, rules.cash, n).items():
            spread[lines, cash] += chance * share
    return dict(spread)


def _valued(law: Law, cash: Mapping[int, int], most: int) -> Law:
    """Draw a value for every prize of the states (prizes, win)."""

    def one(state: tuple[int, int]):
        n, win = state
        if n == 0:
            yield state, Fraction(1)
            return
        for value, chance in chances(cash).items():
            yield (n - 1, win + value), chance

    for _ in range(most):
        law = then(law, one)
    return law


def extra_spins(game: PigWizard) -> Law:
    """Law of the extra spins that follow one spin of Wizard Spins."""
    balls = {NONE: 0, "one": 1, "both": 2}
    rules = game.wizard_spins
    return {balls[name] * rules.spins: p for name, p in chances(rules.retrigger).items()}
