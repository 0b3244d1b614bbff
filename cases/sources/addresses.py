"""From an address to the store behind it. Kinds of stores load when one of theirs is opened."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlsplit

from cases.errors import BadInput
from cases.sources.records import Store

# Characters of an address, as it is kept.
MAX_URI = 500

_SQLITE_SCHEMES = {"sqlite", "sqlite3", "sqlite+aiosqlite", "sqlite+pysqlite"}


def open_store(uri: str) -> Store:
    """The store behind `uri`. Raises BadInput that names the remedy for everything else."""
    return _opener(uri)(uri)


def _opener(uri: str) -> Callable[[str], Store]:
    """How stores of this scheme are opened. Raises BadInput for a scheme that is not known."""
    scheme, separator, _ = uri.partition("://")
    if not separator:
        raise BadInput(
            f"source {uri!r} is not an address: write a file as sqlite:///relative/path.db "
            "or sqlite:////absolute/path.db"
        )
    if scheme.lower() in _SQLITE_SCHEMES:
        return _sqlite
    raise BadInput(
        f"source scheme {scheme!r} is not supported: use sqlite:///relative/path.db "
        "or sqlite:////absolute/path.db"
    )


def _sqlite(uri: str) -> Store:
    from cases.sources.sqlite import SqliteStore

    return SqliteStore(path_of(uri))


def path_of(uri: str) -> Path:
    """The file that `uri` names; nothing is opened. Raises BadInput for other addresses."""
    _opener(uri)
    try:
        path = unquote(urlsplit(uri).path)
        if not path.strip("/"):
            raise BadInput(f"source {uri!r} names no file: write sqlite:///relative/path.db")
        if "\x00" in path:
            raise ValueError("NUL")
        return Path(path[1:]).expanduser().absolute()
    except (ValueError, RuntimeError) as error:
        # Not an address at all, or the home folder of nobody.
        raise BadInput(f"source {uri!r} can't name a file: check its address") from error
