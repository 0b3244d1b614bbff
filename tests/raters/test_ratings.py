"""Ratings are kept once, never overwritten, and fill exactly the slots there are."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from cases.errors import BadInput
from cases.models import Item, Membership, Person, Study
from raters.assignment import claim_next
from raters.leases import return_expired
from raters.models import Assignment, Label, Rating, Slot
from raters.ratings import Answer, opt_out, record_rating, save_draft, skip
from tests.make import join, make_gold, make_person, make_slots
from tests.raters.answers import answers_for, rate, rate_next


@pytest.fixture
def leased(study: Study, rater: Person) -> Assignment:
    make_slots(study)
    assignment = claim_next(study=study, rater=rater).assignment
    assert assignment is not None
    return assignment


def give_back(assignment: Assignment) -> None:
    past = timezone.now() - timedelta(minutes=1)
    Assignment.objects.filter(pk=assignment.pk).update(expires_at=past)
    assert return_expired(now=timezone.now()) == 1


def states() -> list[str]:
    return sorted(Slot.objects.values_list("state", flat=True))


def test_a_rating_fills_its_slot_and_freezes_the_rubric(
    leased: Assignment, study: Study, rater: Person
) -> None:
    rating = rate(leased, "PASS", active_ms=1234)
    leased.refresh_from_db()
    assert (leased.state, leased.rating, leased.draft) == ("finished", rating, {})
    assert states() == ["filled", "open"]
    labels = list(Label.objects.values_list("criterion__key", "value", "rater", "item"))
    assert labels == [
        ("correct_amount", "PASS", rater.pk, leased.item_id),
        ("grounded", "PASS", rater.pk, leased.item_id),
    ]
    assert (rating.revision, rating.outcome, rating.active_ms) == (1, "rated", 1234)
    study.rubric_version.refresh_from_db()
    assert study.rubric_version.frozen_at is not None


def test_cant_tell_fills_the_slot_too(leased: Assignment) -> None:
    rate(leased, answers={k: Answer("cant_tell") for k in ("correct_amount", "grounded")})
    assert states() == ["filled", "open"]
    assert set(Label.objects.values_list("state", "value")) == {("cant_tell", "")}


def test_the_same_key_twice_is_one_rating(leased: Assignment) -> None:
    key = uuid.uuid4()
    first = rate(leased, "PASS", submit_key=key)
    assert rate(leased, "FAIL", submit_key=key) == first
    assert set(Label.objects.values_list("value", flat=True)) == {"PASS"}


def test_a_key_of_another_item_is_refused(leased: Assignment, study: Study, rater: Person) -> None:
    key = uuid.uuid4()
    rate(leased, submit_key=key)
    make_slots(study)
    other = claim_next(study=study, rater=rater).assignment
    assert other is not None
    with pytest.raises(BadInput, match="another item"):
        rate(other, submit_key=key)
    with pytest.raises(BadInput, match="another item"):
        skip(assignment=other, submit_key=key, reason="forged")
    assert Rating.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"grounded": None}, "choose an answer"),
        ({"grounded": Answer("label", "MAYBE")}, "not one of its answers"),
        ({"grounded": Answer("label", "first_case")}, "not one of its answers"),
        ({"grounded": Answer("skipped", "PASS")}, "not one of its answers"),
        ({"grounded": Answer("cant_tell", "PASS")}, "takes no value"),
        ({"politeness": Answer("label", "PASS")}, "no question politeness"),
    ],
)
def test_answers_have_to_fit_the_rubric(
    leased: Assignment, changes: dict[str, Answer | None], says: str
) -> None:
    answers = answers_for(leased) | changes
    kept = {key: answer for key, answer in answers.items() if answer is not None}
    with pytest.raises(BadInput, match=says):
        record_rating(assignment=leased, submit_key=uuid.uuid4(), answers=kept)
    leased.refresh_from_db()
    assert (leased.state, Rating.objects.count(), Label.objects.count()) == ("leased", 0, 0)
    assert states() == ["leased", "open"]


def test_answers_to_other_questions_than_the_studys_are_refused(leased: Assignment) -> None:
    shown = leased.item.study.rubric_version.content_hash
    with pytest.raises(BadInput, match="questions were changed"):
        rate(leased, rubric_hash="0" * 64)
    assert not Rating.objects.exists()
    rate(leased, rubric_hash=shown)


def test_a_correction_is_a_new_revision(leased: Assignment) -> None:
    first = rate(leased, "PASS")
    finished = Assignment.objects.get(pk=leased.pk).finished_at
    second = rate(leased, "FAIL")
    assert (first.revision, second.revision) == (1, 2)
    assert set(Label.objects.values_list("rating", "value")) == {
        (first.pk, "PASS"),
        (second.pk, "FAIL"),
    }
    assert set(Label.objects.counting().values_list("value", flat=True)) == {"FAIL"}
    assert states() == ["filled", "open"]
    assert Assignment.objects.get(pk=leased.pk).finished_at == finished


def test_a_correction_from_an_old_page_is_refused(leased: Assignment) -> None:
    rate(leased, "PASS", base_revision=0)
    with pytest.raises(BadInput, match="another window"):
        rate(leased, "FAIL", base_revision=0)
    rate(leased, "FAIL", base_revision=1)


@pytest.mark.parametrize(("state", "taken"), [("open", 2), ("paused", 1), ("closed", 1)])
def test_corrections_need_an_open_study(leased: Assignment, state: str, taken: int) -> None:
    rate(leased)
    Study.objects.update(state=state)
    if taken == 2:
        rate(leased)
    else:
        with pytest.raises(BadInput, match=state):
            rate(leased)
    assert Rating.objects.count() == taken


def test_what_is_being_rated_may_be_finished_in_a_paused_study(leased: Assignment) -> None:
    Study.objects.update(state="paused")
    rate(leased)
    assert Rating.objects.count() == 1


def test_whoever_has_seen_results_or_left_can_no_longer_rate(
    leased: Assignment, rater: Person
) -> None:
    Membership.objects.filter(person=rater).update(results_seen_at=timezone.now())
    with pytest.raises(BadInput, match="no longer rate"):
        rate(leased)
    Membership.objects.filter(person=rater).delete()
    with pytest.raises(BadInput, match="no longer rate"):
        rate(leased)
    assert not Rating.objects.exists()


def test_a_late_submission_takes_a_place_that_is_still_free(leased: Assignment) -> None:
    give_back(leased)
    rate(leased)
    assert states() == ["filled", "open"]


def test_a_late_submission_after_the_place_is_gone_is_refused_with_its_draft_kept(
    leased: Assignment, study: Study
) -> None:
    Slot.objects.filter(state="open").delete()
    save_draft(assignment=leased, draft={"grounded-comment": "mine"}, now=timezone.now())
    give_back(leased)
    rate_next(study, join(make_person(), study, "rater"))
    with pytest.raises(BadInput, match="somebody else has taken it"):
        rate(leased)
    leased.refresh_from_db()
    assert (leased.state, leased.draft) == ("returned", {"grounded-comment": "mine"})
    assert states() == ["filled"]
    assert Rating.objects.count() == 1


def test_skipping_and_opting_out_reopen_the_slot(study: Study, rater: Person) -> None:
    make_slots(study, 2)
    key = uuid.uuid4()
    first = claim_next(study=study, rater=rater).assignment
    assert first is not None
    with pytest.raises(BadInput, match="why you skip"):
        skip(assignment=first, submit_key=key, reason="  ")
    rating = skip(assignment=first, submit_key=key, reason=" torn off ")
    assert skip(assignment=first, submit_key=key, reason="again") == rating
    assert (rating.outcome, rating.reason) == ("skipped", "torn off")
    second = claim_next(study=study, rater=rater).assignment
    assert second is not None
    assert second.item != first.item
    opt_out(assignment=second, submit_key=uuid.uuid4())
    assert states() == ["open"] * 4
    assert claim_next(study=study, rater=rater).assignment is None
    assert [a.state for a in Assignment.objects.order_by("pk")] == ["skipped", "opted_out"]
    with pytest.raises(BadInput, match="already left"):
        rate(first)


def test_a_finished_item_is_not_skipped(leased: Assignment) -> None:
    rate(leased)
    with pytest.raises(BadInput, match="already done"):
        skip(assignment=leased, submit_key=uuid.uuid4(), reason="late thought")
    assert states() == ["filled", "open"]


def test_labels_on_gold_do_not_count(study: Study, rater: Person) -> None:
    (gold,) = make_gold(study)
    now = timezone.now()
    assignment = Assignment.objects.create(
        item=gold, rater=rater, leased_at=now, expires_at=now + timedelta(hours=1)
    )
    rate(assignment)
    assert Label.objects.current().count() == 2
    assert not Label.objects.counting().exists()


def test_pairs_take_cases_and_ties(study: Study, rater: Person) -> None:
    from tests.make import make_case

    make_slots(study, 1, kind=Item.Kind.PAIRWISE, case_b=make_case(study))
    assignment = claim_next(study=study, rater=rater).assignment
    assert assignment is not None
    with pytest.raises(BadInput, match="'PASS' is not one"):
        rate(assignment, "PASS")
    rate(assignment, "tie")
    assert set(Label.objects.values_list("value", flat=True)) == {"tie"}


def test_a_draft_keeps_the_lease_alive_and_ends_with_the_rating(leased: Assignment) -> None:
    now = timezone.now() + timedelta(minutes=30)
    assert save_draft(assignment=leased, draft={"a": "b"}, now=now)
    leased.refresh_from_db()
    assert leased.expires_at == now + timedelta(minutes=60)
    rate(leased)
    assert not save_draft(assignment=leased, draft={"a": "c"}, now=now)


def test_a_rating_is_changed_within_the_hours_that_the_study_gives(
    study: Study, rater: Person
) -> None:
    make_slots(study)
    assignment = rate_next(study, rater)
    Study.objects.filter(pk=study.pk).update(change_hours=2)
    assignment.refresh_from_db()
    changed = rate(assignment, "FAIL")
    assert changed.revision == 2
    early = timezone.now() - timedelta(hours=2, minutes=1)
    Assignment.objects.filter(pk=assignment.pk).update(finished_at=early)
    with pytest.raises(BadInput, match="time for changing this rating is over"):
        rate(assignment, "PASS")
    assert Label.objects.current().values_list("value", flat=True)[0] == "FAIL"


@pytest.mark.parametrize("state", [Assignment.State.SET_ASIDE, Assignment.State.SURPLUS])
def test_what_does_not_count_for_now_is_not_changed(
    study: Study, rater: Person, state: str
) -> None:
    make_slots(study)
    assignment = rate_next(study, rater)
    Assignment.objects.filter(pk=assignment.pk).update(state=state)
    with pytest.raises(BadInput, match="cannot be changed now"):
        rate(assignment, "FAIL")
    assert Rating.objects.count() == 1
