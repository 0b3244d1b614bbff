"""A transcript as it is shown where one turn is rated: up to that turn, and nothing after it.

Raters and judges see the same. Pure: no Django, no I/O.
"""

from collections.abc import Sequence

from cases.transcript import Turn


def until(turns: Sequence[Turn], turn: int | None) -> Sequence[Turn]:
    """The turns up to the one numbered `turn`, which is rated; all of them for None."""
    return turns if turn is None else [one for one in turns if one.index <= turn]


def rated_steps(turns: Sequence[Turn], turn: int | None) -> range | None:
    """The numbers of the steps that are rated; None where that is the whole transcript.

    Empty for a turn that is not there, or that nothing is left of.
    """
    if turn is None:
        return None
    steps = [step.index for one in turns if one.index == turn for step in one.steps]
    return range(steps[0], steps[-1] + 1) if steps else range(0)


def ratable_turns(turns: Sequence[Turn]) -> list[int]:
    """The numbers of the turns that can be rated by themselves: those of the agent."""
    return [turn.index for turn in turns if turn.role == "agent" and turn.steps]
