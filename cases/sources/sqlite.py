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
    SessionEntry,
    SessionKey,
    StoredSession,
    assemble,
    read_object,
)
from cases.sources.sqlite_files import RepairedText, SqliteFile

SESSIONS_PER_QUERY = 200
EVENTS_PER_QUERY = 200
# How often a session is read before it counts as one that can't be.
TRIES = 3

_NO_NAME = "the id of a session or of its user is no text in UTF-8: correct it in the store"
_CHANGING = "events of a session went away again and again while it was read: import it again"


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
        return {app: count for app, count in self._apps() if _is_name(app)}

    @property
    def unread(self) -> Mapping[str, str]:
        """Apps whose name no session can be asked for by."""
        return {
            _shown(app): f"the name of this app is no text, in {count} sessions"
            for app, count in self._apps()
            if not _is_name(app)
        }

    def index(self, app_name: str) -> Iterator[SessionEntry]:
        """Every session of an app in the order of its rows. Reads through all event text, keeping
        none, so that a damaged file shows before anything has been imported from it."""
        last = -1
        while True:
            page = self._rows(
                "SELECT rowid, user_id, id, state FROM sessions WHERE app_name = ?"
                " AND rowid > ? ORDER BY rowid LIMIT ?",
                (app_name, last, SESSIONS_PER_QUERY),
            )
            if not page:
                return
            for _, user_id, session_id, state in page:
                yield self._entry(app_name, user_id, session_id, state)
            last = page[-1][0]

    def _apps(self) -> list[tuple[Any, int]]:
        return self._rows("SELECT app_name, count(*) FROM sessions GROUP BY app_name ORDER BY 1")

    def _entry(self, app_name: str, user_id: Any, session_id: Any, state: Any) -> SessionEntry:
        if not _is_name(user_id) or not _is_name(session_id):
            stand_in = SessionKey(app_name, _shown(user_id), _shown(session_id))
            return SessionEntry(key=stand_in, state={}, events=None, problem=_NO_NAME)
        counted = self._rows(
            "SELECT count(*), sum(length(event_data)) FROM events"
            " WHERE app_name = ? AND user_id = ? AND session_id = ?",
            (app_name, user_id, session_id),
        )
        return SessionEntry(
            key=SessionKey(app_name, user_id, session_id),
            state=read_object(state),
            events=counted[0][0],
        )

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
        else:
            raise BadInput(_CHANGING)
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


def _is_name(value: Any) -> bool:
    """Whether rows can be asked for by this value of theirs."""
    return isinstance(value, str) and not isinstance(value, RepairedText)


def _shown(value: Any) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
