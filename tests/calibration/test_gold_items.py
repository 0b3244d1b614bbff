"""Which items are fit to be gold, what they are settled as, and how raters did on them."""

import pytest
from pytest_django import DjangoAssertNumQueries

from calibration.gold_items import (
    Choice,
    candidates,
    doubtful_items,
    figures_of,
    known_items,
    settled_answers,
)
from calibration.models import Adjudication
from cases.known_answers import make_gold, retire
from cases.models import Item, Person, Study
from raters.known_answers import Outcome, all_outcomes
from raters.models import Assignment
from tests.make import join, make_person, make_slots
from tests.make import make_gold as make_gold_items
from tests.raters.answers import rate, rate_next
from tests.raters.known import give, rate_gold


def outcome(item: int, rater: int, *, right: bool) -> Outcome:
    return Outcome(1, item, rater, 1, "absolute", int(right), int(not right))


@pytest.fixture
def two(study: Study) -> list[Person]:
    return [join(make_person(), study, "rater") for _ in range(2)]


def test_an_item_that_careful_raters_miss_is_doubtful() -> None:
    """Three raters meet items 1 to 3; two of them miss item 4: two of three is more than half."""
    careful = [outcome(item, rater, right=True) for item in (1, 2, 3) for rater in (1, 2, 3)]
    asked = [outcome(4, 1, right=False), outcome(4, 2, right=False), outcome(4, 3, right=True)]
    assert doubtful_items(careful + asked) == {4}
    # Half of them is not more than half.
    more = [outcome(item, 4, right=True) for item in (1, 2, 3, 4)]
    assert doubtful_items(careful + asked + more) == set()


def test_careless_raters_and_few_raters_doubt_nothing() -> None:
    careless = [
        outcome(item, rater, right=item == 1) for item in range(1, 6) for rater in (1, 2, 3)
    ]
    assert doubtful_items(careless) == set()
    few = [outcome(item, rater, right=item != 4) for item in range(1, 5) for rater in (1, 2)]
    assert doubtful_items(few) == set()


def test_unanimous_items_are_rated_by_all_with_one_mind(study: Study, two: list[Person]) -> None:
    alike, apart, half, unsure = make_slots(study, 4)
    values = {alike: ("PASS", "PASS"), apart: ("PASS", "FAIL"), half: ("PASS",)}
    for item, given in values.items():
        for rater, value in zip(two, given, strict=False):
            lease(item, rater, value)
    found = candidates(study, Choice.UNANIMOUS)
    assert list(found) == [alike]
    everything = candidates(study, Choice.ANY)
    assert set(everything) == {alike, apart, half, unsure}
    assert list(candidates(study, Choice.ANY, after=half.pk)) == [unsure]
    assert not candidates(study, Choice.ADJUDICATED)


def lease(item: Item, rater: Person, value: str) -> None:
    """The rater rates this very item."""
    assignment = give(item, rater)
    slot = item.slots.filter(state="open").order_by("number").first()
    assert slot is not None
    slot.state = "leased"
    slot.save()
    Assignment.objects.filter(pk=assignment.pk).update(slot=slot)
    rate(Assignment.objects.select_related("item__study").get(pk=assignment.pk), value)


def test_a_decision_settles_before_labels_do(study: Study, two: list[Person], lead: Person) -> None:
    (item,) = make_slots(study)
    for rater in two:
        rate_next(study, rater, "PASS")
    basis = {key: (one.value, one.basis) for key, one in settled_answers(item).items()}
    assert basis == dict.fromkeys(("correct_amount", "grounded"), ("PASS", "unanimous"))
    criterion = study.rubric_version.criteria.get(key="grounded")
    Adjudication.objects.create(
        item=item,
        criterion=criterion,
        revision=1,
        outcome="settled",
        value="FAIL",
        basis="human_split",
        reviewer=lead,
    )
    settled = settled_answers(item)
    assert (settled["grounded"].value, settled["grounded"].basis) == ("FAIL", "adjudicated")
    assert list(candidates(study, Choice.ADJUDICATED)) == [item]


def test_items_that_are_split_settle_nothing(study: Study, two: list[Person]) -> None:
    (item,) = make_slots(study)
    for rater, value in zip(two, ("PASS", "FAIL"), strict=True):
        rate_next(study, rater, value)
    assert settled_answers(item) == {}


def test_figures_count_answers_and_leave_out_what_was_rated_before(
    study: Study, two: list[Person], lead: Person
) -> None:
    (item,) = make_slots(study)
    rate_next(study, two[0])
    known = {"grounded": ("PASS", "It is so.")}
    gold = make_gold(item=item, answers=known, actor=lead, rated=True)
    other = join(make_person(), study, "rater")
    rate(give(gold, two[1]), "FAIL")
    rate(give(gold, other), "PASS")
    (row,) = figures_of(study, [gold], set())
    assert (row.raters, row.met, row.missed, row.undecided, row.doubtful) == (2, 1, 1, 0, False)
    (asked,) = row.asked
    assert (asked.known, asked.explanation) == ("Yes", "It is so.")
    assert {(one.answer, one.count, one.right) for one in asked.given} == {
        ("Yes", 1, True),
        ("No", 1, False),
    }
    assert {one.rater for one in all_outcomes(study)} == {two[1].pk, other.pk}


def test_the_number_of_queries_does_not_grow(
    study: Study, rater: Person, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (1, 5):
        for _ in range(count):
            rate_gold(study, rater, "PASS")
        items = list(known_items(study, Item.Purpose.GOLD))
        with django_assert_num_queries(5):
            assert len(figures_of(study, items, set())) == len(items)


def test_retired_items_come_last(study: Study, lead: Person) -> None:
    first, second = make_gold_items(study, 2)
    assert list(known_items(study, Item.Purpose.GOLD)) == [second, first]
    retire(item=second, actor=lead)
    assert list(known_items(study, Item.Purpose.GOLD)) == [first, second]
