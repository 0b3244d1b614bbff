from datetime import timedelta

from django.utils import timezone

from cases.models import Person, Study
from raters.models import Assignment
from raters.progress import progress_of, study_percent
from tests.make import join, make_gold, make_person, make_slots
from tests.raters.answers import rate, rate_next


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
