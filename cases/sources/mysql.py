"""Session stores in MySQL and MariaDB, read with PyMySQL."""

import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import pymysql
from pymysql.constants import CR, ER

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

_OPTIONS = ("unix_socket", "ssl_ca", "ssl_cert", "ssl_key")

_NOT_GRANTED = (
    "this user may not read all of its tables: GRANT SELECT ON the database's sessions, events, "
    "app_states, user_states and adk_internal_metadata"
)
_TOO_LONG = (
    "a query took longer than {query} seconds and was stopped; if ADK's index of events "
    f"is missing, make it: {INDEX}"
)
_LOCKED = "a table is locked by somebody who changes it: try again when that is done"
_NO_ENTRY = "the password or the user is wrong, or the user may not come from this machine"
# A server that stops a query by MariaDB's max_statement_time, and by MySQL's max_execution_time.
_STOPPED_MARIADB, _STOPPED_MYSQL = 1969, 3024
_NO_PASSWORD_USER = 1698
_KILLED, _IDLE = 1927, 4031
_MEANINGS = {
    ER.ACCESS_DENIED_ERROR: _NO_ENTRY,
    _NO_PASSWORD_USER: _NO_ENTRY,
    ER.HOST_NOT_PRIVILEGED: "the server lets nobody in from this machine",
    ER.DBACCESS_DENIED_ERROR: "this user may not use the database: GRANT SELECT on it",
    ER.BAD_DB_ERROR: "it has no such database: check the address",
    ER.CON_COUNT_ERROR: "it has no connection free: try again later",
    ER.TABLEACCESS_DENIED_ERROR: _NOT_GRANTED,
    ER.COLUMNACCESS_DENIED_ERROR: _NOT_GRANTED,
    ER.NO_SUCH_TABLE: "a table of ADK's that was there is gone: check the store",
    ER.LOCK_WAIT_TIMEOUT: _LOCKED,
    _STOPPED_MARIADB: _TOO_LONG,
    _STOPPED_MYSQL: _TOO_LONG,
    CR.CR_CONNECTION_ERROR: "no server's socket is there: check unix_socket",
    CR.CR_SERVER_GONE_ERROR: "the connection was lost: check the server and try again",
    CR.CR_SERVER_LOST: "the connection was lost, or no answer came: check the server",
}
_LOST = {
    0,
    CR.CR_SERVER_GONE_ERROR,
    CR.CR_SERVER_LOST,
    ER.SERVER_SHUTDOWN,
    _KILLED,
    _IDLE,
}


def open_mysql(uri: str) -> "MysqlStore":
    """The store at a mysql:// or mariadb:// address. Raises BadInput."""
    return MysqlStore(uri)


class MysqlStore(DatabaseStore):
    """A store in MySQL or MariaDB."""

    errors = (pymysql.MySQLError,)
    quote = "`"

    def __init__(self, uri: str) -> None:
        super().__init__(server_address(uri, options=_OPTIONS))

    def behind(self, user_id: str, session_id: str) -> tuple[str, list[str]]:
        """Two ranges, since a comparison of rows is not looked up in the key here."""
        return (
            "((user_id = %s AND id > %s) OR user_id > %s)",
            [user_id, session_id, user_id],
        )

    def connect(self) -> Any:
        address = self.address
        connection = pymysql.connect(
            host=address.host or "localhost",
            port=address.port or 3306,
            user=address.user or None,
            password=address.password or "",
            database=address.path,
            charset="utf8mb4",
            connect_timeout=seconds(CONNECT_SECONDS),
            read_timeout=seconds(CONNECT_SECONDS),
            write_timeout=seconds(QUERY_SECONDS),
            autocommit=True,
            local_infile=False,
            program_name="calibrant",
            **address.options,
        )
        # PyMySQL knows one limit for the greeting and for queries. Queries get longer than the
        # server's own limit allows, since that gives the better message.
        connection._read_timeout = seconds(QUERY_SECONDS) + MARGIN_SECONDS
        with connection.cursor() as cursor:
            cursor.execute("SELECT version()")
            limit = (
                f"max_statement_time = {seconds(QUERY_SECONDS):g}"
                if "mariadb" in str(cursor.fetchone()).lower()
                else f"max_execution_time = {round(1000 * seconds(QUERY_SECONDS))}"
            )
            cursor.execute(f"SET SESSION {limit}, lock_wait_timeout = {LOCK_SECONDS}")
            cursor.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        return connection

    @contextmanager
    def transaction(self, connection: Any) -> Iterator[Query]:
        with connection.cursor() as cursor:

            def query(text: str, values: Sequence[Any]) -> list[Any]:
                cursor.execute(text, tuple(values))
                return list(cursor.fetchall())

            cursor.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY")
            try:
                yield query
            finally:
                # Whatever happened: an open transaction keeps others from changing tables.
                with suppress(pymysql.MySQLError):
                    connection.rollback()

    def columns(self, query: Query, table: str) -> set[str]:
        rows = query(
            "SELECT column_name FROM information_schema.columns"
            " WHERE table_schema = database() AND table_name = %s",
            (table,),
        )
        return {name for (name,) in rows}

    def _apps(self, query: Query) -> list[Any]:
        """As bytes, since names that differ in case only count as equal here."""
        name = "CAST(CONVERT(app_name USING utf8mb4) AS BINARY)"
        rows = query(f"SELECT {name} AS name, count(*) FROM sessions GROUP BY name", ())  # noqa: S608
        return [(app.decode("utf-8", "replace"), count) for app, count in rows]

    def is_lost(self, error: Exception) -> bool:
        return _code(error) in _LOST

    def is_gone(self, error: Exception) -> bool:
        """All that has a meaning here, but a query that took too long: one session may be huge."""
        code = _code(error)
        known = code in _MEANINGS and _MEANINGS[code] is not _TOO_LONG
        return self.is_lost(error) or known

    def said(self, error: Exception) -> str:
        code = _code(error)
        if code == CR.CR_CONN_HOST_ERROR:
            return _why_unreachable(getattr(error, "original_exception", None))
        meaning = _MEANINGS.get(code, f"the server gave the error {code}: see its log")
        return meaning.replace("{query}", f"{seconds(QUERY_SECONDS):g}")


def _code(error: Exception) -> int:
    code = error.args[0] if error.args else 0
    return code if isinstance(code, int) else 0


def _why_unreachable(error: object) -> str:
    if isinstance(error, socket.gaierror):
        return "no such host: check the name of the server"
    if isinstance(error, TimeoutError):
        waited = f"{seconds(CONNECT_SECONDS):g}"
        return f"no answer within {waited} seconds: check host, port and firewall"
    if isinstance(error, ConnectionRefusedError):
        return "nothing listens there: check host and port"
    if isinstance(error, FileNotFoundError):
        return "no server's socket is there: check unix_socket"
    return "can't connect: check host, port and the server's log"
