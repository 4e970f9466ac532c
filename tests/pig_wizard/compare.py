"""Whether a sample of rounds agrees with what is expected of it."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import numpy as np
from scipy.stats import chi2

from tests.pig_wizard.compiled import Sample
from tests.pig_wizard.worth import ROUTES, Worth

SIGMAS = 4.0
LEAST = 20.0
"""Rounds expected in every bin of a histogram."""
IMPOSSIBLE = 1e-12
"""Chance below which an amount is not seen in any sample."""


def expected_columns(worth: Worth) -> dict[str, float]:
    """Return the mean of every column of a sample, from the enumeration of a tiny game."""
    parts = {name: 10 * float(points) for name, points in worth.parts.items()}
    spins = parts["wizard spins lines"] + parts["wizard spins cash"]
    mean_spins = worth.moments(worth.awards)["expected_spins"]
    return {
        "cash add in use": float(worth.chances["cash_add"]),
        "line win in use": float(worth.chances["line_win"]),
        "wizard": float(worth.chances["wizard_in_view"]),
        "base_lines": parts["base lines"],
        "cash_lock": parts["cash lock"],
        "cash_add": parts["cash add"],
        "line_win": parts["line win modifier"],
        **{
            f"mystic_{route}": float(sum(p * s.mystic[i] for s, p in worth.base.items()))
            for i, route in enumerate(ROUTES)
        },
        **{
            f"spins_{route}": float(sum(p * s.awards[i] for s, p in worth.base.items()))
            for i, route in enumerate(ROUTES)
        },
        "mystic": float(worth.p_mystic),
        "mystic_money": parts["mystic money"],
        "bonus came": float(worth.p_bonus),
        "spins": mean_spins,
        "spins_lines": parts["wizard spins lines"],
        "spins_cash": parts["wizard spins cash"],
        "bonus_win": spins,
        "total": 10 * float(worth.uncapped),
        "paid": 10 * (float(worth.uncapped) + worth.cap_part),
        "nothing won": 1 - worth.figures["some_win"],
    }


def column(sample: Sample, name: str) -> np.ndarray:
    """Return a column of a sample, or one of the events that `expected_columns` adds."""
    events = {
        "cash add in use": ("modifier", 1),
        "line win in use": ("modifier", 2),
        "nothing won": ("paid", 0),
    }
    if name == "bonus came":
        return sample["awards"] > 0
    if name in events:
        source, value = events[name]
        return sample[source] == value
    return sample[name]


def disagreements(sample: Sample, expected: dict[str, float]) -> Iterator[str]:
    """Name every column whose mean is more than 4 standard errors from its expectation."""
    for name, wanted in expected.items():
        values = column(sample, name)
        mean, error = float(values.mean()), float(values.std()) / sqrt(len(values))
        if abs(mean - wanted) > SIGMAS * error + 1e-12:
            score = f"{(mean - wanted) / error:+.2f} standard errors" if error else "no spread"
            yield f"{name}: simulated {mean:.8g}, expected {wanted:.8g} ({score})"


def histogram_chance(values: np.ndarray, law: np.ndarray) -> float:
    """Judge a histogram by the chi-square test.

    Parameters
    ----------
    values
        Amounts seen, in tenths.
    law
        P(amount = w) for w from 0; the amounts beyond it share what is left.

    Returns
    -------
    float
        Chance of a statistic at least as large; neighbouring amounts share a bin until at least
        20 are expected in it. 0 when an amount was seen that is impossible by the law.
    """
    n = len(values)
    if (law[np.unique(values[values < len(law)])] < IMPOSSIBLE).any():
        return 0.0
    seen = np.bincount(np.minimum(values, len(law)), minlength=len(law) + 1)
    wanted = n * np.append(law, max(0.0, 1.0 - float(law.sum())))
    bins, hits, mass = [], 0, 0.0
    for count, share in zip(seen, wanted, strict=True):
        hits, mass = hits + int(count), mass + float(share)
        if mass >= LEAST:
            bins.append([hits, mass])
            hits, mass = 0, 0.0
    bins[-1][0] += hits
    bins[-1][1] += mass
    statistic = sum((hits - mass) ** 2 / mass for hits, mass in bins)
    return float(chi2.sf(statistic, len(bins) - 1)) if len(bins) > 1 else 1.0
