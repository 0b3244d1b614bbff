from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases.errors import BadInput
from cases.rubric_spec import (
    RESERVED_VALUES,
    CriterionSpec,
    RubricInvalid,
    RubricSpec,
    parse_rubric,
    spec_yaml,
)
from cases.rubrics import starter_text

GOOD = """\
name: Support
criteria:
  - key: grounded
    question: Does everything stand in a result?
    levels:
      - value: FAIL
        text: Something doesn't.
      - value: PASS
        label: Yes
        text: All does.
    pass_levels: [PASS]
  - key: tone
    question: How friendly is it?
    scale: ordinal
    levels:
      - {value: 1, text: Rude}
      - {value: 2, text: Neutral}
      - {value: 3, text: Friendly}
"""


def problem_of(text: str) -> str:
    with pytest.raises(RubricInvalid) as caught:
        parse_rubric(text)
    assert isinstance(caught.value, BadInput)
    assert str(caught.value).startswith("rubric: ")
    return str(caught.value)


def test_a_rubric_is_read_with_its_defaults() -> None:
    spec = parse_rubric(GOOD)
    grounded, tone = spec.criteria
    assert (grounded.scale, grounded.kind, grounded.gates) == ("binary", "final_response", True)
    assert grounded.levels[1].label == "Yes"
    assert [level.value for level in tone.levels] == ["1", "2", "3"]
    assert tone.pass_levels == []


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ("key: tone", "key: grounded", ["line 12", '"grounded"', "key of criterion 1 too"]),
        ("text: All does.", "text:", ["line 10", 'level "PASS"', "text", "write what an answer"]),
        ("        text: All does.\n", "", ["line 8", 'level "PASS"', "text: is missing"]),
        (
            "    pass_levels: [PASS]",
            "    pass_levels: [OK]",
            ["line 11", "'OK' is no level", "FAIL, PASS"],
        ),
        (
            "pass_levels: [PASS]",
            "pass_levels: [PASS, FAIL]",
            ["line 11", "nothing could fail"],
        ),
        ("question: How", "qestion: How", ["line 13", "did you mean 'question'?"]),
        ("scale: ordinal", "scale: binary", ["exactly 2 levels, this has 3", "ordinal or nominal"]),
        ("scale: ordinal", "scale: likert", ["line 14", "binary, ordinal or nominal"]),
        ("value: FAIL", "value: PASS", ["'PASS' is the value of 2 levels"]),
        ("value: FAIL", "value: cant_tell", ["state of an answer"]),
        ("value: FAIL", "value: true", ["line 6", "put the word in quotes"]),
        ("key: tone", "key: Tone of voice", ["small letters"]),
        ("name: Support", "name:", ["line 1", "give the rubric a name"]),
        ("name: Support", "name: Support\nname: Twice", ["line 2", "stands twice"]),
        ("label: Yes", "label: Yes\n        colour: red", ["line 10", "colour: is not a field"]),
        (
            "pass_levels: [PASS]",
            "pass_levels: PASS",
            ["line 11", "pass_levels: must be a list"],
        ),
        (
            "pass_levels: [PASS]",
            "rules: [{type: overlapp}]",
            ["rules", "rule 1", "did you mean 'overlap'"],
        ),
        (
            "pass_levels: [PASS]",
            "property: |\n      One.\n\n      Two.",
            ["property", "single paragraph"],
        ),
        ("text: Rude", f"text: {'x' * 4001}", ["longer than 4,000"]),
    ],
)
def test_what_is_wrong_is_named_and_located(old: str, new: str, parts: list[str]) -> None:
    assert old in GOOD
    message = problem_of(GOOD.replace(old, new, 1))
    for part in parts:
        assert part in message


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "starts with `name:` and `criteria:`"),
        ("- a\n- b", "starts with `name:` and `criteria:`"),
        ("just words", "starts with `name:` and `criteria:`"),
        ("name: [", "line 1"),
        ("name: x", "criteria: is missing"),
        ("name: x\ncriteria: []", "at least one criterion"),
        ("name: x\ncriteria: [7]", "must be a block of fields"),
        ("name: x\ncriteria:\n- {key: a, question: q, levels: []}", "at least two levels"),
        (
            "name: x\ncriteria:\n- {key: a, question: q, levels: [{value: A, text: t}]}",
            "at least two levels",
        ),
        ("x" * 200_001, "longer than 200,000"),
        ("<html><body>: no", "<html><body>: is not a field here"),
    ],
)
def test_what_is_no_rubric_says_so(text: str, part: str) -> None:
    assert part in problem_of(text)


def test_all_problems_come_at_once_with_paths() -> None:
    text = GOOD.replace("key: tone", "key: grounded").replace("[PASS]", "[OK]")
    with pytest.raises(RubricInvalid) as caught:
        parse_rubric(text)
    assert [p.path for p in caught.value.problems] == [
        ("criteria", 0, "pass_levels", 0),
        ("criteria", 1, "key"),
    ]
    assert [p.line for p in caught.value.problems] == [11, 12]


def test_a_doubled_key_is_told_with_what_is_missing() -> None:
    text = GOOD.replace("key: tone", "key: grounded").replace("text: All does.", "text:")
    with pytest.raises(RubricInvalid) as caught:
        parse_rubric(text)
    assert [p.path[-1] for p in caught.value.problems] == ["text", "key"]


def test_the_starter_rubric_is_good() -> None:
    spec = parse_rubric(starter_text())
    assert [c.key for c in spec.criteria] == ["correct_amount", "grounded", "policy", "resolution"]
    for criterion in spec.criteria:
        assert [level.value for level in criterion.levels] == ["FAIL", "PASS"]
        assert criterion.pass_levels == ["PASS"]
        assert criterion.property
        assert criterion.rules
        assert criterion.examples.pass_
        assert criterion.examples.fail
        assert criterion.examples.borderline


# --- hashes --------------------------------------------------------------------------------


def criterion(**changes: Any) -> CriterionSpec:
    data = parse_rubric(GOOD).criteria[0].content()
    return CriterionSpec.model_validate(data | changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"question": "Does everything stand there?"},
        {"key": "based"},
        {"property": "All stands."},
        {"kind": "tool_use"},
        {"examples": {"pass": ["So."]}},
        {"levels": [{"value": "FAIL", "text": "x"}, {"value": "PASS", "text": "y"}]},
    ],
)
def test_new_wording_is_a_new_criterion(changes: dict[str, Any]) -> None:
    assert criterion(**changes).content_hash() != criterion().content_hash()


@pytest.mark.parametrize(
    "changes",
    [{"rules": [{"type": "overlap"}]}, {"gates": False}, {"pass_levels": []}, {"skill": "legal"}],
)
def test_what_no_rater_reads_keeps_labels_comparable(changes: dict[str, Any]) -> None:
    assert criterion(**changes).content_hash() == criterion().content_hash()
    spec = parse_rubric(GOOD)
    changed = spec.model_copy(update={"criteria": [criterion(**changes), spec.criteria[1]]})
    assert changed.content_hash() != spec.content_hash()


def test_the_order_counts_for_the_version_and_layout_does_not() -> None:
    spec = parse_rubric(GOOD)
    turned = spec.model_copy(update={"criteria": spec.criteria[::-1]})
    assert turned.content_hash() != spec.content_hash()
    again = parse_rubric(GOOD.replace("\n", "\r\n") + "\n# comment\n")
    assert again.content_hash() == spec.content_hash()


# --- round trip ----------------------------------------------------------------------------

line = (
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"]), min_size=1, max_size=40)
    .map(str.strip)
    .filter(bool)
)
paragraphs = st.lists(line, min_size=1, max_size=3).map("\n\n".join)
key = st.from_regex(r"[a-z][a-z0-9_-]{0,10}", fullmatch=True)


@st.composite
def criteria(draw: st.DrawFn, name: str) -> dict[str, Any]:
    count = draw(st.integers(2, 4))
    values = draw(
        st.lists(line, min_size=count, max_size=count, unique=True).filter(
            lambda vs: not any(v.upper() in RESERVED_VALUES for v in vs)
        )
    )
    return {
        "key": name,
        "question": draw(paragraphs),
        "property": draw(line | st.just("")),
        "scale": "binary" if count == 2 and draw(st.booleans()) else "nominal",
        "kind": draw(st.sampled_from(["final_response", "tool_use", "process"])),
        "levels": [
            {"value": v, "label": draw(line | st.just("")), "text": draw(paragraphs)}
            for v in values
        ],
        "pass_levels": values[: draw(st.integers(0, count - 1))],
        "examples": {kind: draw(st.lists(paragraphs, max_size=2)) for kind in ("pass", "fail")},
        "rules": draw(st.just([]) | st.just([{"type": "overlap", "threshold": 0.25}])),
        "gates": draw(st.booleans()),
        "skill": draw(st.sampled_from(["", "medical", "legal-de"])),
    }


@st.composite
def specs(draw: st.DrawFn) -> RubricSpec:
    keys = draw(st.lists(key, min_size=1, max_size=3, unique=True))
    return RubricSpec.model_validate(
        {"name": draw(line), "note": draw(line), "criteria": [draw(criteria(k)) for k in keys]}
    )


@given(specs())
def test_yaml_comes_back_as_the_same_rubric(spec: RubricSpec) -> None:
    again = parse_rubric(spec_yaml(spec))
    assert again == spec
    assert again.content_hash() == spec.content_hash()
