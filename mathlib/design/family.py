"""A family of RTP versions from one design: each tuned on its own, all as alike as can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mathlib.core.errors import MathlibError
from mathlib.design.reach import OutOfReachError
from mathlib.design.saving import Label
from mathlib.design.tune import HELD, TABLES, Hold, tune
from mathlib.design.tuned import Tuned
from mathlib.evaluation import evaluate
from mathlib.exact.evaluation import Evaluation
from mathlib.game import files
from mathlib.game.files import Game

VOLATILITY = (0.02, 0.05, 0.1, 0.2)
"""How far the deviation may move, tried one after the other, as a share."""


def family(
    game: Game, targets: Sequence[float], date: str = "", *, hold_volatility: bool = True
) -> Iterator[Tuned]:
    """Tune one design to several RTPs.

    Parameters
    ----------
    game : Game
        The design; its hit and feature frequencies are kept as `tune` keeps them, and its
        standard deviation as near as the solver can.
    targets : sequence of float
        Wanted RTPs.
    date : str
        Of the entries in the revision logs; the design's last one when empty.
    hold_volatility : bool
        Whether to keep the standard deviation; without it each version takes a second or two.

    Yields
    ------
    Tuned
        In the order of the targets; the game carries its RTP version, a revision, and an aim for
        its own total.

    Raises
    ------
    MathlibError
        When a target is out of reach, naming it.
    """
    near = evaluate(game)
    for target in targets:
        tuned, said = _tuned(game, target, near, hold_volatility)
        if not tuned.met:
            raise MathlibError(f"{target:.2%} cannot be met:\n{tuned.explanation}")
        name = f"{100 * target:.2f}"
        note = f"Tuned from version {game.identification.rtp_version} to {name} %."
        label = Label(
            rtp_version=name, note=note, date=date or game.identification.revisions[-1].date
        )
        named = label.on(_with_aim(tuned.game, target))
        yield replace(tuned, game=named, words=(*tuned.words, said))


def _tuned(game: Game, target: float, near: Evaluation, hold_volatility: bool) -> tuple[Tuned, str]:
    """Tune with the narrowest hold on the deviation that can be met."""
    for share in VOLATILITY if hold_volatility else ():
        try:
            held = (*HELD, Hold("sd", share, relative=True))
            tuned = tune(game, target, goals=held, free=TABLES[game.kind], near=near)
        except OutOfReachError:
            continue
        if tuned.met:
            return tuned, f"The standard deviation is kept within {share:.0%}."
    words = "The standard deviation is not held."
    return tune(game, target, near=near), words


def _with_aim(game: Game, target: float) -> Game:
    """Return the game with its aim for the total RTP moved to the target."""
    document = files.dump(game)
    for aim in document["aims"]:
        if aim["quantity"] == "total_rtp" and {"at_least", "at_most"} <= set(aim):
            half = (aim["at_most"] - aim["at_least"]) / 2
            aim["at_least"], aim["at_most"] = round(target - half, 9), round(target + half, 9)
    return files.parse(document, "the tuned game")
