import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases.pretty_json import COUNT_UP_TO, about_size, clip_json, clip_text, pretty

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=40),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=20), inner),
    max_leaves=40,
)


@given(VALUES)
def test_what_is_laid_out_is_the_same_value(value: object) -> None:
    assert json.loads(pretty(value)) == value


def test_small_containers_stand_on_one_line() -> None:
    value = {"order": "BR-1", "items": [{"sku": "KET-01", "qty": 1}, {"sku": "x" * 70, "qty": 2}]}
    assert pretty(value).split("\n") == [
        "{",
        '  "order": "BR-1",',
        '  "items": [',
        '    {"sku": "KET-01", "qty": 1},',
        "    {",
        f'      "sku": "{"x" * 70}",',
        '      "qty": 2',
        "    }",
        "  ]",
        "}",
    ]


@given(st.text(st.characters(exclude_categories=("Cs",)) | st.just("\n"), max_size=400))
def test_both_ends_and_what_is_cut_make_up_the_text(text: str) -> None:
    clipped = clip_text(text, 100)
    assert text.startswith(clipped.head)
    assert text.endswith(clipped.tail)
    assert len(clipped.head) + clipped.characters + len(clipped.tail) == len(text)
    assert len(clipped.head) + len(clipped.tail) <= 125
    cut = text[len(clipped.head) : len(text) - len(clipped.tail)]
    assert cut.count("\n") == clipped.lines


def test_what_was_cut_is_said() -> None:
    clipped = clip_json([{"n": n, "text": "x" * 80} for n in range(1000)], 8_000)
    assert clipped.head.startswith("[\n  {\n")
    assert clipped.tail.endswith("  }\n]")
    assert clipped.lines is not None
    assert clipped.said == f"{clipped.characters:,} characters, {clipped.lines:,} lines"
    assert clip_text("a" * 200, 100).said == "100 characters"


def test_both_ends_of_a_huge_value_are_as_in_its_layout() -> None:
    value = {"rows": [{"n": n, "text": f"{n} " * 40} for n in range(5_000)]}
    assert len(json.dumps(value)) > COUNT_UP_TO
    clipped = clip_json(value, 8_000)
    assert '{\n  "rows": [\n    {\n      "n": 0,\n' in clipped.head
    assert clipped.tail.endswith("    }\n  ]\n}")
    assert '"n": 4999' in clipped.tail
    assert clipped.said == "about 1,100,000 characters"


def test_the_size_of_a_value_is_judged_well_enough() -> None:
    mixed = [{"n": n, "text": "word " * (n % 50)} for n in range(5_000)]
    for value in (mixed, {"rows": mixed}, {str(n): row for n, row in enumerate(mixed)}, "x" * 99):
        assert about_size(value) == pytest.approx(len(json.dumps(value)), rel=0.2)


def test_one_huge_string_is_cut_inside() -> None:
    clipped = clip_json(["x" * 1_000_000], 8_000)
    assert clipped.mid_line
    assert len(clipped.head) + len(clipped.tail) <= 8_001
    assert clipped.said == "about 990,000 characters"
