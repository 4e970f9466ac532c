"""What many sessions came to: shares, means, quantiles and curves, each with a standard error."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from mathlib.core.figures import Figure
from mathlib.play.session_kernel import LOSS, RUIN, USED, WIN
from mathlib.play.session_plan import Plan
from mathlib.play.streams import Ints

REASONS = {
    USED: "plays used",
    LOSS: "loss limit reached",
    WIN: "win limit reached",
    RUIN: "balance below the stake",
}
"""Why a session ended, in words."""
UNSEEN = 3.0 / 1.96
"""None in n: the 95 % limit 3 / n on the share, over 1.96, as everywhere in the library."""


@dataclass(frozen=True, eq=False)
class Sessions:
    """Sessions that were played; amounts in pence.

    Parameters
    ----------
    digest : str
        SHA-256 of the canonical parameter file.
    plan : Plan
        What every player did.
    seed : int
        Seed of the run.
    marks : ndarray of int64
        Numbers of plays after which balances are kept, from 0 to all.
    paths : ndarray of int64, shape (marks, sessions)
        Those balances; a session that ended keeps its last.
    end, played, reason : ndarray of int64, shape (sessions,)
        Balance at the end, plays made, and why it ended: a key of `REASONS`.
    dry, losing : ndarray of int64, shape (sessions,)
        Longest run of plays without any win, and without a win above the stake.
    """

    digest: str
    plan: Plan
    seed: int
    marks: Ints
    paths: Ints
    end: Ints
    played: Ints
    reason: Ints
    dry: Ints
    losing: Ints

    @property
    def count(self) -> int:
        """Number of sessions."""
        return len(self.end)

    @property
    def ruin(self) -> Figure:
        """Share of sessions whose balance at the end does not cover the stake."""
        return share(self.end < self.plan.stake)

    @property
    def ahead(self) -> tuple[Figure, ...]:
        """Share of sessions that are ahead of the bankroll, at each mark."""
        return tuple(share(path > self.plan.bankroll) for path in self.paths)

    @property
    def going(self) -> tuple[Figure, ...]:
        """Share of sessions that made so many plays, for each mark: the survival curve."""
        return tuple(share(self.played >= mark) for mark in self.marks)

    @property
    def minutes(self) -> Figure:
        """Mean time on device, minutes."""
        return average(self.played * (self.plan.spin_seconds / 60))

    @property
    def loss(self) -> Figure:
        """Mean loss of a session, pence."""
        return average(self.plan.bankroll - self.end)

    def ends_by(self) -> dict[str, Figure]:
        """Return the share of sessions that ended for each reason."""
        return {words: share(self.reason == code) for code, words in REASONS.items()}

    def expected_loss(self, rtp: float) -> Figure:
        """Return the loss that theory expects for as many plays as were made, pence a session.

        By Wald's identity no rule of stopping changes it: (1 - RTP) x stake x mean plays.
        """
        plays = average(self.played)
        each = (1 - rtp) * self.plan.stake
        return Figure(each * plays.value, "simulated", abs(each) * plays.error)

    def beyond_theory(self, rtp: float, deviation: float | None = None) -> Figure:
        """Return the mean loss above what theory expects, pence a session: 0 but for chance.

        Parameters
        ----------
        rtp : float
            Exact RTP of the game.
        deviation : float, optional
            Exact standard deviation of a play's win in total bets. With it the error is that of
            theory (Wald's second identity); without it the sample's, which is too small where
            the sample has not seen the rarest wins.
        """
        excess = self.plan.bankroll - self.end - (1 - rtp) * self.plan.stake * self.played
        found = average(excess)
        if deviation is None:
            return found
        error = deviation * self.plan.stake * sqrt(self.played.mean() / self.count)
        return Figure(found.value, "simulated", error)

    def fan(
        self, chances: tuple[float, ...] = (0.05, 0.25, 0.5, 0.75, 0.95)
    ) -> npt.NDArray[np.float64]:
        """Return quantiles of the balance at each mark, pence; shape (chances, marks)."""
        return np.quantile(self.paths, chances, axis=1, method="inverted_cdf").astype(np.float64)


def share(happened: npt.NDArray[np.bool_]) -> Figure:
    """Return the share of sessions in which something happened.

    Examples
    --------
    >>> share(np.array([True, False, False, False]))
    Figure(value=0.25, kind='simulated', error=0.21650635094610965, ratio=None)
    """
    n, p = len(happened), float(happened.mean())
    error = sqrt(p * (1 - p) / n) if 0 < p < 1 else UNSEEN / n
    return Figure(p, "simulated", error)


def average(values: npt.NDArray[Any]) -> Figure:
    """Return a mean over sessions.

    Examples
    --------
    >>> average(np.array([1, 2, 3, 2]))
    Figure(value=2.0, kind='simulated', error=0.408248290463863, ratio=None)
    """
    error = float(values.std(ddof=1)) / sqrt(len(values))
    return Figure(float(values.mean()), "simulated", error)


def quantile(values: Ints, chance: float) -> Figure:
    """Return a quantile over sessions: the least value that this share does not exceed.

    The error is half the distance of the order statistics that lie one standard deviation of
    their rank, sqrt(n p (1 - p)), to both sides: it assumes nothing about the distribution.

    Examples
    --------
    >>> quantile(np.arange(1, 101), 0.5)
    Figure(value=50.0, kind='simulated', error=5.0, ratio=None)
    """
    ordered = np.sort(values)
    n = len(ordered)
    spread = sqrt(n * chance * (1 - chance))
    # Ranks count from 1; rounding first keeps 0.95 x 100 at rank 95.
    rank = round(n * chance, 9)
    places = [ceil(rank), floor(rank - spread), ceil(rank + spread)]
    middle, low, high = (float(ordered[min(max(place, 1), n) - 1]) for place in places)
    return Figure(middle, "simulated", (high - low) / 2)
