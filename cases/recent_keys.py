"""Plain keys of sessions that a page has just looked up, in this process's memory for a while.

Nothing else keeps them, and a store finds a session by them at once; without, its whole index has
to be gone through to find the one with a keyed hash.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from cases.sources import SessionKey

MOST = 1_000
SECONDS = 600.0

# (address of the store, keyed hash of the session)
Place = tuple[str, str]


class RecentKeys:
    """At most `most` keys, the newest; each for so many seconds after it was put in."""

    def __init__(
        self,
        most: int = MOST,
        seconds: float = SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._keys: OrderedDict[Place, tuple[float, SessionKey]] = OrderedDict()
        self._lock = Lock()

    def get(self, place: Place) -> SessionKey | None:
        with self._lock:
            self._drop_old()
            found = self._keys.get(place)
        return found[1] if found else None

    def put(self, place: Place, key: SessionKey) -> None:
        with self._lock:
            self._keys.pop(place, None)
            self._keys[place] = (self._clock() + self._seconds, key)
            self._drop_old()

    def forget(self, place: Place) -> None:
        with self._lock:
            self._keys.pop(place, None)

    def _drop_old(self) -> None:
        now = self._clock()
        while self._keys and (
            len(self._keys) > self._most or next(iter(self._keys.values()))[0] <= now
        ):
            self._keys.popitem(last=False)
