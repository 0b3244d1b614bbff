"""From arrays to the report's blocks: people with each other, and each judge against people.

No database here: `Sheet` holds everything about one criterion over the items in question.
"""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from calibration.matrices import CANT_TELL, ERROR
from calibration.pass_rates import collapsed, pass_rates
from calibration.sensitivity import humans_sensitivity, judge_sensitivity
from calibration.sheets import Answers, Json, Sheet, human_headline, or_refused
from calibration.stats import multirater
from calibration.stats.ceiling import leave_one_out_kappa
from calibration.stats.counts import MISSING, Floats, category_counts, pair_table
from calibration.stats.estimate import Estimate, undefined
from calibration.stats.kappa import cohen_kappa, prevalence_figures, raw_agreement
from calibration.stats.proportions import rate
from calibration.stats.replacement import alt_test
from calibration.verdicts import NOT_A_GATE, PROCESS, Ruling, rule

# Pairs of raters beyond these many are left to the figures over all raters.
MOST_PAIRS = 66
# Cost of a rater against the judge in the alternative annotator test: skilled raters.
EPSILON = 0.15


def humans_block(sheet: Sheet) -> Json:
    """The `humans` of a criterion."""
    counts = category_counts(sheet.ratings, sheet.k)
    alpha = multirater.krippendorff_alpha(counts, rng=sheet.rng("alpha"))
    block: Json = {
        "raters": int((sheet.ratings >= 0).any(axis=1).sum()),
        "agreement": human_headline(sheet, counts).to_json(),
        "raw_agreement": multirater.percent_agreement(counts).to_json(),
        "cohen_kappa": _pairs(sheet),
        "fleiss_kappa": multirater.fleiss_kappa(counts, rng=sheet.rng("fleiss")).to_json(),
        "krippendorff_alpha": alpha.to_json(),
        "gwet_ac1": multirater.gwet_ac(counts, rng=sheet.rng("ac1")).to_json(),
    }
    if sheet.scale.kind == "ordinal":
        block["krippendorff_alpha_ordinal"] = multirater.krippendorff_alpha(
            counts, rng=sheet.rng("ordinal"), level="ordinal"
        ).to_json()
    block["sensitivity"] = humans_sensitivity(sheet)
    return block


def _pairs(sheet: Sheet) -> dict[str, Json]:
    """Cohen's kappa of the pairs of raters that share the most items."""
    # Floats, which are multiplied far faster: a thousand raters make a million pairs.
    given = (sheet.ratings >= 0).astype(np.float32)
    shared = np.triu(given @ given.T, 1)
    order = np.argsort(-shared, axis=None, kind="stable")[:MOST_PAIRS]
    pairs = [divmod(int(cell), len(given)) for cell in order if shared.flat[cell] > 0]
    return {
        f"{sheet.raters[a]}|{sheet.raters[b]}": cohen_kappa(
            pair_table(sheet.ratings[a], sheet.ratings[b], sheet.k),
            rng=sheet.rng(f"pair {sheet.raters[a]} {sheet.raters[b]}"),
        ).to_json()
        for a, b in sorted(pairs)
    }


def states_of(sheet: Sheet, overlap: int, skips: int, opt_outs: int) -> dict[str, int]:
    """Every answer that is no label, counted; missing are the ratings still owed."""
    labels = int((sheet.ratings >= 0).sum())
    cant_tell = int((sheet.ratings == CANT_TELL).sum())
    missing = max(0, overlap * sheet.items - labels - cant_tell)
    return {"cant_tell": cant_tell, "skip": skips, "opt_out": opt_outs, "missing": missing}


def prevalence(sheet: Sheet) -> dict[str, Json]:
    """Share of each category among the settled labels."""
    codes = sheet.reference.codes[sheet.reference.codes >= 0]
    return {
        value: rate(float((codes == code).sum()), len(codes), what="settled labels").to_json()
        for code, value in enumerate(sheet.scale.values)
    }


def judge_block(sheet: Sheet, answers: Answers, thresholds: Mapping[str, float]) -> Json:
    """One judge version under a criterion's `judges`."""
    valid, errors = answers.codes >= 0, int((answers.codes == ERROR).sum())
    table = pair_table(sheet.reference.codes, answers.codes, sheet.k)
    answered = int(valid.sum()) + errors
    confidence = answers.confidence
    kappa = or_refused(
        answers,
        cohen_kappa(table, rng=sheet.rng(f"judge {answers.name}"), confidence=confidence),
    )
    ceiling = leave_one_out_kappa(
        sheet.ratings[:, valid], sheet.k, rng=sheet.rng("ceiling"), confidence=confidence
    )
    ruling = _ruling(sheet, kappa, ceiling, thresholds)
    error_rate = rate(errors, answered, confidence=confidence, what="ERROR verdicts")
    return {
        "items": answered,
        "valid": None if answers.refused else answered - errors,
        "missing": sheet.items - answered,
        "errors": None if answers.refused else errors,
        "error_rate": or_refused(answers, error_rate).to_json(),
        "compared": None if answers.refused else round(float(table.sum())),
        "confusion": _confusion(sheet, table, refused=answers.refused),
        "cohen_kappa": kappa.to_json(),
        **_side_figures(sheet, answers, table),
        **_error_rates(sheet, answers, table),
        "human_ceiling": ceiling.to_json(),
        "pass_rate": pass_rates(sheet, answers),
        "sensitivity": judge_sensitivity(sheet, answers),
        "alt_test": _alt_test(sheet, answers),
        "use": ruling.use,
        "why": ruling.why,
        "next_step": ruling.next_step,
    }


def _ruling(
    sheet: Sheet, kappa: Estimate, ceiling: Estimate, thresholds: Mapping[str, float]
) -> Ruling:
    scale = sheet.scale
    return rule(
        human=human_headline(sheet, category_counts(sheet.ratings, sheet.k)),
        judge=kappa,
        ceiling=ceiling,
        thresholds=thresholds,
        pass_levels=bool(scale.pass_values),
        reference_varies=len(set(sheet.reference.codes[sheet.reference.codes >= 0].tolist())) > 1,
        barred=PROCESS if scale.process else "" if scale.gates else NOT_A_GATE,
    )


def _confusion(sheet: Sheet, table: Floats, *, refused: bool) -> Json:
    matrix = None if refused else table.astype(np.int64).tolist()
    return {"labels": list(sheet.scale.values), "matrix": matrix}


def _side_figures(sheet: Sheet, answers: Answers, table: Floats) -> Json:
    confidence = answers.confidence
    pair = np.stack([sheet.reference.codes, answers.codes])
    both = pair[:, (pair >= 0).all(axis=0)]
    figures: dict[str, Estimate] = {
        "raw_agreement": or_refused(answers, raw_agreement(table, confidence=confidence)),
        "gwet_ac1": or_refused(
            answers,
            multirater.gwet_ac(
                category_counts(both, sheet.k),
                rng=sheet.rng(f"ac1 {answers.name}"),
                confidence=confidence,
            ),
        ),
    }
    shown: dict[str, Json | None] = {name: estimate.to_json() for name, estimate in figures.items()}
    shown["weighted_kappa"] = None
    if sheet.scale.kind == "ordinal":
        weighted = cohen_kappa(
            table,
            rng=sheet.rng(f"weighted {answers.name}"),
            weights="quadratic",
            confidence=confidence,
        )
        shown["weighted_kappa"] = or_refused(answers, weighted).to_json()
    shown["prevalence_figures"] = None if answers.refused else prevalence_figures(table)
    return shown


def _error_rates(sheet: Sheet, answers: Answers, table: Floats) -> Json:
    """How often the judge passes what people fail, and fails what people pass."""
    passing = sheet.scale.passing
    two = collapsed(table, passing)
    names = {
        "false_pass_rate": (two[0, 1], two[0].sum(), "judge passes among human fails"),
        "false_fail_rate": (two[1, 0], two[1].sum(), "judge fails among human passes"),
    }
    block: Json = {}
    for name, (wrong, total, what) in names.items():
        estimate = rate(float(wrong), float(total), confidence=answers.confidence, what=what)
        if not passing.any():
            estimate = undefined(
                "no_pass_levels", method=estimate.method, confidence=answers.confidence
            )
        block[name] = or_refused(answers, estimate).to_json()
    return block


def _alt_test(sheet: Sheet, answers: Answers) -> Json:
    if answers.refused:
        return {"undefined": "held_out_spent"}
    found = alt_test(sheet.ratings, answers.codes, sheet.k, epsilon=EPSILON)
    return {
        "winning_rate": found.winning_rate,
        "advantage": found.advantage,
        "passed": found.passed,
        "epsilon": found.epsilon,
        "undefined": found.undefined,
        "raters": [
            {
                "rater": sheet.raters[one.rater],
                "n": one.n,
                "rho": one.rho,
                "p": one.p,
                "reject": one.reject,
            }
            for one in found.raters
        ],
    }


def slim_block(sheet: Sheet, answers: list[Answers]) -> Json:
    """A criterion over a part of the items: the figures worth comparing between parts."""
    counts = category_counts(sheet.ratings, sheet.k)
    judges: Json = {}
    for one in answers:
        table = pair_table(sheet.reference.codes, one.codes, sheet.k)
        kappa = cohen_kappa(table, rng=sheet.rng(f"judge {one.name}"), confidence=one.confidence)
        judges[one.name] = {
            "compared": None if one.refused else round(float(table.sum())),
            "errors": None if one.refused else int((one.codes == ERROR).sum()),
            "raw_agreement": or_refused(
                one, raw_agreement(table, confidence=one.confidence)
            ).to_json(),
            "cohen_kappa": or_refused(one, kappa).to_json(),
            **_error_rates(sheet, one, table),
        }
    return {
        "items": sheet.items,
        "labels": int((sheet.ratings >= 0).sum()),
        "humans": {
            "agreement": human_headline(sheet, counts).to_json(),
            "raw_agreement": multirater.percent_agreement(counts).to_json(),
        },
        "judges": judges,
    }


def overall_codes(
    codes: npt.NDArray[np.int8], passing: list[npt.NDArray[np.bool_]]
) -> npt.NDArray[np.int8]:
    """PASS (1) where every criterion passes, FAIL (0) where one fails and none is open.

    `codes`: shape (criteria, …). One ERROR makes ERROR, else one CANT_TELL makes CANT_TELL; any
    other negative code leaves the whole without an answer.
    """
    passes = np.stack(
        [
            np.where(row >= 0, ok[np.maximum(row, 0)], False)
            for row, ok in zip(codes, passing, strict=True)
        ]
    )
    result = passes.all(axis=0).astype(np.int8)
    result[(codes < 0).any(axis=0)] = MISSING
    result[(codes == CANT_TELL).any(axis=0)] = CANT_TELL
    result[(codes == ERROR).any(axis=0)] = ERROR
    return result
