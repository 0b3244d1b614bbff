"""Who works on which import or preview: conditional updates decide, so that none is done twice.

A claim lapses unless it is renewed, which a thread does while its process lives; what a killed
worker held is free again after LAPSE. `claimed_until` of what waits says until when its message
counts as on its way. `attempts` counts how often it was claimed since it last got further: what
kills its worker each time is given up, not tried for ever.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, Thread
from typing import Any
from uuid import uuid4

from django.db import Error, OperationalError, connection
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from cases.models import ImportRun, RedactionPreview

# With the look-out every ten seconds (cases.apps) the work of a killed worker goes on within a
# minute.
LAPSE = timedelta(seconds=30)
# How often a living process renews what it holds.
BEAT = LAPSE / 3
# How often whoever works looks whether to go on, where one step in the work takes long.
LOOK = timedelta(seconds=1)
# How long a queued message may take to be worked on before it counts as lost.
QUEUED_FOR = timedelta(minutes=10)
# How often something may be taken up without getting any further.
MAX_ATTEMPTS = 3

Work = type[ImportRun] | type[RedactionPreview]


class ClaimLost(Exception):
    """Somebody else has the work now, or has ended it."""


class Claim:
    """The right to do one piece of work. Whatever is written of its progress goes through it."""

    def __init__(self, work: Work, pk: int, key: str) -> None:
        self.key = key
        self._work = work
        self._pk = pk
        self._renewed = self._looked = time.monotonic()

    @contextmanager
    def kept_alive(self) -> Iterator[None]:
        """Renew the claim in a thread until the block ends, however long one step in it takes."""
        over = Event()
        thread = Thread(target=self._beat, args=(over,), name=f"claim {self.key}", daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def renew(self, **fields: Any) -> None:
        """Write `fields` and push the claim's end further. Raises ClaimLost."""
        if not self._update(claimed_until=timezone.now() + LAPSE, **fields):
            raise ClaimLost
        self._renewed = time.monotonic()

    def keep(self) -> None:
        """Renew the claim once a third of its time is over. Raises ClaimLost."""
        if time.monotonic() - self._renewed > BEAT.total_seconds():
            self.renew()

    def show(self, **fields: Any) -> None:
        """Write `fields`, which say how far the step at hand is, if it is time to look again.

        A database that is busy only makes it later. Raises ClaimLost.
        """
        if time.monotonic() - self._looked < LOOK.total_seconds():
            return
        try:
            held = self._update(**fields)
        except OperationalError:
            held = 1
        # After the write, which may have waited for another one's.
        self._looked = time.monotonic()
        if not held:
            raise ClaimLost

    def get_further(self, **fields: Any) -> None:
        """Renew the claim and write how far the work is: what ended others is behind. Raises
        ClaimLost."""
        self.renew(attempts=1, **fields)

    def finish(self, state: str, message: str = "", **fields: Any) -> None:
        """End the work. Raises ClaimLost."""
        ended = {"state": state, "message": message, "claimed_until": None} | fields
        if not self._update(**ended):
            raise ClaimLost

    def _update(self, **fields: Any) -> int:
        return self._held().update(**fields)

    def _held(self) -> QuerySet[ImportRun] | QuerySet[RedactionPreview]:
        running = self._work.State.RUNNING
        return self._work.objects.filter(pk=self._pk, claim=self.key, state=running)

    def _stopping(self) -> QuerySet[ImportRun] | QuerySet[RedactionPreview]:
        """The work while it is cancelled and nobody has settled it."""
        left = self._work.objects.filter(pk=self._pk, claim=self.key, claimed_until__isnull=False)
        return left.filter(state=ImportRun.State.CANCELLED)

    def _beat(self, over: Event) -> None:
        """Renew until it is over or the claim is lost, which shows when progress is written.

        Of what was cancelled it goes on saying that it has not stopped yet.
        """
        while not over.wait(BEAT.total_seconds()):
            try:
                # Looking waits for no writer, so a claim that is lost keeps nobody waiting.
                mine = self._held() if self._held().exists() else self._stopping()
                if not mine.exists():
                    return
                mine.update(claimed_until=timezone.now() + LAPSE)
            except Error:
                # Locked by a writer, or the server is away: there are two beats more.
                continue
            finally:
                # This thread's own.
                connection.close()


def claimed_fields() -> dict[str, Any]:
    """Fields of a row that whoever writes it has claimed."""
    return {
        "state": ImportRun.State.RUNNING,
        "claim": uuid4().hex,
        "claimed_until": timezone.now() + LAPSE,
        "attempts": 1,
    }


def queued_fields() -> dict[str, Any]:
    """Fields of a row whose message is on its way to a worker."""
    return {
        "state": ImportRun.State.WAITING,
        "claim": "",
        "claimed_until": timezone.now() + QUEUED_FOR,
    }


def claim(work: Work, pk: int) -> Claim | None:
    """Claim what waits or whose claim has lapsed; None if there is nothing to do."""
    fields = claimed_fields() | {"attempts": F("attempts") + 1}
    free = work.objects.filter(Q(state=work.State.WAITING) | _lapsed(work), pk=pk)
    return Claim(work, pk, fields["claim"]) if free.update(**fields) else None


def take_due(work: Work, *, everything: bool = False) -> list[int]:
    """Ids of what nobody works on, now marked as queued.

    Those are lapsed claims and waiting rows whose message counts as lost; with `everything` all
    waiting ones, for a worker that has just started and can't know what became of its queue.
    """
    waiting = Q(state=work.State.WAITING)
    if not everything:
        waiting &= _late()
    due = work.objects.filter(waiting | _lapsed(work))
    ids = list(due.order_by("pk").values_list("pk", flat=True))
    return [pk for pk in ids if due.filter(pk=pk).update(**queued_fields())]


def _lapsed(work: Work) -> Q:
    return Q(state=work.State.RUNNING) & _late()


def _late() -> Q:
    return Q(claimed_until=None) | Q(claimed_until__lt=timezone.now())
