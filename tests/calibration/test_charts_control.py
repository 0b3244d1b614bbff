from calibration.charts import control_chart


def batch(hits: int, *, below: bool = False) -> dict[str, object]:
    return {"hits": hits, "n": 10, "low": 0.2, "high": 1.0, "below": below}


def test_a_full_share_is_at_the_top_and_none_at_the_foot() -> None:
    chart = control_chart("t", [batch(10), batch(0, below=True)], 0.5, "d")
    first, second = chart.points
    assert first.y < chart.center < second.y == chart.foot
    assert first.low > first.high
    assert (second.before_at, second.before_y) == (first.at, first.y)
    assert first.at < second.at < 100
    assert [point.below for point in chart.points] == [False, True]


def test_many_batches_leave_numbers_out() -> None:
    chart = control_chart("t", [batch(5)] * 100, 0.5, "d")
    assert 8 <= sum(bool(point.label) for point in chart.points) <= 13
