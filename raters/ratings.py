"""What a rater answers, kept once and never overwritten.

Locks: the membership's row first, then the assignment's, then its slot, in every function here and
in raters.assignment.
"""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, connection
from django.utils import timezone

from cases.errors import BadInput
from cases.items import PAIR_VALUES
from cases.models import Criterion, Item, Person, RubricVersion, Study
from cases.rubrics import freeze
from raters.criteria import asked_of, criteria_of
from raters.gold_checks import note_finished
from raters.leases import execute, lease_end, take_slot
from raters.models import Assignment, Label, Rating, Slot
from raters.standing import Standing, lock_standing
from raters.training import note_done
from raters.turns import writing

MAX_ACTIVE_MS = 24 * 60 * 60 * 1000

FOREIGN_FORM = "This form belongs to another item. Load the page again."
TAKEN_BACK = "The evaluation lead has taken this item back."
SAVED_NOT = "Your answers are kept here but do not count."


# Writes the answers that belong to a new rating.
type Keep = Callable[[Rating], None]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer for one criterion. `value` is empty for CANT_TELL.

    For a pairwise item `value` is first_case, second_case or tie. `evidence` is a list of
    {"turn", "step", "start", "end", "quote"}.
    """

    state: str
    value: str = ""
    comment: str = ""
    evidence: list[dict[str, Any]] = field(default_factory=list)


def record_rating(
    *,
    assignment: Assignment,
    submit_key: uuid.UUID,
    answers: Mapping[str, Answer],
    active_ms: int | None = None,
    base_revision: int | None = None,
    rubric_hash: str = "",
) -> Rating:
    """Keep one rater's answers for one item and fill its slot.

    The same `submit_key` again returns the rating it made. An assignment that is finished gets a
    new revision while the study is open; where `base_revision` is given it has to be the newest
    one, so that a forgotten window doesn't overwrite; where `rubric_hash` is given it has to be the
    content hash of the study's rubric version, so that nobody's answers count for questions they
    weren't shown. Raises BadInput, having written nothing,
    for missing or unknown answers, for a lease that ran out and whose place is taken, and for a
    study that takes no more ratings.
    """

    def check(locked: Assignment, standing: Standing) -> Keep:
        criteria = criteria_of(_frozen(locked.item.study.rubric_version, rubric_hash))
        criteria = asked_of(criteria, standing.skills)
        _check_answers(criteria, locked.item, answers)
        return lambda rating: _keep_labels(rating, locked, criteria, answers)

    return record(
        assignment=assignment,
        submit_key=submit_key,
        check=check,
        active_ms=active_ms,
        base_revision=base_revision,
    )


def record(
    *,
    assignment: Assignment,
    submit_key: uuid.UUID,
    check: Callable[[Assignment, Standing], Keep],
    active_ms: int | None = None,
    base_revision: int | None = None,
) -> Rating:
    """Keep a submission of any format, by the rules of record_rating.

    `check` gets the locked assignment and the rater's standing, raises BadInput for answers that
    can't be kept, and returns what writes them for the new rating.
    """
    try:
        return _record(assignment, submit_key, check, active_ms, base_revision)
    except IntegrityError:
        if Rating.objects.filter(submit_key=submit_key).exists():
            raise BadInput(FOREIGN_FORM) from None
        raise


@writing()
def _record(
    assignment: Assignment,
    submit_key: uuid.UUID,
    check: Callable[[Assignment, Standing], Keep],
    active_ms: int | None,
    base_revision: int | None,
) -> Rating:
    standing, locked = _lock(assignment)
    # While it is leased nothing has been submitted for it, and asking would be for nothing: the
    # key of another item's form meets the unique constraint.
    fresh = locked.state == Assignment.State.LEASED
    earlier = None if fresh else _earlier(locked, submit_key)
    if earlier is not None:
        return earlier
    if standing is None:
        raise BadInput(f"You no longer rate in this study. {SAVED_NOT}")
    keep = check(locked, standing)
    newest = newest_revision(locked)
    if base_revision is not None and base_revision != newest:
        raise BadInput(
            "You have already rated this item in another window. "
            "Submit again to replace the answers given there with these."
        )
    _check_takes_ratings(locked, standing)
    rating = _append(locked, newest + 1, submit_key, Rating.Outcome.RATED, active_ms)
    keep(rating)
    _finish(locked, rating, Assignment.State.FINISHED, standing)
    return rating


def skip(
    *, assignment: Assignment, submit_key: uuid.UUID, reason: str, active_ms: int | None = None
) -> Rating:
    """Put the item back for somebody else, with the reason. Raises BadInput without a reason."""
    if not reason.strip():
        raise BadInput("Say in a few words why you skip this item.")
    return _decline(
        assignment, submit_key, Rating.Outcome.SKIPPED, Assignment.State.SKIPPED, reason, active_ms
    )


def opt_out(
    *, assignment: Assignment, submit_key: uuid.UUID, reason: str = "", active_ms: int | None = None
) -> Rating:
    """Leave an item one does not want to read. Needs no reason and has no consequence."""
    return _decline(
        assignment,
        submit_key,
        Rating.Outcome.OPTED_OUT,
        Assignment.State.OPTED_OUT,
        reason,
        active_ms,
    )


@writing()
def save_draft(*, assignment: Assignment, draft: Mapping[str, Any], now: datetime) -> bool:
    """Keep what is typed but not submitted, and the lease of whoever is typing.

    False when the item is no longer being rated, so there is nothing to draft.
    """
    open_states = Assignment.objects.filter(pk=assignment.pk)
    ends = lease_end(assignment.item.study, now)
    if open_states.filter(state=Assignment.State.LEASED).update(draft=draft, expires_at=ends):
        return True
    lost = [Assignment.State.RETURNED, Assignment.State.TAKEN_BACK]
    return bool(open_states.filter(state__in=lost).update(draft=draft))


def last_finished(*, study: Study, rater: Person) -> Assignment | None:
    """The item the rater finished last: what "undo" opens again."""
    return Assignment.objects.of(rater, study).rated().order_by("-finished_at").first()


def newest_revision(assignment: Assignment) -> int:
    """The number of the newest submission for this assignment, 0 before the first."""
    if assignment.rating_id is None and assignment.state == Assignment.State.LEASED:
        return 0
    newest = assignment.ratings.order_by("-revision").values_list("revision", flat=True).first()
    return newest or 0


# --- inside ----------------------------------------------------------------------------------


# The statements that every submission makes are written out, as in raters.assignment.
_ASSIGNMENT = "SELECT * FROM raters_assignment WHERE id = %s"
_FINISH = """
    UPDATE raters_assignment SET state = %s, rating_id = %s, slot_id = %s, finished_at = %s,
    draft = '{}' WHERE id = %s
"""
_FILL = "UPDATE raters_slot SET state = 'filled' WHERE id = %s AND state = 'leased'"
# In a round that goes on everybody rates the same items, so nobody else may have the place.
_REOPEN = """
    UPDATE raters_slot SET state = 'open', reserved_for_id = CASE WHEN round_id IN
        (SELECT id FROM raters_calibrationround WHERE closed_at IS NULL) THEN reserved_for_id END
    WHERE id = %s AND state = 'leased'
"""


def _lock(assignment: Assignment) -> tuple[Standing | None, Assignment]:
    """The rater's standing and the assignment as they are now, locked.

    Read now, under the lock: the page may have been open for hours. The assignment gets the item
    and the rater that the caller has loaded.
    """
    standing = lock_standing(assignment)
    lock = "FOR UPDATE" if connection.features.has_select_for_update else ""
    (locked,) = Assignment.objects.raw(f"{_ASSIGNMENT} {lock}", [assignment.pk])
    locked.item, locked.rater = assignment.item, assignment.rater
    return standing, locked


def _frozen(version: RubricVersion, shown: str) -> RubricVersion:
    """The version, which can't change any more, if its questions are those that were shown."""
    if version.frozen_at is None:
        freeze(version)
    if shown and shown != version.content_hash:
        raise BadInput(
            "The questions were changed while you were answering. Read them again below; "
            "your answers are kept where the question is still there."
        )
    return version


def _earlier(assignment: Assignment, submit_key: uuid.UUID) -> Rating | None:
    """The rating this form has already made."""
    rating = Rating.objects.filter(submit_key=submit_key).first()
    if rating is not None and rating.assignment_id != assignment.pk:
        raise BadInput(FOREIGN_FORM)
    return rating


def _check_answers(criteria: list[Criterion], item: Item, answers: Mapping[str, Answer]) -> None:
    if item.kind == Item.Kind.PROCESS:
        raise BadInput("This item is rated step by step; the rubric's questions are not asked.")
    unknown = set(answers) - {criterion.key for criterion in criteria}
    if unknown:
        raise BadInput(f"The rubric has no question {', '.join(sorted(unknown))}.")
    for criterion in criteria:
        answer = answers.get(criterion.key)
        pairwise = item.kind == Item.Kind.PAIRWISE
        allowed = PAIR_VALUES if pairwise else criterion.values
        if answer is None:
            raise BadInput(f"{criterion.question}: choose an answer or Can't tell.")
        if answer.state == Label.State.CANT_TELL:
            if answer.value:
                raise BadInput(f"{criterion.question}: Can't tell takes no value.")
        elif answer.state != Label.State.LABEL or answer.value not in allowed:
            raise BadInput(f"{criterion.question}: {answer.value!r} is not one of its answers.")


def change_ends(assignment: Assignment, change_hours: int | None) -> datetime | None:
    """Until when a finished rating may be changed; None for as long as the study is open."""
    if change_hours is None or assignment.finished_at is None:
        return None
    return assignment.finished_at + timedelta(hours=change_hours)


def _check_takes_ratings(assignment: Assignment, standing: Standing) -> None:
    """Raise BadInput unless this assignment may be rated or corrected now."""
    state = standing.study_state
    if state == Study.State.CLOSED:
        raise BadInput(f"The study has been closed. {SAVED_NOT}")
    match assignment.state:
        case Assignment.State.LEASED:
            # A paused study hands out nothing new; what is being rated may be finished.
            return
        case Assignment.State.FINISHED:
            if assignment.item.purpose == Item.Purpose.TRAINING:
                raise BadInput("You have seen the answers: what you gave in training stays.")
            if state != Study.State.OPEN:
                raise BadInput(f"The study is paused: changes have to wait. {SAVED_NOT}")
            ends = change_ends(assignment, standing.change_hours)
            if ends is not None and ends < timezone.now():
                raise BadInput(f"The time for changing this rating is over. {SAVED_NOT}")
        case Assignment.State.SET_ASIDE | Assignment.State.SURPLUS:
            raise BadInput(f"This rating cannot be changed now. {SAVED_NOT}")
        case Assignment.State.RETURNED:
            if not take_slot(assignment, Slot.State.LEASED):
                raise BadInput(
                    "The time for this item ran out and somebody else has taken it. " + SAVED_NOT
                )
        case Assignment.State.TAKEN_BACK:
            raise BadInput(f"{TAKEN_BACK} {SAVED_NOT}")
        case _:
            raise BadInput("You have already left this item to somebody else.")


def _append(
    assignment: Assignment,
    revision: int,
    submit_key: uuid.UUID,
    outcome: str,
    active_ms: int | None,
    reason: str = "",
) -> Rating:
    return Rating.objects.create(
        assignment=assignment,
        revision=revision,
        submit_key=submit_key,
        outcome=outcome,
        reason=reason,
        active_ms=None if active_ms is None else max(0, min(active_ms, MAX_ACTIVE_MS)),
    )


def _keep_labels(
    rating: Rating,
    assignment: Assignment,
    criteria: list[Criterion],
    answers: Mapping[str, Answer],
) -> None:
    Label.objects.bulk_create(_label(rating, assignment, c, answers[c.key]) for c in criteria)


def _label(rating: Rating, assignment: Assignment, criterion: Criterion, answer: Answer) -> Label:
    return Label(
        rating=rating,
        item_id=assignment.item_id,
        rater_id=assignment.rater_id,
        criterion=criterion,
        state=answer.state,
        value=answer.value,
        comment=answer.comment,
        evidence=answer.evidence,
    )


def _finish(assignment: Assignment, rating: Rating, state: str, standing: Standing | None) -> None:
    """Let the assignment point to `rating`; fill its slot, or open it for somebody else.

    Then what follows for the rater: the end of training, or a pause.
    """
    finished = state == Assignment.State.FINISHED
    correction = assignment.state == Assignment.State.FINISHED
    slot = assignment.slot_id
    at = assignment.finished_at if correction else timezone.now()
    values = [state, rating.pk, slot if finished else None]
    values += [connection.ops.adapt_datetimefield_value(at), assignment.pk]
    changed = execute(_FINISH, values)
    if slot is not None and not correction:
        changed += execute(_FILL if finished else _REOPEN, [slot]) - 1
    if changed != 1:
        raise RuntimeError(f"assignment {assignment.pk} and its slot disagree")
    if standing is None or correction:
        return
    if assignment.item.purpose == Item.Purpose.TRAINING:
        note_done(standing, assignment)
    elif finished:
        note_finished(standing, assignment)


@writing()
def _decline(
    assignment: Assignment,
    submit_key: uuid.UUID,
    outcome: str,
    state: str,
    reason: str,
    active_ms: int | None,
) -> Rating:
    standing, locked = _lock(assignment)
    earlier = _earlier(locked, submit_key)
    if earlier is not None:
        return earlier
    if locked.state == Assignment.State.TAKEN_BACK:
        raise BadInput(TAKEN_BACK)
    if locked.state not in {Assignment.State.LEASED, Assignment.State.RETURNED}:
        raise BadInput("This item is already done; it can be changed but not skipped.")
    revision = newest_revision(locked) + 1
    rating = _append(locked, revision, submit_key, outcome, active_ms, reason.strip())
    _finish(locked, rating, state, standing)
    return rating
