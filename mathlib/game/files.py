"""Parameter files: strict JSON in, canonical JSON out, digest and schema.

The canonical form is the one that is stored, hashed and compared: keys in the order of the
models, short lists and tables on one line. Saving what was loaded gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any

from mathlib.core.errors import MathlibError, ParameterError, Problem, shown
from mathlib.game.documents import build, read_json, read_text
from mathlib.game.orb_respins import OrbRespins
from mathlib.game.pig_wizard import PigWizard

Game = OrbRespins | PigWizard
KINDS: dict[str, type[OrbRespins] | type[PigWizard]] = {
    "orb_respins": OrbRespins,
    "pig_wizard": PigWizard,
}
"""Every game the suite knows, by the ``kind`` in its file."""

WIDTH = 100


def load(path: str | Path) -> Game:
    """Read a parameter file.

    Parameters
    ----------
    path : str or Path
        A JSON file whose ``kind`` names the game.

    Returns
    -------
    Game
        The frozen model.

    Raises
    ------
    ParameterError
        With every problem found: path in the file, value, what was expected, what to do.
    MathlibError
        When the file cannot be read.

    Examples
    --------
    >>> load("no_such_file.json")
    Traceback (most recent call last):
    mathlib.core.errors.MathlibError: no_such_file.json: no such file; check the name
    """
    return loads(read_text(path), str(path))


def loads(text: str, source: str = "") -> Game:
    """Read a game from JSON text; as `load`.

    Examples
    --------
    >>> loads('{"kind": "poker"}', "p.json")
    Traceback (most recent call last):
    mathlib.core.errors.ParameterError: p.json: 1 problem
      kind: found 'poker'; expected one of orb_respins, pig_wizard. Give the kind of game.
    """
    return parse(read_json(text, source), source)


def parse(data: Any, source: str = "") -> Game:
    """Build a game from plain data, as JSON gives it; as `load`.

    Examples
    --------
    >>> parse(dump(example("orb_respins"))) == example("orb_respins")
    True
    """
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        problem = Problem(
            "kind", shown(kind), "one of " + ", ".join(KINDS), "Give the kind of game."
        )
        raise ParameterError([problem], source)
    return build(KINDS[kind], data, source)


def dump(game: Game) -> dict[str, Any]:
    """Return a game as plain data, keys in file order.

    Optional keys that were not given stay out; a null that means something, such as no cap,
    stays in.

    Examples
    --------
    >>> dump(example("orb_respins"))["cap"]
    40000
    """
    return game.model_dump(mode="json")


def dumps(game: Game) -> str:
    """Return the canonical text of a game's file.

    Examples
    --------
    >>> loads(dumps(example("orb_respins"))) == example("orb_respins")
    True
    """
    return canonical(dump(game))


def canonical(data: Any) -> str:
    """Return plain data as JSON text in the layout of all files that people read and compare.

    Examples
    --------
    >>> canonical({"rows": [1, 2]}).rstrip()
    '{"rows": [1, 2]}'
    """
    return _layout(data, 0) + "\n"


def save(game: Game, path: str | Path) -> Path:
    """Write a parameter file: to a temporary name first, then moved into place.

    Parameters
    ----------
    game : Game
        What to write.
    path : str or Path
        Where.

    Returns
    -------
    Path
        The path written.

    Raises
    ------
    MathlibError
        When it cannot be written; a file that was there before is then untouched.
    """
    return write_text(dumps(game), path)


def write_text(text: str, path: str | Path) -> Path:
    """Write text to a file so that a reader never sees half of it; as `write_bytes`."""
    return write_bytes(text.encode(), path)


def write_bytes(data: bytes, path: str | Path) -> Path:
    """Write bytes to a file so that a reader never sees half of it; as `write_pieces`."""
    return write_pieces((data,), path)


def write_pieces(pieces: Iterable[bytes], path: str | Path) -> Path:
    """Write bytes, one piece after another, to a file that appears when all is written.

    Raises
    ------
    MathlibError
        When the file cannot be written.
    """
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.writelines(pieces)
            os.chmod(name, 0o644)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise MathlibError(f"{path}: cannot be written ({error.strerror})") from None
    return path


def digest(game: Game) -> str:
    """Return the SHA-256 of the canonical text, as 64 hex digits.

    Examples
    --------
    >>> len(digest(example("orb_respins")))
    64
    """
    return hashlib.sha256(dumps(game).encode()).hexdigest()


def schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of one kind of game.

    Examples
    --------
    >>> schema("orb_respins")["additionalProperties"]
    False
    """
    body = KINDS[kind].model_json_schema(mode="validation")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **body}


def schema_text(kind: str) -> str:
    """Return the text of the schema file of one kind of game."""
    return json.dumps(schema(kind), indent=2, ensure_ascii=False) + "\n"


def example(kind: str) -> Game:
    """Return a small game of one kind, shipped with the library for examples.

    It is valid and quick, and not meant to be sold: see ``params/`` for designed games.
    """
    text = resources.files("mathlib.game").joinpath("examples", f"{kind}.json").read_text("utf-8")
    return loads(text, f"example {kind}")


_encode = json.JSONEncoder(ensure_ascii=False).encode


def _flat(value: Any) -> str:
    # Most of what a file holds is whole numbers, and the encoder is slow at single ones.
    return str(value) if type(value) is int else _encode(value)


def _layout(value: Any, depth: int) -> str:
    """Lay JSON out so that people can read and diff it: what fits stays on one line."""
    flat = _flat(value)
    if not isinstance(value, dict | list):
        return flat
    pad = "  " * (depth + 1)
    nested = any(isinstance(v, dict | list) and v for v in _values(value))
    if len(flat) + len(pad) <= WIDTH and (not nested or _is_row(value)):
        return flat
    if isinstance(value, list) and not nested:
        return _wrapped(value, pad)
    if isinstance(value, dict):
        rows = [f"{pad}{_flat(k)}: {_layout(v, depth + 1)}" for k, v in value.items()]
        return "{\n" + ",\n".join(rows) + "\n" + pad[2:] + "}"
    rows = [pad + _layout(v, depth + 1) for v in value]
    return "[\n" + ",\n".join(rows) + "\n" + pad[2:] + "]"


def _values(value: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value


def _is_row(value: dict[str, Any] | list[Any]) -> bool:
    """Tell a record whose parts are flat, such as a band with its table of weights."""
    return isinstance(value, dict) and not any(
        isinstance(inner, dict | list)
        for outer in value.values()
        if isinstance(outer, dict | list)
        for inner in _values(outer)
    )


def _wrapped(value: list[Any], pad: str) -> str:
    lines, line = [], pad
    for i, item in enumerate(value):
        text = _flat(item) + ("," if i + 1 < len(value) else "")
        if len(line) + len(text) + 1 > WIDTH and line.strip():
            lines.append(line.rstrip())
            line = pad
        line += text + " "
    lines.append(line.rstrip())
    return "[\n" + "\n".join(lines) + "\n" + pad[2:] + "]"
