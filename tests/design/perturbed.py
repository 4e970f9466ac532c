"""Seeded perturbations of a game: weights shifted over reels and tables, RTP from 85 to 99 %."""

from __future__ import annotations

import numpy as np

from mathlib.core.errors import MathlibError
from mathlib.design.game_problem import uncapped
from mathlib.design.knobs import knobs, set_knobs
from mathlib.evaluation import quick

COUNTS = {
    "orb_respins": ["strips."],
    "pig_wizard": ["strips.", "mystic_money.strips.", "wizard_spins.strips."],
}
TABLES = {
    "orb_respins": [
        "trigger.", "respins.money.", "respins.charge.values.", "respins.jackpots.",
        "respins.sets.J.", "respins.sets.M.", "respins.sets.C.", "respins.sets.JC.",
        "respins.sets.MC.",
    ],
    "pig_wizard": [
        "pig_wizard.", "locked.", "crystal_balls.", "modifiers.", "mystic_money.made.",
        "mystic_money.cash.", "wizard_spins.cash.", "wizard_spins.cash_add.",
        "wizard_spins.retrigger.",
    ],
}  # fmt: skip


def perturbed(game, seed, heavy=False):
    """Return a game whose weights were shifted.

    Every weight of the tables is multiplied by a random factor near 1, and on every reel some
    symbols gain or lose a stop. Heavy perturbations shift what the two sets with the longest
    chains land with and how many symbols a red orb multiplies, too.
    """
    random = np.random.default_rng(seed)
    known = knobs(game)
    chains = {}
    if heavy:
        fits = ("respins.sets.JM.", "respins.sets.JMC.", "respins.multiply.chosen.")
        chains = _jittered(known, fits, random, 0.02)
    near = uncapped(game)
    while True:
        values = chains | _jittered(known, tuple(TABLES[game.kind]), random, 0.1)
        values |= _counted(known, tuple(COUNTS[game.kind]), random)
        try:
            new = set_knobs(game, values)
        except MathlibError:
            continue  # a strip without room for a symbol, or a bonus that never ends
        if 0.85 <= quick(new, near).total.value <= 0.99:
            return new


def _jittered(known, prefixes, random, size):
    return {
        address: max(1, round(knob.value * float(np.exp(random.normal(0, size)))))
        for address, knob in known.items()
        if address.startswith(prefixes) and knob.kind == "weight"
    }


def _counted(known, prefixes, random):
    fits = [a for a in known if a.startswith(prefixes) and ".count." in a and known[a].value > 2]
    chosen = random.choice(len(fits), size=8, replace=False)
    return {fits[i]: known[fits[i]].value + int(random.choice([-1, 1])) for i in chosen}
