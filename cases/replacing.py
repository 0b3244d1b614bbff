"""What becomes of items when their session comes in anew: rated ones are never replaced."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import ProtectedError, Q

from cases.errors import BadInput
from cases.items import add_items, item_key, lock_study
from cases.models import AuditEvent, Case, Item, Person, Study
from cases.signals import items_added, items_replaced
from cases.transcript_cut import ratable_turns


@transaction.atomic
def give_way(*, study: Study, old: Case, new: Case) -> list[Item]:
    """Let the items of `old` give way to items of `new`, its newer revision.

    They keep kind, turn, skill, split and place in the queue. Raises BadInput, with nothing
    changed, when anybody has begun work on one of them, when one is gold or half of a pair, and
    when one is about a turn that the new revision has not.
    """
    study = lock_study(study)
    items = _retire(study, old)
    _check_turns(items, new)
    replacements = Item.objects.bulk_create(
        Item(
            study=study,
            case=new,
            kind=item.kind,
            turn=item.turn,
            skill=item.skill,
            sensitive=item.sensitive,
            key=item_key(study, item.kind, new, turn=item.turn),
            split=item.split,
            rank=item.rank,
            priority=item.priority,
        )
        for item in items
    )
    if replacements:
        items_added.send(sender=Study, study=study, items=replacements)
    return replacements


@transaction.atomic
def add_beside(*, study: Study, case: Case, actor: Person | None) -> Item:
    """Make an item of a new revision, beside the one that people rate as it was.

    Both are in one split. Raises BadInput for a case that is no such revision.
    """
    study = lock_study(study)
    if not Case.objects.in_study(study).beside_rated().filter(pk=case.pk).exists():
        raise BadInput(f"case {case.key} has no earlier revision that is being rated")
    added = add_items(study=study, cases=[case])
    if not added:
        raise BadInput(f"revision {case.revision} of case {case.key} is an item already")
    AuditEvent.record(
        "item.added_beside", actor=actor, study=study, target=added[0], revision=case.revision
    )
    return added[0]


@transaction.atomic
def take_back(*, study: Study, case: Case, actor: Person | None) -> int:
    """Undo add_beside. Raises BadInput once anybody has begun work on the item."""
    study = lock_study(study)
    if not Case.objects.in_study(study).beside_rated().filter(pk=case.pk).exists():
        raise BadInput(f"case {case.key} has no earlier revision that is being rated")
    items = _retire(study, case)
    if items:
        AuditEvent.record(
            "item.taken_back", actor=actor, study=study, target=case, revision=case.revision
        )
    return len(items)


def _retire(study: Study, case: Case) -> Sequence[Item]:
    """Delete the items of a case, which nobody has begun; returns them."""
    # Nothing but the items, and so that a claim of one under way can go on to its end.
    locked = Item.objects.select_for_update(of=("self",), no_key=True)
    items = list(locked.filter(Q(case=case) | Q(case_b=case), study=study).order_by("pk"))
    for item in items:
        if item.kind == Item.Kind.PAIRWISE:
            raise BadInput(f"item {item.key} compares this case with another: it stays as it is")
    retire(study, items)
    return items


def _check_turns(items: Sequence[Item], new: Case) -> None:
    wanted = {item.turn: item for item in items if item.turn is not None}
    if not wanted:
        return
    for turn in wanted.keys() - set(ratable_turns(new.read_turns())):
        raise BadInput(
            f"item {wanted[turn].key} is about turn {turn}, which revision {new.revision} of the "
            "case has not: it stays as it is"
        )


def retire(study: Study, items: Sequence[Item]) -> None:
    """Delete items of a study whose row is locked, as they are.

    Raises BadInput for one that is gold or that anybody has begun work on.
    """
    for item in items:
        if item.purpose != Item.Purpose.ORDINARY:
            raise BadInput(f"item {item.key} is {item.purpose}: it stays as it is")
    if not items:
        return
    items_replaced.send(sender=Study, study=study, items=items)
    try:
        Item.objects.filter(pk__in=[item.pk for item in items]).delete()
    except ProtectedError as error:
        raise BadInput(f"work on item {items[0].key} has begun: it stays as it is") from error
