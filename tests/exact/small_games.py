"""Hypothesis strategies for small random line games."""

from random import Random

from hypothesis import strategies as st

from mathlib.game.lines import LineRules, Strip, Wild

PAYING = ("A", "B", "C")
WILDS = ("V", "W")


@st.composite
def line_games(draw, most_stops=5):
    """Strips and rules: 1 to 4 reels, any stop weights, wilds anywhere, pays in any order."""
    reels = draw(st.integers(1, 4))
    rows = draw(st.integers(1, 3))
    wilds = draw(st.sets(st.sampled_from(WILDS)))
    targets = [*PAYING, *draw(st.sets(st.sampled_from(WILDS)))]
    pays = {
        name: draw(
            st.lists(st.integers(0, 9), min_size=reels, max_size=reels).filter(any).map(tuple)
        )
        for name in draw(st.permutations(targets))
    }
    rules = LineRules(
        rows=rows,
        lines=tuple(
            draw(
                st.lists(
                    st.tuples(*[st.integers(0, rows - 1)] * reels),
                    min_size=1,
                    max_size=6,
                    unique=True,
                )
            )
        ),
        pays=pays,
        wilds_alone=draw(st.sampled_from(["own_pay", "any_symbol"])),
        wilds=tuple(
            Wild(symbol=name, not_for=tuple(draw(st.sets(st.sampled_from([*PAYING, *WILDS])))))
            for name in sorted(wilds)
        ),
    )
    strips = []
    for _ in range(reels):
        symbols = draw(
            st.lists(st.sampled_from([*PAYING, *WILDS, "x"]), min_size=1, max_size=most_stops)
        )
        weights = draw(
            st.none()
            | st.lists(st.integers(1, 20), min_size=len(symbols), max_size=len(symbols)).map(tuple)
        )
        strips.append(Strip(symbols=tuple(symbols), weights=weights))
    return strips, rules


def dense_game(seed):
    """A random game with many lines and wilds, which Hypothesis seldom draws: 2 to 4 reels."""
    random = Random(seed)
    reels = random.randint(2, 4)
    strips = []
    for _ in range(reels):
        stops = random.randint(2, 5)
        strips.append(
            Strip(
                symbols=tuple(random.choices([*PAYING, *WILDS, "x"], k=stops)),
                weights=tuple(random.choices(range(1, 30), k=stops)),
            )
        )
    paid = [*PAYING, *random.choice([(), ("V",), WILDS])]
    rules = LineRules(
        rows=3,
        lines=tuple({tuple(random.choices(range(3), k=reels)) for _ in range(12)}),
        pays={
            name: (*random.choices((0, 0, 1, 3, 9, 20), k=reels - 1), random.randint(1, 50))
            for name in paid
        },
        wilds=(Wild(symbol="V"), Wild(symbol="W", not_for=("A",))),
        wilds_alone=random.choice(["own_pay", "any_symbol"]),
    )
    return strips, rules
