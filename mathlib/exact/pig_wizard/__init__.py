"""Pig Wizard, exactly: laws of a spin, features, Wizard Spins and whole game rounds."""

from mathlib.exact.pig_wizard.evaluate import evaluate_pig, quick_pig
from mathlib.exact.pig_wizard.solution import Basics, Solution, solve

__all__ = ["Basics", "Solution", "evaluate_pig", "quick_pig", "solve"]
