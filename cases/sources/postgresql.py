"""Session stores in PostgreSQL, read with psycopg."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import sql

from cases.errors import BadInput
from cases.sources.database import (
    CONNECT_SECONDS,
    MARGIN_SECONDS,
    QUERY_SECONDS,
    DatabaseStore,
    Query,
)
from cases.sources.layouts import INDEX
from cases.sources.patience import seconds
from cases.sources.servers import server_address

# Seconds to wait for a table that somebody is changing.
LOCK_SECONDS = 5

_TLS = ("sslmode", "sslrootcert", "sslcert", "sslkey")

# What a refused connection says of itself, in the server's or libpq's words.
_REFUSALS = (
    ("password authentication failed", "the password or the user is wrong"),
    ("no password supplied", "the server asks for a password: write USER:${VARIABLE}@ before it"),
    ("pg_hba.conf", "the server lets no such user in from this machine: see its pg_hba.conf"),
    ("authentication failed", "the server does not let this user in: check user and password"),
    ("translate host name", "no such host: check the name of the server"),
    ("resolve host", "no such host: check the name of the server"),
    ("timeout", "no answer within {connect} seconds: check host, port and firewall"),
    ("timed out", "no answer within {connect} seconds: check host, port and firewall"),
    ("Connection refused", "nothing listens there: check host and port"),
    ("No such file", "no server's socket is there: check host and port"),
    ("certificate", "its TLS certificate is not accepted: check sslmode and sslrootcert"),
    ("SSL", "it and this machine don't agree on TLS: check sslmode"),
    ("does not exist", "it has no such database or user: check the address"),
    ("too many", "it has no connection free: try again later"),
)
_QUERY_ERRORS = {
    "42501": (
        "this user may not read all of its tables: GRANT SELECT ON sessions, events, app_states, "
        "user_states, adk_internal_metadata, and USAGE on their schema"
    ),
    "57014": (
        "a query took longer than {query} seconds and was stopped; if ADK's index of "
        f"events is missing, make it: {INDEX}"
    ),
    "55P03": "a table is locked by somebody who changes it: try again when that is done",
    "42P01": "a table of ADK's that was there is gone: check the store",
}

# Classes of errors that whatever is asked would meet: rights, missing tables, resources, locks.
_STORE_WIDE = ("28", "3D", "42", "53", "55", "58")


def open_postgresql(uri: str) -> "PostgresqlStore":
    """The store at a postgresql:// address. Raises BadInput."""
    return PostgresqlStore(uri)


class NoAnswer(psycopg.OperationalError):
    """The server is there but has stopped answering."""


class Connection(psycopg.Connection[Any]):
    """A connection that waits `patience` seconds for the server, whatever was asked of it.

    libpq has no such limit, and the server's own stops a query only while the server goes on.
    """

    patience: float | None = None

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, self.patience if timeout is None else timeout)
        except psycopg.errors._WaitTimeout:
            # Else the end of its transaction would be waited for likewise.
            self.close()
            raise NoAnswer from None


class PostgresqlStore(DatabaseStore):
    """A store in PostgreSQL: in the schemas where the user looks by default, or in ?schema=."""

    errors = (psycopg.Error,)

    def __init__(self, uri: str) -> None:
        address = server_address(uri, options=("schema", "host", *_TLS))
        if not address.options.get("host", "/").startswith("/"):
            raise BadInput(
                f"source {address.name}: ?host= names the folder of a socket; write a server's "
                "name before the database"
            )
        self._schema = address.options.get("schema", "")
        self._has_index = True
        super().__init__(address)

    def connect(self) -> Connection:
        address = self.address
        tls: dict[str, Any] = {
            name: value for name, value in address.options.items() if name in _TLS
        }
        connection = Connection.connect(
            host=address.options.get("host") or address.host or None,
            port=address.port,
            dbname=address.path,
            user=address.user or None,
            password=address.password,
            client_encoding="utf8",
            application_name="calibrant",
            connect_timeout=round(seconds(CONNECT_SECONDS)),
            tcp_user_timeout=round(1000 * seconds(QUERY_SECONDS)),
            # A pooler may give each transaction another server process.
            prepare_threshold=None,
            **tls,
        )
        connection.patience = seconds(QUERY_SECONDS) + MARGIN_SECONDS
        connection.read_only = True
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        return connection

    @contextmanager
    def transaction(self, connection: psycopg.Connection[Any]) -> Iterator[Query]:
        def query(text: str, values: Sequence[Any]) -> list[Any]:
            # Texts are put together from constants and quoted names, here and in the base class.
            return connection.execute(text.encode(), values).fetchall()

        with connection.transaction():
            limit = round(1000 * seconds(QUERY_SECONDS))
            connection.execute(f"SET LOCAL statement_timeout = {limit}")
            connection.execute(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
            yield query

    def table(self, name: str) -> str:
        if not self._schema:
            return name
        return sql.Identifier(self._schema, name).as_string()

    def text(self, column: str) -> str:
        return f"{column}::text"

    def columns(self, query: Query, table: str) -> set[str]:
        # The catalogue, since the information schema hides what the user may not read.
        rows = query(
            "SELECT attname::text FROM pg_attribute"
            " WHERE attrelid = to_regclass(%s) AND attnum > 0 AND NOT attisdropped",
            (self.table(table),),
        )
        return {name for (name,) in rows}

    def _check(self, query: Query) -> None:
        super()._check(query)
        rows = query(
            "SELECT 1 FROM pg_index i JOIN pg_attribute a"
            " ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]"
            " WHERE i.indrelid = to_regclass(%s) AND a.attname IN ('app_name', 'session_id')",
            (self.table("events"),),
        )
        self._has_index = bool(rows)

    def _event_count(self) -> str:
        """Not told where it would cost a pass over all events for each session."""
        return super()._event_count() if self._has_index else "NULL"

    def is_lost(self, error: Exception) -> bool:
        state = getattr(error, "sqlstate", None)
        if state is None:
            # One that has stopped answering is not asked again, which would take as long.
            return isinstance(error, psycopg.OperationalError) and not isinstance(error, NoAnswer)
        return str(state).startswith(("08", "57P"))

    def is_gone(self, error: Exception) -> bool:
        state = str(getattr(error, "sqlstate", None) or "")
        lost = self.is_lost(error) or isinstance(error, NoAnswer)
        return lost or state.startswith(_STORE_WIDE)

    def said(self, error: Exception) -> str:
        if isinstance(error, NoAnswer):
            waited = seconds(QUERY_SECONDS) + MARGIN_SECONDS
            return f"no answer within {waited:g} seconds: check the server and try again"
        state = getattr(error, "sqlstate", None)
        if state in _QUERY_ERRORS:
            return _QUERY_ERRORS[state].replace("{query}", f"{seconds(QUERY_SECONDS):g}")
        if state:
            return f"the server gave the error {state}: see its log"
        words = str(error)
        for sign, meaning in _REFUSALS:
            if sign in words:
                return meaning.replace("{connect}", f"{seconds(CONNECT_SECONDS):g}")
        return "can't connect: check host, port, user, password and the server's log"
