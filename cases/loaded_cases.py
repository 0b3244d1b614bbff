"""Turns of long cases, kept in each process for the requests that ask for one part after another.

A case of 10 MB takes a fifth of a second to read, and its page comes in dozens of parts.
"""

import json
from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from threading import Lock

from django.db.models import TextField
from django.db.models.functions import Cast

from cases.models import Case
from cases.transcript import Turn, turns_from_json

# Characters of JSON; in memory they take two to four times as many bytes.
KEPT = 24_000_000
# Shorter cases are read again: that takes less than looking after them is worth.
LONG = 300_000

# What says that a case is as it was: its key, the hash of its turns, when it was erased.
type Stamp = tuple[int, str, datetime | None]


class LoadedCases:
    """The turns of the cases last asked for, the oldest forgotten first. Safe among threads."""

    def __init__(self, kept: int = KEPT, long: int = LONG) -> None:
        self._room = kept
        self._long = long
        self._turns: OrderedDict[Stamp, tuple[int, Sequence[Turn]]] = OrderedDict()
        self._lock = Lock()

    def turns(self, stamp: Stamp) -> Sequence[Turn]:
        """The turns of a case that exists as `stamp` says."""
        with self._lock:
            found = self._turns.get(stamp)
            if found is not None:
                self._turns.move_to_end(stamp)
                return found[1]
        text = (
            Case.objects.filter(pk=stamp[0])
            .annotate(as_text=Cast("turns", TextField()))
            .values_list("as_text", flat=True)
            .get()
        )
        turns = turns_from_json(json.loads(text))
        if self._long < len(text) <= self._room:
            self._keep(stamp, len(text), turns)
        return turns

    def _keep(self, stamp: Stamp, size: int, turns: Sequence[Turn]) -> None:
        with self._lock:
            self._turns[stamp] = (size, turns)
            self._turns.move_to_end(stamp)
            while sum(kept for kept, _ in self._turns.values()) > self._room:
                self._turns.popitem(last=False)

    def __len__(self) -> int:
        return len(self._turns)


_loaded = LoadedCases()


def turns_of(case: Case) -> Sequence[Turn]:
    """The turns of a case whose own field may be deferred."""
    return _loaded.turns((case.pk, case.content_hash, case.erased_at))


def turns_at(stamp: Stamp) -> Sequence[Turn]:
    return _loaded.turns(stamp)
