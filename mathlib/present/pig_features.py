"""Pig Wizard, its triggers and features: sections 7 and 8 of the PAR sheet."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import cast

from mathlib.exact.evaluation import Evaluation
from mathlib.exact.pig_wizard import Solution
from mathlib.exact.pig_wizard.routes import FEATURES
from mathlib.exact.pig_wizard.spread import locked_value
from mathlib.game.pig_wizard import CASH_ADD, GROW, LINE_WIN, WIZARD_SPINS, PigWizard
from mathlib.present.blocks import Block, Heading, Items, Row, Section, Sheet, Stack, Table, Text
from mathlib.present.cells import Cell, whole
from mathlib.present.numbers import amount, fixed, one_in, percent, plain
from mathlib.present.pig_names import WORDS, word
from mathlib.present.tables import weight_table


def sections(evaluation: Evaluation) -> Mapping[int, Section]:
    """Return the sections on triggers and features, by number."""
    game = cast(PigWizard, evaluation.game)
    sheets = (
        Sheet("Order of a round", _order(game)),
        Sheet("Cash Lock", _cash_lock(game)),
        Sheet("Modifiers", _modifiers(game)),
        Sheet("Mystic Money", _mystic(game)),
        Sheet("Wizard Spins", _spins(game)),
    )
    model = tuple(block for sheet in sheets for block in sheet.blocks)
    return {
        7: Section(7, "Triggers", _triggers(evaluation)),
        8: Section(8, "Features: the model", model, sheets),
    }


def _triggers(evaluation: Evaluation) -> tuple[Block, ...]:
    game = cast(PigWizard, evaluation.game)
    solution = cast(Solution, evaluation.detail)
    routes, balls = solution.routes, game.crystal_balls
    events: list[tuple[str, Fraction]] = [
        *(
            (f"{WORDS[name]}, a modifier", game.modifiers.weights.probability(name))
            for name in (CASH_ADD, LINE_WIN)
        ),
        ("Pig Wizard in view, placed ones included", routes.wizard),
        ("of these with a locked symbol in view: Cash Lock", routes.cash_lock),
        ("Left ball hit", routes.balls["left"]),
        ("Right ball hit", routes.balls["right"]),
        *((f"{WORDS[name]}, by any route", routes.feature[name]) for name in FEATURES),
    ]
    rates = [[name, plain(chance), one_in(chance)] for name, chance in events]
    nothing = evaluation.figures["wizard_wins_nothing"]
    return (
        Row((
            Stack((
                weight_table(game.modifiers.weights, "Modifier", show=word),
                weight_table(game.pig_wizard, "Pig Wizard", show=word),
            )),
            weight_table(balls.hits, "Balls hit"),
            Stack((
                weight_table(balls.left, "Left ball", show=word),
                weight_table(balls.right, "Right ball", show=word),
            )),
        )),
        Row((
            Table(["Event", "Probability per round", "Odds"], rates, caption="Rates"),
            _routes(solution),
            _awards(solution),
        )),
        Text.of(
            "The modifier is drawn on every spin, the Pig Wizard on every spin without Cash add, "
            "the balls at each landing of the Pig Wizard; locked outcomes are in section 8. "
            "A route counts a round once, however often it gives the feature there; routes can "
            "come together, so they add up to more than the chance by any route. Of the spins "
            f"with the Pig Wizard in view, {percent(nothing.value, 2)} win nothing at all.",
            note=True,
        ),
    )  # fmt: skip


def _routes(solution: Solution) -> Block:
    routes, names = solution.routes, (*FEATURES, GROW)
    titles = {"left": "Left ball", "right": "Right ball", "locked": "Locked symbols"}
    rows = [
        [title, *(one_in(routes.route[route, name]) if (route, name) in routes.route else ""
                  for name in names)]
        for route, title in titles.items()
    ]  # fmt: skip
    rows.append(["Any route", *(one_in(routes.feature[name]) for name in FEATURES), ""])
    heads = ["Route", *(WORDS[name] for name in FEATURES), "grow"]
    return Table(heads, rows, total=True, caption="Routes to the features, odds per round")


def _awards(solution: Solution) -> Block:
    routes = solution.routes
    rows: list[list[str]] = []
    for number, chance in routes.numbers.items():
        if chance >= Fraction(1, 10**12):
            rows.append([whole(number), plain(chance)])
    mean = routes.awards[WIZARD_SPINS] / (routes.feature[WIZARD_SPINS] or 1)
    rows.append([Cell(f"mean {fixed(mean, 6)}", mean, '"mean "#,##0.000000'), ""])
    caption = "Awards of Wizard Spins in a round that has one"
    return Table(["Awards", "Probability"], rows, total=True, caption=caption)


def _order(game: PigWizard) -> tuple[Block, ...]:
    neither = "" if "neither" in game.crystal_balls.hits else "at least one, "
    return (
        Heading("Order of a game round"),
        Items((
            "Modifier: one draw, before all others.",
            "Pig Wizard: placed with Cash add, else drawn at its chance.",
            "Reels: one stop per reel; with Line win on condition of the guaranteed win.",
            "Added Cash Prizes, in random cells.",
            "Values of added prizes and outcomes of locked symbols; lines are read.",
            f"Crystal balls: with the Pig Wizard in view, {neither}left, right or both, each with "
            "a draw from its own table.",
            "Features: Mystic Money first, then Wizard Spins. Everything adds; the total is "
            "capped once.",
        )),
    )  # fmt: skip


def _cash_lock(game: PigWizard) -> tuple[Block, ...]:
    one = locked_value(game)
    return (
        Heading("Cash Lock"),
        Row((
            weight_table(game.locked, "Locked outcome", amounts=True, show=word),
            Items((
                "Every Cash Prize that lands in the base game is locked and shows an outcome "
                "drawn from this table, whether or not the Pig Wizard is in view.",
                "With the Pig Wizard in view, each locked symbol awards its outcome: cash is "
                "paid, features are awarded. Without it, outcomes are display only.",
                f"Mean cash of a locked symbol, a feature counting as 0: {fixed(one.mean, 4)}x.",
            )),
        )),
    )  # fmt: skip


def _modifiers(game: PigWizard) -> tuple[Block, ...]:
    rules = game.modifiers
    return (
        Heading("Modifiers: Cash add and Line win"),
        Row((
            Stack((
                weight_table(rules.cash_add.added, "Cash Prizes added"),
                weight_table(rules.cash_add.cash, "Value of an added prize", amounts=True),
            )),
            Items((
                "Cash add: the Pig Wizard is placed in the centre, the reels are drawn as always, "
                "and n Cash Prizes go into random cells that hold none and are not the centre; "
                "if fewer than n are free, into all of them.",
                "Added prizes replace the symbol before lines are read and can shorten a line "
                "win. The placed Pig Wizard unlocks landed symbols and hits the balls.",
                "Line win: the Pig Wizard is drawn at its usual chance; the reels are drawn on "
                f"condition of a total line win of at least {amount(rules.line_win.at_least)}.",
            )),
        )),
    )  # fmt: skip


def _mystic(game: PigWizard) -> tuple[Block, ...]:
    rules = game.mystic_money
    return (
        Heading("Mystic Money"),
        Row((
            Stack((
                weight_table(rules.made, "Cells made Cash Prizes"),
                weight_table(rules.cash, "Value of a Cash Prize", amounts=True),
            )),
            Items((
                "One spin with the Pig Wizard held in the centre.",
                f"n of the {game.other_cells} other cells become Cash Prizes, uniformly without "
                "replacement; the reels land from the feature's own strips.",
                "Every Cash Prize, made or landed, is accumulated with a value from the table; a "
                "made cell that also lands a Cash Prize counts once.",
                "No line wins, balls, extra spins or Wizard Spins. One award or more in a round "
                "give one Mystic Money.",
            )),
        )),
    )  # fmt: skip


def _spins(game: PigWizard) -> tuple[Block, ...]:
    rules = game.wizard_spins
    n = rules.spins
    extra = {"none": "none", "one": f"one: +{n} spins", "both": f"both: +{2 * n} spins"}
    return (
        Heading("Wizard Spins"),
        Row((
            weight_table(rules.cash, "Value of a Cash Prize", amounts=True),
            Stack((
                weight_table(rules.cash_add.weights, "Cash add, per spin", show=word),
                weight_table(rules.cash_add.added, "Cash Prizes added"),
                weight_table(rules.retrigger, "Balls, after each spin", show=lambda x: extra[x]),
            )),
        )),
        _spin_rules(game),
    )  # fmt: skip


def _spin_rules(game: PigWizard) -> Block:
    n, extra = game.wizard_spins.spins, plain(game.wizard_spins.extra_per_spin)
    return Items((
        f"{n} spins for each award, by ball or locked symbol; awards add without limit.",
        "The Pig Wizard is held in the centre as a wild on every spin; line wins pay.",
        "Every Cash Prize, landed or added, is accumulated on every spin.",
        f"After each spin the balls are drawn: +{n}, +{2 * n} or no more spins. A spin brings "
        f"{extra} extra spins on average; there is no limit to them.",
        "No Mystic Money. It ends when no spins are left, or at the cap.",
    ))  # fmt: skip
