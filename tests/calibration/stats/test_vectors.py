"""Every vector is computed, one function a statistic; a new kind of vector fails until it is."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from calibration.stats import (
    classification,
    comparison,
    correction,
    kappa,
    latent,
    multirater,
    planning,
    proportions,
    reliability,
    replacement,
)
from calibration.stats.counts import category_counts, encode
from calibration.stats.estimate import Estimate
from tests.calibration.stats.vectors import VECTORS, ratings_of, scale_of, table_of

Result = dict[str, Any]
Vector = dict[str, Any]


def rng() -> np.random.Generator:
    return np.random.default_rng(7)


def shown(estimate: Estimate, name: str) -> Result:
    """An estimate in the words of the vectors."""
    if estimate.defined:
        return {name: estimate.value, "n_used": estimate.n}
    return {"value": None, "defined": False, "reason": estimate.undefined}


def cohen(vector: Vector) -> Result:
    try:
        table = table_of(vector)
    except ValueError as error:
        return {"value": None, "defined": False, "refuse": "scale" in str(error)}
    params = vector["params"]
    weights = params.get("weights")
    if "agreement_weights" in params:
        weights = np.array(params["agreement_weights"], dtype=np.float64)
    result = shown(kappa.cohen_kappa(table, rng=rng(), weights=weights, resamples=50), "kappa")
    result["percent_agreement"] = kappa.raw_agreement(table).value
    if "kappa" in result:
        se, se_null = kappa.kappa_standard_errors(table, weights=weights)
        z = proportions.normal_quantile(params.get("confidence", 0.95))
        credit = kappa.agreement_weights(len(table), weights)
        share = table / table.sum()
        result |= {"se": se, "se_null": se_null, "po": float((share * credit).sum())}
        result["pe"] = float(share.sum(axis=1) @ credit @ share.sum(axis=0))
        result["ci_low"] = result["kappa"] - z * se
        result["ci_high"] = result["kappa"] + z * se
    return result


def pabak(vector: Vector) -> Result:
    return dict(kappa.prevalence_figures(table_of(vector)))


def counts_of(vector: Vector) -> Any:
    given = vector["input"]
    if given["kind"] == "counts":
        return np.array(given["items_by_category"], dtype=np.int64)
    if given["kind"] == "confusion":
        k = len(given["matrix"])
        eye = np.eye(k, dtype=np.int64)
        cells = [
            np.repeat([eye[i] + eye[j]], given["matrix"][i][j], axis=0)
            for i in range(k)
            for j in range(k)
        ]
        return np.concatenate(cells)
    return category_counts(ratings_of(vector), len(scale_of(vector)))


def fleiss(vector: Vector) -> Result:
    counts = counts_of(vector)
    result = shown(multirater.fleiss_kappa(counts, rng=rng(), resamples=50), "kappa")
    result["percent_agreement"] = multirater.percent_agreement(counts).value
    result["randolph"] = multirater.brennan_prediger(counts)
    by_category, z = multirater.fleiss_by_category(counts)
    result["z_null"] = z
    return result | {f"kappa_cat_{i + 1}": value for i, value in enumerate(by_category)}


def alpha(vector: Vector) -> Result:
    counts = counts_of(vector)
    scale = scale_of(vector)
    numbers = [float(v) if isinstance(v, int) else float(i) for i, v in enumerate(scale)]
    level = vector["params"].get("level", "nominal")
    result = shown(
        multirater.krippendorff_alpha(counts, rng=rng(), level=level, resamples=50), level
    )
    result["percent_agreement"] = multirater.percent_agreement(counts).value
    for other in ("ordinal", "interval", "ratio"):
        result[other] = multirater.krippendorff_alpha(
            counts, rng=rng(), level=other, values=numbers, resamples=50
        ).value
    return result


def gwet(vector: Vector) -> Result:
    counts = counts_of(vector)
    given = vector["params"].get("agreement_weights")
    weights = None if given is None else np.array(given, dtype=np.float64)
    value = multirater.gwet_ac(counts, rng=rng(), weights=weights, resamples=50).value
    assert value is not None
    se = multirater.gwet_standard_error(counts, weights=weights)
    features = multirater.item_features(
        counts, np.eye(counts.shape[1]) if given is None else weights
    )
    result: Result = {
        "gwet": value,
        "gwet_se": se,
        "percent_agreement": features[:, 0].sum() / features[:, 1].sum(),
        "fleiss": multirater.fleiss_kappa(counts, rng=rng(), weights=weights, resamples=50).value,
        "brennan_prediger": multirater.brennan_prediger(counts, weights=weights),
    }
    result["scott_pi"] = result["fleiss"]
    if "items_by_raters" in vector["input"]:
        k = len(scale_of(vector))
        result["conger"] = multirater.conger_kappa(ratings_of(vector), k, weights=weights)
        alpha_ = multirater.krippendorff_alpha(counts, rng=rng(), resamples=50)
        result["krippendorff"] = alpha_.value
    else:
        # The published table form divides by n where the form for ratings divides by n − 1.
        result["gwet_se"] = se * math.sqrt((len(counts) - 1) / len(counts))
        result["cohen"] = kappa.cohen_kappa(table_of(vector), rng=rng(), resamples=50).value
    result["gwet_pe"] = (result["percent_agreement"] - value) / (1 - value)
    return result


def benchmark(vector: Vector) -> Result:
    given = vector["input"]
    found, verdict = reliability.benchmark(given["coefficient"], given["se"])
    names = [name.title() for name, _ in found]
    return {
        "cumulative_membership": [value for _, value in found],
        "levels": names,
        "verdict_95": verdict,
    }


def wilson(vector: Vector) -> Result:
    k, n = vector["input"]["k"], vector["input"]["n"]
    confidence = vector["params"]["confidence"]
    low, high = proportions.wilson_ends(k, n, confidence=confidence)
    exact = proportions.clopper_pearson_ends(k, n, confidence=confidence)
    return {"low": low, "high": high, "clopper_low": exact[0], "clopper_high": exact[1]}


def proportion_difference(vector: Vector) -> Result:
    estimate = proportions.difference(**vector["input"])
    return {"diff": estimate.value, "low": estimate.low, "high": estimate.high}


def mcnemar(vector: Vector) -> Result:
    found = comparison.mcnemar(table_of(vector))
    assert found is not None
    return {"statistic": found[0], "p": found[1]}


def multiple(vector: Vector) -> Result:
    dependent = vector["params"]["method"] == "by"
    adjusted = comparison.adjusted_p_values(vector["input"]["p_values"], dependent=dependent)
    rejected = (adjusted <= vector["params"]["q"]).tolist()
    return {"rejected": rejected, "adjusted": adjusted.tolist()}


def bradley_terry(vector: Vector) -> Result:
    items = vector["input"]["items"]
    reference = vector["params"].get("reference", items[0])
    wins = np.array(vector["input"]["wins"], dtype=np.float64)
    found = comparison.bradley_terry(wins, reference=items.index(reference))
    if found is None:
        return {"value": None, "defined": False}
    ability, error = found
    result = dict(zip(items, ability.tolist(), strict=True))
    return result | {f"se_{name}": se for name, se in zip(items, error.tolist(), strict=True)}


def win_rate(vector: Vector) -> Result:
    given = vector["input"]["outcomes"]
    return {
        "win_rate_no_ties": comparison.win_rate(given["A"], given["B"]).value,
        "win_rate_half_ties": comparison.win_rate_half_ties(given["A"], given["B"], given["tie"]),
        "sign_test_p": comparison.sign_test(given["A"], given["B"]),
    }


def position(vector: Vector) -> Result:
    pairs = [(pair["order_xy"], pair["order_yx"]) for pair in vector["input"]["pairs"]]
    return dict(comparison.position_bias(pairs))


def dawid_skene(vector: Vector) -> Result:
    rows = vector["input"]["rows"]
    raters = sorted({row[0] for row in rows})
    items, labels = sorted({row[1] for row in rows}), sorted({row[2] for row in rows})
    counts = np.zeros((len(items), len(raters), len(labels)), dtype=np.int64)
    for rater, item, label in rows:
        counts[items.index(item), raters.index(rater), labels.index(label)] += 1
    fit = latent.dawid_skene(counts)
    return {
        "prior": fit.prior.tolist(),
        "map_labels": [labels[i] for i in fit.posterior.argmax(axis=1)],
        "posterior_item_3": fit.posterior[items.index(3)].tolist(),
        "error_rates_obs1": fit.confusion[raters.index("obs1")].tolist(),
        "log_likelihood": fit.log_likelihood,
    }


def ppi(vector: Vector) -> Result:
    given = vector["input"]
    rest = given["judge_on_unlabelled"]
    unlabelled = np.repeat(rest["values"], rest["counts"])
    human, judge = np.array(given["human_labelled"]), np.array(given["judge_on_labelled"])
    plug_in = correction.ppi_mean(human, judge, unlabelled)
    one = correction.ppi_mean(human, judge, unlabelled, lam=1.0)
    classical = correction.ppi_mean(human, judge, unlabelled, lam=0.0)
    return {
        "estimate": plug_in.value,
        "low": plug_in.low,
        "high": plug_in.high,
        "lam": correction.plug_in_lambda(human, judge, unlabelled),
        "estimate_lam1": one.value,
        "low_lam1": one.low,
        "high_lam1": one.high,
        "classical": classical.value,
        "classical_low": classical.low,
        "classical_high": classical.high,
        "judge_only": float(unlabelled.mean()),
    }


def rogan_gladen(vector: Vector) -> Result:
    given = vector["input"]
    passes, n = given["judge_pass"], given["n"]
    if given["known"]:
        known = correction.rogan_gladen_known(
            passes, n, sensitivity=given["sensitivity"], specificity=given["specificity"]
        )
        if known.value is None:
            return {"value": None, "defined": False}
        clipped = min(1.0, max(0.0, known.value))
        result = {"estimate": known.value, "estimate_clipped": clipped}
        return result | {"low_wilson": known.low, "high_wilson": known.high}
    parts = {
        "human_pass": given["human_pass"],
        "agreed_pass": given["human_pass_judge_pass"],
        "human_fail": given["human_fail"],
        "agreed_fail": given["human_fail_judge_fail"],
    }
    found = correction.rogan_gladen(passes, n, **parts)
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    error = correction.rogan_gladen_delta_error(passes, n, **parts)
    z = proportions.normal_quantile(0.95)
    return {
        "estimate": found.value,
        "se_delta": error,
        "low_delta": found.value - z * error,
        "high_delta": found.value + z * error,
        "low_lang_reiczigel": found.low,
        "high_lang_reiczigel": found.high,
        "centre_lang_reiczigel": (found.low + found.high) / 2,
    }


def post_stratified(vector: Vector) -> Result:
    given = vector["input"]
    table = np.array(
        [
            [given["human_fail_judge_fail"], given["human_fail_judge_pass"]],
            [given["human_pass_judge_fail"], given["human_pass_judge_pass"]],
        ],
        dtype=np.float64,
    )
    found = correction.post_stratified(
        table,
        unlabelled_pass=given["unlabelled_judge_pass"],
        unlabelled=given["unlabelled_total"],
        rng=rng(),
    )
    assert found.value == pytest.approx(vector["expected"]["estimate"], abs=1e-9)
    return {"estimate": found.value, "low": found.low, "high": found.high}


def stratified(vector: Vector) -> Result:
    strata = vector["input"]["strata"]
    found = planning.stratified_mean(*([s[key] for s in strata] for key in ("N", "n", "y")))
    return {
        "estimate": found.estimate,
        "se": found.standard_error,
        "naive": found.naive,
        "weights": found.weights.tolist(),
        "neyman_allocation": found.neyman_allocation.tolist(),
        "kish_effective_n": found.kish_effective_n,
    }


def cusum(vector: Vector) -> Result:
    found = planning.cusum(**vector["input"])
    return {
        "c_plus_29": found.upper[28],
        "c_plus_last": found.upper[-1],
        "first_signal": found.first_signal,
    }


def sample_size_kappa(vector: Vector) -> Result:
    raw = planning.items_to_certify_kappa(**vector["input"])
    return {"raw": raw, "n": math.ceil(raw)}


def sample_size_proportion(vector: Vector) -> Result:
    given = vector["input"]
    raw = planning.items_for_half_width(
        given["p"], given["half_width"], confidence=given["confidence"]
    )
    return {"raw": raw, "n": math.ceil(raw)}


def alt_test(vector: Vector) -> Result:
    humans, judge = vector["input"]["humans"], vector["input"]["judge"]
    items = sorted(set(judge).union(*humans.values()))
    scale = sorted(set(judge.values()).union(*(set(row.values()) for row in humans.values())))
    names = sorted(humans)
    ratings = np.array([encode([humans[n].get(i) for i in items], scale) for n in names])
    params = vector["params"]
    found = replacement.alt_test(
        ratings,
        encode([judge.get(i) for i in items], scale),
        len(scale),
        epsilon=params.get("epsilon", 0.1),
        min_items=params["min_items"],
    )
    if found.undefined:
        return {"value": None, "defined": False}
    return {
        "winning_rate": found.winning_rate,
        "advantage_prob": found.advantage,
        "passed": found.passed,
        "per_rater": [
            {"rater": names[r.rater], "n": r.n, "rho": r.rho, "p": r.p, "reject": r.reject}
            for r in found.raters
        ],
    }


COMPUTE: dict[str, Callable[[Vector], Result]] = {
    "cohen_kappa": cohen,
    "weighted_kappa": cohen,
    "pabak": pabak,
    "fleiss_kappa": fleiss,
    "krippendorff_alpha": alpha,
    "gwet_ac1": gwet,
    "gwet_ac2": gwet,
    "landis_koch_band": lambda v: {"band": reliability.landis_koch_band(v["input"]["kappa"])},
    "benchmark": benchmark,
    "icc": lambda v: dict(
        reliability.intraclass_correlations(np.array(v["input"]["items_by_raters"])) or {}
    ),
    "rank_correlation": lambda v: dict(
        reliability.rank_correlations(*np.array(v["input"]["items_by_raters"]).T) or {}
    ),
    "wilson": wilson,
    "proportion_difference": proportion_difference,
    "mcnemar": mcnemar,
    "judge_vs_human": lambda v: dict(classification.classification(table_of(v))),
    "multiple_testing": multiple,
    "bradley_terry": bradley_terry,
    "win_rate": win_rate,
    "position_bias": position,
    "dawid_skene": dawid_skene,
    "ppi_mean": ppi,
    "rogan_gladen": rogan_gladen,
    "post_stratified_pass_rate": post_stratified,
    "stratified_mean": stratified,
    "cusum": cusum,
    "sample_size_kappa": sample_size_kappa,
    "sample_size_proportion": sample_size_proportion,
    "alt_test": alt_test,
}

# Figures of a vector that the product does not compute, by vector; nothing else is left out.
LEFT_OUT: dict[str, set[str]] = {
    "gwet.raw4raters": {
        "gwet_ci_low",
        "gwet_ci_high",
        "fleiss_se",
        "krippendorff_se",
        "conger_se",
        "brennan_prediger_se",
    },
}


def same(found: Any, expected: Any, tolerance: float) -> bool:
    if isinstance(expected, list):
        return len(found) == len(expected) and all(
            same(f, e, tolerance) for f, e in zip(found, expected, strict=True)
        )
    if isinstance(expected, dict):
        return all(same(found[key], value, tolerance) for key, value in expected.items())
    if isinstance(expected, bool) or not isinstance(expected, int | float):
        return bool(found == expected)
    return found is not None and math.isclose(found, expected, rel_tol=0, abs_tol=tolerance or 0)


@pytest.mark.parametrize("vector", VECTORS, ids=[v["id"] for v in VECTORS])
def test_a_vector_comes_out(vector: Vector) -> None:
    found = COMPUTE[vector["statistic"]](vector)
    left_out = LEFT_OUT.get(vector["id"], set())
    expected = {key: value for key, value in vector["expected"].items() if key not in left_out}
    assert expected
    missing = expected.keys() - found.keys()
    assert not missing
    wrong = {
        key: (found[key], value)
        for key, value in expected.items()
        if not same(found[key], value, vector["tolerance"])
    }
    assert not wrong


def test_all_73_vectors_are_there() -> None:
    assert len(VECTORS) == 73
