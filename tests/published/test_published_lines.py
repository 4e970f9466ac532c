"""Published games, recomputed from their strips to the last published decimal.

Sources, named in each file of ``cases``: the analyses of Atkins Diet and Lobstermania at Wizard
of Odds; reel sets and figures that the slotopol server project publishes for its games; the
workbook of a game with 50 lines in the slot-math-book project of solcalc.
"""

from fractions import Fraction

import pytest

from tests.published.loader import Spin, as_published, case

SLOTOPOL = [
    "aislot",
    "caribbeanadventure",
    "chicago",
    "diamonddogs",
    "discobabylon",
    "dragonsdeep",
    "egypt",
    "fusionfruitbeat",
    "megajoker",
    "roaringforties",
    "sizzlinghot",
    "wolfrun",
]


def figures(spin):
    """What a source may publish of one spin, by the name it has in the files."""
    found = {
        "combinations": spin.table.cycle,
        "line_rtp_pct": 100 * spin.table.rtp,
        "scatter_rtp_pct": 100 * spin.scatter_rtp,
        "spin_rtp_pct": 100 * spin.rtp,
    }
    if spin.game.get("free_games"):
        q = spin.free_games
        found |= {
            "q": q,
            "free_spins_awarded_count": q * spin.table.cycle,
            "sq": 1 / (1 - q),
            "free_games_hit_1_in": 1 / spin.trigger,
        }
    return found


@pytest.mark.parametrize("name", SLOTOPOL)
def test_spin_of_a_slotopol_game(name):
    game = case(f"slotopol_{name}")
    published = game["published"]["base"]
    ours = figures(Spin(game))
    known = {key: text for key, text in published.items() if key in ours}
    assert len(known) >= 3
    assert {key: as_published(ours[key], text) for key, text in known.items()} == known
    extra = game["recomputed_extra"]
    # Independent recomputations that came with the files: exact fractions.
    assert str(Spin(game).table.rtp) == extra["line_rtp_exact"]
    assert str(Spin(game).scatter_rtp) == extra["scatter_rtp_exact"]


@pytest.mark.parametrize("name", [n for n in SLOTOPOL if n != "fusionfruitbeat"])
def test_hits_and_deviation_of_a_slotopol_spin(name):
    # Hit frequency and deviation came with the files from an independent recomputation, to
    # twelve and ten decimals; lines and scatters are joint over the full cycle.
    game = case(f"slotopol_{name}")
    spin = Spin(game)
    extra = game["recomputed_extra"]
    assert float(spin.hit_frequency) == pytest.approx(extra["hit_frequency_one_spin"], abs=1e-12)
    assert spin.sigma == pytest.approx(extra["sigma_one_spin_total_bet"], abs=1e-10)


def test_published_deviation_of_one_spin():
    game = case("slotopol_discobabylon")
    text = game["published"]["base"]["sigma_one_spin"]
    assert as_published(Fraction(Spin(game).sigma), text) == text


@pytest.mark.parametrize(
    ("name", "multiplier"),
    [
        ("aislot", 1),
        ("chicago", Fraction(42, 10)),  # mean of 1, 2, 3, 5, 10
        ("discobabylon", 4),
    ],
)
def test_total_with_free_games_on_the_same_strips(name, multiplier):
    # Every free game may award more: q / (1 - q) free games per paid spin in all.
    game = case(f"slotopol_{name}")
    spin = Spin(game)
    q = spin.free_games
    total = spin.rtp * (1 + multiplier * q / (1 - q))
    text = game["published"]["base"]["total_rtp_pct"]
    assert as_published(100 * total, text) == text
    assert str(total) == game["recomputed_extra"]["total_rtp_exact"]


def test_total_with_free_games_on_strips_of_their_own():
    game = case("slotopol_wolfrun")
    base, free = Spin(game), Spin(game, "free")
    published = game["published"]["free_games"]
    ours = figures(free)
    known = {key: text for key, text in published.items() if key in ours}
    assert {key: as_published(ours[key], text) for key, text in known.items()} == known
    total = base.rtp + base.free_games * free.rtp / (1 - free.free_games)
    text = game["published"]["base"]["total_rtp_pct"]
    assert as_published(100 * total, text) == text


def test_free_strips_with_a_multiplier():
    game = case("slotopol_diamonddogs")
    free = Spin(game, "free")
    published = game["published"]["free_games"]
    assert as_published(300 * free.table.rtp, published["line_rtp_pct"]) == "157.99"
    assert as_published(300 * free.scatter_rtp, published["scatter_rtp_pct"]) == "61.157"
    assert as_published(free.free_games, published["q"]) == published["q"]


def test_atkins_diet():
    game = case("woo_atkins_diet")
    spin = Spin(game)
    published = game["published"]
    assert spin.table.rtp == Fraction(21293527, 33554432)
    assert str(spin.scatter_rtp) == game["recomputed_extra"]["scatter_rtp_exact"]
    assert as_published(100 * spin.table.rtp, published["line_rtp_pct"]) == "63.460"
    assert as_published(100 * spin.scatter_rtp, "6.97562") == "6.97562"
    per_line = 100 * spin.table.hit_frequency_per_line
    assert as_published(per_line, "5.4535") == "5.4535"
    assert as_published(spin.trigger, "0.0111848") == "0.0111848"
    # Ten free games at triple pays, each of which may award ten more.
    spins = 10 / (1 - spin.free_games)
    bonus = 3 * spin.rtp * spins
    assert as_published(spins, published["expected_free_spins_per_bonus"]) == "11.259335"
    assert as_published(bonus, published["expected_bonus_win_total_bets"]) == "23.791632"
    total = spin.rtp + spin.trigger * bonus
    assert as_published(100 * spin.trigger * bonus, "26.61049") == "26.61049"
    assert as_published(100 * total, "97.04577") == "97.04577"
    assert str(total) == game["recomputed_extra"]["total_rtp_exact"]


def test_atkins_diet_full_cycle():
    # From the independent recomputation that came with the file: 20 lines and the scatter.
    game = case("woo_atkins_diet")
    spin, extra = Spin(game), game["recomputed_extra"]
    assert float(spin.hit_frequency) == pytest.approx(
        extra["hit_frequency_one_spin_20_lines"], abs=1e-14
    )
    assert spin.sigma == pytest.approx(extra["sigma_one_spin_total_bet_20_lines"], abs=1e-14)
    highest = Fraction(max(spin.law), 20)
    assert float(highest) == extra["max_one_spin_win_total_bet"]


def test_hits_of_the_50_line_workbook():
    # The workbook lists the hits of every symbol and count, per line and cycle.
    game = case("solcalc_ch06_02_line50")
    for reels, key in (("base", "hits_base"), ("free", "hits_free")):
        spin = Spin(game, reels)
        ours = {f"{row.symbol} x{row.count}": row.hits for row in spin.table.rows}
        ours["FG x3"] = spin.scatters_in_view[3]
        assert ours == game["published"][key]
    base = Spin(game)
    # The source keeps doubles; 1e-14 is their rounding.
    assert float(base.rtp) == pytest.approx(game["published"]["base_game_rtp"], abs=1e-14)
    assert 1 / base.trigger == Fraction(8225, 100)


def test_lobstermania_by_symbol_counts():
    game = case("harrigan_lobstermania_96_2")
    spin = Spin(game)
    assert spin.table.cycle == int(game["published"]["combinations"])
    assert str(spin.table.rtp) == game["recomputed_extra"]["line_rtp_exact"]
    assert str(spin.scatter_rtp) == game["recomputed_extra"]["scatter_rtp_exact"]
    # The bonus starts by its symbol on reels 1, 2 and 3 of a line; its mean is the file's.
    counts = game["symbol_counts"]
    sizes = [sum(n[reel] for n in counts.values()) for reel in range(5)]
    start = Fraction(1)
    for reel in range(3):
        start *= Fraction(counts["bonus"][reel], sizes[reel])
    mean = Fraction(game["recomputed_extra"]["bonus_mean_from_weights"])
    total = 100 * (spin.rtp + start * mean)
    assert as_published(total, game["published"]["total_rtp_pct"]) == "96.2"
