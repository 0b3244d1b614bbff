"""Comparing two judges, two agents or two orders; and many comparisons at once."""

import numpy as np
import numpy.typing as npt
from scipy import stats

from calibration.stats.estimate import Estimate, undefined
from calibration.stats.proportions import rate


def mcnemar(table: npt.NDArray[np.float64]) -> tuple[float, float] | None:
    """McNemar's χ² (b − c)² / (b + c) without correction, and its p value.

    `table`: shape (2, 2), the same items under two conditions. None without a changed item.
    """
    b, c = float(table[0, 1]), float(table[1, 0])
    if b + c == 0:
        return None
    statistic = (b - c) ** 2 / (b + c)
    return statistic, float(stats.chi2.sf(statistic, 1))


def win_rate(wins: int, losses: int, *, confidence: float = 0.95) -> Estimate:
    """Wins among the decided comparisons, ties dropped, with the Wilson interval."""
    estimate = rate(wins, wins + losses, confidence=confidence, what="win rate, ties dropped")
    if estimate.defined:
        return estimate
    return undefined("no_pairs", method=estimate.method, confidence=confidence)


def win_rate_half_ties(wins: int, losses: int, ties: int) -> float | None:
    """Win rate with a tie as half a win to each side; None without comparisons."""
    total = wins + losses + ties
    return (wins + ties / 2) / total if total else None


def sign_test(wins: int, losses: int) -> float | None:
    """Two-sided exact p value of equal chances among decided comparisons."""
    if wins + losses == 0:
        return None
    return float(stats.binomtest(wins, wins + losses).pvalue)


def position_bias(first_then: list[tuple[str, str]]) -> dict[str, float | None]:
    """What a swap of sides does to a verdict.

    Parameters
    ----------
    first_then : list of (winner with x first, winner with y first)
        Winners are "x", "y" or "tie".

    Returns
    -------
    dict
        consistency; flip_to_first and flip_to_second, shares of pairs won by whatever stood
        first (second) both times; first_choice_rate, decided verdicts for the first side;
        bias_p, exact binomial on the flips. None where undefined.
    """
    n = len(first_then)
    to_first = sum(pair == ("x", "y") for pair in first_then)
    to_second = sum(pair == ("y", "x") for pair in first_then)
    first = sum((a == "x") + (b == "y") for a, b in first_then)
    decided = sum((a != "tie") + (b != "tie") for a, b in first_then)
    return {
        "consistency": sum(a == b for a, b in first_then) / n if n else None,
        "first_choice_rate": first / decided if decided else None,
        "flip_to_first": to_first / n if n else None,
        "flip_to_second": to_second / n if n else None,
        "bias_p": sign_test(to_first, to_second),
    }


def adjusted_p_values(
    p_values: npt.ArrayLike, *, dependent: bool = False
) -> npt.NDArray[np.float64]:
    """Benjamini-Hochberg adjusted p values; Benjamini-Yekutieli with `dependent`.

    Shape (m,), in the order given. Reject where the adjusted value is at most q.
    """
    p = np.asarray(p_values, dtype=np.float64)
    m = len(p)
    order = np.argsort(p)
    ranks = np.arange(1, m + 1)
    factor = float((1 / ranks).sum()) if dependent else 1.0
    scaled = p[order] * m * factor / ranks
    adjusted = np.empty(m)
    adjusted[order] = np.minimum(1.0, np.minimum.accumulate(scaled[::-1])[::-1])
    return adjusted


def bradley_terry(
    wins: npt.NDArray[np.float64], *, reference: int, iterations: int = 100
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]] | None:
    """Abilities and standard errors of P(i beats j) = 1 / (1 + exp(−(aᵢ − aⱼ))).

    Parameters
    ----------
    wins : array, shape (m, m)
        Row beats column this often; a tie is half a win to each.
    reference : int
        The entry whose ability is 0.

    Returns
    -------
    (abilities, standard errors), both shape (m,), or None where the maximum is infinite: some
    group never loses to, or never meets, the rest ("not_connected").
    """
    from scipy.sparse.csgraph import connected_components

    groups, _ = connected_components(wins > 0, directed=True, connection="strong")
    m = len(wins)
    if groups > 1:
        return None
    games = wins + wins.T
    free = np.arange(m) != reference
    ability = np.zeros(m)
    errors = np.zeros(m)
    for _ in range(iterations):
        chance = 1 / (1 + np.exp(ability[None, :] - ability[:, None]))
        score = (wins - games * chance).sum(axis=1)
        weight = games * chance * (1 - chance)
        information = np.diag(weight.sum(axis=1)) - weight
        covariance = np.linalg.inv(information[np.ix_(free, free)])
        step = covariance @ score[free]
        ability[free] += step
        errors[free] = np.sqrt(np.diag(covariance))
        if np.abs(step).max() < 1e-12:
            break
    return ability, errors
