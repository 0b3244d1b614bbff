"""How the shared transcript partial lays out parts and turns."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from cases.caution_rules import RULE_WORDS
from cases.readings import PackedPart, Reading
from cases.step_markup import Frame, turn_steps_html
from cases.text_markup import text_html
from cases.transcript import Turn
from cases.transcript_parts import Part

register = template.Library()


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn, or the piece of it that one part holds, with its steps as HTML."""

    turn: Turn
    steps: SafeString
    continued: bool

    @property
    def time(self) -> str:
        """When it began, as 14:03:22; empty where that is not known or not to be shown."""
        return self.turn.steps[0].at[11:19]


@dataclass(frozen=True, slots=True)
class PartView:
    """A part; `turns` is None for one that comes when it is asked for. `alone` is the only one."""

    part: Part | PackedPart
    turns: list[TurnView] | None
    alone: bool


@register.filter
def pseudonyms(text: str) -> SafeString:
    """`text` escaped, its pseudonyms marked. The element's text content stays exactly `text`."""
    return mark_safe(text_html(text))  # noqa: S308 - text_html escapes every piece


@register.filter
def caution_words(caution: Mapping[str, Any]) -> str:
    """What a caution is about, in words."""
    return rule_words(str(caution.get("rule", "")))


@register.filter
def rule_words(rule: str) -> str:
    """What text does that meets a rule of cases.cautions: "gives a verdict of its own"."""
    return RULE_WORDS.get(rule, rule.replace("_", " "))


@register.simple_tag
def transcript_parts(
    reading: Reading, anchor: str = "", ask: str = "", at: int | None = None
) -> list[PartView]:
    """The parts of a transcript, with the steps of the one that holds step `at`, or the first."""
    if not reading.parts:
        return []
    chosen = (reading.part_with(at) if at else None) or reading.parts[0]
    frame = reading.frame_at(chosen, anchor=anchor, ask=ask)
    alone = len(reading.parts) == 1
    return [
        PartView(part, turn_views(part, frame) if part is chosen else None, alone)
        for part in reading.parts
    ]


def turn_views(part: Part | PackedPart, frame: Frame) -> list[TurnView]:
    return [
        TurnView(
            turn=turn,
            steps=mark_safe(turn_steps_html(turn, frame)),  # noqa: S308 - escaped where it is made
            continued=part.continues and at == 0,
        )
        for at, turn in enumerate(part.turns)
    ]
