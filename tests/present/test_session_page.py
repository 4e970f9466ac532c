"""The page and the panel of sessions show what was played, and say what cannot be."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pytest

from mathlib.game import files
from mathlib.play.session_plan import Plan
from mathlib.play.sessions import play_sessions
from mathlib.present import session_plots
from mathlib.present.session_page import SessionPage, jurisdiction_notes, session_data
from mathlib.present.session_panel import SessionPanel
from mathlib.run.html import outside

GAME = files.example("orb_respins")


@pytest.fixture(scope="module")
def page():
    plan = Plan(bankroll=2_000, stake=100, plays=80, loss_limit=1_500, win_limit=3_000)
    return SessionPage(play_sessions(GAME, plan, 800, seed=1), rtp=0.8, deviation=3.0)


def rows(page):
    """Read the tables back from the page's HTML: the first two columns."""
    parts = page.html().split("<tr>")[1:]
    cells = [[c.split(">", 1)[1] for c in part.split("</td>")[:-1]] for part in parts]
    return {cell[0]: cell[1] for cell in cells if len(cell) > 1}


def test_tables_show_what_was_played(page):
    one, shown = page.sessions, rows(page)
    ruined = (one.end < 100).mean()
    assert shown["ends below the stake (ruin)"] == f"{100 * ruined:.2f} %"
    assert shown["ends ahead of the bankroll"] == f"{100 * (one.end > 2_000).mean():.2f} %"
    reasons = [float(text[:-2]) for name, text in shown.items() if name.startswith("ended: ")]
    assert len(reasons) == 4
    assert sum(reasons) == pytest.approx(100, abs=0.02)
    assert shown["mean balance at the end"] == f"£{one.end.mean() / 100:,.2f}"
    middle = np.sort(one.end)[399]
    assert shown["50 % end at most with"] == f"£{middle / 100:,.2f}"
    assert shown["mean minutes, 2.5 s a play"] == f"{one.played.mean() * 2.5 / 60:.1f}"
    assert shown["longest dry spell seen"] == str(one.dry.max())
    expected = 0.2 * one.played.mean()
    pounds = shown["(1 - RTP) x stake x mean plays"].removeprefix("£")
    assert float(pounds) == pytest.approx(expected, abs=0.0051)
    beyond = (2_000 - one.end.mean()) / 100 - expected
    error = 3.0 * np.sqrt(one.played.mean() / 800)
    assert float(shown["in standard errors (z)"].replace("\N{MINUS SIGN}", "-")) == pytest.approx(
        beyond / error, abs=0.006
    )
    assert "loss limit £15.00, win limit £30.00" in page.words
    assert not outside(page.html())


def test_data_is_plain_and_complete(page):
    data, one = session_data(page), page.sessions
    assert data["digest"] == files.digest(GAME)
    assert data["figures"]["mean_end"][0] == pytest.approx(one.end.mean())
    assert sum(data["ended_by"].values()) == pytest.approx(1)
    assert data["mean_balance"][0] == 2_000
    assert data["mean_balance"][-1] == pytest.approx(one.end.mean(), abs=1e-5)


def test_plots_draw_the_sessions(page):
    one = page.sessions
    bars = session_plots.plot_end_balances(one).patches
    assert sum(bar.get_height() for bar in bars) == pytest.approx(100)
    fan = session_plots.plot_balance_fan(one).lines
    assert fan[0].get_ydata()[-1] == np.sort(one.end)[399] / 100
    assert fan[1].get_ydata()[-1] == pytest.approx(one.end.mean() / 100)
    ahead = session_plots.plot_ahead(one).lines[0].get_ydata()
    assert (ahead[0], ahead[-1]) == (0, 100 * (one.end > 2_000).mean())
    going = session_plots.plot_survival(one).lines[0].get_ydata()
    assert (going[0], going[-1]) == (100, 100 * (one.played == 80).mean())
    assert not plt.get_fignums()


def test_notes_tell_what_a_plan_has_to_do_with_them():
    quiet = jurisdiction_notes(Plan(2_000, 200, 10)).items
    assert not any("This plan" in note for note in quiet)
    assert jurisdiction_notes(Plan(2_000, 210, 10)).items[-1].endswith("£2.10 is above £2.00.")
    assert jurisdiction_notes(Plan(2_000, 10, 10, spin_seconds=2)).items[-1].endswith("2.5 s.")


def test_the_panel_plays_its_fields(page):
    panel = SessionPanel(GAME, page)
    assert panel.plan() == page.sessions.plan
    panel.fields["bankroll"].value = 12.5
    panel.fields["win_limit"].value = 0
    panel.fields["sessions"].value = 300
    panel.stake.value = 10
    panel.button.click()
    assert panel.message.value == ""
    assert panel.page.sessions.plan == Plan(1_250, 10, 80, loss_limit=1_500)
    assert panel.page.sessions.count == 300
    assert "300 sessions from £12.50 at £0.10 a play" in panel.shown.value


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("bankroll", 0.5, "does not cover the stake"),
        ("bankroll", 0.005, "whole pennies"),
        ("plays", 2.5, "plays 2.5: give a whole number"),
        ("plays", 0, "plays 0"),
        ("loss_limit", -3, "loss limit -300p"),
        ("seed", -1, "seed -1"),
        ("sessions", 1, "sessions 1"),
        ("sessions", 1e9, "sessions 1000000000"),
    ],
)
def test_the_panel_says_what_is_wrong(page, field, value, words):
    panel = SessionPanel(GAME, page)
    shown = panel.shown.value
    panel.fields[field].value = value
    panel.button.click()
    assert words in panel.message.value
    assert panel.shown.value == shown
    assert not panel.button.disabled
