"""Whatever a session holds: nothing is lost without a count, and the order of rows is no matter."""

import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cases.extraction import LEFT_OUT_PARTS, Extraction, extract
from cases.extraction.counting import notes_of
from cases.transcript import compact_json, steps_of, turns_from_json, turns_to_json

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(st.characters(codec=None), max_size=12),
)
anything = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)
names = st.sampled_from(["look", "transfer_to_agent", "adk_request_confirmation", "", "x"])
ids = st.sampled_from(["c1", "c2", "c3", ""])
PART_NAMES = (
    *("text", "thought", "inline_data", "file_data", "function_call", "function_response"),
    *("executable_code", "code_execution_result", "tool_call", "tool_response", "hologram"),
    *("functionCall", "functionResponse", "thought_signature", "audio_transcription"),
)
odd_parts = st.dictionaries(st.sampled_from(PART_NAMES), anything, max_size=3)
calls = st.builds(
    lambda kind, name, ident, args: {kind: {"name": name, "id": ident, "args": args}},
    st.sampled_from(["function_call", "functionCall"]),
    names,
    ids,
    anything,
)
answers = st.builds(
    lambda name, ident, response: {
        "function_response": {"name": name, "id": ident, "response": response}
    },
    names,
    ids,
    anything,
)
parts = st.one_of(odd_parts, calls, answers, st.builds(lambda t: {"text": t}, st.text()), anything)
EVENT_NAMES = (
    *("partial", "actions", "error_code", "error_message", "output", "branch", "node_info"),
    *("grounding_metadata", "custom_metadata", "long_running_tool_ids", "finish_reason", "id"),
    *("input_transcription", "outputTranscription", "citation_metadata", "teleport"),
)
actions = st.dictionaries(
    st.sampled_from(
        ["state_delta", "artifactDelta", "transfer_to_agent", "compaction", "route", "agent_state"]
    ),
    anything,
    max_size=2,
)


@st.composite
def events(draw: st.DrawFn) -> Any:
    made: dict[str, Any] = {
        "author": draw(st.sampled_from(["user", "a", "b", None])),
        "invocation_id": draw(st.sampled_from(["i1", "i2", "i3"])),
        "timestamp": draw(st.one_of(st.integers(1, 6), st.just("soon"))),
        "content": draw(st.one_of(st.builds(lambda p: {"parts": p}, st.lists(parts)), anything)),
    }
    made |= draw(st.dictionaries(st.sampled_from(EVENT_NAMES), anything, max_size=3))
    if draw(st.booleans()):
        made["actions"] = draw(actions)
    if draw(st.integers(0, 9)) == 0:
        made["actions"] = {"rewind_before_invocation_id": draw(st.sampled_from(["i1", "i2", "z"]))}
    return made


sessions = st.lists(st.one_of(events(), events(), events(), anything), max_size=8)


def parts_in(session: list[Any]) -> int:
    """Parts that a session holds, counted without the code under test."""
    total = 0
    for event in session:
        if not isinstance(event, dict):
            continue
        content = event.get("content")
        found = content.get("parts") if isinstance(content, dict) else content
        if isinstance(found, list):
            total += len(found)
        elif found is not None and found != {}:
            total += 1
    return total


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(sessions)
def test_every_part_is_shown_or_counted(session: list[Any]) -> None:
    found = extract(session)
    left_out = sum(found.counts[kind] for kind in LEFT_OUT_PARTS)
    assert found.counts["parts"] == parts_in(session)
    assert found.counts["parts_shown"] + left_out == parts_in(session)
    assert all(count > 0 for count in found.counts.values())
    assert turns_from_json(turns_to_json(found.turns)) == found.turns
    compact_json(turns_to_json(found.turns)).encode()
    assert all(isinstance(note, str) for note in notes_of(found.counts))


def marked_session(marks: list[tuple[str, str, int, str]]) -> list[dict[str, Any]]:
    """Events whose parts each hold a mark of their own."""
    made = []
    for number, (kind, author, time, invocation) in enumerate(marks):
        mark = f"<<{number}>>"
        kinds: dict[str, dict[str, Any]] = {
            "text": {"text": mark},
            "thought": {"text": mark, "thought": True},
            "call": {"function_call": {"id": f"c{number}", "name": "t", "args": {"m": mark}}},
            "answer": {"function_response": {"id": "c0", "name": "t", "response": {"m": mark}}},
            "code": {"executable_code": {"code": mark}},
        }
        made.append(
            {
                "id": f"e{number}",
                "author": author,
                "timestamp": time + 10 * (invocation == "i2"),
                "invocation_id": invocation,
                "content": {"parts": [kinds[kind]]},
            }
        )
    return made


marks = st.lists(
    st.tuples(
        st.sampled_from(["text", "thought", "call", "answer", "code"]),
        st.sampled_from(["user", "a"]),
        st.integers(1, 3),
        st.sampled_from(["i1", "i2"]),
    ),
    max_size=9,
)


@given(marks)
def test_every_word_but_a_thought_is_in_a_step(kinds: list[tuple[str, str, int, str]]) -> None:
    shown = compact_json(turns_to_json(extract(marked_session(kinds)).turns))
    for number, (kind, *_) in enumerate(kinds):
        assert (f"<<{number}>>" in shown) == (kind != "thought")


def pairs(found: Extraction) -> set[tuple[str, str]]:
    """(call's data, result's data) of results that found their call."""
    steps = steps_of(found.turns)
    calls = {s.call: compact_json(s.data) for s in steps if s.kind == "CALL"}
    return {
        (calls[s.call], compact_json(s.data))
        for s in steps
        if s.kind == "RESULT" and s.call in calls
    }


@given(marks, st.randoms(use_true_random=False))
def test_rows_in_any_order_give_the_same_steps_and_pairs(
    kinds: list[tuple[str, str, int, str]], shuffler: random.Random
) -> None:
    session = marked_session(kinds)
    rows = session.copy()
    shuffler.shuffle(rows)
    first, second = extract(session), extract(rows)

    def bodies(found: Extraction) -> list[str]:
        return sorted(
            f"{s.kind} {s.author} {s.at} {s.text} {compact_json(s.data)}"
            for s in steps_of(found.turns)
        )

    assert bodies(first) == bodies(second)
    assert pairs(first) == pairs(second)
    for found in (first, second):
        seen: set[int] = set()
        for step in steps_of(found.turns):
            if step.kind == "CALL" and step.call:
                seen.add(step.call)
            assert step.kind != "RESULT" or not step.call or step.call in seen


@given(marks, st.randoms(use_true_random=False))
def test_rows_without_ties_give_the_same_case(
    kinds: list[tuple[str, str, int, str]], shuffler: random.Random
) -> None:
    session = [e | {"timestamp": n + 1} for n, e in enumerate(marked_session(kinds))]
    rows = session.copy()
    shuffler.shuffle(rows)
    assert extract(rows).turns == extract(session).turns
