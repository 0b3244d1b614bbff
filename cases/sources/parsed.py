"""Sessions whose events the store gives as parsed objects, not as stored text."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from cases.sources.records import SessionKey, StoredSession, digest_of, epoch

# Under what name sessions go that don't say whose they are.
NO_APP = "unknown"


def gather(
    key: SessionKey,
    *,
    state: Any,
    events: Iterable[Any],
    digest_key: bytes,
    known: Mapping[str, Any] | None = None,
    problems: Mapping[str, int] | None = None,
) -> StoredSession:
    """A session of parsed events. What is no object is counted and left out.

    `state` may hold the user's and the app's shared state as well, under the prefixes "user:" and
    "app:". `known` is what else the store knows: {"user": [states], "app": state}.
    """
    counts = Counter(dict(problems or {}))
    contents: list[Any] = []
    kept: list[dict[str, Any]] = []
    for event in events:
        contents.append(event)
        if not isinstance(event, dict) or not event:
            counts["unreadable_event"] += 1
            continue
        stamp = event.get("timestamp")
        if isinstance(stamp, str) and epoch(stamp):
            event = {**event, "timestamp": epoch(stamp)}
            counts["time_from_text"] += 1
        kept.append(event)
    own, user, app = split_state(state)
    shared = dict(known or {})
    return StoredSession(
        key=key,
        state=own,
        known={
            "user": [*shared.get("user", []), user, own],
            "app": {**shared.get("app", {}), **app},
        },
        events=kept,
        raw_digest=digest_of(contents, digest_key=digest_key),
        problems=counts,
    )


def split_state(state: Any) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """A merged state as (the session's own, its user's, its app's); {} for what is no object."""
    own: dict[str, Any] = {}
    user: dict[str, Any] = {}
    app: dict[str, Any] = {}
    for name, value in state.items() if isinstance(state, dict) else ():
        scope, colon, rest = str(name).partition(":")
        target = {"user": user, "app": app}.get(scope, own) if colon else own
        target[str(name) if target is own else rest] = value
    return own, user, app
