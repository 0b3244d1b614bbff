"""Stores in real servers: what is read, what is refused, and that nobody notices us."""

import json
import socket
import struct
import time
from threading import Thread
from urllib.parse import quote

import pytest

from cases.errors import BadInput
from cases.sources import SessionKey, StoredSession, StoreGone, check_app, open_store
from cases.sources.database import EVENTS_PER_QUERY, SESSIONS_PER_QUERY, DatabaseStore
from tests.cases.sources.store_servers import (
    FIXTURE,
    READER_PASSWORD,
    Server,
    copy_store,
    make_tables,
)

pytestmark = pytest.mark.stores

KEY = SessionKey("desk", "u", "s")


def opened(uri: str) -> DatabaseStore:
    store = open_store(uri)
    assert isinstance(store, DatabaseStore)
    return store


def refused(uri: str) -> str:
    with pytest.raises(BadInput) as caught:
        open_store(uri)
    said = str(caught.value)
    assert READER_PASSWORD not in said
    assert quote(READER_PASSWORD, safe="") not in said
    return said


def read(store: DatabaseStore, key: SessionKey = KEY) -> StoredSession:
    return store.read(key, digest_key=b"k")


def add_session(server: Server, key: SessionKey = KEY, state: str = "{}") -> None:
    server.run(
        "INSERT INTO sessions VALUES"
        f" ('{key.app_name}', '{key.user_id}', '{key.session_id}', '{state}',"
        " '2026-10-02 08:00:00', '2026-10-02 08:00:00')"
    )


def add_events(server: Server, *texts: str, key: SessionKey = KEY, first: int = 0) -> None:
    """Events with one second between them; ids run against the order of times."""
    columns = "(id, app_name, user_id, session_id, invocation_id, timestamp, event_data)"
    rows = ", ".join(
        f"('e{9999 - number}', '{key.app_name}', '{key.user_id}', '{key.session_id}', 'i',"
        f" '2026-10-02 {number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}.250000',"
        f" '{text}')"
        for number, text in enumerate(texts, first)
    )
    server.run(f"INSERT INTO events {columns} VALUES {rows}")


def event(number: int) -> str:
    return json.dumps({"author": "user", "timestamp": 1790928000.25 + number, "n": number})


@pytest.fixture
def store(server: Server) -> DatabaseStore:
    """A store with one session of two events."""
    make_tables(server.engine_url())
    add_session(server)
    add_events(server, event(0), event(1))
    return opened(server.uri)


def test_a_user_who_may_only_select_reads_everything(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_store(FIXTURE, server.engine_url())
    written_out = server.let_read()
    placeholder = server.address(f"{server.reader}:${{CALIBRANT_SOURCE_PASSWORD}}")
    with pytest.raises(BadInput, match="CALIBRANT_SOURCE_PASSWORD}, which is not set"):
        open_store(placeholder)
    monkeypatch.setenv("CALIBRANT_SOURCE_PASSWORD", READER_PASSWORD)
    for uri, kept in (
        (written_out, server.address(f"{server.reader}:***")),
        (placeholder, placeholder),
    ):
        store = opened(uri)
        assert store.uri == kept
        assert READER_PASSWORD not in f"{store.uri} {store.name}"
        entries = list(store.index("refund_support"))
        assert len(entries) == store.apps()["refund_support"] >= 61
        assert any(read(store, entry.key).known["user"][0] for entry in entries)
    with pytest.raises(BadInput, match=r"'nope' is not in .*it holds: refund_support"):
        check_app(store, "nope")


def test_nothing_can_be_written_through_a_store(server: Server, store: DatabaseStore) -> None:
    for statement in ("DELETE FROM events", "CREATE TABLE mine (x int)", "DROP TABLE events"):
        connection = store.connect()
        with pytest.raises(store.errors), store.transaction(connection) as query:
            query(statement, ())
        connection.close()
    assert len(read(store).events) == 2


def test_what_is_wrong_with_a_connection_is_said_without_the_password(server: Server) -> None:
    make_tables(server.engine_url())
    good = server.let_read()
    no_database = refused(good.replace(f"/{server.database}", "/no_such_database"))
    assert "no such database" in no_database or "may not use the database" in no_database
    info = f"reader:{quote(READER_PASSWORD, safe='')}"
    for host, words in (
        ("no-such-host.invalid:1", "no such host"),
        ("127.0.0.1:1", "nothing listens there"),
    ):
        assert words in refused(f"{server.kind}://{info}@{host}/d")
    assert "names no database" in refused(f"{server.kind}://{info}@127.0.0.1:1")


def test_a_wrong_password_in_mysql(mysql: Server) -> None:
    make_tables(mysql.engine_url())
    secret = quote(READER_PASSWORD, safe="")
    wrong = mysql.let_read().replace(secret, f"x{secret}")
    assert "the password or the user is wrong" in refused(wrong)
    assert "the password or the user is wrong" in refused(wrong.replace(f":x{secret}", ""))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (f'password authentication failed, not "{READER_PASSWORD}"', "the password or the user"),
        ('no pg_hba.conf entry for host "127.0.0.1"', "lets no such user in from this machine"),
        ("sorry, too many clients already", "it has no connection free"),
        ("Passwort-Authentifizierung fehlgeschlagen", "can't connect: check host, port, user"),
    ],
)
def test_what_postgresql_says_when_it_refuses(words: str, said: str) -> None:
    """By a server that speaks just enough of the protocol, since real test servers trust all."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=refuse_clients, args=(listening, words), daemon=True)
        thread.start()
        port = listening.getsockname()[1]
        secret = quote(READER_PASSWORD, safe="")
        uri = f"postgresql://reader:{secret}@127.0.0.1:{port}/d?sslmode=disable"
        assert said in refused(uri)
        # Wakes the thread, which closing alone would not.
        listening.shutdown(socket.SHUT_RDWR)
        thread.join()


def refuse_clients(listening: socket.socket, words: str) -> None:
    """Answer each client with a fatal error, until the socket is closed."""
    text = b"SFATAL\0VFATAL\0C28P01\0M" + words.encode() + b"\0\0"
    while True:
        try:
            client, _ = listening.accept()
        except OSError:
            return
        with client:
            client.recv(4096)
            client.sendall(b"E" + struct.pack("!I", len(text) + 4) + text)


def test_schemas_of_postgresql(postgresql: Server) -> None:
    make_tables(postgresql.engine_url())
    add_session(postgresql)
    add_events(postgresql, event(0))
    postgresql.run(
        'CREATE SCHEMA "of""agents"',
        *(
            f'ALTER TABLE {table} SET SCHEMA "of""agents"'
            for table in (
                "events",
                "sessions",
                "app_states",
                "user_states",
                "adk_internal_metadata",
            )
        ),
    )
    assert "is not a session store of ADK" in refused(postgresql.uri)
    store = opened(postgresql.address(schema='of"agents'))
    assert store.apps() == {"desk": 1}
    assert [entry.events for entry in store.index("desk")] == [1]
    assert len(read(store).events) == 1


def test_postgresql_without_adks_index_counts_no_events_beforehand(postgresql: Server) -> None:
    make_tables(postgresql.engine_url())
    add_session(postgresql)
    add_events(postgresql, event(0))
    postgresql.run("DROP INDEX idx_events_app_user_session_ts_id")
    store = opened(postgresql.uri)
    assert [entry.events for entry in store.index("desk")] == [None]
    assert len(read(store).events) == 1


def test_mysql_cuts_text_and_takes_no_notice_of_case(mysql: Server) -> None:
    make_tables(mysql.engine_url())
    add_session(mysql)
    add_events(mysql, event(0), event(1))
    mysql.run("UPDATE events SET event_data = left(event_data, 20) WHERE id = 'e9999'")
    add_session(mysql, SessionKey("Desk", "u", "other"))
    store = opened(mysql.uri)
    assert store.apps() == {"Desk": 1, "desk": 1}
    assert [entry.key.session_id for entry in store.index("desk")] == ["s"]
    session = read(store)
    assert [each["n"] for each in session.events] == [1]
    assert session.problems["unreadable_event"] == 1


def test_a_server_that_does_not_answer(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"cases.sources.{server.kind}.CONNECT_SECONDS", 2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        said = refused(f"{server.kind}://reader@127.0.0.1:{port}/d")
    assert "no answer" in said


def test_databases_that_are_no_store(server: Server) -> None:
    assert "is not a session store of ADK: it has no table 'sessions'" in refused(server.uri)
    make_tables(server.engine_url())
    uri = server.let_read()
    server.run("UPDATE adk_internal_metadata SET value = '2'")
    assert "ADK schema version '2', which is not known here" in refused(uri)
    server.run("DELETE FROM adk_internal_metadata")
    assert "ADK schema version 'none'" in refused(uri)
    server.run("DROP TABLE adk_internal_metadata")
    assert opened(uri).layout == "database-v1"


def test_the_pickled_layout_is_refused_with_the_command_that_migrates_it(server: Server) -> None:
    server.run(
        "CREATE TABLE sessions (app_name text, user_id text, id varchar(9), state text)",
        "CREATE TABLE events (id varchar(9), app_name varchar(9), actions text, content text)",
    )
    said = refused(server.let_read())
    kept = server.address(f"{server.reader}:***")
    assert (
        f'adk migrate session --source_db_url "{kept}" --dest_db_url sqlite:///migrated.db' in said
    )


def test_a_missing_right_is_named(server: Server) -> None:
    make_tables(server.engine_url())
    uri = server.let_read()
    if server.kind == "postgresql":
        server.run(f"REVOKE SELECT ON events FROM {server.reader}")
    else:
        server.run(
            f"REVOKE SELECT ON {server.database}.* FROM {server.reader}@'%'",
            *(
                f"GRANT SELECT ON {server.database}.{table} TO {server.reader}@'%'"
                for table in ("sessions", "adk_internal_metadata")
            ),
            f"GRANT SELECT (id, app_name, user_id, session_id, event_data)"
            f" ON {server.database}.events TO {server.reader}@'%'",
        )
    with pytest.raises(StoreGone, match="GRANT SELECT ON"):
        read(opened(uri))


def test_nobody_waits_while_a_store_is_gone_through(server: Server, store: DatabaseStore) -> None:
    """Half way through the index and inside a transaction of ours, writers go on at once."""
    entries = store.index("desk")
    entry = next(entries)
    add_events(server, event(2), first=2)
    with store.transaction(store._connection) as query:
        count = "SELECT count(*) FROM events"
        assert query(count, ()) == [(3,)]
        add_events(server, event(3), first=3)
        # One moment is seen, whatever is written meanwhile.
        assert query(count, ()) == [(3,)]
    assert entry.events == 2
    assert [each["n"] for each in read(store, entry.key).events] == [0, 1, 2, 3]
    assert list(entries) == []


def test_a_session_that_goes_away_meanwhile_is_empty_and_counted(
    server: Server, store: DatabaseStore
) -> None:
    (entry,) = store.index("desk")
    server.run("DELETE FROM events", "DELETE FROM sessions")
    session = read(store, entry.key)
    assert (session.events, session.problems["session_gone"]) == ([], 1)


def test_many_events_come_in_the_order_of_their_times(server: Server, store: DatabaseStore) -> None:
    count = 10 * EVENTS_PER_QUERY + 1
    add_events(server, *(event(n) for n in range(2, count)), first=2)
    assert [each["n"] for each in read(store).events] == list(range(count))


def test_every_session_is_listed_once_whoever_has_how_many(
    server: Server, store: DatabaseStore
) -> None:
    many = 2 * SESSIONS_PER_QUERY + 3
    rows = [("desk", "test_user", f"s{n}") for n in range(many)]
    rows += [("desk", f"u{n}", "s") for n in range(many)]
    # Neighbours that some comparisons take for equal, and another app in between.
    rows += [("desk", "u ", "x"), ("desk", "é", "s"), ("desk", "%", "_"), ("desk2", "u", "s")]
    values = ", ".join(
        f"('{a}', '{u}', '{i}', '{{}}', '2026-10-02', '2026-10-02')" for a, u, i in rows
    )
    server.run(f"INSERT INTO sessions VALUES {values}")
    found = [(e.key.app_name, e.key.user_id, e.key.session_id) for e in store.index("desk")]
    assert sorted(found) == sorted([("desk", "u", "s"), *rows[:-1]])
    assert store.apps() == {"desk": len(found), "desk2": 1}


def test_one_id_under_two_users_is_two_sessions(server: Server, store: DatabaseStore) -> None:
    other = SessionKey("desk", "v", "s")
    add_session(server, other, '{"whose": "v"}')
    add_events(server, event(7), key=other)
    assert [each["n"] for each in read(store).events] == [0, 1]
    assert [each["n"] for each in read(store, other).events] == [7]
    assert read(store, other).state == {"whose": "v"}


def test_times_are_those_of_the_events_in_any_time_zone(
    server: Server, store: DatabaseStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_events(server, '{"author": "user"}', first=2)
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        session = read(opened(server.uri))
    finally:
        monkeypatch.undo()
        time.tzset()
    # The column of the third, 2026-10-02 00:00:02.25, is UTC.
    times = [each["timestamp"] for each in session.events]
    assert times == [1790928000.25, 1790928001.25, 1790899202.25]
    assert session.problems["time_from_column"] == 1


def test_columns_of_a_newer_adk_and_events_nobody_understands(
    server: Server, store: DatabaseStore
) -> None:
    server.run("ALTER TABLE events ADD COLUMN novel varchar(9)")
    add_events(server, "[]", '"text"', "{}", first=2)
    session = read(opened(server.uri))
    assert [each["n"] for each in session.events] == [0, 1]
    assert session.problems["unreadable_event"] == 3


def test_the_digest_tells_growth_and_nothing_else(server: Server, store: DatabaseStore) -> None:
    before = read(store).raw_digest
    server.run("UPDATE sessions SET update_time = '2020-01-01', state = '{\"a\": 1}'")
    turned = json.dumps(dict(reversed(json.loads(event(0)).items())))
    server.run(f"UPDATE events SET event_data = '{turned}' WHERE id = 'e9999'")
    assert read(store).raw_digest == before
    add_events(server, event(2), first=2)
    assert read(store).raw_digest != before


def test_a_connection_that_was_lost_is_made_again(server: Server, store: DatabaseStore) -> None:
    with store.transaction(store._connection) as query:
        pid = "pg_backend_pid()" if server.kind == "postgresql" else "connection_id()"
        ((number,),) = query(f"SELECT {pid}", ())
    kill = f"SELECT pg_terminate_backend({number})"
    server.run(kill if server.kind == "postgresql" else f"KILL {number}")
    assert len(read(store).events) == 2


def test_a_table_that_somebody_changes_is_not_waited_for_long(
    server: Server, store: DatabaseStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy import create_engine

    monkeypatch.setattr(f"cases.sources.{server.kind}.LOCK_SECONDS", 1)
    store = opened(server.uri)
    engine = create_engine(server.engine_url())
    with engine.connect() as connection:
        connection.exec_driver_sql(
            "LOCK TABLE events IN ACCESS EXCLUSIVE MODE"
            if server.kind == "postgresql"
            else "LOCK TABLES events WRITE"
        )
        with pytest.raises(StoreGone, match="a table is locked by somebody"):
            read(store)
    engine.dispose()
    assert len(read(store).events) == 2


def test_a_query_that_takes_too_long_is_stopped(
    server: Server, store: DatabaseStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"cases.sources.{server.kind}.QUERY_SECONDS", 1)
    store = opened(server.uri)
    wait = "SELECT pg_sleep(20)" if server.kind == "postgresql" else "SELECT sleep(20) FROM events"
    with pytest.raises(BadInput, match=r"was stopped; .* CREATE INDEX") as caught:
        store._run(lambda query: query(wait, ()))
    # One session may be as long as that.
    assert not isinstance(caught.value, StoreGone)


def test_a_table_that_is_dropped_meanwhile_is_no_matter_of_one_session(
    server: Server, store: DatabaseStore
) -> None:
    server.run("DROP TABLE events")
    with pytest.raises(StoreGone, match="a table of ADK's that was there is gone"):
        read(store)
