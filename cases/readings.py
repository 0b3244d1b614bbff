"""A transcript made ready to be shown: its parts, and what its steps have to do with each other.

For a long one this takes longer than showing a part of it, so it is done once. Pure.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cases.step_markup import Frame, frame_of
from cases.transcript import Step, Turn
from cases.transcript_parts import Part, part_with, parts_of


@dataclass(frozen=True, slots=True)
class Reading:
    turns: Sequence[Turn]
    parts: Sequence[Part]
    frame: Frame

    def part(self, number: int) -> Part | None:
        return self.parts[number - 1] if 0 < number <= len(self.parts) else None

    def part_with(self, step: int) -> Part | None:
        return part_with(self.parts, step)

    def step(self, index: int) -> Step | None:
        part = self.part_with(index)
        steps = (step for turn in part.turns for step in turn.steps) if part else ()
        return next((step for step in steps if step.index == index), None)

    def frame_at(self, part: Part, *, anchor: str = "", ask: str = "") -> Frame:
        """How the steps of a part are shown: `anchor` goes before ids, `ask` into addresses."""
        return replace(
            self.frame,
            prefix=f"{anchor}-" if anchor else "",
            ask=ask,
            shown=range(part.first, part.last + 1),
        )


def read(turns: Sequence[Turn]) -> Reading:
    return Reading(turns, parts_of(turns), frame_of(turns))
