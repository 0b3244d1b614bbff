"""Leads take items back, hand them on and undo that: no draft is lost, and the overlap stays."""

import uuid
from collections import Counter

import pytest
from django.urls import reverse
from django.utils import timezone

from cases.errors import BadInput
from cases.models import AuditEvent, Membership, Person, Study
from raters.assignment import Empty, claim_next
from raters.models import Assignment, Slot
from raters.ratings import record_rating, save_draft, skip
from raters.rounds import start_round
from raters.taking_back import give_again, hand_to, open_again, take_back
from tests.make import join, make_gold, make_person, make_slots
from tests.raters.answers import answers_for, rate, rate_next
from tests.raters.posts import ready_client

State = Assignment.State


def claimed(study: Study, rater: Person) -> Assignment:
    found = claim_next(study=study, rater=rater).assignment
    assert found is not None
    return found


def test_an_item_that_was_taken_back_goes_to_somebody_else(
    study: Study, rater: Person, lead: Person
) -> None:
    make_slots(study, 1)
    held = claimed(study, rater)
    save_draft(assignment=held, draft={"grounded-answer": "PASS"}, now=timezone.now())
    take_back(assignment=held, actor=lead)
    held.refresh_from_db()
    assert (held.state, held.slot, held.draft) == (
        State.TAKEN_BACK,
        None,
        {"grounded-answer": "PASS"},
    )
    assert Counter(Slot.objects.values_list("state", flat=True)) == {"open": 2}
    # Its rater does not get it again, though a place is open.
    assert claim_next(study=study, rater=rater).reason is Empty.FINISHED
    assert rate_next(study, join(make_person(), study, "rater")).item_id == held.item_id
    event = AuditEvent.objects.get(action="assignment.taken_back")
    assert event.data == {"item": held.item_id, "rater": rater.pk, "to": None}


def test_what_is_sent_for_an_item_taken_back_does_not_count(
    study: Study, rater: Person, lead: Person
) -> None:
    make_slots(study, 1)
    held = claimed(study, rater)
    take_back(assignment=held, actor=lead)
    with pytest.raises(BadInput, match=r"taken this item back.*kept here but do not count"):
        record_rating(assignment=held, submit_key=uuid.uuid4(), answers=answers_for(held))
    with pytest.raises(BadInput, match="taken this item back"):
        skip(assignment=held, submit_key=uuid.uuid4(), reason="odd")
    assert not held.ratings.exists()
    # What they type on is kept all the same.
    assert save_draft(assignment=held, draft={"a": "b"}, now=timezone.now())


def test_the_rater_is_told_and_finds_their_answers(
    study: Study, rater: Person, lead: Person
) -> None:
    make_slots(study, 2)
    client = ready_client(rater)
    held = claimed(study, rater)
    save_draft(assignment=held, draft={"grounded-comment": "half a thought"}, now=timezone.now())
    take_back(assignment=held, actor=lead)
    url = reverse("item_rate", args=[study.slug, held.token])
    page = client.get(url).text
    assert "has taken this item back" in page
    assert "half a thought" in page
    assert 'value="submit"' not in page
    answer = client.post(url, {"action": "submit", "submit_key": str(uuid.uuid4())})
    assert answer.status_code == 422
    assert "has taken this item back" in answer.text
    following = claimed(study, rater)
    assert following.item_id != held.item_id


def test_it_can_go_straight_to_somebody(study: Study, rater: Person, lead: Person) -> None:
    other = join(make_person(), study, "rater")
    make_slots(study, 3)
    held = claimed(study, rater)
    take_back(assignment=held, actor=lead, to=other)
    assert claimed(study, other).item_id == held.item_id


def test_a_take_back_is_undone(study: Study, rater: Person, lead: Person) -> None:
    make_slots(study, 2)
    held = claimed(study, rater)
    save_draft(assignment=held, draft={"a": "b"}, now=timezone.now())
    take_back(assignment=held, actor=lead)
    give_again(assignment=held, actor=lead)
    again = claimed(study, rater)
    assert (again.pk, again.draft) == (held.pk, {"a": "b"})
    rate(again)
    with pytest.raises(BadInput, match="not taken back any more"):
        give_again(assignment=held, actor=lead)


def test_what_others_took_meanwhile_does_not_come_back(
    study: Study, rater: Person, lead: Person
) -> None:
    make_slots(study, 1)
    held = claimed(study, rater)
    take_back(assignment=held, actor=lead)
    for _ in range(2):
        rate_next(study, join(make_person(), study, "rater"))
    with pytest.raises(BadInput, match=r"No place .* is free any more"):
        give_again(assignment=held, actor=lead)


def test_only_what_is_in_hand_is_taken_back(study: Study, rater: Person, lead: Person) -> None:
    make_slots(study, 1)
    held = rate_next(study, rater)
    with pytest.raises(BadInput, match="not in this rater's hands"):
        take_back(assignment=held, actor=lead)
    (gold,) = make_gold(study, 1)
    now = timezone.now()
    on_gold = Assignment.objects.create(item=gold, rater=rater, leased_at=now, expires_at=now)
    with pytest.raises(BadInput, match="Only ordinary items"):
        take_back(assignment=on_gold, actor=lead)


def test_nobody_gets_an_item_twice_or_without_the_skill(
    study: Study, rater: Person, lead: Person
) -> None:
    other = join(make_person("olga"), study, "rater", skills=["legal"])
    (item,) = make_slots(study, 1, skill="legal")
    held = claimed(study, other)
    with pytest.raises(BadInput, match="asks for the skill legal"):
        take_back(assignment=held, actor=lead, to=rater)
    Membership.objects.filter(person=rater).update(skills=["legal"])
    with pytest.raises(BadInput, match="Olga has had item"):
        hand_to(item=item, rater=other, actor=lead)
    hand_to(item=item, rater=rater, actor=lead)
    with pytest.raises(BadInput, match="is kept for Ruth already"):
        hand_to(item=item, rater=rater, actor=lead)
    third = join(make_person(), study, "rater", skills=["legal"])
    with pytest.raises(BadInput, match=r"No place .* is free"):
        hand_to(item=item, rater=third, actor=lead)
    with pytest.raises(BadInput, match="can't rate in this study"):
        hand_to(item=item, rater=lead, actor=lead)


def test_handing_over_is_undone(study: Study, rater: Person, lead: Person) -> None:
    (item,) = make_slots(study, 1)
    hand_to(item=item, rater=rater, actor=lead)
    kept = Slot.objects.get(reserved_for=rater)
    open_again(slot=kept, actor=lead)
    assert not Slot.objects.filter(reserved_for__isnull=False).exists()
    with pytest.raises(BadInput, match="kept for nobody"):
        open_again(slot=kept, actor=lead)


def test_in_a_round_somebody_has_to_take_over(study: Study, rater: Person, lead: Person) -> None:
    make_slots(study, 1)
    others = [join(make_person(), study, "rater") for _ in range(2)]
    round_ = start_round(study=study, raters=[rater, others[0]], actor=lead)
    held = claimed(study, rater)
    with pytest.raises(BadInput, match="choose who rates it instead"):
        take_back(assignment=held, actor=lead)
    held.refresh_from_db()
    assert held.state == State.LEASED
    with pytest.raises(BadInput, match="belongs to a calibration round"):
        open_again(slot=Slot.objects.get(reserved_for=others[0]), actor=lead)
    take_back(assignment=held, actor=lead, to=others[1])
    assert others[1] in round_.raters.all()
    assert claimed(study, others[1]).item_id == held.item_id
