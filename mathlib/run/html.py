"""An executed notebook as one page that opens anywhere: no network, no scripts, no code cells."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from html.parser import HTMLParser
from importlib import resources

from jinja2 import DictLoader
from nbconvert import HTMLExporter
from nbconvert.preprocessors import TagRemovePreprocessor
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook, new_output

from mathlib.core.errors import MathlibError
from mathlib.present.blocks import Block

ACTIVE = {"script", "iframe", "object", "embed", "link", "base", "form"}
LOADING = {"src", "srcset", "href", "xlink:href", "data", "poster", "background", "action"}
HIDDEN = {"result", "parameters", "injected-parameters"}
SHOWN = {"text/html", "text/markdown", "image/svg+xml", "image/png", "text/plain"}


def page(notebook: NotebookNode, title: str) -> str:
    """Return an executed notebook as a page of HTML.

    Texts and outputs in their order; code, what was written to the error stream and the cells
    tagged ``result`` stay out, and so does everything that differs from run to run. The same
    outputs give the same page.

    Parameters
    ----------
    notebook : NotebookNode
        An executed notebook.
    title : str
        The page's title.

    Returns
    -------
    str
        The whole page, its style sheet included.

    Raises
    ------
    MathlibError
        When an output would need a script or a file from elsewhere.

    Examples
    --------
    >>> from nbformat.v4 import new_markdown_cell, new_notebook
    >>> "<h1" in page(new_notebook(cells=[new_markdown_cell("# PAR sheet")]), "A game")
    True
    """
    quiet = notebook.copy()
    quiet.cells = [_quiet(cell) for cell in notebook.cells]
    exporter = HTMLExporter(
        template_name="basic",
        template_file="page.html.j2",
        extra_loaders=[DictLoader({"page.html.j2": _shipped("page.html.j2")})],
        exclude_input=True,
        exclude_input_prompt=True,
        exclude_output_prompt=True,
        exclude_anchor_links=True,
    )
    exporter.register_preprocessor(
        TagRemovePreprocessor(remove_cell_tags=HIDDEN, enabled=True), enabled=True
    )
    given = {"page": {"title": title, "css": _shipped("page.css")}}
    text, _ = exporter.from_notebook_node(quiet, resources=given)
    found = outside(text)
    if found:
        raise MathlibError(
            f"the page would not stand alone: it holds {', '.join(found[:3])}; "
            "draw figures as static outputs and put pictures inside the page"
        )
    return str(text)


def blocks_page(blocks: Iterable[Block], title: str) -> str:
    """Return blocks under a title as a page of HTML; as `page`.

    Examples
    --------
    >>> from mathlib.present.blocks import Text
    >>> "<p>All met.</p>" in blocks_page([Text.of("All met.")], "A batch")
    True
    """
    body = f"<h1>{escape(title)}</h1>" + "".join(block.html() for block in blocks)
    shown = new_output("display_data", data={"text/html": body})
    return page(new_notebook(cells=[new_code_cell(outputs=[shown])]), title)


def outside(text: str) -> list[str]:
    """List what a page would load or run: scripts, frames, style sheets, files, addresses.

    Parameters
    ----------
    text : str
        HTML.

    Returns
    -------
    list of str
        Each as it stands in the page; empty for a page that stands alone. A plain link that a
        reader may follow is no load.

    Examples
    --------
    >>> outside('<img src="data:image/png;base64,AA=="><a href="#part">on</a>')
    []
    >>> outside('<img src="chart.png">')
    ['<img src="chart.png">']
    """
    finder = _Finder()
    finder.feed(text)
    finder.close()
    return finder.found


class _Finder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        loads = any(_loads(tag, name, value or "") for name, value in attrs)
        refresh = tag == "meta" and any(name == "http-equiv" for name, _ in attrs)
        if tag in ACTIVE or loads or refresh:
            self.found.append((self.get_starttag_text() or tag)[:80])

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "style":
            self.found += re.findall(r"@import[^;]*|url\((?!['\"]?(?:data:|#))[^)]*\)", data)


def _loads(tag: str, name: str, value: str) -> bool:
    if name.startswith("on"):
        return True
    if name == "style":
        return bool(re.search(r"url\((?!['\"]?(?:data:|#))", value))
    if name not in LOADING or (tag == "a" and not value.lower().startswith("javascript:")):
        return False
    return not value.startswith(("data:", "#"))


def _quiet(cell: NotebookNode) -> NotebookNode:
    """Return a cell without error-stream text; refuse outputs that a page cannot show."""
    if cell.cell_type != "code" or HIDDEN & set(cell.metadata.get("tags", [])):
        return cell
    cell = cell.copy()
    cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
    for output in cell.outputs:
        types = set(output.get("data", {"text/plain": ""}))
        if any("widget" in kind for kind in types) or not types & SHOWN:
            raise MathlibError(
                f"a cell shows {', '.join(sorted(types))}, which a page cannot show; "
                "draw it as a static figure"
            )
    return cell


def _shipped(name: str) -> str:
    return resources.files("mathlib.present").joinpath(name).read_text("utf-8")
