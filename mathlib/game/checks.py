"""Checks that every game's loader makes: stakes, prizes in whole pence, symbols on strips."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import gcd
from typing import Any

from mathlib.game.fields import LATTICE, RefusedError, times_bet
from mathlib.game.lines import Strip

Path = tuple[str | int, ...]


def checked_at(at: Path, check: Callable[..., None], *arguments: Any) -> None:
    """Run a general check, and put the path of the thing checked before that of its error.

    Examples
    --------
    >>> from mathlib.game.lines import check_pays
    >>> checked_at(("paytable",), check_pays, {"A": (0, 0, 10)}, 3)
    """
    try:
        check(*arguments)
    except RefusedError as error:
        raise refused_below(error, at) from None


def refused_below(error: RefusedError, at: Path) -> RefusedError:
    """Return a refusal with ``at`` put before its own path."""
    context = error.context or {}
    moved = RefusedError("", context["expected"], context["remedy"], (*at, *context["at"]))
    moved.context["found"] = context["found"]  # type: ignore[index]
    return moved


def check_unpaid(paytable: Mapping[str, object], names: Iterable[str], remedy: str) -> None:
    """Refuse paytable rows of symbols that pay nothing on lines.

    Examples
    --------
    >>> check_unpaid({"A": (0, 0, 10)}, ["wild"], "Wild pays nothing.")
    """
    for name in names:
        if name in paytable:
            raise RefusedError(name, "paying symbols only", remedy, (name,))


def check_symbols(strips: Iterable[Strip], known: Iterable[str]) -> None:
    """Refuse strips that hold a symbol the game does not know.

    Examples
    --------
    >>> check_symbols([Strip(symbols=("A", "wild"))], ["A", "wild"])
    """
    known = set(known)
    for reel, strip in enumerate(strips):
        for i, symbol in enumerate(strip.symbols):
            if symbol not in known:
                raise RefusedError(
                    symbol,
                    "one of " + ", ".join(sorted(known)),
                    "Add it to the paytable or correct the strip.",
                    (reel, "symbols", i),
                )


def check_stakes(stakes: tuple[int, ...], reference: int) -> None:
    """Refuse stakes given twice and a reference stake that is not one of them.

    Examples
    --------
    >>> check_stakes((10, 100), 100)
    """
    if len(set(stakes)) != len(stakes):
        raise RefusedError(
            list(stakes), "every stake once", "Remove the double.", ("stakes_pence",)
        )
    if reference not in stakes:
        raise RefusedError(
            reference,
            "one of the stakes",
            "Choose a stake from stakes_pence.",
            ("reference_stake_pence",),
        )


def check_pays_fit(
    paytable: Mapping[str, tuple[int, ...]], line_bets: int, stakes: tuple[int, ...]
) -> None:
    """Refuse line pays off the 0.1x lattice, or that are no whole pence at some stake.

    Parameters
    ----------
    paytable : mapping
        Pays in line bets.
    line_bets : int
        Line bets in one total bet.
    stakes : tuple of int
        Total bets in pence.

    Raises
    ------
    RefusedError
        At the first pay that does not fit; its path starts at the symbol.

    Examples
    --------
    >>> check_pays_fit({"A": (0, 0, 5)}, line_bets=10, stakes=(10, 20))
    """
    for symbol, row in paytable.items():
        for place, pay in enumerate(row):
            if pay * LATTICE % line_bets:
                raise RefusedError(
                    pay,
                    f"a pay that is a multiple of 0.1 total bets ({line_bets} line bets)",
                    f"Use multiples of {line_bets // gcd(line_bets, LATTICE)} line bets.",
                    (symbol, place),
                )
            for stake in stakes:
                if pay * stake % line_bets:
                    raise RefusedError(
                        pay,
                        f"a whole number of pence at every stake, also at {stake}p",
                        "Change the pay or take out the stake.",
                        (symbol, place),
                    )


def check_prizes_fit(prizes: Iterable[tuple[Path, int]], stakes: tuple[int, ...]) -> None:
    """Refuse stakes at which some prize, in tenths of the total bet, is no whole pence.

    Examples
    --------
    >>> check_prizes_fit([(("cap",), 55000)], (10, 100))
    """
    for path, amount in prizes:
        for i, stake in enumerate(stakes):
            if amount * stake % LATTICE:
                name = ".".join(map(str, path))
                raise RefusedError(
                    stake,
                    f"a stake at which the prize of {times_bet(amount)}x ({name}) is a whole "
                    "number of pence",
                    "Change the prize or take out the stake.",
                    ("stakes_pence", i),
                )
