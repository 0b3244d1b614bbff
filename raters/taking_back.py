"""What leads do about one item in somebody's hands: take it back, hand it on, and undo that.

Locks: the study's row, then memberships, then assignments, then slots, as raters.reserving.
"""

from django.db.models import F, Q

from cases.errors import BadInput
from cases.items import lock_study
from cases.models import AuditEvent, Item, Membership, Person
from raters.models import Assignment, Slot
from raters.reserving import check_items, lock_raters
from raters.turns import writing


@writing()
def take_back(*, assignment: Assignment, actor: Person | None, to: Person | None = None) -> None:
    """End a rater's lease; they don't get the item again by themselves. Their draft is kept.

    The place is open for others then or, with `to`, kept for that rater, who gets it next. In a
    calibration round that goes on, `to` has to be given, since everybody in it rates the same
    items; that rater joins the round. Raises BadInput, with nothing changed, for an item that is
    not in the rater's hands any more, for gold and training, and for a `to` who can't have it.
    """
    study = lock_study(assignment.item.study)
    item = Item.objects.get(pk=assignment.item_id)
    if item.purpose != Item.Purpose.ORDINARY:
        raise BadInput("Only ordinary items can be taken back; gold and training come to nobody.")
    # Whose it is first, as the rater's own submission locks, and the other by the same order.
    people = [assignment.rater_id, *([to.pk] if to is not None else [])]
    members = Membership.objects.filter(study=study, person__in=people).order_by("pk")
    list(members.select_for_update(of=("self",), no_key=True).values_list("pk"))
    if to is not None:
        _check_can_have(item, to)
    lease = Assignment.objects.select_for_update(of=("self",)).filter(
        pk=assignment.pk, state=Assignment.State.LEASED
    )
    place = lease.values_list("slot_id", flat=True).first()
    if place is None:
        raise BadInput("It is not in this rater's hands any more: look again who has it.")
    slot = Slot.objects.select_related("round").get(pk=place)
    in_round = slot.round is not None and slot.round.closed_at is None
    if in_round and to is None:
        raise BadInput(
            "This item is part of a calibration round that goes on: choose who rates it instead."
        )
    lease.update(state=Assignment.State.TAKEN_BACK, slot=None)
    Slot.objects.filter(pk=slot.pk, state=Slot.State.LEASED).update(
        state=Slot.State.OPEN, reserved_for=to
    )
    if in_round and slot.round is not None and to is not None:
        slot.round.raters.add(to)
    AuditEvent.record(
        "assignment.taken_back",
        actor=actor,
        study=study,
        target=assignment,
        item=item.pk,
        rater=assignment.rater_id,
        to=to.pk if to is not None else None,
    )


@writing()
def give_again(*, assignment: Assignment, actor: Person | None) -> None:
    """Undo a take-back: a free place of the item is kept for the rater, who gets it next, with
    their draft. Raises BadInput where no place is free and for somebody who can't rate now."""
    study = lock_study(assignment.item.study)
    item = Item.objects.get(pk=assignment.item_id)
    (membership,) = lock_raters(study, [assignment.rater])
    check_items(study, set(membership.skills), [item])
    taken = Assignment.objects.select_for_update(of=("self",)).filter(
        pk=assignment.pk, state=Assignment.State.TAKEN_BACK
    )
    if not taken.values_list("pk"):
        raise BadInput("It is not taken back any more: look again.")
    mine = Q(reserved_for=None) | Q(reserved_for=assignment.rater)
    free = Slot.objects.filter(mine, item=item, state=Slot.State.OPEN)
    kept = any(
        free.filter(pk=pk).update(reserved_for=assignment.rater)
        for pk in free.order_by(F("reserved_for").asc(nulls_last=True)).values_list("pk", flat=True)
    )
    if not kept:
        raise BadInput(
            f"No place of item {item.key} is free any more: give it one more rater first."
        )
    taken.update(state=Assignment.State.RETURNED)
    AuditEvent.record(
        "assignment.given_again",
        actor=actor,
        study=study,
        target=assignment,
        item=item.pk,
        rater=assignment.rater_id,
    )


@writing()
def hand_to(*, item: Item, rater: Person, actor: Person | None) -> None:
    """Keep a free place of the item for `rater`, who gets it next.

    Raises BadInput, naming what stands in the way, where that is not possible.
    """
    study = lock_study(item.study)
    (membership,) = lock_raters(study, [rater])
    check_items(study, set(membership.skills), [item])
    _refuse_again(item, rater)
    free = Slot.objects.filter(item=item, state=Slot.State.OPEN, reserved_for=None)
    kept = any(
        free.filter(pk=pk).update(reserved_for=rater)
        for pk in free.order_by("number").values_list("pk", flat=True)
    )
    if not kept:
        raise BadInput(
            f"No place of item {item.key} is free: take it back from somebody, or give it one more "
            "rater."
        )
    AuditEvent.record("slots.reserved", actor=actor, study=study, target=rater, items=[item.pk])


@writing()
def open_again(*, slot: Slot, actor: Person | None) -> None:
    """Undo hand_to: a place that is kept for somebody is for everybody again."""
    study = lock_study(slot.study)
    ours = Slot.objects.filter(
        Q(round=None) | Q(round__closed_at__isnull=False), pk=slot.pk, state=Slot.State.OPEN
    )
    kept = ours.filter(reserved_for__isnull=False).values_list("pk", flat=True)
    if not Slot.objects.filter(pk__in=list(kept), state=Slot.State.OPEN).update(reserved_for=None):
        raise BadInput("This place is kept for nobody now, or belongs to a calibration round.")
    AuditEvent.record("slot.opened", actor=actor, study=study, target=slot, item=slot.item_id)


# --- inside ---------------------------------------------------------------------------------------


def _check_can_have(item: Item, rater: Person) -> None:
    (membership,) = lock_raters(item.study, [rater])
    check_items(item.study, set(membership.skills), [item])
    _refuse_again(item, rater)


def _refuse_again(item: Item, rater: Person) -> None:
    if Assignment.objects.filter(item=item, rater=rater).exists():
        raise BadInput(f"{rater} has had item {item.key} already: choose somebody else.")
    if Slot.objects.filter(item=item, reserved_for=rater).exists():
        raise BadInput(f"A place of item {item.key} is kept for {rater} already.")
