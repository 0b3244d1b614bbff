from typing import Any

import pytest

from cases.models import Item, Person, Study
from raters.models import Assignment, Rating
from raters.veil import is_veiled, unveil
from tests.make import make_slots
from tests.raters.posts import HTMX, claimed, names, posted, ready_client, url_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def assignment(study: Study, rater: Person) -> Assignment:
    make_slots(study, 2, sensitive=True)
    return claimed(study, rater)


def test_one_item_or_the_whole_study_is_shown(assignment: Assignment, study: Study) -> None:
    other = Assignment(item=Item(study=study, sensitive=True))
    session: dict[str, Any] = {}
    assert is_veiled(session, assignment)
    unveil(session, assignment)
    assert not is_veiled(session, assignment)
    assert is_veiled(session, other)
    unveil(session, assignment, whole_study=True)
    assert not is_veiled(session, other)
    elsewhere = Assignment(item=Item(study=Study(pk=study.pk + 1), sensitive=True))
    assert is_veiled(session, elsewhere)


def test_what_is_remembered_stays_small(study: Study) -> None:
    session: dict[str, Any] = {}
    for _ in range(300):
        unveil(session, Assignment(item=Item(study=study, sensitive=True)))
    assert len(session["unveiled"]) == 100


def test_nothing_of_the_item_is_sent_before_it_is_asked_for(
    assignment: Assignment, rater: Person, study: Study
) -> None:
    Study.objects.update(content_warning="About an accident.")
    client = ready_client(rater)
    page = client.get(url_of(assignment)).content.decode()
    assert "About an accident." in page
    assert "Where is my refund?" not in page
    assert "grounded-answer" not in names(page)
    shown = client.post(url_of(assignment), posted(action="show"), **HTMX).content.decode()
    assert "Where is my refund?" in shown
    assert "Where is my refund?" in client.get(url_of(assignment)).content.decode()
    assert not Rating.objects.exists()


def test_leaving_it_unread_needs_no_reason(assignment: Assignment, rater: Person) -> None:
    client = ready_client(rater)
    assert client.post(url_of(assignment), posted(action="opt_out")).status_code == 302
    assert Rating.objects.get().outcome == "opted_out"
