import json
import pickle
import shutil
import sqlite3
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from cases.errors import BadInput
from cases.sources import check_app, open_store
from cases.sources.sqlite import SqliteStore

FIXTURE = Path(__file__).parents[2] / "data" / "adk_sessions_v1.db"


def uri(path: Path) -> str:
    return f"sqlite:///{path}"


def refused(path: Path, app: str = "refund_support") -> str:
    """What opening and listing the store says."""
    with pytest.raises(BadInput) as caught:
        _look_at(path, app)
    return str(caught.value)


def _look_at(path: Path, app: str) -> None:
    store = open_store(uri(path))
    check_app(store, app)
    list(store.index(app))


def test_it_reads_the_local_layout() -> None:
    store = open_store(uri(FIXTURE))
    assert store.layout == "sqlite"
    assert store.apps() == {"refund_support": 62, "warranty_desk": 2}
    entries = list(store.index("refund_support"))
    assert len(entries) == 62
    shared = [e.key.user_id for e in entries if e.key.session_id == "s-shared-id"]
    assert shared == ["u-1005", "u-1006"]
    key = next(e.key for e in entries if e.key.session_id == "s-dmg-lamp")
    session = store.read(key, digest_key=b"k")
    assert session.raw_digest == store.read(key, digest_key=b"k").raw_digest
    assert session.raw_digest != store.read(key, digest_key=b"other").raw_digest
    assert session.known["user"][0]["name"] == "Marguerite Okonkwo"


def test_no_lock_is_held_between_steps(tmp_path: Path) -> None:
    """While somebody is half way through the index, another program need not wait at all."""
    path = Path(shutil.copy(FIXTURE, tmp_path / "a.db"))
    store = open_store(uri(path))
    writer = sqlite3.connect(path, timeout=0)
    number = -1
    for number, entry in enumerate(store.index("refund_support")):
        writer.execute("INSERT INTO events VALUES (?, 'other', 'u', 's', 'i', 0, '{}')", (number,))
        writer.commit()
        assert store.read(entry.key, digest_key=b"k").key == entry.key
    assert number == 61
    writer.close()


def test_a_relative_address_and_the_drivers_own_spelling(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(FIXTURE, tmp_path / "a b.db")
    monkeypatch.chdir(tmp_path)
    assert open_store("sqlite:///a%20b.db?mode=ro").uri == f"sqlite:///{tmp_path}/a%20b.db"
    assert open_store("sqlite+aiosqlite:///a b.db").apps()


def test_addresses_that_are_none() -> None:
    for address, words in (
        ("sessions.db", "is not an address"),
        ("mongodb://h/d", "scheme 'mongodb' is not supported; known are: sqlite://, "),
        ("sqlite:///", "names no file"),
        ("sqlite:////a%00b", "can't name a file"),
        ("sqlite://[/a", "can't name a file"),
        ("sqlite:///~nobody-of-that-name/a.db", "can't name a file"),
        ("sqlite:////" + 480 * "a", "can't read .*: File name too long"),
        ("sqlite:////" + 500 * "a", "longer than can be kept"),
    ):
        with pytest.raises(BadInput, match=words):
            open_store(address)


def test_files_that_are_no_store(tmp_path: Path) -> None:
    assert "does not exist" in refused(tmp_path / "none.db")
    assert "is not a file" in refused(tmp_path)
    text = tmp_path / "text.db"
    text.write_text("not a database, but long enough to be looked at")
    assert "is not a SQLite file" in refused(text)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE sessions (id TEXT)")
    db.close()
    assert "is not a session store of ADK" in refused(other)
    assert not (tmp_path / "none.db").exists()


def test_a_corrupt_file_is_found_before_anything_is_read_from_it(tmp_path: Path) -> None:
    path = Path(shutil.copy(FIXTURE, tmp_path / "corrupt.db"))
    data = bytearray(path.read_bytes())
    for start in range(200_000, len(data), 4096):
        data[start : start + 64] = b"\xff" * 64
    path.write_bytes(bytes(data))
    assert "is damaged (SQLITE_CORRUPT" in refused(path)
    path.write_bytes(FIXTURE.read_bytes()[:9_000])
    assert "is damaged" in refused(path)


def test_an_empty_store_and_an_unknown_app(tmp_path: Path) -> None:
    assert "it holds: refund_support (62), warranty_desk (2)" in refused(FIXTURE, "no_app")
    path = Path(shutil.copy(FIXTURE, tmp_path / "empty.db"))
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM sessions")
    db.close()
    assert "holds no sessions" in refused(path)


class Hostile:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Path.touch, (Path("/tmp/unpickled"),)  # type: ignore[return-value]


def test_the_pickled_layout_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE sessions (app_name, user_id, id, state, update_time)")
        db.execute("CREATE TABLE events (id, app_name, user_id, session_id, actions, content)")
        db.execute("INSERT INTO sessions VALUES ('refund_support', 'u', 's', '{}', 0)")
        blob = pickle.dumps(Hostile())
        db.execute("INSERT INTO events VALUES ('e', 'refund_support', 'u', 's', ?, '{}')", (blob,))
    db.close()
    Path("/tmp/unpickled").unlink(missing_ok=True)
    said = refused(path)
    assert "adk migrate session --source_db_url sqlite:///" in said
    assert "--dest_db_url" in said
    assert not Path("/tmp/unpickled").exists()


def database_layout(path: Path, version: str | None = "1") -> SqliteStore | None:
    """The layout of DatabaseSessionService on SQLite, with the fixture's rows."""
    source = sqlite3.connect(FIXTURE)
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE adk_internal_metadata (key VARCHAR, value VARCHAR)")
        if version:
            db.execute("INSERT INTO adk_internal_metadata VALUES ('schema_version', ?)", (version,))
        db.execute(
            "CREATE TABLE sessions (app_name VARCHAR(128), user_id VARCHAR(128), id VARCHAR(128),"
            " state TEXT, create_time DATETIME, update_time DATETIME)"
        )
        db.execute(
            "CREATE TABLE events (id VARCHAR(128), app_name VARCHAR(128), user_id VARCHAR(128),"
            " session_id VARCHAR(128), invocation_id VARCHAR(256), timestamp DATETIME,"
            " event_data TEXT)"
        )
        for row in source.execute("SELECT app_name, user_id, id, state FROM sessions"):
            db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, '2026-10-02', '2026-10-02')", row)
        for row in source.execute(
            "SELECT id, app_name, user_id, session_id, invocation_id, event_data FROM events"
        ):
            data = json.loads(row[-1])
            data.pop("timestamp") if row[3] == "s-dmg-lamp" else None
            db.execute(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?, '2026-10-02 08:00:00.250000', ?)",
                (*row[:-1], json.dumps(data)),
            )
    db.close()
    source.close()
    return SqliteStore(path)


def test_it_reads_the_database_layout_and_takes_its_times_as_utc(tmp_path: Path) -> None:
    store = database_layout(tmp_path / "v1.db")
    assert store is not None
    assert store.layout == "database-v1"
    entry = next(e for e in store.index("refund_support") if e.key.session_id == "s-dmg-lamp")
    session = store.read(entry.key, digest_key=b"k")
    assert len(session.events) == entry.events == 16
    assert session.events[0]["timestamp"] == 1790928000.25
    assert session.problems["time_from_column"] == 16


@pytest.mark.parametrize(("version", "found"), [("2", "'2'"), (None, "'none'")])
def test_an_unknown_schema_version_is_refused(
    tmp_path: Path, version: str | None, found: str
) -> None:
    with pytest.raises(BadInput, match=f"schema version {found}"):
        database_layout(tmp_path / "v.db", version)


def test_the_error_of_a_damaged_row_quotes_nothing(tmp_path: Path) -> None:
    path = Path(shutil.copy(FIXTURE, tmp_path / "s.db"))
    with sqlite3.connect(path) as db:
        db.execute("UPDATE events SET event_data = 'secret {' WHERE session_id = 's-thanks-only'")
        db.execute("UPDATE sessions SET state = '[1]' WHERE id = 's-thanks-only'")
    db.close()
    store = open_store(uri(path))
    entry = next(e for e in store.index("refund_support") if e.key.session_id == "s-thanks-only")
    session = store.read(entry.key, digest_key=b"k")
    assert (session.events, session.state) == ([], {})
    assert session.problems["unreadable_event"] == 2


@pytest.mark.parametrize(
    "name", ["CAST(x'75ff' AS TEXT)", "CAST(x'eda080' AS TEXT)", "CAST(x'01ff' AS TEXT)", "x'7573'"]
)
@pytest.mark.parametrize("column", ["user_id", "id"])
def test_a_session_whose_id_is_no_text_is_listed_as_unreadable(
    tmp_path: Path, name: str, column: str
) -> None:
    path = Path(shutil.copy(FIXTURE, tmp_path / "s.db"))
    of_events = {"user_id": "user_id", "id": "session_id"}[column]
    with sqlite3.connect(path) as db:
        db.execute(f"UPDATE sessions SET {column} = {name} WHERE id = 's-dmg-lamp'")
        db.execute(f"UPDATE events SET {of_events} = {name} WHERE session_id = 's-dmg-lamp'")
    db.close()
    store = open_store(uri(path))
    entries = list(islice(store.index("refund_support"), 100))
    assert len(entries) == store.apps()["refund_support"] == 62
    (bad,) = [entry for entry in entries if entry.problem]
    assert "is no text in UTF-8: correct it in the store" in bad.problem
    counts = {e.key: e.events for e in open_store(uri(FIXTURE)).index("refund_support")}
    assert {e.key: e.events for e in entries if e is not bad}.items() < counts.items()


def test_a_name_with_a_nul_is_one_like_others(tmp_path: Path) -> None:
    path = Path(shutil.copy(FIXTURE, tmp_path / "s.db"))
    with sqlite3.connect(path) as db:
        db.execute("UPDATE sessions SET user_id = CAST(x'610062' AS TEXT) WHERE id = 's-dmg-lamp'")
        db.execute(
            "UPDATE events SET user_id = CAST(x'610062' AS TEXT) WHERE session_id = 's-dmg-lamp'"
        )
    db.close()
    store = open_store(uri(path))
    (entry,) = [e for e in store.index("refund_support") if e.key.session_id == "s-dmg-lamp"]
    assert (entry.key.user_id, entry.problem) == ("a\x00b", "")
    assert len(store.read(entry.key, digest_key=b"k").events) == entry.events == 16


def test_an_app_whose_name_is_no_text_is_named_as_not_readable(tmp_path: Path) -> None:
    path = Path(shutil.copy(FIXTURE, tmp_path / "s.db"))
    with sqlite3.connect(path) as db:
        db.execute("UPDATE sessions SET app_name = x'7761ff' WHERE app_name = 'warranty_desk'")
    db.close()
    store = open_store(uri(path))
    assert store.apps() == {"refund_support": 62}
    said = refused(path, "warranty_desk")
    assert "not readable: wa\ufffd (the name of this app is no text, in 2 sessions)" in said


def test_a_session_that_never_stands_still_is_not_read_by_half(tmp_path: Path) -> None:
    path = Path(shutil.copy(FIXTURE, tmp_path / "s.db"))
    store = open_store(uri(path))
    entry = next(e for e in store.index("refund_support") if e.key.session_id == "s-dmg-lamp")
    assert isinstance(store, SqliteStore)
    rows, writer = store._rows, sqlite3.connect(path, isolation_level=None)

    def while_it_shrinks(query: str, values: Sequence[Any] = ()) -> list[Any]:
        found = rows(query, values)
        if query.startswith("SELECT rowid"):
            writer.execute("DELETE FROM events WHERE rowid = ?", found[0])
        return found

    store._rows = while_it_shrinks
    with pytest.raises(BadInput, match="went away again and again while it was read"):
        store.read(entry.key, digest_key=b"k")
    writer.close()
    store._rows = rows
    assert len(store.read(entry.key, digest_key=b"k").events) == 13
