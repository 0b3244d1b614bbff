import pytest

from cases.items import PAIR_VALUES
from cases.transcript import Turn
from raters.pairs import lay_out, side_of_value, value_of_side
from tests.make import make_turns


@pytest.mark.parametrize("side_order", ["ab", "ba"])
@pytest.mark.parametrize("value", PAIR_VALUES)
def test_sides_and_cases_are_inverse(value: str, side_order: str) -> None:
    side = side_of_value(value, side_order=side_order)
    assert value_of_side(side, side_order=side_order) == value


def test_what_both_cases_share_is_shown_once() -> None:
    first, second = make_turns(answer="Yes."), make_turns(answer="No.")
    pair = lay_out(first, second, side_order="ba")
    assert pair.shared == first[:1]
    assert (pair.left, pair.right) == (second[1:], first[1:])


def test_different_openings_share_nothing() -> None:
    pair = lay_out(make_turns("Hello?"), make_turns("Anybody?"), side_order="ab")
    assert pair.shared == []


def test_equal_cases_share_everything() -> None:
    turns: list[Turn] = make_turns()
    assert lay_out(turns, turns, side_order="ab").left == []
