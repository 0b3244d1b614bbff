"""Marking misses and false alarms in a preview. What is kept says where and of which kind."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Count, Q
from django.utils import timezone

from cases.errors import BadInput
from cases.identifiers import keyed
from cases.models import (
    Person,
    RedactionMark,
    RedactionPreview,
    RedactionPreviewSession,
)
from cases.redaction.policy import ALWAYS
from cases.redaction_drafts import Change, add_change
from cases.redaction_findings import findings_of
from cases.redaction_places import Hidden, Place, Slot, page_of
from cases.redactors import denied

Verdict = RedactionMark.Verdict

MISS_ACTIONS = {
    "deny": "Hide these words everywhere",
    "hide_key": "Hide whatever stands under this key",
    "note": "Only count it",
}
FALSE_ALARM_ACTIONS = {
    "allow": "Keep this text everywhere",
    "keep_key": "Keep whatever stands under this key",
    "keep_kind": "Switch this kind off",
    "note": "Only count it",
}


@dataclass(frozen=True, slots=True)
class Measured:
    """What looking at a preview has shown. `spans` are those on pages that were seen."""

    sessions: int
    looked: int
    spans: int
    false_alarms: int
    misses: int

    @property
    def precision(self) -> float | None:
        """Share of the hidden spans looked at that are no false alarm; None if there is none."""
        return (self.spans - self.false_alarms) / self.spans if self.spans else None


def measured(preview: RedactionPreview) -> Measured:
    rows = preview.sessions.exclude(looked_at=None).values_list("findings", "pages_seen")
    looked = [sum(page_of(finding[0]) in seen for finding in found) for found, seen in rows]
    marks = RedactionMark.objects.filter(session__preview=preview).aggregate(
        false_alarms=Count("pk", filter=Q(verdict=Verdict.FALSE_ALARM)),
        misses=Count("pk", filter=Q(verdict=Verdict.MISS)),
    )
    return Measured(
        sessions=preview.sessions.count(), looked=len(looked), spans=sum(looked), **marks
    )


@transaction.atomic
def note_page_seen(row: RedactionPreviewSession, page: int) -> bool:
    """Note that somebody saw a page of the session's original text; False if that is known."""
    locked = RedactionPreviewSession.objects.select_for_update().get(pk=row.pk)
    if page in locked.pages_seen:
        return False
    locked.pages_seen = [*locked.pages_seen, page]
    locked.looked_at = locked.looked_at or timezone.now()
    locked.save(update_fields=["pages_seen", "looked_at"])
    return True


def mark_miss(
    *,
    row: RedactionPreviewSession,
    slot: Slot,
    start: int,
    end: int,
    kind: str,
    action: str,
    actor: Person,
) -> None:
    """Say that characters `start` to `end` of a slot should be hidden. Raises BadInput."""
    if not 0 <= start < end <= len(slot.text):
        raise BadInput("no text is chosen: select some, or type the words")
    change: Change | None = None
    if action == "deny":
        change = {"do": "deny", **denied(slot.text[start:end], kind)}
    elif action == "hide_key":
        change = {"do": "hide_key", "key": _key_of(row, slot), "kind": kind}
    _mark(row, slot, start, end, Verdict.MISS, kind, "", change, actor)


def mark_false_alarm(
    *, row: RedactionPreviewSession, slot: Slot, hidden: Hidden, action: str, actor: Person
) -> None:
    """Say that a hidden span should not be hidden. Raises BadInput."""
    kind = hidden.kind
    if kind in ALWAYS and action in ("allow", "keep_kind"):
        raise BadInput("cards, passwords and keys are hidden under every policy: only count it")
    change: Change | None = None
    if action == "allow":
        change = {"do": "allow", "text": slot.text[hidden.start : hidden.end]}
    elif action == "keep_key":
        change = {"do": "keep_key", "key": _key_of(row, slot)}
    elif action == "keep_kind":
        change = {"do": "keep_kind", "kind": kind}
    start, end = hidden.start, hidden.end
    _mark(row, slot, start, end, Verdict.FALSE_ALARM, kind, hidden.rule, change, actor)


def place_hash(row: RedactionPreviewSession, slot: Slot, start: int, end: int) -> str:
    """Names a place in a session; the same in every preview of it."""
    return keyed("redaction mark", row.session_key, slot.name, str(start), str(end))


def unmark(*, row: RedactionPreviewSession, pk: int, actor: Person) -> bool:
    """Take back a mark that made no change. False if there is none of this person's."""
    deleted, _ = row.marks.filter(pk=pk, created_by=actor, change_id="").delete()
    return bool(deleted)


@transaction.atomic
def _mark(
    row: RedactionPreviewSession,
    slot: Slot,
    start: int,
    end: int,
    verdict: str,
    kind: str,
    rule: str,
    change: Change | None,
    actor: Person,
) -> None:
    fields: dict[str, Any] = {"verdict": verdict, "kind": kind, "rule": rule}
    try:
        with transaction.atomic():
            mark = RedactionMark.objects.create(
                session=row,
                place_hash=place_hash(row, slot, start, end),
                created_by=actor,
                **fields,
            )
    except IntegrityError:
        raise BadInput("this place is marked already: undo that first") from None
    if change is not None:
        mark.change_id = add_change(study=row.preview.study, person=actor, change=change)
        mark.save(update_fields=["change_id"])


def _key_of(row: RedactionPreviewSession, slot: Slot) -> str:
    """The key that a slot stands under. Raises BadInput if there is none, or if it is private."""
    if not slot.key or slot.place.in_key:
        raise BadInput("this text stands under no key: choose another way")
    private = {hidden.place for hidden in findings_of(row) if hidden.place.in_key}
    if not private.isdisjoint(_key_places(slot)):
        raise BadInput(
            "this key is somebody's itself, and policies keep keys as they are: choose another way"
        )
    return slot.key


def _key_places(slot: Slot) -> Iterator[Place]:
    """Where the key of a slot stands: beside it, or beside the lists that it is in."""
    path, way = slot.place.path, slot.keys
    yield Place(slot.place.step, path, in_key=True)
    while path and way.endswith(last := f"[{path[-1]}]"):
        path, way = path[:-1], way.removesuffix(last)
        yield Place(slot.place.step, path, in_key=True)
