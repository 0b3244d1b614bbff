"""What the rating page asks for later: only of one's own items, and blind."""

import json
import uuid

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cases.models import Item, Membership, Person, Study
from cases.signals import items_added
from raters.assignment import claim_next
from raters.models import Assignment
from tests.make import join, make_case, make_item, make_person
from tests.transcripts import long_turns, mixed_turns

FRAGMENT = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def ready(rater: Person) -> None:
    cache.clear()
    Membership.objects.filter(person=rater).update(guidelines_read_at=timezone.now())


def claim(study: Study, rater: Person, item: Item) -> Assignment:
    items_added.send(sender=Study, study=study, items=[item])
    found = claim_next(study=study, rater=rater).assignment
    assert found is not None
    return found


def addresses(study: Study, token: uuid.UUID, side: str = "") -> list[str]:
    ask = f"?side={side}&q=order" if side else "?q=order"
    return [
        reverse("item_part", args=[study.slug, token, 1]) + ask,
        reverse("item_step", args=[study.slug, token, 4]) + ask,
        reverse("item_search", args=[study.slug, token]) + ask,
    ]


def test_raters_ask_for_their_own_items_only(
    client: Client, study: Study, rater: Person, lead: Person, stranger: Person
) -> None:
    mine = claim(study, rater, make_item(study, make_case(study, mixed_turns())))
    other = join(make_person("rob"), study, "rater")
    for person, status in {rater: 200, other: 404, lead: 404, stranger: 404}.items():
        client.force_login(person)
        for address in addresses(study, mine.token):
            assert client.get(address, headers=FRAGMENT).status_code == status, address


def test_an_item_left_to_others_is_gone(client: Client, study: Study, rater: Person) -> None:
    mine = claim(study, rater, make_item(study, make_case(study, mixed_turns())))
    Assignment.objects.filter(pk=mine.pk).update(state=Assignment.State.SKIPPED)
    client.force_login(rater)
    for address in addresses(study, mine.token):
        assert client.get(address, headers=FRAGMENT).status_code == 404


def test_nothing_tells_when_it_was(client: Client, study: Study, rater: Person) -> None:
    mine = claim(study, rater, make_item(study, make_case(study, mixed_turns())))
    client.force_login(rater)
    page = reverse("item_rate", args=[study.slug, mine.token])
    for address in (page, *addresses(study, mine.token)):
        assert "2026-02-03" not in client.get(address, headers=FRAGMENT).text
        assert "14:03" not in client.get(address, headers=FRAGMENT).text


def test_a_pair_is_asked_by_side(client: Client, study: Study, rater: Person) -> None:
    first, second = mixed_turns(), mixed_turns()[:2]
    item = make_item(
        study,
        make_case(study, first),
        kind=Item.Kind.PAIRWISE,
        case_b=make_case(study, second),
    )
    mine = claim(study, rater, item)
    longer = "left" if mine.side_order == "ab" else "right"
    client.force_login(rater)
    _, step, search = addresses(study, mine.token, longer)
    whole = client.get(step.replace("/4/", "/9/"), headers=FRAGMENT).text
    assert f'id="{longer}-step-9"' in whole
    found = json.loads(client.get(search.replace("=order", "=news"), headers=FRAGMENT).content)
    assert [(hit["side"], hit["step"]) for hit in found["hits"]] == [(longer, 9)]
    assert client.get(step.replace(longer, "middle"), headers=FRAGMENT).status_code == 404


def test_a_long_case_comes_in_parts_and_without_script_by_step(
    client: Client, study: Study, rater: Person
) -> None:
    mine = claim(study, rater, make_item(study, make_case(study, long_turns(1000))))
    client.force_login(rater)
    page = reverse("item_rate", args=[study.slug, mine.token])
    first = client.get(page).text
    assert 'id="step-1"' in first
    assert 'id="step-900"' not in first
    assert 'id="step-900"' in client.get(page + "?step=900").text
    assert "<mark>parcel 900</mark>" in client.get(page, {"q": "parcel 900"}).text
