from collections.abc import Sequence

import pytest
from django.test import Client
from django.urls import reverse

from cases.errors import BadInput
from cases.items import add_items, add_turns
from cases.models import AuditEvent, Case, Item, Person, Study
from cases.replacing import give_way
from cases.transcript import Step, StepKind, Turn
from cases.turn_items import find_turns, make_turns, turns_made, undo_turn
from raters.assignment import claim_next
from raters.models import Slot
from tests.make import join, make_case, make_person

pytestmark = pytest.mark.django_db


def talk(rounds: int = 2) -> list[Turn]:
    """User and agent speak in turn, `rounds` times each."""
    return [
        Turn(n, "user" if n % 2 else "agent", (Step(n, StepKind.SAY, "a", text=f"words {n}"),))
        for n in range(1, 2 * rounds + 1)
    ]


def turns_of(items: Sequence[Item]) -> set[tuple[int, int | None]]:
    return {(item.case_id, item.turn) for item in items}


@pytest.fixture
def case(study: Study) -> Case:
    return make_case(study, talk())


def test_the_last_turn_every_turn_or_one_by_number(study: Study, case: Case) -> None:
    other = make_case(study, talk(3))
    assert find_turns(study=study).chosen == [(case.pk, case.key, 4), (other.pk, other.key, 6)]
    every = find_turns(study=study, which="every").chosen
    assert [turn for _, _, turn in every] == [2, 4, 2, 4, 6]
    assert [turn for _, _, turn in find_turns(study=study, number=6).chosen] == [6]
    assert find_turns(study=study, number=3).chosen == []


def test_items_are_made_once_and_queued(study: Study, case: Case, lead: Person) -> None:
    found = find_turns(study=study, which="every")
    assert make_turns(study=study, found=found, actor=lead) == 2
    assert make_turns(study=study, found=found, actor=lead) == 0
    assert turns_of(turns_made(study)) == {(case.pk, 2), (case.pk, 4)}
    assert Slot.objects.filter(study=study).count() == 2 * study.overlap
    again = find_turns(study=study, which="every")
    assert (again.total, again.there) == (0, 2)
    assert AuditEvent.objects.filter(action="turns.made").count() == 1


def test_a_case_may_be_rated_whole_beside_its_turns(study: Study, case: Case) -> None:
    turns = add_turns(study=study, turns=[(case, 2), (case, 4), (case, 2)])
    whole = add_items(study=study, cases=[case])
    assert turns_of([*turns, *whole]) == {(case.pk, 2), (case.pk, 4), (case.pk, None)}
    assert len({item.key for item in [*turns, *whole]}) == 3
    assert len({item.split for item in [*turns, *whole]}) == 1


def test_an_item_gives_way_only_to_a_revision_that_has_the_turn(study: Study, case: Case) -> None:
    (item,) = add_turns(study=study, turns=[(case, 4)])
    Item.objects.filter(pk=item.pk).update(skill="medical", sensitive=True)
    shorter = make_case(study, talk(1), conversation_key=case.conversation_key)
    with pytest.raises(BadInput, match="is about turn 4"):
        give_way(study=study, old=case, new=shorter)
    longer = make_case(study, talk(3), conversation_key=case.conversation_key)
    (new,) = give_way(study=study, old=case, new=longer)
    assert (new.turn, new.skill, new.sensitive) == (4, "medical", True)


def test_an_item_is_undone_until_somebody_has_begun(study: Study, case: Case, lead: Person) -> None:
    first, second = add_turns(study=study, turns=[(case, 2), (case, 4)])
    assert undo_turn(study=study, pk=first.pk, actor=lead)
    assert not undo_turn(study=study, pk=first.pk, actor=lead)
    rater = join(make_person(), study, "rater")
    assert claim_next(study=study, rater=rater).assignment is not None
    with pytest.raises(BadInput, match="rated one of these items or is rating it now"):
        undo_turn(study=study, pk=second.pk, actor=lead)


def test_a_closed_study_takes_no_more(study: Study, case: Case, lead: Person) -> None:
    found = find_turns(study=study)
    study.state = Study.State.CLOSED
    with pytest.raises(BadInput, match="is closed"):
        make_turns(study=study, found=found, actor=lead)


def test_the_page_shows_then_makes_then_undoes(
    client: Client, study: Study, case: Case, lead: Person
) -> None:
    client.force_login(lead)
    url = reverse("turn_list", args=[study.slug])
    shown = client.post(url, {"which": "every", "limit": "10", "do": "look"}).content.decode()
    assert "2 of 2 turns that can be made items" in shown
    assert not turns_made(study).exists()
    client.post(url, {"which": "every", "limit": "10", "do": "make"})
    page = client.get(url).content.decode()
    assert "2 single turns, the newest first" in page
    item = turns_made(study)[0]
    client.post(reverse("turn_undo", args=[study.slug, item.pk]))
    assert turns_of(turns_made(study)) == {(case.pk, 2)}


def test_a_number_that_is_missing_is_asked_for(client: Client, study: Study, lead: Person) -> None:
    client.force_login(lead)
    url = reverse("turn_list", args=[study.slug])
    response = client.post(url, {"which": "number", "limit": "10", "do": "make"})
    assert response.status_code == 422
    assert "Say which turn" in response.content.decode()
