"""Sessions as a page: figures with their errors, plots, and what some jurisdictions ask for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mathlib.core.figures import Figure
from mathlib.play.session_plan import Plan
from mathlib.play.session_result import Sessions, average, quantile
from mathlib.present import session_plots as plots
from mathlib.present.blocks import Block, Items, Picture, Row, Stack, Table, Text
from mathlib.present.numbers import fixed, money, percent
from mathlib.present.plots import svg

NOTES = (
    "Great Britain: Autoplay is banned in online slots. A session with a loss limit and a win "
    "limit is a design aid here, and no picture of what a player there can choose.",
    "Great Britain: a game cycle costs at most £5.00, and at most £2.00 for players aged 18 to 24.",
    "Great Britain: a game cycle lasts 2.5 seconds at least, from its start to the next.",
    "Information as known when this was written, and no legal advice: check what is in force.",
)
"""What some jurisdictions ask for; nothing of it changes what is computed."""

ERROR = "\N{PLUS-MINUS SIGN} s.e."
"""Head of the columns of standard errors."""


@dataclass(frozen=True)
class SessionPage:
    """Sessions beside what theory expects of them.

    Parameters
    ----------
    sessions : Sessions
        What was played.
    rtp : float
        Exact RTP of the game.
    deviation : float, optional
        Exact standard deviation of a play's win in total bets.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> from mathlib.play.sessions import play_sessions
    >>> plan = Plan(bankroll=2_000, stake=100, plays=50)
    >>> page = SessionPage(play_sessions(example("orb_respins"), plan, 400, seed=1), rtp=0.8)
    >>> page.words
    '400 sessions from £20.00 at £1.00 a play, up to 50 plays; seed 1'
    """

    sessions: Sessions
    rtp: float
    deviation: float | None = None

    @property
    def words(self) -> str:
        """What was played, in one line."""
        plan = self.sessions.plan
        limits = [
            f"{what} {money(limit)}"
            for what, limit in (("loss limit", plan.loss_limit), ("win limit", plan.win_limit))
            if limit is not None
        ]
        return (
            f"{self.sessions.count:,} sessions from {money(plan.bankroll)} at "
            f"{money(plan.stake)} a play, up to {plan.plays:,} plays"
            f"{''.join(f', {limit}' for limit in limits)}; seed {self.sessions.seed}"
        )

    def blocks(self) -> tuple[Block, ...]:
        """Return tables and pictures."""
        tables = Row((self._balances(), Stack((self._course(), self._theory()))))
        pictures = tuple(self._pictures())
        return Text.of(self.words), tables, Row(pictures[:2]), Row(pictures[2:])

    def html(self) -> str:
        """Return the page as one fragment of HTML."""
        return "".join(block.html() for block in self.blocks())

    def _repr_html_(self) -> str:
        return self.html()

    def _balances(self) -> Table:
        one = self.sessions
        rows = [
            _chance("ends ahead of the bankroll", one.ahead[-1]),
            _chance("ends below the stake (ruin)", one.ruin),
            *(_chance(f"ended: {words}", found) for words, found in one.ends_by().items()),
            _money("mean balance at the end", average(one.end)),
            *(
                _money(f"{percent(chance, 0)} end at most with", quantile(one.end, chance))
                for chance in (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
            ),
        ]
        return Table(["balance", "value", ERROR], rows)

    def _course(self) -> Table:
        one = self.sessions
        rows = [
            _number("mean plays", average(one.played), 1),
            _number(f"mean minutes, {one.plan.spin_seconds:g} s a play", one.minutes, 1),
            _number("longest dry spell, mean", average(one.dry), 2),
            _number("longest dry spell, median", quantile(one.dry, 0.5), 0),
            _number("longest dry spell, 95 % at most", quantile(one.dry, 0.95), 0),
            _number("longest without a win above the stake, mean", average(one.losing), 2),
        ]
        longest = f"{int(one.dry.max()):,}"
        rows.append(["longest dry spell seen", longest, ""])
        return Table(["course", "value", ERROR], rows)

    def _theory(self) -> Table:
        one = self.sessions
        beyond = one.beyond_theory(self.rtp, self.deviation)
        z = beyond.value / beyond.error if beyond.error else 0.0
        rows = [
            _money("mean loss", one.loss),
            _money("(1 - RTP) x stake x mean plays", one.expected_loss(self.rtp)),
            _money("loss beyond theory", beyond),
            ["in standard errors (z)", fixed(z, 2), ""],
        ]
        return Table(
            [f"against RTP {percent(self.rtp, 4)}", "value", ERROR],
            rows,
        )

    def _pictures(self) -> list[Picture]:
        drawn = (
            (plots.plot_end_balances, "Where sessions end: ahead of the bankroll in green."),
            (plots.plot_balance_fan, "Balance on the way; a session that stopped keeps its last."),
            (plots.plot_survival, "How long sessions last."),
            (plots.plot_ahead, "Chance of being ahead after so many plays."),
        )
        return [Picture(svg(plot(self.sessions)), caption) for plot, caption in drawn]


def jurisdiction_notes(plan: Plan) -> Items:
    """Return what some jurisdictions ask for, with what a plan has to do with it.

    Examples
    --------
    >>> jurisdiction_notes(Plan(5_000, 600, 10)).items[-1]
    'This plan: a stake of £6.00 is above £5.00.'
    """
    met = []
    for limit in (200, 500):
        if plan.stake > limit:
            met = [f"This plan: a stake of {money(plan.stake)} is above {money(limit)}."]
    if plan.spin_seconds < 2.5:
        met.append(f"This plan: {plan.spin_seconds:g} s a play is below 2.5 s.")
    return Items((*NOTES, *met))


def session_data(page: SessionPage) -> dict[str, object]:
    """Return the main figures as data for JSON; amounts in pence.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> from mathlib.play.sessions import play_sessions
    >>> plan = Plan(bankroll=2_000, stake=100, plays=50)
    >>> page = SessionPage(play_sessions(example("orb_respins"), plan, 400, seed=1), rtp=0.8)
    >>> session_data(page)["sessions"]
    400
    """
    one = page.sessions
    figures = {
        "ruin": one.ruin,
        "ahead": one.ahead[-1],
        "mean_end": average(one.end),
        "median_end": quantile(one.end, 0.5),
        "mean_plays": average(one.played),
        "mean_minutes": one.minutes,
        "mean_loss": one.loss,
        "loss_beyond_theory": one.beyond_theory(page.rtp, page.deviation),
        "mean_longest_dry_spell": average(one.dry),
    }
    return {
        "digest": one.digest,
        "seed": one.seed,
        "sessions": one.count,
        "longest_dry_spell": int(one.dry.max()),
        "mean_balance": np.round(one.paths.mean(axis=1), 6).tolist(),
        "ended_by": {words: found.value for words, found in one.ends_by().items()},
        "figures": {name: [found.value, found.error] for name, found in figures.items()},
    }


def _chance(words: str, found: Figure) -> list[str]:
    return [words, percent(found.value, 2), percent(found.error, 2)]


def _number(words: str, found: Figure, places: int) -> list[str]:
    return [words, fixed(found.value, places), fixed(found.error, 2)]


def _money(words: str, found: Figure) -> list[str]:
    if found.value < 0:
        return [words, f"\N{MINUS SIGN}{money(-found.value)}", money(found.error)]
    return [words, money(found.value), money(found.error)]
