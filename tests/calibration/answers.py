"""Ratings and verdicts written straight into the tables, with fixed times."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

from calibration.models import Adjudication
from cases.models import Criterion, Item, Person, Study
from judges.models import Judge, JudgeRequest, JudgeRun, JudgeVersion, Verdict
from raters.models import Assignment, Label, Rating
from tests.make import digest

NOON = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)


@contextmanager
def clock(at: datetime) -> Iterator[None]:
    """Rows made inside are dated `at`: the database refuses to redate them later."""
    with mock.patch("django.utils.timezone.now", return_value=at):
        yield


def criterion_of(study: Study, key: str) -> Criterion:
    return study.rubric_version.criteria.get(key=key)


def rate(
    item: Item,
    rater: Person,
    at: datetime = NOON,
    comment: str = "",
    evidence: list[dict[str, Any]] | None = None,
    side_order: str = "",
    **values: str,
) -> Rating:
    """One finished rating; `grounded="PASS"`, and "" is CANT_TELL."""
    assignment, _ = Assignment.objects.get_or_create(
        item=item,
        rater=rater,
        defaults={"leased_at": at, "expires_at": at + timedelta(hours=1), "side_order": side_order},
    )
    with clock(at):
        rating = _rating(assignment, "rated")
        for key, value in values.items():
            Label.objects.create(
                rating=rating,
                item=item,
                rater=rater,
                criterion=criterion_of(item.study, key),
                state="label" if value else "cant_tell",
                value=value,
                comment=comment,
                evidence=evidence or [],
            )
    _finish(assignment, rating, "finished")
    return rating


def decline(item: Item, rater: Person, outcome: str, reason: str, at: datetime = NOON) -> Rating:
    """A skip ("skipped") or an opt-out ("opted_out")."""
    assignment = Assignment.objects.create(item=item, rater=rater, leased_at=at, expires_at=at)
    with clock(at):
        rating = _rating(assignment, outcome, reason)
    _finish(assignment, rating, outcome)
    return rating


def _rating(assignment: Assignment, outcome: str, reason: str = "") -> Rating:
    return Rating.objects.create(
        assignment=assignment,
        revision=assignment.ratings.count() + 1,
        submit_key=uuid.uuid4(),
        outcome=outcome,
        reason=reason,
    )


def _finish(assignment: Assignment, rating: Rating, state: str) -> None:
    Assignment.objects.filter(pk=assignment.pk).update(
        state=state, finished_at=rating.created_at, rating=rating
    )


def make_judge_run(study: Study, name: str = "baseline") -> JudgeRun:
    judge, _ = Judge.objects.get_or_create(study=study, name=name)
    version = judge.versions.first() or JudgeVersion.objects.create(
        judge=judge,
        number=1,
        model="baseline/rules",
        prompt="Judge.",
        reply_schema={},
        rubric_version=study.rubric_version,
        content_hash=digest(name),
    )
    return JudgeRun.objects.create(version=version, study=study, state="finished", finished_at=NOON)


def judge(run: JudgeRun, item: Item, rationale: str = "", quote: str = "", **values: str) -> None:
    """One finished request; a value that starts with "!" is an ERROR for that reason."""
    request = JudgeRequest.objects.create(run=run, item=item, state="done", outcome="ok")
    with clock(NOON):
        for key, value in values.items():
            error = value.startswith("!")
            Verdict.objects.create(
                request=request,
                criterion=criterion_of(item.study, key),
                state="error" if error else "valid",
                value="" if error else value,
                reason=value[1:] if error else "",
                rationale=rationale,
                evidence=quote,
            )


def adjudicate(
    item: Item, reviewer: Person, key: str, value: str = "", basis: str = "human_split"
) -> Adjudication:
    """A reviewer's decision, a day later; without a value it is "ambiguous"."""
    criterion = criterion_of(item.study, key)
    with clock(NOON + timedelta(days=1)):
        return Adjudication.objects.create(
            item=item,
            criterion=criterion,
            revision=1 + Adjudication.objects.filter(item=item, criterion=criterion).count(),
            outcome="settled" if value else "ambiguous",
            value=value,
            basis=basis,
            note="decided",
            reviewer=reviewer,
        )
