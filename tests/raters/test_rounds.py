"""Calibration rounds, and places kept for one rater."""

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from cases.errors import BadInput
from cases.models import AuditEvent, Item, Membership, Person, Study
from raters.assignment import Empty, claim_next
from raters.leases import return_expired
from raters.models import Assignment, CalibrationRound, Slot
from raters.overlap import extend_overlap
from raters.ratings import skip
from raters.reserving import reassign_slot, reserve
from raters.rounds import close_round, round_progress, start_round
from tests.make import join, make_case, make_item, make_person, make_slots
from tests.raters.answers import rate_next


@pytest.fixture
def three(study: Study) -> list[Person]:
    return [join(make_person(), study, "rater") for _ in range(3)]


def begin(study: Study, raters: list[Person], **fields: object) -> CalibrationRound:
    return start_round(study=study, raters=raters, actor=None, **fields)  # type: ignore[arg-type]


def pilots(round_: CalibrationRound) -> set[int]:
    return set(round_.slots.values_list("item", flat=True))


def test_everybody_gets_the_same_items_first_each_in_an_order_of_their_own(
    study: Study, three: list[Person], lead: Person
) -> None:
    make_slots(study, 12)
    make_slots(study, 2, priority=9)
    round_ = start_round(study=study, raters=three, count=8, note=" before we begin ", actor=lead)
    assert (round_.number, round_.note, round_.created_by) == (1, "before we begin", lead)
    orders = [[rate_next(study, rater).item_id for _ in range(8)] for rater in three]
    assert all(set(order) == pilots(round_) for order in orders)
    assert len({tuple(order) for order in orders}) > 1
    done = Counter(Assignment.objects.finished().values_list("item", flat=True))
    assert set(done.values()) == {3}
    assert rate_next(study, three[0]).item_id not in pilots(round_)
    assert AuditEvent.objects.get(action="round.started").data["items"] == 8


def test_others_get_none_of_a_rounds_items(
    study: Study, rater: Person, three: list[Person]
) -> None:
    make_slots(study, 3)
    begin(study, three, count=2)
    rate_next(study, rater)
    assert claim_next(study=study, rater=rater).reason is Empty.FINISHED


def test_pilot_items_are_drawn_evenly_over_the_strata(study: Study, three: list[Person]) -> None:
    for intent in ("refund", "delay"):
        for _ in range(10):
            case = make_case(study, strata={"intent": intent, "outcome": "x"})
            make_slots(study, case=case)
    round_ = begin(study, three, count=6)
    found = Item.objects.filter(pk__in=pilots(round_)).values_list("case__strata", flat=True)
    assert Counter(strata["intent"] for strata in found) == {"refund": 3, "delay": 3}


def test_items_that_somebody_has_begun_are_not_drawn(study: Study, three: list[Person]) -> None:
    make_slots(study, 3)
    begun = rate_next(study, three[0]).item_id
    round_ = begin(study, three)
    assert begun not in pilots(round_)
    assert len(pilots(round_)) == 2
    event = AuditEvent.objects.get(action="round.started")
    assert (event.data["items"], event.data["asked"]) == (2, 30)


def test_chosen_items_have_to_be_free(study: Study, three: list[Person]) -> None:
    items = make_slots(study, 2)
    round_ = begin(study, three, items=items[:1])
    assert pilots(round_) == {items[0].pk}
    with pytest.raises(BadInput, match="nobody has begun"):
        begin(study, three, items=items)


def test_who_can_not_rate_is_in_no_round(
    study: Study, three: list[Person], lead: Person, stranger: Person
) -> None:
    make_slots(study, 2)
    Membership.objects.filter(person=three[2]).update(results_seen_at=timezone.now())
    for person in (lead, stranger, three[2]):
        with pytest.raises(BadInput, match=f"{person} can't rate"):
            begin(study, [three[0], person])
    with pytest.raises(BadInput, match="at least two"):
        begin(study, three[:1])
    assert not CalibrationRound.objects.exists()


def test_a_round_needs_items(study: Study, three: list[Person]) -> None:
    with pytest.raises(BadInput, match="no item left"):
        begin(study, three)


def test_items_that_ask_for_a_skill_go_to_rounds_of_those_who_have_it(
    study: Study, three: list[Person]
) -> None:
    (medical,) = make_slots(study, skill="medical")
    with pytest.raises(BadInput, match="no item left"):
        begin(study, three)
    Membership.objects.filter(person__in=three[:2]).update(skills=["medical", "legal"])
    assert pilots(begin(study, three[:2])) == {medical.pk}
    with pytest.raises(BadInput, match="skill medical"):
        begin(study, three, items=make_slots(study, skill="medical"))


# --- progress and the end -----------------------------------------------------------------------


def test_progress_counts_rated_skipped_and_left(study: Study, three: list[Person]) -> None:
    make_slots(study, 4)
    round_ = begin(study, three)
    rate_next(study, three[0])
    left = claim_next(study=study, rater=three[0]).assignment
    assert left is not None
    skip(assignment=left, submit_key=left.token, reason="x")
    counts = {p.rater: (p.rated, p.passed, p.left) for p in round_progress(round_)}
    assert counts == {three[0]: (1, 1, 2), three[1]: (0, 0, 4), three[2]: (0, 0, 4)}


def test_closing_gives_every_item_the_studys_overlap(study: Study, three: list[Person]) -> None:
    make_slots(study, 3)
    round_ = begin(study, three)
    for _ in range(3):
        rate_next(study, three[0])
    assert close_round(round_=round_, actor=None) == 3
    round_.refresh_from_db()
    assert round_.closed_at is not None
    slots = Slot.objects.values_list("item", "state", "reserved_for")
    assert sorted(Counter(item for item, *_ in slots).values()) == [2, 2, 2]
    assert {who for _, state, who in slots if state == "open"} == {None}
    newcomer = join(make_person(), study, "rater")
    for rater in (newcomer, *three):
        while rate_next(study, rater).pk:
            pass
    done = Counter(Assignment.objects.finished().values_list("item", flat=True))
    assert set(done.values()) == {2}
    assert close_round(round_=round_, actor=None) == 0


def test_ratings_beyond_the_overlap_stay(study: Study, three: list[Person]) -> None:
    make_slots(study, 1)
    round_ = begin(study, three)
    for rater in three:
        rate_next(study, rater)
    assert close_round(round_=round_, actor=None) == 0
    assert Slot.objects.filter(state="filled").count() == 3
    assert extend_overlap(study=study, overlap=3, actor=None) == 0
    assert extend_overlap(study=study, overlap=4, actor=None) == 1


def test_an_item_with_fewer_pilot_raters_gets_what_it_lacks(
    study: Study, three: list[Person]
) -> None:
    study.overlap = 4
    study.save()
    make_slots(study, 1)
    assert close_round(round_=begin(study, three), actor=None) == 4


def test_what_is_being_rated_when_a_round_ends_comes_back_for_everybody(
    study: Study, three: list[Person]
) -> None:
    make_slots(study, 1)
    round_ = begin(study, three)
    held = claim_next(study=study, rater=three[0]).assignment
    assert held is not None
    close_round(round_=round_, actor=None)
    skip(assignment=held, submit_key=held.token, reason="x")
    assert set(Slot.objects.values_list("state", "reserved_for")) == {("open", None)}


# --- places kept for one rater ------------------------------------------------------------------


def test_a_lead_hands_items_to_a_rater(study: Study, rater: Person, lead: Person) -> None:
    items = make_slots(study, 5)
    rate_next(study, rater)
    (had,) = Assignment.objects.values_list("item", flat=True)
    kept = reserve(study=study, items=items, rater=rater, actor=lead)
    assert {item.pk for item in kept} == {item.pk for item in items} - {had}
    assert reserve(study=study, items=items, rater=rater, actor=lead) == []
    other = join(make_person(), study, "rater")
    for _ in range(6):
        rate_next(study, other)
    assert Assignment.objects.filter(rater=other).count() == 5
    for _ in range(4):
        rate_next(study, rater)
    assert Slot.objects.exclude(state="filled").count() == 0


def test_a_rater_without_the_skill_is_handed_nothing(study: Study, rater: Person) -> None:
    with pytest.raises(BadInput, match="skill legal"):
        reserve(study=study, items=make_slots(study, skill="legal"), rater=rater, actor=None)
    with pytest.raises(BadInput, match="not an ordinary item"):
        reserve(study=study, items=[make_item(study, purpose="gold")], rater=rater, actor=None)


def test_skipping_a_place_kept_for_one_gives_it_to_everybody(study: Study, rater: Person) -> None:
    (item,) = make_slots(study)
    reserve(study=study, items=[item], rater=rater, actor=None)
    held = claim_next(study=study, rater=rater).assignment
    assert held is not None
    skip(assignment=held, submit_key=held.token, reason="x")
    assert not Slot.objects.exclude(reserved_for=None).exists()


def test_a_lease_that_ran_out_stays_kept_for_its_rater(study: Study, three: list[Person]) -> None:
    make_slots(study, 1)
    begin(study, three)
    held = claim_next(study=study, rater=three[0]).assignment
    assert held is not None
    Assignment.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    return_expired(now=timezone.now())
    assert Slot.objects.filter(state="open").count() == 3
    assert claim_next(study=study, rater=three[0]).assignment == held
    held.refresh_from_db()
    assert held.slot is not None
    assert held.slot.reserved_for == three[0]


def test_places_of_somebody_removed_are_handed_to_another(
    study: Study, three: list[Person], rater: Person
) -> None:
    (item,) = make_slots(study, 1)
    round_ = begin(study, three)
    claim_next(study=study, rater=three[0])
    slot = Slot.objects.get(reserved_for=three[0])
    with pytest.raises(BadInput, match="is rating this item now"):
        reassign_slot(slot=slot, rater=rater, actor=None)
    Membership.objects.filter(person=three[0]).update(removed_at=timezone.now())
    reassign_slot(slot=slot, rater=rater, actor=None)
    assert Assignment.objects.get().state == "returned"
    assert rate_next(study, rater).item == item
    assert rater in round_.raters.all()
    assert AuditEvent.objects.get(action="slot.reassigned").data == {
        "item": item.pk,
        "to": rater.pk,
    }


def test_a_place_goes_to_nobody_who_has_had_the_item(study: Study, three: list[Person]) -> None:
    make_slots(study, 1)
    begin(study, three)
    rate_next(study, three[0])
    filled = Slot.objects.get(state="filled")
    mine = Slot.objects.get(reserved_for=three[1])
    with pytest.raises(BadInput, match="has had item"):
        reassign_slot(slot=mine, rater=three[0], actor=None)
    with pytest.raises(BadInput, match="kept for"):
        reassign_slot(slot=mine, rater=three[2], actor=None)
    newcomer = join(make_person(), study, "rater")
    with pytest.raises(BadInput, match="is taken"):
        reassign_slot(slot=filled, rater=newcomer, actor=None)
