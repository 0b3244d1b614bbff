"""Cohen's kappa: worked examples, laws, an oracle, and what is undefined."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from calibration.stats.counts import encode, pair_table
from calibration.stats.kappa import (
    agreement_weights,
    cohen_kappa,
    kappa_standard_errors,
    kappas,
    prevalence_figures,
    raw_agreement,
)

rng = np.random.default_rng


def table(*rows: list[int]) -> np.ndarray:  # type: ignore[type-arg]
    return np.array(rows, dtype=np.float64)


def test_two_hundred_items_of_which_the_judge_passes_160_and_people_150() -> None:
    # 180 agree, so 20 differ; with 150 and 160 passes: 145 both pass, 5 and 15 apart, 35 both
    # fail. po = 180/200 = .90, pe = .75·.80 + .25·.20 = .65, kappa = .25/.35 = 5/7.
    found = table([35, 15], [5, 145])
    assert raw_agreement(found).value == pytest.approx(0.9)
    estimate = cohen_kappa(found, rng=rng(1))
    assert estimate.value == pytest.approx(5 / 7)
    assert estimate.n == 200
    assert estimate.low is not None
    assert estimate.high is not None
    assert 0.55 < estimate.low < 5 / 7 < estimate.high < 0.83


def test_a_hundred_transcripts_rated_by_two() -> None:
    # po = .80; pe = .72·.68 + .28·.32 = .5792; kappa = .2208/.4208.
    estimate = cohen_kappa(table([60, 12], [8, 20]), rng=rng(1))
    assert estimate.value == pytest.approx(0.2208 / 0.4208)
    assert f"{estimate.value:.4f}" == "0.5247"


def test_one_constant_rater_makes_exactly_zero() -> None:
    assert cohen_kappa(table([0, 0], [1, 3]), rng=rng(1)).value == 0.0


@pytest.mark.parametrize(
    ("cells", "reason", "n"),
    [([[0, 0], [0, 0]], "no_pairs", 0), ([[0, 0], [0, 7]], "one_category", 7)],
)
def test_what_is_undefined_says_why(cells: list[list[int]], reason: str, n: int) -> None:
    estimate = cohen_kappa(table(*cells), rng=rng(1))
    assert (estimate.value, estimate.low, estimate.high) == (None, None, None)
    assert (estimate.undefined, estimate.n) == (reason, n)


def test_perfect_agreement_is_not_certain() -> None:
    estimate = cohen_kappa(table([10, 0], [0, 10]), rng=rng(1))
    assert estimate.value == 1.0
    assert estimate.high == 1.0
    assert estimate.low is not None
    assert estimate.low < 0.9


def test_the_interval_is_seeded() -> None:
    cells = table([20, 3], [4, 30])
    assert cohen_kappa(cells, rng=rng(5)) == cohen_kappa(cells, rng=rng(5))


def test_scale_order_decides_weights() -> None:
    scale = ["low", "medium", "high"]
    a = encode(["low", "high", "medium", "low"], scale)
    b = encode(["low", "medium", "medium", "medium"], scale)
    estimate = cohen_kappa(pair_table(a, b, 3), rng=rng(1), weights="quadratic")
    assert estimate.value == pytest.approx(0.42857142857)


def test_unused_levels_of_the_scale_count() -> None:
    # Labels 1, 2 and 5: as positions of the full scale the distance of 2 and 5 is three, not one.
    a, b = [1, 2, 5, 5, 1], [1, 5, 5, 2, 2]
    whole = cohen_kappa(
        pair_table(encode(a, [1, 2, 3, 4, 5]), encode(b, [1, 2, 3, 4, 5]), 5),
        rng=rng(1),
        weights="quadratic",
    )
    short = cohen_kappa(
        pair_table(encode(a, [1, 2, 5]), encode(b, [1, 2, 5]), 3), rng=rng(1), weights="quadratic"
    )
    assert whole.value != pytest.approx(short.value)


def test_a_label_off_the_scale_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="0 is not on the scale"):
        encode([1, 0], [1, 2])


def test_standard_errors_do_not_exist_without_variety() -> None:
    assert np.isnan(kappa_standard_errors(table([0, 0], [0, 4]))).all()


def test_prevalence_figures_are_for_two_categories() -> None:
    assert prevalence_figures(np.eye(3))["pabak"] is None


def test_a_million_pairs_are_resampled_from_their_table() -> None:
    generator = rng(3)
    a = generator.integers(0, 2, 1_000_000).astype(np.int8)
    b = np.where(generator.random(1_000_000) < 0.8, a, 1 - a).astype(np.int8)
    estimate = cohen_kappa(pair_table(a, b, 2), rng=generator, resamples=2000)
    assert estimate.value == pytest.approx(0.6, abs=0.01)
    assert estimate.low is not None
    assert estimate.high is not None
    assert estimate.high - estimate.low < 0.01


cells = arrays(np.float64, (3, 3), elements=st.integers(0, 30))


@given(cells)
@settings(max_examples=60)
def test_kappa_is_symmetric_and_does_not_care_for_names(found: np.ndarray) -> None:  # type: ignore[type-arg]
    value = kappas(found, np.eye(3))
    order = [2, 0, 1]
    assert np.allclose(value, kappas(found.T, np.eye(3)), equal_nan=True)
    assert np.allclose(value, kappas(found[np.ix_(order, order)], np.eye(3)), equal_nan=True)


@given(cells)
@settings(max_examples=60)
def test_reversing_a_scale_keeps_weighted_kappa(found: np.ndarray) -> None:  # type: ignore[type-arg]
    credit = agreement_weights(3, "quadratic")
    assert np.allclose(kappas(found, credit), kappas(found[::-1, ::-1], credit), equal_nan=True)


@given(cells, st.sampled_from([None, "linear", "quadratic"]))
@settings(max_examples=40, deadline=None)
def test_statsmodels_and_we_agree(found: np.ndarray, weights: str | None) -> None:  # type: ignore[type-arg]
    from statsmodels.stats.inter_rater import cohens_kappa

    # With an empty margin the oracle divides by zero.
    found = found + 1
    value = float(kappas(found, agreement_weights(3, weights)))  # type: ignore[arg-type]
    oracle = cohens_kappa(found, wt=weights)
    assert value == pytest.approx(oracle.kappa, abs=1e-9)
    se, _ = kappa_standard_errors(found, weights=weights)  # type: ignore[arg-type]
    assert se == pytest.approx(oracle.std_kappa, abs=1e-9)
    estimate = cohen_kappa(found, rng=rng(1), weights=weights, resamples=20)  # type: ignore[arg-type]
    assert estimate.value == pytest.approx(value, abs=1e-9)


@given(st.lists(st.tuples(st.integers(-1, 2), st.integers(-1, 2)), min_size=1, max_size=60))
def test_weights_of_one_change_nothing(pairs: list[tuple[int, int]]) -> None:
    a, b = (np.array(side, dtype=np.int8) for side in zip(*pairs, strict=True))
    assert np.array_equal(pair_table(a, b, 3), pair_table(a, b, 3, weights=np.ones(len(a))))
    assert pair_table(a, b, 3).sum() == ((a >= 0) & (b >= 0)).sum()
