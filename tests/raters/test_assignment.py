"""Who gets which item: order, overlap, leases, gold, sides, and what an empty queue says."""

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from cases.errors import BadInput
from cases.models import Item, Membership, Person, RubricVersion, Study
from cases.signals import items_added, items_retired
from raters import assignment as queue
from raters.assignment import Claim, Empty, claim_next
from raters.leases import release_again, return_expired
from raters.models import Assignment, Slot
from raters.slots import Place, clamp_priority
from tests.make import join, make_case, make_gold, make_item, make_person, make_slots, make_study
from tests.raters.answers import rate, rate_next


def expire(assignment: Assignment) -> None:
    past = timezone.now() - timedelta(minutes=1)
    Assignment.objects.filter(pk=assignment.pk).update(expires_at=past)


def claimed(claim: Claim) -> Assignment:
    assert claim.assignment is not None, claim.reason
    return claim.assignment


def test_an_ordinary_item_gets_one_slot_for_each_rating_and_gold_gets_none(study: Study) -> None:
    (item,) = make_slots(study)
    gold = make_gold(study)
    items_added.send(sender=Study, study=study, items=gold)
    assert list(item.slots.order_by("number").values_list("number", "rank", "state")) == [
        (1, item.rank, "open"),
        (2, item.rank, "open"),
    ]
    assert not Slot.objects.filter(item__in=gold).exists()


def test_a_claim_leases_one_slot(study: Study, rater: Person) -> None:
    (item,) = make_slots(study)
    assignment = claimed(claim_next(study=study, rater=rater))
    assert assignment.item == item
    assert sorted(item.slots.values_list("state", flat=True)) == ["leased", "open"]
    minutes = (assignment.expires_at - assignment.leased_at).total_seconds() / 60
    assert minutes == pytest.approx(study.lease_minutes, abs=0.1)


def test_a_second_claim_returns_the_item_one_holds(study: Study, rater: Person) -> None:
    make_slots(study, 3)
    first = claimed(claim_next(study=study, rater=rater))
    assert claimed(claim_next(study=study, rater=rater)) == first
    assert Slot.objects.filter(state="leased").count() == 1


@pytest.mark.django_db
def test_overlap_is_exact_and_nobody_rates_an_item_twice() -> None:
    study = make_study(overlap=2)
    items = make_slots(study, 7)
    raters = [join(make_person(), study, "rater") for _ in range(3)]
    for turn in range(7 * 3):
        rate_next(study, raters[turn % 3])
    finished = Assignment.objects.finished()
    assert Counter(finished.values_list("item", flat=True)) == {item.pk: 2 for item in items}
    assert {claim_next(study=study, rater=rater).reason for rater in raters} == {Empty.FINISHED}


def test_urgent_items_come_first_then_by_rank(study: Study, rater: Person) -> None:
    ranks = {"late": (0, 50), "early": (0, 10), "urgent": (5, 99), "last": (-3, 1)}
    items = [
        make_item(study, key=key, priority=priority, rank=rank)
        for key, (priority, rank) in ranks.items()
    ]
    items_added.send(sender=Study, study=study, items=items)
    seen = [rate_next(study, rater).item.key for _ in items]
    assert seen == ["urgent", "early", "late", "last"]


def test_an_urgent_item_that_arrives_later_is_next(study: Study, rater: Person) -> None:
    make_slots(study, 3)
    rate_next(study, rater)
    (urgent,) = make_slots(study, priority=9)
    assert rate_next(study, rater).item == urgent


def test_items_that_arrive_behind_the_rater_are_found(study: Study, rater: Person) -> None:
    make_slots(study, 1, rank=1000)
    rate_next(study, rater)
    (earlier,) = make_slots(study, 1, rank=5)
    assert rate_next(study, rater).item == earlier


@pytest.mark.parametrize("priority", [-40_000, -512, 0, 511, 40_000])
def test_a_place_in_the_queue_survives_being_stored(priority: int) -> None:
    place = Place(clamp_priority(priority), 2**53 - 1)
    assert 0 <= place.position < 2**63
    assert Place.of(place.position) == place


def test_a_lease_that_ran_out_goes_to_somebody_else(study: Study, rater: Person) -> None:
    Study.objects.filter(pk=study.pk).update(overlap=1)
    study.refresh_from_db()
    (item,) = make_slots(study)
    slow = claimed(claim_next(study=study, rater=rater))
    other = join(make_person(), study, "rater")
    assert claim_next(study=study, rater=other).reason is Empty.WAITING
    expire(slow)
    assert claimed(claim_next(study=study, rater=other)).item == item
    slow.refresh_from_db()
    assert (slow.state, slow.slot) == ("returned", None)


def test_an_item_given_back_can_be_taken_again_by_the_same_rater(
    study: Study, rater: Person
) -> None:
    make_slots(study, 2)
    first = claimed(claim_next(study=study, rater=rater))
    Assignment.objects.filter(pk=first.pk).update(draft={"grounded-answer": "cant_tell"})
    expire(first)
    assert return_expired(now=timezone.now()) == 1
    assert Slot.objects.filter(state="open").count() == 4
    again = claimed(claim_next(study=study, rater=rater))
    assert again == first
    again.refresh_from_db()
    assert (again.state, again.draft) == ("leased", {"grounded-answer": "cant_tell"})
    assert again.expires_at > timezone.now()
    assert again.slot is not None
    assert again.slot.state == "leased"


def test_a_lease_that_ran_out_unnoticed_is_renewed_for_its_rater(
    study: Study, rater: Person
) -> None:
    make_slots(study, 2)
    first = claimed(claim_next(study=study, rater=rater))
    expire(first)
    again = claimed(claim_next(study=study, rater=rater))
    assert again == first
    assert again.expires_at > timezone.now()


def test_returning_leaves_live_leases_and_finished_work_alone(study: Study, rater: Person) -> None:
    make_slots(study, 2)
    rate_next(study, rater)
    live = claimed(claim_next(study=study, rater=rater))
    assert return_expired(now=timezone.now()) == 0
    live.refresh_from_db()
    assert live.state == "leased"
    assert sorted(Slot.objects.values_list("state", flat=True)) == [
        "filled",
        "leased",
        "open",
        "open",
    ]


def test_a_lease_that_was_changed_meanwhile_is_not_renewed(study: Study, rater: Person) -> None:
    make_slots(study, 2)
    first = claimed(claim_next(study=study, rater=rater))
    expire(first)
    return_expired(now=timezone.now())
    seen = Assignment.objects.select_related("item").get(pk=first.pk)
    rate(first)
    assert not release_again(seen, study, timezone.now())
    assert Counter(Slot.objects.values_list("state", flat=True)) == {"filled": 1, "open": 3}


# --- the rubric -------------------------------------------------------------------------------


def test_the_first_item_handed_out_freezes_the_rubric(study: Study, rater: Person) -> None:
    claim_next(study=study, rater=rater)
    assert RubricVersion.objects.get().frozen_at is None, "nobody has seen a question"
    make_slots(study)
    claim_next(study=study, rater=rater)
    assert RubricVersion.objects.get().frozen_at is not None


def test_a_rubric_edited_since_the_study_was_loaded_is_frozen_as_it_is_now(
    study: Study, rater: Person
) -> None:
    make_slots(study)
    assert study.rubric_version.frozen_at is None
    RubricVersion.objects.update(content_hash="e" * 64)
    claim_next(study=study, rater=rater)
    assert study.rubric_version.frozen_at is not None
    assert study.rubric_version.content_hash == "e" * 64


# --- what an empty queue says ---------------------------------------------------------------


def test_an_empty_study_says_so(study: Study, rater: Person) -> None:
    assert claim_next(study=study, rater=rater) == Claim(None, Empty.NO_ITEMS)


@pytest.mark.parametrize("state", ["paused", "closed"])
def test_a_study_that_is_not_open_hands_out_nothing(
    study: Study, rater: Person, state: str
) -> None:
    make_slots(study)
    study.state = state
    study.save()
    assert claim_next(study=study, rater=rater) == Claim(None, Empty(state))


def test_an_open_place_that_was_passed_by_is_worth_waiting_for(study: Study, rater: Person) -> None:
    make_slots(study)
    assert queue._why_empty(study, rater) is Empty.WAITING
    rate_next(study, rater)
    assert queue._why_empty(study, rater) is Empty.FINISHED


def test_whoever_has_seen_results_gets_nothing(study: Study, rater: Person) -> None:
    make_slots(study)
    Membership.objects.filter(person=rater).update(results_seen_at=timezone.now())
    assert claim_next(study=study, rater=rater) == Claim(None, Empty.RESULTS_SEEN)


def test_leads_and_strangers_get_nothing(study: Study, lead: Person, stranger: Person) -> None:
    make_slots(study)
    assert claim_next(study=study, rater=lead) == Claim(None, Empty.NOT_A_RATER)
    assert claim_next(study=study, rater=stranger) == Claim(None, Empty.NOT_A_RATER)


# --- gold ------------------------------------------------------------------------------------


def test_gold_comes_at_about_its_share_and_never_twice(study: Study, rater: Person) -> None:
    study.gold_share = 0.3
    study.save()
    make_slots(study, 60)
    make_gold(study, 40)
    seen = [rate_next(study, rater).item for _ in range(60)]
    gold = sum(item.is_gold for item in seen)
    # 60 draws at 0.3: fewer than 4 or more than 36 happens less than once in a million runs.
    assert 4 <= gold <= 36
    assert len(set(seen)) == 60


def test_no_gold_at_share_zero(study: Study, rater: Person) -> None:
    make_slots(study, 10)
    make_gold(study, 10)
    assert not any(rate_next(study, rater).item.is_gold for _ in range(10))


def test_a_finished_queue_serves_no_gold(study: Study, rater: Person) -> None:
    """An item that appears where the queue is empty would be known as gold."""
    study.gold_share = 0.5
    study.save()
    make_slots(study, 1)
    make_gold(study, 30)
    while (claim := claim_next(study=study, rater=rater)).assignment is not None:
        rate(claim.assignment)
    assert {claim_next(study=study, rater=rater).reason for _ in range(20)} == {Empty.FINISHED}


# --- pairwise ---------------------------------------------------------------------------------


@pytest.mark.django_db
def test_each_pair_is_shown_in_both_orders_equally_often() -> None:
    study = make_study(overlap=4)
    pairs = make_slots_of_pairs(study, 5)
    for _ in range(4):
        rater = join(make_person(), study, "rater")
        for _ in pairs:
            rate_next(study, rater)
    for pair in pairs:
        orders = Counter(pair.assignments.values_list("side_order", flat=True))
        assert orders == {"ab": 2, "ba": 2}


@pytest.mark.django_db
def test_the_first_order_of_a_pair_is_drawn() -> None:
    study = make_study(overlap=1)
    make_slots_of_pairs(study, 40)
    rater = join(make_person(), study, "rater")
    orders = Counter(rate_next(study, rater).side_order for _ in range(40))
    assert set(orders) == {"ab", "ba"}


def make_slots_of_pairs(study: Study, count: int) -> list[Item]:
    items = [
        make_item(study, kind=Item.Kind.PAIRWISE, case_b=make_case(study)) for _ in range(count)
    ]
    items_added.send(sender=Study, study=study, items=items)
    return items


# --- retiring ---------------------------------------------------------------------------------


def test_items_that_become_gold_lose_their_slots(study: Study) -> None:
    items = make_slots(study, 2)
    items_retired.send(sender=Study, study=study, items=items[:1])
    assert list(Slot.objects.values_list("item", flat=True).distinct()) == [items[1].pk]


def test_an_item_somebody_rates_is_not_retired(study: Study, rater: Person) -> None:
    items = make_slots(study, 1)
    claim_next(study=study, rater=rater)
    with pytest.raises(BadInput, match="rating it now"):
        items_retired.send(sender=Study, study=study, items=items)
    assert Slot.objects.count() == 2
