"""Pig Wizard, how it was computed and what was assumed: sections 13 and 14."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import cast

from mathlib.exact.evaluation import Evaluation
from mathlib.exact.pig_wizard import Solution
from mathlib.exact.pig_wizard.agreement import agreements
from mathlib.game.fields import LATTICE
from mathlib.game.pig_wizard import MYSTIC_MONEY, WIZARD_SPINS, PigWizard
from mathlib.present.blocks import Block, Heading, Items, Picture, Section, Table, Text
from mathlib.present.cells import Cell, whole
from mathlib.present.flow import flow_chart
from mathlib.present.notes import TESTED, VOIDS, jurisdictions
from mathlib.present.numbers import amount, percent, plain
from mathlib.present.tables import odds


def sections(evaluation: Evaluation) -> Mapping[int, Section]:
    """Return the sections on method and assumptions, by number."""
    return {
        13: Section(13, "Method and validation", _method(evaluation)),
        14: Section(14, "States, assumptions and disclosures", _states(evaluation)),
    }


def _method(evaluation: Evaluation) -> tuple[Block, ...]:
    solution = cast(Solution, evaluation.detail)
    laws, feature = solution.laws, solution.routes.feature
    named = {"Game round": laws.round}
    if feature[WIZARD_SPINS]:
        named |= {"Bonus of Wizard Spins": laws.bonus, "One award of them": laws.award}
    if feature[MYSTIC_MONEY]:
        named["Mystic Money"] = laws.mystic
    bounds = [
        [
            name,
            whole(law.size),
            ", ".join(f"{one.radius:.9g}" for one in law.tilted),
            plain(law.tail_error.max(), 2),
            plain(law.tail_error[-1], 2),
            plain(law.growth.beyond(law.size), 2),
        ]
        for name, law in named.items()
    ]
    heads = ["Distribution of", "Points", "Radii", "Largest error of P", "At the last point",
             "P(beyond)"]  # fmt: skip
    two = [
        [
            one.name,
            Cell(f"{one.first.value:.12g}", one.first.value),
            Cell(f"{one.second.value:.12g}", one.second.value),
            plain(one.difference, 2),
            "exact" if one.bound == 0 else plain(one.bound, 2),
            "yes" if one.agrees else "NO",
        ]
        for one in agreements(solution)
    ]
    return (
        Items((
            "No figure of this sheet rests on a simulation.",
            "Line wins: exact integers over the full cycle, with and without the Pig Wizard, and "
            "jointly with the number of Cash Prizes in view. Added prizes: the law over all "
            "subsets of cells, for they break lines.",
            "RTP by part, frequencies and means: rational numbers, without rounding. Wizard Spins "
            "are a branching process; mean and variance come from its closed forms.",
            "Distributions, on the lattice of 0.1x: generating functions on circles. That of the "
            "retriggered bonus is the fixed point T = w (p0 + p1 T^s + p2 T^2s), with no limit to "
            "the number of retriggers. Where it helps, a second circle, of a radius above 1, sees "
            "the far tail.",
            "Every such figure has a proven bound of its error, from rounding, from aliases and "
            "from what lies beyond the lattice. What is below its bound is shown as a bound, or "
            "not at all. The cap is the only part of the RTP that rests on a distribution.",
        )),
        Table(heads, bounds, caption="Distributions: proven error bounds of P(win at least x)"),
        Table(
            ["Figure", "One way", "Another way", "Difference", "Bound", "Agree"],
            two,
            caption="Figures known in two ways: from a joint law or distribution, and without it",
        ),
        Text.of(TESTED),
    )  # fmt: skip


def _states(evaluation: Evaluation) -> tuple[Block, ...]:
    game = cast(PigWizard, evaluation.game)
    steps = ("Modifier draw", "Pig Wizard draw", "Reels, line wins", "Cash Lock, balls",
             "Mystic Money", "Wizard Spins", "Pay, cap")  # fmt: skip
    leaves = {2: "no Pig Wizard: pay", 3: "no feature: pay", 5: "balls: more spins"}
    return (
        Picture(
            flow_chart(steps, leaves),
            "States of a game round. Features that were not awarded are passed over. Every round "
            "starts from the same state; nothing is carried over.",
        ),
        Heading("Assumptions: where the rule text is silent, the reading chosen"),
        Items(_assumptions(game)),
        Heading("Disclosures"),
        Items(_disclosures(evaluation)),
        *jurisdictions(
            game.stakes_pence,
            "Autoplay is not available where a jurisdiction forbids it; where it is, a player "
            "sets the number of plays, a loss limit and, as an option, a win limit, and it "
            "pauses during a feature. It changes no probability.",
        ),
    )


def _assumptions(game: PigWizard) -> tuple[str, ...]:
    reel, row = game.centre
    rules, least = game.wizard_spins, game.modifiers.line_win.at_least
    crossing = sum(line[reel] == row for line in game.lines)
    cap = (
        f"The cap of {amount(game.cap)} is applied once, to the total of the game round."
        if game.cap is not None
        else "There is no cap."
    )
    neither = "neither" in game.crystal_balls.hits
    return (
        f"{game.rows} rows and the line chart of section 3, of whose {game.line_bets} lines "
        f"{crossing} cross the centre cell; lines add, each with its highest win.",
        "Pays, strips, weights and values are those of this sheet; the rule text gives none.",
        f"Cash Prizes are on every reel but reel {reel + 1}, in all three sets of strips.",
        "Locked outcomes include Mystic Money and Wizard Spins beside cash, and are drawn from "
        "one table whether or not the Pig Wizard is in view.",
        f"The Pig Wizard lands only in the centre cell (reel {reel + 1}, row {row + 1}), by a "
        "chance of its own; it is wild for all symbols but Cash Prizes.",
        "A landing of the Pig Wizard in the base game, a placed one included, hits "
        + ("one ball, both or neither." if neither else "one ball or both."),
        "Added Cash Prizes replace the symbol of their cell before lines are read, and are never "
        "put on a Cash Prize or on the centre.",
        "Line win is a modifier that draws the reels on condition of a total line win of at least "
        f"{amount(least)}" + (", so that a guaranteed win is no disguised loss." if least >= LATTICE
                              else "."),
        "One award or more of Mystic Money in a round give one Mystic Money.",
        f"Each award of Wizard Spins gives {rules.spins} spins; awards and extra spins add without "
        "limit.",
        "With both features in a round, Mystic Money comes first; their wins and those of the "
        "spin add.",
        cap,
        "Line and cash wins of a spin with a modifier are counted with the modifier; a feature it "
        "triggers with the feature.",
    )  # fmt: skip


def _disclosures(evaluation: Evaluation) -> tuple[str, ...]:
    game, figures = cast(PigWizard, evaluation.game), evaluation.figures
    most = figures["max_win"].value
    if game.cap is not None:
        rate = odds(figures["cap_probability"])
        cap = f"No game round pays more than {amount(game.cap)}; reached {rate} rounds."
    else:
        cap = f"No cap; the highest win is {most:,.10g}x." if isfinite(most) else "No cap."
    return (
        "A crystal ball that grows is a picture only: it shows no progress, changes no "
        "probability, and nothing is carried between spins. Games that compensate for earlier "
        "results are banned in Great Britain.",
        "Outcomes on locked symbols without the Pig Wizard in view are display only; they are "
        "drawn from the same table as those that pay.",
        cap,
        f"{percent(figures['wizard_wins_nothing'].value, 2)} of the spins with the Pig Wizard in "
        "view win nothing.",
        f"{percent(figures['win_up_to_bet'].value, 2)} of all rounds win something, but no more "
        f"than the stake; {percent(figures['disguised_loss'].value, 2)} win less than it.",
        "\u201cProgressive pots\u201d and \u201cscatter wins\u201d in the rule text are generic "
        "wording: the game has no progressive prize and no scatter symbol.",
        VOIDS,
    )
