"""The verdict: whether theory and play agree, and if not, where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from math import ceil
from typing import Any, Literal

from mathlib.core.errors import MathlibError
from mathlib.exact.evaluation import Evaluation
from mathlib.game.pig_wizard import PigWizard
from mathlib.play.simulation import Simulation
from mathlib.verdict.claims import Claim
from mathlib.verdict.judge import SEEN, Row, judge
from mathlib.verdict.orb_claims import orb_claims
from mathlib.verdict.pig_claims import pig_claims

Outcome = Literal["agrees", "disagrees", "not enough rounds"]
LEVEL = 1e-3
"""Chance that a verdict says "disagrees" although theory and play agree."""
ENOUGH = 0.01
"""Error of the total RTP that a run must be able to show: one point, which is what tells one RTP
version of a game from the next."""
NAMED = 6
"""Parts that the line names; the rows have all."""


@dataclass(frozen=True)
class Verdict:
    """What a simulation says of an evaluation.

    Rows are judged together, by Holm's rule: with m rows that can be judged, the smallest p must
    be below `LEVEL` / m, the next below `LEVEL` / (m - 1), and so on (S. Holm, A simple
    sequentially rejective multiple test procedure, 1979). The chance that any row of a right
    evaluation is refused is then at most `LEVEL`, whatever the rows have to do with each other.

    Parameters
    ----------
    digest : str
        SHA-256 of the canonical parameter file.
    seed, rounds, asked : int
        Seed of the run, rounds played, and rounds asked for.
    rows : tuple of Row
        Every figure that was compared; the first is the total.
    """

    digest: str
    seed: int
    rounds: int
    asked: int
    rows: tuple[Row, ...]

    def __getitem__(self, part: str) -> Row:
        """Return the row of a part."""
        for row in self.rows:
            if row.part == part:
                return row
        raise KeyError(part)

    @property
    def total(self) -> Row:
        """The row of the total RTP."""
        return self.rows[0]

    @property
    def differing(self) -> tuple[str, ...]:
        """Parts that differ by more than chance allows."""
        return tuple(row.part for row in self.rows if row.differs)

    @property
    def judged(self) -> int:
        """Number of rows that the run says enough about to be judged."""
        return sum(row.p is not None for row in self.rows)

    @property
    def visible(self) -> float:
        """Error of the total RTP that the run would have shown: `SEEN` standard errors."""
        return SEEN * (self.total.error or 0.0)

    @property
    def rounds_enough(self) -> int:
        """Rounds after which `visible` is `ENOUGH`."""
        return ceil(self.rounds * (self.visible / ENOUGH) ** 2)

    @property
    def outcome(self) -> Outcome:
        """The verdict in a word or three.

        A difference is one however short the run is. Without any, the run must have been able to
        show an error of `ENOUGH` in the total.
        """
        if self.differing:
            return "disagrees"
        return "agrees" if self.visible <= ENOUGH else "not enough rounds"

    @property
    def line(self) -> str:
        """The verdict in one line."""
        sight = f"an error of {100 * self.visible:.2g} points in the total"
        if self.outcome == "disagrees":
            names = list(self.differing[:NAMED])
            more = len(self.differing) - len(names)
            return f"disagrees in {', '.join(names)}" + (f" and {more} more" if more else "")
        if self.outcome == "agrees":
            return (
                f"agrees: none of {self.judged} figures is further off than chance allows in "
                f"{self.rounds:,} rounds, which would have shown {sight}"
            )
        return (
            f"not enough rounds: none of {self.judged} figures is further off than chance allows "
            f"in {self.rounds:,} rounds, but less than {sight} would not have been seen; "
            f"{self.rounds_enough:,} are enough"
        )

    def plain(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "verdict": self.outcome,
            "line": self.line,
            "differing": list(self.differing),
            "digest": self.digest,
            "seed": self.seed,
            "rounds": self.rounds,
            "asked": self.asked,
            "rounds_enough": self.rounds_enough,
            "level": LEVEL,
            "rows": [asdict(row) for row in self.rows],
        }


def verdict(evaluation: Evaluation, simulation: Simulation) -> Verdict:
    """Hold a simulation against an evaluation, part by part.

    Parameters
    ----------
    evaluation : Evaluation
        Of the game, from `mathlib.evaluation.evaluate`.
    simulation : Simulation
        Of the same game, from `mathlib.play.simulate.simulate`.

    Returns
    -------
    Verdict

    Raises
    ------
    MathlibError
        When they are of two different games, or nothing was played.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> from mathlib.play.simulate import simulate
    >>> game = example("pig_wizard")
    >>> found = verdict(evaluate(game), simulate(game, 20_000, seed=1))
    >>> found.outcome, found.differing
    ('not enough rounds', ())
    """
    if evaluation.digest != simulation.digest:
        raise MathlibError(
            f"the simulation is of another game (digest {simulation.digest}) than the evaluation "
            f"({evaluation.digest}); simulate the file that is evaluated"
        )
    if not simulation.rounds:
        raise MathlibError("no round was played, so there is nothing to compare")
    rows = [judge(claim, simulation.tally) for claim in claims(evaluation)]
    return Verdict(
        simulation.digest, simulation.seed, simulation.rounds, simulation.asked, told_apart(rows)
    )


def claims(evaluation: Evaluation) -> Iterable[Claim]:
    """Return every figure of an evaluation that a tally speaks of, the total first."""
    if isinstance(evaluation.game, PigWizard):
        return pig_claims(evaluation)
    return orb_claims(evaluation)


def told_apart(rows: Iterable[Row], level: float = LEVEL) -> tuple[Row, ...]:
    """Mark the rows that differ by more than chance allows, by Holm's rule.

    Parameters
    ----------
    rows : iterable of Row
    level : float
        Chance that any row is marked when none should be.
    """
    found = list(rows)
    judged: list[tuple[float, int]] = sorted(
        (row.p, i) for i, row in enumerate(found) if row.p is not None
    )
    for rank, (p, i) in enumerate(judged):
        if p > level / (len(judged) - rank):
            break
        found[i] = replace(found[i], differs=True)
    return tuple(found)
