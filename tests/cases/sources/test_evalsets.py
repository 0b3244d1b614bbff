import json
from pathlib import Path
from typing import Any

import pytest

from cases.errors import BadInput
from cases.extraction import extract
from cases.sources import SessionKey, StoredSession, check_app, open_store

CALL = {"id": "c1", "name": "lookup", "args": {"order_id": "A-1"}}
ANSWER = {"id": "c1", "name": "lookup", "response": {"total": 74.0}}
OTHER_CALL = {"id": "c2", "name": "refund", "args": {"order_id": "A-1", "amount": 7}}
OTHER_ANSWER = {"id": "c2", "name": "refund", "response": {"done": True}}


def words(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "parts": [{"text": text}]}


def case(**fields: Any) -> dict[str, Any]:
    return {
        "eval_id": "plates",
        "conversation": [
            {
                "invocation_id": "i-1",
                "user_content": words("user", "Two plates are chipped."),
                "intermediate_data": {
                    "tool_uses": [CALL, OTHER_CALL],
                    "tool_responses": [OTHER_ANSWER, ANSWER],
                    "intermediate_responses": [["orders", [{"text": "I look it up."}]]],
                },
                "final_response": words("model", "I have refunded 7."),
            },
            {
                "invocation_id": "i-2",
                "user_content": words("user", "Thanks"),
                "final_response": words("model", "Bye"),
            },
        ],
        "session_input": {
            "app_name": "desk",
            "user_id": "u-1",
            "state": {"intent": "refund", "user:name": "Ada Quist"},
        },
    } | fields


def camel(value: Any) -> Any:
    if isinstance(value, dict):
        return {_camel(key): camel(item) for key, item in value.items()}
    return [camel(item) for item in value] if isinstance(value, list) else value


def _camel(key: str) -> str:
    if key in ("order_id", "user:name"):
        return key
    head, *rest = key.split("_")
    return head + "".join(word.title() for word in rest)


def evalset(*cases: Any, **fields: Any) -> dict[str, Any]:
    return {"eval_set_id": "refunds", "name": "Refunds", "eval_cases": list(cases)} | fields


def stored(tmp_path: Path, document: Any, app: str = "desk") -> list[StoredSession]:
    path = tmp_path / "refunds.evalset.json"
    path.write_text(json.dumps(document))
    store = open_store(f"file://{path}")
    check_app(store, app)
    return [store.read(entry.key, digest_key=b"k") for entry in store.index(app)]


def steps(session: StoredSession) -> list[tuple[str, str, str]]:
    """(kind, author, what) of every step."""
    return [
        (str(step.kind), step.author, step.text or step.tool)
        for turn in extract(session.events).turns
        for step in turn.steps
    ]


SEEN = [
    ("SAY", "user", "Two plates are chipped."),
    ("CALL", "agent", "lookup"),
    ("RESULT", "agent", "lookup"),
    ("CALL", "agent", "refund"),
    ("RESULT", "agent", "refund"),
    ("SAY", "orders", "I look it up."),
    ("SAY", "agent", "I have refunded 7."),
    ("SAY", "user", "Thanks"),
    ("SAY", "agent", "Bye"),
]


@pytest.mark.parametrize("spelt", [lambda value: value, camel])
def test_a_case_becomes_a_session(tmp_path: Path, spelt: Any) -> None:
    (session,) = stored(tmp_path, spelt(evalset(case())))
    assert session.key == SessionKey("desk", "u-1", "refunds:plates")
    assert session.state == {"intent": "refund"}
    assert session.known["user"][0] == {"name": "Ada Quist"}
    assert steps(session) == SEEN
    assert +session.problems == {"place_of_response_not_known": 1}
    results = [step for turn in extract(session.events).turns for step in turn.steps if step.call]
    assert [step.call for step in results] == [1, 1, 2, 2]
    assert results[1].data == {"total": 74.0}


def test_the_form_with_recorded_events(tmp_path: Path) -> None:
    recorded = [
        {"author": "orders", "content": {"parts": [{"function_call": CALL}]}},
        {"author": "orders", "content": {"parts": [{"function_response": ANSWER}]}},
        {"author": "orders", "content": words("model", "It was 74."), "invocationIndex": 3},
        {"author": "refunds", "content": None, "model_version": "scripted-1"},
        7,
    ]
    document = evalset(case())
    turn = document["eval_cases"][0]["conversation"][0]
    turn["intermediate_data"] = {"invocation_events": recorded}
    (session,) = stored(tmp_path, document)
    assert steps(session)[1:5] == [
        ("CALL", "orders", "lookup"),
        ("RESULT", "orders", "lookup"),
        ("SAY", "orders", "It was 74."),
        ("SAY", "refunds", "I have refunded 7."),
    ]
    assert extract(session.events).model == "scripted-1"
    assert +session.problems == {"event_not_understood": 1}
    recorded[3]["content"] = turn["final_response"]  # type: ignore[index]
    (session,) = stored(tmp_path, document)
    assert [step for step in steps(session) if "refunded" in step[2]] == [
        ("SAY", "refunds", "I have refunded 7.")
    ]


def test_unknown_fields_and_odd_turns_stop_nothing(tmp_path: Path) -> None:
    odd = case(newer_field=[1], final_session_state={"a": 1})
    odd["conversation"][0] |= {"future": True, "rubrics": None, "duration": 3}
    odd["conversation"][0]["intermediate_data"]["tool_uses"].append("no call")
    odd["conversation"].insert(1, "no turn")
    (session,) = stored(tmp_path, evalset(odd, unheard_of=1))
    assert steps(session) == SEEN
    assert session.problems["turn_not_understood"] == 1
    assert session.problems["event_not_understood"] == 1


def test_turns_keep_their_order_with_all_times_some_or_none(tmp_path: Path) -> None:
    for stamps, at, left_out in (
        ((0, 0), "", 0),
        ((0, 1_790_000_000.0), "", 1),
        ((1_790_000_009.0, 1_790_000_000.0), "", 2),
        ((1_790_000_000.0, 1_790_000_009.0), "2026-09-21T14:13:20.000+00:00", 0),
    ):
        document = evalset(case())
        for turn, stamp in zip(document["eval_cases"][0]["conversation"], stamps, strict=True):
            turn["creation_timestamp"] = stamp
        (session,) = stored(tmp_path, document)
        assert steps(session) == SEEN
        assert extract(session.events).turns[0].steps[0].at == at
        assert session.problems["turn_time_left_out"] == left_out


def test_ids_that_are_missing_or_used_twice(tmp_path: Path) -> None:
    document = evalset(case(), case(eval_id="other", session_input={"session_id": "s"}))
    for turn in document["eval_cases"][0]["conversation"]:
        turn["invocation_id"] = ""
    for call in ("tool_uses", "tool_responses"):
        turn = document["eval_cases"][0]["conversation"][0]
        turn["intermediate_data"][call] = [
            {name: value for name, value in item.items() if name != "id"}
            for item in turn["intermediate_data"][call]
        ]
    for turn in document["eval_cases"][1]["conversation"]:
        turn["invocation_id"] = "same"
    (session,) = stored(tmp_path, document)
    assert steps(session) == SEEN
    (other,) = stored(tmp_path, document, app="unknown")
    assert other.key == SessionKey("unknown", "", "refunds:other")
    assert [step for turn in extract(other.events).turns for step in turn.steps][-1].text == "Bye"


def test_cases_that_share_an_id_are_all_read(tmp_path: Path) -> None:
    shared = {"app_name": "desk", "user_id": "u", "session_id": "s"}
    sessions = stored(
        tmp_path, evalset(*(case(session_input=shared) for _ in range(2)), case(eval_id="b"))
    )
    names = sorted(session.key.session_id for session in sessions)
    assert names == ["refunds:b", "refunds:plates", "refunds:plates#2"]


def test_cases_without_turns_are_listed_with_the_reason(tmp_path: Path) -> None:
    scenario = {"starting_prompt": "Hello", "conversation_plan": "Complain."}
    document = evalset(
        case(),
        case(eval_id="sim", conversation=None, conversation_scenario=scenario),
        case(eval_id="none", conversation=[]),
        "no case",
    )
    path = tmp_path / "a.evalset.json"
    path.write_text(json.dumps(document))
    store = open_store(f"file://{path}")
    assert store.apps() == {"desk": 3, "unknown": 1}
    reasons = []
    for entry in store.index("desk"):
        try:
            store.read(entry.key, digest_key=b"k")
        except BadInput as error:
            reasons.append(str(error))
    assert len(reasons) == 2
    assert any("has a conversation_scenario and no turns yet" in reason for reason in reasons)
    assert any("eval case 3 of the file has neither" in reason for reason in reasons)


FORMER = [
    {
        "query": "Two plates are chipped.",
        "expected_tool_use": [
            {"tool_name": "lookup", "tool_input": {"id": 1}, "mock_tool_output": {"total": 74}},
            {"tool_name": "refund", "tool_input": {"id": 1}},
        ],
        "expected_intermediate_agent_responses": [{"author": "orders", "text": "I look it up."}],
        "reference": "I have refunded 7.",
    },
    {"query": "Thanks", "expected_tool_use": [], "reference": "Bye"},
]
FORMER_SEEN = [step for step in SEEN if step[:1] != ("RESULT",) or step[2] == "lookup"]


def test_the_former_shape(tmp_path: Path) -> None:
    first = {
        "name": "plates",
        "data": FORMER,
        "initial_session": {"app_name": "desk", "user_id": "u", "state": {"intent": "refund"}},
    }
    sessions = stored(tmp_path, [first, first | {"name": "again"}])
    assert [session.key.session_id for session in sessions] == ["refunds:again", "refunds:plates"]
    assert steps(sessions[1]) == FORMER_SEEN
    assert sessions[1].state == {"intent": "refund"}


def test_the_oldest_shape_is_one_conversation(tmp_path: Path) -> None:
    (session,) = stored(tmp_path, FORMER, app="unknown")
    assert session.key.session_id == "refunds:case"
    assert steps(session) == FORMER_SEEN


def test_evalsets_and_saved_sessions_may_share_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.evalset.json").write_text(json.dumps(evalset(case())))
    (tmp_path / "b.evalset.json").write_text(json.dumps(evalset(case(), eval_set_id="more")))
    (tmp_path / "c.json").write_text(json.dumps({"id": "s", "appName": "desk", "events": []}))
    assert open_store(f"file://{tmp_path}").apps() == {"desk": 3}


def test_what_this_product_exports_is_read_back(tmp_path: Path) -> None:
    """ADK's own models write the file, as they do for an export."""
    from google.adk.evaluation.eval_set import EvalSet

    text = EvalSet.model_validate(evalset(case())).model_dump_json(indent=2)
    (session,) = stored(tmp_path, json.loads(text))
    assert steps(session) == SEEN
    assert '"eval_set_id"' in text
