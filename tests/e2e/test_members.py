"""The page of a member in each of its states, and how a lead gets there and back by keyboard."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from cases.models import Person, Study
from tests.e2e.conftest import Visitor
from tests.make import join, make_person, make_study

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def study(transactional_db: None) -> Study:
    study = make_study("refunds")
    read = timezone.now()
    join(make_person("ruth"), study, "rater", guidelines_read_at=read, skills=["legal"])
    join(
        make_person("amira", display_name="أميرة القحطاني"),
        study,
        "rater",
        paused_at=read,
        pause_cause="gold",
    )
    return study


@pytest.fixture
def lead(study: Study) -> Person:
    return join(make_person("leon"), study, "lead")


def test_members_are_paused_removed_and_brought_back(
    study: Study,
    lead: Person,
    visitor: Visitor,
    check_four_ways: Callable[[Page, str], None],
    check_page: Callable[[Page, str], None],
) -> None:
    page = visitor.open(lead)
    page.goto(visitor.url + reverse("people_list", args=[study.slug]))
    check_page(page, "people-list-members-1440")
    page.get_by_role("link", name="Ruth").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("They get items whenever the study is open.")).to_be_visible()
    check_four_ways(page, "member-rates")

    page.get_by_role("button", name="Remove from the study").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Ruth is removed; their ratings stay.")).to_be_visible()
    check_page(page, "member-removed-1440")
    page.get_by_role("button", name="Bring back").press("Enter")
    expect(page.get_by_text("Ruth is back in the study.")).to_be_visible()

    skills = page.get_by_label("What this rater knows of")
    skills.fill("two words")
    skills.press("Enter")
    expect(page.get_by_text("can't name a skill")).to_be_visible()
    expect(skills).to_have_value("two words")
    check_page(page, "member-skills-bad-1440")

    page.go_back()
    page.goto(visitor.url + reverse("people_list", args=[study.slug]))
    page.get_by_role("link", name="أميرة القحطاني").click()
    check_page(page, "member-paused-1440")
    page.get_by_role("button", name="Let them go on").press("Enter")
    expect(page.get_by_text("goes on rating.")).to_be_visible()


def test_a_list_is_invited_by_keyboard(
    study: Study,
    lead: Person,
    visitor: Visitor,
    check_four_ways: Callable[[Page, str], None],
) -> None:
    page = visitor.open(lead)
    page.goto(visitor.url + reverse("people_list", args=[study.slug]))
    page.get_by_role("link", name="Invite a list").press("Enter")
    page.get_by_label("People, one a line").fill("name,role\nAnn,rater\nسارة,lead\nCy,boss")
    page.get_by_role("button", name="Look at it").press("Enter")
    expect(page.get_by_text("choose among rater, lead")).to_be_visible()
    check_four_ways(page, "people-invite-preview-full")
    page.get_by_role("button", name="Make 2 links").press("Enter")
    expect(page.get_by_role("heading", name="2 invitations made")).to_be_visible()
    check_four_ways(page, "people-invite-made-full")
