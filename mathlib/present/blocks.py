"""Sections of a report: headed blocks of text, tables and figures that show themselves in HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol


class Block(Protocol):
    """Anything that can write itself as HTML."""

    def html(self) -> str:
        """Return the block as an HTML fragment."""
        ...


@dataclass(frozen=True)
class Text:
    """Paragraphs of plain text; ``note`` sets them small."""

    paragraphs: tuple[str, ...]
    note: bool = False

    @classmethod
    def of(cls, *paragraphs: str, note: bool = False) -> Text:
        """Return a text of these paragraphs.

        Examples
        --------
        >>> Text.of("a < b").html()
        '<p>a &lt; b</p>'
        """
        return cls(paragraphs, note)

    def html(self) -> str:
        """Return the paragraphs as HTML."""
        kind = ' class="note"' if self.note else ""
        return "".join(f"<p{kind}>{escape(text)}</p>" for text in self.paragraphs)


@dataclass(frozen=True)
class Items:
    """A bulleted list of plain texts."""

    items: tuple[str, ...]

    def html(self) -> str:
        """Return the list as HTML."""
        return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in self.items) + "</ul>"


@dataclass(frozen=True)
class Heading:
    """A heading inside a section."""

    text: str

    def html(self) -> str:
        """Return the heading as HTML."""
        return f"<h3>{escape(self.text)}</h3>"


@dataclass(frozen=True)
class Table:
    """A table of texts; columns of numbers are set to the right.

    Parameters
    ----------
    heads : sequence of str
        One per column.
    rows : sequence of sequence of str
        The cells.
    caption : str
        Shown above, when given.
    total : bool
        Whether the last row is a total.
    dense : bool
        Whether it is set small: a long list, such as strips.
    sheet : Table or None
        What a workbook shows instead, where columns are cheap.
    """

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""
    total: bool = False
    dense: bool = False
    sheet: Table | None = None

    def html(self) -> str:
        """Return the table as HTML.

        Examples
        --------
        >>> Table(["a"], [["1"]]).html()[:51]
        '<table><thead><tr><th class="n">a</th></tr></thead>'
        """
        right = [
            any(row[i] for row in self.rows)
            and all(_numeric(row[i]) for row in self.rows if row[i])
            for i in range(len(self.heads))
        ]
        marks = [' class="n"' if flag else "" for flag in right]

        def cells(tag: str, row: Sequence[str]) -> str:
            return "".join(
                f"<{tag}{mark}>{escape(cell)}</{tag}>"
                for mark, cell in zip(marks, row, strict=True)
            )

        body = self.rows[:-1] if self.total else self.rows
        parts = [f"<caption>{escape(self.caption)}</caption>"] if self.caption else []
        if any(self.heads):
            parts.append(f"<thead><tr>{cells('th', self.heads)}</tr></thead>")
        parts.append("<tbody>")
        parts += [f"<tr>{cells('td', row)}</tr>" for row in body]
        if self.total:
            parts.append(f'<tr class="total">{cells("td", self.rows[-1])}</tr>')
        kind = ' class="dense"' if self.dense else ""
        return f"<table{kind}>" + "".join(parts) + "</tbody></table>"


@dataclass(frozen=True)
class Row:
    """Blocks side by side where the page is wide enough."""

    blocks: tuple[Block, ...]

    def html(self) -> str:
        """Return the blocks as a wrapping row."""
        inner = "".join(f"<div>{block.html()}</div>" for block in self.blocks)
        return f'<div class="row">{inner}</div>'


@dataclass(frozen=True)
class Stack:
    """Blocks one below the other, as one block of a row."""

    blocks: tuple[Block, ...]

    def html(self) -> str:
        """Return the blocks one after another."""
        return "".join(block.html() for block in self.blocks)


@dataclass(frozen=True)
class Picture:
    """A drawn figure, as SVG text, with a caption and a text for those who cannot see it.

    A workbook shows the table ``sheet`` instead, where what is drawn stands nowhere else.
    """

    svg: str
    caption: str
    sheet: Table | None = None

    def html(self) -> str:
        """Return the figure as inline SVG."""
        label = escape(self.caption, quote=True)
        svg = self.svg.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
        return f"<figure>{svg}<figcaption>{escape(self.caption)}</figcaption></figure>"


@dataclass(frozen=True)
class Title:
    """What a report is about, in large letters."""

    text: str

    def _repr_html_(self) -> str:
        return f'<p class="title">{escape(self.text)}</p>'


@dataclass(frozen=True)
class Sheet:
    """One sheet of a workbook: a title that fits a tab, and what it shows."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Section:
    """One numbered section of a report.

    Parameters
    ----------
    number : int
        Its place in the sheet.
    title : str
        Its heading.
    blocks : tuple of Block
        What it holds, in order.
    sheets : tuple of Sheet
        The sheets of a workbook that show it, where it needs more than one.
    """

    number: int
    title: str
    blocks: tuple[Block, ...]
    sheets: tuple[Sheet, ...] = ()

    def _repr_html_(self) -> str:
        body = "\n".join(block.html() for block in self.blocks)
        return f"<section><h2>{self.number}. {escape(self.title)}</h2>\n{body}</section>"


_NUMBER = re.compile(
    r"^[\u2212+-]?(£|1 in )?[\d,]+(\.\d+)?(e[+-]?\d+)?( ?%|x)?( pts)?$|^never$|^-$"
)


def _numeric(text: str) -> bool:
    return bool(_NUMBER.match(text))
