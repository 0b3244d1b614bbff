"""Ratings that do not count until a lead decides: kept, marked, and the places opened again.

A rating set aside keeps its answers and leaves its slot to somebody else. Reinstated it takes an
open slot of its item; where others have filled them all it is surplus: kept and marked, but not
counted, so that the overlap stays exact. Both ways can be gone again.

Locks: the membership's row first, then assignments in the order of their ids, then slots in the
order of theirs. A submission and a claim of the same rater wait at the membership.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import batched

from django.db.models import Q
from django.utils import timezone

from cases.errors import BadInput
from cases.models import AuditEvent, Item, Membership, Person, Study
from raters.models import Assignment, CalibrationRound, SetAside, Slot
from raters.turns import writing

# Rows named in one statement.
_BATCH = 500
MAX_NOTE = 2_000


@writing()
def set_aside(
    *,
    study: Study,
    rater: Person,
    reason: str,
    actor: Person | None,
    cause: str = SetAside.Cause.LEAD,
    assignments: Iterable[int] | None = None,
    since: datetime | None = None,
) -> SetAside:
    """Set aside the rater's finished ratings of ordinary items as one batch.

    All of them, or those with ids in `assignments`, or those finished after `since`. Raises
    BadInput without a reason, and where there is nothing to set aside.
    """
    reason = _checked(reason, "Say why these ratings are set aside.")
    _lock_membership(study, rater)
    ratings = Assignment.objects.of(rater, study).finished()
    if since is not None:
        ratings = ratings.filter(finished_at__gt=since)
    if assignments is None:
        chosen = list(ratings.order_by("pk").values_list("pk", flat=True))
    else:
        chosen = []
        for some in batched(sorted(set(assignments)), _BATCH):
            chosen += ratings.filter(pk__in=some).values_list("pk", flat=True)
    held = _hold_out(study, sorted(chosen))
    if not held:
        raise BadInput(f"There is no rating of {rater} to set aside.")
    batch = SetAside.objects.create(
        study=study, rater=rater, cause=cause, reason=reason, created_by=actor
    )
    link = SetAside.assignments.through
    link.objects.bulk_create(
        [link(setaside_id=batch.pk, assignment_id=pk) for pk in held], batch_size=_BATCH
    )
    AuditEvent.record(
        "ratings.set_aside",
        actor=actor,
        study=study,
        target=batch,
        rater=rater.pk,
        cause=str(cause),
        ratings=len(held),
    )
    return batch


@writing()
def reinstate(*, batch: SetAside, actor: Person | None, note: str = "") -> tuple[int, int]:
    """Let the ratings of a batch count again; returns how many do, and how many are surplus.

    Those that another batch holds out stay out. Raises BadInput when they count already.
    """
    batch = _lock_batch(batch)
    if batch.decision == SetAside.Decision.REINSTATED:
        raise BadInput("These ratings have been reinstated already.")
    counting = surplus = 0
    for some in batched(_held_by(batch), _BATCH):
        rows = _locked(some, [Assignment.State.SET_ASIDE])
        places = _take_places(batch.rater, [item for _, item, _ in rows])
        back = []
        for pk, item, _ in rows:
            slot = places.pop(item, None)
            state = Assignment.State.SURPLUS if slot is None else Assignment.State.FINISHED
            back.append(Assignment(pk=pk, state=state, slot_id=slot))
            counting, surplus = counting + (slot is not None), surplus + (slot is None)
        Assignment.objects.bulk_update(back, ["state", "slot"], batch_size=_BATCH)
    _decide(batch, SetAside.Decision.REINSTATED, actor, note, counting=counting, surplus=surplus)
    return counting, surplus


@writing()
def keep_out(*, batch: SetAside, actor: Person | None, note: str = "") -> int:
    """Decide that a batch stays out; one that was reinstated goes out again. Returns how many
    ratings it holds out. Raises BadInput when that is decided already."""
    batch = _lock_batch(batch)
    if batch.decision == SetAside.Decision.KEPT_OUT:
        raise BadInput("These ratings are kept out already.")
    if batch.decision == SetAside.Decision.REINSTATED:
        _hold_out(batch.study, _of(batch), surplus=True)
    count = len(_held_by(batch))
    _decide(batch, SetAside.Decision.KEPT_OUT, actor, note, ratings=count)
    return count


# --- inside ---------------------------------------------------------------------------------------


def _checked(text: str, problem: str = "") -> str:
    text = text.strip()
    if problem and not text:
        raise BadInput(problem)
    if len(text) > MAX_NOTE or "\x00" in text:
        raise BadInput(f"Write plain text of {MAX_NOTE:,} characters at most.")
    return text


def _lock_membership(study: Study, rater: Person) -> None:
    of_rater = Membership.objects.filter(study=study, person=rater)
    if of_rater.select_for_update(of=("self",), no_key=True).first() is None:
        raise BadInput(f"{rater} is not a member of this study.")


def _lock_batch(batch: SetAside) -> SetAside:
    """The batch as it is now, with its rater's membership locked."""
    _lock_membership(batch.study, batch.rater)
    batches = SetAside.objects.select_for_update(of=("self",)).select_related("study", "rater")
    return batches.get(pk=batch.pk)


def _of(batch: SetAside) -> list[int]:
    return list(batch.assignments.order_by("pk").values_list("pk", flat=True))


def _held_by(batch: SetAside) -> list[int]:
    """Ids of the batch's ratings that are set aside, and by no other batch."""
    others = SetAside.objects.exclude(pk=batch.pk)
    others = others.exclude(decision=SetAside.Decision.REINSTATED).filter(rater=batch.rater_id)
    elsewhere = set(others.values_list("assignments", flat=True))
    out = batch.assignments.filter(state=Assignment.State.SET_ASIDE)
    return [pk for pk in out.order_by("pk").values_list("pk", flat=True) if pk not in elsewhere]


def _locked(pks: Sequence[int], states: Sequence[str]) -> list[tuple[int, int, int | None]]:
    """(id, item, slot) of those of `pks` that are in one of `states`, their rows locked."""
    rows = Assignment.objects.select_for_update(of=("self",)).filter(
        pk__in=pks, state__in=states, item__purpose=Item.Purpose.ORDINARY
    )
    return list(rows.order_by("pk").values_list("pk", "item_id", "slot_id"))


def _hold_out(study: Study, pks: Sequence[int], *, surplus: bool = False) -> list[int]:
    """Take ratings out of their slots; ids of those that were there to be taken out."""
    states = [Assignment.State.FINISHED] + [Assignment.State.SURPLUS] * surplus
    going_on = list(CalibrationRound.objects.filter(study=study, closed_at=None))
    out: list[int] = []
    for some in batched(pks, _BATCH):
        rows = _locked(some, states)
        found = [pk for pk, _, _ in rows]
        Assignment.objects.filter(pk__in=found).update(state=Assignment.State.SET_ASIDE, slot=None)
        _open_again([slot for _, _, slot in rows if slot is not None], going_on)
        out += found
    return out


def _open_again(slots: Sequence[int], going_on: Sequence[CalibrationRound]) -> None:
    """Open filled slots for others. In a round that goes on everybody rates the same items, so
    nobody else may have the place: it waits for the lead's decision."""
    filled = Slot.objects.filter(pk__in=slots, state=Slot.State.FILLED)
    list(filled.select_for_update().order_by("pk").values_list("pk"))
    filled.exclude(round__in=going_on).update(state=Slot.State.OPEN, reserved_for=None)
    filled.update(state=Slot.State.OPEN)


def _take_places(rater: Person, items: Sequence[int]) -> dict[int, int]:
    """Item → the open slot taken for the rater, one kept for them before others; if it has one."""
    mine = Q(reserved_for=None) | Q(reserved_for=rater)
    free = Slot.objects.filter(mine, item__in=items, state=Slot.State.OPEN)
    rows = list(
        free.select_for_update(of=("self",))
        .order_by("pk")
        .values_list("item_id", "reserved_for_id", "number", "pk")
    )
    taken: dict[int, int] = {}
    for item, _, _, pk in sorted(rows, key=lambda row: (row[1] is None, row[2])):
        taken.setdefault(item, pk)
    Slot.objects.filter(pk__in=taken.values()).update(state=Slot.State.FILLED)
    return taken


def _decide(batch: SetAside, decision: str, actor: Person | None, note: str, **counts: int) -> None:
    batch.decision = decision
    batch.decision_note = _checked(note)
    batch.decided_by = actor
    batch.decided_at = timezone.now()
    batch.save(update_fields=["decision", "decision_note", "decided_by", "decided_at"])
    AuditEvent.record(
        f"ratings.{decision}",
        actor=actor,
        study=batch.study,
        target=batch,
        rater=batch.rater_id,
        **counts,
    )
