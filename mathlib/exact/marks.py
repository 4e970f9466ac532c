"""Marks: what else of a window is to be known together with the line win.

A mark is a small integer per window; the marks of two reels combine into one by a table, in any
order. Orb colours in view combine by "or", numbers of cash symbols by "plus".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from mathlib.core.errors import MathlibError


@dataclass(frozen=True)
class Marks:
    """A commutative way to mark windows; mark 0 is "nothing seen".

    Parameters
    ----------
    of : callable
        Window (top to bottom) to its mark, an integer in ``range(size)``.
    combine : tuple of tuple of int
        ``combine[a][b]`` is the mark of two reels marked a and b; shape (size, size).

    Raises
    ------
    MathlibError
        When the table is not square, not symmetric, not associative, or 0 changes a mark.

    Examples
    --------
    >>> any_star = Marks(lambda window: int("star" in window), ((0, 1), (1, 1)))
    >>> any_star.size, any_star.of(("a", "star"))
    (2, 1)
    """

    of: Callable[[tuple[str, ...]], int]
    combine: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        size = len(self.combine)
        square = all(
            len(row) == size and all(0 <= mark < size for mark in row) for row in self.combine
        )
        if not size or not square:
            raise MathlibError(
                "the table that combines marks must be square, with marks from 0 to its size - 1"
            )
        table = self.table
        if not (table == table.T).all():
            raise MathlibError("marks must combine alike in either order of the reels")
        if not (table[0] == np.arange(size)).all():
            raise MathlibError("mark 0 must leave every other mark as it is")
        if not (table[table] == table[:, table]).all():
            raise MathlibError("marks of three reels must combine alike in any grouping")

    @property
    def size(self) -> int:
        """Number of marks."""
        return len(self.combine)

    @property
    def table(self) -> npt.NDArray[np.int64]:
        """The combining table as an array; shape (size, size)."""
        return np.array(self.combine, dtype=np.int64)

    @classmethod
    def none(cls) -> Marks:
        """Return the trivial mark, always 0.

        Examples
        --------
        >>> Marks.none().size
        1
        """
        return cls(lambda _: 0, ((0,),))

    @classmethod
    def colours(cls, symbols: Sequence[str]) -> Marks:
        """Return the set of symbols in view as a bit mask: bit i stands for ``symbols[i]``.

        Examples
        --------
        >>> Marks.colours(["red", "blue"]).of(("x", "blue", "blue"))
        2
        """
        size = 1 << len(symbols)

        def seen(window: tuple[str, ...]) -> int:
            return sum(1 << i for i, symbol in enumerate(symbols) if symbol in window)

        return cls(seen, tuple(tuple(a | b for b in range(size)) for a in range(size)))

    @classmethod
    def count(cls, symbols: Sequence[str], most: int) -> Marks:
        """Return the number of cells that show one of the symbols.

        Parameters
        ----------
        symbols : sequence of str
            What is counted.
        most : int
            Largest number told apart; mark ``most`` means "that many or more".

        Examples
        --------
        >>> Marks.count(["cash"], 15).of(("cash", "x", "cash"))
        2
        """
        wanted = frozenset(symbols)
        return cls(
            lambda window: min(most, sum(symbol in wanted for symbol in window)), _capped_sum(most)
        )

    @classmethod
    def reels(cls, symbols: Sequence[str], most: int) -> Marks:
        """Return the number of reels that show one of the symbols, ``most`` or more being one.

        Examples
        --------
        >>> Marks.reels(["cash"], 5).of(("cash", "x", "cash"))
        1
        """
        wanted = frozenset(symbols)
        return cls(
            lambda window: min(most, int(any(symbol in wanted for symbol in window))),
            _capped_sum(most),
        )


def _capped_sum(most: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(min(most, a + b) for b in range(most + 1)) for a in range(most + 1))
