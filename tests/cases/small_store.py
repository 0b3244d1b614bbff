"""A session store written row by row: small, quick to import, and easy to change afterwards."""

import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

APP = "small_shop"

_TABLES = """
CREATE TABLE sessions (app_name TEXT, user_id TEXT, id TEXT, state TEXT, create_time REAL,
    update_time REAL, PRIMARY KEY (app_name, user_id, id));
CREATE TABLE events (id TEXT, app_name TEXT, user_id TEXT, session_id TEXT, invocation_id TEXT,
    timestamp REAL, event_data TEXT, PRIMARY KEY (app_name, user_id, session_id, id));
"""
_BEGIN = 1_790_000_000.0

# (author, text) of each event.
Said = Iterable[tuple[str, str]]


class SmallStore:
    def __init__(self, path: Path) -> None:
        self.path = path
        with sqlite3.connect(path) as db:
            db.executescript(_TABLES)
        db.close()

    @property
    def uri(self) -> str:
        return f"sqlite:///{self.path}"

    def execute(self, statement: str, *values: Any) -> None:
        with sqlite3.connect(self.path) as db:
            db.execute(statement, values)
        db.close()

    def add(self, name: str, said: Said = (), **state: Any) -> None:
        """A session of a user of its own, with events of text."""
        self.execute(
            "INSERT INTO sessions VALUES (?, ?, ?, ?, 0, 0)",
            APP,
            f"user-{name}",
            name,
            json.dumps(state),
        )
        self.say(name, *said)

    def say(self, name: str, *said: tuple[str, str], version: str = "") -> None:
        """Append events; a user's begins a new invocation."""
        with sqlite3.connect(self.path) as db:
            (number,) = db.execute(
                "SELECT count(*) FROM events WHERE session_id = ?", (name,)
            ).fetchone()
            for place, (author, text) in enumerate(said, start=number):
                event: dict[str, Any] = {
                    "id": f"{name}-{place}",
                    "invocation_id": f"{name}-{place // 2}",
                    "author": author,
                    "timestamp": _BEGIN + place,
                    "content": {
                        "role": "user" if author == "user" else "model",
                        "parts": [{"text": text}],
                    },
                }
                if version:
                    event["custom_metadata"] = {"agent_version": version}
                db.execute(
                    "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (
                        event["id"],
                        APP,
                        f"user-{name}",
                        name,
                        event["invocation_id"],
                        event["timestamp"],
                        json.dumps(event),
                    ),
                )
        db.close()

    def forget(self, name: str, *, events: int) -> None:
        """Take the last events of a session away."""
        self.execute(
            "DELETE FROM events WHERE session_id = ? AND rowid IN (SELECT rowid FROM events"
            " WHERE session_id = ? ORDER BY rowid DESC LIMIT ?)",
            name,
            name,
            events,
        )


def talk(about: str) -> list[tuple[str, str]]:
    """A question and its answer."""
    return [
        ("user", f"Hello, I would like to know about {about}, please."),
        ("helper", f"Of course: {about} is on its way."),
    ]
