"""Items that raters ask the leads to look at. A flag changes nothing about the rating."""

from django.db.models import QuerySet
from django.utils import timezone

from cases.errors import BadInput
from cases.models import AuditEvent, Person, Study
from raters.evidence import storable
from raters.models import Assignment, Flag

MAX_NOTE = 2_000


def flag(*, assignment: Assignment, note: str) -> Flag:
    """Ask the leads to look at an item; again, with another note, replaces the note.

    Raises BadInput for no note and for one that is too long.
    """
    note = storable(note).strip()
    if not note:
        raise BadInput("Say in a few words what the leads should look at.")
    if len(note) > MAX_NOTE:
        raise BadInput(f"The note has {len(note)} characters; keep it to {MAX_NOTE} at most.")
    made, _ = Flag.objects.update_or_create(
        assignment=assignment, resolved_at=None, defaults={"note": note}
    )
    return made


def unflag(*, assignment: Assignment) -> bool:
    """Take one's own flag back; False if there is none that is open."""
    return bool(Flag.objects.filter(assignment=assignment, resolved_at=None).delete()[0])


def flag_of(assignment: Assignment) -> Flag | None:
    """The open flag on an item that its rater has. Not asked for one just handed out."""
    fresh = assignment.state == Assignment.State.LEASED and not assignment.draft
    if fresh:
        return None
    return Flag.objects.filter(assignment=assignment, resolved_at=None).first()


def flags_in(study: Study, *, resolved: bool = False) -> QuerySet[Flag]:
    """Flags in a study with rater and case, the oldest open ones or the newest resolved first."""
    flags = Flag.objects.filter(
        assignment__item__study=study, resolved_at__isnull=not resolved
    ).select_related("assignment__rater", "assignment__item__case", "resolved_by")
    return flags.defer("assignment__item__case__turns").order_by(
        "-resolved_at" if resolved else "created_at"
    )


def open_flags(study: Study) -> QuerySet[Flag]:
    """Flags that wait for a lead."""
    return flags_in(study)


def resolve(*, flag: Flag, actor: Person) -> bool:
    """Note that a lead has looked; False if somebody had already."""
    open_ = Flag.objects.filter(pk=flag.pk, resolved_at=None)
    if not open_.update(resolved_at=timezone.now(), resolved_by=actor):
        return False
    study = flag.assignment.item.study
    AuditEvent.record("flag.resolved", actor=actor, study=study, flag=flag.pk)
    return True


def reopen(*, flag: Flag, actor: Person) -> bool:
    """Undo resolve. False where it is open, or where the rater has flagged the item again."""
    if open_again(flag.assignment) or flag.resolved_at is None:
        return False
    Flag.objects.filter(pk=flag.pk).update(resolved_at=None, resolved_by=None)
    study = flag.assignment.item.study
    AuditEvent.record("flag.reopened", actor=actor, study=study, flag=flag.pk)
    return True


def open_again(assignment: Assignment) -> bool:
    return Flag.objects.filter(assignment=assignment, resolved_at=None).exists()
