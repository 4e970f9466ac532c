"""The course of a simulation: how the mean win moved while rounds were added."""

from __future__ import annotations

from mathlib.game.fields import LATTICE
from mathlib.play.simulation import Simulation


class Trace:
    """Keeps the running RTP of a simulation; give it as ``progress``.

    Attributes
    ----------
    rounds : list of int
        Rounds played at each point, rising: whole blocks.
    rtp : list of float
        Mean win of all rounds up to there, in total bets.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> from mathlib.play.simulate import simulate
    >>> trace = Trace()
    >>> simulation = simulate(example("orb_respins"), 300_000, seed=1, progress=trace)
    >>> trace.rounds, trace.rtp[-1] == simulation.rtp.value
    ([131072, 262144, 294912, 300000], True)
    """

    def __init__(self) -> None:
        self.rounds: list[int] = []
        self.rtp: list[float] = []

    def __call__(self, simulation: Simulation) -> None:
        """Take in the simulation so far."""
        if simulation.rounds:
            self.rounds.append(simulation.rounds)
            self.rtp.append(simulation.tally["win.sum"] / LATTICE / simulation.rounds)
