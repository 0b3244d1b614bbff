"""Stores of ADK's DatabaseSessionService, schema version 1, on a database server.

One subclass for each server says how to connect, how it spells things, and what its errors mean.
Whatever is read together is read in one short transaction that can't write and sees one moment, so
that a session is whole while its agent goes on; it takes no lock that a writer waits for.
"""

import os
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from typing import Any

from cases.errors import BadInput
from cases.sources.layouts import METADATA, check_tables, check_version
from cases.sources.records import (
    NOTHING_UNREAD,
    SessionEntry,
    SessionKey,
    StoredSession,
    StoreGone,
    assemble,
    read_object,
)
from cases.sources.servers import ServerAddress

SESSIONS_PER_QUERY = 200
EVENTS_PER_QUERY = 100
CONNECT_SECONDS = 10
# For one query, of which each is short where the store has ADK's index.
QUERY_SECONDS = 60
# What a server is given on top, to say itself that it stopped a query, which is the better message.
MARGIN_SECONDS = 10

# Runs one query with its values; gives all its rows.
Query = Callable[[str, Sequence[Any]], list[Any]]


class DatabaseStore:
    """A store on a database server. Subclasses fill in what differs between servers."""

    layout = "database-v1"
    unread: Mapping[str, str] = NOTHING_UNREAD
    # What the driver raises.
    errors: tuple[type[Exception], ...] = ()
    # How the name of a column is quoted.
    quote = '"'

    def __init__(self, address: ServerAddress) -> None:
        self.address = address
        self.uri = address.kept
        self.name = address.name
        self._connection: Any = None
        self._close: Callable[[], object] | None = None
        if not address.path:
            raise BadInput(f"source {self.name} names no database: write …//HOST/DATABASE")
        try:
            self._run(self._check)
        except BadInput:
            self._drop()
            raise

    # What differs between servers.

    def connect(self) -> Any:
        """A new connection; no transaction is under way in it."""
        raise NotImplementedError

    def transaction(self, connection: Any) -> AbstractContextManager[Query]:
        """A read-only transaction that sees one moment."""
        raise NotImplementedError

    def columns(self, query: Query, table: str) -> set[str]:
        """Columns of a table, none for a table that is not there."""
        raise NotImplementedError

    def table(self, name: str) -> str:
        """A table's name as it stands in queries."""
        return name

    def text(self, column: str) -> str:
        """A column of JSON as it stands in a list of what is selected, as text."""
        return column

    def behind(self, user_id: str, session_id: str) -> tuple[str, list[str]]:
        """A condition for the sessions behind one, in words that the server looks up in its
        primary key, with its values."""
        return "(user_id, id) > (%s, %s)", [user_id, session_id]

    def is_lost(self, error: Exception) -> bool:
        """Whether the connection is gone, so that another try is worth while."""
        raise NotImplementedError

    def is_gone(self, error: Exception) -> bool:
        """Whether no session could be read, as against the one that was asked for."""
        raise NotImplementedError

    def said(self, error: Exception) -> str:
        """One line about an error: what it is and what to do, with nothing of rows or secrets."""
        raise NotImplementedError

    # What is the same for all of them.

    def apps(self) -> dict[str, int]:
        """Session counts by app name, `adk eval` leftovers included."""
        return dict(sorted(self._run(self._apps)))

    def index(self, app_name: str) -> Iterator[SessionEntry]:
        """Every session of an app by user and id, a page to a transaction."""
        last: tuple[str, str] | None = None
        while page := self._run(partial(self._page, app_name=app_name, last=last)):
            for app, user_id, session_id, state, events in page:
                # Servers that compare without regard to case give other apps' sessions too.
                if app == app_name:
                    key = SessionKey(app_name, user_id, session_id)
                    yield SessionEntry(key=key, state=read_object(state), events=events)
            last = page[-1][1:3]

    def read(self, key: SessionKey, *, digest_key: bytes) -> StoredSession:
        """One session, whole, as it stood at one moment."""
        return self._run(lambda query: self._session(query, key, digest_key))

    def _apps(self, query: Query) -> list[Any]:
        return query(
            f"SELECT app_name, count(*) FROM {self.table('sessions')} GROUP BY app_name",  # noqa: S608
            (),
        )

    def _page(self, query: Query, *, app_name: str, last: tuple[str, str] | None) -> list[Any]:
        after, values = "", [app_name]
        if last:
            condition, more = self.behind(*last)
            after, values = f"AND {condition}", [*values, *more]
        return query(
            f"SELECT app_name, user_id, id, {self.text('state')}, {self._event_count()}"  # noqa: S608
            f" FROM {self.table('sessions')} s WHERE app_name = %s {after}"
            f" ORDER BY user_id, id LIMIT {SESSIONS_PER_QUERY}",
            values,
        )

    def _event_count(self) -> str:
        return (
            f"(SELECT count(*) FROM {self.table('events')} e WHERE e.app_name = s.app_name"  # noqa: S608
            " AND e.user_id = s.user_id AND e.session_id = s.id)"
        )

    def _session(self, query: Query, key: SessionKey, digest_key: bytes) -> StoredSession:
        named = (key.app_name, key.user_id, key.session_id)
        state = self._state(query, "sessions", ("app_name", "user_id", "id"), named)
        users = self._state(query, "user_states", ("app_name", "user_id"), named[:2])
        apps = self._state(query, "app_states", ("app_name",), named[:1])
        session = assemble(
            key,
            state=state or "{}",
            rows=self._events(query, named),
            known={"user": [read_object(users)], "app": read_object(apps)},
            digest_key=digest_key,
        )
        if state is None:
            session.problems["session_gone"] += 1
        return session

    def _state(
        self, query: Query, table: str, columns: Sequence[str], values: Sequence[str]
    ) -> str | None:
        """The state kept in one row of a table; None where there is no such row."""
        where = " AND ".join(f"{column} = %s" for column in columns)
        rows = query(
            f"SELECT {self.text('state')} FROM {self.table(table)} WHERE {where}",  # noqa: S608
            values,
        )
        return rows[0][0] if rows else None

    def _events(self, query: Query, named: Sequence[str]) -> Iterator[tuple[Any, Any]]:
        """Stored events with the time of their column, in the order of times, then ids."""
        events = self.table("events")
        mine = "app_name = %s AND user_id = %s AND session_id = %s"
        times = dict(
            query(
                f"SELECT id, {self.quote}timestamp{self.quote} FROM {events} WHERE {mine}"  # noqa: S608
                f" ORDER BY {self.quote}timestamp{self.quote}, id",
                named,
            )
        )
        ids = list(times)
        for start in range(0, len(ids), EVENTS_PER_QUERY):
            part = ids[start : start + EVENTS_PER_QUERY]
            marks = ", ".join(["%s"] * len(part))
            rows = dict(
                query(
                    f"SELECT id, {self.text('event_data')} FROM {events}"  # noqa: S608
                    f" WHERE {mine} AND id IN ({marks})",
                    (*named, *part),
                )
            )
            # Popped, so that no event is held as text and as an object for long.
            yield from ((rows.pop(name), times[name]) for name in part)

    def _check(self, query: Query) -> None:
        """Raise BadInput for a database that is no store of a layout known here."""
        # Double quotes let the shell fill in the placeholder.
        url = f'"{self.uri}"'
        check_tables(lambda table: self.columns(query, table), name=self.name, url=url)
        if self.columns(query, METADATA):
            rows = query(
                f"SELECT value FROM {self.table(METADATA)}"  # noqa: S608
                f" WHERE {self.quote}key{self.quote} = 'schema_version'",
                (),
            )
            check_version(str(rows[0][0]) if rows else None, name=self.name)

    def _run[T](self, work: Callable[[Query], T]) -> T:
        """What `work` makes of one transaction; once more where the connection was lost."""
        for retry in (True, False):
            try:
                if self._connection is None:
                    self._open()
                with self.transaction(self._connection) as query:
                    return work(query)
            except self.errors as error:
                connected = self._connection is not None
                self._drop()
                if connected and retry and self.is_lost(error):
                    continue
                gone = not connected or self.is_gone(error)
                kind = StoreGone if gone else BadInput
                raise kind(f"{self.name}: {self.said(error)}") from None
        raise AssertionError("the second try has returned or raised")

    def _open(self) -> None:
        connection = self.connect()
        self._connection = connection
        self._close = weakref.finalize(self, _close, connection, os.getpid())

    def _drop(self) -> None:
        if self._close:
            self._close()
        self._connection = self._close = None


def _close(connection: Any, process: int) -> None:
    """Close a connection, but never that of the parent from a process that was forked off."""
    if os.getpid() == process:
        with suppress(Exception):
            connection.close()
