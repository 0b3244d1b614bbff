import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import google.cloud.firestore as firestore
import grpc
import pytest

from cases.errors import BadInput
from cases.extraction import extract
from cases.sources import SessionKey, StoreGone, check_app, firestore_store, open_store
from tests.cases.sources.adk_sessions import numbered, write
from tests.cases.sources.firestore_server import PROJECT, Firestore, running_firestore

URI = f"firestore://{PROJECT}"
READS = {"ListDocuments", "RunQuery", "BatchGetDocuments"}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Firestore]:
    with running_firestore() as server:
        monkeypatch.setenv("FIRESTORE_EMULATOR_HOST", server.address)
        monkeypatch.delenv("ADK_FIRESTORE_ROOT_COLLECTION", raising=False)
        yield server


@pytest.fixture
def filled(server: Firestore) -> Firestore:
    """Seven sessions of seven users, written by ADK's own service; requests counted anew."""
    write(adk_service(), numbered(7))
    server.requests.clear()
    server.largest_page = 0
    return server


@asynccontextmanager
async def adk_service(root: str | None = None) -> AsyncIterator[Any]:
    from google.adk.integrations.firestore import FirestoreSessionService

    client = firestore.AsyncClient(project=PROJECT)
    yield FirestoreSessionService(client, root)
    await client._firestore_api.transport.close()


def document(server: Firestore, path: str) -> Any:
    return server.documents[f"projects/{PROJECT}/databases/(default)/documents/{path}"]


def path(number: int) -> str:
    return f"adk-session/desk/users/u-{number:03}/sessions/s-{number:03}"


def said() -> str:
    with pytest.raises(BadInput) as caught:
        check_app(open_store(URI), "desk")
    assert "\n" not in str(caught.value)
    assert "said by the server" not in str(caught.value)
    return str(caught.value)


def test_it_reads_what_adk_wrote_and_nothing_but_reads(filled: Firestore) -> None:
    before = dict(filled.documents)
    store = open_store(URI)
    check_app(store, "desk")
    assert store.uri == f"firestore://{PROJECT}/(default)/adk-session"
    assert open_store(store.uri).apps() == store.apps() == {"desk": 7}
    entries = list(store.index("desk"))
    assert [entry.key.session_id for entry in entries] == [f"s-{n:03}" for n in range(7)]
    assert [(entry.state, entry.events) for entry in entries] == [({"intent": "refund"}, None)] * 7
    session = store.read(entries[3].key, digest_key=b"k")
    texts = [step.text for turn in extract(session.events).turns for step in turn.steps]
    assert texts == ["user 3", "desk 3"]
    assert session.events[0]["timestamp"] == 1_790_000_000.5
    assert session.known["user"][0] == {"name": "Ada 3"}
    assert session.known["app"] == {"motto": "Be kind"}
    assert set(filled.requests) == READS
    assert filled.documents == before


def test_it_goes_through_in_pages(server: Firestore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(firestore_store, "SESSIONS_PER_PAGE", 3)
    monkeypatch.setattr(firestore_store, "EVENTS_PER_PAGE", 3)
    sessions = [session | {"userId": "u"} for session in numbered(10)]
    long = [
        event | {"id": f"{n:02}{event['id']}", "timestamp": 1_790_000_000.0 + n}
        for n in range(5)
        for event in sessions[0]["events"]
    ]
    write(adk_service(), [sessions[0] | {"events": long}, *sessions[1:]])
    server.largest_page = 0
    store = open_store(URI)
    keys = [entry.key for entry in store.index("desk")]
    assert [key.session_id for key in keys] == [f"s-{n:03}" for n in range(10)]
    session = store.read(keys[0], digest_key=b"k")
    assert len(session.events) == 10
    times = [event["timestamp"] for event in session.events]
    assert times == sorted(times)
    assert server.largest_page == 3
    monkeypatch.setattr(firestore_store, "MOST_COUNTED", 9)
    with pytest.raises(BadInput, match=r"it holds: desk \(9 or more\)"):
        check_app(store, "nope")
    monkeypatch.setattr(firestore_store, "MOST_COUNTED", 10)
    assert store.apps() == {"desk": 10}


def test_an_event_nobody_understands_is_counted(filled: Firestore) -> None:
    events = [name for name in filled.documents if f"{path(3)}/events/" in name]
    fields = filled.documents[events[0]].fields
    del fields["event_data"]
    del fields["timestamp"]
    state = document(filled, path(3)).fields["state"]
    state.string_value = "{broken"
    store = open_store(URI)
    key = SessionKey("desk", "u-003", "s-003")
    assert [entry.state for entry in store.index("desk")][3] == {}
    session = store.read(key, digest_key=b"k")
    assert (len(session.events), session.problems) == (1, {"unreadable_event": 1})


def test_values_that_json_has_no_form_for_are_read_as_text(filled: Firestore) -> None:
    motto = document(filled, "app_states/desk").fields["motto"]
    motto.bytes_value = b"\xff"
    document(filled, "user_states/desk/users/u-003").fields["name"].integer_value = 7
    session = open_store(URI).read(SessionKey("desk", "u-003", "s-003"), digest_key=b"k")
    assert session.known["app"] == {"motto": "b'\\xff'"}
    assert session.known["user"][0] == {"name": 7}


def test_a_session_that_grew_has_another_digest(server: Firestore) -> None:
    (session,) = numbered(1)
    key = SessionKey("desk", "u-000", "s-000")
    write(adk_service(), [session | {"events": session["events"][:1]}])
    first = open_store(URI).read(key, digest_key=b"k").raw_digest
    assert open_store(URI).read(key, digest_key=b"k").raw_digest == first
    server.documents.clear()
    write(adk_service(), [session])
    assert open_store(URI).read(key, digest_key=b"k").raw_digest != first


def test_a_session_that_changes_while_it_is_read_is_read_again(filled: Firestore) -> None:
    changes = [1]

    def append(method: str) -> None:
        if method == "RunQuery" and changes:
            changes.pop()
            document(filled, path(0)).fields["revision"].integer_value += 1

    filled.before = append
    key = SessionKey("desk", "u-000", "s-000")
    assert len(open_store(URI).read(key, digest_key=b"k").events) == 2
    assert filled.requests["RunQuery"] == 2
    changes += [1] * 9
    with pytest.raises(BadInput, match="changed each time it was read"):
        open_store(URI).read(key, digest_key=b"k")
    with pytest.raises(BadInput, match="was deleted since it was listed"):
        open_store(URI).read(SessionKey("desk", "u-000", "gone"), digest_key=b"k")


def test_a_root_collection_of_ones_own(server: Firestore) -> None:
    write(adk_service("bots"), numbered(2))
    assert "holds no sessions" in said()
    store = open_store(f"{URI}/(default)/bots")
    assert store.apps() == {"desk": 2}
    assert open_store(store.uri).apps() == {"desk": 2}


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (grpc.StatusCode.PERMISSION_DENIED, "give their account the role roles/datastore.viewer"),
        (grpc.StatusCode.UNAUTHENTICATED, "refused these credentials"),
        (grpc.StatusCode.NOT_FOUND, "does not exist: check project and database"),
        (grpc.StatusCode.OUT_OF_RANGE, "did not answer (OUT_OF_RANGE): try again"),
    ],
)
def test_a_refusal_is_one_line(server: Firestore, code: grpc.StatusCode, words: str) -> None:
    server.failure = code
    assert words in said()


@pytest.mark.parametrize(
    ("code", "store_wide"),
    [
        (grpc.StatusCode.PERMISSION_DENIED, True),
        (grpc.StatusCode.NOT_FOUND, True),
        (grpc.StatusCode.INVALID_ARGUMENT, False),
    ],
)
def test_refusals_of_firestore_are_told_from_those_of_one_session(
    server: Firestore, code: grpc.StatusCode, store_wide: bool
) -> None:
    server.failure = code
    with pytest.raises(BadInput) as caught:
        open_store(URI).read(SessionKey("desk", "u-000", "s-000"), digest_key=b"k")
    assert isinstance(caught.value, StoreGone) is store_wide


def test_what_would_be_tried_again_for_long_is_given_up(
    server: Firestore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(firestore_store, "SECONDS_TO_WAIT", 0.2)
    server.failure = grpc.StatusCode.RESOURCE_EXHAUSTED
    assert "has used up its quota" in said()
    server.failure = grpc.StatusCode.UNAVAILABLE
    assert "did not answer (UNAVAILABLE): try again" in said()
    assert server.requests["ListDocuments"] > 2


def test_credentials_that_are_missing(server: Firestore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FIRESTORE_EMULATOR_HOST")
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", "/no/such/file.json")
    assert "needs Google credentials: set GOOGLE_APPLICATION_CREDENTIALS" in said()


@pytest.mark.parametrize("rest", ["", "/x", "p/d/r/more", "p?x=1", "P Q", "me:secret@p"])
def test_addresses_that_name_no_firestore(rest: str) -> None:
    with pytest.raises(BadInput, match="can't name a Firestore") as caught:
        open_store(f"firestore://{rest}")
    assert "secret" not in str(caught.value)


def test_the_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "cases.sources.firestore_store", raising=False)
    monkeypatch.setitem(sys.modules, "google.cloud.firestore", None)
    with pytest.raises(BadInput, match="pip install google-cloud-firestore"):
        open_store(URI)
