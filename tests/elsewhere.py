"""Work on a second database connection, for tests of what two processes do to each other."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from django.db import connection


def elsewhere[T](job: Callable[[], T]) -> Future[T]:
    """Begin `job` in a thread with a connection of its own, and let it run into any lock."""

    def run() -> T:
        try:
            return job()
        finally:
            connection.close()

    pool = ThreadPoolExecutor(max_workers=1)
    future = pool.submit(run)
    pool.shutdown(wait=False)
    time.sleep(0.5)
    return future
