"""The item that is leased while another is being rated."""

from datetime import timedelta

import pytest
from django.utils import timezone

from cases.models import Item, Membership, Person, Study
from raters.assignment import Claim, Empty, claim_ahead, claim_next
from raters.leases import return_expired
from raters.models import Assignment, Slot
from tests.make import join, make_gold, make_item, make_person, make_slots
from tests.raters.answers import rate

NOTHING = Claim(None, Empty.NOTHING_AHEAD)


def claimed(claim: Claim) -> Assignment:
    assert claim.assignment is not None, claim.reason
    return claim.assignment


@pytest.fixture
def now(study: Study, rater: Person) -> Assignment:
    """What the rater is rating, with more in the queue."""
    make_slots(study, 4)
    return claimed(claim_next(study=study, rater=rater))


def test_one_more_is_leased_and_comes_next(study: Study, rater: Person, now: Assignment) -> None:
    ahead = claimed(claim_ahead(study=study, rater=rater, holding=now))
    assert ahead.item != now.item
    assert Slot.objects.filter(state="leased").count() == 2
    rate(now)
    following = claimed(claim_next(study=study, rater=rater))
    assert following == ahead
    assert (following.item.kind, following.item.case_id) == (ahead.item.kind, ahead.item.case_id)


def test_asked_again_it_is_the_same_one(study: Study, rater: Person, now: Assignment) -> None:
    first = claim_ahead(study=study, rater=rater, holding=now)
    assert claim_ahead(study=study, rater=rater, holding=now) == first
    assert Assignment.objects.filter(state="leased").count() == 2
    assert claimed(claim_next(study=study, rater=rater)) == now, "what is being rated stays first"


def test_gold_comes_ahead_as_it_comes_else(study: Study, rater: Person, now: Assignment) -> None:
    study.gold_share = 1
    make_gold(study)
    assert claimed(claim_ahead(study=study, rater=rater, holding=now)).item.is_gold


def test_nothing_is_leased_ahead_of_what_is_done(
    study: Study, rater: Person, now: Assignment
) -> None:
    rate(now)
    assert claim_ahead(study=study, rater=rater, holding=now) == NOTHING


def test_nor_on_somebody_elses_item(study: Study, now: Assignment) -> None:
    other = join(make_person(), study, "rater")
    assert claim_ahead(study=study, rater=other, holding=now) == NOTHING


@pytest.mark.parametrize("due", [None, 1, 2])
def test_nothing_waits_behind_a_pause(
    study: Study, rater: Person, now: Assignment, due: int | None
) -> None:
    Membership.objects.filter(person=rater).update(pause_in=due)
    claim = claim_ahead(study=study, rater=rater, holding=now)
    assert (claim == NOTHING) is (due == 1)


@pytest.mark.parametrize(
    "change",
    [
        {"paused_at": timezone.now(), "pause_cause": "lead"},
        {"removed_at": timezone.now()},
        {"results_seen_at": timezone.now()},
    ],
)
def test_nothing_for_who_gets_nothing_else(
    study: Study, rater: Person, now: Assignment, change: dict[str, object]
) -> None:
    Membership.objects.filter(person=rater).update(**change)
    assert claim_ahead(study=study, rater=rater, holding=now) == NOTHING
    assert claim_next(study=study, rater=rater).assignment is None


def test_a_paused_rater_is_told(study: Study, rater: Person, now: Assignment) -> None:
    Membership.objects.update(paused_at=timezone.now(), pause_cause="gold")
    assert claim_next(study=study, rater=rater) == Claim(None, Empty.RATER_PAUSED)


def test_a_study_that_is_paused_hands_out_nothing_ahead(
    study: Study, rater: Person, now: Assignment
) -> None:
    study.state = Study.State.PAUSED
    assert claim_ahead(study=study, rater=rater, holding=now) == NOTHING


def test_training_items_have_none_ahead(study: Study, rater: Person) -> None:
    make_slots(study, 2)
    item = make_item(study, purpose=Item.Purpose.TRAINING)
    end = timezone.now() + timedelta(hours=1)
    training = Assignment.objects.create(
        item=item, rater=rater, leased_at=timezone.now(), expires_at=end
    )
    assert claim_ahead(study=study, rater=rater, holding=training) == NOTHING


def test_nothing_ahead_before_a_retraining(study: Study, rater: Person, now: Assignment) -> None:
    make_item(study, purpose=Item.Purpose.TRAINING)
    assert claim_ahead(study=study, rater=rater, holding=now) == NOTHING
    Membership.objects.filter(person=rater).update(trained_at=timezone.now())
    assert claim_ahead(study=study, rater=rater, holding=now).assignment is not None


def test_one_that_is_never_opened_goes_back(study: Study, rater: Person, now: Assignment) -> None:
    ahead = claimed(claim_ahead(study=study, rater=rater, holding=now))
    late = timezone.now() + timedelta(minutes=study.lease_minutes + 1)
    Assignment.objects.filter(pk=now.pk).update(expires_at=late + timedelta(hours=1))
    assert return_expired(now=late) == 1
    ahead.refresh_from_db()
    assert (ahead.state, ahead.slot) == ("returned", None)
    others = [join(make_person(), study, "rater") for _ in range(2)]
    Slot.objects.filter(item=ahead.item_id).update(state="open")
    for other in others:
        Slot.objects.exclude(item=ahead.item_id).filter(state="open").update(reserved_for=rater)
        assert claimed(claim_next(study=study, rater=other)).item_id == ahead.item_id
    rate(now)
    assert claimed(claim_next(study=study, rater=rater)).item_id != ahead.item_id


def test_one_that_ran_out_is_taken_up_again_by_its_rater(
    study: Study, rater: Person, now: Assignment
) -> None:
    ahead = claimed(claim_ahead(study=study, rater=rater, holding=now))
    Assignment.objects.filter(pk=ahead.pk).update(expires_at=timezone.now() - timedelta(minutes=1))
    rate(now)
    assert claimed(claim_next(study=study, rater=rater)) == ahead
    ahead.refresh_from_db()
    assert ahead.expires_at > timezone.now()
