"""A transcript as plain text, for copying and keeping: nothing cut, steps numbered. Pure."""

from collections.abc import Iterable, Iterator

from cases.transcript import StepKind, Turn, step_body

ROLES = {"user": "Customer", "agent": "Agent"}


def text_of(turns: Iterable[Turn], *, title: str) -> Iterator[str]:
    """Pieces of the text, one a line or step."""
    yield f"{title}\n"
    for turn in turns:
        yield f"\n## Turn {turn.index}: {ROLES.get(turn.role, turn.role)}\n\n"
        for step in turn.steps:
            kind = "" if step.kind is StepKind.SAY else f" {step.kind}"
            flags = f" [{', '.join(step.flags)}]" if step.flags else ""
            yield f"{step.index}. {step.author}{kind}{flags}: {step_body(step)}\n"
