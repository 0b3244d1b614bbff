import json
import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cases.sources import SessionKey, StoredSession
from cases.sources.parsed import gather
from cases.sources.records import assemble, epoch

KEY = SessionKey("desk", "u", "s")
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
EVENTS = st.lists(st.dictionaries(st.text(min_size=1), VALUES, min_size=1, max_size=4), max_size=5)
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def stored(*texts: Any, digest_key: bytes = b"k") -> StoredSession:
    rows = [(text, "2026-10-02 08:00:00") for text in texts]
    return assemble(KEY, state="{}", rows=rows, known={}, digest_key=digest_key)


def turned(value: Any) -> Any:
    """The same value with the keys of its objects the other way round."""
    if isinstance(value, dict):
        return {key: turned(inner) for key, inner in reversed(value.items())}
    return [turned(inner) for inner in value] if isinstance(value, list) else value


@patient
@given(EVENTS, st.randoms(use_true_random=False))
def test_the_digest_is_that_of_the_content(
    events: list[dict[str, Any]], chance: random.Random
) -> None:
    """Shuffled rows, turned keys and other spacing are the same session."""
    digest = stored(*(json.dumps(event) for event in events)).raw_digest
    chance.shuffle(events)
    again = [json.dumps(turned(event), indent=1, ensure_ascii=False) for event in events]
    assert stored(*again).raw_digest == digest


def test_the_digest_changes_with_what_is_added_taken_altered_or_doubled() -> None:
    one, two = '{"a": 1}', '{"a": 2}'
    digests = [
        stored(*texts).raw_digest
        for texts in ((), (one,), (one, one), (one, two), (two,), ("cut {",), ("cut",), (b"cut",))
    ]
    # Bytes and text that nobody can read are the same where they say the same.
    assert len(set(digests)) == len(digests) - 1
    assert stored(one).raw_digest != stored(one, digest_key=b"other").raw_digest


@patient
@given(EVENTS)
def test_parsed_events_and_stored_ones_have_one_digest(events: list[dict[str, Any]]) -> None:
    texts = [json.dumps(event) for event in events]
    parsed = gather(KEY, state={}, events=[json.loads(text) for text in texts], digest_key=b"k")
    assert parsed.raw_digest == stored(*texts).raw_digest


def test_events_that_are_nested_deeply_have_a_digest_too() -> None:
    def nested(bottom: int) -> dict[str, Any]:
        event: dict[str, Any] = {"bottom": bottom, "2": [], 1: ()}
        for _ in range(50_000):
            event = {"a": [event]}
        return event

    digests = [
        gather(KEY, state={}, events=[nested(bottom)], digest_key=b"k").raw_digest
        for bottom in (1, 1, 2)
    ]
    assert digests[0] == digests[1] != digests[2]


def test_numbers_too_large_for_a_time_are_none() -> None:
    huge = "1" + 400 * "0"
    session = stored('{"a": 1, "timestamp": ' + huge + "}")
    assert session.events[0]["timestamp"] == int(huge)
    assert epoch(int(huge)) == 0


def test_what_is_no_event_is_counted() -> None:
    deep = "[" * 100_000 + "]" * 100_000
    session = stored('{"a": 1}', "", None, "[]", '"a"', "{", deep, b"\xff", '{"a": 2}')
    assert [event["a"] for event in session.events] == [1, 2]
    assert session.problems == {"unreadable_event": 7, "time_from_column": 2}
    assert session.events[0]["timestamp"] == 1790928000.0


def test_keys_that_stand_twice_in_an_event_are_counted() -> None:
    twice = '{"id": "e", "content": {"parts": [1], "parts": [2], "role": "user", "role": "model"}}'
    session = assemble(
        SessionKey("app", "user", "session"),
        state='{"a": 1, "a": 2}',
        rows=[(twice, 1.0), ('{"id": "f", "content": {"parts": []}}', 2.0)],
        known={},
        digest_key=b"key",
    )
    assert session.problems["doubled_key"] == 2
    assert session.events[0]["content"] == {"parts": [2], "role": "model"}
