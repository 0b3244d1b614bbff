"""Pausing, closing and opening a study, with what is in hand at that moment."""

from dataclasses import dataclass

from django.db.models import Count, Q

from cases.errors import BadInput
from cases.items import lock_study
from cases.models import AuditEvent, Person, Study
from cases.studies import set_state
from raters.models import Slot
from raters.turns import writing


@dataclass(frozen=True, slots=True)
class Left:
    """Places of a study that are not filled: in somebody's hands, open, and open with priority."""

    in_hand: int
    open: int
    prioritised: int


def left_of(study: Study) -> Left:
    """What is left to rate now. One query."""
    open_ = Q(state=Slot.State.OPEN)
    counts = Slot.objects.filter(study=study).aggregate(
        in_hand=Count("pk", filter=Q(state=Slot.State.LEASED)),
        open=Count("pk", filter=open_),
        prioritised=Count("pk", filter=open_ & Q(priority__gt=0)),
    )
    return Left(**counts)


@writing()
def change_state(*, study: Study, state: str, actor: Person) -> Left:
    """Open, pause or close a study; returns what was left at that moment.

    Pausing leaves what is in hand to its raters; closing ends it, and drafts are kept. Raises
    BadInput for a state that there is not, or that the study is in already.
    """
    now = lock_study(study)
    left = left_of(now)
    if not set_state(study=now, state=state, actor=actor):
        raise BadInput(f"The study is {now.get_state_display().lower()} already.")
    return left


def note_early_closing(*, study: Study, state: str, actor: Person, **_: object) -> None:
    """Receives cases.signals.state_changed: a study that closes before all is rated gets an audit
    event that says how much was left."""
    if state != Study.State.CLOSED:
        return
    left = left_of(study)
    if left.in_hand + left.open:
        AuditEvent.record(
            "study.closed_early",
            actor=actor,
            study=study,
            target=study,
            in_hand=left.in_hand,
            open=left.open,
            prioritised=left.prioritised,
        )
