"""Pass rates of people and judge, and the corrected one; weighted where items were sampled so."""

from dataclasses import replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from calibration.sheets import Answers, Json, Sheet, or_refused
from calibration.stats.correction import post_stratified
from calibration.stats.counts import Floats, pair_table
from calibration.stats.estimate import Estimate, undefined
from calibration.stats.proportions import rate

Chosen = npt.NDArray[np.bool_]


Weighting = Literal["equal", "weighted", "unknown"]


def weighting_of(weights: Floats) -> Weighting:
    """What inverse inclusion probabilities ask of a rate.

    "unknown" where any is missing (NaN), so that no rate of the whole can be told; "weighted"
    where all are known and they differ; "equal" where they are alike, or there are no items.
    """
    if unweighted(weights):
        return "unknown"
    return "equal" if not len(weights) or np.allclose(weights, weights[0]) else "weighted"


def unweighted(weights: Floats) -> int:
    """How many of `weights` are not known: NaN, or no weight a draw can give."""
    return int((~(np.isfinite(weights) & (weights > 0))).sum())


def collapsed(table: Floats, passing: Chosen) -> Floats:
    """The 2 × 2 table fail/pass of a k × k table."""
    side = np.stack([~passing, passing]).astype(np.float64)
    two: Floats = side @ table @ side.T
    return two


def effective_n(weights: Floats) -> float:
    """Kish's effective number of equally weighted items, (Σw)² / Σw²; 0 of none."""
    squares = float((weights**2).sum())
    return float(weights.sum()) ** 2 / squares if squares else 0.0


def weighted_share(
    hits: Chosen, weights: Floats | None, *, what: str, confidence: float = 0.95
) -> Estimate:
    """Share of `hits`; with `weights` Σw over hits ÷ Σw, Wilson's interval at the effective n.

    `hits`, `weights`: one entry an item. `n` is the number of items all the same.
    """
    if weights is None or not len(hits):
        return rate(int(hits.sum()), len(hits), confidence=confidence, what=what)
    n = effective_n(weights)
    share = float(weights[hits].sum() / weights.sum())
    method = f"{what}, weighted by inverse inclusion probability, effective n {n:.1f}"
    return replace(rate(share * n, n, confidence=confidence, what=method), n=len(hits))


def pass_rates(sheet: Sheet, answers: Answers) -> Json:
    """The `pass_rate` of a judge: people, judge, and judge corrected by people."""
    passing, confidence = sheet.scale.passing, answers.confidence
    if not passing.any():
        missing = undefined("no_pass_levels", method="share of passes").to_json()
        return {"human": missing, "judge": missing, "corrected": missing}
    settled, judged = sheet.reference.codes >= 0, answers.codes >= 0

    def of(chosen: Chosen) -> Floats | None:
        return None if sheet.weights is None else sheet.weights[chosen]

    human = weighted_share(
        passing[sheet.reference.codes[settled]], of(settled), what="passes among settled labels"
    )
    judge = weighted_share(
        passing[answers.codes[judged]],
        of(judged),
        what="passes among valid verdicts",
        confidence=confidence,
    )
    corrected = _corrected(sheet, answers, judge)
    return {
        "human": human.to_json(),
        "judge": or_refused(answers, judge).to_json(),
        "corrected": or_refused(answers, corrected).to_json(),
    }


def _corrected(sheet: Sheet, answers: Answers, judge: Estimate) -> Estimate:
    passing = sheet.scale.passing
    table = collapsed(pair_table(sheet.reference.codes, answers.codes, sheet.k), passing)
    rng = sheet.rng(f"pass rate {answers.name}")
    judged = answers.codes >= 0
    if sheet.weights is None or judge.value is None:
        alone = answers.codes[judged & (sheet.reference.codes < 0)]
        return post_stratified(
            table,
            unlabelled_pass=int(passing[alone].sum()),
            unlabelled=len(alone),
            rng=rng,
            confidence=answers.confidence,
        )
    weighted = _effective_table(sheet, answers, sheet.weights)
    # The judge's share counts for as many items as its weights are worth.
    n, both = effective_n(sheet.weights[judged]), weighted.sum(axis=0)
    found = post_stratified(
        weighted,
        unlabelled_pass=judge.value * n - both[1],
        unlabelled=n - float(both.sum()),
        rng=rng,
        confidence=answers.confidence,
    )
    method = f"{found.method}, weighted by inverse inclusion probability at effective n"
    return replace(found, n=round(float(table.sum())), method=method)


def _effective_table(sheet: Sheet, answers: Answers, weights: Floats) -> Floats:
    """People × judge, fail/pass: weighted, each judge verdict's column at its effective n."""
    passing = sheet.scale.passing
    both = (sheet.reference.codes >= 0) & (answers.codes >= 0)
    human = passing[np.maximum(sheet.reference.codes, 0)].astype(np.int8)
    judge = passing[np.maximum(answers.codes, 0)].astype(np.int8)
    table = pair_table(human[both], judge[both], 2, weights=weights[both])
    for verdict in (0, 1):
        mine = weights[both & (judge == verdict)]
        if len(mine):
            table[:, verdict] *= effective_n(mine) / mine.sum()
    return table
