"""Labels as small integers, and the count tables that every statistic starts from.

Codes are positions in the criterion's own list of categories; MISSING (-1) is no label.
"""

from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.int8]
Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

MISSING = -1
MAX_CATEGORIES = 127
# Above this many possible rows of counts, distinct rows are found by sorting.
_DENSE_KEYS = 2_000_000


def encode(values: Sequence[Hashable | None], categories: Sequence[Hashable]) -> Codes:
    """Codes of `values`, shape (n,); None becomes MISSING.

    Raises
    ------
    ValueError
        For a value outside `categories`: it is never a category of its own.
    """
    if len(categories) > MAX_CATEGORIES:
        raise ValueError(f"at most {MAX_CATEGORIES} categories, not {len(categories)}")
    code_of: dict[Hashable | None, int] = {value: code for code, value in enumerate(categories)}
    code_of[None] = MISSING
    try:
        return np.fromiter((code_of[value] for value in values), dtype=np.int8, count=len(values))
    except KeyError as error:
        raise ValueError(f"{error.args[0]!r} is not on the scale") from None


def pair_table(
    a: Codes, b: Codes, k: int, *, weights: npt.ArrayLike | None = None
) -> npt.NDArray[np.float64]:
    """Counts of label pairs, shape (k, k): rows `a`, columns `b`.

    Positions where either is negative (missing, error) are left out. `weights`, shape (n,),
    makes the cells sums of weights.
    """
    both = (a >= 0) & (b >= 0)
    if both.all():
        cells = a.astype(np.int16) * np.int16(k) + b
    else:
        cells = a[both].astype(np.int16) * np.int16(k) + b[both]
    chosen = None if weights is None else np.asarray(weights, dtype=np.float64)[both]
    counts = np.bincount(cells, weights=chosen, minlength=k * k)
    return counts.astype(np.float64).reshape(k, k)


def category_counts(ratings: Codes, k: int) -> Counts:
    """How often each item got each category, shape (items, k), from raters × items codes."""
    raters, items = ratings.shape
    counts = np.zeros(items * k, dtype=np.int64)
    offset = np.arange(items, dtype=np.int64) * k
    for row in range(raters):
        codes = ratings[row]
        given = codes >= 0
        # One rater has at most one label per item, so no index repeats within a row.
        counts[offset[given] + codes[given]] += 1
    return counts.reshape(items, k)


def distinct_rows(rows: Counts) -> tuple[Counts, Counts]:
    """The distinct rows and how often each occurs: shapes (p, k) and (p,)."""
    if not len(rows):
        return rows, np.zeros(0, dtype=np.int64)
    base = int(rows.max()) - min(int(rows.min()), 0) + 1
    shifted = rows - min(int(rows.min()), 0)
    width = rows.shape[1]
    if base**width > 2**62:
        found, times = np.unique(rows, axis=0, return_counts=True)
        return found, times.astype(np.int64)
    keys = shifted @ (base ** np.arange(width, dtype=np.int64))
    if base**width <= _DENSE_KEYS:
        times = np.bincount(keys, minlength=base**width)
        used = np.flatnonzero(times)
        first = np.zeros(base**width, dtype=np.int64)
        first[keys] = np.arange(len(keys))
        return rows[first[used]], times[used].astype(np.int64)
    _, index, times = np.unique(keys, return_index=True, return_counts=True)
    return rows[index], times.astype(np.int64)


def strict_majority(counts: Counts) -> Codes:
    """The category with more than half of an item's labels, else MISSING; shape (items,).

    A tie is no majority: nothing breaks it.
    """
    if not counts.size:
        return np.full(len(counts), MISSING, dtype=np.int8)
    best = counts.argmax(axis=1)
    won = counts[np.arange(len(counts)), best] * 2 > counts.sum(axis=1)
    return np.where(won, best, MISSING).astype(np.int8)


def resampled_sums(
    times: npt.NDArray[np.float64],
    features: Floats,
    *,
    n: int,
    resamples: int,
    rng: np.random.Generator,
) -> Floats:
    """Sums of `features` over bootstrap samples of items, shape (resamples, f).

    Parameters
    ----------
    times : array, shape (p,)
        Weight of each distinct row; the probability to be drawn is proportional to it.
    features : array, shape (p, f)
        What one item of each distinct row adds to the sums.
    n : int
        Items in one sample.
    """
    chance = times / times.sum()
    size = max(1, min(resamples, 4_000_000 // max(1, len(times))))
    parts = []
    for start in range(0, resamples, size):
        draws = rng.multinomial(n, chance, size=min(size, resamples - start))
        parts.append(draws.astype(np.float64) @ features)
    return np.concatenate(parts)


def percentile_ends(
    replicates: Floats, value: float, confidence: float, *, floor: float = -1.0, top: float = 1.0
) -> tuple[float | None, float | None]:
    """Percentile interval of the defined replicates, stretched to hold `value`, cut to range.

    The replicates come from a smoothed table, so at the very edge (perfect agreement on a long
    scale) they may all lie to one side of the value.
    """
    usable = replicates[np.isfinite(replicates)]
    if not len(usable):
        return None, None
    tail = (1 - confidence) / 2
    low, high = np.quantile(usable, [tail, 1 - tail])
    # Some coefficients leave the range on a few items with gaps; their interval follows them.
    low, high = min(max(floor, float(low)), value), max(min(top, float(high)), value)
    return low, high
