"""When a sample and exact expectations disagree."""

from __future__ import annotations

from math import sqrt

from scipy.stats import binom, poisson

from tests.respins.compiled import Sample
from tests.respins.spec import Expected

SIGMAS = 4.0
CHANCE = 6.334e-5  # of a normal variable beyond 4 standard errors, both sides


def disagreements(sample: Sample, expected: Expected) -> list[str]:
    """Name every figure that is more than 4 standard errors from its expectation.

    Rare events have too small a standard error when few were seen: full boards are judged by the
    binomial law, and jackpots expected fewer than 1000 times by Poisson's. The jackpot part and
    the full-board part are prizes times those counts, so they are not judged twice.
    """
    exact, found = expected.flat(), []
    for name, column in sample.columns().items():
        n, mean, wanted = len(column), float(column.mean()), exact[name]
        if name == "p_full":
            hits = int(column.sum())
            tail = min(binom.cdf(hits, n, wanted), binom.sf(hits - 1, n, wanted))
            bad, how = 2 * tail < CHANCE, f"{hits} full boards, tail {tail:.2g}"
        elif name.startswith("won ") and wanted * n < 1000:
            hits = int(column.sum())
            tail = min(poisson.cdf(hits, wanted * n), poisson.sf(hits - 1, wanted * n))
            bad, how = 2 * tail < CHANCE, f"{hits} seen, tail {tail:.2g}"
        else:
            error = float(column.std()) / sqrt(n)
            bad = abs(mean - wanted) > SIGMAS * error + 1e-12
            how = f"{(mean - wanted) / error:+.2f} standard errors" if error else "no spread"
        if bad:
            found.append(f"{name}: simulated {mean:.8g}, exact {wanted:.8g} ({how})")
    return found
