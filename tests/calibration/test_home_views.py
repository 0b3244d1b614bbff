import pytest
from django.test import Client
from django.urls import reverse

from cases.items import add_items
from cases.models import Person, Study
from tests.cases.test_rubric_views import as_person
from tests.make import make_case, make_person
from tests.raters.answers import rate_next

pytestmark = pytest.mark.django_db


def home_of(person: Person) -> str:
    response = as_person(person).get(reverse("home"))
    assert response.status_code == 200
    return response.content.decode()


def test_the_first_page_needs_an_account() -> None:
    assert Client().get("/")["Location"] == "/login/?next=/"


def test_an_empty_site_tells_its_admin_how_to_begin() -> None:
    page = home_of(make_person("root", is_superuser=True))
    for text in ("Make a rubric", "Make a study", "Bring in cases", reverse("rubric_new")):
        assert text in page


def test_a_stranger_is_told_to_ask(stranger: Person, study: Study) -> None:
    page = home_of(stranger)
    assert "You are not a member of any study" in page
    assert study.name not in page
    assert reverse("rubric_list") not in page


def test_a_rater_starts_and_goes_on(study: Study, rater: Person) -> None:
    page = home_of(rater)
    assert "Start rating" in page
    assert reverse("study_detail", args=[study.slug]) not in page
    assert reverse("rubric_list") not in page
    add_items(study=study, cases=[make_case(study)])
    rate_next(study, rater)
    page = home_of(rater)
    assert "Continue rating" in page
    assert "You have rated 1 item." in page


@pytest.mark.parametrize(("state", "text"), [("paused", "Paused"), ("closed", "Closed")])
def test_a_rater_is_told_why_there_is_nothing_to_rate(
    study: Study, rater: Person, state: str, text: str
) -> None:
    Study.objects.filter(pk=study.pk).update(state=state)
    page = home_of(rater)
    assert text in page
    assert f'href="{reverse("rate_next", args=[study.slug])}"' not in page


def test_a_lead_sees_the_next_step(study: Study, lead: Person) -> None:
    page = home_of(lead)
    assert study.name in page
    assert reverse("import_new", args=[study.slug]) in page
    assert "Bring in cases" in page
