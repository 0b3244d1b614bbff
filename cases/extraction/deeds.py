"""Parts in which something is done: calls, results, code, transfers. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as own
from typing import Any

from cases.extraction.drafts import PENDING, Calls, Draft
from cases.extraction.fields import Event, Part, field, name_of, parts_of, submap, submaps, texts
from cases.extraction.notes import file_note
from cases.extraction.ordering import USER
from cases.transcript import StepKind

CONFIRMATION = "adk_request_confirmation"
CREDENTIAL = "adk_request_credential"
INPUT_REQUEST = "adk_request_input"
TRANSFER = "transfer_to_agent"
CODE_TOOL = "code_execution"
ABORTED = "INVOCATION_ABORTED"
_STANDING_HINT = "Please approve or reject the tool call"
_CODE_WENT_WELL = ("OUTCOME_OK", "OUTCOME_UNSPECIFIED", "", None)


@dataclass(frozen=True, slots=True)
class Around:
    """What the parts of an event need to know of the event they are in."""

    author: str
    at: str
    # Ids of calls that an answer from outside is awaited for.
    awaited: frozenset[str] = frozenset()
    # Ids of calls whose result only says that somebody must confirm or log in first.
    refused_for_now: frozenset[str] = frozenset()
    aborted: bool = False

    @property
    def by_user(self) -> bool:
        return self.author == USER


def around(event: Event, author: str, at: str) -> Around:
    actions = submap(event, "actions")
    refused = {
        str(name)
        for kind in ("requested_tool_confirmations", "requested_auth_configs")
        for name in submap(actions, kind)
    }
    return Around(
        author=author,
        at=at,
        awaited=frozenset(texts(event, "long_running_tool_ids")),
        refused_for_now=frozenset(refused),
        aborted=field(event, "error_code") == ABORTED,
    )


@dataclass(slots=True)
class Deeds:
    """Turns parts into CALL, RESULT and TRANSFER drafts, over all events of a session."""

    counts: Counter[str]
    calls: Calls
    transfers: set[str] = own(default_factory=set)

    def read(self, part: Part, place: Around) -> Iterator[Draft | None]:
        """A draft for each thing that the part does; None for the answer to a shown transfer."""
        if call := submap(part, "function_call"):
            yield self._call(call, place)
        if answer := submap(part, "function_response"):
            yield self._result(answer, place)
        if code := submap(part, "executable_code"):
            yield self._code(code, place)
        if outcome := submap(part, "code_execution_result"):
            yield self._outcome(outcome, place)
        if call := submap(part, "tool_call"):
            yield self._server_call(call, place)
        if answer := submap(part, "tool_response"):
            yield self._server_result(answer, place)

    def answers_a_shown_transfer(self, event: Event) -> bool:
        answers = [submap(part, "function_response") for part in parts_of(event)]
        return any(
            field(answer, "name") == TRANSFER and str(field(answer, "id") or "") in self.transfers
            for answer in answers
        )

    def _call(self, call: Mapping[str, Any], place: Around) -> Draft:
        name = name_of(field(call, "name"))
        args = field(call, "args")
        ident = str(field(call, "id") or "")
        if name == TRANSFER:
            given = args if isinstance(args, Mapping) else {}
            self.transfers.add(ident)
            if len(given) > 1:
                self.counts["transfer_reason"] += 1
            agent = name_of(field(given, "agent_name"), "unknown")
            return Draft(StepKind.TRANSFER, place.author, place.at, text=agent)
        draft = self._draft(StepKind.CALL, name, {} if args is None else args, place)
        if name == CONFIRMATION:
            draft.flag("confirmation")
            if isinstance(args, Mapping):
                draft.data = _confirmation(args)
        if name == INPUT_REQUEST:
            draft.flag("asks_for_input")
        if name == CREDENTIAL:
            draft.data = {"withheld": "a request for credentials"}
            self.counts["credential_request"] += 1
        self.calls.register(draft, ident, awaited=ident in place.awaited)
        return draft

    def _result(self, answer: Mapping[str, Any], place: Around) -> Draft | None:
        name = name_of(field(answer, "name"))
        ident = str(field(answer, "id") or "")
        data = field(answer, "response")
        failed = isinstance(data, Mapping) and "error" in data
        if name == TRANSFER and not failed and ident in self.transfers:
            return None
        draft = self._draft(StepKind.RESULT, name, {} if data is None else data, place)
        if name == CREDENTIAL:
            draft.data = {"withheld": "credentials"}
        elif files := self._files(answer):
            draft.data = {"response": draft.data, "files": files}
        if ident in place.refused_for_now:
            draft.flag(PENDING)
        elif failed:
            draft.flag("error")
        if place.by_user:
            draft.flag("resumed")
        if place.aborted:
            draft.flag("made_up")
            self.counts["made_up_result"] += 1
        if name == TRANSFER:
            return draft
        self.calls.pair(draft, ident, final=place.by_user or place.aborted)
        return draft

    def _files(self, answer: Mapping[str, Any]) -> list[str]:
        notes = (file_note(part, self.counts) for part in submaps(answer, "parts"))
        return [note for note in notes if note]

    def _code(self, code: Mapping[str, Any], place: Around) -> Draft:
        data = {"language": field(code, "language"), "code": field(code, "code")}
        draft = self._draft(StepKind.CALL, CODE_TOOL, data, place)
        self.calls.register(draft, str(field(code, "id") or ""))
        return draft

    def _outcome(self, outcome: Mapping[str, Any], place: Around) -> Draft:
        data = {"outcome": field(outcome, "outcome"), "output": field(outcome, "output")}
        draft = self._draft(StepKind.RESULT, CODE_TOOL, data, place)
        if data["outcome"] not in _CODE_WENT_WELL:
            draft.flag("error")
        self.calls.pair(draft, str(field(outcome, "id") or ""), final=True)
        return draft

    def _server_call(self, call: Mapping[str, Any], place: Around) -> Draft:
        """A tool that the model's own server ran, such as its search."""
        args = field(call, "args")
        name = name_of(field(call, "tool_type"), "server_tool").lower()
        draft = self._draft(StepKind.CALL, name, {} if args is None else args, place)
        draft.flag("server_side")
        self.calls.register(draft, str(field(call, "id") or ""))
        return draft

    def _server_result(self, answer: Mapping[str, Any], place: Around) -> Draft:
        data = field(answer, "response")
        name = name_of(field(answer, "tool_type"), "server_tool").lower()
        draft = self._draft(StepKind.RESULT, name, {} if data is None else data, place)
        draft.flag("server_side")
        self.calls.pair(draft, str(field(answer, "id") or ""), final=True)
        return draft

    def _draft(self, kind: StepKind, tool: str, data: Any, place: Around) -> Draft:
        return Draft(kind, place.author, place.at, tool=tool, data=data)


def _confirmation(args: Mapping[str, Any]) -> dict[str, Any]:
    """What was to be confirmed, without ADK's wrapping and its standing words to developers."""
    call = submap(args, "original_function_call")
    hint = str(field(submap(args, "tool_confirmation"), "hint") or "")
    asked = {"tool": field(call, "name"), "args": field(call, "args")}
    return asked | ({"hint": hint} if hint and not hint.startswith(_STANDING_HINT) else {})
