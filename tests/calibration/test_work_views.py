import pytest
from django.test import Client
from django.urls import reverse

from cases.models import Membership, Person, Study
from tests.cases.test_rubric_views import as_person
from tests.make import join, make_person, make_slots
from tests.raters.answers import rate_next

pytestmark = pytest.mark.django_db


def address(study: Study) -> str:
    return reverse("work_detail", args=[study.slug])


@pytest.fixture
def client(lead: Person) -> Client:
    return as_person(lead)


def test_who_may_watch_the_work(
    study: Study, rater: Person, lead: Person, admin: Person, stranger: Person
) -> None:
    for person, status in ((rater, 403), (stranger, 404), (lead, 200), (admin, 200)):
        assert as_person(person).get(address(study)).status_code == status


def test_the_figures_stand_on_the_page(study: Study, rater: Person, client: Client) -> None:
    make_slots(study, 2)
    rate_next(study, rater)
    page = client.get(address(study)).text
    assert "1 of 4" in page
    assert "25 %" in page or "25 <" in page
    assert "Undefined: fewer than 10 ratings in the last 7 days." in page
    assert 'role="img" aria-label="Ratings a day:' in page
    # Looking at it is no look at results.
    assert not Membership.objects.filter(results_seen_at__isnull=False).exists()


def test_htmx_gets_the_figures_alone(study: Study, client: Client) -> None:
    page = client.get(address(study), headers={"HX-Request": "true"}).text
    assert page.strip().startswith('<div id="work-figures"')
    assert "<h1>" not in page
    # What changes by itself is not read out.
    assert "aria-live" not in page
    assert 'role="status"' not in page


def test_a_closed_study_is_not_refreshed(study: Study, client: Client) -> None:
    assert "data-refresh" in client.get(address(study)).text
    study.state = "closed"
    study.save()
    page = client.get(address(study)).text
    assert "data-refresh" not in page
    assert "the study is closed" in page


def test_an_empty_study_has_a_page(study: Study, client: Client) -> None:
    page = client.get(address(study)).text
    assert "Nobody rates in this study yet." in page


def test_a_name_is_text(study: Study, client: Client) -> None:
    join(make_person(display_name="<b>Bo</b>"), study, "rater")
    assert "<b>Bo" not in client.get(address(study)).text
