"""A rater's browser in a few lines: what it holds, where it posts, what it posts."""

import re
import uuid
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cases.models import Item, Membership, Person, Study
from raters.assignment import claim_next
from raters.models import Assignment
from tests.make import make_case, make_item, make_turns

HTMX = {"HTTP_HX_REQUEST": "true"}


def ready_client(rater: Person) -> Client:
    """Logged in, guidelines read."""
    Membership.objects.filter(person=rater).update(guidelines_read_at=timezone.now())
    client = Client()
    client.force_login(rater)
    return client


def claimed(study: Study, rater: Person) -> Assignment:
    assignment = claim_next(study=study, rater=rater).assignment
    assert assignment is not None
    return assignment


def url_of(assignment: Assignment, name: str = "item_rate") -> str:
    return reverse(name, args=[assignment.item.study.slug, assignment.token])


def posted(answer: str = "level:PASS", **fields: str) -> dict[str, str]:
    return {
        "submit_key": str(uuid.uuid4()),
        "base_revision": "0",
        "active_ms": "41000",
        "correct_amount-answer": answer,
        "grounded-answer": answer,
    } | fields


def names(text: str) -> set[str]:
    return set(re.findall(r'name="([^"]+)"', text))


def make_pair(study: Study, **fields: Any) -> Item:
    second = make_case(study, make_turns(answer="Your refund is on its way, all 64.00 of it."))
    return make_item(study, kind=Item.Kind.PAIRWISE, case_b=second, **fields)
