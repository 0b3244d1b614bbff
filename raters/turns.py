"""Whose turn it is to write.

SQLite lets one connection write at a time, and the others find out by sleeping and asking again,
longer each time: with eight raters some would wait for seconds. Threads of one process can queue
instead. Other processes, and PostgreSQL, go by the database's own locks as ever.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

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
    with _turn, transaction.atomic():
        yield
