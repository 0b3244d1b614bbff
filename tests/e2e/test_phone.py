"""On a phone nothing of the frame is cut off, and the step that was gone to can be seen."""

import os
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Locator

from cases.models import Item, Person, Study
from tests.e2e.conftest import SIZES, Visitor
from tests.make import join, make_case, make_item, make_person, make_study
from tests.transcripts import long_turns

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

WIDE, _ = SIZES["390"]


@pytest.fixture
def study(transactional_db: None) -> Study:
    return make_study("refunds")


@pytest.fixture
def lead(study: Study) -> Person:
    return join(make_person("leon"), study, "lead")


def box(locator: Locator) -> dict[str, float]:
    found = locator.bounding_box()
    assert found is not None
    return dict(found)


def test_a_step_that_is_gone_to_lies_below_the_search_bar(
    visitor: Visitor, study: Study, lead: Person
) -> None:
    case = make_case(study, long_turns(200))
    page = visitor.open(lead, width="390")
    page.goto(visitor.url + reverse("case_detail", args=[study.slug, case.key]) + "#step-100")
    page.wait_for_function("scrollY > 500")
    _picture(page.locator("body"), "step-390")
    bar, step = box(page.locator("[data-reader-bar]")), box(page.locator("#step-100"))
    assert step["y"] >= bar["y"] + bar["height"] - 1


def test_tabs_header_and_what_to_do_stand_whole_on_a_phone(
    visitor: Visitor, study: Study, lead: Person
) -> None:
    old = make_case(study, superseded=True)
    make_item(study, old, kind=Item.Kind.ABSOLUTE)
    make_case(study, key=old.key, session_key=old.session_key, revision=2)
    page = visitor.open(lead, width="390")
    page.goto(visitor.url + reverse("revision_list", args=[study.slug]))
    _picture(page.locator("body"), "revisions-390")
    shown = [*page.locator(".tabs a").all(), page.get_by_role("button", name="Let it be rated")]
    for part in shown:
        place = box(part)
        assert place["x"] + place["width"] <= WIDE
    brand, out = box(page.locator(".brand")), box(page.get_by_role("button", name="Log out"))
    assert out["y"] < brand["y"] + brand["height"]


def _picture(part: Locator, name: str) -> None:
    if folder := os.environ.get("CALIBRANT_SCREENSHOTS"):
        part.page.screenshot(path=Path(folder) / f"{name}.png", caret="initial")
