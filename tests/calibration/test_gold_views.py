"""Leads keep gold and training items, and decide about held-up raters and ratings set aside."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cases.models import GoldAnswer, GoldProcess, Item, Membership, Person, Study
from raters.models import SetAside
from raters.set_asides import set_aside
from tests.make import make_gold, make_slots
from tests.raters.answers import rate_next
from tests.raters.known import make_training_items, rate_gold


@pytest.fixture
def at(lead: Person) -> Client:
    client = Client()
    client.force_login(lead)
    return client


def url(study: Study, name: str, *args: Any) -> str:
    return reverse(name, args=[study.slug, *args])


def text_of(answer: Any) -> str:
    return str(answer.content.decode())


def filled(**fields: str) -> dict[str, str]:
    return {"purpose": "gold", "sure": "on", "grounded-value": "PASS"} | fields


def test_empty_pages_say_what_to_do(study: Study, at: Client) -> None:
    page = text_of(at.get(url(study, "gold_list")))
    assert "No gold yet" in page
    assert "No training" in page
    assert "No reviewer has settled" in text_of(at.get(url(study, "gold_choose")))
    for choice in ("unanimous", "any", "nonsense"):
        assert at.get(url(study, "gold_choose"), {"from": choice, "after": "x"}).status_code == 200
    assert "Nothing is set aside" in text_of(at.get(url(study, "set_aside_list")))


def test_a_lead_makes_gold_and_training_of_items(study: Study, at: Client) -> None:
    one, other = make_slots(study, 2)
    assert one.key in text_of(at.get(url(study, "gold_choose"), {"from": "any"}))
    why = {"grounded-why": "The total stands in the result."}
    assert at.post(url(study, "gold_item", one.key), filled(**why)).status_code == 302
    at.post(url(study, "gold_item", other.key), filled(purpose="training"))
    purposes = dict(Item.objects.values_list("key", "purpose"))
    assert purposes == {one.key: "gold", other.key: "training"}
    assert GoldAnswer.objects.get(item=one).explanation == why["grounded-why"]
    page = text_of(at.get(url(study, "gold_list")))
    assert one.key in page
    assert other.key in page


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"sure": ""}, "only retired"),
        ({"purpose": "ordinary"}, "valid choice"),
        ({"grounded-value": "MAYBE"}, "valid choice"),
        ({"grounded-value": "", "correct_amount-why": "Kept words."}, "that you explain"),
        ({"grounded-why": "x" * 5001}, "5000"),
    ],
)
def test_a_form_that_can_t_be_kept_comes_back_with_what_was_typed(
    study: Study, at: Client, fields: dict[str, str], problem: str
) -> None:
    (item,) = make_slots(study)
    answer = at.post(
        url(study, "gold_item", item.key), filled(**{"correct_amount-why": "Kept."} | fields)
    )
    assert answer.status_code == 422
    page = text_of(answer)
    assert problem in page
    assert "Kept" in page
    item.refresh_from_db()
    assert item.purpose == Item.Purpose.ORDINARY


def test_gold_without_a_known_answer_is_none(study: Study, at: Client) -> None:
    (item,) = make_slots(study)
    answer = at.post(url(study, "gold_item", item.key), filled(**{"grounded-value": ""}))
    assert answer.status_code == 422
    assert "at least one question" in text_of(answer)


def test_an_item_that_somebody_is_rating_is_refused(
    study: Study, rater: Person, at: Client
) -> None:
    from raters.assignment import claim_next

    (item,) = make_slots(study)
    claim_next(study=study, rater=rater)
    answer = at.post(url(study, "gold_item", item.key), filled(**{"grounded-why": "Kept."}))
    assert answer.status_code == 422
    assert "is rating one of these items now" in text_of(answer)
    assert "Kept." in text_of(answer)


def test_a_process_item_gets_its_first_error(study: Study, at: Client) -> None:
    (item,) = make_slots(study, kind="process")
    base = {"purpose": "training", "sure": "on", "why": "The order was never looked up."}
    address = url(study, "gold_item", item.key)
    for wrong in ({}, {"first_error": "2"}, {"first_error": "none", "category": "loop"}):
        assert at.post(address, base | wrong).status_code == 422
    good = {"first_error": "2", "category": "wrong_tool", "step-4": "NEEDED"}
    assert at.post(address, base | good).status_code == 302
    known = GoldProcess.objects.get(item=item)
    assert (known.first_error, known.category, known.steps) == (2, "wrong_tool", {"4": "NEEDED"})
    page = text_of(at.get(address))
    assert "The order was never looked up." in page


def test_answers_are_changed_and_items_retired_and_put_back(study: Study, at: Client) -> None:
    (gold,) = make_gold(study)
    address = url(study, "gold_item", gold.key)
    assert "It is so." in text_of(at.get(address))
    at.post(address, {"grounded-value": "FAIL", "grounded-why": "It is not."})
    assert GoldAnswer.objects.get(item=gold).value == "FAIL"
    act = url(study, "gold_act", gold.key)
    page = text_of(at.post(act, {"action": "retire"}, follow=True))
    assert "handed out no longer" in page
    assert "Put back" in page
    at.post(act, {"action": "put_back"})
    gold.refresh_from_db()
    assert (gold.retired_at, gold.purpose) == (None, "gold")
    for action in ("", "put_back", "move_up"):
        assert at.post(act, {"action": action}, follow=True).status_code == 200


def test_training_is_put_in_order(study: Study, at: Client) -> None:
    first, second = make_training_items(study, 2)
    at.post(url(study, "gold_act", second.key), {"action": "move_up"})
    ranks = dict(Item.objects.values_list("pk", "rank"))
    assert ranks[second.pk] < ranks[first.pk]


def test_a_held_up_rater_is_let_go_on(study: Study, rater: Person, at: Client) -> None:
    for _ in range(study.gold_misses):
        rate_gold(study, rater, "FAIL")
    page = text_of(at.get(url(study, "gold_list")))
    assert "Pause coming" in page
    member = Membership.objects.get(person=rater)
    release = url(study, "gold_release", member.pk)
    assert "goes on rating" in text_of(at.post(release, follow=True))
    assert "Pause coming" not in text_of(at.get(url(study, "gold_list")))
    assert "not held up" in text_of(at.post(release, follow=True))
    assert at.post(url(study, "gold_release", 99_999)).status_code == 404


def test_a_batch_is_decided_and_the_decision_gone_back_on(
    study: Study, rater: Person, at: Client
) -> None:
    make_slots(study, 2)
    for _ in range(2):
        rate_next(study, rater)
    batch = set_aside(study=study, rater=rater, reason="Too quick to have read.", actor=None)
    assert "Too quick to have read." in text_of(at.get(url(study, "set_aside_list")))
    address = url(study, "set_aside_detail", batch.pk)
    assert "2 ratings" in text_of(at.get(address))
    wrong = at.post(address, {"decision": "", "note": "My words."})
    assert wrong.status_code == 422
    assert "My words." in text_of(wrong)
    for decision, word in (
        ("reinstated", "2 count again"),
        ("kept_out", "do not count"),
        ("reinstated", "2 count again"),
    ):
        assert word in text_of(at.post(address, {"decision": decision}, follow=True))
        batch.refresh_from_db()
        assert batch.decision == decision
    again = at.post(address, {"decision": "reinstated", "note": "Kept."})
    assert again.status_code == 422
    assert "Kept." in text_of(again)
    assert SetAside.objects.count() == 1


@pytest.mark.parametrize(
    "name", ["gold_list", "gold_choose", "set_aside_list", "gold_item", "set_aside_detail"]
)
def test_pages_are_for_leads(study: Study, rater: Person, stranger: Person, name: str) -> None:
    (gold,) = make_gold(study)
    make_slots(study)
    rate_next(study, rater)
    batch = set_aside(study=study, rater=rater, reason="Too quick.", actor=None)
    args = {"gold_item": [gold.key], "set_aside_detail": [batch.pk]}.get(name, [])
    for person, status in ((rater, 403), (stranger, 404)):
        client = Client()
        client.force_login(person)
        assert client.get(url(study, name, *args)).status_code == status
