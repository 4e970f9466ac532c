"""The digest of the library itself: which code computed a figure."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


@cache
def library_digest(*layers: str) -> str:
    """Return the SHA-256 of the library's Python files, names and contents, as 64 hex digits.

    Parameters
    ----------
    *layers : str
        Only the files of these layers, such as "play"; left out, all files.

    Examples
    --------
    >>> len(library_digest()), library_digest("core") == library_digest()
    (64, False)
    """
    total = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE)
        if not layers or name.parts[0] in layers:
            total.update(name.as_posix().encode() + b"\0")
            total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()
