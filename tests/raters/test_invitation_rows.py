import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases.errors import BadInput
from raters.invitation_rows import LONGEST_NOTE, MOST_ROWS, Row, read_rows

ROLES = ["rater", "lead"]


def read(text: str) -> list[Row]:
    return read_rows(text, roles=ROLES, usual="rater")


@pytest.mark.parametrize(
    "text",
    [
        "name,email,role\nAnn,ann@example.org,lead\nBo,bo@example.org,",
        "\ufeffRole;E-Mail;Name\r\nLEAD;ann@example.org;Ann\r\n;bo@example.org;Bo\r\n",
        "team\tName\temail\trole\nx\tAnn\tann@example.org\tLead\n\ny\tBo\tbo@example.org\n",
    ],
)
def test_columns_come_in_any_order_and_with_any_sign_between(text: str) -> None:
    assert [(row.note, row.role, row.problem) for row in read(text)] == [
        ("Ann <ann@example.org>", "lead", ""),
        ("Bo <bo@example.org>", "rater", ""),
    ]


def test_without_names_of_columns_the_first_says_who_and_the_second_the_role() -> None:
    assert read('"Example, Ann",lead\nBo') == [
        Row(1, "Example, Ann", "lead"),
        Row(2, "Bo", "rater"),
    ]


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("name,role\nAnn,boss", 2, "role “boss”: choose among rater, lead"),
        ("name,role\nAnn,admin", 2, "role “admin”: choose among rater, lead"),
        ("name,role\n,lead", 2, "says nobody: put a name or an e-mail address"),
        ("name\nAnn\nBo\nANN ", 4, "stands in line 2 already"),
        ("x" * 161, 1, f"who it is for has 161 characters, at most {LONGEST_NOTE} are kept"),
    ],
)
def test_a_row_says_what_is_wrong_with_it(text: str, line: int, problem: str) -> None:
    assert (read(text)[-1].line, read(text)[-1].problem) == (line, problem)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("  \n ", "The list is empty"),
        ("a\0b", "This is no text"),
        ("role,team\nlead,x", "no column says who it is for"),
        ("name,role\n", "nobody below the names"),
        ("x\n" * (MOST_ROWS + 1), f"at most {MOST_ROWS} go at a time"),
        ("x" * 100_001, "more than 100,000 characters"),
    ],
)
def test_a_list_that_can_not_be_read_says_why(text: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        read(text)


@given(st.text(alphabet=st.sampled_from('ab,;\t"\n\r\x1c\u2028 \ufeffé'), max_size=60) | st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        rows = read(text)
    except BadInput:
        return
    assert rows
    assert all(row.problem or row.note for row in rows)
