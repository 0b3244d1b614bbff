"""One session as a JSON object, in ADK's snake_case or camelCase. Pure."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cases.extraction.fields import field as value_of
from cases.sources.parsed import NO_APP
from cases.sources.records import SessionKey, epoch


@dataclass(slots=True)
class SessionJson:
    """What a session's JSON says. `state` may be merged with the user's and the app's.

    `reason` says why there is nothing to read; `case` is the number of the eval case it was.
    """

    key: SessionKey
    state: Any = None
    events: list[Any] = field(default_factory=list)
    updated: float = 0.0
    problems: Counter[str] = field(default_factory=Counter)
    reason: str = ""
    case: int | None = None


def is_session(value: Any) -> bool:
    """Whether this looks like a session: it has events, or says which one of which app it is."""
    if not isinstance(value, Mapping):
        return False
    if isinstance(value_of(value, "events"), list):
        return True
    return value.get("id") is not None and value_of(value, "app_name") is not None


def session_of(value: Mapping[str, Any], *, fallback_id: str) -> SessionJson:
    """A session's parts. What it does not say of itself is filled in and counted."""
    problems: Counter[str] = Counter()

    def named(name: str, fallback: str) -> str:
        if found := plain_name(value_of(value, name)):
            return found
        problems[f"session_without_{name}"] += 1
        return fallback

    key = SessionKey(named("app_name", NO_APP), named("user_id", ""), named("id", fallback_id))
    events = value_of(value, "events")
    return SessionJson(
        key=key,
        state=value_of(value, "state"),
        events=events if isinstance(events, list) else [],
        updated=epoch(value_of(value, "last_update_time")),
        problems=problems,
    )


def plain_name(value: Any) -> str:
    """A name on one line, without what no database stores; "" for what is none."""
    if not isinstance(value, (str, int)):
        return ""
    text = str(value).encode("utf-8", "replace").decode()
    return "".join(char if char.isprintable() else " " for char in text).strip()
