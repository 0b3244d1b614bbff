"""Studies with gold and training items, and raters who know the answers or don't."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from cases.models import GoldAnswer, Item, Membership, Person, Study
from raters.assignment import Claim, claim_next
from raters.models import Assignment
from tests.make import make_gold, make_item
from tests.raters.answers import rate


def make_training_items(study: Study, count: int = 2, **fields: Any) -> list[Item]:
    """Training items in order; the known answer to every criterion is PASS."""
    items = [
        make_item(study, purpose=Item.Purpose.TRAINING, rank=at, **fields)
        for at in range(1, count + 1)
    ]
    GoldAnswer.objects.bulk_create(
        GoldAnswer(item=item, criterion=criterion, value="PASS", explanation="A tool says so.")
        for item in items
        for criterion in study.rubric_version.criteria.all()
    )
    return items


def member(study: Study, rater: Person) -> Membership:
    return Membership.objects.get(study=study, person=rater)


def give(item: Item, rater: Person) -> Assignment:
    """A lease of a gold item, as if it had been drawn."""
    now = timezone.now()
    return Assignment.objects.create(
        item=item, rater=rater, leased_at=now, expires_at=now + timedelta(hours=1)
    )


def rate_gold(study: Study, rater: Person, value: str) -> Assignment:
    """The rater answers one more gold item with `value`; PASS is right."""
    (item,) = make_gold(study)
    assignment = give(item, rater)
    rate(assignment, value)
    return assignment


def claimed(study: Study, rater: Person) -> Claim:
    return claim_next(study=study, rater=rater)
