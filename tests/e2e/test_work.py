"""A lead watches the work, takes an item back and hands it on, by keyboard."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from cases.models import Person, Study
from raters.assignment import claim_next
from raters.models import Assignment
from tests.calibration.answers import clock
from tests.e2e.conftest import Visitor
from tests.make import join, make_person, make_slots, make_study
from tests.raters.answers import rate

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def lead(study: Study) -> Person:
    return join(make_person("leon"), study, "lead")


@pytest.fixture
def study(transactional_db: None) -> Study:
    study = make_study("refunds")
    make_slots(study, 24)
    make_slots(study, 2, skill="legal")
    raters = [
        join(make_person("ruth"), study, "rater"),
        join(make_person("amira", display_name="أميرة القحطاني"), study, "rater"),
        join(make_person("bo"), study, "rater"),
    ]
    now = timezone.now()
    for days, count in ((5, 3), (4, 6), (2, 4), (0, 2)):
        with clock(now - timedelta(days=days)):
            for turn in range(count):
                held = claim_next(study=study, rater=raters[turn % 2]).assignment
                assert held is not None
                rate(held, active_ms=95_000)
    claim_next(study=study, rater=raters[0])
    return study


def test_work_is_watched_and_an_item_handed_on(
    study: Study,
    lead: Person,
    visitor: Visitor,
    check_four_ways: Callable[[Page, str], None],
    check_page: Callable[[Page, str], None],
) -> None:
    held = Assignment.objects.select_related("item").get(state="leased")
    page = visitor.open(lead)
    page.goto(visitor.url + reverse("work_detail", args=[study.slug]))
    expect(page.get_by_text("15 of 52")).to_be_visible()
    check_four_ways(page, "work")
    # Newer figures come by themselves, and where the reader is stays.
    claim_next(study=study, rater=Person.objects.get(username="bo"))
    page.get_by_role("button", name="Pause").focus()
    before = page.evaluate("window.scrollY")
    page.evaluate("htmx.trigger('#work-figures', 'refresh')")
    expect(page.locator("#work-raters").get_by_text("1, for 0 minutes")).to_have_count(2)
    assert page.evaluate("window.scrollY") == before
    expect(page.get_by_role("button", name="Pause")).to_be_focused()

    page.goto(visitor.url + reverse("work_items", args=[study.slug]) + "?state=in_hand")
    check_page(page, "work-items-1440")
    page.get_by_role("link", name=held.item.key, exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_label("Who gets it instead of Ruth").select_option(label="for Bo")
    page.get_by_role("button", name="Take back from Ruth").press("Enter")
    expect(page.get_by_text("Taken back from Ruth; Bo gets it next.")).to_be_visible()
    check_four_ways(page, "work-item")
    page.goto(visitor.url + reverse("work_extend", args=[study.slug]))
    check_page(page, "work-more-1440")
    page.goto(visitor.url + reverse("round_list", args=[study.slug]))
    page.get_by_label("How many items, drawn by lot").fill("3")
    page.get_by_role("button", name="Start the round").press("Enter")
    expect(page.get_by_text("Round 1 has begun with 3 items.")).to_be_visible()
    check_page(page, "work-rounds-1440")
