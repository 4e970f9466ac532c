"""The command line. What a command needs is imported when it runs, so that `check` is quick."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from mathlib.core.errors import MathlibError
from mathlib.run import export_commands, simulate_command


class Commands(TyperGroup):
    """Commands whose refusals are one message on the error stream and exit code 1."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except MathlibError as error:
            typer.echo(f"error: {error}", err=True)
            raise typer.Exit(1) from None
        except (MemoryError, OverflowError):
            text = "a number is too large to compute with; lower weights, pays or board sizes"
            typer.echo(f"error: {text}", err=True)
            raise typer.Exit(1) from None


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Exact slot-game mathematics from parameter files.",
)

Files = Annotated[list[Path], typer.Argument(help="Parameter files (JSON).", show_default=False)]
Output = Annotated[Path, typer.Option("--output", "-o", help="Folder to write to.")]

Rounds = Annotated[
    int | None,
    typer.Option(
        min=0, help="Rounds played beside theory; without it, 2 million.", show_default=False
    ),
]
Printed = Annotated[
    bool, typer.Option("--pdf", help="Print each report too, by Chromium or Chrome.")
]


@app.command()
def check(files: Files) -> None:
    """Say of each parameter file whether it is valid, with its digest."""
    from mathlib.game.files import digest, load

    refused = 0
    for file in files:
        try:
            game = load(file)
        except MathlibError as error:
            refused += 1
            typer.echo(f"error: {error}", err=True)
        else:
            names = game.identification
            typer.echo(f"{file}: valid, {names.title} {names.version}, digest {digest(game)}")
    if refused:
        raise typer.Exit(1)


@app.command()
def rtp(
    file: Annotated[Path, typer.Argument(help="A parameter file (JSON).")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Print the RTP of a game by part, its main figures, its sets and its aims."""
    from mathlib.game.files import load

    game = load(file)  # Before the heavy imports: a bad file is refused at once.
    from mathlib.evaluation import evaluate
    from mathlib.present.summary import summary
    from mathlib.present.text import breakdown

    data = summary(evaluate(game))
    if as_json:
        typer.echo(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))
    else:
        typer.echo(breakdown(data), nl=False)


@app.command()
def diff(
    before: Annotated[Path, typer.Argument(help="A parameter file (JSON).")],
    after: Annotated[Path, typer.Argument(help="Another of the same kind of game.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Print what differs between two parameter files, and what each change costs in points."""
    from mathlib.game.changes import changes
    from mathlib.game.files import load

    games = load(before), load(after)
    changes(*games)  # Refuses two kinds of game before the heavy imports.
    from mathlib.design.compare import compare
    from mathlib.present.comparison import comparison_data, comparison_text

    found = compare(*games)
    if as_json:
        data = comparison_data(found)
        typer.echo(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))
    else:
        typer.echo(comparison_text(found), nl=False)


@app.command()
def report(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Parameter files; without any, all of params/.", show_default=False),
    ] = None,
    date: Annotated[
        str, typer.Option(help="Date to print (2026-01-31); without it, the last revision's.")
    ] = "",
    rounds: Rounds = None,
    pdf: Printed = False,
    output: Output = Path("build/reports"),
) -> None:
    """Make the PAR sheet of each parameter file: a page, its data, a workbook, its notebook."""
    from mathlib.run.report import make_reports

    sources = files or sorted(Path("params").glob("*.json"))
    if not sources:
        raise MathlibError("params: no parameter files there; name some, or run in the project")
    failed = 0
    for made in make_reports(sources, output, date, rounds=rounds, pdf=pdf):
        if made.messages:
            typer.echo(f"{made.source}: {made.messages.rstrip()}", err=True)
        if made.problem:
            failed += 1
            typer.echo(f"error: {made.problem}", err=True)
        for path in made.files:
            typer.echo(path)
    typer.echo(f"{len(sources) - failed} of {len(sources)} reports made")
    if failed:
        raise typer.Exit(1)


@app.command()
def batch(
    files: Annotated[list[Path], typer.Argument(help="Parameter files and sweeps (JSON).")],
    date: Annotated[
        str, typer.Option(help="Date to print (2026-01-31); without it, the last revision's.")
    ] = "",
    workers: Annotated[int, typer.Option(min=1, help="Reports made at the same time.")] = 2,
    cluster: Annotated[str, typer.Option(help="Address of a Dask scheduler to work on.")] = "",
    rounds: Rounds = None,
    pdf: Printed = False,
    output: Output = Path("build/batch"),
) -> None:
    """Make one report per version, and a page that compares them."""
    from mathlib.run.batch import INDEX, make_batch
    from mathlib.run.cluster import opened

    made, total, failed = None, 0, 0
    with opened(cluster) as client:
        for made, label in make_batch(files, output, date, workers, client, rounds, pdf):
            report = made.reports[label]
            total += 1
            if report.messages:
                typer.echo(f"{label}: {report.messages.rstrip()}", err=True)
            if report.problem:
                failed += 1
                typer.echo(f"error: {report.problem}", err=True)
            else:
                typer.echo(report.files[0])
    typer.echo(output / INDEX)
    typer.echo(f"{total - failed} of {total} reports made")
    if failed:
        raise typer.Exit(1)


@app.command()
def versions(
    file: Annotated[Path, typer.Argument(help="The parameter file of the design.")],
    rtp: Annotated[str, typer.Option(help="RTPs wanted, in percent: 88,90,94.")],
    date: Annotated[
        str, typer.Option(help="Date of the revisions; without it, the design's last one.")
    ] = "",
    report: Annotated[
        bool, typer.Option("--report/--no-report", help="Make the batch of their reports too.")
    ] = True,
    output: Output = Path("build/versions"),
) -> None:
    """Tune a family of RTP versions from one design, and make the batch of their reports."""
    from mathlib.game.files import load, save
    from mathlib.run.report import check_date

    targets = _percents(rtp)
    check_date(date)
    game = load(file)
    from mathlib.design.family import family

    made = []
    for target, tuned in zip(targets, family(game, targets, date), strict=True):
        path = output / f"{file.stem}_{100 * target:g}.json"
        made.append(save(tuned.game, path))
        typer.echo(f"{path}: {tuned.evaluation.total.value:.6%}")
        for line in tuned.explanation.splitlines():
            typer.echo(f"  {line}")
    if report:
        batch(made, date=date, output=output)


def _percents(text: str) -> list[float]:
    """Read a list of RTPs in percent."""
    try:
        targets = [float(part) / 100 for part in text.split(",")]
    except ValueError:
        targets = []
    if not targets or not all(0 < target < 10 for target in targets):
        raise MathlibError(f"--rtp {text}: expected percentages such as 88,90,94")
    if len(set(targets)) < len(targets):
        raise MathlibError(f"--rtp {text}: one percentage comes twice; name each once")
    return targets


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A parameter file (JSON).")],
    seed: Annotated[int, typer.Option(help="Seed of the run.")] = 1,
    number: Annotated[
        int | None, typer.Option("--round", help="Number of the round, from 0.", show_default="0")
    ] = None,
    following: Annotated[
        str,
        typer.Option("--next", help="Go on to a round with this: respins, JMC, win>=100, ..."),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
    html: Annotated[
        Path | None, typer.Option(help="Write a page with a picture of every step instead.")
    ] = None,
) -> None:
    """Show a round of a run again, step by step; with --next, the next one after it of a kind."""
    from mathlib.game.files import load, write_text

    game = load(file)
    from mathlib.play.finder import next_round
    from mathlib.play.history import history_round
    from mathlib.play.replay import replay as play_again
    from mathlib.present.replay import Replay
    from mathlib.present.replay_text import replay_text

    if following:
        number = next_round(game, seed, following, 0 if number is None else number + 1)
    shown = Replay(game, play_again(game, seed, number or 0))
    if html:
        from mathlib.run.html import blocks_page

        title = f"{game.identification.title}: a round step by step"
        typer.echo(write_text(blocks_page([shown], title), html))
    elif as_json:
        typer.echo(json.dumps(history_round(shown.played), ensure_ascii=False, allow_nan=False))
    else:
        typer.echo(replay_text(shown), nl=False)


@app.command()
def schema(output: Output = Path("params/schema")) -> None:
    """Write the JSON Schema of every kind of game again, after its model changed."""
    from mathlib.game.schemas import write_schemas

    for path in write_schemas(output):
        typer.echo(path)


app.command("simulate")(simulate_command.simulate)
app.command("export")(export_commands.export_package)
app.command("import")(export_commands.import_package)
app.command("lookup")(export_commands.lookup_table)


def main() -> None:
    """Run the command line."""
    app(prog_name="mathlib")
