"""Items about one turn: what stands before it is context, and what follows is never shown."""

import pytest
from django.test import Client

from cases.items import add_turns
from cases.models import Case, Item, Person, Study
from cases.transcript import Step, StepKind, Turn
from raters.models import Assignment, Label
from tests.make import make_case
from tests.raters.posts import HTMX, claimed, posted, ready_client, url_of

pytestmark = pytest.mark.django_db

WORDS = ["My kettle broke.", "Which order is it?", "BR-17, please.", "All refunded.", "Thank you."]


@pytest.fixture
def case(study: Study) -> Case:
    turns = [
        Turn(n, "user" if n % 2 else "agent", (Step(n, StepKind.SAY, "shop", text=text),))
        for n, text in enumerate(WORDS, start=1)
    ]
    return make_case(study, turns)


@pytest.fixture
def assignment(study: Study, case: Case, rater: Person) -> Assignment:
    add_turns(study=study, turns=[(case, 2)])
    return claimed(study, rater)


@pytest.fixture
def client(rater: Person) -> Client:
    return ready_client(rater)


def test_the_page_ends_with_the_turn(client: Client, assignment: Assignment) -> None:
    page = client.get(url_of(assignment)).content.decode()
    assert WORDS[0] in page
    assert WORDS[1] in page
    assert [words for words in WORDS[2:] if words in page] == []
    assert page.count("turn-rated") == 1
    assert page.index("What came before") < page.index(WORDS[0]) < page.index("The turn to rate")


def test_parts_steps_and_search_end_with_it_too(client: Client, assignment: Assignment) -> None:
    page = url_of(assignment)
    part = client.get(f"{page}parts/1/", **HTMX).content.decode()
    assert WORDS[1] in part
    assert WORDS[2] not in part
    assert "turn-rated" in part
    assert client.get(f"{page}steps/3/").status_code == 404
    found = client.get(f"{page}search/", {"q": "BR-17"}, **HTMX).json()
    assert found["total"] == 0


def test_evidence_is_taken_from_the_context_but_not_from_later(
    client: Client, assignment: Assignment
) -> None:
    later = posted(**{"grounded-quote": WORDS[3]})
    response = client.post(url_of(assignment), later, **HTMX)
    assert response.status_code == 422
    assert "is not in the transcript" in response.content.decode()
    assert (
        client.post(url_of(assignment), posted(**{"grounded-quote": WORDS[0]})).status_code == 302
    )
    label = Label.objects.get(criterion__key="grounded")
    assert label.evidence[0]["turn"] == 1


def test_a_case_rated_whole_is_not_cut_by_its_turn(
    client: Client, assignment: Assignment, study: Study, case: Case, rater: Person
) -> None:
    client.get(url_of(assignment))
    Item.objects.filter(pk=assignment.item_id).update(turn=None)
    assert WORDS[4] in client.get(url_of(assignment)).content.decode()
