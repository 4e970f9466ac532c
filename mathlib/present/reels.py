"""Paytables, reel strips and line-win tables, as every sheet shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from mathlib.exact.lines import LineTable
from mathlib.game.lines import Strip
from mathlib.present.blocks import Block, Heading, Row, Table, Text
from mathlib.present.numbers import fixed, money, one_in, percent, plain


def paytables(
    pays: Mapping[str, tuple[int, ...]], reels: int, line_bets: int, stake: int
) -> tuple[Block, ...]:
    """Return the paytable in line bets, in total bets and at a reference stake in pence."""
    counts = [n for n in range(reels, 0, -1) if any(row[n - 1] for row in pays.values())]
    heads = ["Symbol", *(f"x {n}" for n in counts)]

    def table(caption: str, show: Callable[[int], str]) -> Table:
        rows = [[symbol, *(show(row[n - 1]) for n in counts)] for symbol, row in pays.items()]
        return Table(heads, rows, caption=caption)

    return (
        Row((
            table("In line bets", str),
            table("In total bets", lambda pay: plain(Fraction(pay, line_bets)) + "x"),
            table(
                f"At a total bet of {money(stake)}",
                lambda pay: money(Fraction(pay * stake, line_bets)),
            ),
        )),
    )  # fmt: skip


def strips(reels: tuple[Strip, ...], rows: int, order: Iterable[str]) -> tuple[Block, ...]:
    """Return strips, lengths, counts and chances of symbols per reel and row.

    Symbols come in the order given, then in the order in which they stand on the strips.
    """
    return (
        *strip_counts(reels, rows, order),
        Heading("Strips"),
        Text.of(TOP_ROW, note=True),
        strip_list(reels),
    )


TOP_ROW = (
    "The stop drawn is the top row of the window; the strip continues at its start after the "
    "last stop."
)


def strip_counts(reels: tuple[Strip, ...], rows: int, order: Iterable[str]) -> tuple[Block, ...]:
    """Return lengths, counts and chances of symbols per reel and row."""
    found = dict.fromkeys(symbol for strip in reels for symbol in strip.symbols)
    names = list(dict.fromkeys([*(s for s in order if s in found), *found]))
    lengths = [
        [f"{i}", f"{len(strip.symbols)}", f"{strip.total}", _weights(strip)]
        for i, strip in enumerate(reels, start=1)
    ]
    counts = [[name, *(f"{strip.symbols.count(name)}" for strip in reels)] for name in names]
    heads = ["Symbol", *_reels(reels)]
    blocks: list[Block] = [
        Row((
            Table(["Reel", "Stops", "Total weight", "Stop weights"], lengths),
            Table(heads, counts, caption="Stops per reel"),
        )),
    ]  # fmt: skip
    equal = all(strip.weights is None for strip in reels)
    for row in range(1 if equal else rows):
        chances = [
            [name, *(percent(Fraction(s.row_weights(row)[name], s.total)) for s in reels)]
            for name in names
        ]
        where = "any row" if equal else f"row {row + 1} from the top"
        blocks.append(Table(heads, chances, caption=f"Chance of each symbol in {where}"))
    return tuple(blocks)


def strip_list(reels: tuple[Strip, ...], caption: str = "") -> Table:
    """Return the strips stop by stop, with the weights where stops are not alike.

    Examples
    --------
    >>> strip_list((Strip(symbols=("A", "K"), weights=(2, 1)),)).rows
    [['1', 'A \N{MULTIPLICATION SIGN}2'], ['2', 'K \N{MULTIPLICATION SIGN}1']]
    """
    most = max(len(strip.symbols) for strip in reels)
    rows = [_stop(reels, i) for i in range(most)]
    return Table(["Stop", *_reels(reels)], rows, caption=caption, dense=True)


def line_wins(table: LineTable) -> Table:
    """Return a line-win table: hits as integers, chances and odds per line, pay and RTP."""
    rows = [
        [
            f"{row.symbol} x {row.count}",
            f"{row.hits:,}",
            plain(row.probability),
            one_in(row.probability),
            f"{row.pay}",
            fixed(100 * row.rtp, 5),
        ]
        for row in table.rows
    ]
    hits = sum(row.hits for row in table.rows)
    rows.append(["Total", f"{hits:,}", plain(table.hit_frequency_per_line), "", "",
                 fixed(100 * table.rtp, 5)])  # fmt: skip
    heads = ["Win", "Hits, all lines", "P per line", "Odds per line", "Pay, line bets",
             "RTP, % of bet"]  # fmt: skip
    return Table(heads, rows, total=True)


def _reels(reels: tuple[Strip, ...]) -> list[str]:
    return [f"Reel {i}" for i in range(1, len(reels) + 1)]


def _stop(reels: tuple[Strip, ...], i: int) -> list[str]:
    cells = [f"{i + 1}"]
    for strip in reels:
        if i >= len(strip.symbols):
            cells.append("")
        elif strip.weights is None:
            cells.append(strip.symbols[i])
        else:
            cells.append(f"{strip.symbols[i]} \u00d7{strip.weights[i]}")
    return cells


def _weights(strip: Strip) -> str:
    return "1 each" if strip.weights is None else "given with the strip"
