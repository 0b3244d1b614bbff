"""What two sides of a pairwise item share, and where they part. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cases.transcript import Step, Turn


@dataclass(frozen=True, slots=True)
class Pair:
    """Turns both cases begin with, then what is left of each as it is shown."""

    shared: list[Turn]
    left: list[Turn]
    right: list[Turn]


def lay_out(first: Sequence[Turn], second: Sequence[Turn], *, side_order: str) -> Pair:
    """Split two cases for showing them side by side, the first on the left for "ab"."""
    shared = 0
    while shared < min(len(first), len(second)) and _same(first[shared], second[shared]):
        shared += 1
    rests = [list(first[shared:]), list(second[shared:])]
    left, right = rests if side_order == "ab" else reversed(rests)
    return Pair(shared=list(first[:shared]), left=left, right=right)


def value_of_side(side: str, *, side_order: str) -> str:
    """first_case, tie or second_case for "left", "tie" or "right"."""
    if side == "tie":
        return "tie"
    return "first_case" if (side == "left") == (side_order == "ab") else "second_case"


def side_of_value(value: str, *, side_order: str) -> str:
    """The inverse of value_of_side."""
    if value == "tie":
        return "tie"
    return "left" if (value == "first_case") == (side_order == "ab") else "right"


def _same(first: Turn, second: Turn) -> bool:
    return first.role == second.role and [_content(s) for s in first.steps] == [
        _content(s) for s in second.steps
    ]


def _content(step: Step) -> Step:
    # When something happened is no part of what happened.
    return replace(step, at="")
