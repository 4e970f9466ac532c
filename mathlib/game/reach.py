"""Whether strips can give a total line win at all: a search over windows, no probability.

A rule that guarantees a line win is only a rule if some stop of every reel gives that win. The
search goes reel by reel and remembers only what matters: which lines still run, on which symbol,
and what the ended lines pay. Branches whose upper bound is too low are cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from mathlib.game.lines import LineRules, Strip

Running = tuple[tuple[int, str], ...]
"""Lines that match on every reel so far: (line, symbol)."""


def reaches(
    rules: LineRules,
    strips: Sequence[Strip],
    wanted: int,
    placed: tuple[int, int, str] | None = None,
) -> bool:
    """Tell whether some stop of every reel gives a total line win of at least ``wanted``.

    Parameters
    ----------
    rules : LineRules
        How lines pay. No wild stands on the first reel, so that reel names a line's symbol.
    strips : sequence of Strip
        One per reel; weights do not matter, as every stop has a positive one.
    wanted : int
        Total line win, in line bets.
    placed : (reel, row, symbol), optional
        A cell that shows this symbol whatever its reel shows.

    Returns
    -------
    bool
        True when such stops exist.

    Examples
    --------
    >>> from mathlib.game.lines import Wild
    >>> rules = LineRules(rows=1, lines=((0, 0, 0),), pays={"A": (0, 0, 10)},
    ...                   wilds=(Wild(symbol="W"),))
    >>> strips = [Strip(symbols=("A", "B")), Strip(symbols=("B",)), Strip(symbols=("A",))]
    >>> reaches(rules, strips, 10), reaches(rules, strips, 10, placed=(1, 0, "W"))
    (False, True)
    """
    return _Search(rules, strips, wanted, placed).found()


class _Search:
    def __init__(
        self,
        rules: LineRules,
        strips: Sequence[Strip],
        wanted: int,
        placed: tuple[int, int, str] | None,
    ) -> None:
        self.rules, self.wanted = rules, wanted
        self.windows = [list(dict.fromkeys(strip.windows(rules.rows))) for strip in strips]
        if placed is not None:
            reel, row, symbol = placed
            self.windows[reel] = list(
                {(*window[:row], symbol, *window[row + 1 :]): None for window in self.windows[reel]}
            )
        self.in_row = [
            [{window[row] for window in windows} for row in range(rules.rows)]
            for windows in self.windows
        ]
        self.matching = {
            symbol: {symbol, *(w.symbol for w in rules.wilds if symbol not in w.not_for)}
            for symbol in rules.pays
        }
        # The highest win of a line: a longer run is never worth less than a shorter one.
        self.pays = {symbol: tuple(accumulate(row, max)) for symbol, row in rules.pays.items()}
        self.bounds = [
            [self._line_bounds(line, reel) for line in rules.lines]
            for reel in range(rules.reels + 1)
        ]
        self.failed: dict[tuple[int, Running], int] = {}

    def _line_bounds(self, line: tuple[int, ...], reel: int) -> dict[str, int]:
        """Return, per symbol that ran over the first ``reel`` reels, the most it can still pay."""
        out = {}
        for symbol, pays in self.pays.items():
            best = pays[reel - 1] if reel else 0
            for after in range(reel, self.rules.reels):
                if self.matching[symbol].isdisjoint(self.in_row[after][line[after]]):
                    break
                best = pays[after]
            out[symbol] = best
        return out

    def found(self) -> bool:
        starts: dict[Running, int] = {}
        for window in self.windows[0]:
            shown = ((i, window[line[0]]) for i, line in enumerate(self.rules.lines))
            starts[tuple((i, symbol) for i, symbol in shown if symbol in self.rules.pays)] = 0
        return self._any(1, list(starts.items()))

    def _any(self, reel: int, states: list[tuple[Running, int]]) -> bool:
        """Tell whether any state after ``reel`` reels can end at the wanted win; best first."""
        bounds = self.bounds[reel]
        ranked = [(won + sum(bounds[i][s] for i, s in runs), runs, won) for runs, won in states]
        ranked = [state for state in ranked if state[0] >= self.wanted]
        if reel == self.rules.reels:
            return bool(ranked)
        ranked.sort(key=lambda state: -state[0])
        return any(self._state(reel, runs, won) for _, runs, won in ranked)

    def _state(self, reel: int, runs: Running, won: int) -> bool:
        if won <= self.failed.get((reel, runs), -1):
            return False
        rows = {self.rules.lines[i][reel] for i, _ in runs}
        seen: set[tuple[str, ...]] = set()
        after: dict[Running, int] = {}
        for window in self.windows[reel]:
            shown = tuple(window[row] if row in rows else "" for row in range(self.rules.rows))
            if shown in seen:
                continue
            seen.add(shown)
            state, more = self._step(reel, runs, shown)
            after[state] = won + more
        if self._any(reel + 1, list(after.items())):
            return True
        self.failed[reel, runs] = won
        return False

    def _step(self, reel: int, runs: Running, shown: tuple[str, ...]) -> tuple[Running, int]:
        still, ended = [], 0
        for i, symbol in runs:
            if shown[self.rules.lines[i][reel]] in self.matching[symbol]:
                still.append((i, symbol))
            else:
                ended += self.pays[symbol][reel - 1]
        return tuple(still), ended
