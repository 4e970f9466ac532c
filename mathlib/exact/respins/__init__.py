"""The Respins round, solved exactly; one file for each modifier's mathematics."""

from mathlib.exact.respins.solve import RoundResult, solve_round

__all__ = ["RoundResult", "solve_round"]
