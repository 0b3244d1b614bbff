"""A session store of ADK's RedisSessionService: each session one JSON value.

ADK writes a value with a time to live, seven days unless it was told otherwise, so sessions that
were not imported by then are gone. Only commands that read are sent (SCAN, GET), so times to live
and values stay as they are, and a user who may do no more than that suffices.
"""

import json
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from urllib.parse import urlencode

import redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

from cases.errors import BadInput
from cases.sources.parsed import gather, split_state
from cases.sources.patience import seconds
from cases.sources.records import (
    NOTHING_UNREAD,
    SessionEntry,
    SessionKey,
    StoredSession,
    StoreGone,
    read_object,
)
from cases.sources.servers import ServerAddress, server_address
from cases.sources.session_json import SessionJson, is_session, session_of

# How RedisSessionServiceConfig begins its keys unless it was told otherwise.
KEY_PREFIX = "adk:session:"
KEYS_PER_SCAN = 500
SECONDS_TO_WAIT = 5.0

_NO_SESSION = "a value under the sessions' keys is no session's JSON: repair or delete it"
_OTHER_NAME = (
    "a session is kept under another name than it says itself, or under one that is no text in "
    "UTF-8: correct or delete it"
)
_SHARED = ("user_state:", "app_state:")


def open_redis(uri: str) -> "RedisStore":
    """The store at `uri`, asked once whether it answers. Raises BadInput."""
    return RedisStore(server_address(uri, options=["key_prefix"]))


class RedisStore:
    """Sessions below one key prefix of one database of a server.

    A key is prefix, app, user and id with colons between them. Where that can be read in more
    than one way, the session itself says whose it is. Values that are no session, or say that they
    are another than their key does, are in the index of every app that their key may belong to,
    and reading them raises BadInput.
    """

    layout = "Redis"
    unread: Mapping[str, str] = NOTHING_UNREAD

    def __init__(self, address: ServerAddress) -> None:
        self._address = address
        self._database = _database(address)
        self.prefix = address.options.get("key_prefix") or KEY_PREFIX
        self._client = redis.Redis(
            host=address.host or "localhost",
            port=address.port or 6379,
            db=self._database,
            username=address.user or None,
            password=address.password,
            ssl=address.scheme == "rediss",
            socket_timeout=seconds(SECONDS_TO_WAIT),
            socket_connect_timeout=seconds(SECONDS_TO_WAIT),
            retry=Retry(ExponentialBackoff(cap=2.0, base=0.1), 2),
        )
        weakref.finalize(self, self._client.close)
        self._keys: list[bytes] | None = None

    @property
    def uri(self) -> str:
        """The address to keep, with the key prefix if it is not ADK's own."""
        base = f"{self._server}/{self._database}"
        if self.prefix == KEY_PREFIX:
            return base
        return f"{base}?{urlencode({'key_prefix': self.prefix})}"

    @property
    def name(self) -> str:
        return f"{self._server}/{self._database}"

    def apps(self) -> dict[str, int]:
        """Session counts by app name. Most keys tell whose they are without being read."""
        counts: dict[str, int] = {}
        for key in self._session_keys():
            owner = self._owner(key) or self._said_owner(key)
            if owner:
                counts[owner.app_name] = counts.get(owner.app_name, 0) + 1
        return dict(sorted(counts.items()))

    def index(self, app_name: str) -> Iterator[SessionEntry]:
        """Sessions of an app by key, one value in memory at a time."""
        for key in self._session_keys():
            owner = self._owner(key)
            if owner and owner.app_name != app_name:
                continue
            if not self._text(key).removeprefix(self.prefix).startswith(f"{app_name}:"):
                continue
            session = self._session(key)
            problem = self._problem(key, session)
            if session is None or problem:
                rest = self._text(key).removeprefix(f"{self.prefix}{app_name}:")
                user_id, _, session_id = rest.partition(":")
                stand_in = SessionKey(app_name, user_id, session_id)
                yield SessionEntry(key=stand_in, state={}, events=None, problem=problem)
            elif session.key.app_name == app_name:
                state = split_state(session.state)[0]
                yield SessionEntry(key=session.key, state=state, events=len(session.events))

    def read(self, key: SessionKey, *, digest_key: bytes) -> StoredSession:
        """One session, which is one value and so never half of one."""
        raw, user, app = self._values(
            self._key(key.app_name, key.user_id, key.session_id),
            self._key("user_state", key.app_name, key.user_id),
            self._key("app_state", key.app_name),
        )
        if raw is None:
            raise BadInput(
                "a session is not there as text: it has expired, was deleted, or never was one"
            )
        session = _parsed(raw)
        if session is None:
            raise BadInput(_NO_SESSION)
        return gather(
            key,
            state=session.state,
            events=session.events,
            digest_key=digest_key,
            known={"user": [read_object(user or b"{}")], "app": read_object(app or b"{}")},
            problems=session.problems,
        )

    def _session_keys(self) -> list[bytes]:
        """All keys of sessions in one fixed order. SCAN gives some twice and none in order; the
        names alone are held, which takes about 15 MB for 100,000 sessions."""
        if self._keys is None:
            pattern = _literal(self.prefix) + "*"
            shared = tuple(f"{self.prefix}{name}" for name in _SHARED)
            with self._asking():
                found = set(self._client.scan_iter(match=pattern, count=KEYS_PER_SCAN))
            self._keys = sorted(key for key in found if not self._text(key).startswith(shared))
        return self._keys

    def _owner(self, key: bytes) -> SessionKey | None:
        """Whose session a key names; None where it can be read in several ways."""
        parts = self._text(key).removeprefix(self.prefix).split(":")
        return SessionKey(*parts) if len(parts) == 3 else None

    def _said_owner(self, key: bytes) -> SessionKey | None:
        session = self._session(key)
        return session.key if session and not self._problem(key, session) else None

    def _problem(self, key: bytes, session: SessionJson | None) -> str:
        """Why what stands under a key can't be read as the session it names; "" if it can."""
        if session is None:
            return _NO_SESSION
        said = session.key
        return "" if key == self._key(said.app_name, said.user_id, said.session_id) else _OTHER_NAME

    def _session(self, key: bytes) -> SessionJson | None:
        (raw,) = self._values(key)
        return _parsed(raw) if raw is not None else None

    def _values(self, *keys: bytes) -> list[bytes | None]:
        """Values in one go; None where there is none, or none that is text."""
        with self._asking(), self._client.pipeline(transaction=False) as pipe:
            for key in keys:
                pipe.get(key)
            found = pipe.execute(raise_on_error=False)
            for value in found:
                # WRONGTYPE is said of somebody else's key.
                if isinstance(value, Exception) and not str(value).startswith("WRONGTYPE"):
                    raise value
        return [value if isinstance(value, bytes) else None for value in found]

    def _key(self, *parts: str) -> bytes:
        return f"{self.prefix}{':'.join(parts)}".encode("utf-8", "surrogateescape")

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Failures of the server as StoreGone, in words of ours."""
        where = self.name
        try:
            yield
        except redis.AuthenticationError:
            raise StoreGone(f"{where} refused user or password: check them") from None
        except redis.exceptions.NoPermissionError:
            raise StoreGone(
                f"{where} lets this user not read: allow SCAN, GET and SELECT on {self.prefix}*"
            ) from None
        except redis.TimeoutError:
            raise StoreGone(
                f"{where} did not answer within {seconds(SECONDS_TO_WAIT):g} s: try again"
            ) from None
        except redis.BusyLoadingError:
            raise StoreGone(f"{where} is still loading its data: try again") from None
        except redis.ConnectionError:
            raise StoreGone(f"{where} can't be reached: check host, port and network") from None
        except redis.ResponseError as error:
            code = str(error).partition(" ")[0]
            raise StoreGone(f"{where} refused a read ({code}): check its settings") from None

    @property
    def _server(self) -> str:
        return self._address.name.removesuffix(f"/{self._address.path}").removesuffix("/")

    @staticmethod
    def _text(key: bytes) -> str:
        return key.decode("utf-8", "surrogateescape")


def _database(address: ServerAddress) -> int:
    """The number of the database, 0 unless one is named. Raises BadInput."""
    if address.path in ("", "/"):
        return 0
    if not address.path.isascii() or not address.path.isdigit() or len(address.path) > 5:
        raise BadInput(f"{address.name} has no number for a database: write redis://HOST:PORT/0")
    return int(address.path)


def _literal(text: str) -> str:
    """`text` as a pattern of SCAN that matches itself only."""
    return "".join(f"\\{char}" if char in "\\*?[]" else char for char in text)


def _parsed(raw: bytes) -> SessionJson | None:
    """A session's JSON; None for everything else."""
    try:
        value = json.loads(raw.decode("utf-8", "surrogateescape"), strict=False)
    except (ValueError, RecursionError):
        return None
    return session_of(value, fallback_id="unnamed") if is_session(value) else None
