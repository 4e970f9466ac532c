"""Every weighted draw of Pig Wizard by the chi-square test, from recorded rounds.

The kernel plays the same rounds as the plain twin that is read here. A chance below 1e-5 fails;
about 60 tests are made on one fixed seed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from scipy.stats import chi2

from mathlib.game.pig_wizard import CASH_ADD, LAND, LINE_WIN, NONE
from mathlib.play.pig_twin import play_game
from mathlib.play.streams import stream
from tests.pig_wizard.tiny import GAMES, tiny
from tests.play.pig_games import forced

LEAST = 1e-5
ROUNDS = 6000


def chance(seen: Mapping, weights: Mapping) -> float:
    """Return the chance of a chi-square at least as large; rare outcomes share a bin."""
    assert set(seen) <= set(weights), set(seen) - set(weights)
    n, total = sum(seen.values()), sum(weights.values())
    assert n >= 100, "too few draws to judge"
    bins = [[0, 0.0]]
    for outcome in sorted(weights, key=weights.__getitem__):
        if bins[-1][1] >= 5:
            bins.append([0, 0.0])
        bins[-1][0] += seen.get(outcome, 0)
        bins[-1][1] += float(n * Fraction(weights[outcome], total))
    if len(bins) == 1:
        return 1.0
    return float(chi2.sf(sum((hits - mass) ** 2 / mass for hits, mass in bins), len(bins) - 1))


def stops_of(strip):
    return dict(enumerate(strip.stop_weights))


class Draws:
    """All draws of the recorded rounds of the forced game, with their tables."""

    def __init__(self) -> None:
        self.game = forced()
        self.seen: dict[str, Counter] = defaultdict(Counter)
        self.tables: dict[str, Mapping] = {}
        random = stream(11, 0)
        for _ in range(ROUNDS):
            self.base(play_game(self.game, random))

    def add(self, name, table, outcome):
        self.seen[name][outcome] += 1
        self.tables[name] = table

    def stops(self, name, strips, record):
        for reel, (strip, stop) in enumerate(zip(strips, record.stops, strict=True)):
            self.add(f"{name} {reel}", stops_of(strip), stop)

    def base(self, record):
        game, modifiers = self.game, self.game.modifiers
        self.add("modifier", modifiers.weights, record.modifier)
        if record.modifier != CASH_ADD:
            self.add("pig wizard", game.pig_wizard, LAND if record.wizard else NONE)
        if record.modifier != LINE_WIN:
            self.stops("base stop", game.strips, record)
        for one in record.locked:
            where = "awarded" if one.awarded else "only shown"
            self.add(f"locked, {where}", game.locked, one.outcome)
        if record.modifier == CASH_ADD:
            self.add("added", modifiers.cash_add.added, len(record.added))
            self.place("added cell", [one.cell for one in record.added], record.locked)
        for one in record.added:
            self.add("added value", modifiers.cash_add.cash, one.value)
        if record.balls:
            self.add("balls hit", game.crystal_balls.hits, record.balls.hit)
            for side in ("left", "right"):
                if gave := getattr(record.balls, side):
                    self.add(f"{side} ball", getattr(game.crystal_balls, side), gave)
        if record.mystic_money:
            self.mystic(record.mystic_money)
        for spin in record.wizard_spins.spins if record.wizard_spins else ():
            self.bonus(spin)

    def place(self, name, chosen, landed):
        """The first and the last cell chosen are each equally likely to be any free cell."""
        cells = product(range(self.game.reels), range(self.game.rows))
        taken = {self.game.centre, *(one.cell for one in landed)}
        free = [cell for cell in cells if cell not in taken]
        for which, cell in (("first", chosen[0]), ("last", chosen[-1])):
            even = dict.fromkeys(range(len(free)), 1)
            self.add(f"{name}, {which} of {len(free)}", even, free.index(cell))

    def mystic(self, mystic):
        rules = self.game.mystic_money
        self.add("made", rules.made, len(mystic.made))
        self.stops("mystic stop", rules.strips, mystic)
        if mystic.made:
            self.place("made cell", mystic.made, ())
        for one in mystic.prizes:
            self.add("mystic value", rules.cash, one.value)

    def bonus(self, spin):
        rules = self.game.wizard_spins
        self.add("bonus modifier", rules.cash_add.weights, spin.modifier)
        self.stops("bonus stop", rules.strips, spin)
        added = [one for one in spin.prizes if one.origin == "added"]
        if spin.modifier == CASH_ADD:
            self.add("bonus added", rules.cash_add.added, len(added))
        for one in spin.prizes:
            self.add("bonus value", rules.cash, one.value)
        self.add("retrigger", rules.retrigger, spin.balls)


@cache
def draws() -> Draws:
    return Draws()


NAMES = (
    "modifier", "pig wizard", "locked, awarded", "locked, only shown", "added", "added value",
    "balls hit", "left ball", "right ball", "made", "mystic value", "bonus modifier",
    "bonus added", "bonus value", "retrigger",
    *(f"{kind} stop {reel}" for kind in ("base", "mystic", "bonus") for reel in range(5)),
    *(f"made cell, {which} of 14" for which in ("first", "last")),
    *(f"added cell, {which} of {free}" for which in ("first", "last") for free in (12, 13, 14)),
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_draw(name):
    assert chance(draws().seen[name], draws().tables[name]) > LEAST


def test_every_table_of_the_game_is_judged():
    rare = {name for name in draws().seen if name not in NAMES}
    assert all(name.startswith("added cell") for name in rare), rare


def test_a_wrong_table_is_seen():
    """A table that differs by one part in ten is refused."""
    seen, table = draws().seen["retrigger"], dict(draws().tables["retrigger"])
    table["one"] *= 1.5
    assert chance(seen, {name: Fraction(weight) for name, weight in table.items()}) < LEAST


def line_win_by_hand(game, window):
    """Return the total line win of a window in tenths, column by column."""
    total = Fraction(0)
    for rows in game.lines:
        shown = [column[row] for column, row in zip(window, rows, strict=True)]
        run = 0
        while run < len(shown) and shown[run] in (shown[0], "wizard"):
            run += 1
        total += Fraction(max([0, *game.paytable.get(shown[0], ())[:run]]) * 10, len(game.lines))
    return total


@pytest.mark.parametrize("wizard", [False, True])
def test_the_conditional_law_of_a_guaranteed_line_win(wizard):
    """Given a line win of at least 0.6x, stops come by their weights among those that give it.

    All 36 stop combinations are listed.
    """
    game = tiny(*GAMES["line win only"])
    reel, row = game.centre
    weights = {}
    for stops in product(*(range(len(strip.symbols)) for strip in game.strips)):
        window, weight = [], 1
        for strip, stop in zip(game.strips, stops, strict=True):
            n = len(strip.symbols)
            window.append([strip.symbols[(stop + i) % n] for i in range(game.rows)])
            weight *= strip.stop_weights[stop]
        if wizard:
            window[reel][row] = "wizard"
        if line_win_by_hand(game, window) >= game.modifiers.line_win.at_least:
            weights[stops] = weight
    assert 2 < len(weights) < 36
    random = stream(12, int(wizard))
    records = [play_game(game, random) for _ in range(4000)]
    seen = Counter(one.stops for one in records if one.wizard is wizard)
    assert chance(seen, weights) > LEAST
    # The Pig Wizard is drawn first, at its usual chance: line wins do not change it.
    assert chance(Counter(one.wizard for one in records), {True: 2, False: 5}) > LEAST
