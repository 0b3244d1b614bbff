"""What leads see of how far the rating is."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from calibration.charts import day_chart
from calibration.work import outlook, work_of
from calibration.work_items import able_raters, matching, page_of, state_of, stuck_why
from cases.models import Membership, Person, Study
from raters.assignment import claim_next
from raters.flags import flag
from raters.reserving import reserve
from tests.calibration.answers import rate
from tests.make import join, make_gold, make_person, make_slots
from tests.raters.answers import rate_next

TODAY = date(2026, 3, 20)


def days(*counts: int) -> list[tuple[date, int]]:
    """These counts on the last days, none before."""
    padded = [0] * (14 - len(counts)) + list(counts)
    return [(TODAY - timedelta(days=13 - at), count) for at, count in enumerate(padded)]


# --- the rate -------------------------------------------------------------------------------------


def test_the_end_is_where_the_rate_leads() -> None:
    found = outlook(days(5, 5, 10, 10), left=30, today=TODAY)
    # 30 ratings in four days: 7.5 a day, so 30 more take four days.
    assert (found.per_day, found.ends) == (7.5, TODAY + timedelta(days=4))


def test_only_the_last_week_counts() -> None:
    found = outlook(days(700, *[7] * 7), left=70, today=TODAY)
    assert (found.per_day, found.ends) == (7, TODAY + timedelta(days=10))


@pytest.mark.parametrize(
    ("counts", "left", "said"),
    [
        ((), 5, "fewer than 10"),
        ((4, 5), 5, "fewer than 10"),
        ((50,), 5, "one day only"),
        ((50, 50), 0, "nothing is left"),
        ((5, 5), 100_000_000, "more than ten years"),
    ],
)
def test_with_too_little_the_end_is_undefined(
    counts: tuple[int, ...], left: int, said: str
) -> None:
    found = outlook(days(*counts), left=left, today=TODAY)
    assert found.ends is None
    assert said in found.undefined


def test_the_chart_says_in_words_what_it_draws() -> None:
    chart = day_chart("t", days(2, 0, 4))
    assert chart.description == "18 Mar: 2; 20 Mar: 4"
    assert [bar.tall for bar in chart.bars[-3:]] == [48, 0, 96]
    assert chart.bars[-1].y == chart.foot - 96
    assert day_chart("t", days()).description == "none"


# --- the counts -----------------------------------------------------------------------------------


def test_items_places_and_raters_are_counted(study: Study, rater: Person) -> None:
    make_slots(study, 4)
    make_gold(study, 1)
    other = join(make_person(), study, "rater")
    rate_next(study, rater)
    claim_next(study=study, rater=other)
    work = work_of(study, now=timezone.now())
    assert (work.needed, work.done, work.leased, work.open) == (8, 1, 1, 6)
    assert (work.items["open"] + work.items["in_hand"], work.items["finished"]) == (4, 0)
    assert work.items_total == 4
    first, second = work.raters
    assert (first.today, first.rated, first.in_hand, first.minutes) == (1, 1, 0, None)
    assert (second.today, second.rated, second.in_hand) == (0, 0, 1)
    assert second.oldest is not None
    assert work.outlook.undefined


def test_gold_is_counted_apart(study: Study, rater: Person) -> None:
    make_slots(study, 2)
    (item,) = make_gold(study, 1)
    rate(item, rater, grounded="PASS")
    work = work_of(study, now=timezone.now())
    assert (work.gold, work.done, work.raters[0].rated, work.raters[0].gold) == (1, 0, 0, 1)
    assert work.chart.description == "none"


def test_the_queries_do_not_grow_with_items_or_raters(study: Study, rater: Person) -> None:
    make_slots(study, 2)
    rate_next(study, rater)
    with CaptureQueriesContext(connection) as few:
        work_of(study, now=timezone.now())
    make_slots(study, 20, skill="legal")
    for _ in range(5):
        rate_next(study, join(make_person(), study, "rater"))
    with CaptureQueriesContext(connection) as many:
        work_of(study, now=timezone.now())
    assert len(many) == len(few) <= 8


# --- what is stuck --------------------------------------------------------------------------------


def stuck(study: Study) -> list[str]:
    able = able_raters(study)
    return [stuck_why(item, able) for item in matching(study, state="stuck")]


def test_an_item_is_stuck_when_all_who_are_left_have_had_it(study: Study, rater: Person) -> None:
    make_slots(study, 1)
    assert "only 1 of 1 raters is left" in stuck(study)[0]
    other = join(make_person(), study, "rater")
    assert not stuck(study)
    rate_next(study, rater)
    assert not stuck(study)
    Membership.objects.filter(person=other).update(
        paused_at=timezone.now(), pause_cause=Membership.PauseCause.LEAD
    )
    assert "1 open, but only 0 of 1 raters are left" in stuck(study)[0]


def test_an_item_that_asks_for_a_skill_nobody_has_is_stuck(study: Study, rater: Person) -> None:
    join(make_person(), study, "rater", skills=["medical"])
    make_slots(study, 1, skill="legal")
    assert "No rater has the skill legal" in stuck(study)[0]
    Membership.objects.filter(study=study).update(skills=["legal"])
    assert not stuck(study)


def test_a_place_kept_for_somebody_who_is_paused_is_stuck(study: Study, rater: Person) -> None:
    (item,) = make_slots(study, 1)
    join(make_person(), study, "rater")
    reserve(study=study, items=[item], rater=rater, actor=None)
    assert not stuck(study)
    Membership.objects.filter(person=rater).update(
        paused_at=timezone.now(), pause_cause=Membership.PauseCause.LEAD
    )
    assert "kept for somebody who is gone" in stuck(study)[0]


def test_without_any_rater_everything_is_stuck(study: Study) -> None:
    make_slots(study, 2)
    assert len(stuck(study)) == 2
    assert "invite raters" in stuck(study)[0]


# --- the list -------------------------------------------------------------------------------------


def test_the_list_is_filtered_and_searched(study: Study, rater: Person) -> None:
    make_slots(study, 3)
    rate_next(study, rater)
    held = claim_next(study=study, rater=rater).assignment
    assert held is not None
    flag(assignment=held, note="odd")
    assert [item.pk for item in matching(study, state="in_hand")] == [held.item_id]
    assert [item.pk for item in matching(study, state="flagged")] == [held.item_id]
    assert matching(study, state="open").count() == 2
    assert work_of(study, now=timezone.now()).items["flagged"] == 1
    assert matching(study, state="nonsense").count() == 3
    assert [item.pk for item in matching(study, words=held.item.key)] == [held.item_id]
    assert {state_of(item) for item in matching(study)} == {"open", "in_hand"}


def test_the_pages_of_the_list_follow_each_other(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calibration.work_items.PER_PAGE", 2)
    keys = [item.key for item in make_slots(study, 5)]
    found: list[str] = []
    after: int | None = 0
    while after is not None:
        page = page_of(matching(study), after=after)
        found += [item.key for item in page.items]
        after = page.after
    assert found == keys
