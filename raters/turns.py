"""Whose turn it is to write.

SQLite lets one connection write at a time, and the others find out by sleeping and asking again,
longer each time: with eight raters some would wait for seconds. Web threads queue instead, those of
one process at a lock, and processes at a locked file beside the database, which the system gives
back when its holder is killed. Whoever doesn't queue here, and PostgreSQL, go by the database's own
locks as ever.
"""

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection, transaction

_turn = threading.Lock()


@contextmanager
def writing() -> Iterator[None]:
    """transaction.atomic, begun when it is this thread's turn. Nests as atomic does."""
    # Whoever is inside a transaction already holds the database; waiting here could lock up.
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    with _turn, _turn_among_processes(), transaction.atomic():
        yield


@contextmanager
def _turn_among_processes() -> Iterator[None]:
    handle = _open_queue()
    if handle is None:
        yield
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)  # (gives the turn back as well)


def _open_queue() -> int | None:
    """The file at which processes queue; None where there is none to share, or no place for it."""
    name = str(connection.settings_dict["NAME"])
    if not Path(name).is_absolute():
        return None  # (in memory, which only one process sees)
    try:
        return os.open(f"{name}-turn", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError:
        return None
