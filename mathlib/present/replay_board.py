"""Boards of played rounds as SVG: tiles, winning lines, orbs and what they work on."""

from __future__ import annotations

from html import escape

from mathlib.present.plots import COLOURS
from mathlib.present.replay_scene import Board, Link, Tile

WIDE, HIGH, GAP = 74, 58, 5
"""A cell, and the room between two."""
EDGE = 5
INK, SOFT, RULE = "#1a1f2b", "#5a6272", "#d5d9e0"
NAVY, RED, TEAL, GOLD = COLOURS[:4]
FILLS = {
    "symbol": ("#f4f6f9", RULE, INK),
    "special": (NAVY, NAVY, "#ffffff"),
    "money": ("#fbf1dc", GOLD, INK),
    "pale": ("#ffffff", RULE, "#9aa5b1"),
    "empty": ("#fafbfc", "#e8ebef", SOFT),
}
"""Kind of tile to fill, rim and letters."""
ORBS = {"golden": GOLD, "red": RED, "blue": "#3b6fa0"}
MARKS = {"new": INK, "changed": TEAL}


def board_svg(board: Board, scale: float = 1.0) -> str:
    """Draw a board.

    Parameters
    ----------
    board : Board
        What to draw.
    scale : float
        1 gives cells of 74 by 58 pixels.

    Returns
    -------
    str
        SVG text.

    Examples
    --------
    >>> from mathlib.present.replay_scene import EMPTY
    >>> board_svg(Board(2, 1, (EMPTY, EMPTY))).count("<rect")
    2
    """
    width = board.reels * (WIDE + GAP) - GAP + 2 * EDGE
    height = board_height(board)
    out = [
        f'<svg width="{width * scale:g}" height="{height * scale:g}" '
        f'viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" '
        'font-family="DejaVu Sans, sans-serif" text-anchor="middle">'
    ]
    paying = {cell for line in board.lines for cell in line}
    drawn = [
        _tile(tile, *_corner(board, cell), cell in paying) for cell, tile in enumerate(board.tiles)
    ]
    empty = [tile.kind == "empty" for tile in board.tiles]
    # Links run over empty cells and below all others: what a cell shows stays readable.
    out += [one for one, hollow in zip(drawn, empty, strict=True) if hollow]
    out += [_link(board, link) for link in board.links]
    out += [one for one, hollow in zip(drawn, empty, strict=True) if not hollow]
    out += [_line(board, n, line) for n, line in enumerate(board.lines)]
    return "".join(out) + "</svg>"


def board_height(board: Board) -> int:
    """Return how tall the picture of a board is, in pixels at scale 1.

    Examples
    --------
    >>> board_height(Board(5, 3, ()))
    194
    """
    return board.rows * (HIGH + GAP) - GAP + 2 * EDGE


def _corner(board: Board, cell: int) -> tuple[int, int]:
    row, reel = divmod(cell, board.reels)
    return EDGE + reel * (WIDE + GAP), EDGE + row * (HIGH + GAP)


def _middle(board: Board, cell: int) -> tuple[float, float]:
    x, y = _corner(board, cell)
    return x + WIDE / 2, y + HIGH / 2


def _tile(tile: Tile, x: int, y: int, paying: bool) -> str:
    orb = ORBS.get(tile.kind)
    fill, rim, ink = FILLS["symbol" if orb and tile.text else "empty" if orb else tile.kind]
    rim = MARKS.get(tile.mark, rim)
    thick = 2.6 if tile.mark else 1.2
    if paying:
        fill = fill if tile.kind == "special" else "#e3eef0"
    out = [
        f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="7" fill="{fill}" '
        f'stroke="{rim}" stroke-width="{thick}"/>'
    ]
    middle = x + WIDE / 2
    if orb:
        out.append(_orb(tile, orb, middle, y))
    elif tile.text:
        size = 17 if len(tile.text) <= 6 else 14 if len(tile.text) <= 8 else 10.5
        base = y + HIGH / 2 + size * 0.36 - (4 if tile.after and not tile.before else 0)
        out.append(_text(tile.text, middle, base, size, ink, bold=tile.kind != "pale"))
    if tile.before:
        out.append(_text(tile.before, middle, y + 13, 9.5, SOFT))
    if tile.after and not orb:
        colour = ink if tile.kind == "special" else SOFT
        out.append(_text(tile.after, middle, y + HIGH - 7, 9.5, colour))
    out += [
        f'<circle cx="{x + 9 + 8 * i}" cy="{y + HIGH - 8}" r="2.8" fill="{RED}"/>'
        for i in range(tile.times)
    ]
    if tile.charges:
        right = x + WIDE - 10
        out.append(f'<circle cx="{right}" cy="{y + HIGH - 10}" r="7.5" fill="{ORBS["blue"]}"/>')
        out.append(_text(str(tile.charges), right, y + HIGH - 6.4, 10, "#ffffff", bold=True))
    return "".join(out)


def _orb(tile: Tile, colour: str, x: float, y: int) -> str:
    out = (
        f'<circle cx="{x}" cy="{y + 23}" r="15" fill="{colour}" fill-opacity="0.9"/>'
        f'<ellipse cx="{x - 5}" cy="{y + 16}" rx="5" ry="3.4" fill="#ffffff" fill-opacity="0.5"/>'
    )
    return out + _text(tile.after or tile.text, x, y + HIGH - 6, 10, INK)


def _text(text: str, x: float, y: float, size: float, colour: str, *, bold: bool = False) -> str:
    weight = ' font-weight="600"' if bold else ""
    # DejaVu Sans is some 0.62 em wide a letter; what is wider than the tile is set narrower.
    wide = WIDE - 8
    tight = f' textLength="{wide}" lengthAdjust="spacingAndGlyphs"'
    squeeze = tight if 0.62 * size * len(text) > wide else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}"{weight}{squeeze}>'
        f"{escape(text)}</text>"
    )


def _line(board: Board, number: int, line: tuple[int, ...]) -> str:
    # Lines through the same cells lie beside each other.
    shift = (number % 5 - 2) * 2.6
    places = [_middle(board, cell) for cell in line]
    points = " ".join(f"{x:g},{y + 19 + shift:g}" for x, y in places)
    colour = COLOURS[(number + 1) % 5]
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.4" '
        'stroke-opacity="0.75" stroke-linejoin="round" stroke-linecap="round"/>'
    )


def _link(board: Board, link: Link) -> str:
    (x1, y1), (x2, y2) = _middle(board, link.start), _middle(board, link.end)
    colour = ORBS[link.kind]
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{colour}" '
        'stroke-width="2.2" stroke-opacity="0.7" stroke-dasharray="6 4"/>'
    )
