"""Controls for sessions in a notebook: a plan to edit, and what it comes to."""

from __future__ import annotations

from html import escape
from typing import Any

from mathlib.core.errors import MathlibError
from mathlib.game.files import Game
from mathlib.play.session_plan import Plan
from mathlib.play.sessions import play_sessions
from mathlib.present import widgets
from mathlib.present.numbers import money
from mathlib.present.replay import style
from mathlib.present.session_page import SessionPage, jurisdiction_notes

FIELDS = {
    "bankroll": "bankroll, £",
    "plays": "plays",
    "loss_limit": "loss limit, £ (0: none)",
    "win_limit": "win limit, £ (0: none)",
    "spin_seconds": "seconds a play",
    "sessions": "sessions",
    "seed": "seed",
}
POUNDS = ("bankroll", "loss_limit", "win_limit")
WHOLE = ("plays", "sessions", "seed")


class SessionPanel:
    """Plays sessions of the plan that stands in its fields.

    Parameters
    ----------
    game : Game
        The game.
    page : SessionPage
        What is shown first, with the exact RTP that losses are compared with.

    Attributes
    ----------
    page : SessionPage
        What is shown.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> game, plan = example("orb_respins"), Plan(bankroll=2_000, stake=100, plays=50)
    >>> panel = SessionPanel(game, SessionPage(play_sessions(game, plan, 400, seed=1), rtp=0.8))
    >>> panel.fields["plays"].value = 20
    >>> panel.play()
    >>> panel.page.sessions.plan.plays
    20
    """

    def __init__(self, game: Game, page: SessionPage) -> None:
        self.game, self.page = game, page
        plan = page.sessions.plan
        values = {
            "bankroll": plan.bankroll / 100,
            "plays": plan.plays,
            "loss_limit": (plan.loss_limit or 0) / 100,
            "win_limit": (plan.win_limit or 0) / 100,
            "spin_seconds": plan.spin_seconds,
            "sessions": page.sessions.count,
            "seed": page.sessions.seed,
        }
        self.fields = {
            name: widgets.number(values[name], 0.5 if name == "spin_seconds" else 1, "mr-field")
            for name in FIELDS
        }
        stakes = [(str(money(stake)), stake) for stake in game.stakes_pence]
        self.stake = widgets.choice(stakes, "mr-field")
        self.stake.value = plan.stake
        self.button = widgets.button("Play", "play these sessions", self.play)
        self.message, self.shown = widgets.html(), widgets.html()
        self.root = self._laid_out()
        self._draw()

    def play(self) -> None:
        """Play the plan in the fields; what is wrong with it is said in the panel."""
        self.button.disabled = True
        try:
            sessions, seed = self._number("sessions"), self._number("seed")
            played = play_sessions(self.game, self.plan(), int(sessions), int(seed))
        except MathlibError as error:
            self.message.value = f'<span class="mr-wrong">{escape(str(error))}</span>'
        else:
            self.message.value = ""
            self.page = SessionPage(played, self.page.rtp, self.page.deviation)
            self._draw()
        finally:
            self.button.disabled = False

    def plan(self) -> Plan:
        """Return the plan in the fields.

        Raises
        ------
        MathlibError
            When a field holds no whole number or no whole pennies.
        """
        return Plan(
            bankroll=int(self._number("bankroll")),
            stake=self.stake.value,
            plays=int(self._number("plays")),
            loss_limit=int(self._number("loss_limit")) or None,
            win_limit=int(self._number("win_limit")) or None,
            spin_seconds=self._number("spin_seconds"),
        )

    def _number(self, name: str) -> float:
        value = float(self.fields[name].value)
        if name in WHOLE and not value.is_integer():
            raise MathlibError(f"{name} {value:g}: give a whole number")
        if name not in POUNDS:
            return value
        pence = round(100 * value, 6)
        if not pence.is_integer():
            raise MathlibError(f"{FIELDS[name]} {value:g}: give whole pennies")
        return pence

    def _draw(self) -> None:
        notes = jurisdiction_notes(self.page.sessions.plan).html()
        self.shown.value = (
            f"<style>{style()}</style>"
            f'<div class="mr mr-page">{self.page.html()}<div class="mr-notes">{notes}</div></div>'
        )

    def _laid_out(self) -> Any:
        pairs = [(words, self.fields[name]) for name, words in FIELDS.items()]
        pairs.insert(1, ("stake", self.stake))
        columns = [widgets.down([widgets.html(words), field]) for words, field in pairs]
        bar = widgets.across([*columns, self.button], "mr-bar", "mr-plan")
        return widgets.down([bar, self.message, self.shown], "mr-viewer")

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return self.root._repr_mimebundle_(**options)
