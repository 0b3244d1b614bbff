"""The alternative annotator test: may the judge stand in for a rater?"""

from dataclasses import dataclass

import numpy as np
from scipy import stats

from calibration.stats.comparison import adjusted_p_values
from calibration.stats.counts import Codes, Counts, Floats, category_counts
from calibration.stats.estimate import Reason


@dataclass(frozen=True, slots=True)
class LeftOut:
    """One rater against the judge: who agrees better with the other raters?"""

    rater: int
    n: int
    rho: float
    p: float
    reject: bool


@dataclass(frozen=True, slots=True)
class AltTest:
    """`winning_rate`, `advantage` and `passed` are None exactly when `undefined` has a reason."""

    winning_rate: float | None
    advantage: float | None
    passed: bool | None
    epsilon: float
    raters: tuple[LeftOut, ...]
    undefined: Reason | None = None


def alt_test(
    ratings: Codes,
    judge: Codes,
    k: int,
    *,
    epsilon: float = 0.1,
    q: float = 0.05,
    min_items: int = 30,
) -> AltTest:
    """Leave each rater out and compare rater and judge with the rest (Calderon and others 2025).

    On each item the score of a label is the share of the other raters who gave it too. The rater
    wins an item with a score at least the judge's, and the other way round, so that ties count
    for both. A one-sided t test asks whether the rater's share of wins exceeds the judge's by
    less than `epsilon`; the p values are adjusted after Benjamini and Yekutieli.

    Parameters
    ----------
    ratings : int array, shape (raters, items), negative for missing
    judge : int array, shape (items,), negative for missing
    epsilon : float
        What a rater's work costs more than the judge's: 0.1 crowd, 0.15 skilled, 0.2 expert.
        Fix it before looking at results.
    min_items : int
        Raters with fewer joint items are left out; with none left the test is "too_few".
    """
    if len(ratings) < 2:
        return AltTest(None, None, None, epsilon, (), "one_rater")
    counts = category_counts(ratings, k)
    found: list[tuple[int, Floats, Floats]] = []
    for rater, own in enumerate(ratings):
        pair = _advantages(own, judge, counts)
        if len(pair[0]) >= min_items:
            found.append((rater, pair[0], pair[1]))
    if not found:
        return AltTest(None, None, None, epsilon, (), "too_few")
    p_values = [_p_value(human, machine, epsilon) for _, human, machine in found]
    rejected = adjusted_p_values(p_values, dependent=True) <= q
    raters = tuple(
        LeftOut(rater, len(machine), float(machine.mean()), p, bool(reject))
        for (rater, _, machine), p, reject in zip(found, p_values, rejected, strict=True)
    )
    winning = float(np.mean(rejected))
    advantage = float(np.mean([one.rho for one in raters]))
    return AltTest(winning, advantage, winning >= 0.5, epsilon, raters)


def _advantages(own: Codes, judge: Codes, counts: Counts) -> tuple[Floats, Floats]:
    """Who scored at least as well as the other, per item both labelled: human, judge."""
    joint = np.flatnonzero((own >= 0) & (judge >= 0) & (counts.sum(axis=1) >= 2))
    others = counts[joint].copy()
    at = np.arange(len(joint))
    others[at, own[joint]] -= 1
    human, machine = others[at, own[joint]], others[at, judge[joint]]
    return (human >= machine).astype(np.float64), (machine >= human).astype(np.float64)


def _p_value(human: Floats, machine: Floats, epsilon: float) -> float:
    difference = human - machine
    if np.ptp(difference) == 0:
        # No spread: the mean is what it is, and the t statistic would be 0/0 or infinite.
        return 0.0 if difference[0] < epsilon else 1.0
    return float(stats.ttest_1samp(difference, epsilon, alternative="less").pvalue)
