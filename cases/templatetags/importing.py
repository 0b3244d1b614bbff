"""Counts of an import in words."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import template

from cases.redaction_kinds import KIND_WORDS

register = template.Library()

SESSIONS = {
    "seen": "Seen in the source",
    "left_by_adk_eval": "Left by adk eval, not taken",
    "empty": "Empty, not taken",
    "drawn": "Drawn",
    "imported": "Imported as cases",
    "unchanged": "Here already",
    "changed": "Here already, changed in the source since",
    "no_conversation": "Without anything said or done",
    "refused": "Refused: something private could not be hidden",
    "failed": "Could not be read",
}
EVENTS = {
    "events": "Read",
    "thought": "Thoughts, left out",
    "partial_event": "Unfinished fragments, left out",
    "rewound_event": "Taken back by the user, left out",
    "rewind": "Rewinds",
    "compaction_event": "Summaries by the agent, left out",
    "state_only_event": "Changes of state only, left out",
    "restored_event": "Copied from an earlier session",
    "inline_file": "Files in the session, shown as a note",
    "linked_file": "Files kept elsewhere, shown as a note",
    "truncated_text": "Answers cut off by the length limit",
    "call_without_result": "Calls without a result",
    "result_without_call": "Results without a call",
    "credential_request": "Requests for credentials, withheld",
    "part_not_understood": "Parts not understood, left out",
    "event_with_unknown_keys": "Events with fields not known here",
    "unreadable_event": "Events that are no JSON, left out",
    "time_from_column": "Times taken from the table",
    "repaired_text": "Texts with characters no database keeps, repaired",
    "repaired_number": "Numbers that are none, kept as text",
    "several_agent_versions": "Sessions over several agent versions",
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
    return _in_words(counts, EVENTS)


@register.filter
def stratum_rows(rows: Iterable[Mapping[str, Any]], keys: Sequence[str]) -> list[dict[str, Any]]:
    """Rows of the strata table with their values in the order of `keys`."""
    return [{**row, "values": [row.get(key, "") for key in keys]} for row in rows]
