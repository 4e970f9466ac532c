"""Many versions side by side: one table per kind of game, what failed, and links to each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from mathlib.game.files import KINDS
from mathlib.present.blocks import Block, Heading, Table, Text
from mathlib.present.numbers import fixed, in_percent, one_in, percent

NAMES = {"orb_respins": "Orb Respins", "pig_wizard": "Pig Wizard"}
FEATURES = {"orb_respins": "Respins", "pig_wizard": "Wizard Spins"}


@dataclass(frozen=True)
class Made:
    """One version of a batch.

    Parameters
    ----------
    label : str
        Its name in the batch.
    summary : mapping
        The data of its report; see `mathlib.present.summary`.
    link : str
        Its page, as seen from the comparison.
    """

    label: str
    summary: Mapping[str, Any]
    link: str


@dataclass(frozen=True)
class Linked:
    """A table whose first column leads to the versions' reports."""

    table: Table
    links: Sequence[str]

    def html(self) -> str:
        """Return the table as HTML.

        Examples
        --------
        >>> Linked(Table(["version"], [["a"]]), ["a/report.html"]).html().count("href")
        1
        """
        text = self.table.html()
        for row, link in zip(self.table.rows, self.links, strict=True):
            cell = f"<td>{escape(row[0])}</td>"
            linked = f'<td><a href="{escape(link, quote=True)}">{escape(row[0])}</a></td>'
            text = text.replace(cell, linked, 1)
        return text


def comparison_blocks(made: Sequence[Made], failed: Mapping[str, str]) -> tuple[Block, ...]:
    """Return the comparison of a batch.

    Parameters
    ----------
    made : sequence of Made
        In the order they are to be shown.
    failed : mapping
        Label to why there is no report.

    Returns
    -------
    tuple of Block
    """
    blocks: list[Block] = []
    for kind in KINDS:
        several = [one for one in made if one.summary["kind"] == kind]
        if several:
            blocks += [Heading(NAMES[kind]), *_tables(kind, several)]
    if failed:
        rows = [[label, problem] for label, problem in failed.items()]
        blocks += [Heading("Failed"), Table(["version", "why"], rows)]
    if not blocks:
        blocks.append(Text.of("No version was asked for."))
    return tuple(blocks)


def _tables(kind: str, made: Sequence[Made]) -> list[Block]:
    parts = list(made[0].summary["parts"])
    titles = [part.replace("_", " ") for part in parts]
    by_part = [
        [one.label, in_percent(one.summary["total_rtp"], 4)]
        + [in_percent(one.summary["parts"][part], 4) for part in parts]
        for one in made
    ]
    feature = FEATURES[kind]
    heads = [
        "version",
        "game",
        "RTP version",
        "line hits",
        "any win",
        feature,
        "sd",
        "top win odds",
    ]
    heads += ["aims met"]
    links = [one.link for one in made]
    return [
        Linked(
            Table(["version", "total", *titles], by_part, caption="RTP by part, % of bet"), links
        ),
        Linked(Table(heads, [_row(one) for one in made], caption="Figures"), links),
    ]


def _row(one: Made) -> list[str]:
    data = one.summary
    figures = data["figures"]
    met = sum(aim["met"] for aim in data["aims"])
    return [
        one.label,
        f"{data['game']} {data['version']}",
        data["rtp_version"],
        percent(data["line_hit_frequency"], 3),
        percent(data["any_win_frequency"], 3),
        one_in(data["feature_frequency"]),
        fixed(figures["sd"]["value"], 3),
        _top(data),
        f"{met} of {len(data['aims'])}",
    ]


def top_chance(summary: Mapping[str, Any]) -> float | None:
    """Return the chance of the greatest win, a full board or the cap.

    Parameters
    ----------
    summary : mapping
        Of a version.

    Returns
    -------
    float or None
        None when there is no greatest win, or its chance is too small to be told from 0.

    Examples
    --------
    >>> full = {"value": 1e-8, "kind": "exact"}
    >>> top_chance({"figures": {"max_win": {"value": 40000.0}, "full_board_chance": full}})
    1e-08
    """
    figures = summary["figures"]
    if figures["max_win"]["value"] is None:
        return None
    name = "cap_probability" if "cap_probability" in figures else "full_board_chance"
    value: float = figures[name]["value"]
    return value if value or figures[name]["kind"] == "exact" else None


def _top(data: Mapping[str, Any]) -> str:
    chance = top_chance(data)
    return "-" if chance is None else one_in(chance)
