"""Figures of an evaluation by the names that goals use."""

from __future__ import annotations

from mathlib.exact.evaluation import Evaluation


def named(evaluation: Evaluation) -> dict[str, float]:
    """Return the figures, the parts and the numbers of each set or feature, by name.

    ``feature_frequency`` is that of Respins or of Wizard Spins; a number of a set has a name such
    as ``sets.JM.mean_win``.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> found = named(evaluate(example("pig_wizard")))
    >>> found["base lines"] == found["base_lines"], "sets.wizard_spins.mean_win" in found
    (True, True)
    """
    found = {name: figure.value for name, figure in evaluation.parts.items()}
    found |= {name: figure.value for name, figure in evaluation.figures.items()}
    if "wizard_spins_frequency" in found:
        found["feature_frequency"] = found["wizard_spins_frequency"]
    for name, numbers in evaluation.sets.items():
        found |= {
            f"sets.{name}.{key}": float(x)
            for key, x in numbers.items()
            if isinstance(x, int | float)
        }
    return found
