"""From an address to the store behind it. Kinds of stores load when one of theirs is opened.

A new kind is one line in KINDS: its scheme, how an address of it looks, its opener as
"module:function", which takes the address as it was given. Openers of local kinds get their path
by path_of(uri); openers of servers get host, user and password by servers.server_address(uri).
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import cast
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from cases.errors import BadInput
from cases.sources.records import Store
from cases.sources.servers import MAX_URI, PAGE_PREFIX, placeholders, shown

__all__ = [
    "KINDS",
    "MAX_URI",
    "check_placeholders",
    "examples",
    "is_listed",
    "is_local",
    "open_store",
    "path_of",
]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of store: how it is addressed and what opens it."""

    scheme: str
    example: str
    opener: str
    # Kept in files of this machine; other kinds are asked over a network.
    local: bool = False
    # Other spellings of the scheme, such as those that name a driver.
    also: tuple[str, ...] = ()
    # What to install where the opener finds a package missing.
    package: str = ""


KINDS = (
    Kind(
        "sqlite",
        "sqlite:///relative/path.db or sqlite:////absolute/path.db",
        "cases.sources.sqlite:open_sqlite",
        local=True,
        also=("sqlite3", "sqlite+aiosqlite", "sqlite+pysqlite"),
    ),
    Kind(
        "postgresql",
        "postgresql://USER:${CALIBRANT_SOURCE_PASSWORD}@HOST:5432/DATABASE",
        "cases.sources.postgresql:open_postgresql",
        also=("postgres", "postgresql+asyncpg", "postgresql+psycopg", "postgresql+psycopg2"),
        package="psycopg[binary]",
    ),
    Kind(
        "mysql",
        "mysql://USER:${CALIBRANT_SOURCE_PASSWORD}@HOST:3306/DATABASE",
        "cases.sources.mysql:open_mysql",
        also=("mariadb", "mysql+aiomysql", "mysql+asyncmy", "mysql+pymysql", "mariadb+aiomysql"),
        package="pymysql",
    ),
    Kind(
        "adk",
        "adk:///folder/of/agents",
        "cases.sources.project:open_project",
        local=True,
    ),
    Kind(
        "file",
        "file:///saved.session.json, an evalset, or a folder of them",
        "cases.sources.saved:open_files",
        local=True,
    ),
    Kind(
        "redis",
        "redis://USER:${CALIBRANT_SOURCE_PASSWORD}@HOST:6379/0",
        "cases.sources.redis_store:open_redis",
        also=("rediss",),
    ),
    Kind(
        "firestore",
        "firestore://PROJECT or firestore://PROJECT/DATABASE/ROOT_COLLECTION",
        "cases.sources.firestore_store:open_firestore",
        package="google-cloud-firestore",
    ),
    Kind(
        "agentengine",
        "agentengine://projects/PROJECT/locations/LOCATION/reasoningEngines/ID",
        "cases.sources.vertex:open_vertex",
        package="google-cloud-aiplatform",
    ),
)


# A user with a password, where a path was expected.
_USER_INFO = re.compile(r"[^/]*:[^/]*@")


def open_store(uri: str) -> Store:
    """The store behind `uri`. Raises BadInput that names the remedy for everything else."""
    kind = _kind(uri)
    module, _, function = kind.opener.partition(":")
    try:
        opener = cast(Callable[[str], Store], getattr(import_module(module), function))
        return opener(uri)
    except ModuleNotFoundError as error:
        if not kind.package or (error.name or "").startswith("cases"):
            raise
        raise BadInput(
            f"sources at {kind.scheme}:// need a package that is not installed: "
            f"pip install {kind.package}"
        ) from None


def examples() -> str:
    """How addresses look, one example a kind, for help texts."""
    return "; ".join(kind.example for kind in KINDS)


def is_local(uri: str) -> bool:
    """Whether `uri` names files of this machine. Raises BadInput for a scheme not known."""
    return _kind(uri).local


def path_of(uri: str) -> Path:
    """The file or folder that `uri` names; nothing is opened. Raises BadInput for other addresses.

    In sqlite addresses, as in SQLAlchemy's, three slashes are followed by a relative path and four
    by an absolute one. In all other local ones the path follows the two slashes as it is.
    """
    kind = _kind(uri)
    if not kind.local:
        raise BadInput(f"source {shown(uri)} names no file but a server")
    try:
        if kind.scheme == "sqlite":
            parts = urlsplit(uri)
            if parts.netloc:
                raise ValueError("a host")
            path = unquote(parts.path)[1:]
        else:
            path = unquote(uri.partition("://")[2].partition("?")[0])
            if _USER_INFO.match(path):
                raise ValueError("a user")
        if not path.strip("/"):
            raise BadInput(f"source {shown(uri)} names no file: write {kind.example}")
        if "\x00" in path:
            raise ValueError("NUL")
        return Path(path).expanduser().absolute()
    except (ValueError, RuntimeError) as error:
        # Not an address at all, or the home folder of nobody.
        raise BadInput(
            f"source {shown(uri)} can't name a file: check its address, as in {kind.example}"
        ) from error


def is_listed(uri: str, entries: Iterable[str]) -> bool:
    """Whether one of `entries` is the server address `uri` or stands above it.

    An entry covers addresses with the same scheme, user, password placeholder, host, port and
    options, whose path is its own or below it.
    """
    try:
        wanted = urlsplit(uri)
        return any(_covers(urlsplit(entry), wanted) for entry in entries)
    except ValueError:
        return False


def check_placeholders(uri: str) -> None:
    """Let an unlisted address from a page read only variables that are meant for it.

    Else a page could send any secret of this process to a server of its choice. Raises BadInput.
    """
    for name in placeholders(uri):
        if not name.startswith(PAGE_PREFIX):
            raise BadInput(
                f"a source named on a page may read only variables called {PAGE_PREFIX}…: rename "
                f"{name}, or list the address in CALIBRANT_IMPORT_SOURCES"
            )


def _covers(entry: SplitResult, wanted: SplitResult) -> bool:
    if (entry.scheme, entry.netloc) != (wanted.scheme, wanted.netloc):
        return False
    # Options may be what makes a connection safe, so none can be left off either.
    if _options(wanted) != _options(entry) or ".." in unquote(wanted.path):
        return False
    above = entry.path.rstrip("/")
    return wanted.path == above or wanted.path.startswith(f"{above}/")


def _options(parts: SplitResult) -> list[tuple[str, str]]:
    return sorted(parse_qsl(parts.query, keep_blank_values=True))


def _kind(uri: str) -> Kind:
    """The kind of store at `uri`. Raises BadInput for a scheme that is not known."""
    scheme, separator, _ = uri.partition("://")
    if not separator:
        raise BadInput(
            f"source {shown(uri)} is not an address: write a file as sqlite:///relative/path.db "
            "or sqlite:////absolute/path.db"
        )
    found = _BY_SCHEME.get(scheme.lower())
    if found is None:
        said = repr(scheme) if re.fullmatch(r"[A-Za-z][\w+.-]{0,30}", scheme) else "before ://"
        raise BadInput(
            f"source scheme {said} is not supported; known are: "
            + ", ".join(f"{kind.scheme}://" for kind in KINDS)
        )
    return found


_BY_SCHEME = {name: kind for kind in KINDS for name in (kind.scheme, *kind.also)}
