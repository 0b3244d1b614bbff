"""One event after the other, from what it holds to drafts of steps. Pure."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field as own
from typing import Any

from cases.extraction.deeds import TRANSFER, Around, Deeds, around
from cases.extraction.drafts import Calls, Draft
from cases.extraction.fields import (
    ACTION_KEYS,
    EVENT_KEYS,
    PART_KEYS,
    PART_KINDS,
    Event,
    Part,
    field,
    iso_time,
    name_of,
    part_of,
    parts_of,
    raw_parts,
    snake_case,
    submap,
    time_of,
)
from cases.extraction.notes import ARTIFACT, WIDGET, artifacts_of, file_note, sources_of, widgets_of
from cases.extraction.ordering import USER, Placed, count_left_out
from cases.transcript import SAID_TO_AGENT, StepKind

RESTORED_MARK = "__adk_internal_restored_event"
BLANK = "[blank]"
# Finish reasons with which a filter stops an answer.
BLOCKED = frozenset(
    {"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE"}
    | {"IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION"}
)
_MODEL_REPLY = ("content", "finish_reason", "usage_metadata", "model_version")


@dataclass(slots=True)
class _Said:
    """Words of an event that wait to become one SAY step."""

    words: list[str] = own(default_factory=list)
    blank: bool = False


class Reader:
    """Turns events into drafts of steps; call it event by event, in order."""

    def __init__(self, counts: Counter[str]) -> None:
        self.counts = counts
        self.calls = Calls(counts)
        self.deeds = Deeds(counts, self.calls)

    def read(self, item: Placed) -> list[Draft]:
        """The drafts of one event; [] if it is left out, which is counted."""
        event = item.event
        actions = submap(event, "actions")
        self._count_strange(event)
        for reason, found in (
            ("partial_event", field(event, "partial")),
            ("compaction_event", field(actions, "compaction")),
        ):
            if found:
                self.counts[reason] += 1
                count_left_out(event, self.counts)
                return []
        self._count_actions(event, actions)
        drafts = self._drafts(event)
        self._mark(drafts, item)
        return drafts

    def _drafts(self, event: Event) -> list[Draft]:
        place = around(event, name_of(field(event, "author"), "unknown"), iso_time(time_of(event)))
        drafts = [
            Draft(StepKind.RESULT, place.author, place.at, tool=tool, data=data)
            for tool, data in sources_of(event, self.counts)
        ]
        drafts += self._parts(event, place)
        drafts += self._output(event, place, drafts)
        agent = field(submap(event, "actions"), TRANSFER)
        if agent and not self.deeds.answers_a_shown_transfer(event):
            drafts.append(Draft(StepKind.TRANSFER, place.author, place.at, text=str(agent)))
        for tool, data in (
            (ARTIFACT, artifacts_of(event, self.counts)),
            (WIDGET, widgets_of(event, self.counts)),
        ):
            if data:
                drafts.append(Draft(StepKind.RESULT, place.author, place.at, tool=tool, data=data))
        drafts += self._errors(event, place, drafts)
        if not drafts:
            drafts += self._nothing(event, place)
        return drafts

    # --- parts ------------------------------------------------------------------------------

    def _parts(self, event: Event, place: Around) -> Iterator[Draft]:
        said = _Said()
        made = 0
        for raw in raw_parts(event):
            self.counts["parts"] += 1
            before = len(said.words)
            part = part_of(raw)
            left_out = self._words(part, said)
            drafts: list[Draft] = []
            for draft in self.deeds.read(part, place):
                if draft is None:
                    left_out = "transfer_answer"
                else:
                    drafts.append(draft)
            if drafts:
                yield from self._say(said, event, place)
                yield from drafts
                made += len(drafts)
            if drafts or len(said.words) > before:
                self.counts["parts_shown"] += 1
            else:
                self.counts[left_out or _why_not_shown(raw, part)] += 1
        yield from self._say(said, event, place)
        yield from self._transcriptions(event, place)

    def _words(self, part: Part, said: _Said) -> str:
        """Add what the part says to `said`; returns why some of it was left out, or ""."""
        thought = bool(field(part, "thought"))
        text = field(part, "text")
        spoken = field(submap(part, "audio_transcription"), "text")
        note = None if thought else file_note(part, self.counts)
        left_out = ""
        for words in (text, spoken, note):
            if not isinstance(words, str):
                continue
            if thought:
                left_out = "thought"
            elif words.strip():
                said.words.append(words)
            else:
                left_out, said.blank = "empty_part", True
        return left_out

    def _say(self, said: _Said, event: Event, place: Around) -> Iterator[Draft]:
        if not said.words:
            return
        draft = _say(place, "\n".join(said.words))
        said.words.clear()
        reasons = (field(event, "finish_reason"), field(event, "error_code"))
        if "MAX_TOKENS" in reasons:
            draft.flag("truncated")
            self.counts["truncated_text"] += 1
        if not place.by_user and isinstance(reasons[0], str) and reasons[0] in BLOCKED:
            draft.flag("blocked")
            self.counts["blocked_text"] += 1
        if field(event, "interrupted") and not place.by_user:
            draft.flag("interrupted")
            self.counts["interrupted"] += 1
        yield draft

    def _transcriptions(self, event: Event, place: Around) -> Iterator[Draft]:
        """What was spoken in a live session, unless the event holds it as text as well."""
        written = any(
            isinstance(field(part, "text"), str) and not field(part, "thought")
            for part in parts_of(event)
        )
        for name, author in (("input_transcription", USER), ("output_transcription", "")):
            text = field(submap(event, name), "text")
            if not isinstance(text, str) or not text.strip():
                continue
            if written:
                self.counts["repeated_transcription"] += 1
                continue
            draft = Draft(StepKind.SAY, author or place.author, place.at, text=text)
            draft.role = USER if draft.author == USER else "agent"
            draft.flag("spoken")
            if field(event, "interrupted") and author != USER:
                draft.flag("interrupted")
                self.counts["interrupted"] += 1
            yield draft

    # --- the rest of an event ---------------------------------------------------------------

    def _output(self, event: Event, place: Around, drafts: list[Draft]) -> Iterator[Draft]:
        """What a workflow's node gave and which way it chose.

        The words that a whole workflow ends with are its answer; everything else is a result.
        """
        output = field(event, "output")
        route = field(submap(event, "actions"), "route")
        if output is not None and any(_same(output, draft) for draft in drafts):
            self.counts["repeated_output"] += 1
            output = None
        if output is None and route is None:
            return
        self.counts["node_output"] += 1
        info = submap(event, "node_info")
        if isinstance(output, str) and output.strip() and route is None and _ends_all(info):
            draft = _say(place, output)
        else:
            data = output if isinstance(output, dict) and route is None else {"output": output}
            if route is not None:
                data = ({} if output is None else {"output": output}) | {"route": route}
            name = _node_name(field(info, "path")) or place.author
            draft = Draft(StepKind.RESULT, place.author, place.at, tool=name, data=data)
        draft.flag("node_output")
        yield draft

    def _errors(self, event: Event, place: Around, drafts: list[Draft]) -> Iterator[Draft]:
        code = str(field(event, "error_code") or "")
        message = str(field(event, "error_message") or "")
        cut_text = code == "MAX_TOKENS" and any(d.kind is StepKind.SAY for d in drafts)
        if cut_text or not (code or message):
            return
        text = f"{code}: {message}" if code and message else code or message
        yield Draft(StepKind.ERROR, place.author, place.at, text=text)

    def _nothing(self, event: Event, place: Around) -> Iterator[Draft]:
        """An event of which no step came: a blank message, an empty answer, a change of state."""
        parts = parts_of(event)
        blank = bool(parts) and all(
            isinstance(field(part, "text"), str) and not field(part, "thought") for part in parts
        )
        replied = not place.by_user and any(field(event, name) is not None for name in _MODEL_REPLY)
        if blank or (replied and not parts):
            if not place.by_user:
                self.counts["empty_answer"] += 1
            yield _say(place, BLANK)
        elif not parts and not _is_checkpoint(event):
            self.counts["state_only_event"] += 1

    def _mark(self, drafts: list[Draft], item: Placed) -> None:
        branch = field(item.event, "branch")
        helper = isinstance(branch, str) and "@" in branch.rsplit(".", 1)[-1]
        for draft in drafts:
            if item.lane:
                draft.flag(f"parallel_{item.lane}")
            if helper and draft.kind is StepKind.SAY and draft.role == "agent":
                draft.flag(SAID_TO_AGENT)

    # --- counts -----------------------------------------------------------------------------

    def _count_actions(self, event: Event, actions: Event) -> None:
        self.counts["state_key"] += len(submap(actions, "state_delta"))
        self.counts["auth_config"] += len(submap(actions, "requested_auth_configs"))
        self.counts["checkpoint"] += _is_checkpoint(event)
        self.counts["escalation"] += bool(field(actions, "escalate"))
        self.counts["transfer_reason"] += bool(field(actions, "transfer_reason"))
        self.counts["model_response"] += field(actions, "set_model_response") is not None
        if field(submap(event, "custom_metadata"), RESTORED_MARK):
            self.counts["restored_event"] += 1

    def _count_strange(self, event: Event) -> None:
        unknown = {snake_case(key) for key in event} - EVENT_KEYS
        unknown |= {snake_case(key) for key in submap(event, "actions")} - ACTION_KEYS
        for part in parts_of(event):
            unknown |= {snake_case(key) for key in part} - PART_KEYS
        if unknown:
            self.counts["event_with_unknown_keys"] += 1


def _say(place: Around, words: str) -> Draft:
    role = USER if place.by_user else "agent"
    return Draft(StepKind.SAY, place.author, place.at, text=words, role=role)


def _why_not_shown(raw: Any, part: Part) -> str:
    """Why nothing of a part is shown that is neither thought nor blank."""
    if field(part, "thought"):
        return "thought"
    known = {snake_case(key) for key in part} <= PART_KEYS - set(PART_KINDS)
    return "empty_part" if isinstance(raw, dict) and known else "part_not_understood"


def _is_checkpoint(event: Event) -> bool:
    actions = submap(event, "actions")
    return bool(field(actions, "end_of_agent")) or field(actions, "agent_state") is not None


def _same(output: Any, draft: Draft) -> bool:
    """Whether a draft of the event shows its output already."""
    if draft.kind is StepKind.RESULT:
        return bool(draft.data == output or draft.data == {"result": output})
    if draft.kind is not StepKind.SAY:
        return False
    if isinstance(output, str):
        return draft.text.strip() == output.strip()
    try:
        return bool(json.loads(draft.text) == output)
    except (ValueError, RecursionError):
        return False


def _ends_all(info: Event) -> bool:
    """Whether the output is that of the outermost node, whose path has no node above it."""
    paths = field(info, "output_for")
    return isinstance(paths, list) and any(isinstance(p, str) and "/" not in p for p in paths)


def _node_name(path: Any) -> str:
    """`router` of `desk@1/router@2`."""
    return path.rsplit("/", 1)[-1].split("@")[0] if isinstance(path, str) else ""
