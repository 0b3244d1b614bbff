"""What every store of sessions gives, whatever it is kept in."""

import hmac
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, Protocol

from cases.errors import BadInput

# Sessions that `adk eval` leaves behind, under its present and its former prefix.
EVAL_PREFIXES = ("adk-eval-session-", "___eval___session___")
# `unread` of a store that is read as a whole or not at all.
NOTHING_UNREAD: Mapping[str, str] = MappingProxyType({})


class StoreGone(BadInput):
    """The store itself can't be read now: not there, or refusing. No session of it could be."""


class StoreBusy(StoreGone):
    """Another program holds the store: it could not be read for as long as is waited for it."""


@dataclass(frozen=True, slots=True)
class SessionKey:
    """What names a session: one id may stand under several users and apps."""

    app_name: str
    user_id: str
    session_id: str


@dataclass(frozen=True, slots=True)
class SessionEntry:
    """One line of the index. `state` is the session's own state, {} when it can't be read.

    `events` is None where the store can't tell without reading the session. `problem` says why it
    can't be read, where that is known; it is listed then, and not among those that are drawn from.
    """

    key: SessionKey
    state: dict[str, Any]
    events: int | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class StoredSession:
    """One session as it stood in the store.

    `events` are parsed event objects in the order they were appended, each with a "timestamp" in
    epoch seconds where one could be found. `known` holds what the store knows of people around the
    session, as {"user": [states], "app": state}. `raw_digest` is a keyed hash of what the events
    hold: it changes when one is added, taken away or altered, and never by how a store arranges
    events or the keys in them.
    """

    key: SessionKey
    state: dict[str, Any]
    known: dict[str, Any]
    events: list[dict[str, Any]]
    raw_digest: str
    problems: Counter[str] = field(default_factory=Counter)


class AtLeast(int):
    """A count that was not carried to its end, and says so where it is shown."""

    def __str__(self) -> str:
        return f"{int(self)} or more"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Store(Protocol):
    """A place that holds sessions, open for reading only.

    Every method may raise BadInput, which names what is wrong and the remedy; StoreGone where that
    is no matter of one session.
    """

    @property
    def uri(self) -> str:
        """The address to keep: absolute, without passwords and options, no longer than MAX_URI."""

    @property
    def name(self) -> str:
        """What messages call the store: a path, or a server with its database."""

    @property
    def layout(self) -> str:
        """How sessions are kept there, in a word or two."""

    @property
    def unread(self) -> Mapping[str, str]:
        """Why parts of the store can't be read, by app."""

    def apps(self) -> dict[str, int]:
        """Session counts by app name, `adk eval` leftovers included.

        AtLeast where counting to the end would ask a far server for every session.
        """

    def index(self, app_name: str) -> Iterator[SessionEntry]:
        """Every session of an app in one fixed order, in short pages."""

    def read(self, key: SessionKey, *, digest_key: bytes) -> StoredSession:
        """One session, whole, as it stood at one moment."""


def check_app(store: Store, app_name: str) -> None:
    """Raise BadInput for an empty store and for an app it does not hold."""
    apps = store.apps()
    if not apps:
        raise BadInput(f"{store.name} holds no sessions: run the agent first, then import")
    if app_name not in apps:
        known = ", ".join(f"{name} ({count})" for name, count in apps.items())
        broken = "".join(f"; not readable: {app} ({why})" for app, why in store.unread.items())
        raise BadInput(f"app {app_name!r} is not in {store.name}; it holds: {known}{broken}")


def assemble(
    key: SessionKey,
    *,
    state: Any,
    rows: Iterable[tuple[Any, Any]],
    known: dict[str, Any],
    digest_key: bytes,
) -> StoredSession:
    """A session of stored rows, (event JSON, time of its column), parsed one by one.

    `state` is the session's own state as JSON; `known` may lack it.
    """
    problems: Counter[str] = Counter()
    contents: list[Any] = []
    events: list[dict[str, Any]] = []
    for data, column_time in rows:
        event = read_object(data, problems)
        contents.append(event or data)
        if not event:
            problems["unreadable_event"] += 1
            continue
        if not isinstance(event.get("timestamp"), (int, float)):
            event = {**event, "timestamp": epoch(column_time)}
            problems["time_from_column"] += 1
        events.append(event)
    own = read_object(state)
    return StoredSession(
        key=key,
        state=own,
        known={**known, "user": [*known.get("user", []), own]},
        events=events,
        raw_digest=digest_of(contents, digest_key=digest_key),
        problems=problems,
    )


def digest_of(contents: Iterable[Any], *, digest_key: bytes) -> str:
    """A keyed hash of what events hold, each an object, or its text where nobody could read that.

    PostgreSQL gives back the keys of an object in an order of its own, and stores that break ties
    differently give events in another order. Neither makes a session another one.
    """
    digests = sorted(hmac.digest(digest_key, _canonical(each), "sha256") for each in contents)
    return hmac.digest(digest_key, b"".join(digests), "sha256").hex()


def _canonical(content: Any) -> bytes:
    """The one text of an event, alike for bytes and text. What JSON has no form for becomes its
    text."""
    if isinstance(content, bytes):
        return content
    if isinstance(content, str):
        return content.encode("utf-8", "surrogatepass")
    try:
        return json.dumps(content, sort_keys=True, separators=(",", ":"), default=str).encode()
    except (RecursionError, TypeError):
        # Nested too deeply, or with keys that can't be sorted.
        return "\n".join(_tokens(content)).encode("utf-8", "surrogatepass")


def _tokens(content: Any) -> Iterator[str]:
    """What a value consists of, however deeply it is nested; containers by their size."""
    left = [content]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            yield f"object {len(value)}"
            for key, inner in sorted(value.items(), key=lambda item: str(item[0]), reverse=True):
                left += (inner, str(key))
        elif isinstance(value, (list, tuple)):
            yield f"list {len(value)}"
            left += reversed(value)
        else:
            yield json.dumps(value, default=str)


def read_object(text: Any, problems: Counter[str] | None = None) -> dict[str, Any]:
    """A JSON object, or {} for anything else. Of a key that stands in one object more than once the
    last value is read, as everywhere, and the others are counted in `problems`."""

    def pairs_read(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if problems is not None and len(found) < len(pairs):
            problems["doubled_key"] += len(pairs) - len(found)
        return found

    try:
        value = json.loads(text, object_pairs_hook=None if problems is None else pairs_read)
    except (TypeError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def epoch(value: Any) -> float:
    """A column's time as epoch seconds: a number as it is, naive text as UTC, else 0."""
    try:
        if isinstance(value, (int, float)):
            return float(value)
        moment = datetime.fromisoformat(str(value))
    except (ValueError, OverflowError):
        return 0.0
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
