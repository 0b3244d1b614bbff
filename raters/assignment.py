"""Who gets which item next.

A study's queue is its open slots in order of priority and random rank. A rater walks through it
once: `Membership.queue_position` remembers how far, so that a claim seeks in one index however
long the queue is. Only at its end does the walk start over, for slots that came back meanwhile.
Whoever wins the conditional UPDATE of a slot has it; the constraints on Assignment stand behind
that.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.db import connection
from django.db.models import (
    Count,
    Exists,
    OuterRef,
    Q,
)
from django.utils import timezone

from cases.models import Item, Person, RubricVersion, Study
from cases.rubrics import freeze
from raters.models import Assignment, Slot
from raters.slots import TOP_PRIORITY, Place
from raters.turns import writing

_random = secrets.SystemRandom()

# Two raters after the same slot: the loser looks again this often before giving up.
CLAIM_ATTEMPTS = 8
# Leases given back in one go.
RETURN_BATCH = 500


class Empty(StrEnum):
    """Why a rater gets no item."""

    FINISHED = "finished"
    WAITING = "waiting"
    PAUSED = "paused"
    CLOSED = "closed"
    NO_ITEMS = "no_items"
    RESULTS_SEEN = "results_seen"
    NOT_A_RATER = "not_a_rater"


@dataclass(frozen=True, slots=True)
class Claim:
    """Either the assignment to rate now, or the reason why there is none."""

    assignment: Assignment | None
    reason: Empty | None = None


# --- leases --------------------------------------------------------------------------------


def return_expired(*, now: datetime, study: Study | None = None) -> int:
    """Put slots of leases that ran out back into the queue; drafts stay. Returns how many.

    A lease that ran out is only taken away here, so a rater who was slow can still submit as long
    as nobody needed the slot.
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


def lease_end(study: Study, now: datetime) -> datetime:
    return now + timedelta(minutes=study.lease_minutes)


# --- claiming ------------------------------------------------------------------------------


def claim_next(*, study: Study, rater: Person) -> Claim:
    """The item `rater` is to rate now: the one they hold, else gold by chance, else the next.

    Takes a constant number of queries and returns without an assignment, with the reason, when
    there is nothing for this rater.
    """
    if study.state != Study.State.OPEN:
        paused = study.state == Study.State.PAUSED
        return Claim(None, Empty.PAUSED if paused else Empty.CLOSED)
    for attempt in range(2):
        claim = _claim(study, rater)
        if claim.reason is not Empty.FINISHED:
            return claim
        # Nothing open: leases that ran out are what is left to hand on.
        if attempt or not return_expired(now=timezone.now(), study=study):
            break
    return Claim(None, _why_empty(study, rater))


@writing()
def _claim(study: Study, rater: Person) -> Claim:
    # The lock on the membership lets one of a rater's browser tabs claim at a time.
    lock = "FOR UPDATE OF m" if connection.features.has_select_for_update_of else ""
    with connection.cursor() as cursor:
        cursor.execute(_WALKER.format(lock=lock), [study.pk, rater.pk])
        row = cursor.fetchone()
        # A statement of its own: what was seen before the wait for the lock may be out of date.
        cursor.execute(_HOLDING, [rater.pk, study.pk])
        holds_some = cursor.fetchone() is not None
    if row is None:
        return Claim(None, Empty.NOT_A_RATER)
    membership, position, blind = row
    if not blind:
        return Claim(None, Empty.RESULTS_SEEN)
    place = Place.of(position)
    assignment = (
        (_resume(study, rater) if holds_some else None)
        or _claim_gold(study, rater, place)
        or _claim_slot(study, rater, membership, place)
    )
    if assignment is None:
        return Claim(None, Empty.FINISHED)
    _freeze_rubric(study)
    return Claim(assignment)


def _freeze_rubric(study: Study) -> None:
    """Whoever holds an item is shown the questions, so from the first lease on they stay."""
    version = study.rubric_version
    if version.frozen_at is None:
        # They may have been edited since the version was loaded.
        newest = RubricVersion.objects.select_for_update()
        version.refresh_from_db(fields=["content_hash", "frozen_at"], from_queryset=newest)
        freeze(version)


# What every claim asks and changes is written out: compiling it would take the ORM many times
# longer than answering takes the database.
_WALKER = """
    SELECT m.id, m.queue_position, m.results_seen_at IS NULL FROM cases_membership m
    WHERE m.study_id = %s AND m.person_id = %s AND m.role = 'rater'
    AND m.removed_at IS NULL {lock}
"""
_HOLDING = """
    SELECT 1 FROM raters_assignment a JOIN cases_item i ON i.id = a.item_id
    WHERE a.rater_id = %s AND a.state IN ('leased', 'returned') AND i.study_id = %s LIMIT 1
"""
_TAKE = "UPDATE raters_slot SET state = 'leased' WHERE id = %s AND state = 'open'"
_WALK = "UPDATE cases_membership SET queue_position = %s WHERE id = %s"


def execute(statement: str, values: list[Any]) -> int:
    """How many rows the statement changed."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.rowcount)


def _resume(study: Study, rater: Person) -> Assignment | None:
    """The lease the rater holds, renewed if it ran out; else one that came back unrated."""
    unrated = Assignment.objects.of(rater, study).filter(
        state__in=[Assignment.State.LEASED, Assignment.State.RETURNED]
    )
    now = timezone.now()
    open_slot = Slot.objects.filter(item=OuterRef("item"), state=Slot.State.OPEN)
    assignment = (
        unrated.select_related("item")
        .filter(
            Q(state=Assignment.State.LEASED)
            | ~Q(item__purpose=Item.Purpose.ORDINARY)
            | Exists(open_slot)
        )
        .order_by("state", "leased_at")
        .first()
    )
    if assignment is None:
        return None
    if assignment.state == Assignment.State.LEASED and assignment.expires_at > now:
        return assignment
    return assignment if release_again(assignment, study, now) else None


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

    Sets `assignment.slot_id` without saving. Gold and training items need no slot.
    """
    if assignment.item.purpose != Item.Purpose.ORDINARY:
        return True
    for pk in Slot.objects.filter(item=assignment.item_id, state=Slot.State.OPEN).values_list(
        "pk", flat=True
    ):
        if Slot.objects.filter(pk=pk, state=Slot.State.OPEN).update(state=state):
            assignment.slot_id = pk
            return True
    return False


def _claim_gold(study: Study, rater: Person, place: Place) -> Assignment | None:
    """With the study's gold share as probability, a gold item new to the rater."""
    if _random.random() >= study.gold_share:
        return None
    if _next_slot(study, rater, place, lock=False) is None:
        # An item where the queue has none would give itself away.
        return None
    item = (
        Item.objects.filter(_not_had_by(rater, "pk"), study=study, purpose=Item.Purpose.GOLD)
        .order_by("?")
        .first()
    )
    return _lease(study, rater, item) if item else None


def _claim_slot(study: Study, rater: Person, membership: int, place: Place) -> Assignment | None:
    for _ in range(CLAIM_ATTEMPTS):
        slot = _next_slot(study, rater, place)
        if slot is None:
            return None
        if not execute(_TAKE, [slot.pk]):
            continue
        execute(_WALK, [Place(slot.priority, slot.rank).position, membership])
        return _lease(study, rater, slot.item, slot)
    return None


# Written out, because the plan is the point: each step is one seek in the partial index of open
# slots, which SQLite only takes for a literal state, and a condition with OR would be read from
# the start of the queue.
_QUEUE = """
    SELECT s.id, s.priority, s.rank, i.id, i.kind, i.case_id, i.case_b_id, i.purpose
    FROM raters_slot s JOIN cases_item i ON i.id = s.item_id
    WHERE s.state = 'open' AND s.reserved_for_id IS NULL AND s.study_id = %s AND s.skill = ''
    {step}
    AND NOT EXISTS (
        SELECT 1 FROM raters_assignment a WHERE a.item_id = s.item_id AND a.rater_id = %s)
    ORDER BY s.priority DESC, s.rank LIMIT 1 {lock}
"""
_SAME_PRIORITY = "AND s.priority = %s AND s.rank > %s"
_LOWER_PRIORITY = "AND s.priority < %s"


def _next_slot(study: Study, rater: Person, place: Place, *, lock: bool = True) -> Slot | None:
    """The first open slot behind `place` for this rater, from the top again at the end.

    With `lock`, slots that somebody else is about to take are passed over.
    """
    steps: list[tuple[str, list[int]]] = [("", [])]
    if place.priority <= TOP_PRIORITY:
        steps = [
            (_SAME_PRIORITY, [place.priority, place.rank]),
            (_LOWER_PRIORITY, [place.priority]),
            *steps,
        ]
    skip = lock and connection.features.has_select_for_update_skip_locked
    end = "FOR UPDATE OF s SKIP LOCKED" if skip else ""
    with connection.cursor() as cursor:
        for step, values in steps:
            cursor.execute(_QUEUE.format(step=step, lock=end), [study.pk, *values, rater.pk])
            row = cursor.fetchone()
            if row is not None:
                return _read_slot(study, row)
    return None


# In the order of the model's fields, as from_db wants them.
_ITEM_FIELDS = ["id", "kind", "case_id", "case_b_id", "purpose"]


def _read_slot(study: Study, row: tuple[Any, ...]) -> Slot:
    """A slot with its item, of which only what a lease needs is loaded yet."""
    pk, priority, rank, *values = row
    item = Item.from_db(connection.alias, _ITEM_FIELDS, values)
    item.study = study
    return Slot(pk=pk, study=study, item=item, priority=priority, rank=rank)


def _not_had_by(rater: Person, item: str) -> Q:
    had = Assignment.objects.filter(item=OuterRef(item), rater=rater)
    return Q(~Exists(had))


def _lease(study: Study, rater: Person, item: Item, slot: Slot | None = None) -> Assignment:
    now = timezone.now()
    return Assignment.objects.create(
        item=item,
        rater=rater,
        slot=slot,
        side_order=_side_order(item) if item.kind == Item.Kind.PAIRWISE else "",
        leased_at=now,
        expires_at=lease_end(study, now),
    )


def _side_order(item: Item) -> str:
    """The order this item was shown in less often so far; by lot when both are equal."""
    kept = ~Q(state__in=[Assignment.State.RETURNED])
    counts = Assignment.objects.filter(kept, item=item).aggregate(
        ab=Count("pk", filter=Q(side_order="ab")), ba=Count("pk", filter=Q(side_order="ba"))
    )
    if counts["ab"] == counts["ba"]:
        return _random.choice(["ab", "ba"])
    return "ab" if counts["ab"] < counts["ba"] else "ba"


def _why_empty(study: Study, rater: Person) -> Empty:
    if not Slot.objects.filter(study=study).exists():
        return Empty.NO_ITEMS
    had = Assignment.objects.filter(item=OuterRef("item"), rater=rater).exclude(
        state=Assignment.State.RETURNED
    )
    # Leased ones may come back; open ones were in somebody's hands when the claim passed by.
    coming = Slot.objects.filter(~Exists(had), study=study).exclude(state=Slot.State.FILLED)
    return Empty.WAITING if coming.exists() else Empty.FINISHED
