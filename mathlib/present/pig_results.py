"""Pig Wizard, what features and rounds win: sections 9, 11 and 12 of the PAR sheet."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import cast

from mathlib.exact.evaluation import Evaluation
from mathlib.exact.pig_wizard import Solution
from mathlib.exact.pig_wizard.awards import award_odds
from mathlib.exact.pig_wizard.bands import drawable, quantile, win_bands
from mathlib.exact.pig_wizard.lattice import LatticeLaw
from mathlib.exact.pig_wizard.spread import event_wins
from mathlib.game.fields import LATTICE
from mathlib.game.pig_wizard import CASH_ADD, LINE_WIN, MYSTIC_MONEY, WIZARD_SPINS, PigWizard
from mathlib.present.blocks import Block, Heading, Picture, Row, Section, Table, Text
from mathlib.present.cells import whole
from mathlib.present.numbers import amount, fixed, in_percent, one_in, plain
from mathlib.present.pig_names import WORDS
from mathlib.present.plots import new_axes, svg
from mathlib.present.tables import award_blocks, band_names, band_table, odds
from mathlib.present.tail_plots import plot_spins, plot_win_tails

SHARES = tuple(Fraction(n, 1000) for n in (100, 250, 500, 750, 900, 950, 990, 999))
SPINS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50)
"""Lengths of a bonus in the table, in awards of spins."""
UNSEEN = 1e-15
"""Chances of so many spins that are neither listed nor drawn."""


def sections(evaluation: Evaluation) -> Mapping[int, Section]:
    """Return the sections on results, by number."""
    return {
        9: Section(9, "Features: results", (*_results(evaluation), *_spins(evaluation))),
        11: Section(11, "Win bands of the game round", _bands(evaluation)),
        12: Section(12, "Award odds", _awards(evaluation)),
    }


def _results(evaluation: Evaluation) -> tuple[Block, ...]:
    game, solution = cast(PigWizard, evaluation.game), cast(Solution, evaluation.detail)
    sets, means = evaluation.sets, solution.means
    wins = event_wins(game, solution)
    wins |= {MYSTIC_MONEY: means.mystic, WIZARD_SPINS: means.bonus}
    rows = [
        [
            WORDS[name],
            one_in(one["frequency"]),
            fixed(wins[name].mean, 4) + "x" if name in wins else "",
            fixed(wins[name].sd, 4) + "x" if name in wins else "",
            in_percent(one["rtp"]),
        ]
        for name, one in sets.items()
    ]
    rtp = sum(one["rtp"] for one in sets.values())
    rows.append(["All", "", "", "", in_percent(rtp).live("{4:sum}")])
    heads = ["Feature", "Odds per round", "Mean win", "Standard deviation", "RTP, % of bet"]
    laws = solution.laws
    features = {MYSTIC_MONEY: laws.mystic, WIZARD_SPINS: laws.bonus}
    named = {WORDS[f]: law for f, law in features.items() if solution.routes.feature[f]}
    quantiles = [
        [name, *(_quantile(law, share) for share in SHARES)]
        for name, law in (named | {"Game round": laws.round}).items()
    ]
    tails = {name: drawable(law) for name, law in reversed(named.items())}
    cap = None if game.cap is None else game.cap / LATTICE
    return (
        Table(heads, rows, total=True, caption="Each feature when it comes, before the cap"),
        Text.of(
            "Cash Lock counts the cash of spins without a modifier; Cash add and Line win count "
            "line wins and cash of their spins. What a feature wins is the feature's, whatever "
            "gave it.",
            note=True,
        ),
        Table(
            ["Win of", *(f"{100 * float(share):g} %" for share in SHARES)],
            quantiles,
            caption="Quantiles: the least win that is not exceeded with so much probability, exact",
        ),
        Picture(
            svg(plot_win_tails(tails, cap=cap)),
            "Chance that a feature that came wins at least so much, exact, before the cap; both "
            "axes logarithmic. What is below its proven bound is not drawn.",
        )
        if tails
        else Text.of("Neither feature can be awarded."),
    )


def _quantile(law: LatticeLaw, share: Fraction) -> str:
    least = quantile(law, share)
    if least is not None:
        return amount(least)
    # Beyond the lattice, which ends at the cap, if that is proven.
    proven = law.tail[-1] - law.tail_error[-1] > 1 - share
    return f"at least {amount(law.top)}" if proven else "-"


def _spins(evaluation: Evaluation) -> tuple[Block, ...]:
    solution = cast(Solution, evaluation.detail)
    if not solution.routes.feature[WIZARD_SPINS]:
        return (Text.of("Wizard Spins cannot be awarded with these parameters."),)
    means, bonus = solution.means, solution.spins
    award = bonus.award
    rows = [
        ["Spins, mean", fixed(award.mean, 6), fixed(bonus.mean, 6)],
        ["Spins, variance", fixed(award.variance, 6), fixed(bonus.variance, 6)],
        ["Spins, standard deviation",
         fixed(sqrt(award.variance), 6), fixed(sqrt(bonus.variance), 6)],
        ["Win, mean", fixed(means.award.mean, 6) + "x", fixed(means.bonus.mean, 6) + "x"],
        ["Win, standard deviation", fixed(means.award.sd, 6) + "x", fixed(means.bonus.sd, 6) + "x"],
    ]  # fmt: skip
    spin = [
        ["Line win, mean", fixed(means.spin_lines, 6) + "x"],
        ["Cash, mean", fixed(means.spin_cash, 6) + "x"],
        ["Win, mean", fixed(means.spin.mean, 6) + "x"],
        ["Win, standard deviation", fixed(means.spin.sd, 6) + "x"],
        ["Extra spins, mean", fixed(award.extra_mean, 6)],
        ["Extra spins, variance", fixed(award.extra_variance, 6)],
    ]
    listed = [step * award.awarded for step in SPINS]
    more = [
        [whole(n), plain(a), plain(b), one_in(float(b))]
        for n, a, b in zip(listed, award.more_than(listed), bonus.more_than(listed), strict=True)
        if b > UNSEEN
    ]
    at = [step * award.awarded for step in range(200)]
    drawn = [(n, float(p)) for n, p in zip(at, bonus.more_than(at), strict=True) if p > UNSEEN]
    return (
        Heading("Wizard Spins: how long and how much"),
        Row((
            Table(["", "One award", "A bonus that came"], rows),
            Table(["One spin", ""], spin),
        )),
        Row((
            Table(["N", "One award", "A bonus that came", "Odds"], more,
                  caption="P(more than N spins)"),
            Picture(
                svg(plot_spins(*zip(*drawn, strict=True), ax=new_axes(5.4, 3.4))),
                "P(more than so many spins) of a bonus that came, exact, logarithmic.",
            ),
        )),
    )  # fmt: skip


def _bands(evaluation: Evaluation) -> tuple[Block, ...]:
    game, solution = cast(PigWizard, evaluation.game), cast(Solution, evaluation.detail)
    bands = win_bands(solution, evaluation.total)
    table = band_table(
        "Win of a game round",
        band_names(bands),
        [b.chance for b in bands],
        [b.rtp.value for b in bands],
        evaluation.total.value,
    )
    cap = None if game.cap is None else game.cap / LATTICE
    at_cap = "; a win at the cap is in the last band" if game.cap is not None else ""
    return (
        table,
        Text.of(
            f"Bands cover whole game rounds{at_cap}. All figures come from the exact distribution "
            "of a round; each figure is rounded down or up so that its column adds up.",
            note=True,
        ),
        Picture(
            svg(plot_win_tails({"Game round": drawable(solution.laws.round)}, cap=cap)),
            "Chance that a game round wins at least so much, exact; both axes logarithmic. What "
            "is below its proven bound is not drawn.",
        ),
    )


def _awards(evaluation: Evaluation) -> tuple[Block, ...]:
    game, solution = cast(PigWizard, evaluation.game), cast(Solution, evaluation.detail)
    tables = {
        "locked cash": ("Cash Lock", [v for v in game.locked if isinstance(v, int)]),
        "added cash": ("Cash add", list(game.modifiers.cash_add.cash)),
        "mystic cash": ("Mystic Money", list(game.mystic_money.cash)),
        "bonus cash": ("Wizard Spins", list(game.wizard_spins.cash)),
    }
    names = {
        **WORDS,
        CASH_ADD: "Cash add, a modifier",
        LINE_WIN: "Line win, a modifier",
        **{
            key: f"Cash Prize of {amount(max(values))} in {where}"
            for key, (where, values) in tables.items()
            if values
        },
        "cap": f"Win cap, {amount(game.cap or 0)}",
    }
    routes = {"left": "the left ball", "right": "the right ball", "locked": "a locked symbol"}
    for feature in (MYSTIC_MONEY, WIZARD_SPINS):
        for route, by in routes.items():
            names[f"{route} {feature}"] = f"{WORDS[feature]} by {by}"
    found = award_odds(game, solution).items()
    awards = [(names[key], chance) for key, chance in found if key in names]
    rarest = odds(awards[-1][1])
    blocks = award_blocks(awards, "game round")
    last = Text.of(f"The rarest of these awards: {rarest}. Line pays are in section 6.", note=True)
    return (*blocks, last)
