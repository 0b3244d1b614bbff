import pytest
from django.test import Client
from django.urls import reverse

from cases.content_warnings import warn_before
from cases.models import AuditEvent, Case, Item, Person, Study
from tests.make import make_case, make_item, make_study

pytestmark = pytest.mark.django_db


def warned(study: Study) -> set[str]:
    return set(Item.objects.in_study(study).filter(sensitive=True).values_list("key", flat=True))


@pytest.fixture
def cases(study: Study) -> list[Case]:
    """Three cases, the third of another intent; the first two are a pair as well."""
    made = [make_case(study), make_case(study), make_case(study, strata={"intent": "abuse"})]
    for number, case in enumerate(made, start=1):
        make_item(study, case, key=f"i{number}")
    make_item(study, made[0], key="pair", kind=Item.Kind.PAIRWISE, case_b=made[1])
    return made


def test_every_item_that_shows_the_case_is_warned_of(
    cases: list[Case], study: Study, lead: Person
) -> None:
    second = Case.objects.filter(pk=cases[1].pk)
    assert warn_before(study=study, cases=second, warn=True, actor=lead) == 2
    assert warned(study) == {"i2", "pair"}
    assert warn_before(study=study, cases=second, warn=True, actor=lead) == 0
    assert warn_before(study=study, cases=second, warn=False, actor=lead) == 2
    assert warned(study) == set()
    actions = AuditEvent.objects.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["items.warned_of", "items.not_warned_of"]


def test_the_page_of_a_case_and_a_filtered_list_both_do_it(
    client: Client, cases: list[Case], study: Study, lead: Person
) -> None:
    client.force_login(lead)
    url = reverse("case_warn", args=[study.slug])
    client.post(url, {"case": cases[0].key, "warn": "yes"})
    assert warned(study) == {"i1", "pair"}
    page = client.get(reverse("case_detail", args=[study.slug, cases[0].key])).content.decode()
    assert "raters are warned" in page
    response = client.post(url, {"list": "intent=abuse", "warn": "yes"})
    assert response["Location"].endswith("?intent=abuse")
    assert warned(study) == {"i1", "pair", "i3"}
    client.post(url, {"list": "", "warn": "no"})
    assert warned(study) == set()


def test_nothing_of_another_study_is_touched(
    client: Client, cases: list[Case], study: Study, lead: Person
) -> None:
    other = make_study()
    foreign = make_item(other)
    client.force_login(lead)
    url = reverse("case_warn", args=[study.slug])
    assert client.post(url, {"case": foreign.case.key, "warn": "yes"}).status_code == 404
    client.post(url, {"warn": "yes"})
    assert warned(other) == set()
    assert client.post(reverse("case_warn", args=[other.slug])).status_code == 404
