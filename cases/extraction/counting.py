"""What is counted of a session, and how that reads in words. Pure."""

from collections.abc import Mapping

# Parts that no step shows. With `parts_shown` they add up to `parts`.
LEFT_OUT_PARTS = (
    "thought",
    "empty_part",
    "part_not_understood",
    "part_of_left_out_event",
    "transfer_answer",
)

# Kind → in words for one, for more.
WORDS: dict[str, tuple[str, str]] = {
    "events": ("event read", "events read"),
    "parts": ("part of content read", "parts of content read"),
    "parts_shown": ("part of content shown", "parts of content shown"),
    "thought": ("thought left out", "thoughts left out"),
    "empty_part": ("empty part left out", "empty parts left out"),
    "part_not_understood": ("part not understood, left out", "parts not understood, left out"),
    "part_of_left_out_event": (
        "part of content in an event left out",
        "parts of content in events left out",
    ),
    "transfer_answer": (
        "answer to a transfer, shown as the transfer",
        "answers to transfers, shown as the transfers",
    ),
    "repeated_transcription": (
        "transcription of text that stands there, left out",
        "transcriptions of text that stands there, left out",
    ),
    "partial_event": ("unfinished fragment left out", "unfinished fragments left out"),
    "rewound_event": ("event taken back by the user, left out", "events taken back, left out"),
    "rewind": ("rewind", "rewinds"),
    "rewind_without_target": ("rewind to nothing known", "rewinds to nothing known"),
    "compaction_event": ("summary by the agent left out", "summaries by the agent left out"),
    "repeated_event": (
        "event recorded twice, shown once",
        "events recorded more than once, shown once",
    ),
    "event_id_used_twice": (
        "event under an id used before, shown",
        "events under an id used before, shown",
    ),
    "state_only_event": ("change of state only, left out", "changes of state only, left out"),
    "state_key": ("key of state changed, not shown", "keys of state changed, not shown"),
    "checkpoint": ("checkpoint of the agent left out", "checkpoints of the agent left out"),
    "escalation": ("hand-back to the agent above", "hand-backs to the agent above"),
    "restored_event": (
        "event copied from an earlier session",
        "events copied from an earlier session",
    ),
    "late_event": (
        "result stamped before its call, shown after it",
        "results stamped before their calls, shown after them",
    ),
    "event_without_time": ("event without a time", "events without a time"),
    "inline_file": ("file in the session, shown as a note", "files shown as a note"),
    "linked_file": ("file kept elsewhere, shown as a note", "files kept elsewhere, as a note"),
    "artifact": ("saved file, shown without its name", "saved files, shown without their names"),
    "ui_widget": ("widget, shown as a note", "widgets, shown as a note"),
    "grounding": ("note of sources found", "notes of sources found"),
    "grounding_markup": ("search button left out", "search buttons left out"),
    "citation": ("note of works cited", "notes of works cited"),
    "node_output": ("output of a workflow node", "outputs of workflow nodes"),
    "repeated_output": (
        "node output that was said as well, shown once",
        "node outputs that were said as well, shown once",
    ),
    "truncated_text": ("answer cut off by the length limit", "answers cut off by the length limit"),
    "blocked_text": ("answer stopped by a safety filter", "answers stopped by a safety filter"),
    "empty_answer": ("empty answer of the model", "empty answers of the model"),
    "interrupted": ("answer interrupted by the user", "answers interrupted by the user"),
    "call_without_result": ("call without a result", "calls without a result"),
    "pending_call": (
        "call that waits for an answer from outside",
        "calls that wait for answers from outside",
    ),
    "result_without_call": ("result without a call", "results without a call"),
    "made_up_result": ("result made up for an aborted call", "results made up for aborted calls"),
    "credential_request": (
        "request for credentials, withheld",
        "requests for credentials, withheld",
    ),
    "auth_config": (
        "request to log in, never shown",
        "requests to log in, never shown",
    ),
    "transfer_reason": ("reason of a transfer left out", "reasons of transfers left out"),
    "model_response": (
        "structured answer that is said as well, left out",
        "structured answers that are said as well, left out",
    ),
    "event_with_unknown_keys": (
        "event with fields not known here",
        "events with fields not known here",
    ),
    "doubled_key": (
        "field given twice in one event, the last of them read",
        "fields given more than once in one event, the last of them read",
    ),
    "unreadable_event": ("event that is no JSON, left out", "events that are no JSON, left out"),
    "time_from_column": ("time taken from the table", "times taken from the table"),
    "repaired_text": (
        "text with characters no database keeps, repaired",
        "texts with characters no database keeps, repaired",
    ),
    "other_line_breaks": (
        "text whose line breaks were of another kind",
        "texts whose line breaks were of another kind",
    ),
    "repaired_number": ("number that is none, kept as text", "numbers that are none, kept as text"),
    "cut_text": ("text too long to keep whole, cut", "texts too long to keep whole, cut"),
    "cut_characters": ("character cut", "characters cut"),
    "cut_value": (
        "value beyond what a step may hold, left out",
        "values beyond what a step may hold, left out",
    ),
    "too_deep": ("value nested too deep, left out", "values nested too deep, left out"),
    "several_agent_versions": (
        "session over several agent versions",
        "sessions over several agent versions",
    ),
}
# Seen and shown: nothing that anybody has to be told.
_ORDINARY = frozenset({"events", "parts", "parts_shown", "transfer_answer", "empty_part"})
# These tell of the build or the store, never of the conversation.
_OF_THE_BUILD = frozenset({"several_agent_versions", "time_from_column"})


def count_rows(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """(words, count) of everything counted, in the order of WORDS."""
    known = [(_capital(WORDS[kind][1]), counts[kind]) for kind in WORDS if counts.get(kind)]
    return known + [(_spelt(kind), n) for kind, n in counts.items() if kind not in WORDS and n]


def notes_of(counts: Mapping[str, int]) -> list[str]:
    """What was left out, repaired or shown otherwise, a phrase each: "3 thoughts left out"."""
    kinds = [*WORDS, *(kind for kind in counts if kind not in WORDS)]
    return [
        f"{counts[kind]:,} {_phrase(kind, counts[kind])}"
        for kind in kinds
        if counts.get(kind) and kind not in _ORDINARY | _OF_THE_BUILD
    ]


def _phrase(kind: str, count: int) -> str:
    if kind not in WORDS:
        return _spelt(kind).lower()
    one, more = WORDS[kind]
    return one if count == 1 else more


def _spelt(kind: str) -> str:
    return _capital(kind.replace("_", " "))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
