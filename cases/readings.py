"""A transcript made ready to be shown: its parts, and what its steps have to do with each other.

For a long one this takes longer than showing a part of it, so it is done once. Pure.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from cases.step_markup import Frame, frame_of
from cases.transcript import Step, Turn, turns_from_json
from cases.transcript_parts import Part, parts_of

_FIELDS = tuple(field.name for field in fields(Step))


@dataclass(frozen=True, slots=True)
class PackedPart:
    """A part whose turns are kept as JSON, and read each time they are asked for.

    A long case as objects takes ten times the memory, and every collection of garbage in the
    process would look through all of them.
    """

    number: int
    size: int
    continues: bool
    first: int
    last: int
    packed: bytes

    @property
    def turns(self) -> tuple[Turn, ...]:
        return tuple(turns_from_json(json.loads(self.packed)))


@dataclass(frozen=True, slots=True)
class Reading:
    parts: Sequence[Part | PackedPart]
    frame: Frame

    @property
    def turns(self) -> list[Turn]:
        """All turns that have steps."""
        made: list[Turn] = []
        for part in self.parts:
            first, *rest = part.turns
            if part.continues:
                made[-1] = replace(made[-1], steps=made[-1].steps + first.steps)
            else:
                made.append(first)
            made += rest
        return made

    def part(self, number: int) -> Part | PackedPart | None:
        return self.parts[number - 1] if 0 < number <= len(self.parts) else None

    def part_with(self, step: int) -> Part | PackedPart | None:
        """The part that holds a step; None where no part does."""
        return next((part for part in self.parts if part.first <= step <= part.last), None)

    def step(self, index: int) -> Step | None:
        part = self.part_with(index)
        steps = (step for turn in part.turns for step in turn.steps) if part else ()
        return next((step for step in steps if step.index == index), None)

    def frame_at(self, part: Part | PackedPart, *, anchor: str = "", ask: str = "") -> Frame:
        """How the steps of a part are shown: `anchor` goes before ids, `ask` into addresses."""
        return replace(
            self.frame,
            prefix=f"{anchor}-" if anchor else "",
            ask=ask,
            shown=range(part.first, part.last + 1),
        )


def read(turns: Sequence[Turn]) -> Reading:
    return Reading(parts_of(turns), frame_of(turns))


def packed(reading: Reading) -> Reading:
    """The same, to be kept for long."""
    return replace(reading, parts=[_packed(part) for part in reading.parts])


def _packed(part: Part | PackedPart) -> PackedPart:
    if isinstance(part, PackedPart):
        return part
    # Not turns_to_json, which copies all values before they are written.
    plain = [
        {"index": turn.index, "role": turn.role, "steps": [_plain(step) for step in turn.steps]}
        for turn in part.turns
    ]
    text = json.dumps(plain, ensure_ascii=False)
    return PackedPart(part.number, part.size, part.continues, part.first, part.last, text.encode())


def _plain(step: Step) -> dict[str, Any]:
    return {name: getattr(step, name) for name in _FIELDS}
