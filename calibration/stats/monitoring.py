"""Watching one rater: runs of equal answers, tails of counts, and control charts."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

from calibration.stats.counts import Counts, Floats
from calibration.stats.estimate import Estimate, undefined

# Both tails together: as often as three standard deviations under a normal distribution.
THREE_SIGMA = 0.0027


def longest_run(values: npt.NDArray[np.int64]) -> int:
    """The most equal values in a row among `values`, shape (n,); 0 for none."""
    if not len(values):
        return 0
    starts = np.flatnonzero(np.r_[True, values[1:] != values[:-1]])
    return int(np.diff(np.r_[starts, len(values)]).max())


def run_probability(shares: npt.ArrayLike, *, n: int, length: int) -> float:
    """Chance that `n` independent draws hold `length` or more equal ones in a row.

    Parameters
    ----------
    shares : array, shape (m,)
        How likely each value is; they sum to 1.

    Notes
    -----
    With a_c(t) the chance of no such run in t draws the last of which is c, and A(t) their sum,

        a_c(t) = p_c A(t−1) − p_c^L [A(t−L) − a_c(t−L)],   A(0) = 1,

    the last term taking off the runs of c that reach L at t (Feller 1968, XIII.7, for more
    than two values).
    """
    if length <= 1:
        return 1.0 if n >= length else 0.0
    if length > n:
        return 0.0
    # A run of a value as rare as this adds nothing that a float holds.
    able = [float(p) for p in np.asarray(shares, dtype=np.float64) if n * p**length > 1e-17]
    rest = 1.0 - sum(able)
    none = [1.0]
    ends = [[0.0] * (n + 1) for _ in able]
    for t in range(1, n + 1):
        total = rest * none[t - 1]
        for p, end in zip(able, ends, strict=True):
            end[t] = p * none[t - 1]
            if t >= length:
                end[t] -= p**length * (none[t - length] - end[t - length])
            total += end[t]
        none.append(total)
    return min(1.0, max(0.0, 1.0 - none[n]))


def at_most(k: int, n: int, share: float) -> float | None:
    """Chance of `k` or fewer among `n` at `share`; None without any."""
    return float(stats.binom.cdf(k, n, share)) if n else None


def at_least(k: int, n: int, share: float) -> float | None:
    """Chance of `k` or more among `n` at `share`; None without any."""
    return float(stats.binom.sf(k - 1, n, share)) if n else None


def more_often(k: int, n: int, others: int, of: int) -> float | None:
    """Fisher's exact one-sided p value that `k` of `n` is no larger a share than `others` of `of`.

    None where either group is empty.
    """
    if not n or not of:
        return None
    return float(stats.hypergeom.sf(k - 1, n + of, k + others, n))


def median(values: npt.ArrayLike, *, confidence: float = 0.95) -> Estimate:
    """Median with the interval between order statistics, shape (n,).

    The ends are the r-th smallest and r-th largest with the largest r for which the chance that
    either misses is at most 1 − confidence (sign test); none where n is too small for that.
    """
    method = "median, interval between order statistics"
    ordered = np.sort(np.asarray(values, dtype=np.float64))
    n = len(ordered)
    if not n:
        return undefined("no_items", method=method, confidence=confidence)
    rank = int(stats.binom.ppf((1 - confidence) / 2, n, 0.5))
    if rank and stats.binom.cdf(rank - 1, n, 0.5) > (1 - confidence) / 2:
        rank -= 1
    middle = float(np.median(ordered))
    if not rank:
        return Estimate(middle, None, None, confidence, method, n)
    low, high = float(ordered[rank - 1]), float(ordered[n - rank])
    return Estimate(middle, low, high, confidence, method, n)


@dataclass(frozen=True, slots=True)
class ShareChart:
    """A p-chart: one entry a batch, in the order of time.

    Attributes
    ----------
    center : float
        The share over all batches.
    shares, low, high : array, shape (b,)
        Each batch's share and its limits.
    below : array of bool, shape (b,)
        Which batches lie under their lower limit.
    """

    center: float
    shares: Floats
    low: Floats
    high: Floats
    below: npt.NDArray[np.bool_]


def share_chart(hits: Counts, sizes: Counts, *, alpha: float = THREE_SIGMA) -> ShareChart | None:
    """p-chart with exact binomial limits; None for fewer than two batches.

    `hits` of `sizes` > 0, shape (b,). A batch lies outside where its count has a chance below
    alpha/2 in its direction at the share of all batches: the normal limits p ± 3√(p(1−p)/n) are
    wrong for shares near 1 and small batches, which is what agreement is like.
    """
    if len(hits) < 2:
        return None
    center = float(hits.sum() / sizes.sum())
    low = stats.binom.ppf(alpha / 2, sizes, center)
    high = stats.binom.ppf(1 - alpha / 2, sizes, center)
    return ShareChart(center, hits / sizes, low / sizes, high / sizes, hits < low)


def drift(hits: Counts, sizes: Counts) -> float | None:
    """p value that the share changes over the batches (χ² for a trend, two-sided).

    `hits` of `sizes` > 0, shape (b,), with the batches' numbers as scores (Cochran 1954, Armitage
    1955). None for fewer than three batches, or where every answer is a hit, or none is.
    """
    total, n = float(hits.sum()), float(sizes.sum())
    if len(hits) < 3 or total in (0.0, n):
        return None
    share = total / n
    scores = np.arange(len(hits), dtype=np.float64)
    scores -= (scores * sizes).sum() / n
    slope = float((scores * hits).sum())
    variance = share * (1 - share) * float((scores**2 * sizes).sum())
    return float(stats.chi2.sf(slope**2 / variance, 1))
