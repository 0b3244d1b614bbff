"""How the shared transcript partial lays out turns and steps."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from cases.transcript import Step, StepKind, Turn, clip, steps_of

register = template.Library()

# A long result is folded, a very long one is cut in its middle as well.
FOLD_OVER = 900
CUT_OVER = 8_000
VALUE_CUT_OVER = 1_200
TABLE_ROWS = 12

_PSEUDONYM = re.compile(r"<[A-Z][A-Z_]*_\d+>")

FLAG_WORDS = {
    "truncated": "cut off by the model's length limit",
    "pending": "waiting for an answer from outside",
    "resumed": "answers a question the agent had asked earlier",
    "confirmation": "asks the customer to confirm",
    "unanswered": "no result came back",
    "unmatched": "no call with this number was recorded",
    "error": "reports an error",
}


@dataclass(frozen=True, slots=True)
class StepView:
    """One step ready to show. `rows` are (key, text) of a flat value; else `text` is its JSON."""

    step: Step
    rows: list[tuple[str, str]]
    text: str
    cut: int
    folded: bool
    answers_step: int | None
    notes: list[str]


@dataclass(frozen=True, slots=True)
class TurnView:
    turn: Turn
    steps: list[StepView]


@register.filter
def pseudonyms(text: str) -> SafeString:
    """`text` escaped, its pseudonyms marked. The element's text content stays exactly `text`."""
    parts: list[str] = []
    end = 0
    for match in _PSEUDONYM.finditer(text):
        parts.append(escape(text[end : match.start()]))
        parts.append(f'<span class="pseudonym">{escape(match.group())}</span>')
        end = match.end()
    parts.append(escape(text[end:]))
    return mark_safe("".join(parts))  # noqa: S308 - every piece is escaped above


@register.simple_tag
def transcript_turns(turns: Sequence[Turn]) -> list[TurnView]:
    """The turns with their steps laid out for the page."""
    call_steps = {
        step.call: step.index
        for step in steps_of(turns)
        if step.kind is StepKind.CALL and step.call is not None
    }
    return [
        TurnView(turn=turn, steps=[_step_view(step, call_steps) for step in turn.steps])
        for turn in turns
    ]


def _step_view(step: Step, call_steps: dict[int, int]) -> StepView:
    rows = _rows(step.data)
    full = "" if rows or step.data is None else _pretty(step.data)
    text = clip(full, CUT_OVER)
    length = sum(len(value) for _, value in rows) or len(full)
    return StepView(
        step=step,
        rows=rows,
        text=text,
        cut=max(0, len(full) - CUT_OVER),
        folded=step.kind is StepKind.RESULT and length > FOLD_OVER,
        answers_step=call_steps.get(step.call or 0) if step.kind is StepKind.RESULT else None,
        notes=[FLAG_WORDS.get(flag, flag.replace("_", " ")) for flag in step.flags],
    )


def _rows(data: Any) -> list[tuple[str, str]]:
    """A small flat mapping as table rows; an empty list for every other shape."""
    if not isinstance(data, dict) or not 0 < len(data) <= TABLE_ROWS:
        return []
    if any(isinstance(value, (dict, list)) and value for value in data.values()):
        return []
    return [(str(key), clip(_scalar(value), VALUE_CUT_OVER)) for key, value in data.items()]


def _scalar(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _pretty(data: Any) -> str:
    return data if isinstance(data, str) else json.dumps(data, ensure_ascii=False, indent=2)
