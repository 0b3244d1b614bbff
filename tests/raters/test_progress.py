from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from cases.models import Person, Study
from raters.models import Assignment
from raters.progress import (
    outlook_of,
    own_minutes,
    progress_of,
    share_of_each,
    study_percent,
    time_left,
)
from tests.make import join, make_gold, make_person, make_slots
from tests.raters.answers import rate, rate_next
from tests.raters.posts import claimed


def test_progress_counts_ones_own_work_of_today(study: Study, rater: Person) -> None:
    make_slots(study, 3)
    old = rate_next(study, rater)
    yesterday = timezone.now() - timedelta(days=1)
    Assignment.objects.filter(pk=old.pk).update(finished_at=yesterday)
    rate_next(study, rater)
    other = join(make_person(), study, "rater")
    rate_next(study, other)
    progress = progress_of(study=study, rater=rater, now=timezone.now())
    assert (progress.mine_today, progress.mine) == (1, 2)
    assert study_percent(study) == 50


def test_a_study_without_items_is_at_nought(study: Study) -> None:
    assert study_percent(study) == 0


def test_a_gold_rating_moves_the_figure_as_an_ordinary_one_does(
    study: Study, rater: Person
) -> None:
    """Otherwise a figure that stands still would mark the item just rated as gold."""
    make_slots(study, 2)
    rate_next(study, rater)
    assert study_percent(study) == 25
    (gold,) = make_gold(study)
    now = timezone.now()
    rate(
        Assignment.objects.create(
            item=gold, rater=rater, leased_at=now, expires_at=now + timedelta(hours=1)
        )
    )
    assert study_percent(study) == 40


@pytest.mark.parametrize(
    ("items", "minutes", "words"),
    [
        (0, 2, ""),
        (-3, 2, ""),
        (3, 2, "under 10 min"),
        (6, 2, "about 10 min"),
        (28, 2, "about 55 min"),
        (30, 2, "about 1 h"),
        (40, 2, "about 1 h 15 min"),
        (400, 2, "about 13 h"),
    ],
)
def test_time_left_is_coarse(items: int, minutes: float, words: str) -> None:
    assert time_left(items=items, minutes=minutes) == words


def test_a_share_does_not_move_when_others_rate(study: Study, rater: Person) -> None:
    other = join(make_person(), study, "rater")
    make_slots(study, 5)
    before = share_of_each(study)
    rate_next(study, other)
    assert share_of_each(study) == before == 5


def test_the_own_pace_counts_from_the_fifth_rating_on(study: Study, rater: Person) -> None:
    make_slots(study, 5)
    for minutes in (1, 2, 3, 9):
        rate(claimed(study, rater), active_ms=minutes * 60_000)
    assert own_minutes(study=study, rater=rater) == 0
    rate(claimed(study, rater), active_ms=8 * 60_000)
    assert own_minutes(study=study, rater=rater) == 3


def test_before_that_the_study_s_expectation_counts(study: Study, rater: Person) -> None:
    make_slots(study, 30)
    study.expected_minutes = 4
    outlook = outlook_of(study=study, rater=rater, mine=0)
    assert (outlook.percent, outlook.left) == (0, "about 2 h")


def test_nobody_is_to_rate_an_item_twice(study: Study, rater: Person) -> None:
    make_slots(study, 3)
    assert study.overlap == 2
    assert share_of_each(study) == 3
    for _ in range(2):
        join(make_person(), study, "rater")
    assert share_of_each(study) == 2


def test_figures_are_computed_once_for_all_raters(
    study: Study, rater: Person, django_assert_num_queries: Any
) -> None:
    make_slots(study, 3)
    other = join(make_person(), study, "rater")
    outlook_of(study=study, rater=rater, mine=0)
    with django_assert_num_queries(0):
        outlook_of(study=study, rater=rater, mine=1)
    # The pace of the other one.
    with django_assert_num_queries(1):
        outlook_of(study=study, rater=other, mine=0)


def test_what_is_set_aside_counts_on_for_its_rater(study: Study, rater: Person) -> None:
    make_slots(study, 2)
    assignment = rate_next(study, rater)
    Assignment.objects.filter(pk=assignment.pk).update(state="set_aside", slot=None)
    assert progress_of(study=study, rater=rater, now=timezone.now()).mine == 1
