"""A session store of ADK's FirestoreSessionService, read by Google's own client.

    ROOT/<app>/users/<user>/sessions/<session>/events/<event>
    app_states/<app>, user_states/<app>/users/<user>

Documents are read in pages by name, which needs no index and holds no more than a page. Where
Firestore is, and who asks, comes from the address and from what Google's libraries read in the
environment.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import partial
from itertools import islice
from typing import Any
from urllib.parse import quote, unquote

import google.cloud.firestore as firestore
from google.api_core import exceptions
from google.api_core.retry import Retry, if_exception_type
from google.auth.exceptions import DefaultCredentialsError, GoogleAuthError

from cases.errors import BadInput
from cases.sources.parsed import gather, split_state
from cases.sources.patience import seconds
from cases.sources.records import (
    NOTHING_UNREAD,
    AtLeast,
    SessionEntry,
    SessionKey,
    StoredSession,
    StoreGone,
    read_object,
)
from cases.sources.servers import MAX_URI, shown

DATABASE = "(default)"
ROOT = "adk-session"
SESSIONS_PER_PAGE = 200
EVENTS_PER_PAGE = 200
# Sessions of an app that are counted before it is chosen.
MOST_COUNTED = 200
SECONDS_TO_WAIT = 20.0

_ADDRESS = re.compile(r"firestore://([a-z0-9:.-]+)(?:/([^/?#]+)(?:/([^/?#]+))?)?/?")


def open_firestore(uri: str) -> "FirestoreStore":
    """The store that `uri` names: firestore://PROJECT, /DATABASE, /ROOT_COLLECTION. Raises
    BadInput; that Firestore answers shows when it is first asked."""
    found = _ADDRESS.fullmatch(uri)
    if not found:
        raise BadInput(
            f"source {shown(uri)} can't name a Firestore: write firestore://PROJECT or "
            "firestore://PROJECT/DATABASE/ROOT_COLLECTION; credentials come from the environment"
        )
    project, database, root = (unquote(part) if part else "" for part in found.groups())
    return FirestoreStore(project, database or DATABASE, root or ROOT)


class FirestoreStore:
    """Sessions below one root collection of one database."""

    layout = "Firestore"
    unread: Mapping[str, str] = NOTHING_UNREAD

    def __init__(self, project: str, database: str, root: str) -> None:
        self.uri = f"firestore://{project}/{quote(database, safe='()')}/{quote(root, safe='')}"
        if len(self.uri) > MAX_URI:
            raise BadInput(f"the source's address is longer than can be kept ({MAX_URI})")
        self.name = self.uri
        self._root = root
        try:
            self._client = firestore.Client(project=project, database=database)
        except DefaultCredentialsError:
            raise BadInput(
                f"{self.name} needs Google credentials: set GOOGLE_APPLICATION_CREDENTIALS for "
                "the processes that import, or run gcloud auth application-default login"
            ) from None

    def apps(self) -> dict[str, int]:
        """Session counts by app name, up to MOST_COUNTED. They are counted one by one, since a
        count over all of Firestore's collections called "sessions" needs an index of its own."""
        counts: dict[str, int] = {}
        for app in self._names(self._client.collection(self._root)):
            sessions = self._documents(app.id, fields=[])
            count = sum(1 for _ in islice(sessions, MOST_COUNTED + 1))
            if count:
                counts[app.id] = AtLeast(MOST_COUNTED) if count > MOST_COUNTED else count
        return dict(sorted(counts.items()))

    def index(self, app_name: str) -> Iterator[SessionEntry]:
        """Sessions of an app by user and id, in pages."""
        for user_id, document in self._documents(app_name, fields=["state"]):
            state = _state(document.to_dict())
            key = SessionKey(app_name, user_id, document.id)
            yield SessionEntry(key=key, state=split_state(state)[0], events=None)

    def read(self, key: SessionKey, *, digest_key: bytes) -> StoredSession:
        """One session, whole: read again if it changed while it was being read."""
        session = self._sessions(key.app_name, key.user_id).document(key.session_id)
        before = self._get(session)
        for _ in range(3):
            if before is None:
                raise BadInput("a session was deleted since it was listed")
            events = list(self._events(session))
            after = self._get(session)
            if after is not None and _version(after) == _version(before):
                break
            before = after
        else:
            raise BadInput("a session changed each time it was read: import again when it rests")
        client = self._client
        user = client.collection("user_states").document(key.app_name).collection("users")
        return gather(
            key,
            state=_state(before),
            events=events,
            digest_key=digest_key,
            known={
                "user": [self._shared(user.document(key.user_id))],
                "app": self._shared(client.collection("app_states").document(key.app_name)),
            },
        )

    def _events(self, session: Any) -> Iterator[Any]:
        """Events by their time, then by the names of their documents.

        They are paged by name, since a page by time would leave out those that have none.
        """
        pages = self._pages(session.collection("events"), EVENTS_PER_PAGE)
        found = [(document.id, document.to_dict() or {}) for document in pages]
        found.sort(key=lambda item: (_epoch(item[1].get("timestamp")), item[0]))
        for _, data in found:
            event = data.get("event_data")
            event = read_object(event) if isinstance(event, str) else _plain(event)
            stamp = _epoch(data.get("timestamp"))
            if isinstance(event, dict) and event and stamp and "timestamp" not in event:
                event = {**event, "timestamp": stamp}
            yield event

    def _documents(self, app_name: str, fields: list[str]) -> Iterator[tuple[str, Any]]:
        """(user, document) of each session of an app. Without `fields` only names come."""
        users = self._client.collection(self._root).document(app_name).collection("users")
        for user in self._names(users):
            sessions = self._sessions(app_name, user.id)
            for document in self._pages(sessions, SESSIONS_PER_PAGE, fields):
                yield user.id, document

    def _sessions(self, app_name: str, user_id: str) -> Any:
        app = self._client.collection(self._root).document(app_name)
        return app.collection("users").document(user_id).collection("sessions")

    def _names(self, collection: Any) -> Iterator[Any]:
        """References to the documents of a collection, those that only hold others included."""
        listed = self._asked(
            partial(collection.list_documents, page_size=SESSIONS_PER_PAGE, **_patience())
        )
        # Its pages are asked for as they are come to.
        while (document := self._asked(lambda: next(listed, None))) is not None:
            yield document

    def _pages(self, collection: Any, size: int, fields: list[str] | None = None) -> Iterator[Any]:
        """Documents of a collection by name, a page in memory at a time."""
        query = collection.order_by("__name__").limit(size)
        if fields is not None:
            query = query.select(fields)
        last = None
        while True:
            asked = query.start_after(last) if last is not None else query
            page = self._asked(partial(asked.get, **_patience()))
            yield from page
            if len(page) < size:
                return
            last = page[-1]

    def _shared(self, document: Any) -> dict[str, Any]:
        """State that a user's or an app's sessions share. Used to know names by, never shown."""
        found = _plain(self._get(document))
        return found if isinstance(found, dict) else {}

    def _get(self, document: Any) -> dict[str, Any] | None:
        found = self._asked(partial(document.get, **_patience()))
        return (found.to_dict() or {}) if found.exists else None

    def _asked(self, call: Callable[[], Any]) -> Any:
        """What a call gives; failures in words of ours, as BadInput where it is what was asked for
        that Firestore can't give, else as StoreGone."""
        try:
            return call()
        except GoogleAuthError:
            raise StoreGone(
                f"{self.name}: Google refused to renew the credentials: log in again, or check "
                "the file that GOOGLE_APPLICATION_CREDENTIALS names"
            ) from None
        except exceptions.RetryError as error:
            raise StoreGone(self._said(error.cause)) from None
        except (exceptions.InvalidArgument, exceptions.DataLoss) as error:
            raise BadInput(self._said(error)) from None
        except exceptions.GoogleAPICallError as error:
            raise StoreGone(self._said(error)) from None

    def _said(self, error: Any) -> str:
        if isinstance(error, (exceptions.PermissionDenied, exceptions.Unauthenticated)):
            return (
                f"{self.name} refused these credentials: give their account the role "
                "roles/datastore.viewer"
            )
        if isinstance(error, exceptions.NotFound):
            return f"{self.name} does not exist: check project and database of the source"
        if isinstance(error, exceptions.ResourceExhausted):
            return f"{self.name} has used up its quota: import again later"
        code = getattr(error, "grpc_status_code", None)
        why = code.name if code is not None else type(error).__name__
        return f"{self.name} did not answer ({why}): try again"


def _patience() -> dict[str, Any]:
    """How long to try again where that may help, and to wait for one answer."""
    passing = (
        exceptions.ResourceExhausted,
        exceptions.ServiceUnavailable,
        exceptions.InternalServerError,
        exceptions.DeadlineExceeded,
    )
    limit = seconds(SECONDS_TO_WAIT)
    again = Retry(if_exception_type(*passing), initial=0.1, timeout=limit)
    return {"retry": again, "timeout": limit}


def _state(data: dict[str, Any] | None) -> Any:
    """A session's state, which is JSON text in a field of its document."""
    state = (data or {}).get("state")
    return read_object(state) if isinstance(state, str) else _plain(state)


def _version(data: dict[str, Any]) -> tuple[Any, Any]:
    """What ADK changes with every event."""
    return data.get("revision"), data.get("updateTime")


def _plain(value: Any) -> Any:
    """A value of Firestore as JSON has it; other kinds, such as bytes and times, as their text."""
    return json.loads(json.dumps(value, default=str))


def _epoch(value: Any) -> float:
    return value.timestamp() if isinstance(value, datetime) else 0.0
