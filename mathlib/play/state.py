"""Saved states of simulations: what has been played so far, in a small JSON file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mathlib.core.errors import MathlibError
from mathlib.core.source import library_digest
from mathlib.game.files import write_text
from mathlib.play.tally import Tally

FORMAT = 1


def rules_digest() -> str:
    """Return the digest of the code that plays: totals of other code must not be mixed in."""
    return library_digest("core", "game", "play")


def save_state(path: Path, digest: str, seed: int, blocks: int, tally: Tally) -> None:
    """Write a state; the file is replaced as a whole, so that a killed run leaves a good one.

    Parameters
    ----------
    path : Path
        Where to.
    digest, seed : str, int
        The game and the seed of the run.
    blocks : int
        Whole blocks played: those from 0 to ``blocks - 1``.
    tally : dict
        Their totals.
    """
    state = {
        "format": FORMAT,
        "digest": digest,
        "code": rules_digest(),
        "seed": seed,
        "blocks": blocks,
        "tally": tally,
    }
    write_text(json.dumps(state, indent=1) + "\n", path)


def load_state(path: Path, digest: str, seed: int) -> tuple[int, Tally]:
    """Read a state of the same game and seed.

    Returns
    -------
    blocks, tally : int, dict
        As saved; 0 and an empty tally when there is no such file yet.

    Raises
    ------
    MathlibError
        When the file is no state, or one of another game, seed or version of the rules' code.

    Examples
    --------
    >>> load_state(Path("no_such_state.json"), "ab", 1)
    (0, {})
    """
    try:
        state = json.loads(path.read_text("utf-8"))
        if state["format"] != FORMAT:
            raise ValueError(state["format"])
        blocks, tally = _whole(state["blocks"]), state["tally"]
        found = {"digest": state["digest"], "seed": state["seed"], "code": state["code"]}
        tally = {str(name): _whole(value) for name, value in tally.items()}
    except FileNotFoundError:
        return 0, {}
    except OSError as error:
        raise MathlibError(f"{path}: cannot be read ({error.strerror})") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise MathlibError(
            f"{path}: not a saved state of a simulation; give another file name"
        ) from None
    wanted = {"digest": digest, "seed": seed, "code": rules_digest()}
    words = {"digest": "another game", "seed": "another seed", "code": "another library version"}
    for key, value in wanted.items():
        if found[key] != value:
            raise MathlibError(
                f"{path}: belongs to {words[key]} ({key} {found[key]}, now {value}); "
                "its totals cannot be continued. Give another file name, or delete it"
            )
    return blocks, tally


def _whole(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value
