"""How far a figure and its sample are apart, and how often chance alone brings that about.

Chances: the exact binomial law of the count. Means: z = difference / standard error, the error
from the theory's variance where there is one. Sums of few, unequal prizes lean to one side, so a
z is judged by Pearson's law of type III, the gamma law moved to mean 0 and variance 1 (K. Pearson,
Contributions to the mathematical theory of evolution II, 1895), with the skewness of the sum; both
sides are judged as strictly as the heavier one. A sample knows nothing of prizes that it did not
see, so where its spread stands in for the theory's, the row is judged by the greatest variance
that the theory allows, if that is known. Full boards are apart: their number in the run is
a Poisson variable, and the rest a sum of ordinary size.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, inf, sqrt

import numpy as np
import numpy.typing as npt
from scipy.special import betainc, gammaincc, gammaln, ndtr, xlogy

from mathlib.play.tally import Tally
from mathlib.verdict.claims import Claim, Seen, seen

Floats = npt.NDArray[np.float64]
LEAN = 12.0
"""Skewness that a mean is allowed when none is known, in coefficients of variation. A gamma law
has 2, a rare event 1; the wins of the shipped games have 2 to 11."""
FEW = 100
"""Fewer amounts above 0 than this are no sample to take a variance from."""
RARE = 5.0
"""A prize that a run shows less often than this on average is one that it may not see."""
SEEN = 3.0
"""An error of so many standard errors is taken as one that a run would show."""
POINT = 0.0005
"""The error that is looked for: 0.05 percentage points."""
HALVES = 0.5 ** np.arange(12)
STRAIGHT = 1e-4
"""A skewness below this is none."""


@dataclass(frozen=True)
class Row:
    """A figure beside its simulated value.

    Parameters
    ----------
    part : str
        What it is called.
    kind : str
        "chance", "mean" or "spread".
    exact : float
        The evaluation's figure.
    known : str
        How it is known: exact, bounded or simulated.
    simulated : float or None
        The same from the run; None when nothing that it speaks of was played.
    error : float or None
        One standard error of the simulated value.
    error_from : str
        "theory" or "sample", or "bound" where the theory has only the most that it can be and
        the sample is too small; empty when there is no error.
    z : float or None
        (simulated - exact) / error.
    p : float or None
        Chance of a difference of at least this size when theory and play agree; None when the
        run says too little to be judged.
    events : int
        Events that were played: rounds, rounds of a feature, or spins.
    rounds_needed : float or None
        Game rounds after which an error of 0.05 points is `SEEN` standard errors: points of the
        RTP that the figure is a part of or leads to; of itself for a chance that leads to none.
    unseen : float
        RTP of the prizes in it that a run of this length shows fewer than `RARE` times.
    differs : bool
        Whether the difference is more than chance allows, all rows taken together.
    """

    part: str
    kind: str
    exact: float
    known: str
    simulated: float | None
    error: float | None
    error_from: str
    z: float | None
    p: float | None
    events: int
    rounds_needed: float | None
    unseen: float
    differs: bool = False


def judge(claim: Claim, tally: Tally) -> Row:
    """Compare a claim with a tally.

    Parameters
    ----------
    claim : Claim
    tally : dict
        See `mathlib.play.tally`.

    Returns
    -------
    Row
        Not yet told apart from chance: that takes all rows together.

    Examples
    --------
    >>> from mathlib.verdict.claims import chance
    >>> row = judge(chance("any win", 0.5, "win.hits"), {"rounds": 10_000, "win.hits": 5_100})
    >>> round(row.z, 9), round(row.p, 4)
    (2.0, 0.0466)
    """
    found = seen(claim, tally)
    exact = claim.exact
    value = _value(claim, found)
    variance, source = _variance(claim, found)
    error = z = p = None
    if value is not None and variance is not None:
        error = _error(claim, sqrt(variance / found.events))
        z = _score(value - exact.value, error)
        p = (
            _binomial(claim, found)
            if claim.kind == "chance"
            else _sum(claim, found, max(variance, claim.bound or 0.0))
        )
    rounds = tally["rounds"]
    return Row(
        part=claim.part,
        kind=claim.kind,
        exact=exact.value,
        known=exact.kind,
        simulated=None if value is None else value,
        error=error,
        error_from=source if error is not None else "",
        z=z,
        p=p,
        events=found.events,
        rounds_needed=_needed(claim, variance),
        unseen=claim.unseen(rounds, RARE),
    )


def _value(claim: Claim, found: Seen) -> float | None:
    if not found.events:
        return None
    if claim.kind == "spread":
        return sqrt(max(_distance(claim, found), 0.0))
    return claim.scale * found.total / found.events


def _distance(claim: Claim, found: Seen) -> float:
    """Return the mean squared distance from the centre."""
    first, second = (x / found.events for x in (found.total, found.square))
    scale, centre = claim.scale, claim.centre
    return scale**2 * second - 2 * scale * centre * first + centre**2


def _variance(claim: Claim, found: Seen) -> tuple[float | None, str]:
    """Return the variance of one event, and where it is from."""
    if claim.kind == "chance":
        p = min(max(claim.exact.value / claim.scale, 0.0), 1.0)
        return claim.scale**2 * p * (1 - p), "theory"
    if claim.variance is not None:
        return claim.variance, "theory"
    if claim.kind == "spread":
        return None, ""
    if found.hits < FEW:
        return claim.bound, "bound"
    n, total = found.events, found.total
    # Integers: the difference is exact, however close the two are.
    spread = max(n * found.square - total * total, 0) / n / max(n - 1, 1)
    return claim.scale**2 * spread, "sample"


def _error(claim: Claim, error: float) -> float:
    """Return the standard error of the value shown: of the root, for a standard deviation."""
    return error / (2 * claim.exact.value) if claim.kind == "spread" and error else error


def _score(off: float, error: float) -> float | None:
    if error:
        return off / error
    return 0.0 if not off else None


def _binomial(claim: Claim, found: Seen) -> float:
    """Return twice the smaller tail of the count, at the chance that fits best within bounds."""
    share, bound = found.total / found.events, claim.exact.error / claim.scale
    p = claim.exact.value / claim.scale
    p = min(max(min(max(share, p - bound), p + bound), 0.0), 1.0)
    n, count = found.events, found.total
    low = 1.0 if count == n else float(betainc(n - count, count + 1, 1 - p))
    high = 1.0 if count == 0 else float(betainc(count, n - count + 1, p))
    return min(1.0, 2 * min(low, high))


def _sum(claim: Claim, found: Seen, variance: float) -> float:
    """Return the chance that a sum is as far off, on either side; full boards apart."""
    exact, spread = claim.exact, claim.kind == "spread"
    value = _distance(claim, found) if spread else claim.scale * found.total / found.events
    target = exact.value**2 if spread else exact.value
    known = exact.error * 2 * exact.value if spread else exact.error
    off = value - target
    error = sqrt(_ordinary(claim, variance) / found.events)
    if exact.kind == "simulated":
        error = hypot(error, known)
    else:
        off = np.sign(off) * max(abs(off) - known, 0.0)
    if not error and not claim.rare:
        return 1.0 if abs(off) <= 1e-12 * abs(target) else 0.0
    skew = _skew(claim, variance) / sqrt(found.events)
    if not claim.rare:
        return min(1.0, 2 * float(tail(abs(off) / error, skew)))
    return min(1.0, 2 * _with_full_boards(claim, found.events, off, error, skew))


def _ordinary(claim: Claim, variance: float) -> float:
    """Return the variance without full boards."""
    if not claim.rare:
        return variance
    p, size = claim.rare
    target = claim.exact.value**2 if claim.kind == "spread" else claim.exact.value
    own = p * (1 - p) * size**2
    # A full board excludes any other win: the two parts are correlated, if ever so little.
    rest = variance - own + 2 * p * size * (target - p * size)
    return rest if rest > 0 else variance


def _skew(claim: Claim, variance: float) -> float:
    """Return the skewness of one event, full boards apart; where unknown, a cautious one."""
    if claim.skew is not None:
        return claim.skew
    return LEAN * sqrt(variance) / abs(claim.exact.value) if claim.exact.value else inf


def _with_full_boards(claim: Claim, events: int, off: float, error: float, skew: float) -> float:
    """Return the chance of a difference at least as large on this side, full boards at random."""
    p, size = claim.rare or (0.0, 0.0)
    often = max(events * p, 0.0)
    reach = 10 * sqrt(often)  # what is beyond has less than 1e-15
    boards = np.arange(max(int(often - reach), 0), int(often + reach) + 20)
    moved = size * (boards - often) / events
    rest = off - moved if off > 0 else moved - off
    chances = np.exp(xlogy(boards, often) - often - gammaln(boards + 1))
    explained = rest <= 0
    left = tail(rest[~explained] / error, skew) if error else 0.0
    return float(chances[explained].sum() + (chances[~explained] * left).sum())


def tail(z: Floats | float, skew: float) -> Floats:
    """Return upper tails of Pearson's law of type III with mean 0 and variance 1.

    Parameters
    ----------
    z : float or array
        0 or more.
    skew : float
        The greatest skewness that the law may have; infinite when nothing is known, which
        refutes nothing.

    Returns
    -------
    array
        The greatest tail of these laws: a skewness that is set too high is on the safe side.

    Examples
    --------
    >>> [f"{float(tail(5.0, skew)):.1e}" for skew in (0.0, 0.5, float("inf"))]
    ['2.9e-07', '6.5e-05', '1.0e+00']
    """
    at = np.asarray(z, dtype=np.float64)
    if skew == inf:
        return np.ones_like(at)
    out: Floats = ndtr(-at)
    for one in skew * HALVES:
        if one > STRAIGHT:
            shape = 4 / one**2
            out = np.maximum(out, gammaincc(shape, shape + at * sqrt(shape)))
    return out


def _needed(claim: Claim, variance: float | None) -> float | None:
    if claim.worth is None or variance is None or not claim.rate or claim.kind == "spread":
        return None
    events = (SEEN * sqrt(variance) * abs(claim.worth) / POINT) ** 2
    return events / claim.rate
