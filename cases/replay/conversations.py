"""What a replay needs of a conversation: the user's messages and what tools answered. Pure."""

import json
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from cases.transcript import Step, StepKind, Turn, steps_of


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """A call and what it brought: at once, and (`late`) what a person answered to it afterwards."""

    tool: str
    args: Any
    result: Any = None
    late: Any = None


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation to replay. `key` names it in the output; `case` is its case's key, if any.

    `lost` counts what can't be said again, such as files.
    """

    key: str
    app_name: str
    messages: tuple[str, ...]
    calls: tuple[RecordedCall, ...] = ()
    state: Mapping[str, Any] = field(default_factory=dict)
    case: str = ""
    lost: int = 0

    def to_json(self) -> dict[str, Any]:
        return {
            "app_name": self.app_name,
            "messages": list(self.messages),
            "calls": [asdict(call) for call in self.calls],
            "state": dict(self.state),
        }


def read_conversation(
    turns: Sequence[Turn], *, key: str, app_name: str, state: Mapping[str, Any], case: str = ""
) -> Conversation:
    """The conversation that a transcript shows. Each turn of the user is one message."""
    said = [turn.text for turn in turns if turn.role == "user" and turn.text.strip()]
    return Conversation(
        key=key,
        app_name=app_name,
        messages=tuple(said),
        calls=tuple(_calls(steps_of(turns))),
        state=state,
        case=case,
        lost=sum(text.count("[file: ") for text in said),
    )


def _calls(steps: Sequence[Step]) -> list[RecordedCall]:
    """Calls in order. The last answer of the agent's own side counts, since the first of two is
    ADK asking for a confirmation; an answer by the user comes late."""
    answers: dict[int, dict[str, Any]] = {}
    for step in steps:
        if step.kind is StepKind.RESULT and step.call is not None:
            side = "late" if "resumed" in step.flags else "result"
            answers.setdefault(step.call, {})[side] = step.data
    return [
        RecordedCall(step.tool, step.data, **answers.get(step.call or 0, {}))
        for step in steps
        if step.kind is StepKind.CALL
    ]


class Recording:
    """Answers calls from a record: each recorded call once, in its order, then the last again."""

    def __init__(self, calls: Sequence[RecordedCall]) -> None:
        self._results: dict[tuple[str, str], deque[Any]] = {}
        self._late: dict[str, deque[Any]] = {}
        self.unrecorded = 0
        for call in calls:
            if call.result is not None:
                name = (call.tool, _canonical(call.args))
                self._results.setdefault(name, deque()).append(call.result)
            if call.late is not None:
                self._late.setdefault(call.tool, deque()).append(call.late)

    @classmethod
    def from_json(cls, calls: Sequence[Mapping[str, Any]]) -> Self:
        return cls([RecordedCall(**call) for call in calls])

    def answer(self, tool: str, args: Any) -> dict[str, Any]:
        """What the tool answered to these arguments, or an error that says there is no record."""
        waiting = self._results.get((tool, _canonical(args)))
        if not waiting:
            self.unrecorded += 1
            return {"error": "no recorded result for this call of the tool with these arguments"}
        result = waiting.popleft() if len(waiting) > 1 else waiting[0]
        return result if isinstance(result, dict) else {"result": result}

    def late_answer(self, tool: str) -> Any:
        """What a person answered to a waiting call of the tool, or None."""
        waiting = self._late.get(tool)
        return waiting.popleft() if waiting else None


def _canonical(args: Any) -> str:
    return json.dumps(args, sort_keys=True, ensure_ascii=False, default=str)
