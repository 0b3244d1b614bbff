"""Reading ADK session stores: our own short read-only queries, never an ADK service.

A store is a customer's property and an agent may be writing to it. Every query here ends before
its rows are worked on, so a writer waits for milliseconds; rows are parsed one by one, so that
one event nobody understands never hides the rest of its session.
"""

from cases.sources.addresses import (
    MAX_URI,
    check_placeholders,
    examples,
    is_listed,
    is_local,
    open_store,
    path_of,
)
from cases.sources.records import (
    EVAL_PREFIXES,
    SessionEntry,
    SessionKey,
    Store,
    StoreBusy,
    StoredSession,
    StoreGone,
    check_app,
)
from cases.sources.servers import NOT_KEPT, check_no_literal_password, masked, shown, shown_again

__all__ = [
    "EVAL_PREFIXES",
    "MAX_URI",
    "NOT_KEPT",
    "SessionEntry",
    "SessionKey",
    "Store",
    "StoreBusy",
    "StoreGone",
    "StoredSession",
    "check_app",
    "check_no_literal_password",
    "check_placeholders",
    "examples",
    "is_listed",
    "is_local",
    "masked",
    "open_store",
    "path_of",
    "shown",
    "shown_again",
]
