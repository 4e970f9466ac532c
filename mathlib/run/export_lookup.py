"""Look-up tables as CSV: payout and integer weight, with what a reader must know on top."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

from mathlib.core.errors import MathlibError
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.lookup import MEAN_BOUND, LookupTable, lookup_table
from mathlib.exact.lookups import LINES, ROUND, LineLaw, line_law_of, round_law_of
from mathlib.game.fields import LATTICE, MAX_WEIGHT
from mathlib.game.package import amount_data

WIN_COLUMNS = ("outcome", "payout_tenths", "payout", "weight", "cumulative")
LINE_COLUMNS = ("in_view", "line_bets", "payout_tenths", "payout", "weight", "cumulative")


@dataclass(frozen=True)
class Lookup:
    """A look-up table: its text, and what the manifest says of it."""

    text: str
    facts: dict[str, Any]


def lookup(evaluation: Evaluation, name: str, total: int) -> Lookup:
    """Return one look-up table of a game.

    Parameters
    ----------
    evaluation : Evaluation
    name : str
        One of `mathlib.exact.lookups.law_names`.
    total : int
        Sum of the weights, a power of 2; line wins keep their own, the full cycle.

    Returns
    -------
    Lookup

    Raises
    ------
    MathlibError
        When there is no such law or the total does not do; see `lookup_table`.

    Examples
    --------
    >>> from mathlib.evaluation import evaluate
    >>> from mathlib.game.files import example
    >>> table = lookup(evaluate(example("pig_wizard")), "round", 2**32)
    >>> table.text.splitlines()[-1].split(",")[:3]
    ['cap', '55000', '5500.0']
    """
    if name == LINES and evaluation.game.kind == "orb_respins":
        return _lines(evaluation, line_law_of(evaluation.detail.exact))
    table = lookup_table(round_law_of(evaluation, name), total)
    facts = {
        "rows": len(table.rows),
        "total": total,
        "exact_mean": table.exact_mean.value,
        "exact_mean_error": table.exact_mean.error,
        "mean": float(table.mean),
        "mean_bound": MEAN_BOUND,
        "gathered": table.gathered,
        "gathered_chance": table.gathered_chance,
        "moved": table.moved,
    }
    rows: list[tuple[Any, ...]] = [
        (row.outcome, row.payout, _decimal(row.payout), row.weight) for row in table.rows
    ]
    what = _WHAT.get(name) or _WHAT["set"].format(name=name)
    return Lookup(_text(evaluation, [what, *_rounding(table)], WIN_COLUMNS, rows), facts)


def lookup_mean(text: str) -> tuple[int, Fraction]:
    r"""Return total and mean (in total bets) of a look-up table's text.

    Raises
    ------
    MathlibError
        When a line cannot be read or cumulative weights are wrong.

    Examples
    --------
    >>> lookup_mean("# c\noutcome,payout_tenths,payout,weight,cumulative\nwin,5,0.5,4,4\n")
    (4, Fraction(1, 2))
    """
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    total = won = 0
    try:
        for row in csv.DictReader(lines, strict=True):
            weight, amount = int(row["weight"]), int(row["payout_tenths"])
            total, won = total + weight, won + weight * amount
            if int(row["cumulative"]) != total or row["payout"] != _decimal(amount):
                raise ValueError(f"cumulative weight or payout of {row['payout']}")
    except (ValueError, KeyError, TypeError, csv.Error) as error:
        raise MathlibError(f"a look-up table cannot be read: {error}") from None
    if not total:
        raise MathlibError("a look-up table has no rows")
    return total, Fraction(won, total * LATTICE)


def _lines(evaluation: Evaluation, law: LineLaw) -> Lookup:
    if law.total > MAX_WEIGHT:
        raise MathlibError(
            f"lines: the full cycle of {law.total} is above 2**53: engines that use doubles "
            "would see another number; use smaller stop weights in the same proportions"
        )
    rows = []
    for row in law.rows:
        amount = row.line_bets * LATTICE // law.line_bets
        rows.append((row.in_view, row.line_bets, amount, _decimal(amount), row.weight))
    mean = float(law.mean)
    facts = {
        "rows": len(rows),
        "total": law.total,
        "exact_mean": mean,
        "exact_mean_error": 0.0,
        "mean": mean,
        "mean_bound": 0.0,
        "ratio": f"{law.mean.numerator}/{law.mean.denominator}",
    }
    notes = [
        _WHAT[LINES],
        f"total {law.total}: the full cycle, counted; nothing is rounded",
        f"mean {facts['ratio']} = {mean!r} total bets, exact",
    ]
    return Lookup(_text(evaluation, notes, LINE_COLUMNS, rows), facts)


def _rounding(table: LookupTable) -> list[str]:
    exact, mean = table.exact_mean, float(table.mean)
    bits = table.total.bit_length() - 1
    return [
        f"total {table.total} = 2**{bits}; weights are chance times total, rounded so that the "
        "chance of each payout or more is right to within 1 / (2 total)",
        f"no payout with a chance of 1 / total or more is left out; {table.gathered} rarer ones, "
        f"of chance {table.gathered_chance:.3g} together, are gathered with their neighbours",
        f"{table.moved} weights moved between two neighbouring payouts to put the mean right",
        f"exact mean {exact.value!r} total bets (error at most {exact.error:.2g}); mean of this "
        f"table {mean!r}; they differ by {mean - exact.value:.2g}, bound {MEAN_BOUND:g}",
    ]


def _text(
    evaluation: Evaluation,
    notes: Sequence[str],
    columns: Sequence[str],
    rows: Iterable[tuple[Any, ...]],
) -> str:
    names = evaluation.game.identification
    # A name may hold anything; a comment must stay one line.
    title = " ".join(f"{names.title} {names.version} (RTP version {names.rtp_version})".split())
    head = [title, f"parameter file SHA-256 {evaluation.digest}", *notes]
    out = io.StringIO()
    out.writelines(f"# {line}\n" for line in head)
    table = csv.writer(out, lineterminator="\n")
    table.writerow(columns)
    rows = list(rows)
    sums = accumulate(row[-1] for row in rows)
    table.writerows((*row, total) for row, total in zip(rows, sums, strict=True))
    return out.getvalue()


def _decimal(amount: int) -> str:
    return str(amount_data(amount)["text"])


_WHAT = {
    ROUND: "win of a whole game round, under the cap",
    LINES: "line win of a base spin, jointly with the orb colours in view (J golden, M red, C "
    "blue); draw the table trigger.<in_view> next, as in tables.json",
    "set": "win of a Respins round with the modifiers {name}, given that it was triggered, "
    "without the line win; outcome full_board: the game round pays exactly this, no line win; "
    "other outcomes: add the line win, then apply the cap",
}
