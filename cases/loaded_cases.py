"""Long cases kept ready in each process, for the requests that ask for one part after another.

A case of 10 MB takes half a second to read, and its page comes in dozens of parts.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import datetime
from threading import Lock

from django.db.models import TextField
from django.db.models.functions import Cast

from cases.models import Case
from cases.readings import Reading, packed, read
from cases.transcript import Turn, turns_from_json

# Characters of JSON that are kept.
ROOM = 24_000_000
# A single longer one is kept as well, alone, up to so many.
LARGEST = 40_000_000
# Shorter cases are read again: that takes less than looking after them is worth.
LONG = 300_000

# What says that a case is as it was: its key, the hash of its turns, when it was erased. The hash
# also tells apart cases that had the same key in databases of different tests.
type Stamp = tuple[int, str, datetime | None]
type Sides = Mapping[str, Reading]


class Kept:
    """What was last asked for, the oldest forgotten first. Safe among threads."""

    def __init__(self, room: int = ROOM, largest: int = LARGEST, long: int = LONG) -> None:
        self._room = room
        self._largest = largest
        self._long = long
        self._found: OrderedDict[Hashable, tuple[int, Sides]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, load: Callable[[], tuple[int, Sides]]) -> Sides:
        """What stands under `key`; else what `load` gives with its size in characters."""
        with self._lock:
            found = self._found.get(key)
            if found is not None:
                self._found.move_to_end(key)
                return found[1]
        size, sides = load()
        if self._long < size <= self._largest:
            small = {name: packed(reading) for name, reading in sides.items()}
            with self._lock:
                self._found[key] = (size, small)
                self._found.move_to_end(key)
                while len(self._found) > 1 and self._size() > self._room:
                    self._found.popitem(last=False)
        return sides

    def _size(self) -> int:
        return sum(size for size, _ in self._found.values())

    def __len__(self) -> int:
        return len(self._found)


kept = Kept()


def reading_of(case: Case) -> Reading:
    """The transcript of a case whose turns may be deferred."""

    def load() -> tuple[int, Sides]:
        size, turns = load_turns(case.pk)
        return size, {"": read(turns)}

    return kept.get(("case", (case.pk, case.content_hash, case.erased_at)), load)[""]


def turns_of(case: Case) -> Sequence[Turn]:
    return reading_of(case).turns


def load_turns(pk: int) -> tuple[int, Sequence[Turn]]:
    """The turns of a case, and how many characters their JSON has."""
    text = (
        Case.objects.filter(pk=pk)
        .annotate(as_text=Cast("turns", TextField()))
        .values_list("as_text", flat=True)
        .get()
    )
    return len(text), turns_from_json(json.loads(text))
