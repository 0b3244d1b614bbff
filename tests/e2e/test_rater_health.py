"""A lead reads the health of raters in a browser."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from cases.models import Study
from tests.calibration.health.made import sixty
from tests.calibration.test_health_views import built
from tests.e2e.conftest import Visitor
from tests.make import join, make_person, make_study

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def study(transactional_db: None) -> Study:
    return make_study("refunds")


def test_the_pages_are_accessible(
    study: Study, visitor: Visitor, check_four_ways: Callable[[Page, str], None]
) -> None:
    people = sixty(study)
    built(study)
    page = visitor.open(join(make_person("leon"), study, "lead"))
    page.goto(visitor.url + reverse("health_list", args=[study.slug]))
    expect(page.get_by_role("link", name="ana")).to_be_visible()
    check_four_ways(page, "health-list-full")
    page.goto(visitor.url + reverse("health_detail", args=[study.slug, people["ana"].pk]))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    check_four_ways(page, "health-detail-full")
