"""Raters who answer every question the same way."""

import uuid
from typing import Any

from cases.models import Item, Person, Study
from raters.assignment import claim_next
from raters.models import Assignment, Label, Rating
from raters.ratings import Answer, record_rating


def answers_for(assignment: Assignment, value: str = "") -> dict[str, Answer]:
    pairwise = assignment.item.kind == Item.Kind.PAIRWISE
    value = value or ("first_case" if pairwise else "PASS")
    criteria = assignment.item.study.rubric_version.criteria.all()
    return {c.key: Answer(Label.State.LABEL, value) for c in criteria}


def rate(assignment: Assignment, value: str = "", **fields: Any) -> Rating:
    fields.setdefault("submit_key", uuid.uuid4())
    fields.setdefault("answers", answers_for(assignment, value))
    return record_rating(assignment=assignment, **fields)


def rate_next(study: Study, rater: Person, value: str = "") -> Assignment:
    """Claim and rate; the assignment, or the one nobody got when the queue is empty."""
    claim = claim_next(study=study, rater=rater)
    if claim.assignment is None:
        return Assignment()
    rate(claim.assignment, value)
    return claim.assignment
