"""Counts of an import in words."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import template

from cases.extraction.counting import count_rows, notes_of
from cases.models import Case
from cases.redaction_kinds import KIND_WORDS

register = template.Library()

SESSIONS = {
    "seen": "Seen in the source",
    "left_by_adk_eval": "Left by adk eval, not taken",
    "empty": "Empty, not taken",
    "unreadable": "Not readable, left out of the draw",
    "drawn": "Drawn",
    "looked_at_again": "Here from an earlier draw, looked at again",
    "imported": "New cases",
    "grown": "Changed since: new revision",
    "grown_but_rated": "Changed since, begun, rated or paired: item left as it is",
    "redacted_afresh": "Redacted afresh: new revision",
    "redacted_afresh_but_rated": "Redacted afresh, begun, rated or paired: item left as it is",
    "unchanged": "Here already, unchanged",
    "same_text": "Changed since in nothing that is shown",
    "erased": "Erased on request, not taken again",
    "no_conversation": "Without anything said or done",
    "refused": "Refused: something private could not be hidden",
    "left_out": "Left out as asked: it had ended a worker",
    "failed": "Could not be read",
}
# Outcomes of drawn sessions in the order of the bar, with the tone of its part.
OUTCOMES = {
    "imported": "new",
    "grown": "grown",
    "redacted_afresh": "grown",
    "grown_but_rated": "kept",
    "redacted_afresh_but_rated": "kept",
    "unchanged": "same",
    "same_text": "same",
    "erased": "none",
    "no_conversation": "none",
    "left_out": "none",
    "refused": "fail",
    "failed": "fail",
}
CHANGES = {
    "longer": "Became longer",
    "shorter": "Became shorter",
    "same_length": "Other events, as many",
}


def _in_words(counts: Mapping[str, int], words: Mapping[str, str]) -> list[tuple[str, int]]:
    known = [(text, counts[name]) for name, text in words.items() if name in counts]
    return known + [
        (name.replace("_", " ").capitalize(), count)
        for name, count in counts.items()
        if name not in words
    ]


@register.filter
def session_counts(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return _in_words(counts, SESSIONS)


@register.filter
def redaction_counts(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return _in_words(counts, KIND_WORDS)


@register.filter
def event_counts(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return count_rows(counts)


@register.filter
def change_counts(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return _in_words(counts, CHANGES)


@register.filter
def with_shares(rows: Iterable[tuple[str, float]]) -> list[tuple[str, float, float]]:
    """Rows of (words, count) with the length of a bar, in percent of the largest.

    0, for no bar, where bars would tell nothing: there is one row, or each counts 1 at most.
    """
    listed = list(rows)
    largest = max((count for _, count in listed), default=0)
    if len(listed) < 2 or largest <= 1:
        return [(words, n, 0.0) for words, n in listed]
    return [(words, n, round(100 * n / largest, 1)) for words, n in listed]


@register.filter
def outcome_bar(counts: Mapping[str, int]) -> list[dict[str, Any]]:
    """What became of the drawn sessions as parts of one bar: where each begins and how wide it is,
    in percent."""
    total = sum(counts.get(name, 0) for name in OUTCOMES)
    parts: list[dict[str, Any]] = []
    begun = 0
    for name, tone in OUTCOMES.items():
        if count := counts.get(name, 0):
            place = {"at": round(100 * begun / total, 3), "width": round(100 * count / total, 3)}
            parts.append({"tone": tone, "words": SESSIONS[name], "count": count, **place})
            begun += count
    return parts


@register.filter
def seconds_rows(seconds: Mapping[str, float]) -> list[tuple[str, float]]:
    """Where an import's time went, in words."""
    return [(name.capitalize(), value) for name, value in seconds.items()]


@register.filter
def percent(part: float, whole: float) -> float:
    """`part` of `whole` in percent; 0 of nothing."""
    return round(100 * part / whole, 2) if whole else 0.0


@register.filter
def extraction_notes(case: Case) -> list[str]:
    """What of the session is left out, repaired or shown otherwise: "3 thoughts left out", …

    Says nothing of the agent's build, so that it may stand beside a transcript that is rated.
    """
    return notes_of(case.extraction)


@register.filter
def stratum_rows(rows: Iterable[Mapping[str, Any]], keys: Sequence[str]) -> list[dict[str, Any]]:
    """Rows of the strata table with their values in the order of `keys`."""
    return [{**row, "values": [row.get(key, "") for key in keys]} for row in rows]
