"""The trigger tables as a dial: one number moves how often Respins come, and so the total RTP."""

from __future__ import annotations

from collections.abc import Mapping

from mathlib.core.errors import MathlibError
from mathlib.core.weights import WeightTable
from mathlib.evaluation import evaluate
from mathlib.game.orb_respins import NONE, SETS, OrbRespins


def trigger_tables(weights: Mapping[str, int], total: int) -> dict[str, WeightTable[str]]:
    """Return the seven trigger tables in which each modifier set has one weight throughout.

    Parameters
    ----------
    weights : mapping
        Modifier set to its weight in every table that allows it.
    total : int
        Sum of the weights of each table; the rest is "none".

    Raises
    ------
    MathlibError
        When the weights leave nothing for "none".

    Examples
    --------
    >>> dict(trigger_tables(dict.fromkeys(SETS, 1), 100)["JM"])
    {'none': 97, 'J': 1, 'M': 1, 'JM': 1}
    """
    tables = {}
    for view in SETS:
        allowed = {name: weights[name] for name in SETS if set(name) <= set(view)}
        rest = total - sum(allowed.values())
        if rest <= 0:
            raise MathlibError(
                f"trigger weights for {view} in view add up to {total - rest}, which leaves "
                f"nothing for {NONE} out of {total}; raise the total"
            )
        tables[view] = WeightTable({NONE: rest, **allowed})
    return tables


def tune_trigger(game: OrbRespins, weights: Mapping[str, int], target: float) -> OrbRespins:
    """Choose the total of the trigger tables that brings the total RTP nearest to a target.

    Every respin part is proportional to 1 / total, so one evaluation gives the answer and the
    integer total nearest to it is exact.

    Parameters
    ----------
    game : OrbRespins
        The game; its trigger tables are replaced.
    weights : mapping
        Modifier set to its weight.
    target : float
        Wanted total RTP.

    Returns
    -------
    OrbRespins

    Raises
    ------
    MathlibError
        When the lines alone pay the target or more.
    """
    trial = 100 * sum(weights.values())
    before = game.model_copy(update={"trigger": trigger_tables(weights, trial)})
    found = evaluate(before)
    lines = found.parts["lines"].value
    respins = found.total.value - lines
    if target <= lines:
        raise MathlibError(
            f"the lines alone pay {lines:.4%}, so the trigger cannot bring the total down to "
            f"{target:.4%}; lower the line pays or choose a higher target"
        )
    total = round(trial * respins / (target - lines))
    return game.model_copy(update={"trigger": trigger_tables(weights, total)})
