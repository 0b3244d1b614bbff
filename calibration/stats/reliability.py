"""Scores rather than labels: intraclass and rank correlations, and names for a coefficient."""

import numpy as np
import numpy.typing as npt
from scipy import stats

# Landis and Koch 1977; each band is closed at its top.
BANDS: tuple[tuple[float, str], ...] = (
    (0.0, "Poor"),
    (0.20, "Slight"),
    (0.40, "Fair"),
    (0.60, "Moderate"),
    (0.80, "Substantial"),
    (1.0, "Almost perfect"),
)


def landis_koch_band(kappa: float) -> str:
    """The customary name of a kappa: a rule of thumb, not a law. Negative values are poor."""
    if kappa < 0:
        return "Poor"
    if kappa == 0:
        return "Slight"
    return next(name for top, name in BANDS if kappa <= top)


def benchmark(
    coefficient: float, standard_error: float, *, confidence: float = 0.95
) -> tuple[list[tuple[str, float]], str]:
    """The best band that can be claimed given the standard error (Gwet 2014).

    Returns the bands from the top with their cumulative membership, and the first whose
    cumulative membership reaches `confidence`. The coefficient is taken as normal, cut to
    [−1, 1].
    """
    tops = [1.0, 0.8, 0.6, 0.4, 0.2, 0.0, -1.0]
    names = [name for _, name in reversed(BANDS)]
    below = stats.norm.cdf((coefficient - np.array(tops)) / standard_error)
    whole = below[-1] - below[0]
    cumulative = [float((value - below[0]) / whole) for value in below[1:]]
    memberships = list(zip(names, cumulative, strict=True))
    return memberships, next(name for name, value in memberships if value >= confidence)


def intraclass_correlations(scores: npt.NDArray[np.float64]) -> dict[str, float] | None:
    """ICC(1,1), (2,1), (3,1) and their means over k raters (Shrout and Fleiss 1979).

    `scores`: shape (items, raters), none missing. None where the scores don't vary.
    """
    n, k = scores.shape
    grand = scores.mean()
    between = k * ((scores.mean(axis=1) - grand) ** 2).sum()
    raters = n * ((scores.mean(axis=0) - grand) ** 2).sum()
    total = ((scores - grand) ** 2).sum()
    if total == 0:
        return None
    bms, jms = between / (n - 1), raters / (k - 1)
    wms = (total - between) / (n * (k - 1))
    ems = (total - between - raters) / ((n - 1) * (k - 1))
    return {
        "icc_1_1": (bms - wms) / (bms + (k - 1) * wms),
        "icc_2_1": (bms - ems) / (bms + (k - 1) * ems + k * (jms - ems) / n),
        "icc_3_1": (bms - ems) / (bms + (k - 1) * ems),
        "icc_1_k": (bms - wms) / bms,
        "icc_2_k": (bms - ems) / (bms + (jms - ems) / n),
        "icc_3_k": (bms - ems) / bms,
    }


def rank_correlations(a: npt.ArrayLike, b: npt.ArrayLike) -> dict[str, float] | None:
    """Spearman's ρ and Kendall's τ-b of two score lists, shape (n,); None without spread."""
    first, second = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if len(first) < 2 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    return {
        "spearman": float(stats.spearmanr(first, second).statistic),
        "kendall_tau_b": float(stats.kendalltau(first, second).statistic),
    }
