import pytest

from cases.errors import BadInput
from raters.evidence import MAX_QUOTE, locate
from tests.make import make_turns


def test_a_quote_is_found_where_it_stands() -> None:
    assert locate("my refund", make_turns()) == {
        "turn": 1,
        "step": 1,
        "start": 9,
        "end": 18,
        "quote": "my refund",
    }


def test_the_place_meant_is_taken_where_there_are_several() -> None:
    turns = make_turns(question="no no no", answer="no")
    assert locate("no", turns, step=1, start=6)["start"] == 6
    assert locate("no", turns, step=4)["step"] == 4


def test_white_space_may_differ() -> None:
    turns = make_turns(answer="One line\nand  another.")
    found = locate("line and another", turns)
    assert found["quote"] == "line\nand  another"


def test_a_tool_result_may_be_quoted_as_the_page_shows_it() -> None:
    found = locate("order_id\tBR-1\ntotal\t64.0", make_turns(), step=3)
    assert (found["step"], found["start"], found["end"]) == (3, None, None)
    assert locate('"total": 64.0', make_turns())["start"] is not None


@pytest.mark.parametrize(
    ("quote", "says"),
    [
        ("", "empty"),
        ("  ", "empty"),
        ("never said", "not in the transcript"),
        ("x" * 9999, "longer"),
    ],
)
def test_what_is_not_there_is_refused(quote: str, says: str) -> None:
    assert len("x" * 9999) > MAX_QUOTE
    with pytest.raises(BadInput, match=says):
        locate(quote, make_turns())
