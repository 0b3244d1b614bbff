"""Items with known answers: made of ordinary ones, changed, retired, put in order."""

import pytest

from cases.errors import BadInput
from cases.known_answers import (
    ERROR_CATEGORIES,
    STEP_LABELS,
    ProcessAnswer,
    change_answers,
    make_gold,
    make_training,
    move_up,
    put_back,
    retire,
)
from cases.models import AuditEvent, GoldAnswer, GoldProcess, Item, Person, Study
from raters.models import Assignment, FirstError, Label, Slot, StepLabel
from tests.make import join, make_item, make_person, make_slots
from tests.raters.answers import rate_next

KNOWN = {"grounded": ("PASS", "A tool says so.")}


def test_training_items_come_in_the_order_they_were_made(study: Study, lead: Person) -> None:
    first, second = (make_training(item=i, answers=KNOWN, actor=lead) for i in make_slots(study, 2))
    assert (first.rank, second.rank) == (1, 2)
    assert not Slot.objects.exists()
    move_up(item=second, actor=lead)
    order = study.items.filter(purpose="training").order_by("rank")
    assert list(order) == [second, first]
    move_up(item=second, actor=lead)
    assert list(order.all()) == [second, first]


def test_a_rated_item_becomes_gold_with_its_ratings_kept(study: Study, lead: Person) -> None:
    (item,) = make_slots(study)
    rater = join(make_person(), study, "rater")
    assignment = rate_next(study, rater)
    with pytest.raises(BadInput, match="has rated"):
        make_gold(item=item, answers=KNOWN, actor=lead)
    make_gold(item=item, answers=KNOWN, actor=lead, rated=True)
    assignment.refresh_from_db()
    assert (assignment.state, assignment.slot, assignment.attempt) == ("finished", None, 0)
    assert Label.objects.current().count() == 2
    assert not Label.objects.counting().exists()


def test_an_item_that_somebody_is_rating_stays_ordinary(study: Study, rater: Person) -> None:
    from raters.assignment import claim_next

    (item,) = make_slots(study)
    claim_next(study=study, rater=rater)
    with pytest.raises(BadInput, match="is rating"):
        make_gold(item=item, answers=KNOWN, actor=None, rated=True)
    item.refresh_from_db()
    assert item.purpose == Item.Purpose.ORDINARY
    assert Assignment.objects.get().attempt == 1


def test_answers_can_be_put_right(study: Study, lead: Person) -> None:
    (item,) = make_slots(study)
    make_gold(item=item, answers=KNOWN, actor=lead)
    assert not change_answers(item=item, answers=KNOWN, actor=lead)
    assert change_answers(item=item, answers={"grounded": ("FAIL", "It does not.")}, actor=lead)
    assert GoldAnswer.objects.get(item=item).value == "FAIL"
    event = AuditEvent.objects.get(action="item.answers_changed")
    assert (event.data["before"], event.data["after"]) == (
        {"grounded": "PASS"},
        {"grounded": "FAIL"},
    )
    with pytest.raises(BadInput, match="no value"):
        change_answers(item=item, answers={"grounded": ("MAYBE", "")}, actor=lead)
    assert GoldAnswer.objects.get(item=item).value == "FAIL"


def test_an_ordinary_item_has_no_answers_to_change(study: Study, lead: Person) -> None:
    item = make_item(study)
    for change in (retire, put_back):
        with pytest.raises(BadInput, match="ordinary"):
            change(item=item, actor=lead)
    with pytest.raises(BadInput, match="ordinary"):
        change_answers(item=item, answers=KNOWN, actor=lead)


def test_a_retired_item_stays_gold_and_can_come_back(study: Study, lead: Person) -> None:
    (item,) = make_slots(study)
    make_gold(item=item, answers=KNOWN, actor=lead)
    retire(item=item, actor=lead)
    item.refresh_from_db()
    assert item.purpose == Item.Purpose.GOLD
    assert item.retired_at is not None
    with pytest.raises(BadInput, match="already"):
        retire(item=item, actor=lead)
    put_back(item=item, actor=lead)
    item.refresh_from_db()
    assert item.retired_at is None


@pytest.mark.parametrize(
    ("process", "problem"),
    [
        (None, "first error"),
        (ProcessAnswer(first_error=99, category="loop"), "no step 99"),
        (ProcessAnswer(first_error=2), "category"),
        (ProcessAnswer(steps={77: "NEEDED"}), "no step 77"),
        (ProcessAnswer(first_error=3, category="loop"), "no step 3 that an agent took"),
        (ProcessAnswer(steps={2: "GOOD"}), "No label of a step: GOOD"),
        (ProcessAnswer(first_error=2, category="rude"), "'rude' is no kind of error"),
        (ProcessAnswer(explanation="x" * 5001), "characters"),
    ],
)
def test_process_answers_have_to_fit(
    study: Study, process: ProcessAnswer | None, problem: str
) -> None:
    (item,) = make_slots(study, kind="process")
    with pytest.raises(BadInput, match=problem):
        make_gold(item=item, process=process, actor=None)
    assert not GoldProcess.objects.exists()


def test_leads_and_raters_have_the_same_words_for_a_trajectory() -> None:
    assert set(STEP_LABELS) == set(StepLabel.Value.values)
    assert set(ERROR_CATEGORIES) == set(FirstError.Category.values)


def test_a_process_item_becomes_gold(study: Study) -> None:
    (item,) = make_slots(study, kind="process")
    known = ProcessAnswer(first_error=2, category="wrong_tool", steps={2: "HARMFUL"})
    make_gold(item=item, process=known, actor=None)
    kept = GoldProcess.objects.get(item=item)
    assert (kept.first_error, kept.category, kept.steps) == (2, "wrong_tool", {"2": "HARMFUL"})
