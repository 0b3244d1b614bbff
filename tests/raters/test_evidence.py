import pytest

from cases.errors import BadInput
from raters.evidence import MAX_EVIDENCE, MAX_QUOTE, locate, read_quotes, storable, write_quotes
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


PATHS = {"path": "C:\\temp\\new\nnext", "deep": {"path": "D:\\data\\bin\ttabs"}}


@pytest.mark.parametrize(
    "quote",
    [
        "C:\\temp\\new\nnext",
        "new\nnext",
        "temp\\new\nnext",
        "D:\\\\data\\\\bin\\ttabs",
        "bin\\ttabs",
        "data\\\\bin",
    ],
)
def test_backslashes_and_breaks_are_found_as_the_page_shows_them(quote: str) -> None:
    assert locate(quote, make_turns(result=PATHS), step=3)["step"] == 3


def test_letters_that_only_an_escape_brings_are_not_there() -> None:
    with pytest.raises(BadInput, match="not in the transcript"):
        locate("xnnext", make_turns(result={"path": "x\nnext", "a": 1}), step=3)


def test_offsets_count_characters_as_the_page_shows_them() -> None:
    turns = make_turns(answer="🚀 one\r\ntwo e\u0301 ok\r\nok")
    assert locate("ok", turns, step=4, start=13)["start"] == 13
    assert locate("ok", turns, step=4, start=16)["start"] == 16
    assert locate("one two", turns, step=4)["quote"] == "one\ntwo"


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


# --- as posted --------------------------------------------------------------------------------


def test_quotes_are_read_back_as_they_were_written() -> None:
    quotes = [
        {"quote": "my “refund” 🚀", "side": "left", "turn": 1, "step": 2, "start": 3, "end": 9},
        {"quote": "", "side": ""},
    ]
    assert read_quotes(write_quotes(quotes)) == quotes
    assert write_quotes([]) == ""
    assert read_quotes("") == []


def test_what_no_database_takes_is_left_out_and_nothing_else() -> None:
    assert storable("a\x00b\ud800c\t\x1b é🚀") == "abc\t\x1b é🚀"
    # Both halves of a pair are one character.
    (quote,) = read_quotes(r'[{"quote": "\ud800 a\u0000b \ud83d\ude80", "extra": "\ud800"}]')
    assert quote == {"quote": " ab 🚀"}


def test_what_is_null_is_not_given() -> None:
    assert read_quotes('[{"quote": "a", "start": null, "side": null}]') == [{"quote": "a"}]


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{}",
        "null",
        "[1]",
        "[[]]",
        "[{}]",
        '[{"quote": 1}]',
        '[{"quote": null}]',
        '[{"quote": "a", "side": ["a"]}]',
        '[{"quote": "a", "side": "middle"}]',
        '[{"quote": "a", "step": "1"}]',
        '[{"quote": "a", "step": true}]',
        '[{"quote": "a", "start": 1.5}]',
        '[{"quote": "a", "start": NaN}]',
        '[{"quote": "a", "end": {}}]',
        pytest.param("[" * 100_000, id="deep"),
        pytest.param('[{"quote": "a", "step": ' + "9" * 5000 + "}]", id="digits"),
        pytest.param('[{"quote": "' + "a" * MAX_EVIDENCE + '"}]', id="long"),
    ],
)
def test_other_evidence_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        read_quotes(text)


def test_lines_of_a_value_are_found_as_they_stand_in_a_table() -> None:
    turns = make_turns(result={"note": "left at the door\nrang twice", "path": "C:\\new\\tools"})
    for quote in ("the door\nrang", "door\\nrang twice", "noteleft at the door", "C:\\new"):
        assert locate(quote, turns, step=3)["step"] == 3
    with pytest.raises(BadInput, match="is not in the transcript"):
        locate("the door once rang", turns, step=3)
