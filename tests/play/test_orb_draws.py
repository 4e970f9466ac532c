"""Every weighted draw of Orb Respins by chi-square, on what the records show."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2

from mathlib.core.weights import WeightTable
from mathlib.game import files
from mathlib.game.orb_respins import MONEY, ORBS, SETS
from mathlib.play.orb_player import OrbPlayer
from mathlib.play.streams import stream
from tests.play.orb_games import forced

SHIPPED = files.load(Path(__file__).parents[2] / "params" / "orb_respins.json")
CHANCE = 1e-3
"""Chance that right draws fail, over all draws together; the seed is fixed."""


def tamed(game):
    """The shipped game with orbs likelier than other stops, and Respins after half of them."""
    data = files.dump(game)
    for reel, strip in enumerate(data["strips"]):
        symbols = enumerate(strip["symbols"])
        strip["weights"] = [
            40 if s in ORBS.values() else 1 + (7 * i + reel) % 9 for i, s in symbols
        ]
    for table in data["trigger"].values():
        table["none"] = sum(table.values()) - table["none"]
    return files.parse({**data, "aims": []})


def draws(game, rounds):
    """Outcomes of every draw, each with the table it came from."""
    seen, tables = defaultdict(Counter), {}
    player, random = OrbPlayer(game), stream(12, 0)
    rules = game.respins

    def note(name, table, outcome):
        tables[name] = table
        seen[name][outcome] += 1

    for reel, strip in enumerate(game.strips):
        tables[f"stop {reel}"] = WeightTable(dict(enumerate(strip.stop_weights)))
    for _ in range(rounds):
        record = player.record(random)
        for reel, stop in enumerate(record.stops):
            seen[f"stop {reel}"][stop] += 1
        if record.view:
            note(f"trigger {record.view}", game.trigger[record.view], record.trigger)
        if record.respins:
            _round_draws(rules, record.respins, note)
    return seen, tables


def _round_draws(rules, one, note):
    own = rules.sets[one.modifiers]
    note(f"start {one.modifiers}", own.start, len(one.start))
    cells = one.reels * one.rows
    for landing in one.start:
        note("money", rules.money, landing.value)
        note(f"cell of {cells}", WeightTable(dict.fromkeys(range(cells), 1)), landing.cell)
    held = len(one.start)
    for respin in one.respins:
        place, band = next((i, b) for i, b in enumerate(own.bands) if held <= b.up_to)
        landed = Counter(landing.what for landing in respin.landed)
        landed["blank"] = cells - held - len(respin.landed)
        for what, count in landed.items():
            for _ in range(count):
                note(f"landing {one.modifiers} {place}", band.weights, what)
        held += landed[MONEY]
        for landing in respin.landed:
            if landing.what == MONEY:
                note("money", rules.money, landing.value)
        for draw in respin.charged:
            note("charge", rules.charge.values, draw.value)
        for red in respin.reds:
            note("chosen", rules.multiply.chosen, red.drawn)
            for c in red.chosen:
                note("multiplier", rules.multiply.multipliers, c.multiplier)
        for reveal in respin.reveals:
            note("jackpot", rules.jackpots.weights(), reveal.name)


def p_value(counts, table):
    """Chi-square of counts against a table, rare outcomes pooled so that 5 are expected."""
    assert set(counts) <= set(table)
    total = sum(counts.values())
    expected = np.array([total * w / table.total for w in table.values()])
    observed = np.array([counts[outcome] for outcome in table])
    order = np.argsort(expected)
    at = np.searchsorted(np.cumsum(expected[order]), 5) + 1
    pooled = [np.append(v[order][at:], v[order][:at].sum()) for v in (observed, expected)]
    statistic = ((pooled[0] - pooled[1]) ** 2 / pooled[1]).sum()
    return float(chi2.sf(statistic, len(pooled[0]) - 1)) if len(pooled[0]) > 1 else 1.0


@pytest.mark.parametrize(
    ("game", "rounds", "least"),
    [(tamed(SHIPPED), 4_000, 50), (forced(target="repick", none=1), 2_000, 35)],
    ids=["shipped tables", "charges pick afresh"],
)
def test_every_weighted_draw(game, rounds, least):
    seen, tables = draws(game, rounds)
    values = {name: p_value(seen[name], tables[name]) for name in tables}
    assert len(values) >= least
    kinds = {name.split()[0] for name in values}
    assert kinds == {
        *("stop", "trigger", "start", "cell", "landing", "money", "charge"),
        *("chosen", "multiplier", "jackpot"),
    }
    assert {name.split()[1] for name in values if name.startswith("landing")} == set(SETS)
    worst = min(values, key=values.__getitem__)
    assert values[worst] > CHANCE / len(values), (worst, values[worst])
    # The same test finds a draw that is a little off: one outcome a third too likely.
    for name in ("money", "charge", "multiplier"):
        first = next(iter(tables[name]))
        wrong = {k: w * (4 if k == first else 3) for k, w in tables[name].items()}
        assert p_value(seen[name], WeightTable(wrong)) < CHANCE / len(values), name
