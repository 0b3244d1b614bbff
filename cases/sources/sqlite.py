"""A session store in one SQLite file, in either of ADK's two JSON layouts."""

import sqlite3
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cases.errors import BadInput
from cases.sources.addresses import MAX_URI, path_of
from cases.sources.records import (
    SessionEntry,
    SessionKey,
    StoredSession,
    assemble,
    read_object,
)

SESSIONS_PER_QUERY = 200
EVENTS_PER_QUERY = 200
SECONDS_TO_WAIT = 5.0

_MAGIC = b"SQLite format 3\x00"
_NEEDED = {
    "sessions": {"app_name", "user_id", "id", "state"},
    "events": {"app_name", "user_id", "session_id", "id", "event_data"},
}


def open_sqlite(uri: str) -> "SqliteStore":
    """The store in the file that `uri` names. Raises BadInput."""
    return SqliteStore(path_of(uri))


class SqliteStore:
    """A store in one SQLite file, in either of ADK's two JSON layouts.

    Both layouts have the columns read here; they differ in how they write times, and times are
    taken from the event itself.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._check_file()
        # Open without a lock between queries: each is fetched whole before its rows are used.
        self._connection = self._connect()
        weakref.finalize(self, self._connection.close)
        self._known_columns: dict[str, set[str]] = {}
        self.layout = self._check_layout()

    @property
    def uri(self) -> str:
        """The address to keep: absolute, without options."""
        return f"sqlite:///{quote(str(self.path))}"

    @property
    def name(self) -> str:
        return str(self.path)

    def apps(self) -> dict[str, int]:
        """Session counts by app name, `adk eval` leftovers included."""
        return dict(
            self._rows("SELECT app_name, count(*) FROM sessions GROUP BY app_name ORDER BY 1")
        )

    def index(self, app_name: str) -> Iterator[SessionEntry]:
        """Every session of an app by user and id. Reads through all event text, keeping none,
        so that a damaged file shows before anything has been imported from it."""
        last = ("", "")
        while True:
            page = self._rows(
                "SELECT user_id, id, state FROM sessions WHERE app_name = ?"
                " AND (user_id, id) > (?, ?) ORDER BY user_id, id LIMIT ?",
                (app_name, *last, SESSIONS_PER_QUERY),
            )
            if not page:
                return
            for user_id, session_id, state in page:
                counted = self._rows(
                    "SELECT count(*), sum(length(event_data)) FROM events"
                    " WHERE app_name = ? AND user_id = ? AND session_id = ?",
                    (app_name, user_id, session_id),
                )
                yield SessionEntry(
                    key=SessionKey(app_name, user_id, session_id),
                    state=read_object(state),
                    events=counted[0][0],
                )
            last = page[-1][:2]

    def read(self, key: SessionKey, *, digest_key: bytes) -> StoredSession:
        """One session, whole: read again if it changed while it was being read."""
        named = (key.app_name, key.user_id, key.session_id)
        for _ in range(3):
            numbers = [
                row[0]
                for row in self._rows(
                    "SELECT rowid FROM events"
                    " WHERE app_name = ? AND user_id = ? AND session_id = ? ORDER BY rowid",
                    named,
                )
            ]
            rows = self._events(numbers)
            if len(rows) == len(numbers):
                break
        state = self._rows(
            "SELECT state FROM sessions WHERE app_name = ? AND user_id = ? AND id = ?", named
        )
        return assemble(
            key,
            state=state[0][0] if state else "{}",
            rows=rows,
            known={
                "user": [self._shared_state("user_states", key.app_name, key.user_id)],
                "app": self._shared_state("app_states", key.app_name),
            },
            digest_key=digest_key,
        )

    def _events(self, numbers: Sequence[int]) -> list[tuple[Any, Any]]:
        rows: list[tuple[Any, Any]] = []
        for start in range(0, len(numbers), EVENTS_PER_QUERY):
            part = numbers[start : start + EVENTS_PER_QUERY]
            marks = ",".join("?" * len(part))
            rows += self._rows(
                f"SELECT event_data, timestamp FROM events WHERE rowid IN ({marks}) ORDER BY rowid",  # noqa: S608 - question marks only
                part,
            )
        return rows

    def _shared_state(self, table: str, *values: str) -> dict[str, Any]:
        """State that a user's or an app's sessions share. Used to know names by, never shown."""
        if not self._columns(table):
            return {}
        where = " AND ".join(f"{column} = ?" for column in ("app_name", "user_id")[: len(values)])
        rows = self._rows(f"SELECT state FROM {table} WHERE {where}", values)  # noqa: S608
        return read_object(rows[0][0]) if rows else {}

    def _columns(self, table: str) -> set[str]:
        if table not in self._known_columns:
            rows = self._rows(f"PRAGMA table_info({table})")
            self._known_columns[table] = {row[1] for row in rows}
        return self._known_columns[table]

    def _check_file(self) -> None:
        if len(self.uri) > MAX_URI:
            raise BadInput("the source's address is longer than can be kept: name it by a link")
        try:
            if not self.path.exists():
                raise BadInput(f"{self.path} does not exist: check the path of the source")
            if not self.path.is_file():
                raise BadInput(f"{self.path} is not a file: name the store's SQLite file")
            with self.path.open("rb") as file:
                head = file.read(len(_MAGIC))
        except OSError as error:
            raise BadInput(f"can't read {self.path}: {error.strerror}") from None
        if head != _MAGIC:
            raise BadInput(f"{self.path} is not a SQLite file: name a session store of ADK")

    def _check_layout(self) -> str:
        columns = {table: self._columns(table) for table in (*_NEEDED, "adk_internal_metadata")}
        if "actions" in columns["events"] and "event_data" not in columns["events"]:
            raise BadInput(
                f"{self.path} is in ADK's older pickled format, which is never opened here: run "
                f"adk migrate session --source_db_url {self.uri} "
                "--dest_db_url sqlite:///migrated.db and import migrated.db"
            )
        for table, needed in _NEEDED.items():
            if not needed <= columns[table]:
                raise BadInput(
                    f"{self.path} is not a session store of ADK: it has no table {table!r} "
                    f"with {', '.join(sorted(needed))}"
                )
        if not columns["adk_internal_metadata"]:
            return "sqlite"
        versions = self._rows(
            "SELECT value FROM adk_internal_metadata WHERE key = 'schema_version'"
        )
        if versions != [("1",)]:
            found = versions[0][0] if versions else "none"
            raise BadInput(
                f"{self.path} has ADK schema version {found!r}, which is not known here: "
                "versions read are 1 and the local SQLite layout"
            )
        return "database-v1"

    def _rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """All rows of one query, which has ended before they are used."""
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise BadInput(_said(self.path, error)) from None

    def _connect(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(
                f"file:{quote(str(self.path))}?mode=ro",
                uri=True,
                timeout=SECONDS_TO_WAIT,
                check_same_thread=False,
            )
        except sqlite3.Error as error:
            raise BadInput(_said(self.path, error)) from None
        # Bytes that are no UTF-8 must not stop a read.
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        return connection


def _said(path: Path, error: sqlite3.Error) -> str:
    """One line about a failed query: SQLite's code only, for its words may quote rows."""
    name = getattr(error, "sqlite_errorname", "") or type(error).__name__
    if name in {"SQLITE_BUSY", "SQLITE_LOCKED"}:
        return f"{path} is locked by another program: try again when it has finished writing"
    if name in {"SQLITE_CANTOPEN", "SQLITE_READONLY_ROLLBACK", "SQLITE_READONLY_CANTINIT"}:
        return f"{path} can't be opened read-only ({name}): import from a copy made by .backup"
    return f"{path} is damaged ({name}): restore it, or import from a copy made by .recover"
