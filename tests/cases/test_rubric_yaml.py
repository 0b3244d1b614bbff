import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases.rubric_yaml import YamlProblem, read_yaml, write_yaml


def test_words_of_yaml_1_1_are_words_and_dates_are_text() -> None:
    document = read_yaml("a: No\nb: yes\nc: 2026-10-19\nd: true\ne: 12\nf: 0.5\ng: ~\nh: 1_000\n")
    assert document.data == {
        "a": "No",
        "b": "yes",
        "c": "2026-10-19",
        "d": True,
        "e": 12,
        "f": 0.5,
        "g": None,
        "h": "1_000",
    }


def test_every_value_knows_its_line() -> None:
    document = read_yaml("name: x\ncriteria:\n  - key: a\n    levels:\n      - value: P\n")
    assert document.line_of(("criteria", 0, "levels", 0, "value")) == 5
    assert document.line_of(("criteria", 0, "nothing", "here")) == 3
    assert document.line_of(()) == 1


@pytest.mark.parametrize(
    ("text", "problem", "line"),
    [
        ("a: 1\nb: 2\na: 3", "'a' stands twice", 3),
        ("x:\n  - k: 1\n    k: 2", "'k' stands twice", 3),
        ("a: &x [1]\nb: *x", "aliases", 2),
        ("a: [1", "expected", 1),
        ("a: 1\n---\nb: 2", "expected a single document", 2),
        ("a: 1\n  b: 2", "mapping values are not allowed", 2),
        ("? [1, 2]\n: x", "a key must be a word", 1),
        ("a: 1\nb: !!python/object:os.system x", "is not taken", 2),
        ("a: 1\nb: !mine [x]", "the tag '!mine' is not taken", 2),
        ("a: 1\nb: !!timestamp 2026-10-19", "is not taken", 2),
        ('a: 1\nb: !!bool "zz"', "'zz' can't be read", 2),
        ('a: 1\nb: !!int ""', "can't be read", 2),
        ("a: 1\nb: 1.5e999", "no number", 2),
        pytest.param("a: 1\nb: " + "9" * 5000, "can't be read", 2, id="too many digits"),
        ('a: 1\nb: "\\ud800"', "a character", 2),
        ('a: 1\nb: "\\0"', "a character", 2),
        ('a: 1\n"\\ud800": x', "a character", 2),
        ("a: 1\nb: \x00", "a character", 2),
    ],
)
def test_what_is_not_taken_is_located(text: str, problem: str, line: int) -> None:
    with pytest.raises(YamlProblem) as caught:
        read_yaml(text)
    assert problem in caught.value.message
    assert caught.value.line == line


def test_a_bomb_of_brackets_is_refused() -> None:
    with pytest.raises(YamlProblem):
        read_yaml("[" * 100_000)


def test_nothing_is_nothing() -> None:
    assert read_yaml("").data is None
    assert read_yaml("# only a comment").data is None


texts = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"]), max_size=60)
values = st.recursive(
    texts | st.booleans() | st.integers() | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(texts, values, max_size=4))
def test_what_is_written_is_read_back(data: object) -> None:
    assert read_yaml(write_yaml(data)).data == data
