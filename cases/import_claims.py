"""Who runs which import: conditional updates decide, so that none runs twice at once.

A claim lapses unless it is renewed; the import of a killed worker is free again after LAPSE.
`claimed_until` of a waiting import says until when its message counts as on its way.
"""

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.db.models import Q
from django.utils import timezone

from cases.models import ImportRun
from cases.sources import SessionEntry, SessionKey, Store, StoredSession

# Longer than a batch of sessions takes. With the look-out every ten seconds (cases.apps) a killed
# worker's import goes on within a minute.
LAPSE = timedelta(seconds=30)
# How long a queued message may take to be worked on before it counts as lost.
QUEUED_FOR = timedelta(minutes=10)

State = ImportRun.State


class ClaimLost(Exception):
    """Somebody else runs the import now, or has ended it."""


class Claim:
    """The right to run one import. Whatever is written of the import's progress goes through it."""

    def __init__(self, run_id: int, key: str) -> None:
        self.run_id = run_id
        self.key = key
        self._renewed = time.monotonic()

    def renew(self, **fields: Any) -> None:
        """Write `fields` and push the claim's end further. Raises ClaimLost."""
        if not self._update(claimed_until=timezone.now() + LAPSE, **fields):
            raise ClaimLost
        self._renewed = time.monotonic()

    def keep(self) -> None:
        """Renew the claim once a third of its time is over. Raises ClaimLost."""
        if time.monotonic() - self._renewed > LAPSE.total_seconds() / 3:
            self.renew()

    def finish(self, state: str, message: str, **fields: Any) -> None:
        """End the import. Raises ClaimLost."""
        now = timezone.now()
        if not self._update(
            state=state, message=message, finished_at=now, claimed_until=None, **fields
        ):
            raise ClaimLost

    def _update(self, **fields: Any) -> int:
        held = ImportRun.objects.filter(pk=self.run_id, claim=self.key, state=State.RUNNING)
        return held.update(**fields)


class KeptStore:
    """A store whose reading keeps a claim, since a long index or a far server takes minutes.

    Its methods raise ClaimLost beside what the store raises.
    """

    def __init__(self, store: Store, claim: Claim) -> None:
        self._store = store
        self._claim = claim
        self.uri, self.name, self.layout = store.uri, store.name, store.layout

    def apps(self) -> dict[str, int]:
        return self._store.apps()

    def index(self, app_name: str) -> Iterator[SessionEntry]:
        for entry in self._store.index(app_name):
            self._claim.keep()
            yield entry

    def read(self, key: SessionKey, *, digest_key: bytes) -> StoredSession:
        self._claim.keep()
        return self._store.read(key, digest_key=digest_key)


def claimed_fields() -> dict[str, Any]:
    """Fields of an import that whoever writes them has claimed."""
    return {
        "state": State.RUNNING,
        "claim": uuid4().hex,
        "claimed_until": timezone.now() + LAPSE,
    }


def queued_fields() -> dict[str, Any]:
    """Fields of an import whose message is on its way to a worker."""
    return {"state": State.WAITING, "claim": "", "claimed_until": timezone.now() + QUEUED_FOR}


def claim_import(run_id: int) -> Claim | None:
    """Claim the import if it waits or its claim has lapsed; None if there is nothing to do."""
    fields = claimed_fields()
    free = ImportRun.objects.filter(Q(state=State.WAITING) | _lapsed(), pk=run_id)
    return Claim(run_id, fields["claim"]) if free.update(**fields) else None


def take_due(*, everything: bool = False) -> list[int]:
    """Ids of imports that nobody works on, now marked as queued.

    Those are lapsed claims and waiting imports whose message counts as lost; with `everything` all
    waiting ones, for a worker that has just started and can't know what became of its queue.
    """
    waiting = Q(state=State.WAITING)
    if not everything:
        waiting &= _late()
    due = ImportRun.objects.filter(waiting | _lapsed())
    ids = list(due.order_by("pk").values_list("pk", flat=True))
    return [pk for pk in ids if due.filter(pk=pk).update(**queued_fields())]


def is_held(run: ImportRun) -> bool:
    """Whether somebody works on the import, or will soon."""
    return run.claimed_until is not None and run.claimed_until > timezone.now()


def release(run: ImportRun, message: str) -> bool:
    """Cancel an import that waits or runs: whoever works on it loses it. False if it was over."""
    live = ImportRun.objects.filter(pk=run.pk, state__in=[State.WAITING, State.RUNNING])
    return bool(
        live.update(
            state=State.CANCELLED,
            message=message,
            claim="",
            claimed_until=None,
            finished_at=timezone.now(),
        )
    )


def _lapsed() -> Q:
    return Q(state=State.RUNNING) & _late()


def _late() -> Q:
    return Q(claimed_until=None) | Q(claimed_until__lt=timezone.now())
