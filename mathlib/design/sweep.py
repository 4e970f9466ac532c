"""Sweeps: a file that names many versions of one game by what they change.

A sweep holds the digest of its base, so it never applies to a file that has changed since. What
a version changes is written as knobs ("trigger.rate": 50) or as places in the file, from the
root, as a JSON pointer has them ("/cap": 50000, "/paytable/owl/4": 210).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StringConstraints, model_validator

from mathlib.core.errors import MathlibError, shown
from mathlib.design.knobs import set_knobs
from mathlib.design.saving import Label
from mathlib.game import files
from mathlib.game.documents import build, read_json, read_text
from mathlib.game.fields import Model, RefusedError
from mathlib.game.files import Game
from mathlib.game.identification import Date, Text
from mathlib.game.lines import as_tuple


class SweptVersion(Model):
    """One version: its label, which names its files, what it is for, and what it changes."""

    label: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_.-]*$")]
    note: Text
    changes: dict[str, Any]


class Sweep(Model):
    """A sweep file.

    Parameters
    ----------
    sweep : 1
        Its format.
    base : str
        The parameter file that all versions start from, as seen from the sweep.
    digest : str
        Digest of the base.
    date : str
        Of the versions' entries in the revision log.
    versions : tuple of SweptVersion
        At least one.
    """

    sweep: Literal[1]
    base: Text
    digest: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
    date: Date
    versions: Annotated[tuple[SweptVersion, ...], BeforeValidator(as_tuple), Field(min_length=1)]

    @model_validator(mode="after")
    def _labels(self) -> Sweep:
        for label, times in Counter(one.label for one in self.versions).items():
            if times > 1:
                raise RefusedError(label, "each label once", "Rename one.", ("versions",))
        return self


def is_sweep(path: Path) -> bool:
    """Tell a sweep from a parameter file.

    Raises
    ------
    MathlibError
        When the file is neither readable nor JSON.
    """
    data = read_json(read_text(path), str(path))
    return isinstance(data, dict) and "sweep" in data


def expand(path: Path) -> dict[str, Game]:
    """Return all versions of a sweep.

    Parameters
    ----------
    path : Path
        The sweep file.

    Returns
    -------
    dict
        Label to game; the label is the game's RTP version too, and the note its last revision.

    Raises
    ------
    ParameterError
        When the sweep is not well formed.
    MathlibError
        When its base has another digest, or a change is refused, with the label it belongs to.
    """
    sweep = build(Sweep, read_json(read_text(path), str(path)), str(path))
    base = files.load(path.parent / sweep.base)
    found = files.digest(base)
    if found != sweep.digest:
        raise MathlibError(
            f"{path}: written for {sweep.base} with digest {sweep.digest[:12]}..., which now has "
            f"{found[:12]}...; look whether the versions still mean the same, then write the new "
            f"digest: {found}"
        )
    versions = {}
    for one in sweep.versions:
        try:
            game = changed(base, one.changes)
            label = Label(rtp_version=one.label, note=one.note, date=sweep.date)
            versions[one.label] = label.on(game)
        except MathlibError as error:
            raise MathlibError(f"{path}: version {one.label}: {error}") from None
    return versions


def changed(game: Game, changes: Mapping[str, Any]) -> Game:
    """Return a game with places of its file and knobs changed, places first.

    Parameters
    ----------
    game : Game
    changes : mapping
        Place or knob to its new value. A place must be there already.

    Raises
    ------
    MathlibError
        When a place or knob is not there, or the game refuses the value.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> game = changed(example("orb_respins"), {"/cap": 50000, "trigger.M.M": 3})
    >>> game.cap, game.trigger["M"]["M"]
    (500000, 3)
    """
    document = files.dump(game)
    for place, value in changes.items():
        if place.startswith("/"):
            _put(document, place, value)
    turned = {address: v for address, v in changes.items() if not address.startswith("/")}
    for address, value in turned.items():
        if isinstance(value, bool) or (not isinstance(value, int) and not _is_real(value)):
            raise MathlibError(f"{address}: found {shown(value)}; expected a number")
    values = {a: v if isinstance(v, int) else float(v) for a, v in turned.items()}
    placed = files.parse(document, "the changed file")
    return set_knobs(placed, values) if values else placed


def _is_real(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return not isinstance(value, str)


def _put(document: Any, place: str, value: Any) -> None:
    parts = [part.replace("~1", "/").replace("~0", "~") for part in place[1:].split("/")]
    here = document
    for depth, part in enumerate(parts):
        key: Any = int(part) if isinstance(here, list) and part.isdecimal() else part
        known = range(len(here)) if isinstance(here, list) else here
        if not isinstance(here, dict | list) or key not in known:
            raise MathlibError(
                f"/{'/'.join(parts[: depth + 1])}: no such place in the file; a change replaces "
                "what is there"
            )
        if depth == len(parts) - 1:
            here[key] = value
        else:
            here = here[key]
