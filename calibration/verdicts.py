"""What a judge may be used for, and why, by the study's thresholds. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from calibration.stats.estimate import Estimate, undefined
from cases.models.studies import DEFAULT_THRESHOLDS

Use = Literal["gate", "trend", "rewrite", "undefined"]

# Rules compare sums of floats with round numbers: this much is no difference.
_ROUNDING = 1e-9

# Fewer compared items than this say nothing either way, whatever their interval.
MIN_ITEMS = 10

# Why a criterion may not gate, whatever its figures.
NOT_A_GATE = "the rubric says that this criterion doesn't gate"
PROCESS = "figures on the process never gate"

# Why a statistic does not exist, for a reader.
IN_WORDS: dict[str, str] = {
    "no_items": "there is nothing to count",
    "no_pairs": "no item has both labels",
    "one_category": "only one category occurs, so agreement beyond chance can't be told",
    "too_few": "there are too few items",
    "one_rater": "only one person rated, so people can't be compared with each other",
    "no_pass_levels": "the criterion doesn't say which levels pass",
    "no_reference": "no label is settled yet",
    "judge_no_variance": "the judge gives one and the same answer throughout",
    "sens_plus_spec_le_1": "the judge's verdicts don't tell passes from fails",
    "not_connected": "some entries were never compared with the others",
    "label_outside_scale": "a label is not on the scale",
    "held_out_spent": "five judge versions were already looked at on the held-out items",
    "several_judges": "there are several judges, each with a figure of its own",
}


@dataclass(frozen=True, slots=True)
class Ruling:
    """`why` gives the reason with its numbers; `next_step` is the one thing to do."""

    use: Use
    why: str
    next_step: str


def in_words(reason: str | None) -> str:
    return IN_WORDS.get(reason or "", reason or "")


def figure(estimate: Estimate) -> str:
    """An estimate in a sentence: value, interval and n, or why there is none."""
    if estimate.value is None:
        return f"undefined: {in_words(estimate.undefined)}"
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.2f}, n = {estimate.n}"
    return f"{estimate.value:.2f} [{estimate.low:.2f}, {estimate.high:.2f}], n = {estimate.n}"


def rule(
    *,
    human: Estimate,
    judge: Estimate,
    ceiling: Estimate,
    thresholds: Mapping[str, float],
    pass_levels: bool = True,
    barred: str = "",
    reference_varies: bool = True,
) -> Ruling:
    """What the judge may be used for.

    People who don't agree come first: then the question is ambiguous whatever the judge does.
    `human`: people with each other; `judge`: judge against people; `ceiling`: one person against
    the majority of the others. `thresholds` overrides `DEFAULT_THRESHOLDS`. Without
    `pass_levels` there is nothing to decide by. `barred` says why the criterion may not gate
    whatever its figures are, empty where it may. Where the settled labels are all alike
    (`reference_varies` is false), kappa is 0 or undefined by its definition and decides nothing.
    """
    lines = {**DEFAULT_THRESHOLDS, **thresholds}
    ruling = (
        _too_little(human, judge, reference_varies=reference_varies)
        or _rewrite(human, judge, lines)
        or _undecided(human, judge, pass_levels=pass_levels)
        or _gate_or_trend(judge, ceiling, lines)
    )
    if ruling.use == "gate" and barred:
        return Ruling(
            "trend",
            f"Its figures would do for a gate ({figure(judge)}), but {barred}.",
            "Watch it as a trend.",
        )
    return ruling


def _too_little(human: Estimate, judge: Estimate, *, reference_varies: bool) -> Ruling | None:
    """Undefined for a handful of items, or when people passed all or failed all of them."""
    if judge.value is None:
        return None
    if max(judge.n, human.n) < MIN_ITEMS:
        return Ruling(
            "undefined",
            f"Too few items to say anything: {judge.n} with a settled label and a verdict, of at "
            f"least {MIN_ITEMS}.",
            "Have more items rated.",
        )
    if not reference_varies:
        return Ruling(
            "undefined",
            "People settled on one and the same label throughout, so agreement beyond chance "
            "can't be told.",
            _remedy(undefined("one_category", method="")),
        )
    return None


def _rewrite(human: Estimate, judge: Estimate, lines: Mapping[str, float]) -> Ruling | None:
    if human.value is not None and _below(human.value, lines["human_rewrite"]):
        return Ruling(
            "rewrite",
            f"People themselves agree too little ({figure(human)}, below "
            f"{lines['human_rewrite']:g}): the question is ambiguous, whatever the judge does.",
            "Read the disagreements between people and rewrite the question.",
        )
    if judge.value is not None and _below(judge.value, lines["judge_rewrite"]):
        return Ruling(
            "rewrite",
            f"The judge agrees too little with people ({figure(judge)}, below "
            f"{lines['judge_rewrite']:g}).",
            "Keep this criterion out of the gate; read the judge's errors, then change the judge "
            "or the question.",
        )
    return None


def _undecided(human: Estimate, judge: Estimate, *, pass_levels: bool) -> Ruling | None:
    """What is missing for a verdict, if anything is."""
    if not pass_levels:
        return Ruling(
            "undefined",
            f"Rates and a gate are undefined: {in_words('no_pass_levels')}.",
            "Say in the rubric which levels pass.",
        )
    if judge.value is None:
        return Ruling("undefined", f"The judge's kappa is {figure(judge)}.", _remedy(judge))
    if human.value is None:
        return Ruling(
            "undefined",
            f"The judge agrees with people ({figure(judge)}), but how well people agree with "
            f"each other is {figure(human)}.",
            _remedy(human),
        )
    return None


def _below(value: float, line: float) -> bool:
    """Whether `value` lies below `line` by more than rounding: 0.8 − 0.1 is not below 0.7."""
    return value < line - _ROUNDING


def _gate_or_trend(judge: Estimate, ceiling: Estimate, lines: Mapping[str, float]) -> Ruling:
    misses = []
    if judge.value is None or _below(judge.value, lines["judge_gate"]):
        misses.append(f"its kappa is below {lines['judge_gate']:g}")
    if judge.low is None or judge.low <= lines["judge_gate_low"]:
        misses.append(f"its lower bound is not above {lines['judge_gate_low']:g}")
    if ceiling.value is None:
        misses.append(f"the human ceiling is {figure(ceiling)}")
    elif judge.value is not None and _below(judge.value, ceiling.value - lines["ceiling_gap"]):
        misses.append(
            f"it lies more than {lines['ceiling_gap']:g} below the human ceiling "
            f"({figure(ceiling)})"
        )
    if not misses:
        return Ruling(
            "gate",
            f"The judge agrees with people ({figure(judge)}) about as well as one person with "
            f"the others (ceiling {figure(ceiling)}).",
            "Trust the judge on this criterion; calibrate again when model, prompt, rubric or "
            "agent change.",
        )
    uncertain = judge.value is not None and not _below(judge.value, lines["judge_gate"])
    if misses == [f"the human ceiling is {figure(ceiling)}"]:
        step = _remedy(ceiling)
    elif uncertain and len(misses) == 1 and "bound" in misses[0]:
        step = "Label more items: the interval decides."
    else:
        step = "Read the judge's errors on tuning items and improve the judge."
    return Ruling(
        "trend",
        f"Good enough to watch trends ({figure(judge)}), not to gate: {', and '.join(misses)}.",
        step,
    )


def _remedy(missing: Estimate) -> str:
    remedies = {
        "one_rater": "Have a second person rate the same items.",
        "no_pairs": "Have the same items rated by people and by the judge.",
        "no_reference": "Have the items rated and settle the split ones.",
        "no_items": "Have items rated and run the judge.",
        "one_category": "Add cases of the rare category: with one category nothing can be told.",
        "held_out_spent": "Bring in cases until most held-out items are new, or compare on the "
        "tuning items.",
    }
    return remedies.get(missing.undefined or "", "Label more items.")
