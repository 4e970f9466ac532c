"""Theory against play: every figure of an evaluation beside its simulated value."""

from mathlib.verdict.judge import Row
from mathlib.verdict.result import Verdict, verdict

__all__ = ["Row", "Verdict", "verdict"]
