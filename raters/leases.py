"""Leases of items: how long they run, how they come back, and how they are taken up again."""

from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import F, Q

from cases.models import Item, Study
from raters.models import Assignment, Slot
from raters.turns import writing

# Leases given back in one go.
RETURN_BATCH = 500


def execute(statement: str, values: list[Any]) -> int:
    """How many rows the statement changed."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.rowcount)


def lease_end(study: Study, now: datetime) -> datetime:
    return now + timedelta(minutes=study.lease_minutes)


def return_expired(*, now: datetime, study: Study | None = None) -> int:
    """Put slots of leases that ran out back into the queue; drafts stay. Returns how many.

    A lease that ran out is only taken away here, so a rater who was slow can still submit as long
    as nobody needed the slot. A slot that is kept for its rater stays so.
    """
    leases = Assignment.objects.filter(state=Assignment.State.LEASED, expires_at__lt=now)
    if study is not None:
        leases = leases.filter(item__study=study)
    if not leases.exists():
        return 0
    with writing():
        if connection.features.has_select_for_update_skip_locked:
            leases = leases.select_for_update(skip_locked=True, of=("self",))
        # Gold has no slot: its None matches no row below.
        found = dict(leases.order_by("pk").values_list("pk", "slot_id")[:RETURN_BATCH])
        returned = Assignment.objects.filter(
            pk__in=list(found), state=Assignment.State.LEASED, expires_at__lt=now
        ).update(state=Assignment.State.RETURNED, slot=None)
        Slot.objects.filter(pk__in=list(found.values()), state=Slot.State.LEASED).update(
            state=Slot.State.OPEN
        )
    return returned


def release_again(assignment: Assignment, study: Study, now: datetime) -> bool:
    """Lease an assignment that ran out to its rater again, if its item still has a place.

    False, too, when it is no longer as it was: somebody swept it, or it was sent meanwhile.
    """
    same = Assignment.objects.filter(pk=assignment.pk, state=assignment.state)
    if same.select_for_update().values_list("pk").first() is None:
        return False
    returned = assignment.state == Assignment.State.RETURNED
    if returned and not take_slot(assignment, Slot.State.LEASED):
        return False
    same.update(
        state=Assignment.State.LEASED, slot=assignment.slot_id, expires_at=lease_end(study, now)
    )
    assignment.state = Assignment.State.LEASED
    assignment.expires_at = lease_end(study, now)
    return True


def take_slot(assignment: Assignment, state: str) -> bool:
    """Move one open slot of the assignment's item to `state` for it; True if there was one.

    One kept for the rater comes first, and one kept for somebody else never. Sets
    `assignment.slot_id` without saving. Gold and training items need no slot.
    """
    if assignment.item.purpose != Item.Purpose.ORDINARY:
        return True
    mine = Q(reserved_for=None) | Q(reserved_for=assignment.rater_id)
    open_ = Slot.objects.filter(mine, item=assignment.item_id, state=Slot.State.OPEN)
    for pk in open_.order_by(F("reserved_for").asc(nulls_last=True)).values_list("pk", flat=True):
        if open_.filter(pk=pk).update(state=state):
            assignment.slot_id = pk
            return True
    return False
