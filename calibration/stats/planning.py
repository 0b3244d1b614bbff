"""How many labels are needed, how to weight the ones there are, and when to worry."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

from calibration.stats.proportions import normal_quantile


def _kappa_variance_factor(kappa: float, rate1: float, rate2: float) -> float:
    """n × the asymptotic variance of a binary kappa with these marginals (Cantor 1996)."""
    expected = rate1 * rate2 + (1 - rate1) * (1 - rate2)
    observed = kappa * (1 - expected) + expected
    both = (observed + rate1 + rate2 - 1) / 2
    table = np.array([[both, rate1 - both], [rate2 - both, 1 - rate1 - rate2 + both]])
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    margin = columns[:, None] + rows[None, :]
    inner = (table * (np.eye(2) * (1 - expected) - margin * (1 - observed)) ** 2).sum()
    inner -= (observed * expected - 2 * expected + observed) ** 2
    return float(inner / (1 - expected) ** 4)


def items_to_certify_kappa(
    *,
    kappa_true: float,
    kappa_null: float,
    rate1: float = 0.5,
    rate2: float = 0.5,
    alpha: float = 0.05,
    power: float = 0.8,
    two_sided: bool = False,
) -> float:
    """Items (before rounding up) to show kappa > `kappa_null` when it is `kappa_true`.

    `rate1`, `rate2`: pass rates of the two raters. Cantor 1996.
    """
    z_alpha = float(stats.norm.ppf(1 - alpha / (2 if two_sided else 1)))
    z_power = float(stats.norm.ppf(power))
    null = math.sqrt(_kappa_variance_factor(kappa_null, rate1, rate2))
    true = math.sqrt(_kappa_variance_factor(kappa_true, rate1, rate2))
    return float(((z_alpha * null + z_power * true) / (kappa_true - kappa_null)) ** 2)


def items_for_half_width(share: float, half_width: float, *, confidence: float = 0.95) -> float:
    """Items (before rounding up) for a normal interval of `share` ± `half_width`."""
    return share * (1 - share) * (normal_quantile(confidence) / half_width) ** 2


@dataclass(frozen=True, slots=True)
class StratifiedMean:
    """A mean over strata of known sizes; arrays have one entry a stratum."""

    estimate: float
    standard_error: float
    naive: float
    weights: npt.NDArray[np.float64]
    neyman_allocation: npt.NDArray[np.float64]
    kish_effective_n: float


def stratified_mean(
    sizes: npt.ArrayLike, sampled: npt.ArrayLike, passes: npt.ArrayLike
) -> StratifiedMean:
    """Horvitz-Thompson mean of a stratified sample, with finite-population correction.

    `sizes`, `sampled` (at least 2) and `passes` of each stratum, shape (s,).
    """
    big, n, y = (np.asarray(a, dtype=np.float64) for a in (sizes, sampled, passes))
    share, weight = y / n, big / n
    part = big / big.sum()
    spread = n / (n - 1) * share * (1 - share)
    variance = (part**2 * (1 - n / big) * spread / n).sum()
    need = big * np.sqrt(share * (1 - share))
    return StratifiedMean(
        estimate=float((part * share).sum()),
        standard_error=float(np.sqrt(variance)),
        naive=float(y.sum() / n.sum()),
        weights=weight,
        neyman_allocation=n.sum() * need / need.sum() if need.sum() else n,
        kish_effective_n=float((n * weight).sum() ** 2 / (n * weight**2).sum()),
    )


@dataclass(frozen=True, slots=True)
class Cusum:
    """Upper and lower sums, shape (t,), and the first observation (from 1) beyond the limit."""

    upper: npt.NDArray[np.float64]
    lower: npt.NDArray[np.float64]
    first_signal: int | None


def cusum(x: npt.ArrayLike, *, target: float, k: float, h: float) -> Cusum:
    """Tabular CUSUM (Page 1954): slack `k` and limit `h` in the units of `x`, shape (t,)."""
    values = np.asarray(x, dtype=np.float64)
    upper, lower = np.zeros(len(values)), np.zeros(len(values))
    up = down = 0.0
    for index, value in enumerate(values):
        up = upper[index] = max(0.0, up + value - target - k)
        down = lower[index] = max(0.0, down + target - k - value)
    beyond = np.flatnonzero((upper > h) | (lower > h))
    return Cusum(upper, lower, int(beyond[0]) + 1 if len(beyond) else None)
