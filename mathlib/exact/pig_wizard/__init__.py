"""Pig Wizard, exactly: laws of a spin, features, Wizard Spins and whole game rounds."""

from mathlib.exact.pig_wizard.evaluate import evaluate_pig
from mathlib.exact.pig_wizard.solution import Solution, solve

__all__ = ["Solution", "evaluate_pig", "solve"]
