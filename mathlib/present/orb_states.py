"""Orb Respins, how it was computed and what was assumed: sections 13 and 14."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import cast

from mathlib.core.figures import Figure
from mathlib.evaluation import OrbDetail
from mathlib.exact.evaluation import Evaluation
from mathlib.game.orb_respins import OrbRespins
from mathlib.present.blocks import Block, Heading, Items, Picture, Section, Table, Text
from mathlib.present.cells import whole
from mathlib.present.flow import flow_chart
from mathlib.present.notes import TESTED, VOIDS, jurisdictions
from mathlib.present.numbers import amount, fixed, known, one_in, plain


def sections(evaluation: Evaluation) -> Mapping[int, Section]:
    """Return the sections on method and assumptions, by number."""
    return {
        13: Section(13, "Method and validation", _method(evaluation)),
        14: Section(14, "States, assumptions and disclosures", _states(evaluation)),
    }


def _method(evaluation: Evaluation) -> tuple[Block, ...]:
    detail = cast(OrbDetail, evaluation.detail)
    rounds = detail.exact.rounds
    rows, over = [], []
    for name, sample in detail.samples.items():
        one = rounds[name]
        exact = (one.mean_uncapped - one.full_part) / (1 - one.p_full)
        z = (sample.mean.value - exact) / sample.mean.error
        rows.append([
            name, whole(sample.rounds), f"{sample.seed}", fixed(exact, 5),
            fixed(sample.mean.value, 5), fixed(sample.mean.error, 5), fixed(z, 2),
            whole(sample.full), plain(sample.rounds * one.p_full, 3),
        ])  # fmt: skip
    for name in detail.exact.reachable:
        excess = evaluation.sets[name]["cap_excess"]
        figure = Figure(excess["value"], excess["kind"], excess["error"])
        over.append([name, plain(figure.value), known(figure)])
    heads = ["Set", "Rounds", "Seed", "Mean, exact", "Mean, simulated", "Standard error", "z",
             "Full boards seen", "expected"]  # fmt: skip
    return (
        Items((
            "Line wins, hit frequency and colours in view: exact integers over the full cycle; "
            "line wins by symbol and count a second time as rational numbers, line by line.",
            "Respins: Markov chains on the number of Money symbols, and on how many of them "
            "were multiplied 0, 1, 2, ... times; no sampling. States too rare to matter are "
            "left out, and the error bound includes them.",
            "Win laws: the win of a round with Jackpots, Multiply, Charge, or Jackpots and "
            "Charge, exactly, on every tenth of the total bet; with Multiply and another "
            "modifier it is simulated.",
            "The cap: what it takes follows from the law where there is one, else from the "
            "simulated rounds. Where none came near the cap, the error is a limit on what the "
            "sample could not see.",
            "Full boards are judged apart: a sample that saw none says nothing of them.",
        )),
        Table(heads, rows, caption="Rounds that do not fill the board, played rule by rule"),
        Table(["Set", "Mean win above the cap, x", "How known"], over,
              caption="What the cap takes from a round, before frequency"),
        Text.of(TESTED),
    )  # fmt: skip


def _states(evaluation: Evaluation) -> tuple[Block, ...]:
    game = cast(OrbRespins, evaluation.game)
    exact = cast(OrbDetail, evaluation.detail).exact
    full = sum(float(exact.trigger[name]) * exact.rounds[name].p_full for name in exact.rounds)
    steps = ("Spin", "Line wins", "Orbs in view?", "Trigger draw", "Respins round", "Pay, cap")
    rules = game.respins
    pick = "keeps its symbol" if rules.charge.target == "pick" else "picks afresh at every respin"
    return (
        Picture(
            flow_chart(steps, {2: "no orb: pay the lines", 3: "none: pay the lines"}),
            "States of a game. Every game starts from the same state; nothing is carried over.",
        ),
        Heading("Assumptions: where the rule text is silent, the reading chosen"),
        Items((
            f"The base game has {game.reels} reels and {game.rows} rows.",
            f"The chart of {game.line_bets} distinct lines is the one drawn in section 3.",
            "No state is carried between games; the stashes are display only.",
            "A round starts with Money symbols from the start table in random cells.",
            "Orbs of colours whose modifier was not won do not land.",
            "Orbs act in the respin in which they land and then leave; their cell is empty again.",
            "Within a respin: landing, then Charge, then Multiply, then Jackpots.",
            f"A blue orb {pick}; with no Money on the board it is lost, or waits with the "
            "option to pick afresh; it resets the counter either way.",
            "Several charges on one symbol draw separately; a symbol can be charged after its "
            "last multiplication.",
            "Red orbs act one after another; Money landed in the same respin can be multiplied.",
            "A jackpot can be won again: its count starts anew.",
            "A full board pays its award instead of Money, jackpots already won and line wins; "
            "the line win so forfeited is counted with the cost of the cap.",
        )),
        Heading("Disclosures"),
        Items((
            "The stash shows no progress that matters: it changes no odds. Games that compensate "
            "for earlier results are banned in Great Britain.",
            "Landing weights fall as the board fills and depend on nothing outside the round."
            if _tapers(game)
            else "Landing weights depend on the number of Money symbols held and on nothing "
            "outside the round.",
            "A full board replaces what was shown.",
            f"Odds of {amount(rules.full_board_award)}: {one_in(full)} games.",
            f"The win of a game never exceeds {amount(game.cap)}; reaching it ends the round.",
            "The Respins total is recorded apart from the line win in the game history and "
            "added to it.",
            VOIDS,
        )),
        *jurisdictions(game.stakes_pence),
    )  # fmt: skip


def _tapers(game: OrbRespins) -> bool:
    for one in game.respins.sets.values():
        money = [band.weights.probability("money") for band in one.bands]
        if any(later > earlier for earlier, later in pairwise(money)):
            return False
    return True
