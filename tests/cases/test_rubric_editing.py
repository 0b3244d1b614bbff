from typing import Any

import pytest
from hypothesis import given

from cases.rubric_editing import (
    Editor,
    apply_action,
    blank_draft,
    draft_from_post,
    draft_of,
    editor_of,
    spec_from_draft,
)
from cases.rubric_spec import RubricInvalid, RubricSpec, parse_rubric
from cases.rubrics import starter_text
from tests.cases.test_rubric_spec import specs


def posted(editor: Editor) -> dict[str, str]:
    """What a browser posts for the fields of an editor."""
    data = {f.name: f.value for f in (editor.name, editor.slug, editor.note)}
    for block in editor.criteria:
        fields = [*block.fields.values(), block.rules]
        fields += [f for texts in block.examples.values() for f in texts]
        for level in block.levels:
            fields += [level.value, level.label, level.text]
            if level.passes:
                data[f"c{block.number}.level{level.number}.passes"] = "1"
        data |= {f.name: f.value for f in fields}
        for name in ("gates", "evidence_optional"):
            if getattr(block, name):
                data[f"c{block.number}.{name}"] = "1"
    return data


@given(specs())
def test_a_rubric_goes_through_the_form_unchanged(spec: RubricSpec) -> None:
    post = posted(editor_of(draft_of(spec)))
    assert spec_from_draft(draft_from_post(post)) == spec


def test_the_starter_goes_through_the_form_with_a_browsers_line_ends() -> None:
    spec = parse_rubric(starter_text())
    post = {k: v.replace("\n", "\r\n") for k, v in posted(editor_of(draft_of(spec))).items()}
    again = spec_from_draft(draft_from_post(post))
    assert again.content_hash() == spec.content_hash()


def starter_draft() -> dict[str, Any]:
    return draft_of(parse_rubric(starter_text()))


def keys(draft: dict[str, Any]) -> list[str]:
    return [c["key"] for c in draft["criteria"]]


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("add", ["correct_amount", "grounded", "policy", "resolution", ""]),
        ("remove-1", ["correct_amount", "policy", "resolution"]),
        ("up-1", ["grounded", "correct_amount", "policy", "resolution"]),
        ("up-0", ["correct_amount", "grounded", "policy", "resolution"]),
        ("down-3", ["correct_amount", "grounded", "policy", "resolution"]),
        ("down-0", ["grounded", "correct_amount", "policy", "resolution"]),
        ("remove-9", ["correct_amount", "grounded", "policy", "resolution"]),
        ("more", ["correct_amount", "grounded", "policy", "resolution"]),
        ("rm -rf", ["correct_amount", "grounded", "policy", "resolution"]),
    ],
)
def test_buttons_rearrange_criteria(action: str, expected: list[str]) -> None:
    assert keys(apply_action(starter_draft(), action)) == expected


def test_buttons_change_levels() -> None:
    draft = apply_action(starter_draft(), "add-level-2")
    assert len(draft["criteria"][2]["levels"]) == 3
    draft = apply_action(draft, "remove-2-0")
    assert [v["value"] for v in draft["criteria"][2]["levels"]] == ["PASS", ""]


def test_problems_stand_at_their_fields() -> None:
    draft = starter_draft()
    first, second, third = draft["criteria"][:3]
    first["question"] = ""
    second["levels"][1]["text"] = ""
    second["key"] = "correct_amount"
    third["rules_text"] = "- type: tool_ordr\n"
    draft["name"] = ""
    with pytest.raises(RubricInvalid) as caught:
        spec_from_draft(draft)
    editor = editor_of(draft, caught.value.problems)
    assert "is missing" in editor.name.errors[0]
    assert "is missing" in editor.criteria[0].fields["question"].errors[0]
    assert "is missing" in editor.criteria[1].levels[1].text.errors[0]

    draft = starter_draft()
    draft["criteria"][1]["key"] = "correct_amount"
    draft["criteria"][2]["rules_text"] = "- type: tool_ordr\n"
    draft["criteria"][3]["levels"] = draft["criteria"][3]["levels"][:1]
    with pytest.raises(RubricInvalid) as caught:
        spec_from_draft(draft)
    editor = editor_of(draft, caught.value.problems)
    assert "own key" in editor.criteria[1].fields["key"].errors[0]
    assert "did you mean 'tool_order'" in editor.criteria[2].rules.errors[0]
    assert "two levels" in " ".join(editor.criteria[3].level_errors)
    assert editor.problems == len(caught.value.problems)


def test_rules_that_are_not_yaml_are_told_with_their_line() -> None:
    draft = starter_draft()
    draft["criteria"][0]["rules_text"] = "- type: overlap\n- type: ["
    with pytest.raises(RubricInvalid) as caught:
        spec_from_draft(draft)
    assert "line 2 of the rules" in str(caught.value)
    draft["criteria"][0]["rules_text"] = "overlap"
    with pytest.raises(RubricInvalid, match="must be a list"):
        spec_from_draft(draft)


def test_a_blank_draft_asks_for_everything_it_needs() -> None:
    with pytest.raises(RubricInvalid) as caught:
        spec_from_draft(blank_draft())
    paths = {p.path for p in caught.value.problems}
    assert {("name",), ("criteria", 0, "key"), ("criteria", 0, "question")} <= paths


def test_every_kind_of_example_has_one_empty_field_more() -> None:
    block = editor_of(starter_draft()).criteria[0]
    for texts in block.examples.values():
        assert texts[-1].value == ""
        assert all(field.value for field in texts[:-1])


def test_forged_field_names_are_ignored() -> None:
    draft = draft_from_post({"name": "x", "c99999.key": "a", "cx.key": "b", "c0.levelx.value": "c"})
    assert [c["levels"] for c in draft["criteria"]] == [[]]


def test_forged_numbers_and_buttons_change_nothing() -> None:
    draft = draft_from_post({"c0.pass01": "a", "c0.fail٣": "b", "c0.key": "k"})
    assert [c["examples"] for c in draft["criteria"]] == [
        {"pass": [], "fail": [], "borderline": []}
    ]
    for action in ("remove-" + "9" * 5000, "remove-0-" + "9" * 5000, "up-²", "\x00"):
        assert apply_action(draft, action) == draft
