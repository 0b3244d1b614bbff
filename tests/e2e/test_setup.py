"""The steps of a study that is not rated yet, with what it costs."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visitor
from tests.make import join, make_person, make_slots, make_study

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def test_the_steps_and_the_cost_are_readable(
    transactional_db: None, visitor: Visitor, check_four_ways: Callable[[Page, str], None]
) -> None:
    study = make_study("refunds", gold_share=0.05)
    make_slots(study, 24)
    join(make_person("ruth"), study, "rater")
    page = visitor.open(join(make_person("leon"), study, "lead"))
    page.goto(visitor.url + reverse("study_setup", args=[study.slug]))
    check_four_ways(page, "setup")
    page.get_by_role("button", name="Work it out").press("Enter")
    expect(page.get_by_text("These are figures to try; nothing is saved.")).to_be_visible()
