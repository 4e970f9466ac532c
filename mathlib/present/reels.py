"""Paytables, reel strips and line-win tables, as every sheet shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from mathlib.exact.lines import LineTable
from mathlib.game.lines import Strip
from mathlib.present.blocks import Block, Heading, Row, Section, Sheet, Table, Text
from mathlib.present.cells import exact, whole
from mathlib.present.numbers import in_n, in_percent, money, one_in, percent, plain


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
            table("In line bets", whole),
            table("In total bets", lambda pay: plain(Fraction(pay, line_bets)) + "x"),
            table(
                f"At a total bet of {money(stake)}",
                lambda pay: money(Fraction(pay * stake, line_bets)),
            ),
        )),
    )  # fmt: skip


def strip_section(reels: tuple[Strip, ...], rows: int, order: Iterable[str]) -> Section:
    """Return the section of strips, lengths, counts and chances of symbols per reel and row.

    Symbols come in the order given, then in the order in which they stand on the strips.
    """
    counts, listed = strip_counts(reels, rows, order), strip_list(reels)
    note = Text.of(TOP_ROW, note=True)
    sheets = Sheet("Strips", (listed, note)), Sheet("Symbol counts", counts)
    return Section(5, "Reel strips", (*counts, Heading("Strips"), note, listed), sheets)


def line_chart(lines: Sequence[Sequence[int]]) -> Table:
    """Return the lines as a workbook shows them: the row of each reel, the top one being 1.

    Examples
    --------
    >>> line_chart([(0, 2)]).rows
    [['1', '1', '3']]
    """
    rows = [[whole(n) for n in (i, *(row + 1 for row in line))] for i, line in enumerate(lines, 1)]
    heads = ["Line", *(f"Reel {i}" for i in range(1, len(lines[0]) + 1))]
    return Table(heads, rows, caption="Line chart: rows from the top")


TOP_ROW = (
    "The stop drawn is the top row of the window; the strip continues at its start after the "
    "last stop."
)


def strip_counts(reels: tuple[Strip, ...], rows: int, order: Iterable[str]) -> tuple[Block, ...]:
    """Return lengths, counts and chances of symbols per reel and row."""
    found = dict.fromkeys(symbol for strip in reels for symbol in strip.symbols)
    names = list(dict.fromkeys([*(s for s in order if s in found), *found]))
    lengths = [
        [f"{i}", whole(len(strip.symbols)), whole(strip.total), _weights(strip)]
        for i, strip in enumerate(reels, start=1)
    ]
    counts = [[name, *(whole(strip.symbols.count(name)) for strip in reels)] for name in names]
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
    return Table(
        ["Stop", *_reels(reels)], rows, caption=caption, dense=True, sheet=_spread(reels, most)
    )


def _spread(reels: tuple[Strip, ...], most: int) -> Table:
    """Return the strips with the stop weights in columns of their own, and their sums."""
    heads, rows, last = ["Stop"], [[f"{i + 1}"] for i in range(most)], ["total"]
    few = exact(*(strip.total for strip in reels))
    for i, strip in enumerate(reels, start=1):
        heads += [f"Reel {i}", "weight"]
        weights = strip.weights or (1,) * len(strip.symbols)
        cells = [[s, whole(w)] for s, w in zip(strip.symbols, weights, strict=True)]
        for row, pair in zip(rows, [*cells, *[["", ""]] * (most - len(cells))], strict=True):
            row += pair
        last += ["", whole(strip.total).live(f"SUM({{{2 * i}:all}})", when=few)]
    return Table(heads, [*rows, last], total=True)


def line_wins(table: LineTable, where: str = "base") -> Table:
    """Return a line-win table: hits as integers, chances and odds per line, pay and RTP.

    Parameters
    ----------
    table : LineTable
    where : str
        One word for the reels, by which formulas call the cells of `line_totals`.
    """
    hits = sum(row.hits for row in table.rows)
    paid = sum(row.hits * row.pay for row in table.rows)
    all_lines = table.cycle * len(table.per_line)
    few = exact(hits, paid, all_lines)
    under = f"({{cycle_{where}}}*{{lines_{where}}})"
    rows = [
        [
            f"{row.symbol} x {row.count}",
            whole(row.hits),
            plain(row.probability).live(f"{{1}}/{under}", when=few),
            in_n(1 / row.probability).live(f"{under}/{{1}}", when=few) if row.hits else one_in(0),
            whole(row.pay),
            in_percent(row.rtp).live(f"{{1}}*{{4}}/{under}", when=few),
        ]
        for row in table.rows
    ]
    rows.append([
        "Total",
        whole(hits).live("SUM({1:all})", when=few),
        plain(table.hit_frequency_per_line).live(f"{{1:total}}/{under}", when=few),
        "",
        "",
        in_percent(table.rtp).live(f"SUMPRODUCT({{1:all}},{{4:all}})/{under}", when=few),
    ])  # fmt: skip
    heads = ["Win", "Hits, all lines", "P per line", "Odds per line", "Pay, line bets",
             "RTP, % of bet"]  # fmt: skip
    return Table(heads, rows, total=True)


def line_totals(table: LineTable, where: str = "base") -> list[list[str]]:
    """Return what the hits of a line-win table are counted out of: two rows of facts."""
    return [
        ["Cycle", whole(table.cycle).named(f"cycle_{where}")],
        ["Lines", whole(len(table.per_line)).named(f"lines_{where}")],
    ]


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
