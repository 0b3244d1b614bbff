import random
from typing import Any

import pytest

from cases.extraction import extract
from cases.transcript import StepKind, steps_of
from tests.cases.extraction.made import answer, call, event, kinds, session, text

SAY, CALL, RESULT = StepKind.SAY, StepKind.CALL, StepKind.RESULT


def test_turns_alternate_and_steps_are_numbered_through() -> None:
    found = session("s-dmg-lamp")
    assert [turn.role for turn in found.turns] == ["user", "agent"] * 3
    assert [turn.index for turn in found.turns] == [1, 2, 3, 4, 5, 6]
    steps = steps_of(found.turns)
    assert [step.index for step in steps] == list(range(1, len(steps) + 1))
    assert found.agent_version == "refund-support@1.4.2"
    assert found.tools == ["issue_refund", "lookup_order", "search_policy"]


def test_parallel_calls_keep_their_order_and_pair_by_id() -> None:
    found = extract(
        [
            event("user", text("both please"), at=1),
            event("a", call("look", "c1", id=1), call("look", "c2", id=2), at=2),
            event("a", answer("look", "c2", n=2), answer("look", "c1", n=1), at=3),
        ]
    )
    steps = steps_of(found.turns)
    assert [(s.kind, s.call) for s in steps[1:]] == [(CALL, 1), (CALL, 2), (RESULT, 2), (RESULT, 1)]
    assert [s.data for s in steps[3:]] == [{"n": 2}, {"n": 1}]


def test_a_confirmation_is_one_call_with_two_results_in_the_turn_it_resumes() -> None:
    found = session("s-cancel-sub")
    assert [turn.role for turn in found.turns] == ["user", "agent"]
    steps = steps_of(found.turns)
    results = [s for s in steps if s.kind is RESULT and s.tool == "cancel_subscription"]
    assert [s.call for s in results] == [1, 1]
    asked = next(s for s in steps if "confirmation" in s.flags)
    assert asked.data == {"tool": "cancel_subscription", "args": {"subscription_id": "sub_88213"}}
    confirmed = next(s for s in steps if "resumed" in s.flags)
    assert (confirmed.author, confirmed.data) == ("user", {"confirmed": True})


def test_a_transfer_is_one_step() -> None:
    assert kinds(session("s-bad-loop"))[1] == ("TRANSFER", "orders_agent")
    assert sum(kind == "TRANSFER" for kind, _ in kinds(session("s-bad-loop"))) == 4
    alone = extract([event("a", actions={"transfer_to_agent": "b"})])
    assert kinds(alone) == [("TRANSFER", "b")]


def test_errors_show_and_calls_without_result_are_flagged() -> None:
    found = session("s-err-outage")
    assert ("ERROR", "ServiceUnavailable: orders backend answered 503") in kinds(found)
    assert next(s for s in steps_of(found.turns) if s.kind is CALL).flags == ("unanswered",)
    assert found.counts["call_without_result"] == 1
    cut = steps_of(session("s-err-maxtokens").turns)[-1]
    assert (cut.kind, cut.flags) == (SAY, ("truncated",))
    both = extract([event("a", text("half"), error_code="MAX_TOKENS")])
    assert kinds(both) == [("SAY", "half")]


def test_files_and_code_become_placeholders_and_steps() -> None:
    first = steps_of(session("s-photo-plates").turns)[0].text
    assert "[file: image/png, 76 bytes]" in first
    assert "[file: image/jpeg, kept elsewhere]" in first
    assert "plates" not in first.split("\n", 1)[1]  # nor in a file's name
    code = [s for s in steps_of(session("s-code-total").turns) if s.tool == "code_execution"]
    assert [(s.kind, s.call) for s in code] == [(CALL, 3), (RESULT, 3)]
    assert code[1].data["output"] == "84.35\n"


def test_what_is_left_out_is_counted() -> None:
    found = extract(
        [
            event("user", text("hi"), at=1),
            event("a", text("thinking", thought=True), text("hello"), at=2),
            event("a", text("hel"), partial=True, at=2),
            event("user", actions={"compaction": {"compacted_content": {}}}, at=3),
            event("a", actions={"state_delta": {"x": 1}}, at=4),
            event("a", {"hologram": {"id": "x"}}, at=5),
            event("a", text("old"), custom_metadata={"__adk_internal_restored_event": True}, at=6),
        ]
    )
    assert kinds(found) == [("SAY", "hi"), ("SAY", "hello"), ("SAY", "old")]
    for kind in ("thought", "partial_event", "compaction_event", "state_only_event"):
        assert found.counts[kind] == 1
    assert found.counts["part_not_understood"] == found.counts["restored_event"] == 1


def test_rewound_turns_are_gone() -> None:
    found = session("s-rewound")
    assert [words for _, words in kinds(found)] == [
        "Refund BR-205118",
        "Shall I refund it all?",
        "Yes, all of it",
        "Done, 118.00.",
    ]
    assert (found.counts["rewound_event"], found.counts["rewind"]) == (2, 1)


def test_interleaved_invocations_become_turns_of_their_own() -> None:
    found = extract(
        [
            event("user", text("one"), at=1, invocation_id="i1"),
            event("user", text("two"), at=2, invocation_id="i2"),
            event("a", text("to one"), at=3, invocation_id="i1"),
            event("a", text("to two"), at=4, invocation_id="i2"),
        ]
    )
    assert [turn.text for turn in found.turns] == ["one", "to one", "two", "to two"]


def test_shuffled_rows_give_the_same_case_and_ties_keep_their_order() -> None:
    events = [event("a" if n % 2 else "user", text(f"{n}"), at=n + 1) for n in range(20)]
    shuffled = events.copy()
    random.Random(4).shuffle(shuffled)
    assert extract(shuffled).turns == extract(events).turns
    tied = [event("a", text(f"{n}"), at=7) for n in range(8)]
    assert [words for _, words in kinds(extract(tied))] == [f"{n}" for n in range(8)]


def test_camel_case_is_read_like_snake_case() -> None:
    def camel(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                (h := k.split("_"))[0] + "".join(w.title() for w in h[1:]): camel(v)
                for k, v in value.items()
            }
        return [camel(v) for v in value] if isinstance(value, list) else value

    events = [
        event("user", text("hi"), at=1),
        event("a", call("look"), at=2, finish_reason="STOP", model_version="m1"),
        event("a", answer("look", n=1), at=3),
        event("a", text("done"), at=4),
    ]
    assert extract(camel(events)).turns == extract(events).turns
    assert extract(camel(events)).model == "m1"


def test_what_no_database_keeps_is_repaired() -> None:
    found = extract(
        [event("user", text("a\x00b \ud83d c")), event("a", answer("t", x=float("nan")))]
    )
    steps = steps_of(found.turns)
    assert steps[0].text == "ab ? c"
    assert steps[1].data == {"x": "nan"}
    assert (found.counts["repaired_text"], found.counts["repaired_number"]) == (1, 1)


def test_every_line_break_is_one_character() -> None:
    found = extract(
        [event("user", text("a\r\nb\rc\n\rd")), event("a", answer("t", x={"k\r\n": "e\r\nf"}))]
    )
    steps = steps_of(found.turns)
    assert steps[0].text == "a\nb\nc\n\nd"
    assert steps[1].data == {"x": {"k\n": "e\nf"}}
    assert (found.counts["other_line_breaks"], found.counts["repaired_text"]) == (3, 0)


def test_credentials_are_withheld() -> None:
    found = extract([event("a", call("adk_request_credential", auth_config={"secret": "s3cr3t"}))])
    assert "s3cr3t" not in str(found.turns)


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"content": "text"},
        {"content": {"parts": "x"}, "actions": [], "custom_metadata": 3},
        {"timestamp": "soon", "author": None, "content": {"parts": [None, 1, {"text": 5}]}},
        {"content": {"parts": [{"function_call": {"name": None, "args": "x"}}]}},
        {"content": {"parts": [{"function_response": {"response": "just text"}}]}},
    ],
)
def test_no_shape_of_event_stops_a_session(broken: dict[str, Any]) -> None:
    found = extract([event("user", text("hi")), broken, event("a", text("hello"))])
    assert ("SAY", "hello") in kinds(found)


def test_a_rewind_without_an_invocation_id_takes_nothing_back() -> None:
    found = extract([{"author": "user", "content": {"parts": [text("hi")]}}, event("a", text("x"))])
    assert [words for _, words in kinds(found)] == ["hi", "x"]


def test_an_unknown_key_is_counted_not_fatal() -> None:
    found = extract([event("user", text("hi", brand_new=1), shiny=2)])
    assert found.counts["event_with_unknown_keys"] == 1
    assert kinds(found) == [("SAY", "hi")]
