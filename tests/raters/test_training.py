"""Training comes first, shows its answers, and is passed or done again."""

import uuid
from typing import Any

import pytest
from django.urls import reverse

from cases.errors import BadInput
from cases.models import AuditEvent, GoldAnswer, Item, Membership, Person, Study
from raters.assignment import Empty
from raters.models import Assignment, Label
from raters.ratings import Answer, opt_out, skip
from raters.training import Attempt, Part, attempt_of, begin, explained, place_of
from tests.make import join, make_case, make_criterion, make_item, make_person, make_slots
from tests.raters.answers import answers_for, rate
from tests.raters.known import claimed, make_training_items, member
from tests.raters.posts import HTMX, posted, ready_client, url_of


def start(study: Study, rater: Person) -> Assignment:
    assignment = begin(study=study, rater=rater)
    assert assignment is not None
    return assignment


def train(study: Study, rater: Person, *values: str) -> None:
    """Go through an attempt, one value for all questions of an item."""
    for value in values:
        rate(start(study, rater), value)


def test_training_comes_first_and_in_one_order(study: Study, rater: Person) -> None:
    make_slots(study, 2)
    items = make_training_items(study, 3)
    assert claimed(study, rater).reason is Empty.TRAINING
    seen = []
    for _ in items:
        assignment = start(study, rater)
        # Asked for again it is the same, by whichever way.
        assert claimed(study, rater).assignment == start(study, rater) == assignment
        assert assignment.slot is None
        seen.append(assignment.item)
        rate(assignment)
    assert seen == items
    live = claimed(study, rater).assignment
    assert live is not None
    assert live.item.purpose == Item.Purpose.ORDINARY
    assert start_none(study, rater)


def start_none(study: Study, rater: Person) -> bool:
    return begin(study=study, rater=rater) is None


def test_the_pass_mark_decides(study: Study, rater: Person) -> None:
    """Two questions an item: six of eight right is .75, below .8; seven is above."""
    make_slots(study)
    make_training_items(study, 4)
    train(study, rater, "PASS", "PASS", "PASS")
    answers = answers_for(last := start(study, rater), "FAIL")
    rate(last, answers=answers)
    after = member(study, rater)
    assert (after.trained_at, after.training_attempt) == (None, 2)
    assert claimed(study, rater).reason is Empty.TRAINING
    failed = AuditEvent.objects.get(action="rater.training_failed").data
    assert failed == {"attempt": 1, "right": 6, "asked": 8}
    train(study, rater, "PASS", "PASS", "PASS")
    again = start(study, rater)
    assert again.attempt == 2
    rate(again, answers=answers_for(again, "PASS") | {"grounded": Answer("label", "FAIL")})
    assert member(study, rater).trained_at is not None
    assert claimed(study, rater).assignment is not None


def test_labels_of_training_never_count(study: Study, rater: Person) -> None:
    make_training_items(study, 1)
    train(study, rater, "PASS")
    assert Label.objects.current().count() == 2
    assert not Label.objects.counting().exists()


def test_can_t_tell_and_skips_are_not_right_and_an_opt_out_is_left_out(
    study: Study, rater: Person
) -> None:
    make_training_items(study, 3)
    first, key = start(study, rater), uuid.uuid4
    unsure = dict.fromkeys(("correct_amount", "grounded"), Answer("cant_tell"))
    rate(first, answers=unsure)
    skip(assignment=start(study, rater), submit_key=key(), reason="Broken.")
    opt_out(assignment=start(study, rater), submit_key=key())
    attempt = attempt_of(study, rater, 1, [])
    assert (attempt.over, attempt.right, attempt.asked, attempt.share) == (True, 0, 4, 0.0)
    assert member(study, rater).training_attempt == 2


def test_an_attempt_with_nothing_asked_has_no_share_and_does_not_pass(study: Study) -> None:
    item = make_item(study)
    unread = Part(item, 1, "opted_out", None, 0, 2)
    attempt = Attempt(1, [unread])
    assert (attempt.over, attempt.share, attempt.passes(0.0)) == (True, None, False)


def test_answers_of_training_stay_once_the_known_ones_were_shown(
    study: Study, rater: Person
) -> None:
    make_training_items(study, 2)
    assignment = start(study, rater)
    rate(assignment, "FAIL")
    with pytest.raises(BadInput, match="seen the answers"):
        rate(Assignment.objects.get(pk=assignment.pk), "PASS")


def test_an_item_rated_before_it_was_for_training_is_asked_again(
    study: Study, rater: Person, lead: Person
) -> None:
    from cases.known_answers import make_training
    from tests.raters.answers import rate_next

    (item,) = make_slots(study)
    rate_next(study, rater)
    make_training(item=item, answers={"grounded": ("PASS", "")}, actor=lead, rated=True)
    assert start(study, rater).item == item


def test_questions_for_a_skill_are_asked_of_who_has_it(study: Study, rater: Person) -> None:
    make_criterion(study.rubric_version, "dosage", skill="medical")
    make_training_items(study, 1)
    make_training_items(study, 1, skill="medical", key="i-medical")
    keys = ("correct_amount", "grounded")
    rate(start(study, rater), answers={key: Answer("label", "PASS") for key in keys})
    assert member(study, rater).trained_at is not None
    asked = attempt_of(study, rater, 1, []).asked
    assert asked == 2


def test_who_has_none_of_the_skills_goes_on_to_live_work(study: Study, rater: Person) -> None:
    make_slots(study)
    make_training_items(study, 1, skill="legal")
    assert claimed(study, rater).assignment is not None


def test_taking_the_last_item_out_of_training_ends_the_attempt(
    study: Study, rater: Person, lead: Person
) -> None:
    from cases.known_answers import retire

    make_slots(study)
    items = make_training_items(study, 2)
    train(study, rater, "PASS")
    retire(item=items[1], actor=lead)
    assert claimed(study, rater).assignment is not None
    assert member(study, rater).trained_at is not None


def test_training_waits_while_the_study_is_paused(study: Study, rater: Person) -> None:
    make_training_items(study, 1)
    Study.objects.filter(pk=study.pk).update(state="paused")
    study.refresh_from_db()
    with pytest.raises(BadInput, match="not open"):
        begin(study=study, rater=rater)


def test_a_lead_s_pause_holds_training_up(study: Study, rater: Person) -> None:
    make_training_items(study, 1)
    Membership.objects.filter(person=rater).update(
        paused_at="2026-01-01T00:00Z", pause_cause="lead"
    )
    assert claimed(study, rater).reason is Empty.RATER_PAUSED
    assert start_none(study, rater)


def test_pairs_are_explained_by_side(study: Study, rater: Person) -> None:
    pair = make_item(
        study, kind="pairwise", case_b=make_case(study), purpose=Item.Purpose.TRAINING, rank=1
    )
    criterion = study.rubric_version.criteria.get(key="grounded")
    GoldAnswer.objects.create(item=pair, criterion=criterion, value="second_case")
    assignment = start(study, rater)
    assert assignment.side_order == "ab"
    rate(assignment, "first_case")
    assignment.refresh_from_db()
    (row,) = explained(assignment)
    assert (row.mark.given, row.mark.known, row.mark.right) == (
        "A is better",
        "B is better",
        False,
    )


# --- pages ---------------------------------------------------------------------------------------


def text_of(answer: Any) -> str:
    return str(answer.content.decode())


def test_a_rater_is_led_through_training_without_script(study: Study, rater: Person) -> None:
    make_slots(study)
    make_training_items(study, 2)
    client = ready_client(rater)
    training = reverse("training", args=[study.slug])
    assert client.get(reverse("rate_next", args=[study.slug])).url == training  # type: ignore[attr-defined]
    intro = text_of(client.get(training))
    assert "2 items" in intro
    assert "80 %" in intro
    item = client.post(training)
    assert item.status_code == 302
    page = text_of(client.get(item["Location"]))
    assert "Training 1 of 2" in page
    done = client.post(item["Location"], posted("level:FAIL"))
    assert done["Location"] == item["Location"]
    feedback = text_of(client.get(done["Location"]))
    assert "0 of 2 right" in feedback
    assert "A tool says so." in feedback
    assert feedback.count("Differs") == 2
    second = client.get(reverse("rate_next", args=[study.slug]))
    client.post(second["Location"], posted("level:PASS"))
    assert "Not passed yet" in text_of(client.get(second["Location"]))
    result = text_of(client.get(training))
    assert "2 of 4" in result
    assert "Do the training again" in result
    client.post(training)
    for _ in range(2):
        address = client.get(reverse("rate_next", args=[study.slug]))["Location"]
        client.post(address, posted("level:PASS"))
    assert "Training passed" in text_of(client.get(address))
    assert "Training passed" in text_of(client.get(training))
    live = client.get(reverse("rate_next", args=[study.slug]))["Location"]
    assert "Training" not in text_of(client.get(live))


def test_htmx_gets_the_feedback_as_its_work_area(study: Study, rater: Person) -> None:
    make_training_items(study, 2)
    client = ready_client(rater)
    client.post(reverse("training", args=[study.slug]))
    answer = client.post(url_of(Assignment.objects.get()), posted("level:PASS"), **HTMX)
    assert answer.status_code == 200
    assert "<html" not in text_of(answer)
    assert "2 of 2 right" in text_of(answer)


def test_the_answers_are_not_shown_before_the_rater_s_own(study: Study, rater: Person) -> None:
    make_training_items(study, 1)
    client = ready_client(rater)
    client.post(reverse("training", args=[study.slug]))
    assignment = Assignment.objects.get()
    assert "A tool says so." not in text_of(client.get(url_of(assignment)))
    invalid = client.post(url_of(assignment), posted("nonsense"))
    assert invalid.status_code == 422
    assert "A tool says so." not in text_of(invalid)


def test_training_is_for_raters_of_the_study(study: Study, lead: Person, stranger: Person) -> None:
    make_training_items(study, 1)
    url = reverse("training", args=[study.slug])
    assert ready_client(lead).get(url).status_code == 403
    assert ready_client(stranger).get(url).status_code == 404
    other = join(make_person(), study, "rater")
    begin(study=study, rater=other)
    assert place_of(Assignment.objects.get()) is not None
    mine = ready_client(join(make_person(), study, "rater"))
    assert mine.get(url_of(Assignment.objects.get())).status_code == 404
