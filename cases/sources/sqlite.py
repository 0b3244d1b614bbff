"""A session store in one SQLite file, in either of ADK's two JSON layouts."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cases.errors import BadInput
from cases.sources.addresses import MAX_URI, path_of
from cases.sources.layouts import METADATA, check_tables, check_version
from cases.sources.records import (
    NOTHING_UNREAD,
    SessionEntry,
    SessionKey,
    StoredSession,
    assemble,
    read_object,
)
from cases.sources.sqlite_files import TRIES, SqliteFile

SESSIONS_PER_QUERY = 200
EVENTS_PER_QUERY = 200


def open_sqlite(uri: str) -> "SqliteStore":
    """The store in the file that `uri` names. Raises BadInput."""
    return SqliteStore(path_of(uri))


class SqliteStore:
    """A store in one SQLite file, in either of ADK's two JSON layouts.

    Both layouts have the columns read here; they differ in how they write times, and times are
    taken from the event itself.
    """

    unread: Mapping[str, str] = NOTHING_UNREAD

    def __init__(self, path: Path) -> None:
        self.path = path
        if len(self.uri) > MAX_URI:
            raise BadInput("the source's address is longer than can be kept: name it by a link")
        # Each query is fetched whole before its rows are used, so that nobody waits for us.
        self._rows = SqliteFile(path).rows
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
        for _ in range(TRIES):
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
        session = assemble(
            key,
            state=state[0][0] if state else "{}",
            rows=rows,
            known={
                "user": [self._shared_state("user_states", key.app_name, key.user_id)],
                "app": self._shared_state("app_states", key.app_name),
            },
            digest_key=digest_key,
        )
        if not state:
            session.problems["session_gone"] += 1
        return session

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

    def _check_layout(self) -> str:
        # As SQLAlchemy takes it, which knows no %20.
        url = shlex.quote(f"sqlite:///{self.path}")
        check_tables(self._columns, name=self.name, url=url)
        if not self._columns(METADATA):
            return "sqlite"
        rows = self._rows(f"SELECT value FROM {METADATA} WHERE key = 'schema_version'")  # noqa: S608
        check_version(str(rows[0][0]) if rows else None, name=self.name)
        return "database-v1"
