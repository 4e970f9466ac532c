"""Pages stand alone: whatever would load or run something is found and refused."""

from __future__ import annotations

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from mathlib.core.errors import MathlibError
from mathlib.run.html import outside, page


@pytest.mark.parametrize(
    "text",
    [
        "<script>1</script>",
        '<script type="application/json">1</script>',
        '<link rel="stylesheet" href="page.css">',
        '<img src="http://example.org/a.png">',
        '<img srcset="a.png 2x">',
        '<svg><image xlink:href="a.png"/></svg>',
        '<svg><use href="a.svg#x"/></svg>',
        '<iframe src="#x"></iframe>',
        "<object></object>",
        '<p onclick="x()">a</p>',
        '<a href="javascript:x()">a</a>',
        "<style>@import 'a.css';</style>",
        "<style>p { background: url(a.png) }</style>",
        '<p style="background: url(a.png)">a</p>',
        '<meta http-equiv="refresh" content="0; url=http://example.org">',
    ],
)
def test_each_way_out_is_found(text: str) -> None:
    assert len(outside(f"<p>a</p>{text}<p>b</p>")) == 1
    with pytest.raises(MathlibError, match="would not stand alone"):
        page(_shows({"text/html": text}), "T")


@pytest.mark.parametrize(
    "text",
    [
        '<a href="http://example.org">a source to follow</a>',
        '<svg><use href="#x"/></svg>',
        '<img src="data:image/png;base64,AA==">',
        "<style>p { clip-path: url(#x) }</style>",
    ],
)
def test_what_stays_inside_is_let_through(text: str) -> None:
    assert outside(text) == []


def test_widgets_are_refused() -> None:
    shown = {"application/vnd.jupyter.widget-view+json": {}, "text/plain": "IntSlider()"}
    with pytest.raises(MathlibError, match="draw it as a static figure"):
        page(_shows(shown), "T")


def test_text_is_escaped_and_order_kept() -> None:
    cells = [new_markdown_cell("# First"), *_shows({"text/plain": "<b"}).cells]
    notebook = new_notebook(cells=cells)
    text = page(notebook, "<T>")
    assert text.index("<h1>First</h1>") < text.index("<pre>&lt;b</pre>")
    assert "<title>&lt;T&gt;</title>" in text


def _shows(data: dict[str, object]) -> NotebookNode:
    cell = new_code_cell("code", outputs=[new_output("display_data", data=data)])
    return new_notebook(cells=[cell])
