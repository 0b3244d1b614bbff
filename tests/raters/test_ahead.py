from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from cases.models import Membership, Person, Study
from raters.ahead import take_up
from raters.assignment import claim_ahead
from raters.models import Assignment, Slot
from tests.make import make_gold, make_slots
from tests.raters.posts import HTMX, claimed, posted, ready_client, url_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(rater: Person) -> Client:
    return ready_client(rater)


@pytest.fixture
def holding(study: Study, rater: Person) -> Assignment:
    make_slots(study, 4)
    return claimed(study, rater)


def look_ahead(client: Client, holding: Assignment) -> Any:
    url = reverse("rate_ahead", args=[holding.item.study.slug])
    return client.post(url, {"holding": str(holding.token)}, **HTMX)


def leased_ahead(holding: Assignment) -> Assignment:
    ahead = claim_ahead(study=holding.item.study, rater=holding.rater, holding=holding).assignment
    assert ahead is not None
    return ahead


def submit(client: Client, holding: Assignment, ready: object) -> Any:
    return client.post(url_of(holding), posted(), **HTMX, HTTP_X_ITEM_READY=str(ready))


def test_the_work_area_of_the_next_item_is_given(client: Client, holding: Assignment) -> None:
    response = look_ahead(client, holding)
    text = response.content.decode()
    (ahead,) = Assignment.objects.exclude(pk=holding.pk)
    assert f'data-item="{ahead.token}"' in text
    assert "<html" not in text
    assert look_ahead(client, holding).content.decode().count(str(ahead.token)) > 0
    assert Assignment.objects.count() == 2


def test_nothing_is_given_for_an_item_that_is_done_or_not_ones_own(
    client: Client, holding: Assignment, study: Study
) -> None:
    assert client.post(url_of(holding), posted(), **HTMX).status_code == 200
    assert look_ahead(client, holding).status_code == 204
    url = reverse("rate_ahead", args=[study.slug])
    assert client.post(url, {"holding": "nonsense"}).status_code == 404
    assert client.get(url).status_code == 405


def test_the_answer_to_a_submission_names_what_is_ready_and_little_else(
    client: Client, holding: Assignment
) -> None:
    ahead = leased_ahead(holding)
    Assignment.objects.filter(pk=ahead.pk).update(expires_at=timezone.now() + timedelta(seconds=30))
    response = submit(client, holding, ahead.token)
    assert response["X-Item-Ready"] == str(ahead.token)
    assert response["HX-Push-Url"] == url_of(ahead)
    text = response.content.decode()
    assert "1</b> today" in text
    assert "transcript" not in text
    ahead.refresh_from_db()
    assert ahead.expires_at > timezone.now() + timedelta(minutes=50)


def test_it_takes_fewer_statements_than_asking_anew(client: Client, holding: Assignment) -> None:
    ahead = leased_ahead(holding)
    # The figures of the bar are kept for a while.
    client.get(url_of(holding))
    with CaptureQueriesContext(connection) as ready:
        submit(client, holding, ahead.token)
    with CaptureQueriesContext(connection) as anew:
        client.post(url_of(ahead), posted(), **HTMX)
    assert len(ready) < len(anew)


@pytest.mark.parametrize(
    "change",
    [
        lambda a: Study.objects.update(state="paused"),
        lambda a: Membership.objects.update(paused_at=timezone.now(), pause_cause="gold"),
        lambda a: Assignment.objects.filter(pk=a.pk).update(expires_at=timezone.now()),
        lambda a: Assignment.objects.filter(pk=a.pk).update(state="returned", slot=None),
    ],
    ids=["study paused", "rater paused", "lease over", "lease returned"],
)
def test_what_is_no_longer_to_be_rated_is_not_gone_on_with(
    client: Client, holding: Assignment, change: Any
) -> None:
    ahead = leased_ahead(holding)
    change(ahead)
    response = submit(client, holding, ahead.token)
    assert "X-Item-Ready" not in response
    assert 'id="work"' in response.content.decode()


def test_of_others_nothing_is_taken_up(holding: Assignment, stranger: Person) -> None:
    ahead, study = leased_ahead(holding), holding.item.study
    assert not take_up(study=study, rater=stranger, token=ahead.token)
    assert take_up(study=study, rater=holding.rater, token=ahead.token)


def test_gold_that_is_ready_is_answered_as_any_other_item(
    client: Client, study: Study, rater: Person
) -> None:
    # So many that one more or less is not to be seen in the time that is left.
    make_slots(study, 38)
    (ordinary,), (gold,) = make_slots(study), make_gold(study)
    seen = []
    for item in (ordinary, gold):
        now = timezone.now()
        slot = item.slots.first()
        ahead = Assignment.objects.create(
            item=item, rater=rater, slot=slot, leased_at=now, expires_at=now + timedelta(hours=1)
        )
        (first,) = make_slots(study)
        holding = Assignment.objects.create(
            item=first,
            rater=rater,
            slot=first.slots.first(),
            leased_at=now - timedelta(minutes=1),
            expires_at=now + timedelta(hours=1),
        )
        Slot.objects.filter(assignments__in=[ahead, holding]).update(state="leased")
        area = look_ahead(client, holding)
        assert str(ahead.token) in area.content.decode()
        with CaptureQueriesContext(connection) as queries:
            response = submit(client, holding, ahead.token)
        assert response["X-Item-Ready"] == str(ahead.token)
        headers = sorted(set(response.headers) | set(area.headers))
        seen.append((len(response.content), len(queries), len(area.content), *headers))
        # Without a fragment nothing new is leased.
        client.post(url_of(ahead), posted(action="opt_out"))
    assert seen[0] == seen[1]
