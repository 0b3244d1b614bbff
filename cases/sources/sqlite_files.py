"""A SQLite file that is somebody else's: queried without a byte of it changing.

SQLite itself writes when it "only reads" a file in WAL mode: marks in the -shm file beside it, or
new -wal and -shm files. So such a file is opened in one of two ways that write nothing:

* with its -wal and -shm beside it, the latter mapped for reading only (readonly_shm);
* without a -wal, when nobody has it open, as immutable. Whether that stayed so is checked after
  each query; if not, the file is opened anew and the query repeated.

A -wal without its -shm can't be read without writing, so it is refused.
"""

import sqlite3
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cases.errors import BadInput

SECONDS_TO_WAIT = 5.0
TRIES = 3

_MAGIC = b"SQLite format 3\x00"
# Where the header says how the file is written, and what it says for WAL.
_FORMAT, _WAL = slice(18, 20), b"\x02\x02"

# Size and time of the last change of the file and of its -wal.
_Stamp = tuple[tuple[int, int] | None, ...]


class SqliteFile:
    """A file, open for reading. No lock is held between queries of a file that is not WAL."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._wal = path.with_name(f"{path.name}-wal")
        self._shm = path.with_name(f"{path.name}-shm")
        # Known only of a file that is opened as immutable.
        self._stamp: _Stamp | None = None
        self._connect()

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """All rows of one query, which has ended before they are used. Raises BadInput."""
        for _ in range(TRIES):
            try:
                rows = self._connection.execute(query, values).fetchall()
            except sqlite3.DatabaseError as error:
                if self._is_as_it_was():
                    raise BadInput(said(self.path, error)) from None
            else:
                if self._is_as_it_was():
                    return rows
            self._connect()
        raise BadInput(
            f"{self.path} is being written to again and again: try later, or import from a copy "
            "made by .backup"
        )

    def _is_as_it_was(self) -> bool:
        return self._stamp is None or self._stamp == self._stamp_now()

    def _stamp_now(self) -> _Stamp:
        return (_stamp_of(self.path), _stamp_of(self._wal))

    def _connect(self) -> None:
        self._stamp = None
        options = "mode=ro"
        if _header(self.path)[_FORMAT] == _WAL:
            size = _stamp_of(self._wal)
            if self._shm.exists():
                options = "mode=ro&readonly_shm=1"
            elif size and size[0]:
                raise BadInput(
                    f"{self.path} has its latest changes in {self._wal.name}, and the file "
                    f"{self._shm.name} that belongs to it is missing, so it can't be read "
                    "without being changed: import from a copy made by .backup, or copy all three "
                    "files while the agent runs"
                )
            else:
                self._stamp = self._stamp_now()
                options = "mode=ro&immutable=1"
        try:
            connection = sqlite3.connect(
                f"file:{quote(str(self.path))}?{options}",
                uri=True,
                timeout=SECONDS_TO_WAIT,
                check_same_thread=False,
                # Without transactions of Python's own making.
                isolation_level=None,
            )
        except sqlite3.Error as error:
            raise BadInput(said(self.path, error)) from None
        # Bytes that are no UTF-8 must not stop a read.
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        self._connection = connection
        weakref.finalize(self, connection.close)


def said(path: Path, error: sqlite3.Error) -> str:
    """One line about a failed query: SQLite's code only, for its words may quote rows."""
    name = getattr(error, "sqlite_errorname", "") or type(error).__name__
    if name in {"SQLITE_BUSY", "SQLITE_LOCKED"}:
        return f"{path} is locked by another program: try again when it has finished writing"
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")):
        return f"{path} can't be opened read-only ({name}): import from a copy made by .backup"
    return f"{path} is damaged ({name}): restore it, or import from a copy made by .recover"


def _header(path: Path) -> bytes:
    """The first bytes of a SQLite file. Raises BadInput for anything else."""
    try:
        if not path.exists():
            raise BadInput(f"{path} does not exist: check the path of the source")
        if not path.is_file():
            raise BadInput(f"{path} is not a file: name the store's SQLite file")
        with path.open("rb") as file:
            head = file.read(100)
    except OSError as error:
        raise BadInput(f"can't read {path}: {error.strerror}") from None
    if not head.startswith(_MAGIC):
        raise BadInput(f"{path} is not a SQLite file: name a session store of ADK")
    return head


def _stamp_of(path: Path) -> tuple[int, int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_size, stat.st_mtime_ns
