"""Files that SQLite has open here, held so that looking at them doesn't let go of SQLite's locks.

Whenever a process closes a file, POSIX takes away all locks that the process has on it, those of
other connections included; an agent may then delete the -wal that is still being read here. So a
file is opened once beside SQLite, for all who read it, and closed when none of them is left.
"""

import fcntl
import os
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

# Which file it is, whatever its name: device and number.
Identity = tuple[int, int]

# The bytes that SQLite locks for as long as a connection reads, and which whoever closes a WAL
# file last must have to itself before it deletes the -wal.
_SHARED_FIRST, _SHARED_SIZE = 0x40000002, 510
# Locks of an open file instead of a process, which only Linux has.
_SET_LOCK = getattr(fcntl, "F_OFD_SETLK", None)
_LOCK_LAYOUT = "hhqqi4x"
_PAUSE = 0.01


@dataclass(slots=True)
class _Opened:
    readers: int = 0
    descriptors: list[int] = field(default_factory=list)


_opened: dict[Identity, _Opened] = {}
_changing = threading.RLock()


class HeldFile:
    """One reader's share in an open file. Raises OSError where it can't be opened."""

    def __init__(self, path: Path) -> None:
        with _changing:
            self.identity = identity_of(path.stat())
            if self.identity not in _opened:
                descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
                # Another file may have taken the name meanwhile.
                self.identity = identity_of(os.fstat(descriptor))
                _opened.setdefault(self.identity, _Opened()).descriptors.append(descriptor)
            self._opened = _opened[self.identity]
            self._opened.readers += 1

    def head(self, size: int) -> bytes:
        """The first bytes of the file."""
        return os.pread(self._opened.descriptors[0], size, 0)

    @contextmanager
    def kept_from_closing(self, *, seconds: float) -> Iterator[None]:
        """Meanwhile no other program deletes a -wal that is there, as its last reader does.

        Waits some seconds for one that is about to, then goes on without.
        """
        until = time.monotonic() + seconds
        with _changing:
            while not self._lock(fcntl.F_RDLCK) and time.monotonic() < until:
                time.sleep(_PAUSE)
            try:
                yield
            finally:
                self._lock(fcntl.F_UNLCK)

    def close(self) -> None:
        """Give the share back, after SQLite has closed the file. Not to be repeated."""
        with _changing:
            self._opened.readers -= 1
            if not self._opened.readers:
                del _opened[self.identity]
                for descriptor in self._opened.descriptors:
                    with suppress(OSError):
                        os.close(descriptor)

    def _lock(self, kind: int) -> bool:
        if _SET_LOCK is None:
            return True
        wanted = struct.pack(_LOCK_LAYOUT, kind, os.SEEK_SET, _SHARED_FIRST, _SHARED_SIZE, 0)
        try:
            fcntl.fcntl(self._opened.descriptors[0], _SET_LOCK, wanted)
        except BlockingIOError:
            return False
        except OSError:
            # A file system without such locks.
            return True
        return True


def identity_of(status: os.stat_result) -> Identity:
    return status.st_dev, status.st_ino
