"""Who works on which request: conditional updates decide, so that nothing is written twice.

A claim lapses unless it is renewed; that of a killed worker is free again after LAPSE.
`claimed_until` of a waiting request says until when its message counts as on its way.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import batched
from uuid import uuid4

from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from judges.models import JudgeRequest, JudgeRun

LAPSE = timedelta(seconds=20)
RENEW_SECONDS = 5.0
# How long a queued message may take to be worked on before it counts as lost.
QUEUED_FOR = timedelta(minutes=10)
CHUNK = 64

State = JudgeRequest.State


def claim_requests(request_ids: Sequence[int]) -> str:
    """Claim what is free among the requests; returns the claim, or "" when nothing was."""
    now = timezone.now()
    claim = uuid4().hex
    # No join: PostgreSQL checks the conditions on the row itself again after it has waited for
    # another worker's update, but not those inside the subselect that a join would become.
    running = JudgeRun.objects.filter(pk=OuterRef("run"), state=JudgeRun.State.RUNNING)
    claimed = (
        JudgeRequest.objects.filter(Exists(running), pk__in=request_ids)
        .filter(Q(state=State.WAITING) | Q(state=State.CLAIMED, claimed_until__lt=now))
        .update(
            state=State.CLAIMED,
            claim=claim,
            claimed_until=now + LAPSE,
            attempts=F("attempts") + 1,
        )
    )
    return claim if claimed else ""


def renew(claim: str) -> bool:
    """Push the claim's end further. False when there is nothing left to work for.

    That is so when all its requests are done or taken over, or when the run was stopped.
    """
    held = JudgeRequest.objects.filter(claim=claim, state=State.CLAIMED)
    held.update(claimed_until=timezone.now() + LAPSE)
    return held.filter(run__state=JudgeRun.State.RUNNING).exists()


def release(claim: str, *, request_ids: Sequence[int] | None = None, after: float = 0) -> None:
    """Give back what the claim still holds, to be asked again in `after` seconds."""
    held = JudgeRequest.objects.filter(claim=claim, state=State.CLAIMED)
    if request_ids is not None:
        held = held.filter(pk__in=request_ids)
    due = timezone.now() + timedelta(seconds=after)
    held.update(state=State.WAITING, claim="", claimed_until=due)


def finish(run_id: int) -> bool:
    """Mark the run finished if no request is left to do; True for whoever did it."""
    left = JudgeRequest.objects.filter(run=OuterRef("pk")).exclude(state=State.DONE)
    return bool(
        JudgeRun.objects.filter(~Exists(left), pk=run_id, state=JudgeRun.State.RUNNING).update(
            state=JudgeRun.State.FINISHED, finished_at=timezone.now()
        )
    )


def take_due(*, everything: bool = False) -> list[list[int]]:
    """Chunks of requests of running runs that nobody works on, now marked as queued.

    Those are lapsed claims and waiting requests whose time has come; with `everything` all
    waiting ones, for a worker that has just started and can't know what became of its queue.
    Finishes runs that have nothing left to do.
    """
    now = timezone.now()
    running = JudgeRun.objects.filter(state=JudgeRun.State.RUNNING)
    return [
        chunk
        for run_id in running.values_list("pk", flat=True)
        if not finish(run_id)
        for chunk in _take_due_of(run_id, now, everything)
    ]


def _take_due_of(run_id: int, now: datetime, everything: bool) -> Iterator[list[int]]:
    due = JudgeRequest.objects.filter(_due(now, everything), run_id=run_id)
    for ids in batched(list(due.order_by("pk").values_list("pk", flat=True)), CHUNK):
        if due.filter(pk__in=ids).update(
            state=State.WAITING, claim="", claimed_until=now + QUEUED_FOR
        ):
            yield list(ids)


def _due(now: datetime, everything: bool) -> Q:
    lapsed = Q(state=State.CLAIMED, claimed_until__lt=now)
    waiting = Q(state=State.WAITING)
    if not everything:
        waiting &= Q(claimed_until__isnull=True) | Q(claimed_until__lt=now)
    return lapsed | waiting
