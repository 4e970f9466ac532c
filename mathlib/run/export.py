"""Engine packages: the integer tables of a game, with digests and evaluated figures.

The figures are those of the game that was read back from the written tables.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mathlib.core.errors import MathlibError
from mathlib.evaluation import evaluate
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.lookup import check_total
from mathlib.exact.lookups import law_names
from mathlib.game.files import Game, canonical, dumps, schema_text
from mathlib.game.package import Tables, tables_of
from mathlib.game.package_read import game_of
from mathlib.game.package_schema import tables_schema
from mathlib.present.summary import summary
from mathlib.run.export_lookup import lookup
from mathlib.run.export_manifest import (
    NAME,
    Contents,
    damage,
    differing,
    manifest_of,
    manifest_schema,
    read_folder,
    read_manifest,
)
from mathlib.run.export_readme import readme

PARAMETERS = "parameters.json"
TABLES = "tables.json"
EVALUATION = "evaluation.json"


@dataclass(frozen=True)
class Exported:
    """A package that was written: its folder, its digest, and the names of its files."""

    folder: Path
    digest: str
    files: tuple[str, ...]


def export_package(
    game: Game,
    folder: Path,
    shown: Evaluation | None = None,
    total: int | None = None,
    replace: bool = False,
) -> Exported:
    """Write the engine package of a game.

    Parameters
    ----------
    game : Game
    folder : Path
        Made by this function: it appears when everything is written and checked.
    shown : Evaluation or None
        The evaluation that was shown to whoever exports; None evaluates the game.
    total : int or None
        Total of the look-up tables, a power of 2; None for none.
    replace : bool
        Whether a package of this tool that stands there may be replaced.

    Returns
    -------
    Exported

    Raises
    ------
    MathlibError
        When the game read back from the written tables does not have the figures shown, when
        the folder is there and may not be replaced, or cannot be written.
    """
    _check_place(folder, replace)
    shown = evaluate(game) if shown is None else shown
    contents = package(game, shown, total)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
        try:
            _write(contents, made)
            _check_written(made, contents, shown)
            _move(made, folder, replace)
        finally:
            shutil.rmtree(made, ignore_errors=True)
    except OSError as error:
        raise MathlibError(f"{folder}: cannot be written ({error.strerror})") from None
    manifest = read_manifest(contents[NAME], NAME)
    return Exported(folder, manifest["digest"], tuple(sorted(contents)))


def package(game: Game, evaluation: Evaluation, total: int | None = None) -> dict[str, bytes]:
    """Return the files of a package: the same bytes for the same game and library.

    Parameters
    ----------
    game : Game
    evaluation : Evaluation
        Of the game.
    total : int or None
        Total of the look-up tables; None for none.

    Returns
    -------
    dict
        File name to bytes, the manifest last.
    """
    tables, data = tables_of(game), summary(evaluation)
    texts = {
        "README.txt": readme(game, total is not None),
        PARAMETERS: dumps(game),
        TABLES: canonical(tables.document),
        **tables.strips,
        EVALUATION: _pretty(data),
        "schemas/parameters.schema.json": schema_text(game.kind),
        "schemas/tables.schema.json": _pretty(tables_schema()),
        "schemas/manifest.schema.json": _pretty(manifest_schema()),
    }
    facts = {}
    if total is not None:
        check_total(total)
        for name in law_names(game):
            table = lookup(evaluation, name, total)
            path = lookup_path(name)
            texts[path], facts[path] = table.text, table.facts
    contents = {name: text.encode() for name, text in texts.items()}
    return {**contents, NAME: manifest_of(game, data, contents, facts)}


def lookup_path(name: str) -> str:
    """Return the file of a look-up table in a package.

    Examples
    --------
    >>> lookup_path("round"), lookup_path("JC")
    ('lookup/round.csv', 'lookup/respins_JC.csv')
    """
    return f"lookup/{name if name.islower() else 'respins_' + name}.csv"


def rebuilt(contents: Contents) -> Game:
    """Return the game that the tables of a package describe; its parameter file is not looked at.

    Raises
    ------
    MathlibError
        When they describe none, or do not agree with themselves.
    """
    try:
        document = json.loads(contents[TABLES].decode())
        strips = {
            name: data.decode() for name, data in contents.items() if name.startswith("strips/")
        }
    except KeyError:
        raise MathlibError(f"{TABLES}: missing") from None
    except (ValueError, RecursionError) as error:
        raise MathlibError(f"{TABLES} or a strip file cannot be read ({error})") from None
    return game_of(Tables(document, strips))


def _pretty(data: Mapping[str, Any]) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _check_place(folder: Path, replace: bool) -> None:
    if not os.path.lexists(folder):
        return
    if not replace:
        raise MathlibError(
            f"{folder}: is there already; name another folder, or give --replace if it is a "
            "package that may go"
        )
    try:
        found = read_folder(folder)
        if NAME not in found:
            raise MathlibError(f"{folder}: has no {NAME}")
        problems = damage(read_manifest(found[NAME], str(folder / NAME)), found)
    except MathlibError as error:
        raise MathlibError(f"{folder}: not replaced, as it is no package ({error})") from None
    if problems:
        raise MathlibError(
            f"{folder}: not replaced, as it is not as it was exported ({'; '.join(problems)}); "
            "move it away"
        )


def _write(contents: Contents, folder: Path) -> None:
    for name, data in contents.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    folder.chmod(0o755)


def _check_written(folder: Path, contents: Contents, shown: Evaluation) -> None:
    """Refuse what was written when its tables are not worth what was shown."""
    found = read_folder(folder)
    if found != contents:
        raise MathlibError(f"{folder}: what is on the disk is not what was written; try again")
    again = summary(evaluate(rebuilt(found)))
    places = differing(summary(shown), again)
    if places:
        more = f" and {len(places) - 3} more" if len(places) > 3 else ""
        raise MathlibError(
            "not exported: the integers written do not have the figures shown; they differ in "
            f"{'; '.join(places[:3])}{more} (shown and written)"
        )


def _move(made: Path, folder: Path, replace: bool) -> None:
    if not replace or not folder.exists():
        made.rename(folder)
        return
    old = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}.old."))
    folder.rename(old / "package")
    try:
        made.rename(folder)
    except OSError:
        (old / "package").rename(folder)
        raise
    finally:
        shutil.rmtree(old, ignore_errors=True)
