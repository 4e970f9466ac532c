"""A game as a problem for the solver: its free knobs are the dials, its evaluation the figures."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import floor, log10, sqrt
from typing import cast

from mathlib.core.errors import MathlibError
from mathlib.core.figures import ZERO
from mathlib.core.remember import remembered
from mathlib.design.dials import Dial, Number
from mathlib.design.figure_names import named
from mathlib.design.handles import Sum, Tilt
from mathlib.design.knobs import Knob, with_values
from mathlib.design.spread_estimate import with_spread
from mathlib.evaluation import QUICK, evaluate, quick
from mathlib.exact.columns import column
from mathlib.exact.cycle import Marks, full_cycle
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.respins.solve import FLOOR
from mathlib.game import files
from mathlib.game.files import Game
from mathlib.game.lines import LineRules, Strip
from mathlib.game.orb_respins import SETS, OrbRespins
from mathlib.play.samples import sample_rounds

CHAINS = ("respins.sets.", "respins.multiply.")
"""Knobs that change how Respins rounds run, so that their chains have to be followed again."""
FOLLOWED = 1e-12
"""Floor of new chains while searching: the total is then right to a few parts in 10 million."""
ROUNDS = 1 << 12
"""Rounds played per modifier set to see whether the cap matters."""
CAP_MATTERS = 1e-7
"""Cost of the cap, in RTP, from which on it is evaluated in full."""


class GameProblem:
    """A game with free knobs.

    Parameters
    ----------
    game : Game
    free : sequence of Knob
        Its knobs that may turn, with their limits.
    near : Evaluation or None
        A full evaluation close by, for the cost of the cap and the shapes of wins; its chains
        are followed as far as they go. None: no such cost, and chains followed less far.
    floor : float, optional
        How far chains are followed; see `quick`.

    Examples
    --------
    >>> from mathlib.design.knobs import knob
    >>> from mathlib.game.files import example
    >>> game = example("pig_wizard")
    >>> problem = GameProblem(game, [knob(game, "wizard_spins.retrigger.none")])
    >>> found = problem.figures({"wizard_spins.retrigger.none": 90}, ["total_rtp"], rough=False)
    >>> round(found["total_rtp"], 3), round(problem.figures({}, [], rough=False)["total_rtp"], 3)
    (0.972, 0.966)
    """

    def __init__(
        self,
        game: Game,
        free: Sequence[Knob],
        near: Evaluation | None = None,
        floor: float | None = None,
    ) -> None:
        self.game = game
        self.knobs = {knob.address: knob for knob in free}
        self.near = uncapped(game) if near is None else near
        chains = any(address.startswith(CHAINS) for address in self.knobs)
        self.known: dict[object, dict[str, float]] = {}
        self.floor = floor or (FOLLOWED if near is None else FLOOR)
        self.width = QUICK if chains else 0.0

    @property
    def dials(self) -> list[Dial]:
        """The free knobs."""
        return [dial_of(knob, self.game) for knob in self.knobs.values()]

    def game_at(self, values: Mapping[str, Number]) -> Game:
        """Return the game with knobs at these values."""
        return with_values(self.game, {self.knobs[name]: x for name, x in values.items()})

    def figures(
        self, values: Mapping[str, Number], wanted: Collection[str], *, rough: bool
    ) -> Mapping[str, float]:
        """Return all figures that come at once; the full evaluation only where it is needed.

        Raises
        ------
        MathlibError
            When a figure wanted is not one of the game's.
        """
        width = self.width if rough else 0.0
        key = width, frozenset(values.items())
        if key not in self.known:
            found = named(quick(self.game_at(values), self.near, self.floor, width))
            self.known[key] = with_spread(found, self.near)
        found = self.known[key]
        if isinstance(self.game, OrbRespins) and HITS[0] not in found and {*wanted} & {*HITS}:
            game = self.game_at(values)
            found |= dict.fromkeys(HITS, line_hit_frequency(cast(OrbRespins, game)))
        if not found.keys() >= {*wanted}:
            rounds = ROUNDS if rough else 16 * ROUNDS
            found = named(evaluate(self.game_at(values), rounds=rounds)) | found
            self.known[key] = found
        missing = [name for name in wanted if name not in found]
        if missing:
            raise MathlibError(
                f"{missing[0]} is no figure of this game; there are " + ", ".join(sorted(found))
            )
        return found


HITS = ("hit_frequency", "line_hit_frequency")


def dial_of(knob: Knob, game: Game) -> Dial:
    """Return the dial of a knob.

    Changes count as if the weights were turned one by one: the measure of a sum or tilt is the
    root of the summed squares of the relative changes of all its weights.
    """
    scale, step = max(float(knob.value), 1.0), 1.0
    if isinstance(knob.handle, Sum):
        scale /= sqrt(len(knob.handle.places))
    if isinstance(knob.handle, Tilt):
        mean = knob.handle.mean(files.dump(game))
        scale = 1 / sqrt(sum((value - mean) ** 2 for value in knob.handle.values))
        step = 10.0 ** floor(log10(scale / 300))
    return Dial(
        knob.address,
        knob.label,
        knob.value,
        knob.least,
        knob.most,
        scale,
        step,
        symbols=knob.kind == "count",
    )


def line_hit_frequency(game: OrbRespins) -> float:
    """Return the exact chance that a line pays, from the reels that decide it.

    A run that has reached the shortest length that its symbol pays for wins, whatever follows,
    as there is no wild on reel 1. So the cycle of the first few reels is enough.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> round(line_hit_frequency(example("orb_respins")), 9)
    0.391111111
    """
    rules = game.rules
    reels = max(next(n for n, pay in enumerate(row, 1) if pay) for row in rules.pays.values())
    strips = game.strips[:reels]
    short = LineRules(
        rows=rules.rows,
        lines=tuple(dict.fromkeys(line[:reels] for line in rules.lines)),
        pays={symbol: row[:reels] for symbol, row in rules.pays.items()},
        wilds=rules.wilds,
    )
    return _hit_frequency((strips, short.model_dump_json()), strips, short)


@remembered(256)
def _hit_frequency(key: object, strips: Sequence[Strip], rules: LineRules) -> float:
    columns = [column(strip, rules.rows) for strip in strips]
    return float(full_cycle(columns, rules, Marks.none()).hit_frequency)


def near_of(game: Game, floor: float = FLOOR, *, full: bool = False) -> Evaluation:
    """Return an evaluation that knows what the cap costs a game; the full one where asked for.

    That of Pig Wizard is exact and quick. That of Orb Respins is played, which takes long: where
    a small sample shows no cost to speak of, it is taken to be 0.
    """
    if full or not isinstance(game, OrbRespins):
        return evaluate(game)
    near = uncapped(game)
    found = quick(game, near, floor, 0.0)
    cost = 0.0
    for i, name in enumerate(SETS):
        excess = sample_rounds(game, name, {0: 1.0}, ROUNDS, i).excess
        cost += found.sets[name]["frequency"] * excess.value
    return near if cost < CAP_MATTERS else evaluate(game)


def uncapped(game: Game) -> Evaluation:
    """Return an evaluation that says only that the cap costs nothing."""
    free = {"cap_excess": {"value": 0.0, "kind": "bounded", "error": 0.0}}
    return Evaluation(game, {"cap": ZERO}, {}, dict.fromkeys(SETS, free))
