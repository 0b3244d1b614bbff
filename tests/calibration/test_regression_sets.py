"""What goes into a regression set, what stays out and why, and that it stays as it is."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.db.utils import DatabaseError

from calibration.evalset import to_bytes
from calibration.labels_format import read_labels
from calibration.models import RegressionSet
from calibration.regression_sets import freeze_set, set_files, write_evalset
from cases.errors import BadInput
from cases.models import AuditEvent, Case, Item, Person, Study
from cases.transcript import Step, StepKind, Turn
from tests.calibration.answers import adjudicate, rate
from tests.make import (
    make_case,
    make_criterion,
    make_item,
    make_person,
    make_rubric_version,
    make_study,
    make_turns,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def raters(db: None) -> list[Person]:
    return [make_person(), make_person()]


def agree(item: Item, raters: list[Person], **values: str) -> Item:
    values = {"correct_amount": "PASS", "grounded": "PASS"} | values
    for rater in raters:
        rate(item, rater, **values)
    return item


def settled(
    study: Study, raters: list[Person], key: str, case: Case | None = None, **values: str
) -> Item:
    return agree(make_item(study, case, key=key), raters, **values)


def content(frozen: RegressionSet) -> dict[str, Any]:
    frozen.refresh_from_db()
    found: dict[str, Any] = frozen.content
    return found


def left_out(frozen: RegressionSet) -> dict[str, tuple[int, list[str]]]:
    reasons = content(frozen)["manifest"]["left_out"]
    return {reason: (entry["count"], entry["items"]) for reason, entry in reasons.items()}


def test_a_passing_case_exports_its_answer_and_calls(study: Study, raters: list[Person]) -> None:
    case = make_case(
        study,
        key="c-1",
        user_key="ab" * 32,
        content_hash="cc",
        started_at=datetime(2026, 1, 31, 9, 0, tzinfo=UTC),
    )
    settled(study, raters, "i-1", case)
    assert content(freeze_set(study=study))["evalset"]["eval_cases"] == [
        {
            "eval_id": "i-1",
            "conversation": [
                {
                    "invocation_id": "t1",
                    "user_content": {"role": "user", "parts": [{"text": "Where is my refund?"}]},
                    "final_response": {
                        "role": "model",
                        "parts": [{"text": "I sent a refund of 64.00 to your card."}],
                    },
                    "intermediate_data": {
                        "tool_uses": [
                            {"id": "call-1", "name": "lookup_order", "args": {"order_id": "BR-1"}}
                        ],
                        "tool_responses": [
                            {
                                "id": "call-1",
                                "name": "lookup_order",
                                "response": {"order_id": "BR-1", "total": 64.0},
                            }
                        ],
                    },
                }
            ],
            "session_input": {
                "app_name": "refund_support",
                "user_id": "u-abababababab",
                "state": {},
            },
            "creation_timestamp": 1769850000.0,
            "calibrant": {
                "item_id": "i-1",
                "case_id": "c-1",
                "case_revision": 1,
                "case_hash": "cc",
                "settled": {"correct_amount": "PASS", "grounded": "PASS"},
                "expectation": True,
            },
        }
    ]


def test_a_failing_case_is_replayed_but_expects_nothing(study: Study, raters: list[Person]) -> None:
    settled(study, raters, "i-bad", grounded="FAIL")
    settled(study, raters, "i-good")
    frozen = freeze_set(study=study)
    bad, good = content(frozen)["evalset"]["eval_cases"]
    assert bad["conversation"] == [
        {
            "invocation_id": "t1",
            "user_content": {"role": "user", "parts": [{"text": "Where is my refund?"}]},
        }
    ]
    assert "final_response" in good["conversation"][0]
    manifest = content(frozen)["manifest"]
    assert manifest["without_expectation"] == ["i-bad"]
    assert (manifest["cases"], manifest["with_expectation"]) == (2, 1)


def test_what_stays_out_is_counted_with_its_reason(
    study: Study, raters: list[Person], lead: Person
) -> None:
    from django.utils import timezone

    settled(study, raters, "i-in")
    agree(make_item(study, split="held_out"), raters)
    agree(make_item(study, purpose="gold"), raters)
    agree(make_item(study, key="p", case_b=make_case(study), kind="pairwise"), raters[:0])
    make_item(study, key="i-unrated")
    rate(make_item(study, key="i-once"), raters[0], correct_amount="PASS", grounded="PASS")
    split = make_item(study, key="i-tied")
    rate(split, raters[0], correct_amount="PASS", grounded="PASS")
    rate(split, raters[1], correct_amount="PASS", grounded="FAIL")
    unclear = settled(study, raters, "i-unclear")
    adjudicate(unclear, lead, "grounded")
    settled(study, raters, "i-silent", make_case(study, make_turns(question=" ")))
    settled(study, raters, "i-empty", make_case(study, []))
    settled(study, raters, "i-agent", make_case(study, make_turns()[1:]))
    erased = settled(study, raters, "i-erased")
    Case.objects.filter(pk=erased.case_id).update(turns=[], erased_at=timezone.now())
    assert left_out(freeze_set(study=study)) == {
        "held_out": (1, []),
        "gold": (1, []),
        "pairwise": (1, ["p"]),
        "no_reference": (2, ["i-tied", "i-unrated"]),
        "single": (1, ["i-once"]),
        "ambiguous": (1, ["i-unclear"]),
        "no_user_text": (1, ["i-silent"]),
        "empty": (1, ["i-empty"]),
        "starts_with_agent": (1, ["i-agent"]),
        "erased": (1, ["i-erased"]),
    }


def test_the_same_content_is_the_same_set(study: Study, raters: list[Person]) -> None:
    settled(study, raters, "i-1")
    first = freeze_set(study=study)
    make_item(study)
    assert freeze_set(study=study) == first
    settled(study, raters, "i-2")
    second = freeze_set(study=study)
    assert (first.version, second.version) == (1, 2)
    assert first.content_hash != second.content_hash
    assert content(second)["evalset"]["eval_set_id"].endswith("_v2")


def test_a_set_is_frozen_in_the_database(study: Study, raters: list[Person]) -> None:
    settled(study, raters, "i-1")
    frozen = freeze_set(study=study)
    with pytest.raises(DatabaseError), transaction.atomic():
        RegressionSet.objects.filter(pk=frozen.pk).update(content={})


def test_later_labels_do_not_move_a_set(study: Study, raters: list[Person]) -> None:
    item = settled(study, raters, "i-1")
    frozen = freeze_set(study=study)
    before = set_files(frozen)
    agree(item, raters, grounded="FAIL")
    frozen.refresh_from_db()
    assert set_files(frozen) == before
    assert freeze_set(study=study).version == 2


def test_held_out_items_of_a_set_become_tuning_with_their_conversation(
    study: Study, raters: list[Person], admin: Person
) -> None:
    case = make_case(study, conversation_key="x" * 64)
    sibling = make_case(study, conversation_key="x" * 64)
    exported = agree(make_item(study, case, key="i-1", split="held_out"), raters)
    beside = make_item(study, sibling, split="held_out")
    untouched = make_item(study, split="held_out")
    frozen = freeze_set(study=study, split="all", actor=admin)
    for item, split in ((exported, "tuning"), (beside, "tuning"), (untouched, "held_out")):
        item.refresh_from_db()
        assert item.split == split
    event = AuditEvent.objects.get(action="split.left_held_out")
    assert (event.actor, event.data["items"]) == (admin, 2)
    assert freeze_set(study=study) == frozen


def test_no_settled_item_is_bad_input_that_says_why(study: Study) -> None:
    with pytest.raises(BadInput, match="has no items; import cases first"):
        freeze_set(study=study)
    make_item(study)
    with pytest.raises(BadInput, match="1 item: a gating criterion has no settled label"):
        freeze_set(study=study)
    assert not RegressionSet.objects.exists()


def test_nothing_to_evaluate_is_bad_input(raters: list[Person]) -> None:
    version = make_rubric_version("grounded")
    version.criteria.update(property="")
    study = make_study(rubric_version=version)
    item = make_item(study)
    for rater in raters:
        rate(item, rater, grounded="FAIL")
    with pytest.raises(BadInput, match="no gating criterion with a property"):
        freeze_set(study=study)


def test_config_asks_gating_criteria_one_paragraph_each(raters: list[Person]) -> None:
    version = make_rubric_version("grounded")
    make_criterion(version, "tools_right", kind="tool_use", property="Right\n\n  tools {x}.")
    make_criterion(version, "tone", gates=False)
    make_criterion(version, "route", kind="process")
    make_criterion(version, "wordless", property="")
    study = make_study(rubric_version=version)
    values = dict.fromkeys(("grounded", "tools_right", "tone", "route", "wordless"), "PASS")
    item = make_item(study)
    for rater in raters:
        rate(item, rater, **values)
    frozen = content(freeze_set(study=study))
    options = {
        "judge_model": "gemini-2.5-flash",
        "judge_model_config": {"temperature": 0.0},
        "num_samples": 5,
        "parallelism_limit": 1,
    }
    assert frozen["config"] == {
        "criteria": {
            "tool_trajectory_avg_score": {"threshold": 1.0, "match_type": "IN_ORDER"},
            "rubric_based_final_response_quality_v1": {
                "threshold": 0.8,
                "judge_model_options": options,
                "rubrics": [
                    {
                        "rubric_id": "grounded",
                        "rubric_content": {"text_property": "The answer is grounded."},
                        "description": "Is the answer grounded?",
                        "type": "FINAL_RESPONSE_QUALITY",
                    }
                ],
            },
            "rubric_based_tool_use_quality_v1": {
                "threshold": 1.0,
                "judge_model_options": options,
                "rubrics": [
                    {
                        "rubric_id": "tools_right",
                        "rubric_content": {"text_property": "Right tools {x}."},
                        "description": "Is the answer tools_right?",
                        "type": "TOOL_USE_QUALITY",
                    }
                ],
            },
        }
    }
    assert [c["left_out"] for c in frozen["manifest"]["criteria"]] == [
        "",
        "",
        "the criterion does not gate",
        "criteria of the process never gate",
        "the criterion has no property sentence",
    ]


def test_without_calls_there_is_no_trajectory_metric(study: Study, raters: list[Person]) -> None:
    settled(study, raters, "i-bad", grounded="FAIL")
    assert list(content(freeze_set(study=study))["config"]["criteria"]) == [
        "rubric_based_final_response_quality_v1"
    ]


def test_transfers_and_framework_calls_are_no_expectation(
    study: Study, raters: list[Person]
) -> None:
    def step(index: int, kind: StepKind, **fields: Any) -> Step:
        return Step(index, kind, "router", **fields)

    turns = [
        Turn(1, "user", (Step(1, StepKind.SAY, "user", text="Refund, please."),)),
        Turn(
            2,
            "agent",
            (
                step(2, StepKind.SAY, text="One moment."),
                step(3, StepKind.TRANSFER, text="refunds_agent"),
                step(4, StepKind.CALL, tool="transfer_to_agent", data={"agent_name": "a"}, call=1),
                step(5, StepKind.RESULT, tool="transfer_to_agent", data={"result": None}, call=1),
                step(6, StepKind.CALL, tool="issue_refund", data={"n": 1, "a": 64.0}, call=2),
                step(7, StepKind.CALL, tool="notify", data=None),
                step(8, StepKind.RESULT, tool="issue_refund", data="done", call=2),
                step(9, StepKind.ERROR, text="TimeoutError"),
                step(10, StepKind.SAY, text="Done."),
            ),
        ),
        Turn(3, "user", (Step(11, StepKind.SAY, "user", text="Thanks"),)),
    ]
    settled(study, raters, "i-1", make_case(study, turns))
    frozen = content(freeze_set(study=study))
    first, second = frozen["evalset"]["eval_cases"][0]["conversation"]
    assert first["intermediate_data"] == {
        "tool_uses": [
            {"id": "call-2", "name": "issue_refund", "args": {"a": 64.0, "n": 1}},
            {"id": "step-7", "name": "notify", "args": {}},
        ],
        "tool_responses": [
            {"id": "call-2", "name": "issue_refund", "response": {"result": "done"}}
        ],
    }
    assert first["final_response"]["parts"] == [{"text": "Done."}]
    assert second == {
        "invocation_id": "t2",
        "user_content": {"role": "user", "parts": [{"text": "Thanks"}]},
    }
    assert frozen["manifest"]["framework_calls_left_out"] == 2


def test_adks_own_models_load_what_was_written(
    study: Study, raters: list[Person], tmp_path: Path
) -> None:
    from google.adk.evaluation.eval_config import EvalConfig
    from google.adk.evaluation.eval_metrics import RubricsBasedCriterion
    from google.adk.evaluation.eval_set import EvalSet
    from google.adk.evaluation.local_eval_sets_manager import load_eval_set_from_file

    settled(study, raters, "i-1", make_case(study, make_turns(answer="Ünïcödé 👩‍👧 \u202e")))
    settled(study, raters, "i-2", grounded="FAIL")
    frozen = freeze_set(study=study)
    write_evalset(frozen, tmp_path)
    folder = tmp_path / content(frozen)["evalset"]["eval_set_id"]
    (path,) = folder.glob("*.evalset.json")
    loaded = load_eval_set_from_file(str(path), str(path))
    assert isinstance(loaded, EvalSet)
    assert [case.eval_id for case in loaded.eval_cases] == ["i-1", "i-2"]
    (invocation,) = loaded.eval_cases[0].conversation or []
    assert invocation.final_response is not None
    assert invocation.final_response.parts[0].text == "Ünïcödé 👩‍👧 \u202e"
    assert loaded.eval_cases[0].model_dump()["calibrant"]["item_id"] == "i-1"
    config = EvalConfig.model_validate_json((folder / "test_config.json").read_bytes())
    entry = config.criteria["rubric_based_final_response_quality_v1"]
    rubrics = RubricsBasedCriterion.model_validate(entry.model_dump()).rubrics
    assert [rubric.rubric_id for rubric in rubrics] == ["correct_amount", "grounded"]
    assert content(frozen)["manifest"]["loaded_by_google_adk"] == {
        "version": "2.13.0",
        "cases": 2,
        "criteria": 2,
    }


def test_a_set_that_adk_refuses_is_not_frozen(study: Study, raters: list[Person]) -> None:
    from calibration.evalset import check_with_adk

    with pytest.raises(BadInput, match=r"google-adk 2.* does not load the set"):
        check_with_adk({"eval_set_id": "x", "eval_cases": [{"eval_id": "a"}]}, {"criteria": {}})
    with pytest.raises(BadInput, match="does not load"):
        check_with_adk(
            {"eval_set_id": "x", "eval_cases": []},
            {"criteria": {"tool_trajectory_avg_score": {"threshold": 1, "match_type": "SOME"}}},
        )


def test_files_are_the_same_bytes_every_time_and_read_back(
    study: Study, raters: list[Person], tmp_path: Path
) -> None:
    settled(study, raters, "i-1")
    frozen = freeze_set(study=study)
    paths = write_evalset(frozen, tmp_path)
    set_id = content(frozen)["evalset"]["eval_set_id"]
    assert sorted(path.relative_to(tmp_path).as_posix() for path in paths) == [
        f"{set_id}/labels.csv",
        f"{set_id}/labels.jsonl",
        f"{set_id}/manifest.json",
        f"{set_id}/{set_id}.evalset.json",
        f"{set_id}/test_config.json",
    ]
    before = {path: path.read_bytes() for path in paths}
    write_evalset(RegressionSet.objects.get(pk=frozen.pk), tmp_path)
    assert {path: path.read_bytes() for path in paths} == before
    assert set(tmp_path.glob(f"{set_id}/*")) == set(paths)
    rows = list(read_labels(tmp_path / set_id / "labels.csv"))
    assert [(r["criterion"], r["label"], r["rater_kind"]) for r in rows] == [
        ("correct_amount", "PASS", "adjudicated"),
        ("grounded", "PASS", "adjudicated"),
    ]
    assert rows == list(read_labels(tmp_path / set_id / "labels.jsonl"))
    manifest = json.loads((tmp_path / set_id / "manifest.json").read_text())
    assert manifest["content_hash"] == frozen.content_hash


def test_the_judge_in_the_config_can_be_named(study: Study, raters: list[Person]) -> None:
    settled(study, raters, "i-1")
    frozen = freeze_set(study=study)
    config = json.loads(set_files(frozen, judge_model="my-judge")["test_config.json"])
    entry = config["criteria"]["rubric_based_final_response_quality_v1"]
    assert entry["judge_model_options"]["judge_model"] == "my-judge"
    assert entry["judge_model_options"]["num_samples"] == 5
    assert json.loads(set_files(frozen)["test_config.json"]) == content(frozen)["config"]


def test_json_bytes_do_not_depend_on_key_order_and_take_any_text() -> None:
    assert to_bytes({"b": 1, "a": "é\ud800"}) == to_bytes({"a": "é\ud800", "b": 1})
    assert json.loads(to_bytes({"a": "é\ud800"})) == {"a": "é\ud800"}


def test_freezing_is_recorded(study: Study, raters: list[Person], admin: Person) -> None:
    settled(study, raters, "i-1")
    frozen = freeze_set(study=study, actor=admin)
    event = AuditEvent.objects.get(action="regression_set.frozen")
    assert (event.actor, event.object_id) == (admin, str(frozen.pk))
    assert frozen.created_by == admin
