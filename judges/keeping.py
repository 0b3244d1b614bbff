"""What keeps an item as it is: that a judge was asked about it."""

from collections.abc import Sequence
from typing import Any

from cases.errors import BadInput
from cases.models import Item
from judges.models import JudgeRequest


def keep_judged(*, items: Sequence[Item], **_: Any) -> None:
    """Refuse, by BadInput, that items a judge was asked about are replaced.

    Receiver of cases.signals.items_replaced; whoever sends it has locked the study, and so does
    judges.running before it asks.
    """
    if JudgeRequest.objects.filter(item__in=items).exists():
        raise BadInput("A judge was asked about one of these items: it stays as it is.")
