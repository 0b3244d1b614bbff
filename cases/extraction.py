"""From stored ADK events to turns and numbered steps. Pure; the only renderer there is.

Takes events as the stores and the REST API give them (snake_case or camelCase), believes nothing
about their shape, and counts whatever it leaves out.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as own
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from cases.adk_events import (
    EVENT_KEYS,
    PART_KEYS,
    epoch_of,
    field,
    iso_time,
    media_type,
    parts_of,
    snake_case,
    submap,
)
from cases.transcript import Step, StepKind, Turn

RESTORED_MARK = "__adk_internal_restored_event"
CONFIRMATION = "adk_request_confirmation"
CREDENTIAL = "adk_request_credential"
TRANSFER = "transfer_to_agent"
CODE_TOOL = "code_execution"
_STANDING_HINT = "Please approve or reject the tool call"


@dataclass(slots=True)
class Extraction:
    """What was read of a session. `counts` says by kind what was seen, left out and repaired."""

    turns: list[Turn]
    counts: Counter[str]
    agent_version: str = ""
    model: str = ""
    tools: list[str] = own(default_factory=list)
    first_event_id: str = ""
    started_at: datetime | None = None


@dataclass(slots=True)
class _Draft:
    """A step in the making: its number comes when all are there."""

    kind: StepKind
    author: str
    at: str
    text: str = ""
    tool: str = ""
    data: Any = None
    call: int | None = None
    flags: list[str] = own(default_factory=list)


def extract(
    events: Sequence[Mapping[str, Any]], *, version_key: str = "agent_version"
) -> Extraction:
    """Read a session's events, given in the order in which they were appended."""
    counts: Counter[str] = Counter(events=len(events))
    groups = _without_rewound(_by_invocation(events), counts)
    kept = [event for group in groups for event in group]
    reader = _Reader(counts)
    drafts: list[tuple[str, _Draft]] = []
    for group in groups:
        drafts += reader.group(group)
    reader.mark_unanswered()
    stamps = [time for event in events if (time := epoch_of(event))]
    return Extraction(
        turns=_number(drafts, counts),
        counts=+counts,
        agent_version=_agent_version(kept, version_key, counts),
        model=_last(str(field(event, "model_version") or "") for event in kept),
        tools=sorted({d.tool for _, d in drafts if d.tool and d.kind is StepKind.CALL}),
        first_event_id=str(field(events[0], "id") or "") if events else "",
        started_at=datetime.fromtimestamp(min(stamps), tz=UTC) if stamps else None,
    )


def _by_invocation(events: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Invocations by the time they began, each with its events by time.

    Two invocations that ran at once interleave in the store, and an answer to a waiting call
    carries the id of the turn that it resumes. Python's sort is stable, so events of equal time
    keep the order in which they were appended.
    """
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for position, event in enumerate(events):
        name = field(event, "invocation_id")
        groups.setdefault(str(name) if name else f"#{position}", []).append(event)
    ordered = [sorted(group, key=epoch_of) for group in groups.values()]
    return sorted(ordered, key=lambda group: epoch_of(group[0]))


def _without_rewound(
    groups: list[list[Mapping[str, Any]]], counts: Counter[str]
) -> list[list[Mapping[str, Any]]]:
    """Drop what the user took back: from the named invocation up to the rewind itself."""
    names = [str(field(group[0], "invocation_id") or "") for group in groups]
    kept: list[list[Mapping[str, Any]]] = []
    index = len(groups) - 1
    while index >= 0:
        target = next(
            (
                str(name)
                for event in groups[index]
                if (name := field(submap(event, "actions"), "rewind_before_invocation_id"))
            ),
            "",
        )
        if target and target in names[:index]:
            first = names.index(target)
            counts["rewound_event"] += sum(len(group) for group in groups[first:index])
            counts["rewind"] += 1
            index = first - 1
            continue
        kept.append(groups[index])
        index -= 1
    return kept[::-1]


class _Reader:
    """Turns events into drafts of steps, pairing results with calls by the call's id."""

    def __init__(self, counts: Counter[str]) -> None:
        self.counts = counts
        self.calls: dict[str, _Draft] = {}
        self.answered: set[int] = set()
        self.transfers: set[str] = set()
        self.last_call = 0

    def group(self, events: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, _Draft]]:
        """(role, draft) of one invocation: what the user said, then what the agent did."""
        said: list[tuple[str, _Draft]] = []
        done: list[tuple[str, _Draft]] = []
        for event in events:
            for draft in self.event(event):
                spoken = draft.author == "user" and draft.kind is StepKind.SAY
                (said if spoken else done).append(("user" if spoken else "agent", draft))
        yield from said
        yield from done

    def event(self, event: Mapping[str, Any]) -> list[_Draft]:
        self._count_strange(event)
        if field(event, "partial"):
            self.counts["partial_event"] += 1
            return []
        actions = submap(event, "actions")
        if field(actions, "compaction"):
            self.counts["compaction_event"] += 1
            return []
        if field(submap(event, "custom_metadata"), RESTORED_MARK):
            self.counts["restored_event"] += 1
        author = str(field(event, "author") or "unknown")
        at = iso_time(epoch_of(event))
        drafts = list(self._parts(event, author, at))
        agent = field(actions, TRANSFER)
        if agent and not self._answers_a_shown_transfer(event):
            drafts.append(_Draft(StepKind.TRANSFER, author, at, text=str(agent)))
        drafts += self._errors(event, author, at, drafts)
        if not drafts and not parts_of(event):
            self.counts["state_only_event"] += 1
        return drafts

    def mark_unanswered(self) -> None:
        """Flag calls to which no result came back."""
        for draft in self.calls.values():
            if draft.call is not None and draft.call not in self.answered:
                draft.flags.append("unanswered")
                self.counts["call_without_result"] += 1

    def _parts(self, event: Mapping[str, Any], author: str, at: str) -> Iterator[_Draft]:
        truncated = "MAX_TOKENS" in (field(event, "finish_reason"), field(event, "error_code"))
        pending: list[str] = []

        def flush() -> Iterator[_Draft]:
            if pending:
                text = "\n".join(pending)
                draft = _Draft(StepKind.SAY, author, at, text=text if text.strip() else "[blank]")
                if truncated:
                    draft.flags.append("truncated")
                    self.counts["truncated_text"] += 1
                pending.clear()
                yield draft

        for part in parts_of(event):
            if field(part, "thought"):
                self.counts["thought"] += 1
                continue
            words = self._words(part)
            if words is not None:
                pending.append(words)
                continue
            yield from flush()
            yield from self._deed(part, author, at)
        pending += self._transcription(event)
        yield from flush()

    def _words(self, part: Mapping[str, Any]) -> str | None:
        """Text or a placeholder for a file; None for parts of other kinds.

        Names and addresses of files stay out: they are often somebody's.
        """
        if isinstance(text := field(part, "text"), str):
            return text
        if blob := submap(part, "inline_data"):
            self.counts["inline_file"] += 1
            data = str(field(blob, "data") or "")
            size = len(data) * 3 // 4 - data[-2:].count("=")
            return f"[file: {media_type(blob)}, {size} bytes]"
        if blob := submap(part, "file_data"):
            self.counts["linked_file"] += 1
            return f"[file: {media_type(blob)}, kept elsewhere]"
        return None

    def _transcription(self, event: Mapping[str, Any]) -> list[str]:
        """What was spoken in a live session, where the event holds no text of its own."""
        if parts_of(event):
            return []
        found = (submap(event, name) for name in ("input_transcription", "output_transcription"))
        return [text for spoken in found if isinstance(text := field(spoken, "text"), str)]

    def _deed(self, part: Mapping[str, Any], author: str, at: str) -> Iterator[_Draft]:
        if call := submap(part, "function_call"):
            yield self._call(call, author, at)
        elif answer := submap(part, "function_response"):
            yield from self._result(answer, author, at)
        elif code := submap(part, "executable_code"):
            data = {"language": field(code, "language"), "code": field(code, "code")}
            yield self._register(_Draft(StepKind.CALL, author, at, tool=CODE_TOOL, data=data), "")
        elif outcome := submap(part, "code_execution_result"):
            data = {"outcome": field(outcome, "outcome"), "output": field(outcome, "output")}
            yield from self._pair(
                _Draft(StepKind.RESULT, author, at, tool=CODE_TOOL, data=data), ""
            )
        elif set(part) - {"thought_signature", "thoughtSignature"}:
            self.counts["part_not_understood"] += 1

    def _call(self, call: Mapping[str, Any], author: str, at: str) -> _Draft:
        name = str(field(call, "name") or "unnamed")
        args = field(call, "args")
        ident = str(field(call, "id") or "")
        if name == TRANSFER:
            agent = str(field(args, "agent_name") or "unknown") if isinstance(args, Mapping) else ""
            self.transfers.add(ident)
            return _Draft(StepKind.TRANSFER, author, at, text=agent or "unknown")
        draft = _Draft(StepKind.CALL, author, at, tool=name, data={} if args is None else args)
        if name == CONFIRMATION and isinstance(args, Mapping):
            draft.data = _confirmation(args)
            draft.flags.append("confirmation")
        if name == CREDENTIAL:
            draft.data = {"withheld": "a request for credentials"}
            self.counts["credential_request"] += 1
        return self._register(draft, ident)

    def _register(self, draft: _Draft, ident: str) -> _Draft:
        self.last_call += 1
        draft.call = self.last_call
        # Calls without an id, and ids used twice, still get a place of their own.
        key = ident if ident and ident not in self.calls else f"#{self.last_call}"
        self.calls[key] = draft
        return draft

    def _result(self, answer: Mapping[str, Any], author: str, at: str) -> Iterator[_Draft]:
        name = str(field(answer, "name") or "unnamed")
        ident = str(field(answer, "id") or "")
        data = field(answer, "response")
        failed = isinstance(data, Mapping) and "error" in data
        if name == TRANSFER and not failed:
            return
        draft = _Draft(StepKind.RESULT, author, at, tool=name, data={} if data is None else data)
        if name == CREDENTIAL:
            draft.data = {"withheld": "credentials"}
        if failed:
            draft.flags.append("error")
        if author == "user":
            draft.flags.append("resumed")
        yield from self._pair(draft, ident)

    def _pair(self, draft: _Draft, ident: str) -> Iterator[_Draft]:
        call = self.calls.get(ident) if ident else None
        if call is None:
            # Without an id the oldest open call of that tool is meant.
            call = next(
                (
                    c
                    for c in self.calls.values()
                    if c.tool == draft.tool and c.call not in self.answered
                ),
                None,
            )
        if call is None or call.call is None:
            draft.flags.append("unmatched")
            self.counts["result_without_call"] += 1
        else:
            draft.call = call.call
            self.answered.add(call.call)
        yield draft

    def _answers_a_shown_transfer(self, event: Mapping[str, Any]) -> bool:
        answers = [submap(part, "function_response") for part in parts_of(event)]
        return any(
            field(answer, "name") == TRANSFER and str(field(answer, "id") or "") in self.transfers
            for answer in answers
        )

    def _errors(
        self, event: Mapping[str, Any], author: str, at: str, drafts: list[_Draft]
    ) -> list[_Draft]:
        code = str(field(event, "error_code") or "")
        message = str(field(event, "error_message") or "")
        cut_text = code == "MAX_TOKENS" and any(d.kind is StepKind.SAY for d in drafts)
        if cut_text or not (code or message):
            return []
        text = f"{code}: {message}" if code and message else code or message
        return [_Draft(StepKind.ERROR, author, at, text=text)]

    def _count_strange(self, event: Mapping[str, Any]) -> None:
        unknown = {snake_case(key) for key in event} - EVENT_KEYS
        for part in parts_of(event):
            unknown |= {snake_case(key) for key in part} - PART_KEYS
        if unknown:
            self.counts["event_with_unknown_keys"] += 1


def _number(drafts: list[tuple[str, _Draft]], counts: Counter[str]) -> list[Turn]:
    """Turns of consecutive steps of one side, steps numbered through from 1."""
    turns: list[Turn] = []
    steps: list[Step] = []
    for number, ((role, draft), after) in enumerate(
        pairwise([*drafts, ("", _Draft(StepKind.SAY, "", ""))]), start=1
    ):
        steps.append(
            Step(
                index=number,
                kind=draft.kind,
                author=_clean(draft.author, counts),
                text=_clean(draft.text, counts),
                tool=_clean(draft.tool, counts),
                data=_clean(draft.data, counts),
                call=draft.call,
                at=draft.at,
                flags=tuple(draft.flags),
            )
        )
        if after[0] != role:
            turns.append(Turn(index=len(turns) + 1, role=role, steps=tuple(steps)))
            steps = []
    return turns


def _clean(value: Any, counts: Counter[str]) -> Any:
    """`value` with what no database stores (NUL, lone surrogates, NaN) repaired and counted."""
    if isinstance(value, str):
        clean = value.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
        if clean != value:
            counts["repaired_text"] += 1
        return clean
    if isinstance(value, float) and not math.isfinite(value):
        counts["repaired_number"] += 1
        return str(value)
    if isinstance(value, Mapping):
        return {_clean(str(key), counts): _clean(item, counts) for key, item in value.items()}
    if isinstance(value, list):
        return [_clean(item, counts) for item in value]
    return value


def _confirmation(args: Mapping[str, Any]) -> dict[str, Any]:
    """What was to be confirmed, without ADK's wrapping and its standing words to developers."""
    call = submap(args, "original_function_call")
    hint = str(field(submap(args, "tool_confirmation"), "hint") or "")
    asked = {"tool": field(call, "name"), "args": field(call, "args")}
    return asked | ({"hint": hint} if hint and not hint.startswith(_STANDING_HINT) else {})


def _agent_version(events: Sequence[Mapping[str, Any]], key: str, counts: Counter[str]) -> str:
    found = [
        str(label) for event in events if (label := field(submap(event, "custom_metadata"), key))
    ]
    if len(set(found)) > 1:
        counts["several_agent_versions"] += 1
    return found[-1] if found else ""


def _last(values: Iterable[str]) -> str:
    return next((value for value in reversed(list(values)) if value), "")
