"""Which items raters are warned of before they see them."""

from django.db import transaction
from django.db.models import Q

from cases.models import AuditEvent, Item, Person, Study
from cases.models.cases import CaseQuerySet


@transaction.atomic
def warn_before(*, study: Study, cases: CaseQuerySet, warn: bool, actor: Person | None) -> int:
    """Let raters be warned before every item that shows one of `cases`, or no longer.

    Returns how many items that changes. Takes effect the next time a page with the item is loaded.
    """
    keys = cases.order_by().values("pk")
    items = Item.objects.in_study(study).filter(Q(case__in=keys) | Q(case_b__in=keys))
    changed = items.exclude(sensitive=warn).update(sensitive=warn)
    if changed:
        AuditEvent.record(
            "items.warned_of" if warn else "items.not_warned_of",
            actor=actor,
            study=study,
            items=changed,
        )
    return changed
