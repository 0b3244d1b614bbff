"""Runs, tails and control charts against values worked by hand or published."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from calibration.stats import monitoring, planning


def test_longest_run() -> None:
    assert monitoring.longest_run(np.array([1, 1, 2, 2, 2, 1])) == 3
    assert monitoring.longest_run(np.array([7])) == 1
    assert monitoring.longest_run(np.array([], dtype=np.int64)) == 0


def test_a_run_of_three_in_four_tosses() -> None:
    # HHHH, HHHT, THHH and the same with tails: 6 of 16.
    assert monitoring.run_probability([0.5, 0.5], n=4, length=3) == pytest.approx(6 / 16)


def test_the_classroom_experiment() -> None:
    # 200 tosses hold a run of six or more of either kind with probability .965 (Revesz 1978).
    assert monitoring.run_probability([0.5, 0.5], n=200, length=6) == pytest.approx(0.965, abs=5e-4)


def test_runs_of_three_values_equal_counting_them_all() -> None:
    p = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]
    total = Fraction(0)
    for draws in product(range(3), repeat=7):
        chance = Fraction(1)
        for value in draws:
            chance *= p[value]
        total += chance * (monitoring.longest_run(np.array(draws)) >= 4)
    found = monitoring.run_probability([float(x) for x in p], n=7, length=4)
    assert found == pytest.approx(float(total))


@pytest.mark.parametrize(("n", "length", "chance"), [(5, 6, 0.0), (5, 1, 1.0), (0, 1, 0.0)])
def test_runs_that_are_certain_or_impossible(n: int, length: int, chance: float) -> None:
    assert monitoring.run_probability([0.5, 0.5], n=n, length=length) == chance


def test_who_always_answers_the_same_surprises_nobody() -> None:
    assert monitoring.run_probability([1.0], n=50, length=50) == pytest.approx(1.0)


def test_tails_of_ten_tosses() -> None:
    assert monitoring.at_most(1, 10, 0.5) == pytest.approx(11 / 1024)
    assert monitoring.at_least(9, 10, 0.5) == pytest.approx(11 / 1024)
    assert monitoring.at_most(0, 0, 0.5) is None
    assert monitoring.at_least(0, 0, 0.5) is None


def test_the_lady_tasting_tea() -> None:
    # Fisher 1935: three of four right has probability 17/70.
    assert monitoring.more_often(3, 4, 1, 4) == pytest.approx(17 / 70)
    assert monitoring.more_often(3, 4, 0, 0) is None


def test_median_between_order_statistics() -> None:
    # n 10: two or fewer beyond have chance 56/1024 > .025, one or fewer 11/1024: ends 2nd and 9th.
    found = monitoring.median(np.arange(1, 11))
    assert (found.value, found.low, found.high, found.n) == (5.5, 2, 9, 10)
    few = monitoring.median([3.0, 1.0, 2.0])
    assert (few.value, few.low, few.high) == (2.0, None, None)
    assert monitoring.median([]).undefined == "no_items"


def test_limits_of_a_share_chart_are_exact() -> None:
    # At one half, 0 of 10 has chance 1/1024 < .00135 and 1 of 10 has 11/1024: limits .1 and .9.
    hits, sizes = np.array([5, 0, 10, 5]), np.array([10, 10, 10, 10])
    chart = monitoring.share_chart(hits, sizes)
    assert chart is not None
    assert chart.center == 0.5
    assert chart.low.tolist() == pytest.approx([0.1] * 4)
    assert chart.high.tolist() == pytest.approx([0.9] * 4)
    assert chart.below.tolist() == [False, True, False, False]
    assert monitoring.share_chart(hits[:1], sizes[:1]) is None


def test_a_trend_over_batches() -> None:
    # Scores −1, 0, 1; slope 10 − 2 = 8 hits; variance ½·½·(10 + 10): 64/5, p .000347.
    hits, sizes = np.array([2, 3, 10]), np.array([10, 10, 10])
    assert monitoring.drift(hits, sizes) == pytest.approx(0.000347, abs=1e-6)
    assert monitoring.drift(np.array([10, 10, 10]), sizes) is None
    assert monitoring.drift(hits[:2], sizes[:2]) is None


def test_montgomerys_cusum_signals_at_29() -> None:
    # Montgomery, Statistical Quality Control, table 9.1: target 10, k .5, h 5; C+ of sample 29
    # is 5.28, the first beyond the limit.
    x = [9.45, 7.99, 9.29, 11.66, 12.16, 10.18, 8.04, 11.46, 9.2, 10.34]
    x += [9.03, 11.47, 10.51, 9.4, 10.08, 9.37, 10.62, 10.31, 8.52, 10.84]
    x += [10.9, 9.33, 12.29, 11.5, 10.6, 11.08, 10.38, 11.62, 11.31, 10.52]
    found = planning.cusum(x, target=10, k=0.5, h=5)
    assert found.first_signal == 29
    assert found.upper[28] == pytest.approx(5.28)
