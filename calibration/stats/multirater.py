"""Agreement of two or more raters, with missing labels: alpha, Fleiss, Conger, AC1/AC2.

Everything starts from `category_counts`: items × categories. Equal rows are one row with a
multiplicity, so that an interval costs the same for a thousand items and for a million.
"""

from collections.abc import Callable
from typing import Literal

import numpy as np
import numpy.typing as npt

from calibration.stats.counts import (
    Codes,
    Counts,
    Floats,
    distinct_rows,
    percentile_ends,
    resampled_sums,
)
from calibration.stats.estimate import Estimate, Reason, undefined
from calibration.stats.proportions import rate

Level = Literal["nominal", "ordinal", "interval", "ratio"]


def squared_distances(marginals: Floats, level: Level, values: Floats) -> Floats:
    """Krippendorff's δ² for category marginals of shape (…, k); shape (…, k, k).

    Ordinal distances depend on how often the categories between two were used; for the other
    levels they are the same for all marginals. `values`, shape (k,), are the category values of
    interval and ratio scales.
    """
    k = marginals.shape[-1]
    if level == "nominal":
        return 1.0 - np.eye(k)
    if level == "ordinal":
        place = np.cumsum(marginals, axis=-1) - marginals / 2
        ordinal: Floats = (place[..., :, None] - place[..., None, :]) ** 2
        return ordinal
    difference = values[:, None] - values[None, :]
    if level == "interval":
        return difference**2
    total = values[:, None] + values[None, :]
    ratio: Floats = np.divide(difference, total, out=np.zeros((k, k)), where=total != 0) ** 2
    return ratio


def coincidences(counts: Counts) -> Floats:
    """Coincidence matrix of each row of counts, shape (p, k, k).

    An item with m labels adds each of its ordered pairs of labels with weight 1/(m−1); items
    with fewer than two labels add nothing.
    """
    labels = counts.sum(axis=1)
    pairs = counts[:, :, None] * counts[:, None, :]
    pairs -= np.eye(counts.shape[1], dtype=np.int64)[None] * counts[:, :, None]
    scale = np.where(labels > 1, 1.0 / np.maximum(labels - 1, 1), 0.0)
    return pairs.astype(np.float64) * scale[:, None, None]


def alphas(matrices: Floats, level: Level, values: Floats) -> Floats:
    """Alpha of coincidence matrices of shape (…, k, k); NaN where undefined."""
    marginals = matrices.sum(axis=-1)
    total = marginals.sum(axis=-1)
    distance = squared_distances(marginals, level, values)
    observed = (matrices * distance).sum(axis=(-2, -1))
    pairs = marginals[..., :, None] * marginals[..., None, :]
    expected = (pairs * distance).sum(axis=(-2, -1))
    with np.errstate(divide="ignore", invalid="ignore"):
        result: Floats = np.where(expected > 0, 1.0 - (total - 1) * observed / expected, np.nan)
    return result


def _pseudo_counts(k: int) -> Counts:
    """One two-label item for each ordered pair of categories, shape (k·k, k).

    With weight one half each they are for many raters what 0.5 per cell is for two.
    """
    eye = np.eye(k, dtype=np.int64)
    return (eye[:, None, :] + eye[None, :, :]).reshape(k * k, k)


def _interval(
    counts: Counts,
    features_of: Callable[[Counts], Floats],
    statistic: Callable[[Floats], Floats],
    value: float,
    *,
    confidence: float,
    resamples: int,
    rng: np.random.Generator,
) -> tuple[float | None, float | None]:
    """Percentile ends from item resamples of the smoothed distinct rows."""
    rows, times = distinct_rows(counts)
    pseudo = _pseudo_counts(counts.shape[1])
    features = features_of(np.concatenate([rows, pseudo]))
    weights = np.concatenate([times.astype(np.float64), np.full(len(pseudo), 0.5)])
    sums = resampled_sums(weights, features, n=len(counts), resamples=resamples, rng=rng)
    return percentile_ends(statistic(sums), value, confidence)


def _unusable(counts: Counts) -> tuple[Reason | None, int]:
    """Why nothing can be said of these counts, and how many items have two labels or more."""
    paired = int((counts.sum(axis=1) > 1).sum())
    if not counts.sum():
        return "no_items", 0
    return ("no_pairs", 0) if not paired else (None, paired)


def krippendorff_alpha(
    counts: Counts,
    *,
    rng: np.random.Generator,
    level: Level = "nominal",
    values: npt.ArrayLike | None = None,
    confidence: float = 0.95,
    resamples: int = 2000,
) -> Estimate:
    """Krippendorff's alpha: 1 − observed / expected disagreement over all pairable labels.

    Parameters
    ----------
    counts : array, shape (items, k)
        Labels per item and category, categories in scale order. Missing labels are simply not
        counted; items with one label say nothing.
    level : "nominal", "ordinal", "interval" or "ratio"
    values : array-like, shape (k,), optional
        Category values for interval and ratio; 0 … k−1 when left out.

    Returns
    -------
    Estimate
        `n` is the number of items with at least two labels. Interval: percentiles over item
        resamples, smoothed by half an item per pair of categories. Undefined with "no_items",
        "no_pairs", or "one_category" where every pairable label is the same.

    References
    ----------
    Krippendorff, Content Analysis (2004), chapter 11.
    """
    method = f"Krippendorff's alpha ({level}), bootstrap of items"
    reason, n = _unusable(counts)
    if reason:
        return undefined(reason, method=method, n=n, confidence=confidence)
    k = counts.shape[1]
    scale = np.arange(k, dtype=np.float64) if values is None else np.asarray(values, np.float64)
    rows, times = distinct_rows(counts)
    whole = np.tensordot(times.astype(np.float64), coincidences(rows), axes=1)
    value = float(alphas(whole, level, scale))
    if not np.isfinite(value):
        return undefined("one_category", method=method, n=n, confidence=confidence)
    low, high = _interval(
        counts[counts.sum(axis=1) > 1],
        lambda found: coincidences(found).reshape(len(found), k * k),
        lambda sums: alphas(sums.reshape(-1, k, k), level, scale),
        value,
        confidence=confidence,
        resamples=resamples,
        rng=rng,
    )
    return Estimate(value, low, high, confidence, method, n)


def item_features(counts: Counts, weights: Floats) -> Floats:
    """What an item adds to the sums of the chance-corrected coefficients, shape (p, k + 3).

    Columns: its (weighted) agreement, whether it has two labels, whether it has one, and its
    label shares.
    """
    labels = counts.sum(axis=1).astype(np.float64)
    credited = counts @ weights.T
    pairs = labels * (labels - 1)
    agreeing = (counts * (credited - 1.0)).sum(axis=1)
    agreement = np.divide(agreeing, pairs, out=np.zeros(len(counts)), where=pairs > 0)
    shares = counts / np.maximum(labels, 1)[:, None]
    return np.column_stack([agreement, labels > 1, labels > 0, shares])


def _agreement_and_shares(sums: Floats) -> tuple[Floats, Floats]:
    with np.errstate(divide="ignore", invalid="ignore"):
        return sums[..., 0] / sums[..., 1], sums[..., 3:] / sums[..., 2:3]


def _corrected(observed: Floats, expected: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        result: Floats = np.where(expected < 1, (observed - expected) / (1 - expected), np.nan)
    return result


def _gwet(sums: Floats, weights: Floats) -> Floats:
    observed, shares = _agreement_and_shares(sums)
    k = len(weights)
    spread = (shares * (1 - shares)).sum(axis=-1)
    return _corrected(observed, weights.sum() / (k * (k - 1)) * spread)


def _fleiss(sums: Floats, weights: Floats) -> Floats:
    observed, shares = _agreement_and_shares(sums)
    expected = np.einsum("...i,ij,...j->...", shares, weights, shares)
    # Rounding must not make 0.9999999999999999 of "everybody said the same".
    return _corrected(
        observed, np.where(np.isclose(expected, 1.0, rtol=0, atol=1e-12), 1, expected)
    )


def _coefficient(
    counts: Counts,
    statistic: Callable[[Floats, Floats], Floats],
    *,
    method: str,
    weights: Floats | None,
    confidence: float,
    resamples: int,
    rng: np.random.Generator,
) -> Estimate:
    reason, n = _unusable(counts)
    if reason:
        return undefined(reason, method=method, n=n, confidence=confidence)
    k = counts.shape[1]
    credit = np.eye(k) if weights is None else weights
    if k < 2:
        return undefined("one_category", method=method, n=n, confidence=confidence)
    value = float(statistic(item_features(counts, credit).sum(axis=0), credit))
    if not np.isfinite(value):
        return undefined("one_category", method=method, n=n, confidence=confidence)
    low, high = _interval(
        counts[counts.sum(axis=1) > 0],
        lambda found: item_features(found, credit),
        lambda sums: statistic(sums, credit),
        value,
        confidence=confidence,
        resamples=resamples,
        rng=rng,
    )
    return Estimate(value, low, high, confidence, method, n)


def gwet_ac(
    counts: Counts,
    *,
    rng: np.random.Generator,
    weights: Floats | None = None,
    confidence: float = 0.95,
    resamples: int = 2000,
) -> Estimate:
    """Gwet's AC1, or AC2 with agreement `weights` of shape (k, k).

    Chance agreement is Σw / (k(k−1)) · Σ π(1−π), which stays small where nearly all answers
    are alike and kappa's does not. `counts` has shape (items, k). An item with a single label
    informs the shares π but has no pair to agree (Gwet 2014). `n` is the number of items with
    two labels or more. Always defined once an item has two labels and the scale has two
    categories.
    """
    name = "Gwet's AC1" if weights is None else "Gwet's AC2"
    method = f"{name} ({counts.shape[1]} categories), bootstrap of items"
    return _coefficient(
        counts,
        _gwet,
        method=method,
        weights=weights,
        confidence=confidence,
        resamples=resamples,
        rng=rng,
    )


def fleiss_kappa(
    counts: Counts,
    *,
    rng: np.random.Generator,
    weights: Floats | None = None,
    confidence: float = 0.95,
    resamples: int = 2000,
) -> Estimate:
    """Fleiss' kappa of interchangeable raters; items may have different numbers of labels.

    (p̄ − Σ π²) / (1 − Σ π²) with p̄ the mean agreement of an item's pairs and π the mean label
    shares of the items (Fleiss 1971; with gaps as Gwet 2014). `counts`: shape (items, k).
    Undefined with "one_category" where all labels are the same.
    """
    return _coefficient(
        counts,
        _fleiss,
        method="Fleiss' kappa, bootstrap of items",
        weights=weights,
        confidence=confidence,
        resamples=resamples,
        rng=rng,
    )


def brennan_prediger(counts: Counts, *, weights: Floats | None = None) -> float | None:
    """(p̄ − Σw/k²) / (1 − Σw/k²): chance by category count alone; None without pairs.

    Randolph's free-marginal kappa and, for two raters and two categories, PABAK.
    """
    k = counts.shape[1]
    if _unusable(counts)[0] or k < 2:
        return None
    credit = np.eye(k) if weights is None else weights
    observed, _ = _agreement_and_shares(item_features(counts, credit).sum(axis=0))
    chance = credit.sum() / k**2
    return float((observed - chance) / (1 - chance))


def conger_kappa(ratings: Codes, k: int, *, weights: Floats | None = None) -> float | None:
    """Conger's kappa of named raters, from raters × items codes; None where undefined.

    Chance agreement is the mean over pairs of raters of their own label shares (Conger 1980);
    for two raters it is Cohen's kappa.
    """
    credit = np.eye(k) if weights is None else weights
    given = ratings[(ratings >= 0).any(axis=1)]
    if len(given) < 2:
        return None
    shares = np.array([np.bincount(row[row >= 0], minlength=k) / (row >= 0).sum() for row in given])
    counts = np.array([[(given[:, i] == c).sum() for c in range(k)] for i in range(given.shape[1])])
    if _unusable(counts)[0]:
        return None
    observed, _ = _agreement_and_shares(item_features(counts, credit).sum(axis=0))
    raters = len(given)
    mean = shares.mean(axis=0)
    together = mean @ credit @ mean * raters**2
    own = np.einsum("gi,ij,gj->", shares, credit, shares)
    chance = (together - own) / (raters * (raters - 1))
    return float((observed - chance) / (1 - chance)) if chance < 1 else None


def percent_agreement(counts: Counts, *, confidence: float = 0.95) -> Estimate:
    """Mean over items of the share of an item's label pairs that agree.

    The Wilson interval counts items, not pairs, which is exact for two raters and on the wide
    side for more: pairs of one item are not independent. `counts`: shape (items, k).
    """
    method = "agreeing pairs of an item, mean over items"
    reason, n = _unusable(counts)
    if reason:
        return undefined(reason, method=f"{method}, Wilson interval", confidence=confidence)
    observed = item_features(counts, np.eye(counts.shape[1]))[:, 0].sum()
    return rate(float(observed), n, confidence=confidence, what=method)


def gwet_standard_error(counts: Counts, *, weights: Floats | None = None) -> float:
    """Linearised standard error of AC1/AC2 over items (Gwet 2014); NaN without pairs."""
    k = counts.shape[1]
    credit = np.eye(k) if weights is None else weights
    features = item_features(counts[counts.sum(axis=1) > 0], credit)
    n, paired = len(features), features[:, 1].sum()
    if n < 2 or not paired:
        return float("nan")
    sums = features.sum(axis=0)
    value = float(_gwet(sums, credit))
    _, shares = _agreement_and_shares(sums)
    factor = credit.sum() / (k * (k - 1))
    chance = factor * float((shares * (1 - shares)).sum())
    own = (n / paired) * (features[:, 0] - chance * features[:, 1]) / (1 - chance)
    own_chance = factor * (features[:, 3:] @ (1 - shares))
    residual = own - 2 * (1 - value) * (own_chance - chance) / (1 - chance) - value
    return float(np.sqrt((residual**2).sum() / (n * (n - 1))))


def fleiss_by_category(counts: Counts) -> tuple[list[float | None], float | None]:
    """Fleiss' kappa of each category against the rest, and z of the whole under no agreement.

    `counts`: shape (items, k), the same number of labels on every item; null variance after
    Fleiss, Nee and Landis 1979. None where undefined.
    """
    labels = counts.sum(axis=1)
    k = counts.shape[1]
    if not len(counts) or labels.min() < 2 or labels.min() != labels.max():
        return [None] * k, None
    n, m = len(counts), int(labels[0])
    share = counts.sum(axis=0) / (n * m)
    spread = share * (1 - share)
    disagreeing = (counts * (m - counts)).sum(axis=0) / (n * m * (m - 1))
    by_category = [
        float(1 - d / s) if s > 0 else None for d, s in zip(disagreeing, spread, strict=True)
    ]
    total = spread.sum()
    inner = total**2 - (spread * (1 - 2 * share)).sum()
    if total == 0 or inner <= 0:
        return by_category, None
    error = np.sqrt(2 * inner / (n * m * (m - 1))) / total
    return by_category, float((1 - disagreeing.sum() / total) / error)
