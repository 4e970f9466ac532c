"""Errors that are shown to a user in words: where, what, what was expected, what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


class MathlibError(Exception):
    """Any failure that the user can act on; the command line prints it without a traceback."""


@dataclass(frozen=True)
class Problem:
    """One thing wrong with an input.

    Parameters
    ----------
    path : str
        Where: a dotted path inside the file, such as ``respins.money.0.25``.
    value : str
        The value found there, as text.
    expected : str
        What would have been accepted.
    remedy : str
        What the user can do.
    """

    path: str
    value: str
    expected: str
    remedy: str

    def __str__(self) -> str:
        return (
            f"{self.path or '(whole file)'}: found {self.value}; "
            f"expected {self.expected}. {self.remedy}"
        )


class ParameterError(MathlibError):
    """One or more problems in a parameter file or model.

    Parameters
    ----------
    problems : sequence of Problem
        Everything found wrong, in file order.
    source : str
        File name or other origin, shown in front.

    Examples
    --------
    >>> error = ParameterError([Problem("lines.3", "[0, 1]", "5 rows", "Give one per reel.")], "a")
    >>> print(error)
    a: 1 problem
      lines.3: found [0, 1]; expected 5 rows. Give one per reel.
    """

    def __init__(self, problems: list[Problem] | tuple[Problem, ...], source: str = "") -> None:
        self.problems = tuple(problems)
        self.source = source
        count = len(self.problems)
        head = f"{source or 'parameters'}: {count} problem{'s' if count != 1 else ''}"
        super().__init__("\n".join([head, *(f"  {problem}" for problem in self.problems)]))


class NeverEndsError(MathlibError):
    """A process was described that has no chance, or not enough, of ending."""


def shown(value: Any, limit: int = 60) -> str:
    """Return a value as short text for an error message.

    Parameters
    ----------
    value : object
        Anything.
    limit : int
        Longest text returned, in characters.

    Returns
    -------
    str
        ``repr`` of the value, cut with an ellipsis.

    Examples
    --------
    >>> shown([1, 2])
    '[1, 2]'
    """
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 3] + "..."
