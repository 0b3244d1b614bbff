"""How many raters every item gets, changed while they rate."""

from collections.abc import Sequence
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
_CLOSED = "The study is closed: open it before you change how many raters items get."
_MOST = next(
    validator.limit_value
    for validator in Study._meta.get_field("overlap").validators
    if isinstance(validator, MaxValueValidator)
)


def extend_overlap(*, study: Study, overlap: int, actor: Person | None) -> int:
    """Give every ordinary item of `study` so many raters; returns the slots added or, negative,
    taken away. Items of the share that gets more keep that many more.

    Places are added in batches, so that no rater waits for long; from the first on, new items get
    the new overlap. Lowering takes open places away, never one that is filled or being rated, and
    is one step. Raises BadInput, with
    nothing changed, for an overlap out of range, for a study that is closed, and where items have
    more ratings than the new overlap; the least that is possible is named. Items of a calibration
    round that is open are left out: closing it gives them the study's overlap.
    """
    with writing():
        now = _open_study(study)
        if not 1 <= overlap <= _MOST:
            raise BadInput(f"overlap {overlap}: give a number of raters from 1 to {_MOST}")
        if overlap == now.overlap:
            return 0
        before, items = now.overlap, _items(now)
        Study.objects.filter(pk=now.pk).update(overlap=overlap)
        now.overlap = study.overlap = overlap
        if overlap < before:
            changed = -_take_away(now, before - overlap, overlap)
        else:
            # Written down before the first of them, so that what breaks off is known, too.
            changed = sum(
                len(_lacking(now, some, overlap - before)) for some in batched(items, _BATCH)
            )
        AuditEvent.record(
            "study.overlap_changed",
            actor=actor,
            study=now,
            target=now,
            before=before,
            after=overlap,
            slots=changed,
        )
    if overlap > before:
        _add(study, items, overlap - before)
    return changed


def add_places(*, study: Study, items: Sequence[int], more: int, actor: Person | None) -> int:
    """Give some ordinary items, by id, `more` raters beyond those they have; returns the places
    added. In batches, as extend_overlap; items of an open round are left out.

    Raises BadInput for a study that is closed and for a number out of range.
    """
    with writing():
        now = _open_study(study)
        if not 1 <= more <= _MOST:
            raise BadInput(f"{more} more raters: give a number from 1 to {_MOST}")
        ids = _items(now, items)
        most = Slot.objects.filter(item__in=ids[:1]) if len(ids) == 1 else None
        if most is not None and most.count() + more > _MOST:
            raise BadInput(f"An item has {_MOST} raters at most.")
        AuditEvent.record(
            "slots.added",
            actor=actor,
            study=now,
            target=now,
            items=ids[:_BATCH],
            count=len(ids),
            more=more,
        )
    return _add(study, ids, more, past_round=False)


def places_to_add(*, study: Study, more: int, items: Sequence[int] | None = None) -> int:
    """How many places `more` raters would add, for all items or those with these ids; nothing is
    changed. Raises BadInput as extend_overlap and add_places would."""
    now = Study.objects.get(pk=study.pk)
    if now.state == Study.State.CLOSED:
        raise BadInput(_CLOSED)
    highest = now.overlap + more if items is None else more
    if more < 1 or highest > _MOST:
        raise BadInput(f"{more} more raters: give a number from 1, for {_MOST} an item at most")
    ids, past_round = _items(now, items), items is None
    if past_round:
        now.overlap += more
    return sum(
        len(_lacking(now, some, more, past_round=past_round)) for some in batched(ids, _BATCH)
    )


def _open_study(study: Study) -> Study:
    now = lock_study(study)
    if now.state == Study.State.CLOSED:
        raise BadInput(_CLOSED)
    return now


def _items(study: Study, among: Sequence[int] | None = None) -> list[int]:
    """Ids of the ordinary items that are in no open round, all or those `among` some."""
    in_round = Slot.objects.filter(study=study, round__isnull=False, round__closed_at=None)
    ordinary = Item.objects.in_study(study).ordinary().exclude(pk__in=in_round.values("item"))
    if among is None:
        return list(ordinary.order_by("pk").values_list("pk", flat=True))
    wanted: list[int] = []
    for some in batched(sorted(set(among)), _BATCH):
        wanted += ordinary.filter(pk__in=some).order_by("pk").values_list("pk", flat=True)
    return wanted


def _add(study: Study, items: Sequence[int], more: int, *, past_round: bool = True) -> int:
    """Add the places, each batch in a transaction of its own; how many that were."""
    added, highest = 0, LOWEST_PRIORITY
    for some in batched(items, _BATCH):
        with writing():
            now = lock_study(study)
            # Since they were chosen a round may have begun, or some been made gold.
            new = _lacking(now, _items(now, some), more, past_round=past_round)
            Slot.objects.bulk_create(new, batch_size=2000)
        added += len(new)
        highest = max([highest, *(slot.priority for slot in new)])
    if added:
        with writing():
            send_back(study, highest)
    return added


def _lacking(study: Study, pks: Sequence[int], more: int, *, past_round: bool = True) -> list[Slot]:
    """The places to add, unsaved. A closed round may have left an item more than others have: with
    `past_round` it gets only what it lacks of the study's overlap."""
    items = Item.objects.in_bulk(pks)
    rows = Slot.objects.filter(item__in=pks).values_list("item").order_by()
    new = []
    for pk, last, places, pilots in rows.annotate(Max("number"), Count("pk"), Count("round")):
        wanted = max(0, study.overlap - places) if pilots and past_round else more
        wanted = min(wanted, max(0, _MOST - places)) if not past_round else wanted
        new += [new_slot(study, items[pk], last + n) for n in range(1, wanted + 1)]
    return new


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
