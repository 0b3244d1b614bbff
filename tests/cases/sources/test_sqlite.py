import json
import pickle
import shutil
import sqlite3
from pathlib import Path

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
    for number, entry in enumerate(store.index("refund_support")):
        writer.execute("INSERT INTO events VALUES (?, 'other', 'u', 's', 'i', 0, '{}')", (number,))
        writer.commit()
        assert store.read(entry.key, digest_key=b"k").key == entry.key
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
