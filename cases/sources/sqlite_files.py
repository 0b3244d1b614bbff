"""A SQLite file that is somebody else's: queried without a byte of it changing.

SQLite itself writes when it "only reads" a file in WAL mode: marks in the -shm file beside it, or
new -wal and -shm files. So such a file is opened in one of two ways that write nothing:

* with its -wal and -shm beside it, the latter mapped for reading only (readonly_shm);
* without a -wal, when nobody has it open, as immutable.

An agent that opens its store anew for every event makes and deletes these files all the time. So
whether all is as it was is looked at before and after each query; if not, or if the query failed,
the file is opened anew and the query repeated. A -wal without its -shm can't be read without
writing, so it is refused.
"""

import sqlite3
import time
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cases.errors import BadInput
from cases.sources.held_files import HeldFile, identity_of
from cases.sources.records import StoreBusy, StoreGone

SECONDS_TO_WAIT = 5.0
TRIES = 6
# Before the second try; before each further one twice as long.
_PAUSE = 0.02

_MAGIC = b"SQLite format 3\x00"
# Where the header says how the file is written, and what it says for WAL.
_FORMAT, _WAL = slice(18, 20), b"\x02\x02"


class RepairedText(str):
    """Text that was no UTF-8 in the file, with marks for what could not be read."""

    __slots__ = ()


class SqliteFile:
    """A file, open for reading. No lock is held between queries of a file that is not WAL."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._opening: _Opening | None = None
        self._closing: list[Callable[[], None]] = []
        weakref.finalize(self, _close_all, self._closing)

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """All rows of one query, which has ended before they are used. Raises BadInput, StoreBusy
        where another program has it locked for SECONDS_TO_WAIT."""
        said_last, is_gone = "", False
        for attempt in range(TRIES):
            if attempt:
                time.sleep(_PAUSE * 2 ** (attempt - 1))
            try:
                opening = self._current()
                rows = opening.connection.execute(query, values).fetchall()
                said_last = ""
                if opening.is_as_it_was():
                    return rows
            except sqlite3.DatabaseError as error:
                said_last = said(self.path, error)
                is_gone = not _is_damage(error)
                if _has_waited(error):
                    raise StoreBusy(said_last) from None
            self._disconnect()
        if said_last and is_gone:
            raise StoreGone(said_last)
        raise BadInput(
            said_last
            or f"{self.path} is being written to again and again: try later, or import from a copy "
            "made by .backup"
        )

    def _current(self) -> "_Opening":
        """The file as it stands now, opened anew if need be. Raises BadInput and sqlite3.Error."""
        if self._opening is None or not self._opening.is_as_it_was():
            self._disconnect()
            self._opening = _Opening(self.path)
            self._closing.append(self._opening.close)
        return self._opening

    def _disconnect(self) -> None:
        self._opening = None
        _close_all(self._closing)


class _Opening:
    """A connection to a file as it stood at one moment. Raises BadInput and sqlite3.Error."""

    def __init__(self, path: Path) -> None:
        self._named = path
        try:
            # SQLite looks for the files beside where a link leads.
            self._path = _existing(path).resolve()
            self._held = HeldFile(self._path)
        except OSError as error:
            raise StoreGone(f"can't read {path}: {error.strerror}") from None
        self._wal = self._path.with_name(f"{self._path.name}-wal")
        self._shm = self._path.with_name(f"{self._path.name}-shm")
        self._immutable = False
        try:
            self.connection = self._open()
        except BaseException:
            self._held.close()
            raise

    def is_as_it_was(self) -> bool:
        """Whether what was opened is what stands there now, written in the same manner."""
        return self._stamp == self._stamp_now()

    def close(self) -> None:
        self.connection.close()
        self._held.close()

    def _open(self) -> sqlite3.Connection:
        if not self._held.head(100).startswith(_MAGIC):
            raise StoreGone(f"{self._named} is not a SQLite file: name a session store of ADK")
        if not self._is_wal():
            self._stamp = self._stamp_now()
            return self._connect("readonly_shm=1")
        with self._held.kept_from_closing(seconds=SECONDS_TO_WAIT):
            has_wal, has_shm = self._wal.exists(), self._shm.exists()
            if has_wal and not has_shm and self._wal.stat().st_size:
                raise StoreGone(
                    f"{self._named} has its latest changes in {self._wal.name}, and the file "
                    f"{self._shm.name} that belongs to it is missing, so it can't be read "
                    "without being changed: import from a copy made by .backup, or copy all three "
                    "files while the agent runs"
                )
            self._immutable = not (has_wal and has_shm)
            self._stamp = self._stamp_now()
            connection = self._connect("immutable=1" if self._immutable else "readonly_shm=1")
            try:
                # From here on SQLite's own lock keeps a -wal where it is.
                connection.execute("PRAGMA schema_version").fetchall()
            except BaseException:
                connection.close()
                raise
            return connection

    def _connect(self, option: str) -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"file:{quote(str(self._path))}?mode=ro&{option}",
            uri=True,
            timeout=SECONDS_TO_WAIT,
            check_same_thread=False,
            # Without transactions of Python's own making.
            isolation_level=None,
        )
        connection.text_factory = _text
        return connection

    def _is_wal(self) -> bool:
        return self._held.head(100)[_FORMAT] == _WAL

    def _stamp_now(self) -> tuple[object, ...]:
        """What differs when other files stand there, or the file is written in another manner;
        of an immutable one whatever differs when anybody has written."""
        files = (self._named, self._wal, self._shm) if self._is_wal() else (self._named,)
        return (self._is_wal(), *(_stamp_of(file, change=self._immutable) for file in files))


def said(path: Path, error: sqlite3.Error) -> str:
    """One line about a failed query: SQLite's code only, for its words may quote rows."""
    name = getattr(error, "sqlite_errorname", "") or type(error).__name__
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"{path} is locked by another program: try again when it has finished writing"
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")):
        return f"{path} can't be opened read-only ({name}): import from a copy made by .backup"
    return f"{path} is damaged ({name}): restore it, or import from a copy made by .recover"


def _has_waited(error: sqlite3.Error) -> bool:
    """Whether SQLite has waited by itself already, as long as it may."""
    return getattr(error, "sqlite_errorname", "") in ("SQLITE_BUSY", "SQLITE_LOCKED")


def _is_damage(error: sqlite3.Error) -> bool:
    """Whether a page can't be read, which may concern the one session on it."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF == sqlite3.SQLITE_CORRUPT


def _existing(path: Path) -> Path:
    if not path.exists():
        raise StoreGone(f"{path} does not exist: check the path of the source")
    if not path.is_file():
        raise StoreGone(f"{path} is not a file: name the store's SQLite file")
    return path


def _text(raw: bytes) -> str:
    """Bytes that are no UTF-8 must not stop a read."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return RepairedText(raw.decode("utf-8", "replace"))


def _stamp_of(path: Path, *, change: bool) -> tuple[int, ...] | None:
    """Which file stands there, with its size and the time of its last change if asked."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (*identity_of(status), *((status.st_size, status.st_mtime_ns) if change else ()))


def _close_all(closing: list[Callable[[], None]]) -> None:
    while closing:
        closing.pop()()
