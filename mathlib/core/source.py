"""The digest of the library itself: which code computed a figure."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


@cache
def library_digest() -> str:
    """Return the SHA-256 of the library's Python files, names and contents, as 64 hex digits.

    Examples
    --------
    >>> len(library_digest())
    64
    """
    total = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        total.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()
