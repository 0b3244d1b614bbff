"""Shares with intervals, and differences of shares."""

import math

from scipy import stats

from calibration.stats.estimate import Estimate, undefined


def normal_quantile(confidence: float) -> float:
    """Two-sided standard normal quantile: 1.96 for 0.95."""
    return float(stats.norm.ppf(1 - (1 - confidence) / 2))


def wilson_ends(successes: float, n: float, *, confidence: float = 0.95) -> tuple[float, float]:
    """Ends of the Wilson score interval for `successes` of `n` > 0, cut to [0, 1].

    centre = (p + z²/2n) / (1 + z²/n), half = z √(p(1−p)/n + z²/4n²) / (1 + z²/n)
    (Wilson 1927; Newcombe 1998, method 3).
    """
    z2 = normal_quantile(confidence) ** 2
    share = successes / n
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = math.sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    low = 0.0 if successes <= 0 else max(0.0, centre - half)
    high = 1.0 if successes >= n else min(1.0, centre + half)
    return low, high


def rate(successes: float, n: float, *, confidence: float = 0.95, what: str = "") -> Estimate:
    """Share of `successes` among `n` with its Wilson interval; undefined without any units."""
    method = f"{what}, Wilson interval" if what else "Wilson interval"
    if n <= 0:
        return undefined("no_items", method=method, confidence=confidence)
    low, high = wilson_ends(successes, n, confidence=confidence)
    return Estimate(successes / n, low, high, confidence, method, round(n))


def clopper_pearson_ends(
    successes: int, n: int, *, confidence: float = 0.95
) -> tuple[float, float]:
    """Ends of the exact binomial interval (Clopper and Pearson 1934) for `n` > 0."""
    tail = (1 - confidence) / 2
    low = 0.0 if successes == 0 else float(stats.beta.ppf(tail, successes, n - successes + 1))
    high = 1.0 if successes == n else float(stats.beta.ppf(1 - tail, successes + 1, n - successes))
    return low, high


def difference(k1: int, n1: int, k2: int, n2: int, *, confidence: float = 0.95) -> Estimate:
    """k1/n1 − k2/n2 of independent groups, with Newcombe's interval.

    The ends combine the two Wilson intervals (Newcombe 1998, method 10).
    """
    method = "difference of shares, Newcombe interval"
    if n1 <= 0 or n2 <= 0:
        return undefined("no_items", method=method, confidence=confidence)
    p1, p2 = k1 / n1, k2 / n2
    low1, high1 = wilson_ends(k1, n1, confidence=confidence)
    low2, high2 = wilson_ends(k2, n2, confidence=confidence)
    low = p1 - p2 - math.hypot(p1 - low1, high2 - p2)
    high = p1 - p2 + math.hypot(high1 - p1, p2 - low2)
    return Estimate(p1 - p2, max(-1.0, low), min(1.0, high), confidence, method, n1 + n2)
