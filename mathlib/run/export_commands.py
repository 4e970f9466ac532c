"""The commands of engine packages: export, import, lookup."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from mathlib.core.errors import MathlibError

File = Annotated[Path, typer.Argument(help="A parameter file (JSON).")]


def export_package(
    file: File,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder of the package.")],
    lookup: Annotated[
        str, typer.Option(help="Add look-up tables with this total of weights, such as 2**32.")
    ] = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace a package that stands there.")
    ] = False,
) -> None:
    """Write the engine package of a game: integer tables, digests, evaluated figures."""
    from mathlib.game.files import load

    game, total = load(file), _total(lookup) if lookup else None
    from mathlib.run.export import export_package

    made = export_package(game, output, total=total, replace=replace)
    for name in made.files:
        typer.echo(made.folder / name)
    typer.echo(f"package digest {made.digest}")


def import_package(
    folder: Annotated[Path, typer.Argument(help="Folder of an engine package.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Where to write the parameter file, if it holds."),
    ] = None,
    digest: Annotated[str, typer.Option(help="Package digest that the export printed.")] = "",
    within_errors: Annotated[
        bool,
        typer.Option(
            "--within-errors", help="Let figures differ within their errors (other processors)."
        ),
    ] = False,
) -> None:
    """Check an engine package: digests, tables, and its figures evaluated again."""
    from mathlib.game.files import dumps, save
    from mathlib.run.export_check import import_package

    found = import_package(folder, digest, within_errors)
    names = found.game.identification
    typer.echo(f"{folder}: {names.title} {names.version} ({names.rtp_version})")
    for words in found.words:
        typer.echo(f"  {words}")
    typer.echo(f"package digest {found.digest}")
    if output is not None:
        if output.is_file() and output.read_bytes() != dumps(found.game).encode():
            raise MathlibError(f"{output}: is there already, with something else; name another")
        typer.echo(save(found.game, output))


def lookup_table(
    file: File,
    output: Annotated[Path, typer.Option("--output", "-o", help="CSV file to write.")],
    total: Annotated[str, typer.Option(help="Total of the weights, a power of 2.")] = "2**32",
    law: Annotated[
        str, typer.Option(help="Which win: round; or of Orb Respins lines, J, M, C or JC.")
    ] = "",
) -> None:
    """Write a look-up table (payout, integer weight) from an exact law of a win."""
    from mathlib.game.files import load

    game, number = load(file), _total(total)
    from mathlib.evaluation import evaluate
    from mathlib.exact.lookup import check_total
    from mathlib.exact.lookups import ROUND, check_name
    from mathlib.game.files import write_text
    from mathlib.run.export_lookup import lookup

    check_total(number)
    check_name(game, law or ROUND)
    table = lookup(evaluate(game), law or ROUND, number)
    typer.echo(f"{write_text(table.text, output)}: {table.facts['rows']} rows")
    for line in table.text.splitlines():
        if not line.startswith("#"):
            break
        typer.echo(line[2:])


def _total(text: str) -> int:
    """Read a total: 2**32, or the number itself."""
    power = re.fullmatch(r"2(?:\*\*|\^)([0-9]{1,3})", text)
    if power:
        return 1 << int(power[1])
    if re.fullmatch(r"[0-9]{1,20}", text):
        return int(text)
    raise MathlibError(f"the total {text!r} is no power of 2; write it as 2**32")
