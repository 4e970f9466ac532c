"""The one place that knows numba: typed decorators for kernels, and where they are kept.

Numba takes a kernel from disk as long as the file of the kernel itself is unchanged; a part or a
constant from another file may be another one by then. So kernels are kept with a digest of all
files that kernels are made of.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numpy as np
from numba import config, njit
from numba.core import caching

P = ParamSpec("P")
R = TypeVar("R")
PACKAGE = Path(__file__).parents[1]


def kernel_digest(package: Path) -> str:
    """Return what changes with any file that kernels are made of.

    Parameters
    ----------
    package : Path
        Folder of the package: modules that import this one, and what these import from it.

    Returns
    -------
    str
        Sixteen hexadecimal digits.

    Examples
    --------
    >>> kernel_digest(PACKAGE) == kernel_digest(PACKAGE), len(kernel_digest(PACKAGE))
    (True, 16)
    """
    texts = {path: path.read_bytes() for path in package.rglob("*.py")}
    kernels = [path for path, text in texts.items() if b"core.jit import" in text]
    used = {*kernels, package / "core" / "jit.py"}
    for path in kernels:
        for name in re.findall(rb"^from \w+\.([\w.]+) import", texts[path], re.MULTILINE):
            used.add(package.joinpath(*name.decode().split(".")).with_suffix(".py"))
    found = sha256()
    for path in sorted(used & texts.keys()):
        found.update(path.relative_to(package).as_posix().encode() + b"\n" + texts[path])
    return found.hexdigest()[:16]


DIGEST = kernel_digest(PACKAGE).encode()
SETTINGS: dict[str, Any] = vars(config)


class Stamped:
    """A place for kernels that are taken from it only if nothing they are made of has changed."""

    def get_source_stamp(self) -> bytes:
        """Return what a kernel on disk must have been compiled from."""
        own: bytes = super().get_source_stamp()  # type: ignore[misc]
        return own + DIGEST


class Chosen(Stamped, caching.UserProvidedCacheLocator):
    """The folder that ``NUMBA_CACHE_DIR`` names, if it does."""


class Beside(Stamped, caching.InTreeCacheLocator):
    """The folder of the module, if it can be written to."""


class Own(Stamped, caching.UserWideCacheLocator):
    """A folder of the user."""


PLACES = ",".join(f"{__name__}.{place.__name__}" for place in (Chosen, Beside, Own))


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function with numba: kept on disk, free of the interpreter lock.

    Parameters
    ----------
    function : callable
        A function in numba's subset of Python.

    Returns
    -------
    callable
        The compiled function; several threads may run it at once.

    Examples
    --------
    >>> from mathlib.core.jit import popcount  # a kernel
    >>> popcount(0b1011)
    3
    """
    others = SETTINGS["CACHE_LOCATOR_CLASSES"]
    SETTINGS["CACHE_LOCATOR_CLASSES"] = PLACES  # for this one alone, not for a user's own
    try:
        compiled: Callable[P, R] = njit(cache=True, nogil=True)(function)
    finally:
        SETTINGS["CACHE_LOCATOR_CLASSES"] = others
    return compiled


def part(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that only kernels call; it is kept with them, not on its own.

    A kernel that finds a callee already compiled on disk cannot be optimised together with it,
    and would be slower or faster by the order in which files happened to be compiled.

    Parameters
    ----------
    function : callable
        A function in numba's subset of Python.

    Returns
    -------
    callable
        The compiled function; it can also be called from Python.

    Examples
    --------
    >>> @part
    ... def thrice(x):
    ...     return 3 * x
    >>> thrice(3)
    9
    """
    compiled: Callable[P, R] = njit(nogil=True)(function)
    return compiled


def lean(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a part that makes no arrays, so that none of its arguments' holders are counted.

    Counting them, at each call and for each array, costs more than a small step of a walk does.
    The option is numba's own name for code that runs without its memory manager: a part that
    makes an array is refused when it is compiled.

    Parameters
    ----------
    function : callable
        A function in numba's subset of Python; it may take views of arrays, but not make any.

    Returns
    -------
    callable
        The compiled function, for kernels to call.

    Examples
    --------
    >>> @lean
    ... def double(row):
    ...     for i in range(len(row)):
    ...         row[i] *= 2
    >>> row = np.arange(3.0)
    >>> double(row)
    >>> row.tolist()
    [0.0, 2.0, 4.0]
    """
    without_memory: dict[str, Any] = {"_nrt": False}
    compiled: Callable[P, R] = njit(nogil=True, **without_memory)(function)
    return compiled


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function whose code is copied into every kernel that calls it.

    A call between kernels costs more than a small step of a walk, because each array argument
    has its reference count changed; copied code has no such cost.

    Parameters
    ----------
    function : callable
        A function in numba's subset of Python.

    Returns
    -------
    callable
        The compiled function; it can also be called from Python.

    Examples
    --------
    >>> @inlined
    ... def twice(x):
    ...     return 2 * x
    >>> twice(3)
    6
    """
    compiled: Callable[P, R] = njit(nogil=True, inline="always")(function)
    return compiled


@part
def ones(word: int) -> int:
    """Count the ones in a word of 64 bits; for use inside kernels."""
    x = np.uint64(word)
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel
def popcount(word: int) -> int:
    """Count the ones in a word of 64 bits.

    Examples
    --------
    >>> popcount(255)
    8
    """
    return ones(word)
