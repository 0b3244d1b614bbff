"""Pass rates of all judged items, corrected by the items that people labelled too."""

import math

import numpy as np
import numpy.typing as npt

from calibration.stats.estimate import Estimate, undefined
from calibration.stats.proportions import normal_quantile, wilson_ends

POST_STRATIFIED = "post-stratified on the judge's verdict, Jeffreys-Beta simulation"
ROGAN_GLADEN = "Rogan-Gladen"
PPI = "prediction-powered mean (PPI++)"


def post_stratified(
    table: npt.NDArray[np.float64],
    *,
    unlabelled_pass: float,
    unlabelled: float,
    rng: np.random.Generator,
    confidence: float = 0.95,
    draws: int = 20_000,
) -> Estimate:
    """q · P(human pass | judge pass) + (1 − q) · P(human pass | judge fail).

    Parameters
    ----------
    table : array, shape (2, 2)
        Items with both labels: rows human (fail, pass), columns judge (fail, pass).
    unlabelled_pass, unlabelled : float
        Judge passes among, and number of, the judged items without a human label. q is the
        judge's pass rate over all judged items.

    Returns
    -------
    Estimate
        `n` is the number of items with both labels. The interval simulates the three shares
        from Beta posteriors under Jeffreys' prior. Valid where the labelled items are a random
        sample of the judged ones. Undefined with "no_items", or "no_pairs" where a verdict that
        occurs has no labelled item.
    """
    both = table.sum(axis=0)
    n = round(float(both.sum()))
    judged = n + unlabelled
    if judged == 0:
        return undefined("no_items", method=POST_STRATIFIED, confidence=confidence)
    passes = both[1] + unlabelled_pass
    q = passes / judged
    if (both[1] == 0 and passes > 0) or (both[0] == 0 and passes < judged):
        return undefined("no_pairs", method=POST_STRATIFIED, n=n, confidence=confidence)
    given_pass = table[1, 1] / both[1] if both[1] else 0.0
    given_fail = table[1, 0] / both[0] if both[0] else 0.0
    value = float(q * given_pass + (1 - q) * given_fail)
    share = rng.beta(passes + 0.5, judged - passes + 0.5, draws)
    if_pass = rng.beta(table[1, 1] + 0.5, table[0, 1] + 0.5, draws)
    if_fail = rng.beta(table[1, 0] + 0.5, table[0, 0] + 0.5, draws)
    tail = (1 - confidence) / 2
    low, high = np.quantile(share * if_pass + (1 - share) * if_fail, [tail, 1 - tail])
    return Estimate(
        value, min(float(low), value), max(float(high), value), confidence, POST_STRATIFIED, n
    )


def rogan_gladen_known(
    judge_pass: int, n: int, *, sensitivity: float, specificity: float, confidence: float = 0.95
) -> Estimate:
    """(judge rate + specificity − 1) / (sensitivity + specificity − 1), both rates known.

    The ends are the Wilson ends pushed through the correction; nothing is cut to [0, 1]: a
    value outside says that the rates don't carry over. Undefined with "sens_plus_spec_le_1".
    """
    method = f"{ROGAN_GLADEN}, rates known, Wilson ends"
    youden = sensitivity + specificity - 1
    if n <= 0:
        return undefined("no_items", method=method, confidence=confidence)
    if youden <= 1e-12:
        return undefined("sens_plus_spec_le_1", method=method, n=n, confidence=confidence)
    low, high = wilson_ends(judge_pass, n, confidence=confidence)
    value, low, high = ((end + specificity - 1) / youden for end in (judge_pass / n, low, high))
    return Estimate(value, low, high, confidence, method, n)


def rogan_gladen(
    judge_pass: int,
    n: int,
    *,
    human_pass: int,
    agreed_pass: int,
    human_fail: int,
    agreed_fail: int,
    confidence: float = 0.95,
) -> Estimate:
    """Rogan-Gladen with sensitivity and specificity estimated from labelled items.

    `agreed_pass` of `human_pass` items and `agreed_fail` of `human_fail` items got the same
    verdict from the judge. Interval: Lang and Reiczigel 2014, which adds one or two
    observations to each share. Undefined with "no_pairs" or "sens_plus_spec_le_1".
    """
    method = f"{ROGAN_GLADEN}, Lang-Reiczigel interval"
    if n <= 0 or human_pass <= 0 or human_fail <= 0:
        return undefined("no_pairs", method=method, confidence=confidence)
    sensitivity, specificity = agreed_pass / human_pass, agreed_fail / human_fail
    youden = sensitivity + specificity - 1
    if youden <= 1e-12:
        return undefined("sens_plus_spec_le_1", method=method, n=n, confidence=confidence)
    z = normal_quantile(confidence)
    n_, pass_, fail_ = n + z * z, human_pass + 2, human_fail + 2
    rate_ = (judge_pass + z * z / 2) / n_
    sens_, spec_ = (agreed_pass + 1) / pass_, (agreed_fail + 1) / fail_
    slope = sens_ + spec_ - 1
    centre = (rate_ + spec_ - 1) / slope
    shift = (
        2
        * z
        * z
        * (centre * sens_ * (1 - sens_) / pass_ - (1 - centre) * spec_ * (1 - spec_) / fail_)
    )
    variance = (
        rate_ * (1 - rate_) / n_
        + (1 - centre) ** 2 * spec_ * (1 - spec_) / fail_
        + centre**2 * sens_ * (1 - sens_) / pass_
    )
    half = z * math.sqrt(variance) / abs(slope)
    value = (judge_pass / n + specificity - 1) / youden
    low, high = centre + shift - half, centre + shift + half
    return Estimate(value, min(low, value), max(high, value), confidence, method, n)


def rogan_gladen_delta_error(
    judge_pass: int,
    n: int,
    *,
    human_pass: int,
    agreed_pass: int,
    human_fail: int,
    agreed_fail: int,
) -> float:
    """Delta-method standard error of `rogan_gladen`; too small for few labels."""
    rate_, sens, spec = judge_pass / n, agreed_pass / human_pass, agreed_fail / human_fail
    youden = sens + spec - 1
    value = (rate_ + spec - 1) / youden
    variance = (
        rate_ * (1 - rate_) / n
        + value**2 * sens * (1 - sens) / human_pass
        + (1 - value) ** 2 * spec * (1 - spec) / human_fail
    )
    return math.sqrt(variance) / youden


def ppi_mean(
    human: npt.ArrayLike,
    judge: npt.ArrayLike,
    judge_unlabelled: npt.ArrayLike,
    *,
    lam: float | None = None,
    confidence: float = 0.95,
) -> Estimate:
    """λ · mean(judge on unlabelled) + mean(human − λ · judge on labelled).

    Parameters
    ----------
    human, judge : array-like, shape (n,)
        Labels and verdicts (0 or 1) of the labelled items.
    judge_unlabelled : array-like, shape (N,)
    lam : float, optional
        Left out, the plug-in of Angelopoulos, Duchi and Zrnic (2023), cut to [0, 1].

    Returns
    -------
    Estimate
        `n` labelled items; normal interval, too short for few labels. Undefined with "no_items"
        or, for the plug-in, "judge_no_variance".
    """
    y, f, g = (np.asarray(a, dtype=np.float64) for a in (human, judge, judge_unlabelled))
    if not len(y) or not len(g):
        return undefined("no_items", method=PPI, n=len(y), confidence=confidence)
    chosen = plug_in_lambda(y, f, g) if lam is None else lam
    if chosen is None:
        return undefined("judge_no_variance", method=PPI, n=len(y), confidence=confidence)
    value = float(chosen * g.mean() + (y - chosen * f).mean())
    variance = chosen**2 * g.var() / len(g) + (y - chosen * f).var() / len(y)
    half = normal_quantile(confidence) * math.sqrt(variance)
    return Estimate(
        value, value - half, value + half, confidence, f"{PPI}, λ = {chosen:.3f}", len(y)
    )


def plug_in_lambda(
    human: npt.NDArray[np.float64],
    judge: npt.NDArray[np.float64],
    judge_unlabelled: npt.NDArray[np.float64],
) -> float | None:
    """cov(human, judge) / ((1 + n/N) · pooled variance), cut to [0, 1]; None without variance."""
    pooled = np.concatenate([judge, judge_unlabelled])
    spread = float(pooled.var(ddof=1)) if len(pooled) > 1 else 0.0
    if spread == 0:
        return None
    together = float(((human - human.mean()) * (judge - judge.mean())).mean())
    plug_in = together / ((1 + len(human) / len(judge_unlabelled)) * spread)
    return min(1.0, max(0.0, plug_in))
