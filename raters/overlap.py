"""How many raters every item gets, changed while they rate."""

from itertools import batched

from django.core.validators import MaxValueValidator
from django.db.models import Count, Max

from cases.errors import BadInput
from cases.items import lock_study
from cases.models import AuditEvent, Item, Person, Study
from raters.models import Slot
from raters.slots import LOWEST_PRIORITY, new_slot, send_back
from raters.turns import writing

_BATCH = 500
_MOST = next(
    validator.limit_value
    for validator in Study._meta.get_field("overlap").validators
    if isinstance(validator, MaxValueValidator)
)


@writing()
def extend_overlap(*, study: Study, overlap: int, actor: Person | None) -> int:
    """Give every ordinary item of `study` so many raters; returns the slots added or, negative,
    taken away. Items of the share that gets more keep that many more.

    Lowering takes open places away, never one that is filled or being rated. Raises BadInput, with
    nothing changed, for an overlap out of range, for a study that is closed, and where items have
    more ratings than the new overlap; the least that is possible is named. Items of a calibration
    round that is open are left out: closing it gives them the study's overlap.
    """
    now = lock_study(study)
    if now.state == Study.State.CLOSED:
        raise BadInput("The study is closed: open it before you change how many raters items get.")
    if not 1 <= overlap <= _MOST:
        raise BadInput(f"overlap {overlap}: give a number of raters from 1 to {_MOST}")
    if overlap == now.overlap:
        return 0
    Study.objects.filter(pk=now.pk).update(overlap=overlap)
    more = overlap - now.overlap
    changed = _add(now, more) if more > 0 else -_take_away(now, -more, overlap)
    AuditEvent.record(
        "study.overlap_changed",
        actor=actor,
        study=now,
        target=now,
        before=now.overlap,
        after=overlap,
        slots=changed,
    )
    study.overlap = overlap
    return changed


def _items(study: Study) -> list[int]:
    """Ids of the ordinary items that are in no open round."""
    in_round = Slot.objects.filter(study=study, round__isnull=False, round__closed_at=None)
    ordinary = Item.objects.in_study(study).ordinary()
    return list(
        ordinary.exclude(pk__in=in_round.values("item")).order_by("pk").values_list("pk", flat=True)
    )


def _add(study: Study, more: int) -> int:
    added, highest = 0, LOWEST_PRIORITY
    for pks in batched(_items(study), _BATCH):
        items = Item.objects.in_bulk(pks)
        # A closed round may have left an item more places than others have.
        rows = Slot.objects.filter(item__in=pks).values_list("item").order_by()
        new = []
        for pk, last, places, pilots in rows.annotate(Max("number"), Count("pk"), Count("round")):
            wanted = max(0, study.overlap + more - places) if pilots else more
            new += [new_slot(study, items[pk], last + n) for n in range(1, wanted + 1)]
        Slot.objects.bulk_create(new, batch_size=2000)
        added += len(new)
        highest = max([highest, *(slot.priority for slot in new)])
    if added:
        send_back(study, highest)
    return added


def _take_away(study: Study, fewer: int, overlap: int) -> int:
    """Delete `fewer` open places of every item."""
    doomed: list[int] = []
    stuck: list[int] = []
    for pks in batched(_items(study), _BATCH):
        free = Slot.objects.filter(item__in=pks, state=Slot.State.OPEN, reserved_for=None)
        free = free.select_for_update(of=("self",)).order_by("pk")
        open_: dict[int, list[int]] = {pk: [] for pk in pks}
        for item, slot, _ in sorted(free.values_list("item", "pk", "number"), key=_last_first):
            open_[item].append(slot)
        stuck += [fewer - len(found) for found in open_.values() if len(found) < fewer]
        doomed += [slot for found in open_.values() for slot in found[:fewer]]
    if stuck:
        raise BadInput(
            f"{len(stuck)} items have more than {overlap} raters already, who are done or rating "
            f"now, or places kept for somebody: the least that is possible is "
            f"{overlap + max(stuck)}."
        )
    for some in batched(doomed, _BATCH):
        Slot.objects.filter(pk__in=some).delete()
    return len(doomed)


def _last_first(row: tuple[int, int, int]) -> int:
    return -row[2]
