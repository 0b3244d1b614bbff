"""A transcript in parts that are shown one after the other. Pure.

An ordinary one is a single part and is sent whole; of a long one only what is in view is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cases.transcript import Step, StepKind, Turn

# Up to so many steps and characters on the page, a transcript is sent whole.
WHOLE_STEPS = 300
WHOLE_CHARACTERS = 300_000
PART_STEPS = 60
PART_CHARACTERS = 60_000
# What is shown of one step at first; more of it comes when asked for.
DATA_SHOWN = 8_000
SAID_SHOWN = 60_000


@dataclass(frozen=True, slots=True)
class Part:
    """Consecutive steps, by turns; `turns[0]` may be the rest of a turn begun before it."""

    number: int
    turns: tuple[Turn, ...]
    size: int
    continues: bool = False

    @property
    def first(self) -> int:
        return self.turns[0].steps[0].index

    @property
    def last(self) -> int:
        return self.turns[-1].steps[-1].index


def parts_of(turns: Sequence[Turn]) -> list[Part]:
    """The parts of a transcript, numbered from 1; none for one without steps."""
    turns = [turn for turn in turns if turn.steps]
    if not turns:
        return []
    steps = sum(len(turn.steps) for turn in turns)
    size = sum(shown_size(step) for turn in turns for step in turn.steps)
    if steps <= WHOLE_STEPS and size <= WHOLE_CHARACTERS:
        return [Part(1, tuple(turns), size)]
    return [
        Part(number, tuple(pieces), size, continues)
        for number, (pieces, size, continues) in enumerate(_pieces(turns), start=1)
    ]


def _pieces(turns: Sequence[Turn]) -> Iterator[tuple[list[Turn], int, bool]]:
    done: list[Turn] = []
    count = size = 0
    continues = False
    for turn in turns:
        begun = 0
        for at, step in enumerate(turn.steps):
            weight = shown_size(step)
            if count and (count == PART_STEPS or size + weight > PART_CHARACTERS):
                if at > begun:
                    done.append(replace(turn, steps=turn.steps[begun:at]))
                yield done, size, continues
                done, count, size, begun, continues = [], 0, 0, at, at > 0
            count += 1
            size += weight
        done.append(replace(turn, steps=turn.steps[begun:]))
    yield done, size, continues


def shown_size(step: Step) -> int:
    """About how many characters of a step the page shows at first."""
    if step.kind in {StepKind.CALL, StepKind.RESULT}:
        return _up_to(step.data, DATA_SHOWN)
    return min(len(step.text), SAID_SHOWN)


def _up_to(value: Any, limit: int) -> int:
    """The size of a value, or `limit` without having looked at all of it."""
    if isinstance(value, str):
        return min(len(value), limit)
    if not isinstance(value, (dict, list)):
        return 4
    size = 0
    for item in value.items() if isinstance(value, dict) else value:
        if isinstance(item, tuple):
            size += len(item[0])
            item = item[1]
        size += 4 + _up_to(item, max(0, limit - size))
        if size >= limit:
            return limit
    return size
