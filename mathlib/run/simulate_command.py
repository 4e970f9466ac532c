"""The command that plays a game and says whether play and theory agree."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

CODES = {"agrees": 0, "disagrees": 3, "not enough rounds": 4}
"""Exit code of each verdict; 1 is a refusal, 2 a wrong command line."""


def simulate(
    file: Annotated[Path, typer.Argument(help="A parameter file (JSON).")],
    rounds: Annotated[int, typer.Option(help="Rounds to play.")] = 100_000_000,
    seed: Annotated[int, typer.Option(help="Seed of the random numbers.")] = 1,
    workers: Annotated[int, typer.Option(help="Threads; the result does not depend on it.")] = 2,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
    history: Annotated[
        Path | None, typer.Option(help="Write rounds of the run there, as JSON lines.")
    ] = None,
    history_first: Annotated[int, typer.Option(help="First round of the history, from 0.")] = 0,
    history_count: Annotated[int, typer.Option(help="Rounds of the history.")] = 100,
    state: Annotated[
        Path | None, typer.Option(help="Keep what is played there; an existing file is continued.")
    ] = None,
    cluster: Annotated[str, typer.Option(help="Address of a Dask scheduler to play on.")] = "",
) -> None:
    """Play a game, hold it against theory, and print the verdict.

    Ctrl-C ends the run and keeps what is done. Exit code 0: agrees; 3: disagrees; 4: not enough
    rounds.
    """
    from mathlib.core.errors import MathlibError
    from mathlib.game.files import load

    game = load(file)  # Before the heavy imports: a bad file is refused at once.
    if history and not 0 <= history_first <= rounds - history_count:
        raise MathlibError(
            f"a history of rounds {history_first} to {history_first + history_count - 1} is not "
            f"in a run of {rounds:,}; its rounds are numbered from 0"
        )
    from mathlib.play.simulate import simulate as play
    from mathlib.run.cluster import opened

    with opened(cluster) as client:
        run = play(game, rounds, seed, workers, state, sys.stderr.isatty(), client)
    if not run.complete:
        typer.echo(f"interrupted: {run.rounds:,} of {rounds:,} rounds played", err=True)
    from mathlib.evaluation import evaluate
    from mathlib.present.verdict import verdict_text
    from mathlib.verdict import verdict

    found = verdict(evaluate(game), run)
    if as_json:
        data = {**found.plain(), "tally": run.tally}
        typer.echo(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False))
    else:
        typer.echo(verdict_text(found), nl=False)
    if history:
        from mathlib.play.history import write_history

        path = write_history(game, seed, history_first, history_count, history)
        typer.echo(f"{path}: {history_count:,} rounds from round {history_first:,}", err=True)
    raise typer.Exit(CODES[found.outcome])
