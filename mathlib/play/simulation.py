"""The result of a simulation: which rounds were played, and what they add up to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mathlib.core.figures import Figure
from mathlib.play.tally import Tally, mean


@dataclass(frozen=True)
class Simulation:
    """Rounds of a game that were played: rounds 0 to ``rounds - 1`` of a seed.

    Parameters
    ----------
    digest : str
        SHA-256 of the canonical parameter file.
    seed : int
        Seed of the random numbers.
    asked, rounds : int
        Rounds asked for, and rounds played: fewer when it was interrupted.
    tally : dict
        Totals by name; see `mathlib.play.tally`.
    seconds : float
        How long this run took; no part of the comparison of two simulations.
    resumed : int
        Rounds that came from a saved state.
    """

    digest: str
    seed: int
    asked: int
    rounds: int
    tally: Tally
    seconds: float = field(default=0.0, compare=False)
    resumed: int = field(default=0, compare=False)

    @property
    def complete(self) -> bool:
        """Whether all rounds asked for were played."""
        return self.rounds == self.asked

    @property
    def rtp(self) -> Figure:
        """Mean win per round in total bets, with its standard error."""
        return mean(self.tally, "win")

    @property
    def rate(self) -> float:
        """Rounds played per second."""
        return (self.rounds - self.resumed) / self.seconds if self.seconds else 0.0

    def plain(self) -> dict[str, Any]:
        """Return plain data for JSON; the same for the same rounds, whoever played them."""
        return {
            "digest": self.digest,
            "seed": self.seed,
            "asked": self.asked,
            "rounds": self.rounds,
            "tally": self.tally,
        }
