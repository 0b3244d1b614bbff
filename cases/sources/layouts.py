"""Telling ADK's layouts of tables apart before anything is read from them."""

from collections.abc import Callable

from cases.errors import BadInput

# What is read, and so has to be there.
NEEDED = {
    "sessions": {"app_name", "user_id", "id", "state"},
    "events": {"app_name", "user_id", "session_id", "id", "event_data"},
}
METADATA = "adk_internal_metadata"
SCHEMA_VERSION = "1"
# ADK's own index of events. Without one, each session costs a pass over all events.
INDEX = (
    "CREATE INDEX idx_events_app_user_session_ts_id "
    "ON events (app_name, user_id, session_id, timestamp DESC, id DESC)"
)

Columns = Callable[[str], set[str]]


def check_tables(columns: Columns, *, name: str, url: str) -> None:
    """Raise BadInput for a store that lacks what is read, or is in the older pickled format.

    `columns` gives the columns of a table, none for a table that is not there. `url` names the
    store in the command that migrates an older one, quoted for a shell.
    """
    found = columns("events")
    if "actions" in found and "event_data" not in found:
        raise BadInput(
            f"{name} is in ADK's older pickled format, which is never opened here: run "
            f"adk migrate session --source_db_url {url} "
            "--dest_db_url sqlite:///migrated.db and import migrated.db"
        )
    for table, needed in NEEDED.items():
        if not needed <= columns(table):
            raise BadInput(
                f"{name} is not a session store of ADK: it has no table {table!r} "
                f"with {', '.join(sorted(needed))}"
            )


def check_version(found: str | None, *, name: str) -> None:
    """Raise BadInput for a schema version that is not known; None is a store that says none."""
    if found != SCHEMA_VERSION:
        raise BadInput(
            f"{name} has ADK schema version {(found or 'none')[:40]!r}, which is not known here: "
            f"versions read are {SCHEMA_VERSION} and the local SQLite layout"
        )
