"""Cohen's kappa, plain and weighted, from a k × k table of two raters' labels."""

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from calibration.stats.counts import Floats, percentile_ends
from calibration.stats.estimate import Estimate, undefined
from calibration.stats.proportions import rate

Weights = Literal["linear", "quadratic"] | npt.NDArray[np.float64] | None


def agreement_weights(k: int, weights: Weights = None) -> Floats:
    """Credit for each pair of categories, shape (k, k), ones on the diagonal.

    None gives the identity; linear 1 − |i−j|/(k−1); quadratic 1 − (i−j)²/(k−1)²; an array is
    taken as it is.
    """
    if isinstance(weights, np.ndarray):
        if weights.shape != (k, k):
            raise ValueError(f"weights must have shape ({k}, {k}), not {weights.shape}")
        return weights.astype(np.float64)
    if weights is None or k < 2:
        return np.eye(k)
    positions = np.arange(k)
    distance = np.abs(positions[:, None] - positions[None, :]) / (k - 1)
    return 1.0 - (distance if weights == "linear" else distance**2)


def kappas(tables: Floats, weights: Floats) -> Floats:
    """Kappa of each table of shape (…, k, k) under agreement `weights`; NaN where undefined."""
    total = tables.sum(axis=(-2, -1))
    rows, columns = tables.sum(axis=-1), tables.sum(axis=-2)
    penalty = 1.0 - weights
    observed = (tables * penalty).sum(axis=(-2, -1)) * total
    expected = np.einsum("...i,ij,...j->...", rows, penalty, columns)
    with np.errstate(divide="ignore", invalid="ignore"):
        result: Floats = np.where(expected > 0, 1.0 - observed / expected, np.nan)
    return result


def _point(table: Floats, weights: Weights) -> float:
    """scikit-learn's kappa of the cells, each pair of labels weighted by its count."""
    from sklearn.metrics import cohen_kappa_score

    k = len(table)
    if isinstance(weights, np.ndarray):
        return float(kappas(table, agreement_weights(k, weights)))
    first, second = np.divmod(np.arange(k * k), k)
    score: Any = cohen_kappa_score(
        first, second, labels=np.arange(k), weights=weights, sample_weight=table.ravel()
    )
    return float(score)


def describe(weights: Weights) -> str:
    if isinstance(weights, np.ndarray):
        return "Cohen's kappa, own weights"
    return f"Cohen's kappa, {weights} weights" if weights else "Cohen's kappa"


def cohen_kappa(
    table: Floats,
    *,
    rng: np.random.Generator,
    weights: Weights = None,
    confidence: float = 0.95,
    resamples: int = 2000,
) -> Estimate:
    """Cohen's kappa of two raters with a bootstrap interval.

    κ = (po − pe) / (1 − pe), where po is the observed (weighted) agreement and pe the agreement
    of two raters who draw independently from their own label shares (Cohen 1960, 1968).

    Parameters
    ----------
    table : array, shape (k, k)
        Counts (or sums of weights), rows one rater, columns the other, in scale order; every
        category of the scale has its row, used or not.
    weights : None, "linear", "quadratic" or array of shape (k, k)
        Agreement credit; see `agreement_weights`.
    rng : numpy.random.Generator
        Source of the resamples.

    Returns
    -------
    Estimate
        The interval is the percentile interval of multinomial resamples of the table with 0.5
        added to each cell: plain resampling covers far too little when one category is rare.
        Undefined with "no_pairs" for an empty table and "one_category" where both raters gave
        one and the same category throughout.
    """
    method = f"{describe(weights)}, bootstrap of the table with 0.5 added per cell"
    n = round(float(table.sum()))
    if n == 0:
        return undefined("no_pairs", method=method, confidence=confidence)
    credit = agreement_weights(len(table), weights)
    if not np.isfinite(kappas(table, credit)):
        return undefined("one_category", method=method, n=n, confidence=confidence)
    value = _point(table, weights)
    smooth = (table + 0.5).ravel()
    draws = rng.multinomial(n, smooth / smooth.sum(), size=resamples)
    replicates = kappas(draws.reshape(resamples, *table.shape).astype(np.float64), credit)
    low, high = percentile_ends(replicates, value, confidence)
    return Estimate(value, low, high, confidence, method, n)


def kappa_standard_errors(table: Floats, *, weights: Weights = None) -> tuple[float, float]:
    """Standard errors of kappa: at the estimate, and under no agreement beyond chance.

    Fleiss, Cohen and Everitt 1969. NaN where kappa is undefined.
    """
    n = table.sum()
    credit = agreement_weights(len(table), weights)
    share = table / n
    rows, columns = share.sum(axis=1), share.sum(axis=0)
    observed = float((share * credit).sum())
    expected = float(rows @ credit @ columns)
    if expected >= 1:
        return float("nan"), float("nan")
    margin = (credit @ columns)[:, None] + (rows @ credit)[None, :]
    inner = (share * (credit * (1 - expected) - margin * (1 - observed)) ** 2).sum()
    inner -= (observed * expected - 2 * expected + observed) ** 2
    null = (np.outer(rows, columns) * (credit - margin) ** 2).sum() - expected**2
    at_estimate = np.sqrt(max(inner, 0.0) / n) / (1 - expected) ** 2
    return float(at_estimate), float(np.sqrt(max(null, 0.0) / n) / (1 - expected))


def raw_agreement(table: Floats, *, confidence: float = 0.95) -> Estimate:
    """Share of pairs on the diagonal with its Wilson interval; undefined without pairs."""
    estimate = rate(
        float(np.trace(table)), float(table.sum()), confidence=confidence, what="raw agreement"
    )
    if estimate.defined:
        return estimate
    return undefined("no_pairs", method=estimate.method, confidence=confidence)


def prevalence_figures(table: Floats) -> dict[str, float | None]:
    """Why kappa may be low though people agree, for a 2 × 2 table (Byrt and others 1993).

    Keys: pabak (2·po − 1), prevalence_index, bias_index, kappa_max; None without pairs, and
    kappa_max also where kappa is undefined.
    """
    n = table.sum()
    if table.shape != (2, 2) or n == 0:
        return dict.fromkeys(("pabak", "prevalence_index", "bias_index", "kappa_max"))
    share = table / n
    rows, columns = share.sum(axis=1), share.sum(axis=0)
    chance = float(rows @ columns)
    best = float(np.minimum(rows, columns).sum())
    return {
        "pabak": float(2 * np.trace(share) - 1),
        "prevalence_index": float(abs(share[0, 0] - share[1, 1])),
        "bias_index": float(abs(share[0, 1] - share[1, 0])),
        "kappa_max": (best - chance) / (1 - chance) if chance < 1 else None,
    }
