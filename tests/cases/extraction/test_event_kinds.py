"""Kinds of event that no scripted run makes: live sessions, servers' own tools, newer versions."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from cases.extraction import Extraction, counting, extract
from cases.extraction.cleaning import MAX_DEPTH, MAX_STEP, MAX_TEXT
from cases.extraction.counting import count_rows, notes_of
from cases.transcript import StepKind, compact_json, steps_of
from tests.cases.extraction.made import answer, call, event, kinds, session, text


def flags(found: Extraction) -> list[tuple[str, ...]]:
    return [step.flags for step in steps_of(found.turns)]


def data(found: Extraction, tool: str) -> Any:
    return next(s.data for s in steps_of(found.turns) if s.tool == tool and s.kind == "RESULT")


# --- what is said -------------------------------------------------------------------------------


def test_a_live_session_is_one_invocation_in_the_order_of_the_clock() -> None:
    found = extract(
        [
            event("user", input_transcription={"text": "Hello?", "finished": True}, at=1),
            event("a", output_transcription={"text": "Good day."}, at=2),
            event("user", inputTranscription={"text": "My lamp."}, at=3),
            event("a", output_transcription={"text": "What about"}, interrupted=True, at=4),
            event("user", text("It hums."), at=5),
        ]
    )
    assert [(turn.role, turn.text) for turn in found.turns] == [
        ("user", "Hello?"),
        ("agent", "Good day."),
        ("user", "My lamp."),
        ("agent", "What about"),
        ("user", "It hums."),
    ]
    assert flags(found)[3] == ("spoken", "interrupted")


def test_what_is_written_and_spoken_is_said_once() -> None:
    found = extract([event("a", text("Hi"), output_transcription={"text": "Hi"})])
    assert kinds(found) == [("SAY", "Hi")]
    assert found.counts["repeated_transcription"] == 1
    audio = {"inline_data": {"mime_type": "audio/pcm", "data": "AAAA"}}
    both = extract([event("a", audio, output_transcription={"text": "Hi"})])
    assert [words for _, words in kinds(both)] == ["[file: audio/pcm, 3 bytes]", "Hi"]


def test_an_answer_that_a_filter_stopped_says_so() -> None:
    found = extract([event("a", text("I was about to"), finish_reason="SAFETY")])
    assert flags(found) == [("blocked",)]
    assert found.counts["blocked_text"] == 1


def test_a_signature_alone_is_no_answer_and_a_blank_message_is_one() -> None:
    signed = event("a", call("look"), {"text": "", "thought_signature": "eA=="})
    assert kinds(extract([signed])) == [("CALL", "look")]
    assert extract([signed]).counts["empty_part"] == 1
    assert kinds(extract([event("user", text(" \n"))])) == [("SAY", "[blank]")]


@pytest.mark.parametrize(
    "content",
    ["hello", {"parts": "hello"}, {"parts": ["hello"]}, {"parts": {"text": "hello"}}],
)
def test_text_is_read_whatever_its_wrapping(content: Any) -> None:
    found = extract([{"author": "user", "content": content, "timestamp": 5}])
    assert kinds(found) == [("SAY", "hello")]
    assert (found.counts["parts"], found.counts["parts_shown"]) == (1, 1)


def test_a_thought_that_calls_is_shown_as_the_call() -> None:
    found = extract([event("a", {**call("look"), "thought": True, "text": "hmm"})])
    assert kinds(found) == [("CALL", "look")]
    assert (found.counts["parts_shown"], found.counts["thought"]) == (1, 0)


# --- what is done -------------------------------------------------------------------------------


def test_a_tool_of_the_models_server_is_a_call_and_a_result() -> None:
    found = extract(
        [
            event(
                "a",
                {
                    "tool_call": {
                        "id": "t1",
                        "tool_type": "GOOGLE_SEARCH_WEB",
                        "args": {"q": "lamp"},
                    }
                },
                {
                    "tool_response": {
                        "id": "t1",
                        "tool_type": "GOOGLE_SEARCH_WEB",
                        "response": {"n": 3},
                    }
                },
            )
        ]
    )
    first, second = steps_of(found.turns)
    assert (first.tool, first.data, first.flags) == (
        "google_search_web",
        {"q": "lamp"},
        ("server_side",),
    )
    assert (second.call, second.data) == (1, {"n": 3})


def test_a_result_before_its_call_is_shown_after_it() -> None:
    tied = [event("a", answer("look", n=1), at=2), event("a", call("look"), at=2)]
    assert [s.kind.value for s in steps_of(extract(tied).turns)] == ["CALL", "RESULT"]
    assert not extract(tied).counts["late_event"]
    jumped = extract([event("a", answer("look", n=1), at=1), event("a", call("look"), at=2)])
    assert [(s.kind.value, s.call) for s in steps_of(jumped.turns)] == [("CALL", 1), ("RESULT", 1)]
    assert jumped.counts["late_event"] == 1


def test_an_id_used_twice_and_results_without_ids() -> None:
    twice = extract(
        [
            event("a", call("look", "c1", n=1), at=1),
            event("a", answer("look", "c1", n=1), at=2),
            event("a", call("look", "c1", n=2), at=3),
            event("a", answer("look", "c1", n=2), at=4),
        ]
    )
    assert [s.call for s in steps_of(twice.turns)] == [1, 1, 2, 2]
    bare = extract([event("a", call("look", "")), event("a", answer("look", ""))])
    assert [s.call for s in steps_of(bare.turns)] == [1, 1]
    other = extract([event("a", call("look", "c1")), event("a", answer("look", "c9"))])
    assert flags(other) == [("unanswered",), ("unmatched",)]


def test_files_in_a_result_are_notes_beside_it() -> None:
    picture = {
        "inline_data": {"mime_type": "image/png", "data": "AAAA", "display_name": "jane.png"}
    }
    response = {"id": "c1", "name": "photo", "response": {"ok": True}, "parts": [picture]}
    found = extract([event("a", call("photo")), event("a", {"function_response": response})])
    assert data(found, "photo") == {
        "response": {"ok": True},
        "files": ["[file: image/png, 3 bytes]"],
    }


def test_an_aborted_turn_says_that_its_result_was_made_up() -> None:
    found = session("s-aborted")
    made_up = [s for s in steps_of(found.turns) if "made_up" in s.flags]
    assert [(s.kind.value, s.call) for s in made_up] == [("RESULT", 1)]
    assert found.counts["made_up_result"] == 1
    assert ("ERROR", "INVOCATION_ABORTED: Invocation was aborted by client.") in kinds(found)


def test_no_credentials_and_no_login_are_shown() -> None:
    found = extract(
        [
            event("a", call("pay"), at=1),
            event(
                "a",
                answer("pay", status="pending"),
                actions={"requested_auth_configs": {"c1": {"client_secret": "s3cr3t"}}},
                at=2,
            ),
            event("a", call("adk_request_credential", "c2", auth_config={"k": "s3cr3t"}), at=3),
            event("user", answer("adk_request_credential", "c2", token="s3cr3t"), at=4),
        ]
    )
    assert "s3cr3t" not in str(found)
    assert (found.counts["auth_config"], found.counts["credential_request"]) == (1, 1)
    assert flags(found)[1] == ("pending",)


# --- what goes with it --------------------------------------------------------------------------


def test_sources_stand_before_the_answer_that_rests_on_them() -> None:
    metadata = {
        "webSearchQueries": ["lamp recall"],
        "groundingChunks": [
            {"web": {"title": "Recalls", "domain": "safety.example", "uri": "https://x.example/1"}},
            {"retrievedContext": {"title": "Policy", "ragChunk": {"text": "30 days"}}},
            {"web": {"uri": "https://vertexaisearch.cloud.google.com/grounding-api-redirect/A"}},
        ],
        "groundingSupports": [
            {"segment": {"text": "You have 30 days."}, "groundingChunkIndices": [1]}
        ],
        "searchEntryPoint": {"renderedContent": "<style>"},
    }
    cited = {"citations": [{"title": "A book", "uri": "https://b.example", "startIndex": 3}]}
    found = extract(
        [
            event(
                "a", text("You have 30 days."), grounding_metadata=metadata, citation_metadata=cited
            )
        ]
    )
    assert [name for _, name in kinds(found)] == ["grounding", "citations", "You have 30 days."]
    assert data(found, "grounding") == {
        "queries": ["lamp recall"],
        "sources": [
            {
                "number": 1,
                "kind": "web",
                "title": "Recalls",
                "domain": "safety.example",
                "uri": "https://x.example/1",
            },
            {"number": 2, "kind": "retrieved_context", "title": "Policy", "text": "30 days"},
            {"number": 3, "kind": "web"},
        ],
        "supported": [{"words": "You have 30 days.", "by": [2]}],
    }
    assert data(found, "citations") == {"works": [{"title": "A book", "uri": "https://b.example"}]}
    assert found.counts["grounding_markup"] == 1


def test_a_widget_is_a_note() -> None:
    widget = {"id": "w", "provider": "mcp", "payload": {"resource_uri": "ui://jane"}}
    found = extract([event("a", answer("look"), actions={"render_ui_widgets": [widget]})])
    assert data(found, "ui_widget") == {"shown": [{"provider": "mcp"}]}
    assert "jane" not in str(found.turns)


def test_an_output_that_was_said_is_shown_once() -> None:
    said = event("a", text('{"a": 1}'), output={"a": 1}, node_info={"path": "a@1"})
    assert kinds(extract([said])) == [("SAY", '{"a": 1}')]
    assert extract([said]).counts["repeated_output"] == 1


# --- order, copies, times -----------------------------------------------------------------------


def test_an_event_recorded_twice_is_shown_once_and_an_id_used_twice_is_not() -> None:
    one = event("user", text("hi"), id="e1")
    found = extract([one, dict(one), event("a", text("ho"), id="e1", at=101)])
    assert [words for _, words in kinds(found)] == ["hi", "ho"]
    assert (found.counts["repeated_event"], found.counts["event_id_used_twice"]) == (1, 1)


def test_an_event_without_a_time_stays_where_it_stood() -> None:
    found = extract(
        [
            event("user", text("one"), at=1, invocation_id="i1"),
            {"author": "a", "invocation_id": "i1", "content": {"parts": [text("two")]}},
            event("user", text("three"), at=3, invocation_id="i2"),
        ]
    )
    assert [(s.text, s.at) for s in steps_of(found.turns)] == [
        ("one", "1970-01-01T00:00:01.000+00:00"),
        ("two", ""),
        ("three", "1970-01-01T00:00:03.000+00:00"),
    ]
    assert found.counts["event_without_time"] == 1


@pytest.mark.parametrize("stamp", [10**400, -(10**400), float("nan"), float("inf"), True, "now"])
def test_a_time_that_can_not_be_is_none(stamp: Any) -> None:
    found = extract([{**event("user", text("one")), "timestamp": stamp}])
    assert [(s.text, s.at) for s in steps_of(found.turns)] == [("one", "")]
    assert found.counts["event_without_time"] == 1


def test_a_clock_that_jumps_back_leaves_the_user_first() -> None:
    found = extract(
        [
            event("user", text("one"), at=10, invocation_id="i1"),
            event("a", text("to one"), at=5, invocation_id="i1"),
        ]
    )
    assert [turn.role for turn in found.turns] == ["user", "agent"]


def test_a_late_answer_to_a_turn_before_the_rewound_one_is_taken_back_too() -> None:
    found = extract(
        [
            event("user", text("one"), at=1, invocation_id="i1"),
            event("a", call("ask"), at=2, invocation_id="i1", long_running_tool_ids=["c1"]),
            event("user", text("two"), at=3, invocation_id="i2"),
            event("user", answer("ask", ok=1), at=4, invocation_id="i1"),
            event("user", at=5, invocation_id="i3", actions={"rewind_before_invocation_id": "i2"}),
        ]
    )
    assert kinds(found) == [("SAY", "one"), ("CALL", "ask")]
    assert flags(found)[1] == ("pending",)


# --- newer versions and broken values -----------------------------------------------------------


def test_kinds_of_a_newer_adk_are_counted_without_their_names() -> None:
    found = extract(
        [
            event("a", text("hi"), {"hologram": {"of": "jane"}}, teleport=1),
            event("a", text("ho"), actions={"summon_jane": True}, at=101),
        ]
    )
    assert [words for _, words in kinds(found)] == ["hi", "ho"]
    assert found.counts["part_not_understood"] == 1
    assert found.counts["event_with_unknown_keys"] == 2
    assert "jane" not in str(found.counts)


def test_what_is_nested_without_end_is_left_out_from_some_depth() -> None:
    deep: Any = "bottom"
    for _ in range(1_000):
        deep = {"in": deep}
    found = extract([event("a", answer("look", deep=deep))])
    shown = compact_json(data(found, "look"))
    assert "bottom" not in shown
    assert shown.count("in") <= MAX_DEPTH + 5
    assert found.counts["too_deep"] == 1


def test_a_text_too_long_to_keep_is_cut_in_the_middle_at_white_space() -> None:
    words = "kilo@example.com " * 400_000
    found = extract([event("a", answer("look", log=words))])
    kept = data(found, "look")["log"]
    assert len(kept) < MAX_TEXT + 100
    head, _, tail = kept.partition("[... ")
    cut, _, tail = tail.partition(" characters cut ...]")
    assert int(cut) == found.counts["cut_characters"] == len(words) - len(head + tail) + 2
    assert set(head.split()) == set(tail.split()) == {"kilo@example.com"}


def test_a_result_of_fifty_megabytes_is_kept_up_to_a_limit_that_is_said() -> None:
    rows = [{"name": "x" * 40, "n": n} for n in range(1_000_000)]
    found = extract([event("a", answer("dump", rows=rows))])
    kept = data(found, "dump")["rows"]
    assert len(compact_json(kept)) < 2 * MAX_STEP
    assert kept[-1] == f"[{1_000_000 - len(kept) + 1} more values left out]"
    assert found.counts["cut_value"] == 1_000_000 - len(kept) + 1 + ("n" not in kept[-2])


def test_numbers_of_any_size_are_kept() -> None:
    found = extract([event("a", answer("look", big=10**400, odd=float("-inf")))])
    assert data(found, "look") == {"big": 10**400, "odd": "-inf"}


def test_counts_read_as_words() -> None:
    assert notes_of({"thought": 3, "events": 9, "parts": 4, "rewind": 1, "new_kind": 2}) == [
        "3 thoughts left out",
        "1 rewind",
        "2 new kind",
    ]
    assert count_rows({"thought": 1200, "events": 9, "new_kind": 2, "rewind": 0}) == [
        ("Events read", 9),
        ("Thoughts left out", 1200),
        ("New kind", 2),
    ]


def test_what_is_counted_can_be_said() -> None:
    """Every kind that the reader counts has words of its own."""
    sources = Path(counting.__file__).parent.glob("*.py")
    code = "\n".join(path.read_text() for path in sources)
    counted = set(re.findall(r'counts\["(\w+)"\]', code)) | set(counting.LEFT_OUT_PARTS)
    assert counted <= set(counting.WORDS)


def test_json_of_a_session_survives_a_round_trip() -> None:
    found = extract([event("user", text("a\x00\ud800")), event("a", answer("t", x=float("nan")))])
    json.dumps([str(s.data) for s in steps_of(found.turns)], allow_nan=False).encode()
    assert steps_of(found.turns)[0].kind is StepKind.SAY


def test_times_are_utc_wherever_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        found = extract([event("user", text("hi"), at=1_790_000_000.25)])
    finally:
        monkeypatch.undo()
        time.tzset()
    assert steps_of(found.turns)[0].at == "2026-09-21T14:13:20.250+00:00"
    assert found.started_at is not None
    assert found.started_at.isoformat() == "2026-09-21T14:13:20.250000+00:00"


@pytest.mark.parametrize(
    "compaction",
    [
        {"start_timestamp": 1, "compacted_content": {"parts": [{"text": "SUMMARY"}]}},
        {"startTimestamp": 1, "compactedContent": {"parts": [{"text": "SUMMARY"}]}},
        "an object of another version, written as text: SUMMARY",
    ],
)
def test_a_summary_in_any_shape_is_left_out(compaction: Any) -> None:
    found = extract([event("user", text("hi")), event("user", actions={"compaction": compaction})])
    assert kinds(found) == [("SAY", "hi")]
    assert found.counts["compaction_event"] == 1
