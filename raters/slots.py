"""The places that items have for raters, and their order in a study's queue."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cases.errors import BadInput
from cases.models import Item, Membership, Study
from raters.models import Assignment, Slot

_RANK_BITS = 53
TOP_PRIORITY = 511
_LOWEST_PRIORITY = -512


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
    return max(_LOWEST_PRIORITY, min(TOP_PRIORITY, priority))


def open_slots(*, study: Study, items: Sequence[Item], **_: Any) -> None:
    """Give every ordinary item of `items` its places. Receiver of cases.signals.items_added."""
    ordinary = [item for item in items if item.purpose == Item.Purpose.ORDINARY]
    if not ordinary:
        return
    Slot.objects.bulk_create(
        (
            Slot(
                study=study,
                item=item,
                number=number,
                priority=clamp_priority(item.priority),
                rank=item.rank,
                skill=item.skill,
            )
            for item in ordinary
            for number in range(1, study.overlap + 1)
        ),
        batch_size=2000,
    )
    _send_back(study, clamp_priority(max(item.priority for item in ordinary)))


def _send_back(study: Study, priority: int) -> None:
    """Raters who are past this priority start it again: urgent items don't wait for the end."""
    start = Place(priority, 0).position
    Membership.objects.filter(study=study, queue_position__gte=start + (1 << _RANK_BITS)).update(
        queue_position=start - 1 if start else -1
    )


def close_slots(*, study: Study, items: Sequence[Item], **_: Any) -> None:
    """Take the places of `items` away. Receiver of cases.signals.items_retired.

    Raises BadInput when somebody has rated one of them or is rating it now. Locks the slots first:
    a claim under way is waited for, and none comes between the look and the deletion.
    """
    slots = Slot.objects.filter(study=study, item__in=items)
    states = set(slots.select_for_update().order_by("pk").values_list("state", flat=True))
    if states - {Slot.State.OPEN}:
        raise BadInput(
            "Somebody has rated one of these items or is rating it now; "
            "choose items that nobody has begun."
        )
    slots.delete()


def clear_slots(*, study: Study, items: Sequence[Item], **_: Any) -> None:
    """Take the places of `items` away for good. Receiver of cases.signals.items_replaced.

    Raises BadInput when anybody was ever given one of them, whatever became of it.
    """
    close_slots(study=study, items=items)
    if Assignment.objects.filter(item__in=items).exists():
        raise BadInput("Somebody has had one of these items already: it stays as it is.")
