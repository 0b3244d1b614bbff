import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cases.errors import BadInput
from cases.extraction import extract
from cases.sources import StoreGone, check_app, open_store, vertex
from config.embedded.processes import free_port
from tests.cases.sources.engine_server import (
    ENGINE,
    LOCATION,
    PARENT,
    PROJECT,
    Engine,
    event_of,
    running_engine,
    write_credentials,
)

URI = f"agentengine://{PARENT}"


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    with running_engine() as engine:
        monkeypatch.setenv("GOOGLE_VERTEX_BASE_URL", engine.url)
        account = write_credentials(tmp_path / "account.json", engine)
        monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(account))
        for number in range(5):
            engine.add(f"s-{number}", f"u-{number}", {"intent": "refund", "user:name": "Ada"}, [])
        engine.events[f"{PARENT}/sessions/s-0"] = [
            event_of("user", "Where is it?", 0),
            event_of("desk", "I lo", 1, eventMetadata={"partial": True}),
            event_of("desk", "I look", 1, eventMetadata={"partial": True}),
            event_of("desk", "I look.", 1),
            event_of("user", "Thanks", 2),
            event_of("desk", "Bye", 3, somethingNew={"a": 1}),
        ]
        yield engine


def keys(uri: str = URI) -> list[Any]:
    return [entry.key for entry in open_store(uri).index(ENGINE)]


def said(uri: str = URI, app: str = ENGINE) -> str:
    with pytest.raises(BadInput) as caught:
        check_app(open_store(uri), app)
    assert "\n" not in str(caught.value)
    assert "said by the server" not in str(caught.value)
    return str(caught.value)


def test_every_page_is_read_and_nothing_but_read(engine: Engine) -> None:
    store = open_store(URI)
    assert store.uri == URI
    assert f"holds: {ENGINE} (2 or more)" in said(app="nope")
    entries = list(store.index(ENGINE))
    assert [entry.key.session_id for entry in entries] == [f"s-{n}" for n in range(5)]
    assert [entry.state for entry in entries] == [{"intent": "refund"}] * 5
    assert {entry.events for entry in entries} == {None}
    session = store.read(entries[0].key, digest_key=b"k")
    assert len(session.events) == 6
    assert session.known["user"] == [{"name": "Ada"}, {"intent": "refund"}]
    assert any("pageToken=4" in path for _, path in engine.requests if "/events" in path)
    assert set(engine.methods()) == {"GET"}


def test_partial_events_are_counted_and_not_shown(engine: Engine) -> None:
    store = open_store(URI)
    key = next(iter(store.index(ENGINE))).key
    found = extract(store.read(key, digest_key=b"k").events)
    said = [step.text for turn in found.turns for step in turn.steps]
    assert said == ["Where is it?", "I look.", "Thanks", "Bye"]
    assert found.counts["partial_event"] == 2
    assert found.counts["event_with_unknown_keys"] == 1
    assert found.turns[0].steps[0].at == "2026-10-01T08:00:00.500+00:00"


def test_an_odd_event_hides_none_of_the_others(engine: Engine) -> None:
    events = engine.events[f"{PARENT}/sessions/s-0"]
    events[3]["content"] = {"role": "model", "parts": [{"holograph": {"x": 1}}, {"text": "I see."}]}
    events.insert(4, "no object")  # type: ignore[arg-type]
    store = open_store(URI)
    session = store.read(next(iter(store.index(ENGINE))).key, digest_key=b"k")
    assert session.problems["unreadable_event"] == 1
    said = [step.text for turn in extract(session.events).turns for step in turn.steps]
    assert said[-3:] == ["I see.", "Thanks", "Bye"]


def test_a_session_that_grew_has_another_digest(engine: Engine) -> None:
    key = keys()[0]
    first = open_store(URI).read(key, digest_key=b"k").raw_digest
    assert open_store(URI).read(key, digest_key=b"k").raw_digest == first
    engine.events[f"{PARENT}/sessions/s-0"].append(event_of("user", "Hello?", 4))
    assert open_store(URI).read(key, digest_key=b"k").raw_digest != first


def test_a_session_that_changes_while_it_is_read_is_read_again(engine: Engine) -> None:
    key, path = keys()[0], f"{PARENT}/sessions/s-0"
    engine.updates = ["2026-10-02T00:00:00Z"]
    assert len(open_store(URI).read(key, digest_key=b"k").events) == 6
    assert sum("/events" in asked and "pageToken" not in asked for _, asked in engine.requests) == 2
    assert engine.sessions[path]["updateTime"] == "2026-10-02T00:00:00Z"
    engine.updates = [f"2026-10-03T00:00:{n:02}Z" for n in range(60)]
    with pytest.raises(BadInput, match="changed each time it was read"):
        open_store(URI).read(key, digest_key=b"k")


def test_the_short_address_takes_the_rest_from_the_environment(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GOOGLE_CLOUD_PROJECT", raising=False)
    monkeypatch.delenv("GOOGLE_CLOUD_LOCATION", raising=False)
    with pytest.raises(BadInput, match="set GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION"):
        open_store(f"agentengine://{ENGINE}")
    monkeypatch.setenv("GOOGLE_CLOUD_PROJECT", PROJECT)
    monkeypatch.setenv("GOOGLE_CLOUD_LOCATION", LOCATION)
    store = open_store(f"agentengine://{ENGINE}")
    assert (store.uri, list(store.apps())) == (URI, [ENGINE])


def test_it_waits_as_it_is_told_to_when_it_asks_too_often(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    engine.failures = [(429, {"retry-after": "7"}), (503, {})]
    assert len(keys()) == 5
    engine.failures = [(429, {"retry-after": "9999"})]
    assert len(keys()) == 5
    assert pauses == [7.0, 2.0, vertex.LONGEST_PAUSE]
    engine.failures = [(429, {"retry-after": "0"})] * vertex.TRIES
    assert "wants fewer requests than were made: import again later" in said()


@pytest.mark.parametrize(
    ("code", "store_wide"), [(401, True), (403, True), (429, True), (503, True), (404, False)]
)
def test_refusals_of_the_engine_are_told_from_those_of_one_session(
    engine: Engine, code: int, store_wide: bool
) -> None:
    store = open_store(URI)
    engine.failures = [(code, {"retry-after": "0"})] * vertex.TRIES
    with pytest.raises(BadInput) as caught:
        store.read(vertex.SessionKey(ENGINE, "u-0", "s-0"), digest_key=b"k")
    assert isinstance(caught.value, StoreGone) is store_wide


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (403, "give their account the role roles/aiplatform.viewer"),
        (401, "refused these credentials"),
        (404, "has no such engine or session: check project, location and id"),
        (400, "answered with error 400"),
    ],
)
def test_a_refusal_is_one_line(engine: Engine, code: int, words: str) -> None:
    engine.failures = [(code, {})]
    assert words in said()


def test_an_unknown_engine_and_one_without_sessions(engine: Engine) -> None:
    assert "has no such engine" in said(URI.replace(ENGINE, "1"))
    engine.sessions.clear()
    assert "holds no sessions" in said()
    with pytest.raises(BadInput, match="has no such engine or session"):
        open_store(URI).read(vertex.SessionKey(ENGINE, "u", "gone"), digest_key=b"k")


def test_credentials_that_are_missing_or_no_good(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.token_code = 400
    assert "Google refused to renew the credentials" in said()
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(tmp_path / "none.json"))
    assert "needs Google credentials: set GOOGLE_APPLICATION_CREDENTIALS" in said()


def test_a_server_that_is_not_there_or_talks_nonsense(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.fixed_answer = b"[1]"
    with pytest.raises(BadInput, match="answered with something that is no JSON object"):
        keys()
    engine.fixed_answer = {"nextPageToken": "a"}
    with pytest.raises(BadInput, match="names the same page over and over"):
        keys()
    monkeypatch.setenv("GOOGLE_VERTEX_BASE_URL", f"http://127.0.0.1:{free_port()}")
    with pytest.raises(StoreGone, match=r"can't be reached \(ConnectError\)"):
        keys()


@pytest.mark.parametrize(
    "rest", ["", "a/b", "projects/p/reasoningEngines/1", "1?x=2", "a b", "me:secret@1"]
)
def test_addresses_that_name_no_engine(rest: str) -> None:
    with pytest.raises(BadInput, match="can't name an agent engine") as caught:
        open_store(f"agentengine://{rest}")
    assert "secret" not in str(caught.value)


def test_the_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "cases.sources.vertex", raising=False)
    monkeypatch.setitem(sys.modules, "agentplatform", None)
    with pytest.raises(BadInput, match="pip install google-cloud-aiplatform"):
        open_store(URI)
