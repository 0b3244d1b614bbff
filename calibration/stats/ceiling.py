"""How well one person agrees with the others: the most that can be asked of a judge."""

import numpy as np
import numpy.typing as npt
from scipy import sparse

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
        resamples items whole, after half an item for each cell is added.
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
    value = float(_mean_kappa(_tables(rows, times[None].astype(np.float64), k))[0])
    if not np.isfinite(value):
        return undefined("one_category", method=METHOD, n=len(cells), confidence=confidence)
    # Half an item per cell, the same for all raters: what 0.5 per cell is to one table.
    half = np.repeat(np.arange(k * k), cells.shape[1]).reshape(k * k, -1)
    rows, weights = np.concatenate([rows, half]), np.append(times, np.full(k * k, 0.5))
    size = max(1, 4_000_000 // max(rows.shape[0], rows.shape[1] * k * k))
    replicates = [
        _mean_kappa(
            _tables(rows, rng.multinomial(len(cells), weights / weights.sum(), size=part), k)
        )
        for part in _parts(resamples, size)
    ]
    low, high = percentile_ends(np.concatenate(replicates), value, confidence)
    return Estimate(value, low, high, confidence, METHOD, len(cells))


def _parts(total: int, size: int) -> list[int]:
    return [min(size, total - start) for start in range(0, total, size)]


def _tables(rows: Counts, weights: npt.ArrayLike, k: int) -> Floats:
    """Each rater's k × k table under item weights of shape (b, p): shape (b, raters, k, k)."""
    raters = rows.shape[1]
    row, rater = np.nonzero(rows >= 0)
    column = rater * (k * k) + rows[row, rater]
    # Most raters have not seen most items: with a thousand of them nearly all cells are empty.
    shape = (len(rows), raters * k * k)
    indicator = sparse.csr_array((np.ones(len(row)), (row, column)), shape=shape)
    tables: Floats = np.asarray((indicator.T @ np.asarray(weights, dtype=np.float64).T).T)
    return tables.reshape(-1, raters, k, k)
