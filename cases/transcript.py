"""How a case is read: turns for raters, numbered steps for process raters and judges.

One structure serves both: a turn holds its steps in order, and the steps of all turns are
numbered through from 1. Pure: no Django, no I/O.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any


class StepKind(StrEnum):
    SAY = "SAY"
    CALL = "CALL"
    RESULT = "RESULT"
    TRANSFER = "TRANSFER"
    ERROR = "ERROR"


# The flag of words that answer another agent; the user never reads them.
SAID_TO_AGENT = "said_to_agent"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened.

    `text` is what was said, the agent transferred to, or the error message; `tool` names the tool
    of a CALL or RESULT; `data` holds the call's arguments or the result; `call` pairs a RESULT
    with its CALL by a number within the case.
    """

    index: int
    kind: StepKind
    author: str
    text: str = ""
    tool: str = ""
    data: Any = None
    call: int | None = None
    at: str = ""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """What one side did before the other spoke. `role` is "user" or "agent"."""

    index: int
    role: str
    steps: tuple[Step, ...] = field(default=())

    @property
    def text(self) -> str:
        """All that was said in this turn, but for what one agent said to another."""
        return "\n\n".join(
            s.text
            for s in self.steps
            if s.kind is StepKind.SAY and s.text and SAID_TO_AGENT not in s.flags
        )


def steps_of(turns: Iterable[Turn]) -> list[Step]:
    return [step for turn in turns for step in turn.steps]


# What an agent does, as against what comes back to it.
_ACTIONS = frozenset({StepKind.SAY, StepKind.CALL, StepKind.TRANSFER, StepKind.ERROR})


def agent_steps(turns: Iterable[Turn]) -> list[Step]:
    """The steps that an agent took: those that are labelled where a trajectory is rated."""
    return [
        step
        for turn in turns
        if turn.role == "agent"
        for step in turn.steps
        if step.kind in _ACTIONS
    ]


def final_answer(turns: Sequence[Turn]) -> str:
    """The last thing the agent said, or an empty string."""
    for turn in reversed(turns):
        if turn.role == "agent" and turn.text:
            return turn.text
    return ""


def turns_to_json(turns: Iterable[Turn]) -> list[dict[str, Any]]:
    return [
        {
            "index": turn.index,
            "role": turn.role,
            "steps": [
                {k: v for k, v in asdict(step).items() if not _is_default(k, v)}
                for step in turn.steps
            ],
        }
        for turn in turns
    ]


def _is_default(name: str, value: Any) -> bool:
    """Whether turns_from_json fills the field in. A call may well be given an empty text."""
    return value is None or (name != "data" and value in ("", ()))


def turns_from_json(data: Iterable[dict[str, Any]]) -> list[Turn]:
    return [
        Turn(
            index=turn["index"],
            role=turn["role"],
            steps=tuple(
                Step(
                    index=step["index"],
                    kind=StepKind(step["kind"]),
                    author=step["author"],
                    text=step.get("text", ""),
                    tool=step.get("tool", ""),
                    data=step.get("data"),
                    call=step.get("call"),
                    at=step.get("at", ""),
                    flags=tuple(step.get("flags", ())),
                )
                for step in turn["steps"]
            ),
        )
        for turn in data
    ]


def clip(text: str, limit: int) -> str:
    """`text` cut in the middle to about `limit` characters, saying how much is missing.

    The middle goes because errors often stand at the end of a long result.
    """
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]} [... {len(text) - 2 * half} characters cut ...] {text[-half:]}"


def compact_json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=False, separators=(", ", ": "))


def step_body(step: Step) -> str:
    """The text of one step without number, author and kind."""
    match step.kind:
        case StepKind.CALL | StepKind.RESULT:
            return f"{step.tool} {compact_json(step.data)}"
        case StepKind.TRANSFER:
            return f"to {step.text}"
        case _:
            return step.text


def step_line(step: Step, limit: int) -> str:
    """One step as a line for a judge: `3. refunds_agent CALL [pending] issue_refund {…}`.

    What people see marked on a step, a judge sees as well.
    """
    marks = "".join(f"[{flag.replace('_', ' ')}] " for flag in step.flags)
    return f"{step.index}. {step.author} {step.kind} {marks}{clip(step_body(step), limit)}"
