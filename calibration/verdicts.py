"""What a judge may be used for, and why, by the study's thresholds. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from calibration.stats.estimate import Estimate
from cases.models.studies import DEFAULT_THRESHOLDS

Use = Literal["gate", "trend", "rewrite", "undefined"]

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
    *, human: Estimate, judge: Estimate, ceiling: Estimate, thresholds: Mapping[str, float]
) -> Ruling:
    """What the judge may be used for.

    People who don't agree come first: then the question is ambiguous whatever the judge does.
    `human`: people with each other; `judge`: judge against people; `ceiling`: one person against
    the majority of the others. `thresholds` overrides `DEFAULT_THRESHOLDS`.
    """
    lines = {**DEFAULT_THRESHOLDS, **thresholds}
    if human.value is not None and human.value < lines["human_rewrite"]:
        return Ruling(
            "rewrite",
            f"People themselves agree too little ({figure(human)}, below "
            f"{lines['human_rewrite']:g}): the question is ambiguous, whatever the judge does.",
            "Read the disagreements between people and rewrite the question.",
        )
    if judge.value is not None and judge.value < lines["judge_rewrite"]:
        return Ruling(
            "rewrite",
            f"The judge agrees too little with people ({figure(judge)}, below "
            f"{lines['judge_rewrite']:g}).",
            "Keep this criterion out of the gate; read the judge's errors and rewrite its prompt "
            "or the question.",
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
    return _gate_or_trend(judge, ceiling, lines)


def _gate_or_trend(judge: Estimate, ceiling: Estimate, lines: Mapping[str, float]) -> Ruling:
    misses = []
    if judge.value is None or judge.value < lines["judge_gate"]:
        misses.append(f"its kappa is below {lines['judge_gate']:g}")
    if judge.low is None or judge.low <= lines["judge_gate_low"]:
        misses.append(f"its lower bound is not above {lines['judge_gate_low']:g}")
    if ceiling.value is None:
        misses.append(f"the human ceiling is {figure(ceiling)}")
    elif judge.value is not None and judge.value < ceiling.value - lines["ceiling_gap"]:
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
    uncertain = judge.value is not None and judge.value >= lines["judge_gate"]
    return Ruling(
        "trend",
        f"Good enough to watch trends ({figure(judge)}), not to gate: {', and '.join(misses)}.",
        "Label more items: the interval decides."
        if uncertain and len(misses) == 1 and "bound" in misses[0]
        else "Read the judge's errors on tuning items and improve its prompt.",
    )


def _remedy(missing: Estimate) -> str:
    remedies = {
        "one_rater": "Have a second person rate the same items.",
        "no_pairs": "Have the same items rated by people and by the judge.",
        "no_reference": "Have the items rated and settle the split ones.",
        "no_items": "Have items rated and run the judge.",
        "one_category": "Add cases of the rare category: with one category nothing can be told.",
        "held_out_spent": "Draw new held-out items, or compare on the tuning items.",
    }
    return remedies.get(missing.undefined or "", "Label more items.")
