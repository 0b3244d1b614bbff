"""Beside the primary figures: the same questions under other assumptions, each under its name.

Nothing here moves a primary figure or a verdict.
"""

from dataclasses import replace

import numpy as np

from calibration.matrices import CANT_TELL
from calibration.references import ADJUDICATED, AMBIGUOUS, BASES, Reference
from calibration.sheets import Answers, Json, Sheet, human_headline, or_refused
from calibration.stats import multirater
from calibration.stats.correction import PPI, ROGAN_GLADEN, ppi_mean, rogan_gladen
from calibration.stats.counts import category_counts, pair_table, strict_majority
from calibration.stats.estimate import undefined
from calibration.stats.kappa import cohen_kappa, raw_agreement
from calibration.stats.proportions import rate

# How CANT_TELL is called where it counts as an answer.
CATEGORY = "CANT_TELL"


def with_cant_tell(sheet: Sheet) -> Sheet:
    """The sheet with CANT_TELL as one more, nominal category, and the majority of all answers.

    A reviewer's decisions stay as they are.
    """
    ratings = np.where(sheet.ratings == CANT_TELL, sheet.k, sheet.ratings).astype(np.int8)
    decided = np.isin(sheet.reference.basis, [BASES.index(ADJUDICATED), BASES.index(AMBIGUOUS)])
    majority = strict_majority(category_counts(ratings, sheet.k + 1))
    codes = np.where(decided, sheet.reference.codes, majority).astype(np.int8)
    return replace(
        sheet,
        scale=replace(sheet.scale, values=(*sheet.scale.values, CATEGORY), kind="nominal"),
        ratings=ratings,
        reference=Reference(codes, sheet.reference.basis),
    )


def humans_sensitivity(sheet: Sheet) -> Json:
    """People with each other when CANT_TELL is an answer, and how much of it each rater gave."""
    wide = with_cant_tell(sheet)
    counts = category_counts(wide.ratings, wide.k)
    given = wide.ratings >= 0
    excluded = {
        rater: rate(
            int((sheet.ratings[row] == CANT_TELL).sum()),
            int(given[row].sum()),
            what="CANT_TELL among the rater's answers",
        ).to_json()
        for row, rater in enumerate(sheet.raters)
        if given[row].any()
    }
    return {
        "cant_tell_as_category": {
            "agreement": human_headline(wide, counts, what="cant tell").to_json(),
            "raw_agreement": multirater.percent_agreement(counts).to_json(),
        },
        "cant_tell_share": excluded,
    }


def judge_sensitivity(sheet: Sheet, answers: Answers) -> Json:
    """The judge against people when CANT_TELL is an answer, and other corrected pass rates."""
    wide = with_cant_tell(sheet)
    table = pair_table(wide.reference.codes, answers.codes, wide.k)
    kappa = cohen_kappa(
        table, rng=sheet.rng(f"cant tell {answers.name}"), confidence=answers.confidence
    )
    agreed = raw_agreement(table, confidence=answers.confidence)
    return {
        "cant_tell_as_category": {
            "cohen_kappa": or_refused(answers, kappa).to_json(),
            "raw_agreement": or_refused(answers, agreed).to_json(),
        },
        "pass_rate": _other_corrections(sheet, answers),
    }


def _other_corrections(sheet: Sheet, answers: Answers) -> Json:
    """Rogan-Gladen and PPI++ beside the post-stratified rate; neither is weighted."""
    passing, confidence = sheet.scale.passing, answers.confidence
    if not passing.any():
        return {
            "rogan_gladen": undefined("no_pass_levels", method=ROGAN_GLADEN).to_json(),
            "ppi": undefined("no_pass_levels", method=PPI).to_json(),
        }
    judged, settled = answers.codes >= 0, sheet.reference.codes >= 0
    judge = np.where(judged, passing[np.maximum(answers.codes, 0)], False)
    human = np.where(settled, passing[np.maximum(sheet.reference.codes, 0)], False)
    both = judged & settled
    rogan = rogan_gladen(
        int(judge.sum()),
        int(judged.sum()),
        human_pass=int(human[both].sum()),
        agreed_pass=int((human & judge)[both].sum()),
        human_fail=int((~human)[both].sum()),
        agreed_fail=int((~human & ~judge)[both].sum()),
        confidence=confidence,
    )
    ppi = ppi_mean(human[both], judge[both], judge[judged & ~settled], confidence=confidence)
    return {
        "rogan_gladen": or_refused(answers, rogan).to_json(),
        "ppi": or_refused(answers, ppi).to_json(),
    }
