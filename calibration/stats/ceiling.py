"""How well one person agrees with the others: the most that can be asked of a judge."""

import numpy as np

from calibration.stats.counts import (
    MISSING,
    Codes,
    Counts,
    Floats,
    category_counts,
    distinct_rows,
    percentile_ends,
    strict_majority,
)
from calibration.stats.estimate import Estimate, undefined
from calibration.stats.kappa import kappas

METHOD = "mean over raters of kappa against the strict majority of the others, bootstrap of items"


def targets(ratings: Codes, k: int) -> Codes:
    """For each rater the strict majority of the others on the items they labelled.

    Shape raters × items; MISSING where the rater has no label or the others have no majority.
    """
    counts = category_counts(ratings, k)
    items = np.arange(ratings.shape[1])
    result = np.full(ratings.shape, MISSING, dtype=np.int8)
    for row, codes in enumerate(ratings):
        given = codes >= 0
        others = counts[given].copy()
        others[np.arange(len(others)), codes[given]] -= 1
        result[row, items[given]] = strict_majority(others)
    return result


def _cell_rows(ratings: Codes, k: int) -> Counts:
    """Cell (own label × k + target) of each rater for each item, −1 for none: items × raters."""
    against = targets(ratings, k)
    own = ratings.astype(np.int64)
    return np.where((own >= 0) & (against >= 0), own * k + against, -1).T


def _mean_kappa(tables: Floats) -> Floats:
    """Mean of the defined kappas over raters for tables of shape (…, raters, k, k)."""
    values = kappas(tables, np.eye(tables.shape[-1]))
    defined = np.isfinite(values)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean: Floats = np.where(defined, values, 0.0).sum(axis=-1) / defined.sum(axis=-1)
    return mean


def leave_one_out_kappa(
    ratings: Codes,
    k: int,
    *,
    rng: np.random.Generator,
    confidence: float = 0.95,
    resamples: int = 2000,
) -> Estimate:
    """Kappa of each rater against the strict majority of the others, mean over raters.

    Parameters
    ----------
    ratings : int array, shape (raters, items)
        Codes below k, negative for missing. Give only the items that the judge answered, so
        that judge and people are compared on the same ones.

    Returns
    -------
    Estimate
        `n` is the number of items on which at least one rater could be compared. Raters whose
        own kappa is undefined (one category on both sides) don't enter the mean. The interval
        resamples items whole, with 0.5 added to each cell of each rater's table.
        Undefined with "one_rater", "no_pairs" or "one_category".
    """
    raters = ratings[(ratings >= 0).any(axis=1)] if ratings.size else ratings
    if len(raters) < 2:
        reason = "no_items" if len(raters) == 0 else "one_rater"
        return undefined(reason, method=METHOD, confidence=confidence)  # type: ignore[arg-type]
    cells = _cell_rows(raters, k)
    cells = cells[(cells >= 0).any(axis=1)]
    if not len(cells):
        return undefined("no_pairs", method=METHOD, confidence=confidence)
    rows, times = distinct_rows(cells)
    tables = _tables(rows, times[None].astype(np.float64), k)
    value = float(_mean_kappa(tables)[0])
    if not np.isfinite(value):
        return undefined("one_category", method=METHOD, n=len(cells), confidence=confidence)
    draws = _draws(times, len(cells), resamples, rng)
    replicates = [
        # Each rater's table gets what 0.5 per cell is to one table; drawing the halves would
        # cost raters × k × k more rows.
        _mean_kappa(_tables(rows, part, k) + 0.5)
        for part in np.array_split(draws, max(1, draws.size * cells.shape[1] // 4_000_000))
    ]
    low, high = percentile_ends(np.concatenate(replicates), value, confidence)
    return Estimate(value, low, high, confidence, METHOD, len(cells))


def _draws(times: Counts, n: int, resamples: int, rng: np.random.Generator) -> Floats:
    return rng.multinomial(n, times / times.sum(), size=resamples).astype(np.float64)


def _tables(rows: Counts, weights: Floats, k: int) -> Floats:
    """Each rater's k × k table under item weights of shape (b, p): shape (b, raters, k, k)."""
    raters = rows.shape[1]
    tables = np.zeros((len(weights), raters, k * k))
    for rater in range(raters):
        given = rows[:, rater] >= 0
        chosen = np.zeros((int(given.sum()), k * k))
        chosen[np.arange(len(chosen)), rows[given, rater]] = 1.0
        tables[:, rater] = weights[:, given] @ chosen
    return tables.reshape(len(weights), raters, k, k)
