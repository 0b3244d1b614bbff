"""Estimates, shares, corrections and comparisons: examples and edges."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.stats import comparison, correction, planning, proportions, reliability
from calibration.stats.estimate import Estimate, undefined

rng = np.random.default_rng


def test_an_estimate_holds_a_value_or_a_reason() -> None:
    with pytest.raises(ValueError, match="either a value or a reason"):
        Estimate(None, None, None, 0.95, "m", 0)
    with pytest.raises(ValueError, match="nan"):
        Estimate(float("nan"), None, None, 0.95, "m", 0)
    assert undefined("no_pairs", method="m").to_json() == {
        "value": None,
        "low": None,
        "high": None,
        "confidence": 0.95,
        "method": "m",
        "n": 0,
        "undefined": "no_pairs",
    }


def test_ninety_two_wins_of_162() -> None:
    estimate = comparison.win_rate(92, 70)
    assert estimate.low is not None
    assert estimate.high is not None
    assert f"{estimate.value:.3f}" == "0.568"
    assert (f"{estimate.low:.3f}", f"{estimate.high:.3f}") == ("0.491", "0.642")
    assert estimate.n == 162


@given(st.integers(0, 200), st.integers(1, 200), st.sampled_from([0.8, 0.95, 0.99]))
def test_wilson_is_statsmodels_wilson(k: int, n: int, confidence: float) -> None:
    from statsmodels.stats.proportion import proportion_confint

    k = min(k, n)
    low, high = proportions.wilson_ends(k, n, confidence=confidence)
    oracle = proportion_confint(k, n, alpha=1 - confidence, method="wilson")
    assert low == pytest.approx(max(0.0, oracle[0]), abs=1e-9)
    assert high == pytest.approx(min(1.0, oracle[1]), abs=1e-9)
    assert 0 <= low <= k / n <= high <= 1


def test_shares_of_nothing_are_undefined() -> None:
    assert proportions.rate(0, 0).undefined == "no_items"
    assert proportions.difference(1, 2, 0, 0).undefined == "no_items"
    assert comparison.win_rate(0, 0).undefined == "no_pairs"
    assert comparison.win_rate_half_ties(0, 0, 0) is None
    assert comparison.mcnemar(np.diag([3.0, 4.0])) is None


def test_post_stratified_needs_a_label_for_each_verdict_that_occurs() -> None:
    only_passes = np.array([[0.0, 5.0], [0.0, 20.0]])
    fails_too = correction.post_stratified(
        only_passes, unlabelled_pass=10, unlabelled=30, rng=rng(1)
    )
    assert fails_too.undefined == "no_pairs"
    no_fails = correction.post_stratified(
        only_passes, unlabelled_pass=30, unlabelled=30, rng=rng(1)
    )
    assert no_fails.value == pytest.approx(0.8)
    nothing = correction.post_stratified(
        np.zeros((2, 2)), unlabelled_pass=0, unlabelled=0, rng=rng(1)
    )
    assert nothing.undefined == "no_items"


def test_a_judge_that_always_says_the_same_corrects_nothing() -> None:
    human, ones = np.array([1.0, 0.0, 1.0]), np.ones(3)
    assert correction.ppi_mean(human, ones, np.ones(9)).undefined == "judge_no_variance"
    found = correction.rogan_gladen(5, 10, human_pass=4, agreed_pass=2, human_fail=4, agreed_fail=2)
    assert found.undefined == "sens_plus_spec_le_1"


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.booleans())
def test_adjusted_p_values_are_statsmodels(p_values: list[float], dependent: bool) -> None:
    from statsmodels.stats.multitest import multipletests

    oracle = multipletests(p_values, method="fdr_by" if dependent else "fdr_bh")[1]
    found = comparison.adjusted_p_values(p_values, dependent=dependent)
    assert np.allclose(found, oracle, atol=1e-12)


def test_sample_sizes_grow_as_the_margin_shrinks() -> None:
    def size(kappa: float) -> float:
        return planning.items_to_certify_kappa(
            kappa_true=kappa, kappa_null=0.6, rate1=0.9, rate2=0.9
        )

    # Planning table for a pass rate of .9: 1058 items for a true kappa of .7, 239 for .8.
    assert math.ceil(size(0.7)) == 1058
    assert math.ceil(size(0.8)) == 239


def test_scores_that_do_not_vary_have_no_correlation() -> None:
    assert reliability.rank_correlations([1, 1, 1], [1, 2, 3]) is None
    assert reliability.intraclass_correlations(np.ones((4, 2))) is None
