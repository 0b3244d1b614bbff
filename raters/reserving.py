"""Places kept for one rater: handed to somebody by a lead, or taken over from somebody.

Locks: the study's row, then memberships, then assignments, then slots. A claim locks its membership
first as well, so that nobody takes an item up while a place of it is being kept for them.
"""

from collections.abc import Iterable, Sequence

from django.utils import timezone

from cases.errors import BadInput
from cases.items import lock_study
from cases.models import AuditEvent, Item, Membership, Person, Study
from raters.models import Assignment, Slot
from raters.turns import writing


@writing()
def reserve(
    *, study: Study, items: Sequence[Item], rater: Person, actor: Person | None
) -> list[Item]:
    """Keep a free place of each of `items` for `rater`, who gets them next. Returns those kept.

    Left out are items that the rater has had, that are kept for them already, or that have no free
    place. Raises BadInput for somebody who can't rate in the study or lacks a skill that an item
    asks for, and for items of another study.
    """
    study = lock_study(study)
    (membership,) = lock_raters(study, [rater])
    check_items(study, set(membership.skills), items)
    had = set(Assignment.objects.filter(item__in=items, rater=rater).values_list("item", flat=True))
    had |= set(
        Slot.objects.filter(item__in=items, reserved_for=rater).values_list("item", flat=True)
    )
    kept = [item for item in items if item.pk not in had and _keep_free_place(item, rater)]
    if kept:
        AuditEvent.record(
            "slots.reserved", actor=actor, study=study, target=rater, items=[i.pk for i in kept]
        )
    return kept


def _keep_free_place(item: Item, rater: Person) -> bool:
    free = Slot.objects.filter(item=item, state=Slot.State.OPEN, reserved_for=None)
    return any(
        free.filter(pk=pk).update(reserved_for=rater) for pk in free.values_list("pk", flat=True)
    )


@writing()
def reassign_slot(*, slot: Slot, rater: Person, actor: Person | None) -> None:
    """Hand a place on to `rater`, who gets it next; a lease on it of somebody else ends.

    For places kept for somebody, and for leases of people who were removed or whose time has run
    out. Raises BadInput for a place that is filled or that somebody is rating now, for somebody who
    can't rate in the study or lacks the skill, and for one who has had the item.
    """
    study = lock_study(slot.study)
    (membership,) = lock_raters(study, [rater])
    item = Item.objects.get(pk=slot.item_id)
    check_items(study, set(membership.skills), [item])
    if Assignment.objects.filter(item=item, rater=rater).exists():
        raise BadInput(f"{rater} has had item {item.key} already: choose somebody else.")
    if Slot.objects.filter(item=item, reserved_for=rater).exclude(pk=slot.pk).exists():
        raise BadInput(f"A place of item {item.key} is kept for {rater} already.")
    _end_lease(study, slot)
    changed = Slot.objects.filter(pk=slot.pk, state=Slot.State.OPEN).update(reserved_for=rater)
    if not changed:
        raise BadInput(f"This place of item {item.key} is taken: look again who has it.")
    if slot.round is not None and slot.round.closed_at is None:
        slot.round.raters.add(rater)
    AuditEvent.record(
        "slot.reassigned", actor=actor, study=study, target=slot, item=item.pk, to=rater.pk
    )


def _end_lease(study: Study, slot: Slot) -> None:
    """Take the lease on a slot away from who was removed or let its time run out."""
    lease = (
        Assignment.objects.select_for_update(of=("self",))
        .filter(slot=slot, state=Assignment.State.LEASED)
        .first()
    )
    if lease is None:
        return
    there = Membership.objects.live().filter(study=study, person=lease.rater_id).exists()
    if there and lease.expires_at > timezone.now():
        raise BadInput(
            f"{lease.rater} is rating this item now: wait until they are done or their time has "
            "run out, or remove them from the study."
        )
    Assignment.objects.filter(pk=lease.pk).update(state=Assignment.State.RETURNED, slot=None)
    Slot.objects.filter(pk=slot.pk, state=Slot.State.LEASED).update(state=Slot.State.OPEN)


def lock_raters(study: Study, people: Sequence[Person]) -> list[Membership]:
    """Their memberships, locked. Raises BadInput unless all of them can rate in the study."""
    memberships = list(
        Membership.objects.live()
        .select_for_update(of=("self",))
        .filter(study=study, person__in=people, role=Membership.Role.RATER)
        .order_by("pk")
    )
    able = {m.person_id for m in memberships if m.results_seen_at is None}
    unable = [str(person) for person in people if person.pk not in able]
    if unable:
        raise BadInput(
            f"{', '.join(unable)} can't rate in this study: choose among its raters who have not "
            "seen results."
        )
    return memberships


def check_items(study: Study, skills: set[str], items: Iterable[Item]) -> None:
    for item in items:
        if item.study_id != study.pk or item.purpose != Item.Purpose.ORDINARY:
            raise BadInput(f"item {item.key} is not an ordinary item of this study")
        if item.skill and item.skill not in skills:
            raise BadInput(f"item {item.key} asks for the skill {item.skill}: not all have it")
