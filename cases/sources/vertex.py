"""Sessions of Vertex AI Agent Engine, asked for through the client that google-adk uses itself.

The client brings credentials, address and sign-in; its answers are taken as they came over the
wire, because its own models drop what they don't know and one odd event fails a whole page. Only
GET is ever sent.
"""

import json
import os
import re
import time
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlencode

import agentplatform
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
)
from cases.sources.servers import MAX_URI, shown
from cases.sources.vertex_events import event_of

ITEMS_PER_PAGE = 100
SECONDS_TO_ANSWER = 60
TRIES = 3
# All pauses for one request together are shorter than an import may stand still.
LONGEST_PAUSE = 8.0
# Errors after which the same request may well succeed.
_PASSING = (429, 500, 502, 503, 504)
# Errors that whatever is asked would meet. A 500 may be about one session, as a 404 is.
_STORE_WIDE = (401, 403, 429, 502, 503, 504)

_FULL = re.compile(
    r"projects/([a-zA-Z0-9_:.-]+)/locations/([a-z0-9-]+)/reasoningEngines/([a-zA-Z0-9_-]+)"
)
_SHORT = re.compile(r"[a-zA-Z0-9_-]+")


def open_vertex(uri: str) -> "VertexStore":
    """The engine that `uri` names, in full or by its id, with project and location then from the
    environment. Raises BadInput; that it answers shows when it is first asked."""
    rest = uri.partition("://")[2].rstrip("/")
    if found := _FULL.fullmatch(rest):
        return VertexStore(*found.groups())
    if not _SHORT.fullmatch(rest):
        raise BadInput(
            f"source {shown(uri)} can't name an agent engine: write "
            "agentengine://projects/PROJECT/locations/LOCATION/reasoningEngines/ID"
        )
    project, location = (os.environ.get(f"GOOGLE_CLOUD_{x}") for x in ("PROJECT", "LOCATION"))
    if not project or not location:
        raise BadInput(
            f"source {shown(uri)} names an engine by its id alone: set GOOGLE_CLOUD_PROJECT and "
            "GOOGLE_CLOUD_LOCATION, or name it in full"
        )
    return VertexStore(project, location, rest)


class VertexStore:
    """The sessions of one engine. Its one app is called as ADK calls it there: by the engine's id.

    Session state as the engine gives it may be merged with the user's and the app's.
    """

    layout = "Agent Engine"
    unread: Mapping[str, str] = NOTHING_UNREAD

    def __init__(self, project: str, location: str, engine: str) -> None:
        from google.genai.types import HttpOptions

        self._engine = engine
        self._path = f"projects/{project}/locations/{location}/reasoningEngines/{engine}"
        self.uri = f"agentengine://{self._path}"
        if len(self.uri) > MAX_URI:
            raise BadInput(f"the source's address is longer than can be kept ({MAX_URI})")
        options = HttpOptions(
            # What google-genai reads too: a private endpoint or a proxy of one's own.
            base_url=os.environ.get("GOOGLE_VERTEX_BASE_URL") or None,
            timeout=round(seconds(SECONDS_TO_ANSWER) * 1000),
        )
        self._client = agentplatform.Client(
            project=project, location=location, http_options=options
        )

    @property
    def name(self) -> str:
        return self.uri

    def apps(self) -> dict[str, int]:
        """The engine with as many sessions as its first page has."""
        page = self._get(f"{self._path}/sessions?{urlencode({'pageSize': ITEMS_PER_PAGE})}")
        sessions = page.get("sessions")
        count = len(sessions) if isinstance(sessions, list) else 0
        if page.get("nextPageToken"):
            return {self._engine: AtLeast(count)}
        return {self._engine: count} if count else {}

    def index(self, app_name: str) -> Iterator[SessionEntry]:
        """The engine's sessions as it lists them, page by page."""
        for session in self._sessions() if app_name == self._engine else ():
            name = str(session.get("name") or "").rpartition("/")[2]
            key = SessionKey(app_name, str(session.get("userId") or ""), name)
            state = split_state(session.get("sessionState"))[0]
            yield SessionEntry(key=key, state=state, events=None)

    def read(self, key: SessionKey, *, digest_key: bytes) -> StoredSession:
        """One session. Read again if it was updated while its events were being listed."""
        path = f"{self._path}/sessions/{quote(key.session_id, safe='')}"
        before = self._get(path)
        for _ in range(3):
            events = [*self._items(f"{path}/events", "sessionEvents")]
            after = self._get(path)
            if after.get("updateTime") == before.get("updateTime"):
                break
            before = after
        else:
            raise BadInput("a session changed each time it was read: import again when it rests")
        return gather(
            key,
            state=after.get("sessionState"),
            events=map(event_of, events),
            digest_key=digest_key,
        )

    def _sessions(self) -> Iterator[dict[str, Any]]:
        """Every session once: one that is listed again on a later page is the same."""
        seen: set[str] = set()
        for session in self._items(f"{self._path}/sessions", "sessions"):
            name = str(session.get("name")) if isinstance(session, dict) else ""
            if name and name not in seen:
                seen.add(name)
                yield session

    def _items(self, path: str, name: str) -> Iterator[Any]:
        """Items of a list, page after page until the engine names no other."""
        query: dict[str, Any] = {"pageSize": ITEMS_PER_PAGE}
        given: set[str] = set()
        while True:
            page = self._get(f"{path}?{urlencode(query)}")
            items = page.get(name)
            yield from items if isinstance(items, list) else ()
            token = page.get("nextPageToken")
            if not token:
                return
            if token in given:
                raise BadInput(f"{self.name} names the same page over and over: try again later")
            given.add(token)
            query["pageToken"] = token

    def _get(self, path: str) -> dict[str, Any]:
        """The object at `path`. Waits, as it is told to, where the engine wants fewer requests."""
        from google.genai.errors import APIError

        for number in range(1, TRIES + 1):
            try:
                return self._object(self._asked(path))
            except APIError as error:
                if error.code not in _PASSING or number == TRIES:
                    kind = StoreGone if error.code in _STORE_WIDE else BadInput
                    raise kind(self._said(error.code)) from None
                headers = getattr(error.response, "headers", None) or {}
                time.sleep(_pause(headers.get("retry-after"), number))
        raise AssertionError("the last try returns or raises")

    def _asked(self, path: str) -> str:
        """The body of an answer. Raises google.genai's APIError, and StoreGone for all else."""
        try:
            return str(self._client._api_client.request("get", path, {}).body or "{}")
        except DefaultCredentialsError:
            raise StoreGone(
                f"{self.name} needs Google credentials: set GOOGLE_APPLICATION_CREDENTIALS "
                "for the processes that import, or run gcloud auth application-default login"
            ) from None
        except GoogleAuthError:
            raise StoreGone(
                f"{self.name}: Google refused to renew the credentials: log in again, or "
                "check the file that GOOGLE_APPLICATION_CREDENTIALS names"
            ) from None
        except Exception as error:
            # The client hands on the errors of whichever HTTP library it found installed.
            if type(error).__module__.partition(".")[0] not in ("httpx", "httpx2", "requests"):
                raise
            kind = type(error).__name__
            if "Timeout" in kind:
                waited = f"{seconds(SECONDS_TO_ANSWER):g}"
                raise StoreGone(
                    f"{self.name} did not answer within {waited} s: try again"
                ) from None
            raise StoreGone(
                f"{self.name} can't be reached ({kind}): check location and network"
            ) from None

    def _object(self, body: str) -> dict[str, Any]:
        try:
            value = json.loads(body, strict=False)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise BadInput(f"{self.name} answered with something that is no JSON object")
        return value

    def _said(self, code: int) -> str:
        if code in (401, 403):
            return (
                f"{self.name} refused these credentials: give their account the role "
                "roles/aiplatform.viewer"
            )
        if code == 404:
            return f"{self.name} has no such engine or session: check project, location and id"
        if code == 429:
            return f"{self.name} wants fewer requests than were made: import again later"
        return f"{self.name} answered with error {code}: try again later"


def _pause(said: str | None, number: int) -> float:
    """Seconds to wait before another try: as the answer says, else doubling from one."""
    given = said is not None and said.isascii() and said.isdigit()
    seconds = float(said or 0) if given else 2.0 ** (number - 1)
    return min(seconds, LONGEST_PAUSE)
