"""A rater's own list: what they submitted in a study, to search, look at and change."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from cases.models import Item, Person, Study
from cases.transcript import Turn, turns_from_json
from raters.formats import format_of
from raters.models import Assignment, Flag, Label, Rating
from raters.ratings import change_ends

MAX_WORDS = 200
# What does not count for now is listed as any other.
_DONE = [
    Assignment.State.FINISHED,
    Assignment.State.SET_ASIDE,
    Assignment.State.SURPLUS,
    Assignment.State.SKIPPED,
    Assignment.State.OPTED_OUT,
]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list."""

    token: str
    at: datetime
    opening: str
    turn: int | None
    outcome: str
    reason: str
    answers: list[tuple[str, str]]
    revision: int
    flagged: bool
    may_change: bool

    @property
    def can_be_read(self) -> bool:
        return self.outcome == Rating.Outcome.RATED


def submitted_by(
    rater: Person,
    study: Study,
    *,
    words: str = "",
    outcome: str = "",
    flagged: bool = False,
    commented: bool = False,
) -> QuerySet[Assignment]:
    """The rater's submissions in this study, newest first; those of training apart.

    `words` are looked for in what the rater wrote: comments, reasons, notes of flags.
    """
    # A live flag of this rater, and the labels of the revision that counts.
    flags = Flag.objects.filter(assignment=OuterRef("pk"), resolved_at=None)
    labels = Label.objects.filter(rating=OuterRef("rating"))
    mine = (
        Assignment.objects.of(rater, study)
        .filter(state__in=_DONE, rating__isnull=False)
        .exclude(item__purpose=Item.Purpose.TRAINING)
        .annotate(flagged=Exists(flags))
    )
    if words := words.strip()[:MAX_WORDS]:
        written = Q(Exists(labels.filter(comment__icontains=words)))
        written |= Q(rating__reason__icontains=words)
        written |= Q(rating__first_error__comment__icontains=words)
        noted = Flag.objects.filter(assignment=OuterRef("pk"), note__icontains=words)
        mine = mine.filter(written | Q(Exists(noted)))
    if outcome in Rating.Outcome.values:
        mine = mine.filter(rating__outcome=outcome)
    if flagged:
        mine = mine.filter(flagged=True)
    if commented:
        said = Q(Exists(labels.exclude(comment=""))) | Q(rating__first_error__comment__gt="")
        mine = mine.filter(said)
    return (
        mine.select_related("rating__first_error", "item__case")
        .prefetch_related("rating__labels__criterion", "rating__step_labels")
        .order_by("-rating__created_at", "-pk")
    )


def rows_of(assignments: Iterable[Assignment], study: Study) -> list[Row]:
    """The lines of some of them."""
    now = timezone.now()
    return [_row(one, one.rating, study, now) for one in assignments if one.rating]


def _row(assignment: Assignment, rating: Rating, study: Study, now: datetime) -> Row:
    ends = change_ends(assignment, study.change_hours)
    return Row(
        token=str(assignment.token),
        at=rating.created_at,
        opening=_opening(turns_from_json(assignment.item.case.turns)),
        turn=assignment.item.turn,
        outcome=rating.outcome,
        reason=rating.reason,
        answers=format_of(assignment).answers(assignment, rating),
        revision=rating.revision,
        flagged=getattr(assignment, "flagged", False),
        may_change=study.state == Study.State.OPEN and (ends is None or now < ends),
    )


def _opening(turns: Sequence[Turn]) -> str:
    """The first words of a transcript, by which a rater knows it again."""
    first = next((turn.text for turn in turns if turn.text), "")
    words = " ".join(first.split())
    return words if len(words) <= 120 else f"{words[:119]}…"
