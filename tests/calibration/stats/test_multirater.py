"""Alpha, Fleiss, AC1: laws, oracles and what is undefined. Published tables: test_vectors."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from calibration.stats import multirater
from calibration.stats.counts import (
    MISSING,
    category_counts,
    distinct_rows,
    pair_table,
    strict_majority,
)
from calibration.stats.kappa import kappas

rng = np.random.default_rng
K = 3
ratings_strategy = arrays(np.int8, (4, 12), elements=st.integers(-1, K - 1))

STATISTICS = {
    "alpha": lambda c: multirater.krippendorff_alpha(c, rng=rng(1), resamples=40),
    "ordinal": lambda c: multirater.krippendorff_alpha(
        c, rng=rng(1), resamples=40, level="ordinal"
    ),
    "fleiss": lambda c: multirater.fleiss_kappa(c, rng=rng(1), resamples=40),
    "ac1": lambda c: multirater.gwet_ac(c, rng=rng(1), resamples=40),
    "percent": multirater.percent_agreement,
}


@pytest.mark.parametrize("name", STATISTICS)
@given(ratings_strategy, st.permutations(range(12)), st.permutations(range(4)))
@settings(max_examples=25, deadline=None)
def test_order_of_items_and_raters_and_an_absent_rater_change_nothing(
    name: str,
    ratings: np.ndarray,  # type: ignore[type-arg]
    items: list[int],
    raters: list[int],
) -> None:
    compute = STATISTICS[name]
    value = compute(category_counts(ratings, K))
    shuffled = compute(category_counts(ratings[raters][:, items], K))
    absent = np.full((1, 12), MISSING, dtype=np.int8)
    joined = compute(category_counts(np.concatenate([ratings, absent]), K))
    for other in (shuffled, joined):
        assert (other.value is None) == (value.value is None)
        assert other.undefined == value.undefined
        if value.value is not None:
            assert other.value == pytest.approx(value.value, abs=1e-9)


@pytest.mark.parametrize("name", ["alpha", "fleiss", "ac1", "percent"])
@given(ratings_strategy, st.permutations(range(K)))
@settings(max_examples=25, deadline=None)
def test_names_of_categories_do_not_matter(
    name: str,
    ratings: np.ndarray,  # type: ignore[type-arg]
    order: list[int],
) -> None:
    counts = category_counts(ratings, K)
    a, b = STATISTICS[name](counts), STATISTICS[name](counts[:, order])
    assert a.undefined == b.undefined
    if a.value is not None:
        assert a.value == pytest.approx(b.value, abs=1e-9)
        assert a.low is not None
        assert a.high is not None
        assert a.low <= a.value <= a.high <= 1


@given(arrays(np.int8, (2, 15), elements=st.integers(0, K - 1)))
@settings(max_examples=40, deadline=None)
def test_conger_of_two_raters_is_cohen(ratings: np.ndarray) -> None:  # type: ignore[type-arg]
    cohen = float(kappas(pair_table(ratings[0], ratings[1], K), np.eye(K)))
    conger = multirater.conger_kappa(ratings, K)
    if np.isfinite(cohen):
        assert conger == pytest.approx(cohen, abs=1e-9)
    else:
        assert conger is None


@given(arrays(np.int64, (10, K), elements=st.integers(0, 4)))
@settings(max_examples=40, deadline=None)
def test_statsmodels_and_we_agree_on_fleiss(counts: np.ndarray) -> None:  # type: ignore[type-arg]
    from statsmodels.stats.inter_rater import fleiss_kappa

    # The oracle needs the same number of labels everywhere.
    counts[:, 0] += 12 - counts.sum(axis=1)
    found = multirater.fleiss_kappa(counts, rng=rng(1), resamples=20)
    if found.value is not None:
        assert found.value == pytest.approx(fleiss_kappa(counts), abs=1e-9)


def test_alpha_of_two_complete_raters_by_hand() -> None:
    # Two raters, four items: aa, aa, bb, ab. Coincidences: aa 4, bb 2, ab 1, ba 1; n = 8,
    # n_a = 5, n_b = 3. Do = 2/8; De = 2·5·3/(8·7). alpha = 1 − (2/8)/(30/56) = 1 − 7/15 = 8/15.
    ratings = np.array([[0, 0, 1, 0], [0, 0, 1, 1]], dtype=np.int8)
    found = multirater.krippendorff_alpha(category_counts(ratings, 2), rng=rng(1))
    assert found.value == pytest.approx(8 / 15)
    assert found.n == 4


def test_reasons() -> None:
    nothing = np.zeros((0, 2), dtype=np.int64)
    single = np.array([[1, 0], [0, 1]])
    same = np.array([[2, 0], [2, 0]])
    for compute in STATISTICS.values():
        assert compute(nothing).undefined == "no_items"
        assert compute(single).undefined == "no_pairs"
    assert STATISTICS["alpha"](same).undefined == "one_category"
    assert STATISTICS["fleiss"](same).undefined == "one_category"
    # AC1 exists where everybody agrees on one category: that is what it was made for.
    assert STATISTICS["ac1"](same).value == 1.0
    assert STATISTICS["percent"](same).value == 1.0


def test_a_majority_is_strict() -> None:
    counts = np.array([[2, 1, 0], [1, 1, 0], [0, 0, 0], [0, 0, 1], [2, 1, 1]])
    assert strict_majority(counts).tolist() == [0, MISSING, MISSING, 2, MISSING]


@given(arrays(np.int64, (20, 4), elements=st.integers(-1, 6)))
def test_distinct_rows_lose_nothing(rows: np.ndarray) -> None:  # type: ignore[type-arg]
    found, times = distinct_rows(rows)
    again = np.repeat(found, times, axis=0)
    assert sorted(map(tuple, again)) == sorted(map(tuple, rows))
    assert len({tuple(row) for row in found}) == len(found)
