import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.cost import Plan, cost_of

counts = st.integers(min_value=1, max_value=10_000)
few = st.integers(min_value=1, max_value=50)
minutes = st.floats(min_value=0.05, max_value=600)


def test_three_hundred_items_by_three_raters_at_two_minutes_are_thirty_hours() -> None:
    cost = cost_of(Plan(items=300, overlap=3, minutes=2))
    assert (cost.ordinary, cost.hours, cost.hours_each, cost.days(4)) == (900, 30, None, None)


def test_extra_gold_and_training_come_on_top() -> None:
    plan = Plan(100, 2, 3, extra_share=0.1, extra_overlap=3, gold_share=0.08, training_items=5)
    cost = cost_of(plan)
    assert (cost.extra, cost.gold, cost.training) == pytest.approx((30, 20, 0))
    assert cost.hours == pytest.approx(250 * 3 / 60)
    trained = cost_of(Plan(100, 2, 3, training_items=5, raters=4))
    assert (trained.training, trained.training_hours) == (20, 1)
    assert trained.hours_each == pytest.approx(11 / 4)


@pytest.mark.parametrize(("hours", "days"), [(3, 5), (3.1, 5), (15, 1), (14.9, 2), (2, 8)])
def test_a_day_that_has_begun_counts(hours: float, days: int) -> None:
    assert cost_of(Plan(300, 3, 2, raters=2)).days(hours) == days


@given(items=counts, overlap=few, minutes=minutes, times=few)
def test_the_hours_are_linear_in_each(items: int, overlap: int, minutes: float, times: int) -> None:
    def hours(items: int, overlap: int, minutes: float) -> float:
        return cost_of(Plan(items, overlap, minutes, gold_share=0.05)).hours

    many = pytest.approx(times * hours(items, overlap, minutes))
    assert hours(times * items, overlap, minutes) == many
    assert hours(items, times * overlap, minutes) == many
    assert hours(items, overlap, times * minutes) == many


@given(items=counts, overlap=few, share=st.floats(min_value=0, max_value=0.5))
def test_gold_has_its_share_of_the_queue(items: int, overlap: int, share: float) -> None:
    cost = cost_of(Plan(items, overlap, 2, gold_share=share))
    assert cost.gold / cost.ratings == pytest.approx(share)
