"""The places that items have for raters, and their order in a study's queue."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import batched
from typing import Any

from cases.errors import BadInput
from cases.items import lock_study
from cases.models import Item, Membership, Study
from raters.lots import is_drawn, lot_order
from raters.models import Assignment, Slot
from raters.turns import writing

_RANK_BITS = 53
TOP_PRIORITY = 511
LOWEST_PRIORITY = -512

# Items changed in one transaction, so that no rater waits for long.
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the queue: what Membership.queue_position holds, taken apart."""

    priority: int
    rank: int

    @classmethod
    def of(cls, position: int) -> "Place":
        if position < 0:
            return cls(TOP_PRIORITY + 1, 0)
        return cls(TOP_PRIORITY - (position >> _RANK_BITS), position & ((1 << _RANK_BITS) - 1))

    @property
    def position(self) -> int:
        return ((TOP_PRIORITY - self.priority) << _RANK_BITS) + self.rank


def clamp_priority(priority: int) -> int:
    """The queue tells 1,024 priorities apart, -512 to 511; what lies outside counts as the end."""
    return max(LOWEST_PRIORITY, min(TOP_PRIORITY, priority))


def new_slot(study: Study, item: Item, number: int, **fields: Any) -> Slot:
    """An unsaved place of `item`, which stands in the queue where the item does."""
    fields = {"priority": clamp_priority(item.priority), "rank": item.rank} | fields
    return Slot(study=study, item=item, number=number, skill=item.skill, **fields)


def open_slots(*, study: Study, items: Sequence[Item], **_: Any) -> None:
    """Give every ordinary item of `items` its places. Receiver of cases.signals.items_added.

    `study.extra_share` of the study's ordinary items, drawn by lot, get `study.extra_overlap` more.
    """
    ordinary = [item for item in items if item.purpose == Item.Purpose.ORDINARY]
    if not ordinary:
        return
    extra = _drawn_for_more(study, ordinary)
    Slot.objects.bulk_create(
        (
            new_slot(study, item, number)
            for item in ordinary
            for number in range(1, study.overlap + extra.get(item.key, 0) + 1)
        ),
        batch_size=2000,
    )
    send_back(study, max(item.priority for item in ordinary))


def _drawn_for_more(study: Study, items: Sequence[Item]) -> dict[str, int]:
    """Item key → places more, for those that the lot falls on."""
    if not (study.extra_share and study.extra_overlap):
        return {}
    before = Item.objects.in_study(study).ordinary().count() - len(items)
    keys = lot_order(study.seed, [item.key for item in items])
    return {
        key: study.extra_overlap
        for place, key in enumerate(keys, start=max(0, before))
        if is_drawn(study.seed, place, study.extra_share)
    }


def send_back(study: Study, priority: int) -> None:
    """Raters who are past this priority start it again: urgent items don't wait for the end."""
    start = Place(clamp_priority(priority), 0).position
    Membership.objects.filter(study=study, queue_position__gte=start).update(
        queue_position=start - 1 if start else -1, queue_passed=0
    )


def set_priorities(study: Study, priorities: Mapping[int, int]) -> int:
    """Give items, by id, other priorities: their slots move in the queue. Returns how many changed.

    What is being rated or done is not touched by it. In batches with a transaction each, so that
    raters don't wait; raters who are past the highest of the new priorities are sent back there,
    once all batches are in: until then they go on where they are. Ids of other studies are ignored.
    """
    changed, highest = 0, LOWEST_PRIORITY
    for ids in batched(sorted(priorities), _BATCH):
        with writing():
            lock_study(study)
            known = Item.objects.in_study(study).filter(pk__in=ids)
            to: dict[int, list[int]] = defaultdict(list)
            for pk, before in known.values_list("pk", "priority"):
                if before != priorities[pk]:
                    to[clamp_priority(priorities[pk])].append(pk)
            for priority, some in to.items():
                Item.objects.filter(pk__in=some).update(priority=priority)
                Slot.objects.filter(item__in=some).update(priority=priority)
                changed += len(some)
                highest = max(highest, priority)
    if changed:
        with writing():
            send_back(study, highest)
    return changed


def close_slots(*, study: Study, items: Sequence[Item], rated: bool = False, **_: Any) -> None:
    """Take the places of `items` away. Receiver of cases.signals.items_retired.

    Raises BadInput when somebody is rating one of them now or, without `rated`, has rated it.
    Ratings stay, as ratings of attempt 0.
    """
    _lock_places(study, items, rated=rated)
    Assignment.objects.filter(item__in=items).update(attempt=0, slot=None)
    Slot.objects.filter(study=study, item__in=items).delete()


def clear_slots(*, study: Study, items: Sequence[Item], **_: Any) -> None:
    """Take the places of `items` away for good. Receiver of cases.signals.items_replaced.

    Raises BadInput when anybody was ever given one of them, whatever became of it.
    """
    _lock_places(study, items, rated=False)
    if Assignment.objects.filter(item__in=items).exists():
        raise BadInput("Somebody has had one of these items already: it stays as it is.")
    Slot.objects.filter(study=study, item__in=items).delete()


def _lock_places(study: Study, items: Sequence[Item], *, rated: bool) -> None:
    """Lock what people have of `items`, then the places; BadInput where they may not be taken away.

    A claim under way is waited for, and none comes between the look and what follows.
    """
    had = Assignment.objects.filter(item__in=items).select_for_update()
    list(had.order_by("pk").values_list("pk"))
    slots = Slot.objects.filter(study=study, item__in=items).select_for_update()
    states = set(slots.order_by("pk").values_list("state", flat=True))
    if rated and Slot.State.LEASED in states:
        raise BadInput("Somebody is rating one of these items now: wait until they are done.")
    if not rated and states - {Slot.State.OPEN}:
        raise BadInput(
            "Somebody has rated one of these items or is rating it now; "
            "choose items that nobody has begun."
        )
