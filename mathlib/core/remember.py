"""Results remembered by what they depend on, so that a small change costs a small computation."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def remembered(
    size: int, enough: Callable[..., bool] | None = None
) -> Callable[[Callable[Concatenate[Hashable, P], R]], Callable[Concatenate[Hashable, P], R]]:
    """Remember the latest results of a function by its first argument alone.

    Parameters
    ----------
    size : int
        Results kept; the one not asked for the longest is dropped first.
    enough : callable, optional
        Given a kept result and the other arguments, says whether it will do; if not, it is
        computed again and replaced. Without it every kept result will do.

    Returns
    -------
    callable
        A decorator. The first argument, the key, must hold all that the result depends on; the
        other arguments say the same in a form that can be computed with. Safe in threads, which
        may compute one key twice but never wait for each other.

    Examples
    --------
    >>> @remembered(2)
    ... def square(key, x):
    ...     print("computing")
    ...     return x * x
    >>> square("three", 3), square("three", 3)
    computing
    (9, 9)
    """

    def wrap(
        function: Callable[Concatenate[Hashable, P], R],
    ) -> Callable[Concatenate[Hashable, P], R]:
        kept: OrderedDict[Hashable, R] = OrderedDict()
        lock = Lock()

        @wraps(function)
        def call(key: Hashable, /, *args: P.args, **kwargs: P.kwargs) -> R:
            with lock:
                if key in kept and (enough is None or enough(kept[key], *args, **kwargs)):
                    kept.move_to_end(key)
                    return kept[key]
            result = function(key, *args, **kwargs)
            with lock:
                kept[key] = result
                while len(kept) > size:
                    kept.popitem(last=False)
            return result

        return call

    return wrap
