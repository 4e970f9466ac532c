"""Orb Respins, the Respins rounds: sections 8, 9 and 12 of the PAR sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from mathlib.core.figures import Figure
from mathlib.evaluation import OrbDetail
from mathlib.exact.evaluation import Evaluation
from mathlib.exact.orb_figures import award_odds
from mathlib.exact.respins import RoundResult
from mathlib.game.orb_respins import ORBS, SET_NAMES, SETS, OrbRespins
from mathlib.present.blocks import (
    Block,
    Picture,
    Section,
    Table,
    Text,
)
from mathlib.present.numbers import amount, fixed, in_percent, one_in, plain
from mathlib.present.orb_model import model
from mathlib.present.plots import plot_money_counts, svg
from mathlib.present.tables import award_blocks


def sections(evaluation: Evaluation) -> Mapping[int, Section]:
    """Return the sections on the rounds, by number."""
    return {
        8: model(evaluation),
        9: Section(9, "Respins: results", _results(evaluation)),
        12: Section(12, "Award odds", _awards(evaluation)),
    }


def _results(evaluation: Evaluation) -> tuple[Block, ...]:
    detail = cast(OrbDetail, evaluation.detail)
    rounds, sets = detail.exact.rounds, evaluation.sets
    overview = [
        [
            name,
            one_in(sets[name]["frequency"]),
            fixed(sets[name]["mean_win"], 4) + "x",
            fixed(sets[name]["sd"], 1) + "x" if "sd" in sets[name] else "",
            fixed(rounds[name].expected_respins, 4),
            fixed(rounds[name].expected_money, 4),
            plain(rounds[name].p_full, 5),
            in_percent(sets[name]["rtp"]),
        ]
        for name in SETS
    ]
    rtp = sum(sets[name]["rtp"] for name in SETS)
    overview.append(["All", one_in(float(detail.exact.respins_frequency)), "", "", "", "", "",
                     in_percent(rtp).live("{7:sum}")])  # fmt: skip
    heads = ["Set", "Odds per game", "Mean win", "Standard deviation", "Respins",
             "Money at the end", "P(full board)", "RTP, % of bet"]  # fmt: skip
    split = [[name, *_split(rounds[name])] for name in SETS]
    names = list(cast(OrbRespins, evaluation.game).respins.jackpots.names)
    orbs = [
        [
            name,
            *(fixed(rounds[name].orbs[k], 4) if k in name else "" for k in ORBS),
            *(plain(rounds[name].jackpots[j], 5) if j in rounds[name].jackpots else ""
              for j in names),
        ]
        for name in SETS
    ]  # fmt: skip
    final = {name: rounds[name].final_money.tolist() for name in SETS}
    return (
        Table(heads, overview, total=True),
        Table(
            ["Set", "Money", "Charge", "Multiply", "Jackpots", "Full board", "Mean, uncapped",
             "Error bound"],
            split,
            caption="Mean win by part, in total bets, exact",
        ),
        Table(
            ["Set", *(f"{colour} orbs" for colour in ORBS.values()),
             *(f"{name} jackpots" for name in names)],
            orbs,
            caption="Expected orbs landed and jackpots won per round",
        ),
        Picture(
            svg(plot_money_counts(final)),
            "Law of the number of Money symbols at the end of a round, exact.",
        ),
        *_quantiles(detail),
        Text.of(
            "Money counts values as drawn on landing, Charge its draws as drawn, Multiply what "
            "multipliers add to both; all on rounds that do not fill the board. Standard "
            "deviations are exact without Multiply and for Multiply alone; where it plays with "
            "another modifier they rest on simulation, but for full boards, which are exact.",
            note=True,
        ),
    )  # fmt: skip


def _split(one: RoundResult) -> list[str]:
    values = (one.money, one.charge, one.multiply, one.jackpot_part, one.full_part)
    return [*(fixed(v, 6) for v in values), fixed(one.mean_uncapped, 6), plain(one.error, 2)]


def _quantiles(detail: OrbDetail) -> tuple[Block, ...]:
    found = {name: detail.quantiles(name) for name in detail.exact.reachable}
    if not found:
        return ()
    rows = [
        [name, *(fixed(win, 1) + "x" for win in wins.values()), *_how(detail, name)]
        for name, wins in found.items()
    ]
    heads = [f"{100 * q:g} %" for q in next(iter(found.values()))]
    caption = "Quantiles of the round's win, of rounds that do not fill the board"
    return (Table(["Set", *heads, "Greatest seen", "How known"], rows, caption=caption),)


def _how(detail: OrbDetail, name: str) -> tuple[str, str]:
    if name in detail.laws:
        return "", "exact"
    sample = detail.samples[name]
    return fixed(sample.greatest, 1) + "x", f"simulated, {sample.rounds:,} rounds"


def _awards(evaluation: Evaluation) -> tuple[Block, ...]:
    game = cast(OrbRespins, evaluation.game)
    rules = game.respins
    solved = cast(OrbDetail, evaluation.detail).exact
    names = {
        "money": f"Money symbol of {amount(max(rules.money))}",
        "charge": f"Charge of {amount(max(rules.charge.values))}",
        "multiplier": f"Multiplier {max(rules.multiply.multipliers)}x",
        "full board": f"{amount(rules.full_board_award)} for a full board",
        **{name: f"{name.capitalize()} jackpot, {amount(one.prize)}"
           for name, one in rules.jackpots.names.items()},
        **{f"respins {name}": f"Respins with {SET_NAMES[name]}" for name in SETS},
    }  # fmt: skip
    odds = award_odds(solved)
    return award_blocks([(names[key], Figure(chance)) for key, chance in odds.items()], "game")
