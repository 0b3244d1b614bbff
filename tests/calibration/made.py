"""Rated and judged studies, written straight into the tables."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.utils import timezone

from calibration.models import Adjudication
from cases.models import Case, Criterion, GoldAnswer, Item, Person, RubricVersion, Study
from judges.models import Judge, JudgeRequest, JudgeRun, JudgeVersion, Verdict
from raters.models import Assignment, Label, Rating
from tests.make import digest, make_case

# Per item: criterion key → answer; None is CANT_TELL.
Answers = Mapping[str, str | None]


def make_items(study: Study, splits: Sequence[str], **case_fields: object) -> list[Item]:
    """One ordinary item a split given, each of a case of its own."""
    first = make_case(study, **case_fields)
    base = Item.objects.filter(study=study).count()
    names = [digest(f"{study.slug} {base + n}") for n in range(len(splits))]
    cases = Case.objects.bulk_create(
        Case(
            study=study,
            key=name[:16],
            session_key=name,
            conversation_key=name,
            app_name=first.app_name,
            turns=first.turns,
            content_hash=first.content_hash,
            strata={"intent": "damaged_item" if n % 3 else "late_delivery", "outcome": "refunded"},
        )
        for n, name in enumerate(names)
    )
    return Item.objects.bulk_create(
        Item(study=study, case=case, key=f"i-{case.key}", split=split)
        for case, split in zip(cases, splits, strict=True)
    )


def rate_items(person: Person, answers: Mapping[Item, Answers], *, active_ms: int = 60_000) -> None:
    """Finished assignments of `person` with one rating each."""
    if not answers:
        return
    now = timezone.now()
    items = list(answers)
    criteria = {c.key: c for c in items[0].study.rubric_version.criteria.all()}
    assignments = Assignment.objects.bulk_create(
        Assignment(item=item, rater=person, leased_at=now, expires_at=now + timedelta(hours=1))
        for item in items
    )
    ratings = Rating.objects.bulk_create(
        Rating(
            assignment=assignment,
            revision=1,
            submit_key=uuid.uuid4(),
            outcome=Rating.Outcome.RATED,
            active_ms=active_ms,
        )
        for assignment in assignments
    )
    for assignment, rating in zip(assignments, ratings, strict=True):
        assignment.rating, assignment.state, assignment.finished_at = rating, "finished", now
    Assignment.objects.bulk_update(assignments, ["rating", "state", "finished_at"], batch_size=200)
    Label.objects.bulk_create(
        [
            _label(rating, item, person, criteria[key], value)
            for rating, item in zip(ratings, items, strict=True)
            for key, value in answers[item].items()
        ],
        batch_size=5_000,
    )


def _label(
    rating: Rating, item: Item, person: Person, criterion: Criterion, value: str | None
) -> Label:
    state = Label.State.CANT_TELL if value is None else Label.State.LABEL
    return Label(
        rating=rating, item=item, rater=person, criterion=criterion, state=state, value=value or ""
    )


def skip_item(person: Person, item: Item, state: str = "skipped") -> None:
    now = timezone.now()
    Assignment.objects.create(item=item, rater=person, leased_at=now, expires_at=now, state=state)


def make_version(study: Study, name: str = "baseline", *, number: int = 1) -> JudgeVersion:
    judge, _ = Judge.objects.get_or_create(study=study, name=name)
    return JudgeVersion.objects.create(
        judge=judge,
        number=number,
        model="baseline/rules",
        prompt="Grade it.",
        reply_schema={},
        rubric_version=study.rubric_version,
        content_hash=digest(f"{study.slug} {name} {number}"),
    )


def judge_items(
    version: JudgeVersion,
    answers: Mapping[Item, Answers],
    *,
    state: str = "finished",
    sample: int = 0,
    run: JudgeRun | None = None,
    side_order: str = "",
) -> JudgeRun:
    """A run with one verdict an item and criterion; None is ERROR."""
    study = version.judge.study
    criteria = {c.key: c for c in version.rubric_version.criteria.all()}
    run = run or JudgeRun.objects.create(version=version, study=study, state=state)
    requests = JudgeRequest.objects.bulk_create(
        [
            JudgeRequest(
                run=run, item=item, sample=sample, side_order=side_order, state="done", outcome="ok"
            )
            for item in answers
        ],
        batch_size=2_000,
    )
    Verdict.objects.bulk_create(
        [
            Verdict(
                request=request,
                criterion=criteria[key],
                state="error" if value is None else "valid",
                value=value or "",
                reason="missing" if value is None else "",
            )
            for request, given in zip(requests, answers.values(), strict=True)
            for key, value in given.items()
        ],
        batch_size=5_000,
    )
    return run


def adjudicate(
    item: Item, key: str, value: str | None, reviewer: Person, **fields: object
) -> Adjudication:
    """Settle one criterion of an item; None is "ambiguous"."""
    criterion = item.study.rubric_version.criteria.get(key=key)
    revision = Adjudication.objects.filter(item=item, criterion=criterion).count() + 1
    defaults = {
        "basis": "human_split",
        "outcome": "ambiguous" if value is None else "settled",
        "value": value or "",
    }
    return Adjudication.objects.create(
        item=item, criterion=criterion, revision=revision, reviewer=reviewer, **(defaults | fields)
    )


def make_next_version(study: Study) -> RubricVersion:
    """Another version of the study's rubric with the very same criteria."""
    old = study.rubric_version
    new = RubricVersion.objects.create(
        rubric=old.rubric, number=old.number + 1, content_hash=digest(f"{old} again")
    )
    for criterion in old.criteria.all():
        criterion.pk, criterion.version = None, new
        criterion.save(force_insert=True)
    return new


def gold_item(study: Study, key: str, value: str) -> Item:
    item = Item.objects.create(
        study=study,
        case=make_case(study),
        key=f"g-{Item.objects.count()}",
        purpose="gold",
        split="none",
    )
    criterion = study.rubric_version.criteria.get(key=key)
    GoldAnswer.objects.create(item=item, criterion=criterion, value=value)
    return item


def lease(person: Person, item: Item) -> Assignment:
    """`person` has `item` open and has answered nothing yet."""
    now = timezone.now()
    return Assignment.objects.create(
        item=item, rater=person, leased_at=now, expires_at=now + timedelta(hours=1)
    )


def same(items: list[Item], value: str | None, key: str = "grounded") -> dict[Item, Answers]:
    """The same answer to one criterion for all items."""
    return {item: {key: value} for item in items}


def answers(items: list[Item], letters: str, key: str = "grounded") -> dict[Item, Answers]:
    """P, F and ? (CANT_TELL or ERROR) item by item; a dot leaves the item out."""
    values = {"P": "PASS", "F": "FAIL", "?": None}
    return {i: {key: values[c]} for i, c in zip(items, letters, strict=True) if c != "."}
