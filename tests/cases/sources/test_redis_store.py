import json
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
import redis
import redis.asyncio

from cases.errors import BadInput
from cases.sources import SessionKey, StoreGone, check_app, open_store, redis_store
from config.embedded.processes import free_port, valkey_binary
from tests.cases.sources.adk_sessions import numbered, write

READ_ONLY = ("-@all", "+get", "+scan", "+select")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """HOST:PORT of a Valkey that the tests of this module share."""
    with running_server(tmp_path_factory.mktemp("valkey")) as server:
        yield server


@contextmanager
def running_server(folder: Path) -> Iterator[str]:
    """A Valkey on loopback that keeps nothing, as HOST:PORT, until the block ends."""
    port = free_port()
    argv = [valkey_binary(), "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
    with open(folder / "valkey.log", "wb") as log:
        process = subprocess.Popen([*argv, "--save", ""], stdout=log, stderr=log)
    client = redis.Redis(port=port)
    try:
        for _ in range(400):
            try:
                client.ping()
                break
            except redis.ConnectionError:
                time.sleep(0.05)
        yield f"127.0.0.1:{port}"
    finally:
        client.close()
        process.terminate()
        process.wait(timeout=20)


@pytest.fixture
def client(server: str) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(f"redis://{server}/0") as client:
        client.flushall()
        yield client


@pytest.fixture
def filled(server: str, client: redis.Redis) -> str:
    """The address of a store with seven sessions, written by ADK's own service."""
    write_to(server, numbered(7))
    return f"redis://{server}/0"


def write_to(server: str, sessions: list[dict[str, Any]], **config: Any) -> None:
    write(adk_service(f"redis://{server}/0", **config), sessions)


@asynccontextmanager
async def adk_service(uri: str, **config: Any) -> AsyncIterator[Any]:
    from google.adk.integrations.redis import RedisSessionService, RedisSessionServiceConfig

    async with redis.asyncio.Redis.from_url(uri, decode_responses=True) as client:
        yield RedisSessionService(RedisSessionServiceConfig(uri=uri, **config), client)


def snapshot(client: redis.Redis) -> dict[bytes, tuple[bytes, int]]:
    """Every key with its value and the moment, in milliseconds, at which it ends."""
    return {
        key: (client.dump(key), int(client.execute_command("PEXPIRETIME", key)))
        for key in client.scan_iter()
    }


def test_it_reads_what_adk_wrote(filled: str) -> None:
    store = open_store(filled)
    check_app(store, "desk")
    assert (store.uri, store.name, store.layout) == (filled, filled, "Redis")
    assert store.apps() == {"desk": 7}
    entries = list(store.index("desk"))
    assert [entry.key.session_id for entry in entries] == [f"s-{n:03}" for n in range(7)]
    assert [(entry.state, entry.events) for entry in entries] == [({"intent": "refund"}, 2)] * 7
    session = store.read(entries[3].key, digest_key=b"k")
    assert [event["content"]["parts"][0]["text"] for event in session.events] == [
        "user 3",
        "desk 3",
    ]
    assert session.events[0]["timestamp"] == 1_790_000_000.5
    assert session.known["user"][0] == {"name": "Ada 3"}
    assert session.known["app"] == {"motto": "Be kind"}


def test_adk_still_begins_its_keys_as_this_reader_takes_them_to() -> None:
    from google.adk.integrations.redis import RedisSessionServiceConfig

    assert RedisSessionServiceConfig().key_prefix == redis_store.KEY_PREFIX


def test_neither_values_nor_times_to_live_change(filled: str, client: redis.Redis) -> None:
    before = snapshot(client)
    assert len(before) == 15
    assert all(ends > 0 for _, ends in before.values())
    store = open_store(filled)
    store.apps()
    for entry in store.index("desk"):
        store.read(entry.key, digest_key=b"k")
    assert snapshot(client) == before


def test_a_user_who_may_only_read_suffices(
    filled: str, client: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.acl_setuser(
        "reader", enabled=True, passwords=["+pass word"], commands=READ_ONLY, keys=["adk:session:*"]
    )
    monkeypatch.setenv("CALIBRANT_SOURCE_PASSWORD", "pass word")
    where = filled.removeprefix("redis://")
    store = open_store(f"redis://reader:${{CALIBRANT_SOURCE_PASSWORD}}@{where}")
    assert store.apps() == {"desk": 7}
    assert len([store.read(e.key, digest_key=b"k") for e in store.index("desk")]) == 7
    assert store.uri == f"redis://reader:${{CALIBRANT_SOURCE_PASSWORD}}@{where}"
    client.acl_setuser("reader", enabled=True, commands=["-get"])
    with pytest.raises(StoreGone, match="lets this user not read"):
        list(open_store(store.uri).index("desk"))
    monkeypatch.setenv("CALIBRANT_SOURCE_PASSWORD", "wrong")
    with pytest.raises(BadInput, match="refused user or password") as caught:
        open_store(store.uri).apps()
    assert "wrong" not in str(caught.value)


def test_colons_in_names_go_by_what_the_session_says(server: str, client: redis.Redis) -> None:
    sessions = numbered(3, app="desk")
    sessions[0] |= {"userId": "org:7:ada"}
    sessions[1] |= {"appName": "desk:eu"}
    sessions[2] |= {"appName": "desk*"}
    write_to(server, sessions)
    store = open_store(f"redis://{server}/0")
    assert store.apps() == {"desk": 1, "desk*": 1, "desk:eu": 1}
    for app, user in (("desk", "org:7:ada"), ("desk:eu", "u-001"), ("desk*", "u-002")):
        (entry,) = store.index(app)
        assert (entry.key.app_name, entry.key.user_id) == (app, user)
        session = store.read(entry.key, digest_key=b"k")
        assert len(session.events) == 2
        assert session.known["user"][0]["name"].startswith("Ada")


def test_broken_values_hide_nothing_and_say_why(filled: str, client: redis.Redis) -> None:
    client.set("adk:session:desk:u-000:s-000", '{"id": "s-000", "events": [')
    client.set("adk:session:desk:u-001:s-001", "[1]")
    client.delete("adk:session:desk:u-002:s-002")
    client.hset("adk:session:desk:u-002:s-002", "a", "b")
    whole = json.loads(client.get("adk:session:desk:u-003:s-003"))
    whole["events"][0] |= {"fromTheFuture": 1, "content": {"parts": [{"text": "a\x00b"}]}}
    whole["events"].append("no object")
    client.set("adk:session:desk:u-003:s-003", json.dumps(whole))
    store = open_store(filled)
    read, reasons = [], []
    for entry in store.index("desk"):
        try:
            read.append(store.read(entry.key, digest_key=b"k"))
        except BadInput as error:
            reasons.append(str(error))
    assert len(read) == 4
    assert read[0].problems == {"unreadable_event": 1}
    assert len(read[0].events) == 2
    assert [reason.split(":")[0] for reason in reasons] == [
        "a value under the sessions' keys is no session's JSON",
        "a value under the sessions' keys is no session's JSON",
        "a session is not there as text",
    ]


def test_a_session_under_another_name_than_it_says_is_listed_with_that_reason(
    filled: str, client: redis.Redis
) -> None:
    """Under what it says nothing could be read, and another session may stand there."""
    raw = client.get("adk:session:desk:u-000:s-000")
    client.set("adk:session:desk:u-000:other", raw)
    client.set("adk:session:desk:someone:s-000", raw)
    client.set(b"adk:session:desk:\xff\xfe:s-000", raw.replace(b"u-000", b"\xff\xfe"))
    client.set("adk:session:other_app:u-000:s-000", raw)
    client.set("adk:session:desk:u:v:s-000", raw)
    store = open_store(filled)
    entries = list(store.index("desk"))
    good = [entry for entry in entries if not entry.problem]
    assert len(good) == 7
    for entry in good:
        assert len(store.read(entry.key, digest_key=b"k").events) == 2
    listed = [entry for entry in entries if entry.problem] + list(store.index("other_app"))
    assert [entry.problem.partition(",")[0] for entry in listed] == [
        "a session is kept under another name than it says itself"
    ] * 5


def test_a_session_that_expired_meanwhile_is_said_to_have(filled: str, client: redis.Redis) -> None:
    store = open_store(filled)
    keys = [entry.key for entry in store.index("desk")]
    client.delete("adk:session:desk:u-000:s-000")
    with pytest.raises(BadInput, match="it has expired, was deleted"):
        store.read(keys[0], digest_key=b"k")
    assert store.read(keys[1], digest_key=b"k").events


def test_a_prefix_of_ones_own_stays_in_the_address(server: str, client: redis.Redis) -> None:
    write_to(server, numbered(2), key_prefix="bots[eu]:")
    write_to(server, numbered(3, app="other"))
    store = open_store(f"redis://{server}/0?key_prefix=bots%5Beu%5D%3A")
    assert store.apps() == {"desk": 2}
    assert open_store(store.uri).apps() == {"desk": 2}
    assert "key_prefix" not in store.name


def test_a_session_that_grew_has_another_digest(server: str, client: redis.Redis) -> None:
    (short,) = numbered(1)
    write_to(server, [short | {"events": short["events"][:1]}])
    key = SessionKey("desk", "u-000", "s-000")
    store = open_store(f"redis://{server}/0")
    first = store.read(key, digest_key=b"k").raw_digest
    assert store.read(key, digest_key=b"k").raw_digest == first
    client.flushall()
    write_to(server, [short])
    assert store.read(key, digest_key=b"k").raw_digest != first


def test_a_server_that_goes_down_is_gone_and_a_session_that_goes_is_not(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        write_to(server, numbered(2))
        store = open_store(f"redis://{server}/0")
        key, other = [entry.key for entry in store.index("desk")]
        with redis.Redis.from_url(f"redis://{server}/0") as client:
            client.flushall()
        with pytest.raises(BadInput, match="it has expired") as caught:
            store.read(key, digest_key=b"k")
        assert not isinstance(caught.value, StoreGone)
    with pytest.raises(StoreGone, match="can't be reached"):
        store.read(other, digest_key=b"k")


@pytest.mark.parametrize(
    ("uri", "words"),
    [
        ("redis://127.0.0.1:{free}/0", "can't be reached: check host, port and network"),
        ("redis://127.0.0.1:{free}/sessions", "has no number for a database"),
        ("redis://127.0.0.1:{free}/0?socket_timeout=1", "option"),
        ("redis://h:x/0", "no usable port"),
    ],
)
def test_addresses_that_lead_nowhere(uri: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=words):
        open_store(uri.format(free=free_port())).apps()


def test_an_empty_server_and_another_database(server: str, filled: str) -> None:
    with pytest.raises(BadInput, match="holds no sessions"):
        check_app(open_store(f"redis://{server}/3"), "desk")
    with pytest.raises(BadInput, match="refused a read"):
        open_store(f"redis://{server}/99999").apps()
