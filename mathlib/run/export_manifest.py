"""The manifest of an engine package: names, figures, and digests of every file and of itself."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from mathlib.core.errors import MathlibError
from mathlib.core.source import library_digest
from mathlib.game.files import Game, canonical, digest
from mathlib.game.package_schema import DIGEST, WHOLE, closed
from mathlib.present.summary import NAMED

Contents = Mapping[str, bytes]
"""A package: file name, with forward slashes, to its bytes."""

NAME = "manifest.json"
PACKAGE = "mathlib engine package"
FORMAT = 1
KEYS = ("package", "format", "game", "parameters", "library", "figures", "lookup", "files")


def manifest_of(
    game: Game, data: Mapping[str, Any], contents: Contents, lookup: Mapping[str, Any]
) -> bytes:
    """Return the manifest of a package.

    Parameters
    ----------
    game : Game
    data : mapping
        The summary of its evaluation.
    contents : mapping
        All other files.
    lookup : mapping
        What there is to say of each look-up table, by file name.

    Returns
    -------
    bytes
        Canonical JSON; its last key is the SHA-256 of the rest.
    """
    names = game.identification
    head = {
        "package": PACKAGE,
        "format": FORMAT,
        "game": {
            "kind": game.kind,
            "title": names.title,
            "code": names.code,
            "version": names.version,
            "rtp_version": names.rtp_version,
        },
        "parameters": digest(game),
        "library": library(),
        "figures": figures_of(data),
        "lookup": dict(lookup),
        "files": {
            name: {"sha256": _sha256(contents[name]), "size": len(contents[name])}
            for name in sorted(contents)
        },
    }
    return canonical({**head, "digest": _sha256(canonical(head).encode())}).encode()


def library() -> dict[str, str]:
    """Return what computes the figures: this library, and those whose arithmetic it uses.

    Examples
    --------
    >>> list(library())
    ['mathlib', 'digest', 'python', 'numpy', 'scipy', 'numba']
    """
    return {
        "mathlib": version("mathlib"),
        "digest": library_digest(),
        "python": ".".join(platform.python_version_tuple()[:2]),
        **{name: version(name) for name in ("numpy", "scipy", "numba")},
    }


def figures_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the figures that a manifest shows, out of a summary."""
    parts = {name: data["figures"][f"parts.{name}"] for name in data["parts"]}
    named = {name: data[name] for name in NAMED if name in data}
    return {"total_rtp": data["figures"]["total_rtp"], "parts": parts, **named}


def read_manifest(data: bytes, source: str) -> dict[str, Any]:
    """Return a manifest whose own digest fits.

    Raises
    ------
    MathlibError
        When a single bit of it is not as it was written, or it is no manifest.
    """
    changed = f"{source}: changed since it was written"
    try:
        found = json.loads(data.decode("utf-8"))
        own = found.pop("digest")
        text = canonical({**found, "digest": own}).encode()
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
        raise MathlibError(f"{changed}, or no manifest at all: it cannot be read") from None
    if text != data or own != _sha256(canonical(found).encode()):
        raise MathlibError(f"{changed}: its own digest, its last entry, does not fit")
    if found.get("package") != PACKAGE or tuple(found) != KEYS:
        raise MathlibError(f"{source}: not the manifest of a {PACKAGE}")
    if found["format"] != FORMAT:
        raise MathlibError(f"{source}: format {found['format']}; this library reads {FORMAT}")
    return {**found, "digest": own}


def read_folder(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder.

    Raises
    ------
    MathlibError
        When it is not there or cannot be read, or holds anything but files.
    """
    if not folder.is_dir():
        raise MathlibError(f"{folder}: no such folder; check the name")
    try:
        return dict(_files(folder, folder))
    except OSError as error:
        raise MathlibError(f"{error.filename}: cannot be read ({error.strerror})") from None


def damage(manifest: Mapping[str, Any], contents: Contents) -> list[str]:
    """Say which files are not as the manifest describes them.

    Examples
    --------
    >>> listed = {"a.csv": {"sha256": "0" * 64, "size": 3}, "b.csv": {"sha256": "", "size": 0}}
    >>> damage({"files": listed}, {"a.csv": b"123", "c.csv": b"", "manifest.json": b""})
    ['a.csv: changed (SHA-256)', 'b.csv: missing', 'c.csv: extra, not a file of the package']
    """
    listed, found = manifest["files"], []
    for name in sorted({*listed, *contents} - {NAME}):
        if name not in contents:
            found.append(f"{name}: missing")
        elif name not in listed:
            found.append(f"{name}: extra, not a file of the package")
        elif listed[name]["size"] != len(contents[name]):
            size = f"{len(contents[name])} bytes instead of {listed[name]['size']}"
            found.append(f"{name}: changed ({size})")
        elif listed[name]["sha256"] != _sha256(contents[name]):
            found.append(f"{name}: changed (SHA-256)")
    return found


def differing(a: Any, b: Any, place: str = "") -> list[str]:
    """Return the places where two JSON documents differ.

    Examples
    --------
    >>> differing({"x": 1, "y": {"z": [1, 2]}}, {"x": 1, "y": {"z": [1, 3]}})
    ['y.z.1: 2 and 3']
    """
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        a, b = dict(enumerate(a)), dict(enumerate(b))
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        found = []
        for key in [*a, *(key for key in b if key not in a)]:
            below = f"{place}.{key}" if place else str(key)
            if key not in a or key not in b:
                found.append(f"{below}: only in one of the two")
            else:
                found += differing(a[key], b[key], below)
        return found
    return [] if type(a) is type(b) and a == b else [f"{place}: {a!r} and {b!r}"]


def manifest_schema() -> dict[str, Any]:
    """Return the JSON Schema of the manifest.

    Examples
    --------
    >>> manifest_schema()["required"][-1]
    'digest'
    """
    text = {"type": "string"}
    number = {"type": "number"}
    figure = {"value": number, "kind": text, "error": number, "ratio": text}
    properties = {
        "package": {"const": PACKAGE},
        "format": {"const": FORMAT},
        "game": closed(dict.fromkeys(("kind", "title", "code", "version", "rtp_version"), text)),
        "parameters": DIGEST,
        "library": {"type": "object", "additionalProperties": text},
        "figures": {
            "type": "object",
            "required": ["total_rtp", "parts"],
            "properties": {
                "total_rtp": closed(figure, ("value", "kind", "error")),
                "parts": {
                    "type": "object",
                    "additionalProperties": closed(figure, ("value", "kind", "error")),
                },
            },
            "additionalProperties": number,
        },
        "lookup": {"type": "object", "additionalProperties": {"type": "object"}},
        "files": {
            "type": "object",
            "additionalProperties": closed({"sha256": DIGEST, "size": WHOLE}),
        },
        "digest": {**DIGEST, "description": "SHA-256 of this file without this entry"},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Manifest of an engine package",
        **closed(properties),
    }


def _files(folder: Path, top: Path) -> Iterator[tuple[str, bytes]]:
    entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    if not entries:
        raise MathlibError(f"{folder}: an empty folder, not of the package")
    for entry in entries:
        path = Path(entry.path)
        if entry.is_dir(follow_symlinks=False):
            yield from _files(path, top)
        elif entry.is_file(follow_symlinks=False):
            yield path.relative_to(top).as_posix(), path.read_bytes()
        else:
            raise MathlibError(f"{path}: a link, or no plain file; a package holds files only")


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
