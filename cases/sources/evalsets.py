"""Evalset files as conversations: eval cases become sessions. Pure.

Takes ADK's present shape, in snake_case and camelCase, and its two former ones: a list of
{"name", "data": [turns]} and a bare list of turns. Believes nothing about what is in them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cases.extraction.fields import field as value_of
from cases.extraction.fields import parts_of, submap
from cases.sources.session_json import plain_name

# Who speaks for the agent where an eval case names nobody.
AGENT = "agent"
SCENARIO = "has a conversation_scenario and no turns yet: run `adk eval` and import its sessions"
NO_TURNS = "has neither a conversation nor a conversation_scenario: add its turns"

_FORMER_TURN = {"query", "reference", "expected_tool_use"}


@dataclass(slots=True)
class Conversation:
    """An eval case as a session. `reason` says why there are no events to read."""

    eval_id: str
    app_name: str = ""
    user_id: str = ""
    state: Any = None
    events: list[dict[str, Any]] = field(default_factory=list)
    problems: Counter[str] = field(default_factory=Counter)
    reason: str = ""


def is_evalset(document: Any) -> bool:
    """Whether this is an eval set of the present shape."""
    return isinstance(document, Mapping) and isinstance(value_of(document, "eval_cases"), list)


def is_eval_case(document: Any) -> bool:
    """Whether this is one eval case, of the present shape or of the former."""
    if not isinstance(document, Mapping):
        return False
    named = value_of(document, "eval_id") is not None
    return named or ("name" in document and isinstance(document.get("data"), list))


def is_former_turn(document: Any) -> bool:
    """Whether this is one turn of the oldest shape, whose files are lists of turns."""
    return isinstance(document, Mapping) and "query" in document and not is_eval_case(document)


def conversations(evalset: Mapping[str, Any]) -> Iterator[Conversation]:
    """Every case of an eval set, in the order in which they stand there."""
    for number, case in enumerate(value_of(evalset, "eval_cases") or (), start=1):
        if isinstance(case, Mapping):
            yield conversation(case, fallback_id=f"case-{number}")
        else:
            yield Conversation(eval_id=f"case-{number}", reason="is no object: repair the file")


def conversation(case: Mapping[str, Any], *, fallback_id: str) -> Conversation:
    """One eval case as a conversation."""
    given = submap(case, "session_input") or submap(case, "initial_session")
    name = value_of(case, "eval_id") or case.get("name") or fallback_id
    found = Conversation(
        eval_id=plain_name(name) or fallback_id,
        app_name=plain_name(value_of(given, "app_name")),
        user_id=plain_name(value_of(given, "user_id")),
        state=value_of(given, "state"),
    )
    turns = value_of(case, "conversation")
    if not isinstance(turns, list):
        turns = case.get("data")
    if not isinstance(turns, list) or not turns:
        scenario = value_of(case, "conversation_scenario") is not None
        found.reason = SCENARIO if scenario else NO_TURNS
        return found
    _add_turns(found, turns)
    return found


def former_conversation(turns: Sequence[Any], *, eval_id: str) -> Conversation:
    """A file of the oldest shape, which is one conversation."""
    found = Conversation(eval_id=eval_id)
    _add_turns(found, turns)
    return found


def _add_turns(found: Conversation, turns: Sequence[Any]) -> None:
    read = [turn for turn in turns if isinstance(turn, Mapping)]
    found.problems["turn_not_understood"] += len(turns) - len(read)
    stamps = _stamps(read, found.problems)
    used: set[str] = set()
    for number, turn in enumerate(read, start=1):
        name = str(value_of(turn, "invocation_id") or "")
        if not name or name in used:
            name = f"turn-{number}"
        used.add(name)
        former = bool(_FORMER_TURN & set(turn)) and value_of(turn, "user_content") is None
        steps = (_former_steps if former else _steps)(turn, found.problems)
        for position, event in enumerate(steps):
            event |= {"id": f"{name}-{position}", "invocation_id": name}
            found.events.append(event | ({"timestamp": stamps[number - 1]} if stamps else {}))


def _stamps(turns: Sequence[Mapping[str, Any]], problems: Counter[str]) -> list[float]:
    """Times of the turns; [] unless all have one and none is before the one ahead of it, since
    some times without the others would change the order in which the turns stand."""
    found = [value_of(turn, "creation_timestamp") for turn in turns]
    stamps = [float(t) if isinstance(t, (int, float)) and t > 0 else 0.0 for t in found]
    if all(stamps) and stamps == sorted(stamps):
        return stamps
    problems["turn_time_left_out"] += sum(1 for stamp in stamps if stamp)
    return []


def _steps(turn: Mapping[str, Any], problems: Counter[str]) -> Iterator[dict[str, Any]]:
    """Events of one invocation of the present shape."""
    user = submap(turn, "user_content")
    if user:
        yield {"author": "user", "content": user}
    final = submap(turn, "final_response")
    data = submap(turn, "intermediate_data")
    events = value_of(data, "invocation_events")
    if isinstance(events, list):
        yield from _recorded(events, final, problems)
        return
    yield from _calls(
        _objects(data, "tool_uses", problems), _objects(data, "tool_responses", problems)
    )
    spoken = _items(data, "intermediate_responses")
    if spoken:
        # How they stood among the calls is not written in this shape.
        problems["place_of_response_not_known"] += len(spoken)
    for entry in spoken:
        author, parts = entry if isinstance(entry, list) and len(entry) == 2 else (AGENT, None)
        if isinstance(parts, list):
            yield {"author": str(author), "content": {"role": "model", "parts": parts}}
        else:
            problems["event_not_understood"] += 1
    if final:
        yield {"author": AGENT, "content": final}


def _recorded(
    events: Sequence[Any], final: Mapping[str, Any], problems: Counter[str]
) -> Iterator[dict[str, Any]]:
    """Events as they were recorded. The final response stands in the turn, and its event in the
    list then has no content, or the calls that came with it."""
    read = [event for event in events if isinstance(event, Mapping)]
    problems["event_not_understood"] += len(events) - len(read)
    last = max((i for i, event in enumerate(read) if not parts_of(event)), default=None)
    if any(_same_words(event, final) for event in read):
        final = {}
    for position, event in enumerate(read):
        content = submap(event, "content")
        if not content and position == last and final:
            content, final = final, {}
        known = {
            name: value
            for name in ("grounding_metadata", "usage_metadata", "model_version")
            if (value := value_of(event, name)) is not None
        }
        yield {"author": str(value_of(event, "author") or AGENT), "content": content} | known
    if final:
        author = str(value_of(read[-1], "author") or AGENT) if read else AGENT
        yield {"author": author, "content": final}


def _same_words(event: Mapping[str, Any], final: Mapping[str, Any]) -> bool:
    words = [value_of(part, "text") for part in parts_of({"content": final})]
    return bool(words) and [value_of(part, "text") for part in parts_of(event)] == words


def _calls(
    uses: Sequence[Mapping[str, Any]], responses: Sequence[Mapping[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Each call with the response of its id behind it, then the responses that no call has."""
    waiting = [*responses]
    for use in uses:
        yield _event({"function_call": use})
        for response in waiting:
            if _answers(response, use):
                waiting.remove(response)
                yield _event({"function_response": response})
                break
    for response in waiting:
        yield _event({"function_response": response})


def _answers(response: Mapping[str, Any], use: Mapping[str, Any]) -> bool:
    """By id; where one of the two has none, by the tool's name."""
    ids = (value_of(response, "id"), value_of(use, "id"))
    if all(ids):
        return bool(ids[0] == ids[1])
    return bool(value_of(response, "name") == value_of(use, "name"))


def _former_steps(turn: Mapping[str, Any], problems: Counter[str]) -> Iterator[dict[str, Any]]:
    """Events of one turn of the former shapes."""
    yield {"author": "user", "content": {"role": "user", "parts": [_text(turn.get("query"))]}}
    for use in _objects(turn, "expected_tool_use", problems):
        name = use.get("tool_name")
        yield _event({"function_call": {"name": name, "args": use.get("tool_input") or {}}})
        if "mock_tool_output" in use:
            response = {"result": use["mock_tool_output"]}
            yield _event({"function_response": {"name": name, "response": response}})
    for said in _objects(turn, "expected_intermediate_agent_responses", problems):
        author = str(said.get("author") or AGENT)
        yield {"author": author, "content": {"role": "model", "parts": [_text(said.get("text"))]}}
    if turn.get("reference"):
        yield _event(_text(turn["reference"]))


def _items(value: Mapping[str, Any], name: str) -> Sequence[Any]:
    found = value_of(value, name)
    return found if isinstance(found, list) else ()


def _objects(
    value: Mapping[str, Any], name: str, problems: Counter[str]
) -> list[Mapping[str, Any]]:
    """The objects of a list; what else is in it is counted."""
    found = _items(value, name)
    kept = [item for item in found if isinstance(item, Mapping)]
    problems["event_not_understood"] += len(found) - len(kept)
    return kept


def _text(value: Any) -> dict[str, Any]:
    return {"text": "" if value is None else str(value)}


def _event(*parts: Mapping[str, Any]) -> dict[str, Any]:
    return {"author": AGENT, "content": {"role": "model", "parts": list(parts)}}
