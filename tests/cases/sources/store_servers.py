"""Real database servers for tests of stores, and stores in them as ADK lays them out.

The servers are named by CALIBRANT_TEST_DATABASE_URL and CALIBRANT_TEST_MYSQL_URL; see
tests/conftest.py for what happens where they are not.
"""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit
from uuid import uuid4

FIXTURE = Path(__file__).parents[2] / "data" / "adk_sessions_v1.db"
VARIABLES = {
    "postgresql": "CALIBRANT_TEST_DATABASE_URL",
    "mysql": "CALIBRANT_TEST_MYSQL_URL",
}
# With whatever means something in an address.
READER_PASSWORD = "pa55/w@rd:of#reader?"


@dataclass(frozen=True)
class Server:
    """A server of one kind, and one database in it for one test."""

    kind: str
    url: str
    database: str

    @property
    def uri(self) -> str:
        """The database's address, as the user who owns everything."""
        return self.address()

    def address(self, info: str | None = None, **options: str) -> str:
        """The database's address with other user info, or other options."""
        parts = urlsplit(self.url)
        given = dict(parse_qsl(parts.query)) | options
        host = parts.netloc.rpartition("@")[2]
        old = parts.netloc.rpartition("@")[0]
        user = old if info is None else info
        query = f"?{urlencode(given, safe='/')}" if given else ""
        return f"{self.kind}://{user}{'@' if user else ''}{host}/{self.database}{query}"

    def run(self, *statements: str) -> None:
        """Run statements in the database, with all rights."""
        from sqlalchemy import create_engine

        engine = create_engine(self.engine_url(), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            for statement in statements:
                connection.exec_driver_sql(statement.replace("%", "%%"))
        engine.dispose()

    def engine_url(self, *, asynchronous: bool = False, database: str | None = None) -> Any:
        """What SQLAlchemy takes."""
        from sqlalchemy import URL

        parts = urlsplit(self.url)
        slow = {"postgresql": "postgresql+psycopg", "mysql": "mysql+pymysql"}[self.kind]
        driver = "mysql+aiomysql" if asynchronous and self.kind == "mysql" else slow
        return URL.create(
            driver,
            username=parts.username,
            password=parts.password or None,
            host=parts.hostname or None,
            port=parts.port,
            database=database or self.database,
            query=dict(parse_qsl(parts.query)),
        )

    def let_read(self) -> str:
        """Make a user who may only SELECT; gives the address with its password written out."""
        if self.kind == "postgresql":
            self.run(
                f"CREATE ROLE {self.reader} LOGIN PASSWORD '{READER_PASSWORD}'",
                f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {self.reader}",
            )
        else:
            self.run(
                f"CREATE USER {self.reader}@'%' IDENTIFIED BY '{READER_PASSWORD}'",
                f"GRANT SELECT ON {self.database}.* TO {self.reader}@'%'",
            )
        return self.address(f"{self.reader}:{quote(READER_PASSWORD, safe='')}")

    @property
    def reader(self) -> str:
        """The name of the user who may only SELECT."""
        return f"r_{self.database[-12:]}"


def servers(kind: str) -> Iterator[Server]:
    """A server with a new database, which is dropped in the end. For use as a fixture."""
    from sqlalchemy import create_engine, text

    url = os.environ[VARIABLES[kind]]
    server = Server(kind, url, f"calibrant_store_{uuid4().hex[:12]}")
    home = {"postgresql": "postgres", "mysql": "mysql"}[kind]
    engine = create_engine(server.engine_url(database=home), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {server.database}"))
        try:
            yield server
        finally:
            force = "WITH (FORCE)" if kind == "postgresql" else ""
            connection.execute(text(f"DROP DATABASE {server.database} {force}"))
            word = "ROLE" if kind == "postgresql" else "USER"
            connection.execute(text(f"DROP {word} IF EXISTS {server.reader}"))
    engine.dispose()


def make_tables(url: Any) -> None:
    """ADK's own tables of schema version 1, empty."""
    from google.adk.sessions.schemas.v1 import Base, StorageMetadata
    from sqlalchemy import create_engine, insert

    engine = create_engine(url)
    Base.metadata.create_all(engine)
    with engine.begin() as connection:
        connection.execute(insert(StorageMetadata).values(key="schema_version", value="1"))
    engine.dispose()


def copy_store(source: Path, url: Any) -> list[str]:
    """Copy a store of the local layout as ADK would have written it there.

    Gives the ids of sessions that were left out since PostgreSQL takes no NUL.
    """
    from google.adk.sessions.schemas.shared import timestamp_to_utc_datetime as moment
    from google.adk.sessions.schemas.v1 import (
        StorageAppState,
        StorageEvent,
        StorageSession,
        StorageUserState,
    )
    from sqlalchemy import create_engine, insert

    make_tables(url)
    engine = create_engine(url)
    with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as db:
        db.row_factory = sqlite3.Row
        left_out = (
            {
                row[0]
                for row in db.execute(
                    "SELECT session_id FROM events WHERE event_data LIKE ?", ("%\\u0000%",)
                )
            }
            if "postgresql" in str(url)
            else set()
        )
        with engine.begin() as connection:
            for query, model, times in (
                ("SELECT * FROM sessions", StorageSession, ("create_time", "update_time")),
                ("SELECT * FROM app_states", StorageAppState, ("update_time",)),
                ("SELECT * FROM user_states", StorageUserState, ("update_time",)),
                ("SELECT * FROM events", StorageEvent, ("timestamp",)),
            ):
                rows = [dict(row) for row in db.execute(query)]
                rows = [row for row in rows if row.get("session_id", row.get("id")) not in left_out]
                for row in rows:
                    row |= {name: moment(row[name]) for name in times}
                    for name in ("state", "event_data"):
                        if name in row:
                            row[name] = json.loads(row[name])
                if rows:
                    connection.execute(insert(model), rows)
    engine.dispose()
    return sorted(left_out)
