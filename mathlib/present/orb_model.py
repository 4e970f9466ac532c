"""Orb Respins, what lands and how a round is resolved: section 8 of the PAR sheet."""

from __future__ import annotations

from typing import cast

from mathlib.exact.evaluation import Evaluation
from mathlib.game.orb_respins import MONEY, ORBS, SET_NAMES, SETS, OrbRespins
from mathlib.present.blocks import Block, Heading, Items, Row, Section, Sheet, Stack, Table, Text
from mathlib.present.cells import exact, whole
from mathlib.present.numbers import amount, fixed, in_percent, one_in, percent, plain
from mathlib.present.tables import weight_table

PARTS = (
    ("Money", "money"),
    ("Charge", "charge"),
    ("Multiply", "multiply"),
    ("Full board", "full_board"),
)


def model(evaluation: Evaluation) -> Section:
    """Return the model of the rounds; in a workbook with a sheet of its own for every set."""
    game = cast(OrbRespins, evaluation.game)
    rules = (*_order(game), *_tables(game))
    sets = (_set_sheet(evaluation, name) for name in SETS)
    return Section(
        8,
        "Respins: the model",
        (*rules, *_each_set(evaluation)),
        (Sheet("Respins rules", rules), *sets),
    )


def _order(game: OrbRespins) -> tuple[Block, ...]:
    rules = game.respins
    pick = (
        "the orb picks one Money symbol on the board, uniformly, and keeps it"
        if rules.charge.target == "pick"
        else "every blue orb landed so far picks a Money symbol afresh at every later respin"
    )
    return (
        Items((
            f"Start: an empty board but for the starting Money symbols; {rules.counter} respins.",
            "One respin: the counter drops by 1; each empty cell draws blank, Money or an orb "
            "from the landing weights of the band that holds the number of Money symbols.",
            f"Anything that lands sets the counter back to {rules.counter}; Money stays, orbs "
            "act and leave.",
            f"Then Charge: {pick}; from the next respin on the symbol gains one draw per respin.",
            "Then Multiply: red orbs one after another; each draws K and multiplies K different "
            f"Money symbols that were multiplied fewer than {rules.multiply.limit} times, each by "
            "a multiplier of its own.",
            f"Then Jackpots: each golden orb reveals a name; every {rules.jackpots.needed} of a "
            "name pay its jackpot.",
            "End: no respins left, or every cell holds Money. All Money values and jackpots are "
            f"paid; a full board pays {amount(rules.full_board_award)} instead.",
        )),
    )  # fmt: skip


def _tables(game: OrbRespins, modifiers: str = "CMJ") -> tuple[Block, ...]:
    """Return the value tables that rounds with these modifiers draw from."""
    rules = game.respins
    tables = {
        "C": [weight_table(rules.charge.values, "Charge draw", amounts=True)],
        "M": [
            weight_table(rules.multiply.chosen, "K, symbols chosen"),
            weight_table(rules.multiply.multipliers, "Multiplier"),
        ],
        "J": [_jackpots(game)],
    }
    chosen = [table for letter, some in tables.items() if letter in modifiers for table in some]
    money = weight_table(rules.money, "Money value", amounts=True)
    return Heading("Value tables"), Row((money, *chosen))


def _jackpots(game: OrbRespins) -> Table:
    names, weights = game.respins.jackpots.names, game.respins.jackpots.weights()
    few = exact(weights.total)
    rows = [
        [
            name,
            amount(one.prize),
            whole(one.weight),
            percent(weights.probability(name)).live("{2}/{2:total}", when=few),
        ]
        for name, one in names.items()
    ]
    rows.append(["total", "", whole(weights.total).live("SUM({2:all})", when=few), ""])
    return Table(["Jackpot", "Prize", "Weight", "Probability"], rows, total=True)


def _each_set(evaluation: Evaluation) -> tuple[Block, ...]:
    """Return, set by set, what lands and what the round comes to."""
    game = cast(OrbRespins, evaluation.game)
    blocks: list[Block] = []
    for name in SETS:
        start = ", ".join(f"{n} ({w})" for n, w in game.respins.sets[name].start.items())
        note = Text.of(f"Money at the start, with weights: {start}.", note=True)
        blocks.append(Heading(_set_title(game, name)))
        blocks.append(Row((Stack((_landing(game, name), note)), _set_facts(evaluation, name))))
    return tuple(blocks)


def _set_sheet(evaluation: Evaluation, name: str) -> Sheet:
    """Return one modifier set with all the weight tables that its round draws from."""
    game = cast(OrbRespins, evaluation.game)
    start = weight_table(game.respins.sets[name].start, "Money at the start")
    blocks: tuple[Block, ...] = (
        Heading(_set_title(game, name)),
        Row((start, _set_facts(evaluation, name))),
        _landing(game, name),
        *_tables(game, name),
    )
    return Sheet(f"Set {name}", blocks)


def _set_title(game: OrbRespins, name: str) -> str:
    return f"{name} - {SET_NAMES[name]}, {game.cells(name)} cells"


def _landing(game: OrbRespins, name: str) -> Table:
    """Return the landing weights of a set by Money held; in a workbook with their chances."""
    kinds = ["blank", MONEY, *(ORBS[letter] for letter in name)]
    low, rows, chances = 0, [], []
    for band in game.respins.sets[name].bands:
        table = band.weights
        few = exact(table.total)
        total = whole(table.total).live(f"SUM({{1-{len(kinds)}}})", when=few)
        weights = [whole(table.get(kind, 0)) for kind in kinds]
        rows.append([f"{low} to {band.up_to}", *weights, total])
        chances.append([
            percent(table.probability(kind)).live(f"{{{i}}}/{{{len(kinds) + 1}}}", when=few)
            for i, kind in enumerate(kinds, start=1)
        ])  # fmt: skip
        low = band.up_to + 1
    heads, caption = ["Money held", *kinds, "total"], "Landing weights"
    wide = [[*row, *more] for row, more in zip(rows, chances, strict=True)]
    sheet = Table([*heads, *(f"P({kind})" for kind in kinds)], wide, caption=caption)
    return Table(heads, rows, caption=caption, sheet=sheet)


def _set_facts(evaluation: Evaluation, name: str) -> Table:
    found = evaluation.sets[name]
    facts = [
        ["Odds per game", one_in(found["frequency"])],
        ["Mean win, capped", fixed(found["mean_win"], 4) + "x"],
        *([label, fixed(found[part], 4) + "x"] for label, part in PARTS),
        ["Jackpots", fixed(sum(found["jackpot_parts"].values()), 4) + "x"],
        ["Expected respins", fixed(found["expected_respins"], 4)],
        ["P(full board)", plain(found["p_full"], 5)],
        ["RTP, % of bet", in_percent(found["rtp"])],
    ]
    return Table(["Result", "Value"], facts)
