"""The one place that knows numba: a typed decorator for kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import numpy as np
from numba import njit

P = ParamSpec("P")
R = TypeVar("R")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function with numba: cached beside its module, free of the interpreter lock.

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
    compiled: Callable[P, R] = njit(cache=True, nogil=True)(function)
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
