import pytest

from calibration.stats.estimate import REASONS, Estimate, undefined
from calibration.verdicts import IN_WORDS, NOT_A_GATE, PROCESS, figure, in_words, rule


def kappa(value: float, low: float = 0.0, n: int = 200) -> Estimate:
    return Estimate(value, low, 1.0, 0.95, "kappa", n)


NO_VALUE = undefined("one_category", method="kappa")


@pytest.mark.parametrize(
    ("human", "judge", "ceiling", "use", "says"),
    [
        (kappa(0.59), kappa(0.9, 0.8), kappa(0.9), "rewrite", "People themselves"),
        (kappa(0.8), kappa(0.39), kappa(0.8), "rewrite", "The judge agrees too little"),
        (NO_VALUE, kappa(0.39), kappa(0.8), "rewrite", "The judge agrees too little"),
        (kappa(0.8), kappa(0.6, 0.41), kappa(0.7), "gate", "about as well"),
        (kappa(0.6), kappa(0.7, 0.41), kappa(0.65), "gate", "about as well"),
        (kappa(0.8), kappa(0.59, 0.45), kappa(0.6), "trend", "below 0.6"),
        (kappa(0.8), kappa(0.7, 0.4), kappa(0.7), "trend", "lower bound"),
        (kappa(0.8), kappa(0.69, 0.5), kappa(0.8), "trend", "below the human ceiling"),
        (kappa(0.8), kappa(0.7, 0.5), NO_VALUE, "trend", "ceiling is undefined"),
        # 0.8 − 0.1 is a little more than 0.7 in floats.
        (kappa(0.9), kappa(0.7, 0.5), kappa(0.8), "gate", "about as well"),
        (kappa(0.8), kappa(0.1 + 0.2 + 0.3 - 1e-15, 0.5), kappa(0.7), "gate", "about as well"),
        (kappa(0.8), NO_VALUE, kappa(0.8), "undefined", "only one category"),
        (NO_VALUE, kappa(0.8, 0.7), kappa(0.8), "undefined", "only one category"),
    ],
)
def test_the_lines_between_uses(
    human: Estimate, judge: Estimate, ceiling: Estimate, use: str, says: str
) -> None:
    ruling = rule(human=human, judge=judge, ceiling=ceiling, thresholds={})
    assert ruling.use == use
    assert says in ruling.why
    assert ruling.next_step


def test_a_study_draws_its_own_lines() -> None:
    found = {"human": kappa(0.8), "judge": kappa(0.7, 0.5), "ceiling": kappa(0.75)}
    assert rule(**found, thresholds={}).use == "gate"
    assert rule(**found, thresholds={"judge_gate": 0.75}).use == "trend"
    assert rule(**found, thresholds={"judge_rewrite": 0.75}).use == "rewrite"


def test_a_handful_of_items_decides_nothing() -> None:
    few = {"human": kappa(0.2, n=9), "judge": kappa(0.0, n=9), "ceiling": kappa(0.8)}
    ruling = rule(**few, thresholds={})
    assert ruling.use == "undefined"
    assert "Too few items" in ruling.why
    assert rule(**{**few, "judge": kappa(0.0, n=10)}, thresholds={}).use == "rewrite"


def test_labels_that_are_all_alike_decide_nothing() -> None:
    found = {"human": NO_VALUE, "judge": kappa(0.0), "ceiling": NO_VALUE}
    ruling = rule(**found, thresholds={}, reference_varies=False)
    assert ruling.use == "undefined"
    assert "one and the same label" in ruling.why
    assert "rare category" in ruling.next_step


def test_without_pass_levels_there_is_nothing_to_decide_by() -> None:
    found = {"human": kappa(0.8), "judge": kappa(0.9, 0.8), "ceiling": kappa(0.8)}
    ruling = rule(**found, thresholds={}, pass_levels=False)
    assert ruling.use == "undefined"
    assert IN_WORDS["no_pass_levels"] in ruling.why
    # What people can't agree on is to be rewritten first.
    unclear = {**found, "human": kappa(0.3)}
    assert rule(**unclear, thresholds={}, pass_levels=False).use == "rewrite"


@pytest.mark.parametrize("why", [NOT_A_GATE, PROCESS])
def test_what_may_not_gate_is_a_trend_at_most(why: str) -> None:
    found = {"human": kappa(0.8), "judge": kappa(0.9, 0.8), "ceiling": kappa(0.8)}
    ruling = rule(**found, thresholds={}, barred=why)
    assert ruling.use == "trend"
    assert why in ruling.why
    assert rule(**{**found, "judge": kappa(0.3)}, thresholds={}, barred=why).use == "rewrite"


def test_a_figure_never_stands_without_n_and_interval() -> None:
    assert figure(kappa(0.7, 0.5)) == "0.70 [0.50, 1.00], n = 200"
    assert figure(NO_VALUE).startswith("undefined: only one category")


def test_every_reason_has_words() -> None:
    assert set(REASONS) == set(IN_WORDS)
    assert in_words(None) == ""
