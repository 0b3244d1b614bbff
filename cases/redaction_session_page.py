"""A previewed session laid out for its page: its text, read a moment ago, under what was found."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator

from cases.errors import BadInput
from cases.models import RedactionMark, RedactionPreviewSession
from cases.redaction.policy import ALWAYS
from cases.redaction_findings import findings_of
from cases.redaction_marks import place_hash
from cases.redaction_places import STEPS_A_PAGE, Hidden, Line, Slot, find_slot, lines_of, slots_of
from cases.transcript import Step, Turn, steps_of

LINES_A_STEP = 400
# Characters of a hidden text that the list shows.
_LISTED = 60


@dataclass(frozen=True, slots=True)
class StepLines:
    role: str
    step: Step
    lines: list[Line]
    left_out: int


@dataclass(frozen=True, slots=True)
class ListedSpan:
    """A hidden text in the list beside the transcript."""

    index: int
    hidden: Hidden
    text: str
    key: str
    stored_key: str
    mark: RedactionMark | None
    always: bool


def session_page(
    row: RedactionPreviewSession, turns: Sequence[Turn], *, page: str
) -> dict[str, Any]:
    """Steps of one page with their hidden texts, those as a list, and the marks."""
    found = list(enumerate(findings_of(row)))
    of_step: defaultdict[int, list[tuple[int, Hidden]]] = defaultdict(list)
    for index, hidden in found:
        of_step[hidden.place.step].append((index, hidden))
    roles = {step.index: turn.role for turn in turns for step in turn.steps}
    steps = Paginator(steps_of(turns), STEPS_A_PAGE).get_page(page)
    shown = [_step_lines(roles[step.index], step, of_step[step.index]) for step in steps]
    marks = {mark.place_hash: mark for mark in row.marks.select_related("created_by")}
    spans = [
        ListedSpan(
            index=piece.index,
            hidden=piece.hidden,
            text=_clipped(piece.text),
            key="" if line.slot.place.in_key else line.slot.key,
            stored_key="" if line.slot.place.in_key else line.stored_key,
            mark=marks.get(place_hash(row, line.slot, piece.hidden.start, piece.hidden.end)),
            always=piece.hidden.kind in ALWAYS,
        )
        for step in shown
        for line in step.lines
        for piece in line.pieces
        if piece.hidden
    ]
    return {
        "steps": steps,
        "shown": shown,
        "spans": spans,
        "marked": {span.index: span.mark for span in spans if span.mark},
        "misses": _misses(marks),
        "hidden_total": len(found),
        "rules": _rules(found),
    }


def _step_lines(role: str, step: Step, hidden: Sequence[tuple[int, Hidden]]) -> StepLines:
    lines = lines_of(step, hidden)
    return StepLines(role, step, lines[:LINES_A_STEP], max(0, len(lines) - LINES_A_STEP))


def chosen_place(turns: Sequence[Turn], data: dict[str, Any]) -> tuple[Slot, int, int]:
    """The slot and characters that a MissForm names: a selection, or words typed for a step.

    Raises BadInput, which repeats no word.
    """
    words = data["words"].strip()
    if not words and data["slot"] and data["start"] is not None and data["end"] is not None:
        slot = find_slot(turns, data["slot"])
        if slot is None or slot.text[data["start"] : data["end"]] != data["selected"]:
            raise BadInput("the selected place can't be found: select it again, or type the words")
        return slot, data["start"], data["end"]
    if not words:
        raise BadInput("no text is chosen: select some, or type the words")
    steps = [step for step in steps_of(turns) if data["step"] in (None, step.index)]
    if not steps:
        raise BadInput(f"there is no step {data['step']}: see the numbers beside the text")
    wanted = re.compile(re.escape(words), re.IGNORECASE)
    for slot in (slot for step in steps for slot in slots_of(step)):
        if found := wanted.search(slot.text):
            return slot, found.start(), found.end()
    raise BadInput("these words don't stand there: write them as the step shows them")


def _misses(marks: dict[str, RedactionMark]) -> list[RedactionMark]:
    misses = [mark for mark in marks.values() if mark.verdict == RedactionMark.Verdict.MISS]
    return sorted(misses, key=lambda mark: mark.pk)


def _rules(found: Sequence[tuple[int, Hidden]]) -> list[tuple[str, str, int]]:
    counts: defaultdict[tuple[str, str], int] = defaultdict(int)
    for _, hidden in found:
        counts[hidden.kind, hidden.rule] += 1
    ordered = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))
    return [(kind, rule, count) for (kind, rule), count in ordered]


def _clipped(text: str) -> str:
    return text if len(text) <= _LISTED else f"{text[: _LISTED - 1]}…"
