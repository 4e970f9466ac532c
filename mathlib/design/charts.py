"""Line charts by rule: which lines a game has when its text names only their number."""

from __future__ import annotations

from itertools import pairwise, product

from mathlib.core.errors import MathlibError

Line = tuple[int, ...]


def line_chart(reels: int, rows: int, lines: int) -> tuple[Line, ...]:
    """Return distinct lines in which each step is at most one row.

    The middle line comes first, then the other straight lines, then lines in order of changes
    of direction, steps taken and rows, so that a chart of n lines is the start of one of n + 1.

    Parameters
    ----------
    reels, rows : int
        Size of the window.
    lines : int
        Number of lines.

    Returns
    -------
    tuple of tuple of int
        Row per reel, 0 at the top.

    Raises
    ------
    MathlibError
        When the window has fewer such lines.

    Examples
    --------
    >>> line_chart(5, 3, 4)
    ((1, 1, 1, 1, 1), (0, 0, 0, 0, 0), (2, 2, 2, 2, 2), (0, 0, 0, 0, 1))
    """
    paths = [
        path
        for path in product(range(rows), repeat=reels)
        if all(abs(a - b) <= 1 for a, b in pairwise(path))
    ]
    if lines > len(paths):
        raise MathlibError(
            f"a window of {reels} x {rows} has {len(paths)} lines with steps of at most one row; "
            f"{lines} were asked for"
        )
    middle = (rows // 2,) * reels
    return tuple(sorted(paths, key=lambda path: (path != middle, *_shape(path)))[:lines])


def _shape(path: Line) -> tuple[int, int, Line]:
    steps = [b - a for a, b in pairwise(path)]
    turns = sum(a * b < 0 for a, b in pairwise([step for step in steps if step]))
    return turns, sum(map(abs, steps)), path
