"""The search for a line win that strips can give, against trying every stop."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from mathlib.game.lines import LineRules, Strip, Wild
from mathlib.game.reach import reaches


@st.composite
def games(draw: st.DrawFn) -> tuple[LineRules, list[Strip], tuple[int, int, str] | None]:
    reels, rows = draw(st.integers(1, 4)), draw(st.integers(1, 2))
    every = list(product(range(rows), repeat=reels))
    lines = draw(st.lists(st.sampled_from(every), min_size=1, max_size=5, unique=True))
    pay = st.integers(0, 9)
    pays = {s: (*(draw(pay) for _ in range(reels - 1)), draw(st.integers(1, 9))) for s in "AB"}
    strips = [
        Strip(
            symbols=tuple(
                draw(st.lists(st.sampled_from("ABCW" if reel else "ABC"), min_size=1, max_size=4))
            )
        )
        for reel in range(reels)
    ]
    rules = LineRules(rows=rows, lines=tuple(lines), pays=pays, wilds=(Wild(symbol="W"),))
    cells = [(reel, row, "W") for reel in range(1, reels) for row in range(rows)]
    return rules, strips, draw(st.sampled_from([None, *cells]))


def greatest(rules: LineRules, strips: list[Strip], placed: tuple[int, int, str] | None) -> int:
    best = 0
    for board in product(*(strip.windows(rules.rows) for strip in strips)):
        cells = [list(window) for window in board]
        if placed is not None:
            cells[placed[0]][placed[1]] = placed[2]
        total = 0
        for line in rules.lines:
            on_line = [cells[reel][row] for reel, row in enumerate(line)]
            pays = rules.pays.get(on_line[0])
            if pays is not None:
                run = next(
                    (i for i, s in enumerate(on_line) if s not in (on_line[0], "W")), len(on_line)
                )
                total += max(pays[:run])
        best = max(best, total)
    return best


@given(games())
def test_search_agrees_with_trying_every_stop(
    game: tuple[LineRules, list[Strip], tuple[int, int, str] | None],
) -> None:
    rules, strips, placed = game
    most = greatest(rules, strips, placed)
    assert reaches(rules, strips, most, placed)
    assert not reaches(rules, strips, most + 1, placed)
