"""What leads ask of chosen items: a skill of their raters, or to come sooner or later."""

from collections.abc import Sequence
from itertools import batched

from cases.errors import BadInput
from cases.items import lock_study
from cases.models import AuditEvent, Item, Person, Study
from raters.managing import check_skill
from raters.models import Slot
from raters.slots import LOWEST_PRIORITY, TOP_PRIORITY, send_back, set_priorities
from raters.turns import writing

MAX_REASON = 400
_BATCH = 500


def ask_skill(*, study: Study, items: Sequence[int], skill: str, actor: Person | None) -> int:
    """Show ordinary items, by id, only to raters with `skill`; "" shows them to everybody. Returns
    how many changed.

    Who is rating one goes on, and ratings stay. In batches with a transaction each; items of other
    studies are ignored. Raises BadInput for a word that can't name a skill.
    """
    skill = skill.strip().lower()
    if skill:
        check_skill(skill)
    changed: list[int] = []
    for some in batched(sorted(set(items)), _BATCH):
        with writing():
            lock_study(study)
            mine = Item.objects.in_study(study).ordinary().filter(pk__in=some).exclude(skill=skill)
            found = list(mine.order_by("pk").values_list("pk", flat=True))
            Item.objects.filter(pk__in=found).update(skill=skill)
            Slot.objects.filter(item__in=found).update(skill=skill)
        changed += found
    if changed:
        with writing():
            highest = max(
                Item.objects.filter(pk__in=changed[:_BATCH]).values_list("priority", flat=True)
            )
            # Of many items the queue is begun anew.
            send_back(study, highest if len(changed) <= _BATCH else TOP_PRIORITY)
            AuditEvent.record(
                "items.skill_asked",
                actor=actor,
                study=study,
                target=study,
                skill=skill,
                items=changed[:_BATCH],
                count=len(changed),
            )
    return len(changed)


def give_priority(
    *, study: Study, items: Sequence[int], priority: int, reason: str, actor: Person | None
) -> int:
    """Let ordinary items, by id, come sooner (above 0) or later (below). Returns how many changed.

    The reason is kept with the audit event and shown to no rater. Raises BadInput for a priority
    that the queue can't tell apart, and without a reason.
    """
    reason = reason.strip()
    if not LOWEST_PRIORITY <= priority <= TOP_PRIORITY:
        raise BadInput(
            f"priority {priority}: give a number from {LOWEST_PRIORITY} to {TOP_PRIORITY}"
        )
    if not 0 < len(reason) <= MAX_REASON:
        raise BadInput(f"Say in a few words why, in {MAX_REASON} letters at most.")
    ordinary = Item.objects.in_study(study).ordinary()
    known: list[int] = []
    for some in batched(sorted(set(items)), _BATCH):
        known += ordinary.filter(pk__in=some).order_by("pk").values_list("pk", flat=True)
    changed = set_priorities(study, dict.fromkeys(known, priority))
    if changed:
        AuditEvent.record(
            "items.priority_changed",
            actor=actor,
            study=study,
            target=study,
            priority=priority,
            reason=reason,
            items=known[:_BATCH],
            count=changed,
        )
    return changed
