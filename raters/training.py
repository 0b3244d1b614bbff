"""Training: items whose answers and explanations are shown after each, before live work.

All training items of a study are rated first, in one order for everybody. An attempt ends with the
last of them. The share of right answers decides: at least the study's pass mark, and live work
begins; less, and another attempt does, with the same items. Can't tell and a skip are not right; an
item that somebody would rather not read is left out. Labels of training items never count.

Locks: as raters.assignment.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.utils import timezone

from cases.errors import BadInput
from cases.items import PAIR_VALUES
from cases.models import AuditEvent, GoldAnswer, GoldProcess, Item, Membership, Person, Study
from raters import pairs
from raters.known_answers import Mark, process_marks
from raters.leases import lease_end, release_again
from raters.models import Assignment, Label
from raters.standing import Standing
from raters.turns import writing
from raters.walking import Walker, lock_walker

# In the order of the model's fields, as from_db wants them.
_ITEM_FIELDS = ["id", "kind", "case_id", "case_b_id", "turn", "skill", "sensitive", "purpose"]

_PARTS = """
    SELECT i.id, i.kind, i.case_id, i.case_b_id, i.turn, i.skill, i.sensitive, i.purpose,
        a.id, a.state, a.rating_id,
        (SELECT COUNT(*) FROM raters_label l JOIN cases_goldanswer g
            ON g.item_id = l.item_id AND g.criterion_id = l.criterion_id
            WHERE l.rating_id = a.rating_id AND l.state = 'label' AND l.value = g.value),
        (SELECT COUNT(*) FROM raters_label l JOIN cases_goldanswer g
            ON g.item_id = l.item_id AND g.criterion_id = l.criterion_id
            WHERE l.rating_id = a.rating_id),
        (SELECT COUNT(*) FROM cases_goldanswer g WHERE g.item_id = i.id)
    FROM cases_item i LEFT JOIN raters_assignment a
        ON a.item_id = i.id AND a.rater_id = %s AND a.attempt = %s
    WHERE i.study_id = %s AND i.purpose = 'training' AND i.retired_at IS NULL
    AND i.skill IN ({skills})
    ORDER BY i.rank, i.id
"""


@dataclass(frozen=True, slots=True)
class Part:
    """One item of an attempt. `state` and `assignment` are None until the rater is given it."""

    item: Item
    assignment: int | None
    state: str | None
    rating: int | None
    right: int
    asked: int

    @property
    def begun(self) -> bool:
        return self.assignment is not None

    @property
    def done(self) -> bool:
        return self.begun and self.state not in _UNDER_WAY

    @property
    def left_unread(self) -> bool:
        return self.state == Assignment.State.OPTED_OUT


_UNDER_WAY = {Assignment.State.LEASED, Assignment.State.RETURNED}


@dataclass(frozen=True, slots=True)
class Attempt:
    """One go through the training items, as far as it has come."""

    number: int
    parts: list[Part]

    @property
    def begun(self) -> bool:
        return any(part.begun for part in self.parts)

    @property
    def over(self) -> bool:
        return all(part.done for part in self.parts)

    @property
    def done(self) -> int:
        return sum(part.done for part in self.parts)

    @property
    def right(self) -> int:
        return sum(part.right for part in self.parts if not part.left_unread)

    @property
    def asked(self) -> int:
        return sum(part.asked for part in self.parts if part.done and not part.left_unread)

    @property
    def share(self) -> float | None:
        """Right answers among those asked for; None where nothing was asked."""
        return self.right / self.asked if self.asked else None

    def passes(self, mark: float) -> bool:
        # A share that equals the mark passes, whatever binary fractions make of it.
        return self.over and self.share is not None and self.share + 1e-9 >= mark


def attempt_of(study: Study, rater: Person, number: int, skills: Sequence[str]) -> Attempt:
    """What became of the training items in a rater's attempt. One statement, three more where
    process items have been rated in it."""
    marks = ", ".join(["%s"] * (len(skills) + 1))
    with connection.cursor() as cursor:
        values: list[int | str] = [rater.pk, number, study.pk, "", *skills]
        cursor.execute(_PARTS.format(skills=marks), values)
        parts = [_part(study, row) for row in cursor.fetchall()]
    return Attempt(number, _with_process(parts))


def _part(study: Study, row: Sequence[Any]) -> Part:
    *values, assignment, state, rating, right, labelled, known = row
    item = Item.from_db(connection.alias, _ITEM_FIELDS, values)
    item.study = study
    asked = labelled if rating is not None and state != Assignment.State.SKIPPED else known
    return Part(item, assignment, state, rating, right, asked)


def _with_process(parts: list[Part]) -> list[Part]:
    process = [part for part in parts if part.item.kind == Item.Kind.PROCESS]
    if not process:
        return parts
    found = process_marks({part.rating: part.item.pk for part in process if part.rating})
    known = GoldProcess.objects.in_bulk([part.item.pk for part in process], field_name="item_id")
    counted = []
    for part in parts:
        if part.item.kind == Item.Kind.PROCESS:
            marks = found.get(part.rating or 0, [])
            asked = len(marks) or _asked(known.get(part.item.pk))
            right = sum(mark.right is True for mark in marks)
            part = Part(part.item, part.assignment, part.state, part.rating, right, asked)
        counted.append(part)
    return counted


def _asked(known: GoldProcess | None) -> int:
    return 1 + len(known.steps) if known else 0


# --- handing out ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Now:
    """What training has for a rater: an item to rate, or that they have to begin; or it is over."""

    assignment: Assignment | None
    over: bool = False


def training_now(study: Study, rater: Person, walker: Walker, *, begin: bool = False) -> Now:
    """The training item that an untrained rater is to rate now, leased.

    An attempt begins only when the rater says so (`begin`). One in which nothing is left to do, say
    since a lead took the last item out of training, is judged. Locks: the membership's is held.
    """
    attempt = attempt_of(study, rater, walker.training_attempt, walker.skills)
    if not attempt.parts:
        return Now(None, over=True)
    if attempt.over:
        passed = _judge(study, walker.membership, attempt)
        walker.paused = walker.paused and not (passed and walker.retraining)
        return Now(None, over=passed)
    if not attempt.begun and not begin:
        return Now(None)
    part = next(part for part in attempt.parts if not part.done)
    return Now(_leased(study, rater, part, attempt.number))


def _leased(study: Study, rater: Person, part: Part, number: int) -> Assignment:
    now = timezone.now()
    if part.assignment is None:
        return Assignment.objects.create(
            item=part.item,
            rater=rater,
            attempt=number,
            # The same for everybody, as the order is.
            side_order="ab" if part.item.kind == Item.Kind.PAIRWISE else "",
            leased_at=now,
            expires_at=lease_end(study, now),
        )
    held = Assignment.objects.get(pk=part.assignment)
    held.item, held.rater = part.item, rater
    if held.state != Assignment.State.LEASED or held.expires_at <= now:
        release_again(held, study, now)
    return held


@writing()
def begin(*, study: Study, rater: Person) -> Assignment | None:
    """Begin an attempt, or go on with the one begun; None where there is no training to do.

    Raises BadInput while the study hands out nothing.
    """
    if study.state != Study.State.OPEN:
        raise BadInput("The study is not open: training waits until it is.")
    walker = lock_walker(study, rater)
    if walker is None or walker.trained or walker.results_seen:
        return None
    if walker.paused and not walker.retraining:
        return None
    return training_now(study, rater, walker, begin=True).assignment


# --- judging -------------------------------------------------------------------------------------


def note_done(standing: Standing, assignment: Assignment) -> None:
    """Judge the attempt after one more training item is done, in the same transaction.

    The membership has to be locked.
    """
    if assignment.attempt != standing.attempt:
        return
    study = assignment.item.study
    attempt = attempt_of(study, assignment.rater, standing.attempt, standing.skills)
    if attempt.over:
        _judge(study, standing.membership, attempt)


def _judge(study: Study, membership: int, attempt: Attempt) -> bool:
    """Let live work begin where the attempt passes, else the next attempt; whether it passes.

    Passing ends a pause for missed gold: the retraining was what it was for. Known answers given
    before do not count against the rater again.
    """
    member = Membership.objects.select_related("person").get(pk=membership)
    passed = attempt.passes(study.training_pass)
    if passed:
        member.trained_at = member.gold_since = timezone.now()
        member.pause_in = None
        if member.pause_cause == Membership.PauseCause.GOLD:
            member.paused_at, member.pause_cause = None, ""
    else:
        member.training_attempt = attempt.number + 1
    member.save()
    AuditEvent.record(
        "rater.trained" if passed else "rater.training_failed",
        actor=member.person,
        study=study,
        target=member.person,
        attempt=attempt.number,
        right=attempt.right,
        asked=attempt.asked,
    )
    return passed


# --- what is shown -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Explained:
    """A rater's answer to one question, the known one, and why it is so."""

    mark: Mark
    explanation: str


def explained(assignment: Assignment) -> list[Explained]:
    """What the rater answered on a training item beside the known answers, question by question."""
    rating = assignment.rating
    item = assignment.item
    if item.kind == Item.Kind.PROCESS:
        return _explained_process(item, rating.pk if rating else None)
    labels = {one.criterion_id: one for one in rating.labels.all()} if rating else {}
    known = GoldAnswer.objects.filter(item=item).select_related("criterion")
    rows = []
    for answer in known.order_by("criterion__position"):
        label = labels.get(answer.criterion_id)
        if rating is not None and labels and label is None:
            # Asks for a skill that the rater does not have.
            continue
        right = label is not None and label.state == Label.State.LABEL
        mark = Mark(
            question=answer.criterion.question,
            given=_given(label, answer, assignment.side_order),
            known=spoken(answer, answer.value, assignment.side_order),
            right=label.value == answer.value if label is not None and right else None,
        )
        rows.append(Explained(mark, answer.explanation))
    return rows


def _given(label: Label | None, answer: GoldAnswer, side_order: str) -> str:
    if label is None:
        return "No answer"
    if label.state == Label.State.CANT_TELL:
        return "Can’t tell"
    return spoken(answer, label.value, side_order)


def spoken(answer: GoldAnswer, value: str, side_order: str) -> str:
    """A value as the rating page calls it."""
    if value in PAIR_VALUES and side_order:
        side = pairs.side_of_value(value, side_order=side_order)
        return {"left": "A is better", "right": "B is better", "tie": "Equal"}[side]
    names = {level["value"]: level.get("label") for level in answer.criterion.levels}
    return names.get(value) or value


def _explained_process(item: Item, rating: int | None) -> list[Explained]:
    known = GoldProcess.objects.filter(item=item).first()
    if known is None or rating is None:
        return []
    marks = process_marks({rating: item.pk}).get(rating, [])
    # One explanation for the whole trajectory: it stands with the first error.
    return [Explained(mark, known.explanation if at == 0 else "") for at, mark in enumerate(marks)]


@dataclass(frozen=True, slots=True)
class Place:
    """Where in its attempt a training item stands: "3 of 10"."""

    number: int
    total: int
    attempt: int


def place_of(assignment: Assignment) -> Place | None:
    """None for items that are not for training."""
    item = assignment.item
    if item.purpose != Item.Purpose.TRAINING:
        return None
    member = Membership.objects.get(study=item.study_id, person=assignment.rater_id)
    attempt = attempt_of(item.study, assignment.rater, assignment.attempt, member.skills)
    items = [part.item.pk for part in attempt.parts]
    # One that a lead took out of training meanwhile comes behind the others.
    number = items.index(item.pk) + 1 if item.pk in items else len(items)
    return Place(number, len(items), assignment.attempt)
