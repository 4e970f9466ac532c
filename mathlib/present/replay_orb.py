"""A round of Orb Respins told in scenes: the window, the start, and every respin."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from mathlib.game.orb_respins import MONEY, NONE, ORBS, SET_NAMES, WILD, OrbRespins
from mathlib.play.orb_record import Landing, OrbRecord, Respin, RespinsRecord, Reveal
from mathlib.present.numbers import amount
from mathlib.present.replay_scene import (
    EMPTY,
    Board,
    Link,
    Scene,
    Tile,
    line_cells,
    line_words,
    listed,
    pips,
)

TIMES = "\N{MULTIPLICATION SIGN}"


def orb_scenes(game: OrbRespins, record: OrbRecord) -> tuple[Scene, ...]:
    """Return the scenes of a round.

    Parameters
    ----------
    game : OrbRespins
        The game that was played.
    record : OrbRecord
        The round.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> from mathlib.play.replay import replay
    >>> game = example("orb_respins")
    >>> orb_scenes(game, replay(game, seed=1, number=20_000).record)[0].says
    ('3 A on line 5: 1x', 'Golden and red in view: the trigger draws none')
    """
    scenes = [_window(game, record)]
    if record.respins is not None:
        scenes += _Telling(game, record, record.respins).scenes()
    return tuple(scenes)


def _window(game: OrbRespins, record: OrbRecord) -> Scene:
    tiles = tuple(_symbol(reel[row]) for row in range(game.rows) for reel in record.window)
    lines = line_cells(record.line_wins, game.lines, game.reels)
    says = [*line_words(record.line_wins)] or ["No line wins"]
    if record.view:
        colours = listed([ORBS[letter] for letter in record.view]).capitalize()
        drawn = "none" if record.trigger == NONE else SET_NAMES[record.trigger]
        says.append(f"{colours} in view: the trigger draws {drawn}")
    totals = [("line win", record.line_win)]
    if record.respins is None:
        says += _cap_words(record)
        totals.append(("total", record.total))
    board = Board(game.reels, game.rows, tiles, lines)
    return Scene("Base game", board, tuple(says), totals=tuple(totals))


def _symbol(name: str) -> Tile:
    if name in ORBS.values():
        return Tile(name, name)
    return Tile("special" if name == WILD else "symbol", name)


def _cap_words(record: OrbRecord) -> list[str]:
    if record.respins is not None and record.respins.full:
        return [f"Full board: {amount(record.respins.win)} instead of all else"]
    return [f"The cap takes {amount(record.capped)}"] if record.capped else []


class _Telling:
    """Tells a Respins round; remembers what a respin's record leaves to those before it."""

    def __init__(self, game: OrbRespins, record: OrbRecord, played: RespinsRecord) -> None:
        self.game, self.record, self.played = game, record, played
        self.cells = played.reels * played.rows
        self.values = [0] * self.cells
        self.charges: Counter[int] = Counter()
        self.times: Counter[int] = Counter()
        self.blues = self.jackpots = 0
        self.collected = dict.fromkeys(game.respins.jackpots.names, 0)

    def scenes(self) -> list[Scene]:
        """Return the start and all respins."""
        scenes = [self._start()]
        scenes += [self._respin(n, one) for n, one in enumerate(self.played.respins, 1)]
        last = scenes[-1]
        says = (*last.says, *_cap_words(self.record))
        if not self.played.full:
            says = (
                *last.says,
                f"The round ends with {amount(self.played.win)}",
                *says[len(last.says) :],
            )
        totals = (*last.totals[:-1], ("total", self.record.total))
        if self.record.capped:
            totals = (*last.totals[:-1], ("capped", -self.record.capped), totals[-1])
        if self.played.full:
            totals = (("full board", self.played.win), ("total", self.record.total))
        scenes[-1] = replace(last, says=says, totals=totals)
        return scenes

    def _start(self) -> Scene:
        tiles = [EMPTY] * self.cells
        for one in self.played.start:
            tiles[one.cell] = Tile("money", amount(one.value), mark="new")
            self.values[one.cell] = one.value
        money = [amount(one.value) for one in self.played.start]
        says = f"{len(money)} Money to begin with: {listed(money)}" if money else "An empty board"
        title = f"{SET_NAMES[self.played.modifiers]}: the start"
        return self._scene(title, tiles, (), (says,), self.game.respins.counter)

    def _respin(self, number: int, respin: Respin) -> Scene:
        landed = {one.cell: one for one in respin.landed}
        steps: dict[int, list[str]] = {}
        for draw in respin.charged:
            steps.setdefault(draw.cell, []).append(f"+{amount(draw.value)}")
        for red in respin.reds:
            for hit in red.chosen:
                steps.setdefault(hit.cell, []).append(f"{TIMES}{hit.multiplier}")
                self.times[hit.cell] += 1
        for pick in respin.picks:
            if pick.target is not None:
                self.charges[pick.target] += 1
        orbs = self._orbs(respin)
        says = self._says(respin)
        tiles = [
            orbs.get(cell) or self._money(cell, value, landed.get(cell), steps.get(cell, []))
            for cell, value in enumerate(respin.values)
        ]
        self.values = list(respin.values)
        links = [
            *(Link(red.cell, hit.cell, "red") for red in respin.reds for hit in red.chosen),
            *(Link(p.cell, p.target, "blue") for p in respin.picks if p.target is not None),
        ]
        return self._scene(f"Respin {number}", tiles, links, says, respin.counter)

    def _money(self, cell: int, value: int, landed: Landing | None, steps: list[str]) -> Tile:
        if not value:
            return EMPTY
        first = landed.value if landed else self.values[cell]
        return Tile(
            "money",
            amount(value),
            before=" ".join([amount(first), *steps]) if steps else "",
            mark="new" if landed else "changed" if steps else "",
            charges=self.charges[cell],
            times=self.times[cell],
        )

    def _orbs(self, respin: Respin) -> dict[int, Tile]:
        """Return the orbs that landed; they leave again, so their cells hold no Money."""
        below = {red.cell: f"K = {red.drawn}" for red in respin.reds}
        for pick in respin.picks:
            below[pick.cell] = "charges" if pick.target is not None else "lost"
        for reveal in respin.reveals:
            below[reveal.cell] = _jackpot(reveal)
        return {
            one.cell: Tile(one.what, "", after=below.get(one.cell, ""), mark="new")
            for one in respin.landed
            if one.what != MONEY
        }

    def _says(self, respin: Respin) -> tuple[str, ...]:
        says = []
        money = [amount(one.value) for one in respin.landed if one.what == MONEY]
        orbs = Counter(one.what for one in respin.landed if one.what != MONEY)
        came = [f"Money {listed(money)}"] if money else []
        came += [f"{count} {orb} orb{'s' * (count > 1)}" for orb, count in orbs.items()]
        says.append(f"{listed(came)} landed" if came else "Nothing landed")
        if respin.charged:
            draws = [f"+{amount(draw.value)}" for draw in respin.charged]
            says.append(f"Charge adds {listed(draws)}")
        self.blues += orbs[ORBS["C"]]
        says += ["A blue orb finds no Money and is lost" for p in respin.picks if p.target is None]
        for red in respin.reds:
            hits = [
                f"{amount(h.before)} {TIMES} {h.multiplier} = {amount(h.after)}" for h in red.chosen
            ]
            says.append(f"Red orb, K = {red.drawn}: {listed(hits) if hits else 'nothing'}")
        for reveal in respin.reveals:
            self.collected[reveal.name] = reveal.collected
            self.jackpots += reveal.prize
            name = reveal.name.capitalize()
            says.append(
                f"{name} is won: {amount(reveal.prize)}" if reveal.prize else f"{name} is revealed"
            )
        return tuple(says)

    def _scene(
        self,
        title: str,
        tiles: list[Tile],
        links: tuple[Link, ...] | list[Link],
        says: tuple[str, ...],
        counter: int,
    ) -> Scene:
        rules = self.game.respins
        state = [("respins left", pips(counter, rules.counter))]
        if "J" in self.played.modifiers:
            needed = rules.jackpots.needed
            state += [(name.capitalize(), pips(n, needed)) for name, n in self.collected.items()]
        if "C" in self.played.modifiers:
            draws = self.blues if rules.charge.target == "repick" else self.charges.total()
            state.append(("charges at work", str(draws)))
        money = sum(self.values)
        totals = [("line win", self.record.line_win), ("money", money)]
        if "J" in self.played.modifiers:
            totals.append(("jackpots", self.jackpots))
        totals.append(("so far", sum(value for _, value in totals)))
        board = Board(self.played.reels, self.played.rows, tuple(tiles), links=tuple(links))
        return Scene(title, board, says, tuple(state), tuple(totals))


def _jackpot(reveal: Reveal) -> str:
    name = reveal.name.capitalize()
    return f"{name} {amount(reveal.prize)}" if reveal.prize else name
