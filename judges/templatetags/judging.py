"""Words for what judges answer."""

from django import template

from judges.models import Verdict

register = template.Library()

REASONS = {
    "missing": "the reply has no answer to it",
    "malformed_entry": "the answer has not the form asked for",
    "unknown_verdict": "the answer is none of the levels",
    "contradictory": "the reply answers it twice, differently",
    "evidence_missing": "no quote was given",
    "evidence_too_short": "the quote is shorter than 12 characters",
    "evidence_not_found": "the quote is not in the transcript",
    "invalid_json": "the reply is not the JSON asked for",
    "truncated": "the reply was cut off",
    "blocked": "the provider blocked the call",
    "empty": "the reply was empty",
    "rate_limited": "the provider refused: too many calls",
    "unavailable": "the provider could not be reached",
    "timeout": "no reply within the time-out",
    "erased": "the case was erased before it was asked about",
    "error": "the call failed",
}
VALUES = {"first_case": "First case", "second_case": "Second case", "tie": "Tie"}


@register.filter
def reason_words(reason: str) -> str:
    return REASONS.get(reason, reason)


@register.filter
def value_words(value: str) -> str:
    return VALUES.get(value, value)


@register.filter
def badge(verdict: Verdict) -> str:
    """The badge class of a verdict: pass, fail, or none where the scale knows neither."""
    if verdict.value in VALUES:
        return ""
    return {True: "pass", False: "fail", None: ""}[verdict.criterion.passes(verdict.value)]


@register.filter
def percent(share: float | None) -> str:
    """A share as a percentage with one decimal; a dash where there is none."""
    return "–" if share is None else f"{share * 100:.1f} %"


@register.simple_tag
def share(part: int, whole: int) -> str:
    """`part` of `whole` as a percentage, a dash of nothing."""
    return percent(part / whole if whole else None)


@register.filter
def split_words(split: str) -> str:
    return {"tuning": "Tuning", "held_out": "Held-out"}.get(split, "All")
