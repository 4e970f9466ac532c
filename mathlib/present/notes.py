"""Words that every sheet ends with: how the library is tested, and notes by jurisdiction."""

from __future__ import annotations

from collections.abc import Sequence

from mathlib.present.blocks import Block, Heading, Items, Text

TESTED = (
    "The test suite of the library holds every exact figure against a second one: enumeration of "
    "all outcomes on small games, a rule-by-rule simulator that shares no code with the exact "
    "side, and published games whose figures others computed."
)
VOIDS = "Malfunction voids all pays and plays."


def jurisdictions(stakes_pence: Sequence[int], *notes: str) -> tuple[Block, ...]:
    """Return the notes by jurisdiction: information, not advice.

    Parameters
    ----------
    stakes_pence : sequence of int
        Total bets of the game.
    *notes : str
        What concerns this game alone.
    """
    return (
        Heading("Notes by jurisdiction, for information"),
        Items((
            "Great Britain: stakes of at most £5 per game cycle, £2 for ages 18 to 24; at least "
            "2.5 s per spin; no autoplay; wins of at most the stake are not to be celebrated.",
            "Where a minimum RTP is set it is between 75 and 80 %.",
            *notes,
        )),
        Text.of(f"Stakes of this game: up to £{max(stakes_pence) / 100:.2f}.", note=True),
    )  # fmt: skip
