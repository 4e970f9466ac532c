"""Pages of the studio panel: which knobs stand together, as a grid or as rows. No widgets here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from mathlib.design.knobs import Knob
from mathlib.game.files import Game
from mathlib.game.orb_respins import SET_NAMES, OrbRespins

SETS_AT = "respins.sets"
TILT, LEAN = "tilt of the table", "lean of the table"
OUTCOMES = {"blank": "nothing", "money": "Money"}
REELS = "strips"
RATE = ".rate"


@dataclass(frozen=True)
class Rows:
    """Knobs one below the other, each with a slider.

    Parameters
    ----------
    title : str
    rows : tuple of (address, label)
    """

    title: str
    rows: tuple[tuple[str, str], ...]

    @property
    def addresses(self) -> tuple[str, ...]:
        """Addresses of all its knobs."""
        return tuple(address for address, _ in self.rows)


@dataclass(frozen=True)
class Grid:
    """Knobs in rows and columns, as a table of integers.

    Parameters
    ----------
    title, corner : str
        What it is, and what its rows are.
    rows, columns : tuple of str
        Heads.
    cells : tuple of tuple of (str or None)
        Address of each cell, row by row; None where there is none.
    sums : bool
        Whether the sum of each column means something and is shown.
    """

    title: str
    corner: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[str | None, ...], ...]
    sums: bool = False

    @property
    def addresses(self) -> tuple[str, ...]:
        """Addresses of all its knobs."""
        return tuple(address for row in self.cells for address in row if address)


@dataclass(frozen=True)
class Page:
    """One page of the panel.

    Parameters
    ----------
    name : str
        Short, for its button.
    title : str
        What it holds, in words.
    sections : tuple of Rows or Grid
    """

    name: str
    title: str
    sections: tuple[Rows | Grid, ...]

    @property
    def addresses(self) -> tuple[str, ...]:
        """Addresses of all its knobs."""
        return tuple(address for section in self.sections for address in section.addresses)

    def single(self, found: Mapping[str, Knob]) -> list[str]:
        """Return the addresses that turn one thing each: no tilts, nor sums of rows shown too."""
        own = [found[address] for address in self.addresses if address in found]
        rows = [knob.address for knob in own if knob.kind in ("count", "weight")]
        return rows or [knob.address for knob in own if knob.kind == "sum"]


def pages(game: Game, found: Mapping[str, Knob]) -> tuple[Page, ...]:
    """Return the pages of a game's panel, in the order of its buttons.

    Parameters
    ----------
    game : Game
    found : mapping
        Its knobs by address.

    Returns
    -------
    tuple of Page
        Every count, weight and table of the game is on one of them.

    Examples
    --------
    >>> from mathlib.design.knobs import knobs
    >>> from mathlib.game.files import example
    >>> game = example("orb_respins")
    >>> [page.name for page in pages(game, knobs(game))][:5]
    ['Reels', 'Trigger', 'J', 'M', 'C']
    """
    own = _orb(found) if isinstance(game, OrbRespins) else _pig(found)
    return tuple(page for page in own if page.sections)


def _orb(found: Mapping[str, Knob]) -> Iterator[Page]:
    yield Page("Reels", "Stops of each symbol on each reel", _reels(found, REELS, "count"))
    yield Page("Trigger", "What starts Respins, by the orbs in view", _tables(found, "trigger"))
    for name, words in SET_NAMES.items():
        at = f"{SETS_AT}.{name}"
        parts = (_tables(found, f"{at}.lands"), _tables(found, f"{at}.start"), _bands(found, at))
        sections = tuple(section for part in parts for section in part)
        yield Page(name, f"Respins with {words}", sections)
    yield Page("Money", "Values of Money symbols", _tables(found, "respins.money"))
    yield Page("Charge", "What a charge adds", _tables(found, "respins.charge"))
    yield Page("Multiply", "What a red orb does", _tables(found, "respins.multiply"))
    yield Page("Jackpots", "What a golden orb reveals", _tables(found, "respins.jackpots"))
    yield Page("Weights", "Stop weights of each symbol", _reels(found, REELS, "share"))


def _pig(found: Mapping[str, Knob]) -> Iterator[Page]:
    yield Page("Reels", "Stops of each symbol on each reel", _reels(found, REELS, "count"))
    lands = (*_tables(found, "pig_wizard"), *_tables(found, "crystal_balls"))
    yield Page("Wizard", "The Pig Wizard and the crystal balls", lands)
    yield Page("Cash Lock", "What a locked symbol shows", _tables(found, "locked"))
    yield Page("Modifiers", "Cash add and Line win", _tables(found, "modifiers"))
    yield Page("Mystic", "Mystic Money: cells and values", _tables(found, "mystic_money"))
    yield Page("Spins", "Wizard Spins: values and retriggers", _tables(found, "wizard_spins"))
    for name, path in (("Mystic reels", "mystic_money"), ("Spins reels", "wizard_spins")):
        title = f"Stops of each symbol on each reel, {path.replace('_', ' ').title()}"
        yield Page(name, title, _reels(found, f"{path}.{REELS}", "count"))
    yield Page("Weights", "Stop weights of each symbol", _reels(found, REELS, "share"))


def in_short(label: str) -> str:
    """Return the label of a knob as a page has it.

    Examples
    --------
    >>> in_short("Money value: tilt of the table; above 0 favours the greater")
    'Money value: lean of the table'
    """
    table, _, row = label.rpartition(": ")
    return f"{table}: {LEAN}" if row.startswith(TILT) else label


def _reels(found: Mapping[str, Knob], at: str, kind: str) -> tuple[Grid, ...]:
    """Return the grid of symbol by reel."""
    prefix = f"{at}."
    pairs = [
        (reel, symbol)
        for address in found
        if address.startswith(prefix)
        for reel, what, symbol in [address[len(prefix) :].split(".", 2)]
        if what == kind
    ]
    # In the order of the longest reel's own list, which is that of the paytable.
    symbols = [symbol for reel, symbol in pairs if reel == "1"]
    symbols += [symbol for _, symbol in pairs if symbol not in symbols]
    symbols = list(dict.fromkeys(symbols))
    if kind == "share":
        ordered = [symbol for grid in _reels(found, at, "count") for symbol in grid.rows]
        symbols.sort(key=ordered.index)
    reels = list(dict.fromkeys(reel for reel, _ in pairs))
    have = set(pairs)
    cells = tuple(
        tuple(f"{prefix}{r}.{kind}.{symbol}" if (r, symbol) in have else None for r in reels)
        for symbol in symbols
    )
    columns = tuple(f"reel {int(reel) + 1}" for reel in reels)
    return (Grid("", "symbol", tuple(symbols), columns, cells, sums=True),) if cells else ()


def _bands(found: Mapping[str, Knob], at: str) -> tuple[Grid, ...]:
    """Return the grid of landing weights: band by outcome."""
    prefix = f"{at}.bands."
    own = [address for address in found if address.startswith(prefix)]
    keys = [tuple(address[len(prefix) :].split(".", 1)) for address in own]
    bands = list(dict.fromkeys(band for band, _ in keys))
    outcomes = list(dict.fromkeys(outcome for _, outcome in keys))
    have = set(keys)
    cells = tuple(
        tuple(f"{prefix}{b}.{o}" if (b, o) in have else None for o in outcomes) for b in bands
    )
    rows = tuple(_band_name(found, next(cell for cell in row if cell)) for row in cells)
    columns = tuple(OUTCOMES.get(outcome, outcome) for outcome in outcomes)
    title = "What lands in an empty cell, by the Money held"
    return (Grid(title, "Money held", rows, columns, cells),) if cells else ()


def _band_name(found: Mapping[str, Knob], address: str) -> str:
    """Return "up to 5" of "Jackpots, up to 5 Money held: Money lands"."""
    return found[address].label.split(", ", 1)[1].split(" Money")[0]


def _tables(found: Mapping[str, Knob], at: str) -> tuple[Rows, ...]:
    """Return the tables below a place, those that move many weights at once first."""
    own = [
        (address, *_split(knob))
        for address, knob in found.items()
        if address.startswith(f"{at}.") and f".{REELS}." not in f".{address}"
    ]
    sections = []
    for title, group in groupby(own, key=lambda item: item[1]):
        rows = tuple((address, label) for address, _, label in group)
        sections.append(Rows(title, rows))
    return tuple(sorted(sections, key=lambda s: not any(a.endswith(RATE) for a in s.addresses)))


def _split(knob: Knob) -> tuple[str, str]:
    """Return the table that a knob belongs to, and its row there."""
    title, _, label = knob.label.rpartition(": ")
    if knob.address.endswith(RATE):
        return "all tables together", title
    return title, LEAN if label.startswith(TILT) else label
