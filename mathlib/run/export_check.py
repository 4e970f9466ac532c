"""Import of an engine package: whether its files are as written, and whether its figures hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

from mathlib.core.errors import MathlibError
from mathlib.evaluation import evaluate
from mathlib.exact.lookup import MEAN_BOUND
from mathlib.game.files import Game, dumps
from mathlib.present.summary import summary
from mathlib.run.export import EVALUATION, PARAMETERS, package, rebuilt
from mathlib.run.export_lookup import lookup_mean
from mathlib.run.export_manifest import (
    NAME,
    Contents,
    damage,
    differing,
    figures_of,
    library,
    read_folder,
    read_manifest,
)

ERRORS = 4
"""Standard errors that a simulated figure may be off when another library simulates it."""


@dataclass(frozen=True)
class Imported:
    """A package that was checked.

    Parameters
    ----------
    game : Game
        Rebuilt from the package's tables.
    digest : str
        Of the package.
    same_library : bool
        Whether the library here is the one that wrote it; then every file was made again and is
        the same to the last bit.
    figures : int
        Figures compared.
    words : tuple of str
        What was found, for a reader.
    """

    game: Game
    digest: str
    same_library: bool
    figures: int
    words: tuple[str, ...]


def import_package(folder: Path, wanted: str = "", within_errors: bool = False) -> Imported:
    """Check a package and evaluate it again.

    Parameters
    ----------
    folder : Path
    wanted : str
        Digest that the export printed; empty to take the manifest's word for it.
    within_errors : bool
        Whether figures of the same library may differ within their error bounds, as they may
        when another kind of processor computes them.

    Returns
    -------
    Imported

    Raises
    ------
    MathlibError
        When a file was changed, is missing or extra, when tables and parameter file describe
        different games, or when a figure does not hold; with every problem of its kind.
    """
    contents = read_folder(folder)
    if NAME not in contents:
        raise MathlibError(f"{folder}: has no {NAME}, so it is no engine package, or not all of it")
    try:
        return _checked(folder, contents, wanted, within_errors)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        # Digests can be made anew; forms that no export writes end here.
        what = f"{type(error).__name__} {error}"
        raise MathlibError(
            f"{folder}: not of the form that its schemas describe ({what})"
        ) from None


def _checked(folder: Path, contents: Contents, wanted: str, within_errors: bool) -> Imported:
    manifest = read_manifest(contents[NAME], str(folder / NAME))
    if wanted and manifest["digest"] != wanted:
        raise MathlibError(
            f"{folder}: another package: its digest is {manifest['digest']}, not {wanted}"
        )
    _refuse(folder, damage(manifest, contents))
    game = rebuilt(contents)
    if dumps(game).encode() != contents.get(PARAMETERS):
        raise MathlibError(f"{folder}: {PARAMETERS} is not the game that its tables describe")
    same = manifest["library"] == library()
    if same and not within_errors:
        words = _made_again(folder, game, contents, manifest)
    else:
        words = _within_errors(folder, game, contents, manifest, same)
    figures = len(_read(contents, EVALUATION)["figures"])
    return Imported(game, manifest["digest"], same, figures, words)


def _made_again(
    folder: Path, game: Game, contents: Contents, manifest: Mapping[str, Any]
) -> tuple[str, ...]:
    """Make the package again from its own tables: every byte must be the same."""
    again = package(game, evaluate(game), _total(manifest))
    problems = []
    for name in sorted({*again, *contents}):
        if name not in again or name not in contents:
            problems.append(f"{name}: only in one of the package and what its tables give")
        elif again[name] != contents[name]:
            problems.append(f"{name}: not what its tables give{_detail(name, contents, again)}")
    _refuse(folder, problems)
    count = len(_read(contents, EVALUATION)["figures"])
    return (
        f"{len(contents)} files are as they were written, and the same when made again",
        f"all {count} figures hold to the last bit, evaluated by the same library",
    )


def _detail(name: str, contents: Contents, again: Contents) -> str:
    if not name.endswith(".json"):
        return ""
    places = differing(_read(contents, name), _read(again, name))
    return f" (in the file and again: {'; '.join(places[:3]) or 'layout'})"


def _within_errors(
    folder: Path, game: Game, contents: Contents, manifest: Mapping[str, Any], same: bool
) -> tuple[str, ...]:
    evaluation = evaluate(game)
    written, data = _read(contents, EVALUATION), summary(evaluation)
    problems = _figures_differ(written["figures"], data["figures"])
    shown = differing(manifest["figures"], figures_of(written))
    problems += [f"{NAME}: not the figures of {EVALUATION}: {place}" for place in shown]
    again = _read(package(game, evaluation, _total(manifest)), NAME)
    for name, facts in again["lookup"].items():
        problems += _lookup_differs(name, facts, contents)
    _refuse(folder, problems)
    equal = sum(figure == data["figures"].get(name) for name, figure in written["figures"].items())
    who = "the same library" if same else "another version of the library"
    return (
        f"{len(contents)} files are as they were written",
        f"all {len(written['figures'])} figures hold within their error bounds, {equal} of them "
        f"to the last bit, evaluated by {who}",
    )


def _figures_differ(written: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    problems = []
    for name, old in written.items():
        new = now.get(name)
        if new is None:
            problems.append(f"{EVALUATION}: {name}: this library does not compute it")
        elif not _agree(old, new):
            values = f"{old['value']!r} and now {new['value']!r}"
            problems.append(f"{EVALUATION}: {name}: does not hold: {values}")
    return problems


def _agree(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    if old["value"] is None or new["value"] is None:
        return bool(old["value"] == new["value"])
    errors = [float("inf") if one["error"] is None else one["error"] for one in (old, new)]
    room = sum(errors)
    if "simulated" in (old["kind"], new["kind"]):
        room = ERRORS * sqrt(sum(error**2 for error in errors))
    # Rounding of the last digit is in no bound.
    room += 1e-15 * abs(old["value"])
    return bool(abs(old["value"] - new["value"]) <= room)


def _lookup_differs(name: str, facts: Mapping[str, Any], contents: Contents) -> list[str]:
    """Compare a table with what is known of its law now."""
    if name not in contents:
        return [f"{name}: missing"]
    total, mean = lookup_mean(contents[name].decode())
    room = MEAN_BOUND + 2 * facts["exact_mean_error"]
    if total != facts["total"] or abs(float(mean) - facts["exact_mean"]) > room:
        return [f"{name}: its total or its mean does not hold"]
    return []


def _total(manifest: Mapping[str, Any]) -> int | None:
    """Return the total of the look-up tables; line wins of a full cycle have their own."""
    totals = [facts["total"] for facts in manifest["lookup"].values() if "moved" in facts]
    return totals[0] if totals else None


def _read(contents: Contents, name: str) -> Any:
    try:
        return json.loads(contents[name].decode())
    except (KeyError, ValueError, RecursionError):
        raise MathlibError(f"{name}: missing, or not JSON") from None


def _refuse(folder: Path, problems: list[str]) -> None:
    if problems:
        lines = "\n".join(f"  {problem}" for problem in problems)
        raise MathlibError(f"{folder}: the package does not hold\n{lines}")
