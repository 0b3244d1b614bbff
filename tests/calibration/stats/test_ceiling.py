import numpy as np
import pytest

from calibration.stats.ceiling import leave_one_out_kappa, targets
from calibration.stats.counts import MISSING, pair_table
from calibration.stats.kappa import kappas

rng = np.random.default_rng


def noisy(raters: int, items: int, accuracy: float, seed: int = 1) -> np.ndarray:  # type: ignore[type-arg]
    generator = rng(seed)
    truth = generator.integers(0, 2, items)
    right = generator.random((raters, items)) < accuracy
    return np.where(right, truth, 1 - truth).astype(np.int8)


def test_targets_are_the_strict_majority_of_the_others() -> None:
    ratings = np.array([[1, 1, 0], [1, 0, MISSING], [0, 0, MISSING]], dtype=np.int8)
    # Rater 0: others say 1,0 (no majority); 0,0; nothing. Rater 1: 1,0; 1,0. Rater 2: 1,1; 1,0.
    assert targets(ratings, 2).tolist() == [
        [MISSING, 0, MISSING],
        [MISSING, MISSING, MISSING],
        [1, MISSING, MISSING],
    ]


def test_of_two_raters_it_is_their_kappa() -> None:
    ratings = noisy(2, 60, 0.85)
    kappa = float(kappas(pair_table(ratings[0], ratings[1], 2), np.eye(2)))
    assert leave_one_out_kappa(ratings, 2, rng=rng(1)).value == pytest.approx(kappa)


def test_it_is_the_mean_over_raters() -> None:
    ratings = noisy(3, 200, 0.85)
    against = targets(ratings, 2)
    each = [
        float(kappas(pair_table(a, b, 2), np.eye(2))) for a, b in zip(ratings, against, strict=True)
    ]
    estimate = leave_one_out_kappa(ratings, 2, rng=rng(1))
    assert estimate.value == pytest.approx(np.mean(each))
    assert estimate.low is not None
    assert estimate.high is not None
    assert estimate.low < np.mean(each) < estimate.high


def test_order_and_absent_raters_do_not_matter() -> None:
    ratings = noisy(4, 80, 0.8)
    value = leave_one_out_kappa(ratings, 2, rng=rng(1)).value
    absent = np.full((1, 80), MISSING, dtype=np.int8)
    assert leave_one_out_kappa(ratings[::-1, ::-1], 2, rng=rng(2)).value == pytest.approx(value)
    more = np.concatenate([ratings, absent])
    assert leave_one_out_kappa(more, 2, rng=rng(2)).value == pytest.approx(value)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], "no_items"),
        ([[MISSING, MISSING]], "no_items"),
        ([[1, 0]], "one_rater"),
        ([[1, MISSING], [MISSING, 0]], "no_pairs"),
        ([[1, 1], [1, 1]], "one_category"),
    ],
)
def test_reasons(rows: list[list[int]], reason: str) -> None:
    ratings = np.array(rows, dtype=np.int8).reshape(len(rows), len(rows[0]) if rows else 0)
    estimate = leave_one_out_kappa(ratings, 2, rng=rng(1))
    assert estimate.value is None
    assert estimate.undefined == reason


def test_a_crowd_of_raters_is_counted_sparsely() -> None:
    """A dense table for each rater and resample would take minutes and gigabytes."""
    ratings = noisy(300, 1000, 0.9)
    ratings[rng(2).random(ratings.shape) > 3 / 300] = MISSING
    estimate = leave_one_out_kappa(ratings, 2, rng=rng(1), resamples=500)
    assert estimate.value is not None
