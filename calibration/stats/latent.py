"""Dawid and Skene's model: a hidden truth and one confusion matrix a rater."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.stats.counts import Counts, Floats


@dataclass(frozen=True, slots=True)
class DawidSkene:
    """Fitted by expectation maximisation.

    Attributes
    ----------
    prior : array, shape (k,)
    confusion : array, shape (raters, k, k); rows truth, columns the rater's label
    posterior : array, shape (items, k)
    log_likelihood : float
    """

    prior: Floats
    confusion: Floats
    posterior: Floats
    log_likelihood: float


def dawid_skene(
    counts: Counts, *, smoothing: float = 0.0, iterations: int = 2000, tolerance: float = 1e-10
) -> DawidSkene:
    """Fit by EM from the items' label shares (Dawid and Skene 1979).

    Parameters
    ----------
    counts : array, shape (items, raters, k)
        How often each rater gave each label to each item.
    smoothing : float
        Added to each cell of the confusion counts, so that no error rate is shown as 0.
    tolerance : float
        EM stops when the log-likelihood per item grows by less.
    """
    items, raters, k = counts.shape
    rows, inverse, times = np.unique(
        counts.reshape(items, raters * k), axis=0, return_inverse=True, return_counts=True
    )
    flat = rows.astype(np.float64)
    shares = flat.reshape(-1, raters, k).sum(axis=1)
    posterior = shares / shares.sum(axis=1, keepdims=True)
    last = -np.inf
    for _ in range(iterations):
        prior, confusion = _maximise(flat, posterior, times, raters, k, smoothing)
        posterior, log_likelihood = _expect(flat, prior, confusion, times)
        if log_likelihood - last < tolerance * items:
            break
        last = log_likelihood
    return DawidSkene(prior, confusion, posterior[inverse.ravel()], log_likelihood)


def _maximise(
    rows: Floats,
    posterior: Floats,
    times: npt.NDArray[np.int64],
    raters: int,
    k: int,
    smoothing: float,
) -> tuple[Floats, Floats]:
    weighted = posterior * times[:, None]
    prior = weighted.sum(axis=0) / times.sum()
    confusion = (weighted.T @ rows).reshape(k, raters, k).transpose(1, 0, 2) + smoothing
    total = confusion.sum(axis=2, keepdims=True)
    return prior, np.divide(confusion, total, out=np.full_like(confusion, 1 / k), where=total > 0)


def _expect(
    rows: Floats, prior: Floats, confusion: Floats, times: npt.NDArray[np.int64]
) -> tuple[Floats, float]:
    raters, k, _ = confusion.shape
    tiny = np.finfo(np.float64).tiny
    log_chance = np.log(np.maximum(confusion, tiny)).transpose(1, 0, 2).reshape(k, raters * k)
    joint = rows @ log_chance.T + np.log(np.maximum(prior, tiny))
    top = joint.max(axis=1, keepdims=True)
    relative = np.exp(joint - top)
    total = relative.sum(axis=1, keepdims=True)
    log_likelihood = float(((np.log(total) + top)[:, 0] * times).sum())
    return relative / total, log_likelihood
