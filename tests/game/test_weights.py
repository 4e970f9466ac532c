"""Integer weight tables: what is stored is what is drawn."""

from collections import Counter
from fractions import Fraction

import pytest

from mathlib.core.errors import MathlibError
from mathlib.core.weights import WeightTable


def test_pick_selects_each_outcome_as_often_as_its_weight() -> None:
    # Known answer K17, a public question on weighted picks that were off by one.
    table = WeightTable({"a": 1, "b": 7, "c": 100, "d": 1000})
    assert table.total == 1108
    counts = Counter(table.pick(draw) for draw in range(1108))
    assert counts == {"a": 1, "b": 7, "c": 100, "d": 1000}
    assert [table.pick(draw) for draw in (0, 1, 7, 8, 107, 108, 1107)] == list("abbccdd")


@pytest.mark.parametrize("draw", [-1, 1108])
def test_pick_refuses_draws_outside_the_range(draw: int) -> None:
    with pytest.raises(MathlibError, match=rf"draw {draw} is outside 0\.\.1107"):
        WeightTable({"a": 1, "b": 7, "c": 100, "d": 1000}).pick(draw)


@pytest.mark.parametrize("weight", [0, -1, 0.5, True, "1"])
def test_weights_are_positive_integers(weight: object) -> None:
    with pytest.raises(MathlibError, match="expected a positive integer"):
        WeightTable({"a": weight})  # type: ignore[dict-item]


def test_a_table_needs_an_outcome() -> None:
    with pytest.raises(MathlibError, match="at least one outcome"):
        WeightTable({})


def test_mean_and_variance_are_exact() -> None:
    # Outcomes 1, 2, 4 with weights 1, 1, 4: mean 19/6, mean of squares 69/6.
    table = WeightTable({1: 1, 2: 1, 4: 4})
    assert table.mean() == Fraction(19, 6)
    assert table.variance() == Fraction(69, 6) - Fraction(19, 6) ** 2
    assert table.probability(4) == Fraction(2, 3)
    assert table.probability(3) == 0


def test_order_is_part_of_a_table_because_draws_follow_it() -> None:
    assert WeightTable({"a": 1, "b": 2}) != WeightTable({"b": 2, "a": 1})
    assert WeightTable({"a": 1, "b": 2}) == WeightTable({"a": 1, "b": 2})
    assert hash(WeightTable({"a": 1})) == hash(WeightTable({"a": 1}))
