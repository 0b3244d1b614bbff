import pytest
from django.test import Client

from cases.models import Criterion, Membership, Person, Study
from raters.models import Label
from tests.make import make_slots
from tests.raters.posts import HTMX, claimed, names, posted, ready_client, url_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(study: Study, rater: Person) -> Client:
    make_slots(study)
    Criterion.objects.filter(version=study.rubric_version, key="grounded").update(skill="medical")
    return ready_client(rater)


def test_a_question_for_the_skilled_is_neither_asked_of_nor_missed_by_others(
    client: Client, study: Study, rater: Person
) -> None:
    assignment = claimed(study, rater)
    asked = names(client.get(url_of(assignment)).content.decode())
    assert "correct_amount-answer" in asked
    assert "grounded-answer" not in asked
    assert client.post(url_of(assignment), posted(), **HTMX).status_code == 200
    assert Label.objects.get().criterion.key == "correct_amount"


def test_the_skilled_are_asked_all(client: Client, study: Study, rater: Person) -> None:
    Membership.objects.filter(person=rater).update(skills=["medical"])
    assignment = claimed(study, rater)
    assert "grounded-answer" in names(client.get(url_of(assignment)).content.decode())
    assert client.post(url_of(assignment), posted(), **HTMX).status_code == 200
    assert Label.objects.count() == 2
